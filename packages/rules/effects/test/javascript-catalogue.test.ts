import { describe, expect, it } from "vitest";
import { catalogueNames, entryOf, moduleName } from "../src/javascript/catalogue.ts";

describe("the catalogue of JavaScript", () => {
  it("lists each name once", () => {
    expect(catalogueNames.filter((name, index) => catalogueNames.indexOf(name) !== index)).toEqual([]);
  });

  it.each(catalogueNames)("names a function that a program can call: %s", (name) => {
    expect(name).toMatch(/^@?[\w$/-]+(\.[\w$]+)*$/);
    expect(entryOf(name)).toEqual({ does: expect.any(String) });
  });

  it("lists functions without Sync, and modules by one name", () => {
    for (const name of catalogueNames) {
      expect(name).not.toMatch(/^fs\..*Sync$/);
      const [module = ""] = name.split(".");
      expect(moduleName(module)).toBe(module);
    }
  });

  it("does not know other functions of modules that can do anything, nor names of prototypes", () => {
    expect(entryOf("fs.unheardOf")).toBeNull();
    expect(entryOf("child_process.unheardOf")).toBeNull();
    for (const name of ["constructor", "__proto__", "toString"]) expect(entryOf(name)).toBeUndefined();
  });
});
