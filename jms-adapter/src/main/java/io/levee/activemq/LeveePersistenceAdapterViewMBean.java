package io.levee.activemq;

import javax.management.openmbean.TabularData;
import org.apache.activemq.broker.jmx.MBeanInfo;
import org.apache.activemq.broker.jmx.PersistenceAdapterViewMBean;

/**
 * What an operator sees of the store of a running broker, and can do to branches of distributed
 * transactions that nobody ends. A branch is named as {@link #listBranches} names it: {@code
 * format:globalId:qualifier}, the last two in hexadecimal.
 */
public interface LeveePersistenceAdapterViewMBean extends PersistenceAdapterViewMBean {

  /**
   * Branches that are prepared, and branches that an operator ended and nobody forgot, in the order
   * of their prepares.
   *
   * @param afterNumber the number after which to start; 0 for the first
   * @param limit the most to answer, 1 to 100,000
   */
  @MBeanInfo("Lists branches in doubt, and those that an operator ended")
  TabularData listBranches(
      @MBeanInfo("afterNumber") long afterNumber, @MBeanInfo("limit") int limit) throws Exception;

  /** A branch, and a line for each of its operations, at most 1,000. */
  @MBeanInfo("Shows a branch and what it holds")
  String[] showBranch(@MBeanInfo("branch") String branch) throws Exception;

  /**
   * Commits a branch in doubt, whatever its transaction manager decides. The manager is told so,
   * and then forgets the branch.
   */
  @MBeanInfo("Commits a branch in doubt on the operator's word")
  void commitBranch(@MBeanInfo("branch") String branch) throws Exception;

  /** Rolls a branch in doubt back, whatever its transaction manager decides. */
  @MBeanInfo("Rolls a branch in doubt back on the operator's word")
  void rollbackBranch(@MBeanInfo("branch") String branch) throws Exception;

  /** Forgets a branch that an operator ended; for a transaction manager that is gone for good. */
  @MBeanInfo("Forgets a branch that an operator ended")
  void forgetBranch(@MBeanInfo("branch") String branch) throws Exception;
}
