/**
 * The {@code levee} command: it runs a broker on a Levee store and looks into a store on disk.
 *
 * <p>It reads arguments, calls the other modules and prints. Nothing else may depend on it, and it
 * holds no rule of the store.
 */
package io.levee.cli;
