import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CallEntry, EffectEntry } from "../src/engine/call-entry.ts";
import { catalogueEntries } from "../src/python/catalogue.ts";

/** The fields of an effect that name the argument that it is about; an empty text stands for an unknown value. */
const requiredFields = ["target", "to", "argument", "process", "data", "user", "arguments", "value"] as const;
const dottedName = /^(\*\.)?[A-Za-z_]\w*(\.\w+)*$/;
const parameterName = /^\*?[A-Za-z_]\w*(\|[A-Za-z_]\w*)*$/;

/** A sentence for each mistake in the entries of a catalogue. */
function catalogueProblems(entries: readonly CallEntry[]): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const types = new Set(["pathlib.Path", ...entries.flatMap(({ returns = [] }) => returns)]);
  for (const entry of entries) {
    const names = entry.calls.split(" ");
    const [first = ""] = names;
    for (const name of names) {
      if (!dottedName.test(name))
        problems.push(`"${entry.calls}": "calls" must be dotted names separated by single spaces (got "${name}").`);
      if (seen.has(name)) problems.push(`"${name}" has two entries: merge them, as only the last one would count.`);
      seen.add(name);
    }
    problems.push(...parameterProblems(first, entry), ...effectProblems(first, entry));
    if (JSON.stringify(entry.effects ?? []).includes("self.") || entry.keepsAsFields !== undefined)
      for (const name of names)
        if (!isMethod(name, types))
          problems.push(
            `"${name}" uses fields of its object, but no entry has "returns": "${name.replace(/\.\w+$/, "")}": ` +
              "add the call that creates the object.",
          );
  }
  return problems;
}

function parameterProblems(name: string, { parameters, size, keepsAsFields }: CallEntry): readonly string[] {
  const problems: string[] = [];
  const list = parameters === undefined ? [] : parameters.split(" ");
  for (const [at, parameter] of list.entries()) {
    if (!parameterName.test(parameter))
      problems.push(`"${name}": a parameter is a name, "name|alias" or "*name" (got "${parameter}").`);
    if (parameter.startsWith("*") && at < list.length - 1)
      problems.push(`"${name}": "${parameter}" takes all remaining arguments, so it must be the last parameter.`);
  }
  const known = parameterNames(parameters);
  for (const used of [size, ...(keepsAsFields ?? "").split(" ")])
    if (used !== undefined && used !== "" && !known.has(used))
      problems.push(`"${name}": "${used}" is missing in its parameters (${listed(known)}).`);
  return problems;
}

function effectProblems(name: string, { effects = [], parameters }: CallEntry): readonly string[] {
  const known = parameterNames(parameters);
  return effects.flatMap((effect) =>
    requiredFields.flatMap((field) => {
      const value = fieldOf(effect, field);
      if (value === undefined || value === "") return [];
      if (value.split(" ").some((used) => isKnown(used, known, effect))) return [];
      return [
        `"${name}": the effect "${effect.kind}" has "${field}": "${value}", which is missing in its parameters ` +
          `(${listed(known)}); list it there, or use self, self.field, @fetched, @input or a path.`,
      ];
    }),
  );
}

function fieldOf(effect: EffectEntry, field: string): string | undefined {
  const value = (effect as unknown as Record<string, unknown>)[field];
  return typeof value === "string" ? value : undefined;
}

/** Whether a name in an effect stands for something: a parameter, the object, a path, or the keyword that `onlyIf` names. */
function isKnown(used: string, parameters: ReadonlySet<string>, effect: EffectEntry): boolean {
  const [base = ""] = used.split(".");
  return (
    /^[@/~]/.test(used) || base === "self" || parameters.has(base) || ("onlyIf" in effect && effect.onlyIf === used)
  );
}

function parameterNames(parameters: string | undefined): ReadonlySet<string> {
  return new Set((parameters ?? "").split(" ").flatMap((each) => each.replace("*", "").split("|")[0] ?? []));
}

function listed(names: ReadonlySet<string>): string {
  return names.size === 0 || names.has("") ? "it has none" : [...names].join(", ");
}

function isMethod(name: string, types: ReadonlySet<string>): boolean {
  return name.startsWith("*.") || [...types].some((type) => name.startsWith(`${type}.`));
}

describe("the catalogue of Python calls", () => {
  it("has no mistakes in its entries", () => {
    expect(catalogueProblems(catalogueEntries)).toEqual([]);
  });

  it("describes each of its files in the comment that explains how to add a call", () => {
    const folder = new URL("../src/python/catalogue/", import.meta.url);
    const comment = readFileSync(new URL("../src/python/catalogue.ts", import.meta.url), "utf8").split("*/")[0] ?? "";
    const missing = readdirSync(folder).filter((file) => !new RegExp(`\\b${file}\``).test(comment));
    expect(missing.map((file) => `catalogue/${file} is missing in the comment of catalogueEntries.`)).toEqual([]);
  });

  it("documents each field of an entry and each effect that has fields of its own", () => {
    const source = readFileSync(new URL("../src/engine/call-entry.ts", import.meta.url), "utf8");
    const [callEntry = ""] = source.split("export type EffectEntry");
    const fields = [...callEntry.matchAll(/( {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^ {2}readonly (\w+)/gm)];
    const undocumented = fields.filter(([, comment]) => comment === undefined).map(([, , name]) => name);
    expect(undocumented.map((name) => `The field "${name}" of CallEntry has no comment.`)).toEqual([]);
    expect(fields.length).toBeGreaterThan(5);
  });

  it.each<[string, readonly CallEntry[], string]>([
    ["an empty name", [{ calls: "os.a  os.b" }], 'separated by single spaces (got "")'],
    ["two entries", [{ calls: "os.a" }, { calls: "os.b os.a" }], '"os.a" has two entries'],
    [
      "a parameter that is not listed",
      [{ calls: "os.a", parameters: "path", effects: [{ kind: "delete", target: "pth" }] }],
      '"os.a": the effect "delete" has "target": "pth", which is missing in its parameters (path)',
    ],
    ["a rest parameter before others", [{ calls: "os.a", parameters: "*args path" }], "must be the last parameter"],
    [
      "a method without its type",
      [{ calls: "lib.Thing.drop", effects: [{ kind: "delete", target: "self.path" }] }],
      'no entry has "returns": "lib.Thing"',
    ],
    ["a field without a parameter", [{ calls: "os.a", size: "count" }], '"count" is missing in its parameters'],
  ])("reports %s", (_, entries, problem) => {
    expect(catalogueProblems(entries).join(" ")).toContain(problem);
  });
});
