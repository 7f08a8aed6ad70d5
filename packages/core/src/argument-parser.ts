import type { Action } from "./action.ts";
import type { Issue } from "./issue.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Repair } from "./repair.ts";
import type { Args } from "./tool-call.ts";

/** Arguments that fit, or everything that is wrong with them; either way, the repairs made. */
export type DecodedArguments =
  | { readonly ok: true; readonly args: Args; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly repairs: readonly Repair[] };

/** An action whose tool there is and whose arguments fit it, or everything that is wrong with it. */
export type DecodedAction =
  | {
      readonly ok: true;
      /** The action by its tool's own name, with the arguments as decoded: judge and run this one. */
      readonly action: Action;
      readonly repairs: readonly Repair[];
    }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly repairs: readonly Repair[] };

/** Turns what a model sent as arguments into arguments that fit a schema. Never throws on any input. */
export interface ArgumentParser {
  /** How the model is to write arguments for it, for the prompt (Lagent's `parameter_description`). */
  readonly parameterDescription?: string;
  /**
   * The arguments are for the caller alone: of what it read from a text the parser keeps nothing.
   *
   * @param raw - the call's `arguments`: text, or a value that was parsed already
   * @param schema - the JSON Schema of the tool's arguments; its root describes an object
   */
  decode(raw: unknown, schema: JsonSchema): DecodedArguments;
}
