import { HelveError } from "@helve/core";

/**
 * The error that a tool throws to tell the model why it failed. The model reads its message.
 *
 * @example
 * if (!exists) throw new ToolError(`There is no file ${name}.`);
 */
export class ToolError extends HelveError {
  override readonly code = "tool_error";
}
