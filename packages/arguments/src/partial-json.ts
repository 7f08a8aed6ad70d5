import type { Args, JsonSchema, Repair } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { coerce } from "./coerce.ts";
import { char } from "./json/chars.ts";
import { readObject } from "./json/read-object.ts";
import { readerOf } from "./json/reader.ts";
import { type DecodeOptions, type ResolvedOptions, resolveOptions } from "./options.ts";

/** A value of which every part may still be missing. */
export type PartialValue<T> = T extends readonly (infer Item)[]
  ? readonly PartialValue<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: PartialValue<T[Key]> }
    : T;

/** Arguments of which the text is still arriving. */
export interface PartialArguments<T = Args> {
  /** What there is so far. A text at the end is as long as what arrived of it; a key without a value is not there yet. */
  readonly args: PartialValue<T>;
  /** Whether the whole has arrived. */
  readonly complete: boolean;
  /** The JSON pointers of what has arrived, each with all that is within it; `[""]` when the whole has. */
  readonly completePaths: readonly string[];
  /** The JSON pointers of what has not, from the whole to the value at the end of the text; empty when `complete`. */
  readonly openPaths: readonly string[];
  readonly repairs: readonly Repair[];
}

/**
 * Reads arguments of which the text is still arriving.
 *
 * Each call reads the text from its start, in time linear in its length: for a long text that comes in small pieces,
 * call it when something is to be shown, not for every piece. Never throws; what can't be read ends the arguments.
 *
 * @param schema - the JSON Schema of the arguments: what has arrived is bent towards it, nothing is validated
 *
 * @example
 * partialJson('{"path": "notes.md", "text": "# To d');
 * // args: { path: "notes.md", text: "# To d" }, completePaths: ["/path"], openPaths: ["", "/text"]
 */
export function partialJson<T = Args>(
  text: string,
  schema: JsonSchema = {},
  options: DecodeOptions = {},
): PartialArguments<T> {
  const resolved = resolveOptions(options);
  const start = text.indexOf("{");
  const nothing = { args: {} as PartialValue<T>, complete: false, completePaths: [], openPaths: [""], repairs: [] };
  if (start < 0 || text.length > resolved.maxLength) return nothing;
  const reader = readerOf(text, resolved, { at: start, arriving: true });
  const members = readObject(reader, char.curlyClose);
  const complete = reader.open.length === 0 && !reader.stopped;
  const bent = bendWhole(members, schema, complete ? [""] : reader.whole, resolved);
  return {
    args: bent.args as PartialValue<T>,
    complete,
    completePaths: complete ? [""] : reader.stopped ? [] : reader.whole,
    openPaths: reader.stopped ? [""] : reader.open.toReversed(),
    repairs: [...reader.repairs.filter(({ kind }) => !cutOffKinds.has(kind)), ...bent.repairs],
  };
}

/** What says no more than that the text is still arriving. */
const cutOffKinds: ReadonlySet<string> = new Set(["truncated", "truncated_member"]);

/** Bends the arguments that have arrived whole. */
function bendWhole(
  members: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  wholePaths: readonly string[],
  options: ResolvedOptions,
): { readonly args: unknown; readonly repairs: readonly Repair[] } {
  if (!options.coerce) return { args: members, repairs: [] };
  const paths = new Set(wholePaths);
  const isWhole = (key: string): boolean => paths.has("") || paths.has(jsonPointer([key]));
  const entries = Object.entries(members);
  const whole = Object.fromEntries(entries.filter(([key]) => isWhole(key)));
  const { value, repairs } = coerce(whole, schema, { enums: options.enums });
  const bent = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return { args: Object.fromEntries([...bent, ...entries.filter(([key]) => !isWhole(key))]), repairs };
}
