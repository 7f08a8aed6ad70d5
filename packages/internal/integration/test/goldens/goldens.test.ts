// Every output of the original systems that we have is compared in a test, or a table says why it is not.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import ids from "./ids.json" with { type: "json" };
import { groupReasons, inspectReasons, lagentReasons } from "./reasons.ts";

const tools = new URL("../../../../tools/", import.meta.url);

/** The fixtures that a test compares case by case; the tests have tables of their own for what differs. */
const fixtures: readonly URL[] = [
  "arguments/test/fixtures/inspect-arguments.json",
  "arguments/test/fixtures/lagent-json-parser.json",
  "arguments/test/tuple/lagent-goldens.json",
  "executor/test/fixtures/inspect-loop.json",
  "executor/test/fixtures/inspect-truncation.json",
  "lagent/test/fixtures/lagent-executor.json",
  "lagent/test/fixtures/lagent.json",
  "tool/test/fixtures/inspect-json-schema.json",
  "tool/test/fixtures/inspect-tool-info.json",
  "tool/test/fixtures/inspect-tool-semantics.json",
].map((file) => new URL(file, tools));

interface Golden {
  readonly id?: string;
  readonly raise?: string;
  readonly returns?: string;
}

/** How many cases each member of the fixtures has, and the names of the cases that have one. */
const compared = { ids: new Set<string>(), counts: new Map<string, number>() };

function collect(value: unknown, name: string): void {
  if (Array.isArray(value)) {
    compared.counts.set(name, value.length);
    for (const { id, raise, returns } of value as readonly Golden[]) compared.ids.add(id ?? raise ?? returns ?? "");
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) collect(member, key === "cases" ? name : key);
  }
}

for (const file of [
  ...fixtures,
  new URL("inspect-runs.json", import.meta.url),
  new URL("lagent-calls.json", import.meta.url),
])
  collect(
    JSON.parse(readFileSync(file, "utf8")),
    file.pathname.replace(/.*(?:inspect|lagent)-|\.json$/g, "").replaceAll("-", "_"),
  );

it.each(Object.entries(ids))("each golden of %s is compared or has a reason", (group, names) => {
  if (Object.hasOwn(groupReasons, group)) return;
  const isNumbered = names.every((name) => /^\d+$/.test(name));
  if (isNumbered) expect(compared.counts.get(group.replace("inspect ", ""))).toBe(names.length);
  const isKnown = (name: string) => isNumbered || compared.ids.has(name) || Object.hasOwn(lagentReasons, name);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});

it("has no reason for a golden that there is not", () => {
  const known = new Set(Object.values(ids).flat());
  const reasons = [lagentReasons, ...Object.values(inspectReasons)].flatMap((table) => Object.keys(table));
  expect(reasons.filter((name) => !known.has(name))).toEqual([]);
  expect(Object.keys(groupReasons).filter((group) => !Object.hasOwn(ids, group))).toEqual([]);
});
