import { JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { z } from "zod";
import type { CommandOptions } from "./command-options.ts";
import { readJsonLines } from "./json-lines.ts";
import { markdown } from "./markdown.ts";
import { refusalReason } from "./others/refusal-reason.ts";
import { attempt, isSameJson } from "./reading.ts";

/**
 * A Markdown table of the cases of other libraries' tests: how many `JsonParser` reads as they do, reads better, refuses on
 * purpose, or reads worse. Each case is decoded with the schema of the value that they expect, as a tool has one.
 */
export async function othersTable({ data, explain }: CommandOptions): Promise<string> {
  const cases = await readJsonLines(data, caseSchema, 'a case must be {"source", "input", "expected"}');
  const results = cases.map(resultOf);
  const sources = [...new Set(cases.map(({ source }) => source))];
  const groups = [...new Set(results.map(({ group }) => group))].sort((a, b) => order(a) - order(b));
  const rows = groups.map((group) => [
    group,
    ...sources.map(
      (source) => results.filter((result, index) => result.group === group && cases[index]?.source === source).length,
    ),
    results.filter((result) => result.group === group).length,
  ]);
  const all = [
    "**all**",
    ...sources.map((source) => cases.filter((each) => each.source === source).length),
    cases.length,
  ];
  const isListed = ({ group }: Result): boolean => group === "worse" || group === "another value";
  const listed = cases.flatMap((each, index) => {
    const result = results[index];
    if (result === undefined || !(explain || isListed(result))) return [];
    return [
      `${result.group}: ${JSON.stringify(each.input)}\n  they ${JSON.stringify(expectedOf(each))}\n  we   ${result.got}\n`,
    ];
  });
  return [markdown(["reading", ...sources, "all"], [...rows, all]), ...listed].join("");
}

const caseSchema = z.looseObject({
  source: z.string(),
  input: z.string(),
  expected: z.unknown(),
  options: z.record(z.string(), z.unknown()).optional(),
});

type Case = z.infer<typeof caseSchema>;

interface Result {
  readonly group: string;
  readonly got: string;
}

/** Orders the groups of the table. */
function order(group: string): number {
  const place = ["same", "same, marked as cut off"].indexOf(group);
  if (place >= 0) return place;
  return group === "worse" ? 99 : group === "another value" ? 98 : 50;
}

/** The value that a library expects: it may be written as JSON. */
function expectedOf({ source, expected, options = {} }: Case): unknown {
  if (typeof expected !== "string" || options["return_objects"] === true) return expected;
  return source.startsWith("json") ? (attempt(() => JSON.parse(expected)) ?? expected) : expected;
}

/** Compares Helve's result with another library's. */
function resultOf(each: Case): Result {
  const expected = expectedOf(each);
  const schema = (each.options?.["schema"] as JsonSchema | undefined) ?? schemaOf(expected);
  if (!isObject(expected)) return notAnObject(each, schema);
  const decoded = new JsonParser().decode(each.input, schema);
  if (!decoded.ok) {
    const got = decoded.issues.map(({ message }) => message).join("; ");
    return { group: refusalReason(each.input, expected) ?? "worse", got };
  }
  const kinds = new Set(decoded.repairs.map(({ kind }) => kind));
  const got = `${JSON.stringify(decoded.args)} by ${[...kinds].join(" ")}`;
  if (!isSameJson(decoded.args, expected))
    return { group: kinds.has("truncated") ? "refused: the text is cut off" : "another value", got };
  return { group: kinds.has("truncated") ? "same, marked as cut off" : "same", got };
}

/** Decodes a value that is no object, which `JsonParser` should refuse. */
function notAnObject({ input }: Case, schema: JsonSchema): Result {
  const decoded = new JsonParser().decode(input, schema);
  const got = decoded.ok ? JSON.stringify(decoded.args) : decoded.issues.map(({ message }) => message).join("; ");
  return { group: decoded.ok ? "another value" : "refused: no object of arguments", got };
}

/** The schema that describes a value: the types of all its parts, and no other properties. */
function schemaOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) {
    const items = value.map(schemaOf);
    const [first] = items;
    return items.length > 0 && items.every((item) => isSameJson(item, first))
      ? { type: "array", items: first }
      : { type: "array" };
  }
  if (!isObject(value)) return value === null ? {} : { type: typeof value as "string" };
  const properties = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, schemaOf(member)]));
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
