package io.levee.activemq;

import javax.management.openmbean.TabularData;
import org.apache.activemq.broker.jmx.PersistenceAdapterView;

/** The management view of the adapter. */
final class LeveePersistenceAdapterView extends PersistenceAdapterView
    implements LeveePersistenceAdapterViewMBean {

  private final BranchControl branches;

  LeveePersistenceAdapterView(LeveePersistenceAdapter adapter, BranchControl branches) {
    super(adapter);
    this.branches = branches;
    setDataViewCallable(() -> adapter.getDirectory().getAbsolutePath());
    setInflightTransactionViewCallable(adapter::openTransactions);
  }

  @Override
  public TabularData listBranches(long afterNumber, int limit) throws Exception {
    return branches.list(afterNumber, limit);
  }

  @Override
  public String[] showBranch(String branch) throws Exception {
    return branches.show(branch).toArray(String[]::new);
  }

  @Override
  public void commitBranch(String branch) throws Exception {
    branches.commit(branch);
  }

  @Override
  public void rollbackBranch(String branch) throws Exception {
    branches.rollback(branch);
  }

  @Override
  public void forgetBranch(String branch) throws Exception {
    branches.forget(branch);
  }
}
