import { describe, expect, it } from "vitest";
import { catalogueEntries, entryOf, moduleName } from "../src/javascript/catalogue.ts";

const names = catalogueEntries.flatMap(({ calls }) => calls.split(" "));

describe("the catalogue of JavaScript", () => {
  it("lists each name once", () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(names)("names a function that a program can call: %s", (name) => {
    expect(name).toMatch(/^(\*|@?[\w$/-]+)(\.[\w$]+)*$/);
    expect(entryOf(name)?.calls.split(" ")).toContain(name);
  });

  it("lists functions without Sync, and modules by one name", () => {
    for (const name of names) {
      expect(name).not.toMatch(/^fs\..*Sync$/);
      const [module = ""] = name.split(".");
      expect(moduleName(module)).toBe(module);
    }
  });

  it("names only parameters that an entry has", () => {
    for (const { calls, parameters = "", effects = [] } of catalogueEntries) {
      const known = new Set(["self", "@fetched", "@input", ...parameters.split(" ")]);
      for (const { kind, what, mode, change, ...fields } of effects as readonly Record<string, unknown>[]) {
        const { direction, protocol, usual, reason, ...named } = fields;
        const texts = [...Object.values(named), kind === "open" ? mode : ""].filter((text) => typeof text === "string");
        for (const text of texts.join(" ").split(" ").filter(Boolean))
          expect(known, `${calls}: ${text} of ${kind} ${what} ${change}`).toContain(text.split(".")[0]);
      }
    }
  });

  it("does not know other functions of modules that can do anything, nor names of prototypes", () => {
    expect(entryOf("fs.unheardOf")?.effects).toMatchObject([{ kind: "anything" }]);
    expect(entryOf("child_process.unheardOf")?.effects).toMatchObject([{ kind: "anything" }]);
    for (const name of ["constructor", "__proto__", "toString"]) expect(entryOf(name)).toBeUndefined();
  });
});
