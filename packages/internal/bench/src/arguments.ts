import { JsonParser } from "@helve/arguments";
import { isObject } from "@helve/core/internal";
import cases from "@helve/testing/corpus/broken-arguments.json" with { type: "json" };
import { parsePartialJson } from "ai";
import { disableErrorLogging, parse as parseBestEffort } from "best-effort-json-parser";
import { jsonrepair } from "jsonrepair";
import { parse as parsePartial } from "partial-json";
import { markdown } from "./markdown.ts";
import { attempt, isSameJson, type Outcome } from "./reading.ts";

/**
 * A Markdown table of the public corpus of broken arguments: how many of each kind each library reads as they were
 * meant, or refuses where nobody can tell. The last lines count the cases that are read as something else.
 */
export async function argumentsTable(): Promise<string> {
  disableErrorLogging();
  const outcomes = await Promise.all(
    readers.map(([, read]) => Promise.all(corpus.map((entry) => outcomeOf(entry, read)))),
  );
  const row = (name: string, outcome: Outcome, isCounted: (entry: Case) => boolean = () => true) => [
    name,
    corpus.filter(isCounted).length,
    ...outcomes.map((of) => corpus.filter((entry, index) => isCounted(entry) && of[index] === outcome).length),
  ];
  const kinds = [...new Set(corpus.map(({ kind }) => kind))];
  return markdown(
    ["kind", "cases", ...readers.map(([name]) => name)],
    [
      ...kinds.map((name) => row(name, "right", ({ kind }) => kind === name)),
      row("**all**", "right"),
      row("read as something else", "wrong"),
    ],
  );
}

const parser = new JsonParser();
const readers: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ["@helve/arguments", (text) => parser.decodeOrThrow(text, {})],
  ["jsonrepair", (text) => JSON.parse(jsonrepair(text))],
  ["best-effort-json-parser", (text) => parseBestEffort(text)],
  ["partial-json", (text) => parsePartial(text)],
  ["ai parsePartialJson", async (text) => (await parsePartialJson(text)).value],
  ["JSON.parse", (text) => JSON.parse(text)],
];

interface Case {
  readonly kind: string;
  readonly input: string;
  readonly expected?: unknown;
  readonly refused?: string;
}

const corpus: readonly Case[] = cases;

/** Returns the outcome of reading arguments; a value that is no object counts as refused. */
async function outcomeOf({ input, expected, refused }: Case, read: (text: string) => unknown): Promise<Outcome> {
  const value = await attempt(() => read(input));
  const isRead = isObject(value);
  if (refused !== undefined) return isRead ? "wrong" : "right";
  if (!isRead) return "refused";
  return isSameJson(value, expected) ? "right" : "wrong";
}
