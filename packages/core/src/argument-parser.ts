import type { Action } from "./action.ts";
import type { Issue } from "./issue.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Repair } from "./repair.ts";
import type { Args } from "./tool-call.ts";

/** Decodes the arguments that a model sent to match a schema. Never throws. */
export interface ArgumentParser {
  /** Instructions for the model on how to write arguments for this parser (Lagent's `parameter_description`). */
  readonly parameterDescription?: string;
  /**
   * The returned arguments belong to the caller: the parser keeps no reference to them.
   *
   * @param raw - the call's `arguments`: text, or a value that was parsed already, which may be frozen
   * @param schema - the JSON Schema of the tool's arguments; its root describes an object
   */
  decode(raw: unknown, schema: JsonSchema): DecodedArguments;
}

/** Arguments that match the schema, or every issue that prevents it; in both cases the repairs that were made. */
export type DecodedArguments = (
  | { readonly ok: true; readonly args: Args; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly repairs: readonly Repair[] }
) & {
  /** The raw format of a model in which the text is written, such as `"hermes"`; absent for JSON and for values. */
  readonly format?: string | undefined;
};

/** An action whose tool exists and whose arguments match its schema, or every issue that prevents it. */
export type DecodedAction =
  | {
      readonly ok: true;
      /** The action with the tool's own name and the decoded arguments. Evaluate and run this one, not the input. */
      readonly action: Action;
      readonly repairs: readonly Repair[];
    }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly repairs: readonly Repair[] };
