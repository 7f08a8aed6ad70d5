/** A tool call as a model sends it: the tool's name and raw arguments. */

/**
 * The arguments of an action, by parameter name. The names come from a model: look them up as own properties only.
 */
export type Args = Readonly<Record<string, unknown>>;

/** A tool call as the model sent it: the tool's name and raw arguments, not yet decoded. */
export interface ToolCall {
  /** Chosen by the model or its provider; the action and its return have the same id. */
  readonly id: string;
  /** A tool's name, `Toolkit.Tool` for a member of a toolkit, or its wire name. */
  readonly name: string;
  /** Text for the argument parser, or a value that was parsed already. */
  readonly arguments: unknown;
}
