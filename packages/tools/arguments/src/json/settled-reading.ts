import { canonicalJson, type JsonSchema } from "@helve/core";
import type { ResolvedOptions } from "../decode-options.ts";
import { expectedParameters, type JsonReading } from "./expected-parameters.ts";
import { isCertain } from "./is-certain.ts";
import { readJsonText } from "./read-json-text.ts";
import { textIssue } from "./reader.ts";
import { readingsOf } from "./readings.ts";

/**
 * The reading of a damaged text that is the only one by its schema; a failed reading if there are several.
 *
 * @param greedy - the reading that takes the most likely choice at each ambiguous point
 * @param accept - the arguments if a value is valid, `undefined` otherwise
 */
export function settledReading(
  text: string,
  greedy: JsonReading,
  schema: JsonSchema,
  options: ResolvedOptions,
  accept: (value: unknown) => unknown,
): JsonReading {
  if (greedy.issues.some(({ code }) => code !== "json")) return greedy;
  const [first] = greedy.repairs;
  const isNested = first?.kind === "escaped_json" && typeof first.after === "string";
  const readings = readingsOf(isNested ? String(first.after) : text, schema, options, accept);
  if (readings.type === "several")
    return greedy.issues.length > 0 || isCertain(greedy.repairs) ? greedy : readings.reading;
  if (readings.type === "none") return isCertain(greedy.repairs) ? greedy : uncertainReading(text, greedy);
  const { reading } = readings;
  if (greedy.issues.length === 0 && isEqual(greedy.value, reading.value)) return withTruncation(greedy, reading);
  if (!isNested) return reading;
  return { ...reading, repairs: [first, ...reading.repairs.map(({ offset: _, ...repair }) => repair)] };
}

/** Reads JSON within a string of arguments; `undefined` if it is not JSON with one meaning. */
export function readNestedValue(text: string, options: ResolvedOptions): unknown {
  const greedy = readJsonText(text, options, expectedParameters({}));
  if (greedy.issues.length === 0 && isCertain(greedy.repairs)) return greedy.value;
  const { issues, value } = settledReading(text, greedy, {}, options, (candidate) => candidate);
  return issues.length === 0 ? value : undefined;
}

/** The greedy reading, whose repairs are more precise; it is truncated if the other is. */
function withTruncation(greedy: JsonReading, { repairs }: JsonReading): JsonReading {
  const truncated = repairs.filter(({ kind }) => kind === "truncated");
  if (truncated.length === 0 || greedy.repairs.some(({ kind }) => kind === "truncated")) return greedy;
  return { ...greedy, repairs: [...greedy.repairs, ...truncated] };
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    return canonicalJson(a) === canonicalJson(b);
  } catch {
    return false;
  }
}

/** The failed reading of a text of which no reading is certain; the issue is at the first choice. */
function uncertainReading(text: string, { issues, repairs }: JsonReading): JsonReading {
  if (issues.length > 0) return { value: undefined, issues, repairs };
  const offset = repairs.find((repair) => !isCertain([repair]))?.offset ?? 0;
  const at = Math.min(offset, Math.max(0, text.length - 1));
  const issue = textIssue(text, {
    code: "json",
    message: "not JSON, and can't be repaired with certainty: write valid JSON, every string in double quotes",
    start: at,
    end: Math.min(text.length, at + 1),
    expected: "valid JSON",
  });
  return { value: undefined, issues: [issue], repairs };
}
