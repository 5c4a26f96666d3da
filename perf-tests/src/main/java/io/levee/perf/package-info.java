/**
 * Measurements: the workloads, the peers they are compared with, and the reports.
 *
 * <p>It may use every other module, and no other module knows it. Nothing here decides whether the
 * store is correct.
 */
package io.levee.perf;
