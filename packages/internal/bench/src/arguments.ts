import { isDeepStrictEqual } from "node:util";
import { JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import cases from "@helve/testing/corpus/broken-arguments.json" with { type: "json" };
import { parsePartialJson } from "ai";
import { Ajv2020 } from "ajv/dist/2020.js";
import { disableErrorLogging, parse as parseBestEffort } from "best-effort-json-parser";
import { jsonrepair } from "jsonrepair";
import { parse as parsePartial } from "partial-json";
import { compare } from "./compare.ts";

/** Measures `JsonParser` against JSON.parse and ajv on what is right, and against jsonrepair on what is broken. */
export async function compareArguments(): Promise<void> {
  const parser = new JsonParser();
  for (const [size, text, schema] of [
    ["130 bytes", call, callSchema],
    ["160 kB", rows, rowsSchema],
  ] as const) {
    const fits = new Ajv2020({ strict: false }).compile(schema);
    await compare(`right arguments, ${size}`, [
      ["JSON.parse and ajv", () => fits(JSON.parse(text))],
      ["JsonParser", () => parser.decode(text, schema)],
    ]);
    for (const [how, broken] of breakages(text)) {
      await compare(`${how}, ${size}`, [
        ["jsonrepair and JSON.parse", () => JSON.parse(jsonrepair(broken))],
        ["JsonParser", () => parser.decode(broken, schema)],
      ]);
    }
  }
}

/**
 * A Markdown table of the public corpus of broken arguments: how many of each kind each library reads as they were
 * meant, or refuses where nobody can tell. The last lines count the cases that are read as something else.
 */
export async function argumentsTable(): Promise<string> {
  disableErrorLogging();
  const parser = new JsonParser();
  const readers: readonly Reader[] = [
    ["@helve/arguments", (text) => parser.decodeOrThrow(text, {})],
    ["jsonrepair", (text) => JSON.parse(jsonrepair(text))],
    ["best-effort-json-parser", (text) => parseBestEffort(text)],
    ["partial-json", (text) => parsePartial(text)],
    ["ai parsePartialJson", async (text) => (await parsePartialJson(text)).value],
    ["JSON.parse", (text) => JSON.parse(text)],
  ];
  const outcomes = await Promise.all(
    readers.map(([, read]) => Promise.all(corpus.map((entry) => outcomeOf(entry, read)))),
  );
  const count = (reader: number, outcome: Outcome, kind?: string): number =>
    corpus.filter((entry, index) => (kind ?? entry.kind) === entry.kind && outcomes[reader]?.[index] === outcome)
      .length;
  const line = (name: string, total: number, cell: (reader: number) => number): string =>
    `| ${[name, total, ...readers.map((_, reader) => cell(reader))].join(" | ")} |`;
  const kinds = [...new Set(corpus.map(({ kind }) => kind))];
  return [
    `| kind | cases | ${readers.map(([name]) => name).join(" | ")} |`,
    `| --- | ${Array.from({ length: readers.length + 1 }, () => "---:").join(" | ")} |`,
    ...kinds.map((kind) =>
      line(kind, corpus.filter((entry) => entry.kind === kind).length, (reader) => count(reader, "right", kind)),
    ),
    line("**all**", corpus.length, (reader) => count(reader, "right")),
    line("read as something else", corpus.length, (reader) => count(reader, "wrong")),
    "",
  ].join("\n");
}

interface Case {
  readonly kind: string;
  readonly input: string;
  readonly expected?: unknown;
  readonly refused?: string;
}

type Reader = readonly [name: string, read: (text: string) => unknown];
type Outcome = "right" | "wrong" | "refused";

const corpus: readonly Case[] = cases;

/** A value that is no object counts as refused: it is no arguments. */
async function outcomeOf({ input, expected, refused }: Case, read: Reader[1]): Promise<Outcome> {
  const value = await attempt(input, read);
  const given = isObject(value);
  if (refused !== undefined) return given ? "wrong" : "right";
  if (!given) return "refused";
  // Some libraries make objects without a prototype, which is no difference in JSON.
  return isDeepStrictEqual(plain(value), plain(expected)) ? "right" : "wrong";
}

async function attempt(input: string, read: Reader[1]): Promise<unknown> {
  try {
    return await read(input);
  } catch {
    return undefined;
  }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const callSchema: JsonSchema = {
  type: "object",
  properties: {
    command: { type: "string" },
    timeout: { type: "number" },
    cwd: { type: "string" },
    env: { type: "object", additionalProperties: { type: "string" } },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["command"],
};
const call = JSON.stringify({
  command: "git log --oneline | head -20",
  timeout: 30,
  cwd: "/srv/app",
  env: { LANG: "C" },
  tags: ["log", "git", "short"],
});

const rowsSchema: JsonSchema = {
  type: "object",
  properties: {
    rows: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "integer" },
          name: { type: "string" },
          done: { type: "boolean" },
          note: { type: ["string", "null"] },
        },
      },
    },
  },
};
const rows = JSON.stringify({
  rows: Array.from({ length: 2800 }, (_, id) => ({ id, name: `row number ${id}`, done: id % 2 === 0, note: null })),
});

function breakages(text: string): readonly (readonly [how: string, text: string])[] {
  const python = text.replaceAll("true", "True").replaceAll("false", "False").replaceAll("null", "None");
  return [
    ["a trailing comma", `${text.slice(0, -1)},}`],
    ["a comma missing", text.replace(",", " ")],
    ["cut off", text.slice(0, -6)],
    ["keys without quotes", text.replace(/"(\w+)":/g, "$1:")],
    ["a Python dict", python.replaceAll('"', "'")],
    ["in a fence, with prose", `Here you are:\n\`\`\`json\n${text}\n\`\`\`\nAnything else?`],
  ];
}
