import { readFileSync } from "node:fs";
import { TupleParser } from "@helve/arguments/tuple";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";

/** The result of Lagent's `TupleParser` for an input. */
interface Golden {
  readonly id: string;
  readonly parameters: readonly string[];
  readonly required: readonly string[];
  readonly input: unknown;
  readonly expected?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

const goldens: readonly Golden[] = JSON.parse(readFileSync(new URL("lagent-goldens.json", import.meta.url), "utf8"));

/** Where a mistake of Lagent's is not repeated. */
const differing: Readonly<Record<string, string>> = {
  "tuple-003": "a string is no tuple: Lagent takes it for one value a character, and this one has one character",
  "tuple-034": "JSON has no complex numbers",
  "tuple-048": 'JSON does not have "..."',
  "tuple-064": "JSON does not have bytes",
  "tuple-065": "JSON does not have bytes",
  "tuple-106": "a dict is no tuple: Lagent takes its keys for the values",
  "tuple-114": "a string is no tuple, even an empty one",
};

const parser = new TupleParser({ strict: true, repair: false, coerce: false });

/** Lagent does not look at types. */
function schemaOf({ parameters, required }: Golden): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((name) => [name, {}])),
    required,
    additionalProperties: false,
  };
}

function rawOf({ input }: Golden): unknown {
  return typeof input === "object" && input !== null && "$tuple" in input ? input.$tuple : input;
}

describe("TupleParser, strict and without repair, compared with Lagent's", () => {
  it.each(goldens.filter(({ id }) => differing[id] === undefined))("agrees on $id", (golden) => {
    const decoded = parser.decode(rawOf(golden), schemaOf(golden));
    expect(decoded.ok ? decoded.args : "refused").toEqual(golden.expected ?? "refused");
    expect(decoded.repairs).toEqual([]);
  });

  it.each(goldens.filter(({ id }) => differing[id] !== undefined))("refuses $id, which Lagent reads", (golden) => {
    expect(golden.expected).toBeDefined();
    expect(parser.decode(rawOf(golden), schemaOf(golden)).ok).toBe(false);
  });
});
