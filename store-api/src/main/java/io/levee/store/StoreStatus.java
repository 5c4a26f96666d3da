package io.levee.store;

/**
 * Figures of a running store.
 *
 * @param commitNumber the number of the last written batch
 * @param transactions how many transactions were committed since the store was opened
 * @param writes how many batches were written since the store was opened
 * @param diskBytes the bytes that the store's files take; 0 once the store has failed
 * @param usableDiskBytes the bytes that are free on its disk; 0 once the store has failed
 * @param reserveBytes the bytes that the store leaves free
 * @param failure why the store refuses everything, or an empty text while it works
 */
public record StoreStatus(
    long commitNumber,
    long transactions,
    long writes,
    long diskBytes,
    long usableDiskBytes,
    long reserveBytes,
    String failure) {}
