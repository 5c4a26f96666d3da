package io.levee.testkit;

import io.levee.store.Destination;

/** Where a dead letter came from first, and how it got into its channel. */
record ModelOrigin(
    Destination destination, long sequence, String reason, long atMillis, int redeliveries) {}
