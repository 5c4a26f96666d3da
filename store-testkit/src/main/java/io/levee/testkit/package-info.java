/**
 * What the tests of the other modules share: the contracts that any store and any engine must pass,
 * the model they are compared with, and engines that live in memory or fail on purpose.
 *
 * <p>It knows the two interfaces, {@code io.levee.store} and {@code io.levee.engine}, and none of
 * their implementations on disk.
 */
package io.levee.testkit;
