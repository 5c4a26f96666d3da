package io.levee.perf;

import java.util.Arrays;

/** A few values of one quantity; their median stands for all, for a busy machine has outliers. */
final class Samples {

  private double[] values = new double[0];

  void add(double value) {
    values = Arrays.copyOf(values, values.length + 1);
    values[values.length - 1] = value;
  }

  double median() {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  double max() {
    return Arrays.stream(values).max().orElseThrow();
  }

  double last() {
    return values[values.length - 1];
  }
}
