import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CallEntry } from "../src/engine/call-entry.ts";
import { catalogueEntries } from "../src/python/catalogue.ts";
import { catalogueProblems } from "./catalogue-problems.ts";

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
