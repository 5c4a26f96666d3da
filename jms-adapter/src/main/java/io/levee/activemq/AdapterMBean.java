package io.levee.activemq;

import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.jmx.AnnotatedMBean;
import org.apache.activemq.broker.jmx.BrokerMBeanSupport;

/** The broker's management view of the adapter, from its registration to its removal. */
final class AdapterMBean {

  private final BrokerService broker;
  private final ObjectName name;

  private AdapterMBean(BrokerService broker, ObjectName name) {
    this.broker = broker;
    this.name = name;
  }

  static AdapterMBean register(BrokerService broker, LeveePersistenceAdapter adapter)
      throws Exception {
    LeveePersistenceAdapterView view =
        new LeveePersistenceAdapterView(adapter, new BranchControl(broker, adapter));
    ObjectName name =
        BrokerMBeanSupport.createPersistenceAdapterName(
            broker.getBrokerObjectName().toString(), adapter.toString());
    AnnotatedMBean.registerMBean(broker.getManagementContext(), view, name);
    return new AdapterMBean(broker, name);
  }

  void unregister() throws JMException {
    broker.getManagementContext().unregisterMBean(name);
  }
}
