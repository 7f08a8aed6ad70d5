import { HelveError } from "@helve/core";

/**
 * What a tool throws to tell the model that it could not do what was asked. Its message is what the model reads.
 *
 * @example
 * if (!exists) throw new ToolError(`There is no file ${name}.`);
 */
export class ToolError extends HelveError {
  override readonly code = "tool_error";
}
