/** Limits how much of a tool's output is read. */
import { HelveError } from "@helve/core";

/** The limit of the texts and bytes of a stream, or of the texts of a JSON value, of Inspect's output limit: 10 MiB. */
export const maxOutputSize: number = 10 * 2 ** 20;

/** How many values a JSON value may consist of. A value that occurs in several places counts in each. */
export const maxOutputValues = 1_000_000;

/** A tool returned more than is read of its output. */
export class OutputLimitError extends HelveError {
  override readonly code = "limit";

  /** @param limit - what the output exceeded */
  constructor(limit = "10 MiB") {
    super(`The tool exceeded its output limit of ${limit}.`);
  }
}
