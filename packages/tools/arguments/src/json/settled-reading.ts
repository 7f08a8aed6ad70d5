import { canonicalJson, type JsonSchema } from "@helve/core";
import type { ResolvedOptions } from "../decode-options.ts";
import { expectedParameters } from "./expected-parameters.ts";
import { isCertain } from "./is-certain.ts";
import type { JsonReading } from "./json-reading.ts";
import { readJsonText } from "./read-json-text.ts";
import { readingsOf } from "./readings.ts";
import { readStrictJson } from "./strict-json.ts";
import { textIssue } from "./text-issue.ts";

/**
 * The reading of a damaged text that is the only one by its schema; a failed reading if there are several.
 *
 * @param certain - the reading that makes no choice
 * @param accept - the arguments if a value is valid, `undefined` otherwise
 */
export function settledReading(
  text: string,
  certain: JsonReading,
  {
    schema,
    options,
    accept,
  }: {
    readonly schema: JsonSchema;
    readonly options: ResolvedOptions;
    readonly accept: (value: unknown) => unknown;
  },
): JsonReading {
  if (certain.issues.some(({ code }) => code !== "json")) return certain;
  const isRead = certain.issues.length === 0 && isCertain(certain.repairs);
  const [first] = certain.repairs;
  const isNested = first?.kind === "escaped_json" && typeof first.after === "string";
  const readings = readingsOf(isNested ? String(first.after) : text, schema, options, accept);
  if (readings.type === "several") return isRead ? certain : readings.reading;
  if (readings.type === "none") return isRead ? certain : uncertainReading(text, certain);
  const { reading } = readings;
  const isTruncated = reading.repairs.some(({ kind }) => kind === "truncated");
  if (certain.issues.length === 0 && !isTruncated && isEqual(certain.value, reading.value)) return certain;
  if (!isNested) return reading;
  return { ...reading, repairs: [first, ...reading.repairs.map(({ offset: _, ...repair }) => repair)] };
}

/** Reads JSON within a string of arguments by the same options; `undefined` if it is not JSON with one meaning. */
export function readNestedValue(text: string, options: ResolvedOptions): unknown {
  if (!options.repair) return readStrictJson(text, options)?.value;
  const certain = readJsonText(text, options, expectedParameters({}));
  if (certain.issues.length === 0 && isCertain(certain.repairs)) return certain.value;
  const accept = (value: unknown): unknown => value;
  const { issues, value } = settledReading(text, certain, { schema: {}, options, accept });
  return issues.length === 0 ? value : undefined;
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    return canonicalJson(a) === canonicalJson(b);
  } catch {
    return false;
  }
}

/** The failed reading of a text without a certain reading; the issue is at the first choice. */
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
