import type { Args, Issue, JsonSchema, Repair } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { coerce } from "./coerce.ts";
import { type DecodeOptions, type ResolvedOptions, resolveOptions } from "./decode-options.ts";
import { type CertainReading, certainReading } from "./json/readings/certain-reading.ts";
import { readingsOf } from "./json/readings.ts";

/**
 * Reads arguments whose text is still being received, to show them while the model writes. Never throws; without a text, nothing was
 * received.
 *
 * Each call reads the text from its start, in time linear in its length: for a long text in small pieces, call this when
 * something is to be shown, not for every piece.
 *
 * @param schema - the JSON Schema of the arguments: complete arguments are converted to its types, nothing is validated
 *
 * @example
 * readPartialJson('{"path": "notes.md", "text": "# To d');
 * // value: { path: "notes.md", text: "# To d" }, completePaths: ["/path"], openPaths: ["", "/text"]
 */
export function readPartialJson<T = Args>(
  text: string | null | undefined,
  schema: JsonSchema = {},
  options: DecodeOptions = {},
): PartialArguments<T> {
  if (typeof text !== "string") return nothingReceived as PartialArguments<T>;
  const resolved = resolveOptions(options);
  const start = text.indexOf("{");
  if (start < 0 || text.length > resolved.maxLength) return nothingReceived as PartialArguments<T>;
  const certain = certainReading(text, start, resolved, { isPartial: true });
  const reading = certain.issues.length === 0 ? certain : (completeReading(text, schema, resolved) ?? certain);
  const members = Object(reading.value) as Record<string, unknown>;
  const complete = reading.openPaths.length === 0;
  const completePaths = complete ? [""] : reading.completePaths;
  const coerced = coerceComplete(members, schema, completePaths, resolved);
  return {
    value: coerced.value as PartialValue<T>,
    issues: reading.issues,
    complete,
    completePaths,
    openPaths: reading.openPaths.toReversed(),
    repairs: [...reading.repairs.filter(({ kind }) => !truncationKinds.has(kind)), ...coerced.repairs],
  };
}

/** The reading of a damaged text that is complete already; `undefined` if there is no single one. */
function completeReading(
  text: string,
  schema: JsonSchema,
  options: ResolvedOptions,
): Pick<CertainReading, "value" | "issues" | "repairs" | "openPaths" | "completePaths"> | undefined {
  const readings = readingsOf(text, schema, options, (value) => value);
  if (readings.type !== "one" || readings.reading.repairs.some(({ kind }) => kind === "truncated")) return undefined;
  return { ...readings.reading, openPaths: [], completePaths: [] };
}

/** Arguments whose text is still being received. */
export interface PartialArguments<T = Args> {
  /** The arguments received so far: a string at the end of the text is as long as received, a key without a value is left out. */
  readonly value: PartialValue<T>;
  /** The problem that ended reading, if there is one; `value` holds the arguments before it. */
  readonly issues: readonly Issue[];
  /** Whether all arguments were received. */
  readonly complete: boolean;
  /** The JSON pointers of values that were received completely; `[""]` if all were. */
  readonly completePaths: readonly string[];
  /** The JSON pointers of incomplete values, outermost first; empty if `complete`. */
  readonly openPaths: readonly string[];
  readonly repairs: readonly Repair[];
}

/** A value with parts that may still be missing. */
export type PartialValue<T> = T extends readonly (infer Item)[]
  ? readonly PartialValue<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: PartialValue<T[Key]> }
    : T;

const nothingReceived: PartialArguments<object> = {
  value: {},
  issues: [],
  complete: false,
  completePaths: [],
  openPaths: [""],
  repairs: [],
};

/** The repairs that only say that the text is incomplete. */
const truncationKinds: ReadonlySet<string> = new Set(["truncated", "truncated_member"]);

/** Converts the arguments that were received completely to the types of the schema. */
function coerceComplete(
  members: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  completePaths: readonly string[],
  options: ResolvedOptions,
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  if (!options.coerce) return { value: members, repairs: [] };
  const paths = new Set(completePaths);
  const isComplete = (key: string): boolean => paths.has("") || paths.has(jsonPointer([key]));
  const entries = Object.entries(members);
  const complete = Object.fromEntries(entries.filter(([key]) => isComplete(key)));
  const { value, repairs } = coerce(complete, schema, { enums: options.enums });
  const coerced = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return { value: Object.fromEntries([...coerced, ...entries.filter(([key]) => !isComplete(key))]), repairs };
}
