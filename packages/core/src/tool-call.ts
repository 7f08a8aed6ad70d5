/**
 * The arguments of an action, by parameter name. The names come from a model: look them up as own properties only.
 */
export type Args = Readonly<Record<string, unknown>>;

/** What a model sent: a tool's name and raw arguments, not yet looked at. */
export interface ToolCall {
  /** Chosen by the model or its provider; the action and its return carry it on. */
  readonly id: string;
  /** A tool's name, `Toolkit.Tool` for a toolkit's member, or its name on the wire. */
  readonly name: string;
  /** Text for the argument parser, or a value that was parsed already. */
  readonly arguments: unknown;
}
