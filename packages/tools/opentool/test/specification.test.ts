import { readOpenTool } from "@helve/opentool";
import { describe, expect, it } from "vitest";
import { kettleWith } from "./documents.ts";

// Each rule of the specification's tables, by section: a field that breaks it, and what is said.

function errorsOf(document: unknown): readonly string[] {
  const errors = readOpenTool(document).issues.filter(({ severity }) => severity !== "warning");
  return errors.map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

/** A field that must be there. */
function needs(pointer: string, right: string): void {
  it(`${pointer} is required, ${right}`, () => {
    expect(errorsOf(kettleWith(pointer, undefined))).toContainEqual(expect.stringMatching(`^required ${pointer}: `));
    expect(errorsOf(kettleWith(pointer, 3))).toContainEqual(
      expect.stringMatching(`^(?:type|enum) ${pointer}: .* must be ${right}.*\\(got 3\\)$`),
    );
  });
}

/** A field that may be absent. */
function takes(pointer: string, right: string): void {
  it(`${pointer} is optional, and otherwise ${right}`, () => {
    expect(errorsOf(kettleWith(pointer, undefined)).filter((error) => error.includes(pointer))).toEqual([]);
    expect(errorsOf(kettleWith(pointer, 3))).toContainEqual(
      expect.stringMatching(`^type ${pointer.replace("$", "\\$")}: .* must be ${right} \\(got 3\\)$`),
    );
  });
}

/** A value that is of the right type, and yet wrong; the first word is the issue's code. */
function refuses(pointer: string, value: unknown, says: string): void {
  it(`${pointer} can't be ${JSON.stringify(value)}`, () => {
    const errors = errorsOf(kettleWith(pointer, value));
    const [code, ...words] = says.split(" ");
    expect(errors).toHaveLength(1);
    expect(errors[0]?.startsWith(`${code} /`)).toBe(true);
    expect(errors[0]?.endsWith(` ${words.join(" ")}`)).toBe(true);
  });
}

function allows(pointer: string, ...values: readonly unknown[]): void {
  it.each(values.map((value) => JSON.stringify(value)))(`${pointer} can be %s`, (text) => {
    expect(errorsOf(kettleWith(pointer, JSON.parse(text)))).toEqual([]);
  });
}

const fn = "/functions/0";
const parameter = `${fn}/parameters/0`;

describe("OpenTool 1.0.0 §OpenTool", () => {
  needs("/opentool", "a string");
  refuses("/opentool", "3.0.0", 'version must be a version 1 or 2, such as "1.0.0" (got "3.0.0")');
  needs("/info", "an object");
  needs("/functions", "a list");
  allows("/functions", []);
  takes("/schemas", "an object");
  takes("/schemas/State", "an object");
});

describe("OpenTool 1.0.0 §Info", () => {
  needs("/info/title", "a string");
  takes("/info/description", "a string");
  needs("/info/version", "a string");
});

describe("OpenTool 1.0.0 §Function", () => {
  needs(`${fn}/name`, "a string");
  const form = "must be 1 to 64 of a-z, A-Z, 0-9, - and _";
  refuses(`${fn}/name`, "MEASure:VOLTage:", `name ${form} (got "MEASure:VOLTage:")`);
  refuses(`${fn}/name`, "", `name ${form} (got "")`);
  refuses(`${fn}/name`, "a".repeat(65), `name ${form} (got "${"a".repeat(60)}…")`);
  allows(`${fn}/name`, "aZ-_09", "a".repeat(64));
  refuses("/functions/1/name", "boil", 'duplicate repeats "boil" of functions[0]');
  needs(`${fn}/description`, "a string");
  needs(`${fn}/parameters`, "a list");
  allows(`${fn}/parameters`, []);
  takes(`${fn}/return`, "an object");
  allows(`${fn}/return`, null);
});

describe("OpenTool 1.0.0 §Parameter", () => {
  needs(`${parameter}/name`, "a string");
  refuses(`${fn}/parameters/1/name`, "litres", 'duplicate repeats "litres" of functions[0].parameters[0]');
  takes(`${parameter}/description`, "a string");
  needs(`${parameter}/schema`, "an object");
  needs(`${parameter}/required`, "true or false");
});

describe("OpenTool 1.0.0 §Return", () => {
  needs(`${fn}/return/name`, "a string");
  takes(`${fn}/return/description`, "a string");
  needs(`${fn}/return/schema`, "an object");
});

describe("OpenTool 1.0.0 §Schema", () => {
  const types = '"boolean", "integer", "number", "string", "array", "object"';
  needs(`${parameter}/schema/type`, "one of");
  refuses(`${parameter}/schema/type`, "float", `enum must be one of ${types} (got "float")`);
  allows(`${parameter}/schema/type`, "boolean", "integer", "number", "string");
  takes("/schemas/State/description", "a string");
  needs("/schemas/State/properties", "an object");
  takes("/schemas/State/properties/hot", "an object");
  needs("/schemas/Program/items", "an object");
  takes("/schemas/Program/items/enum", "a list");
  refuses("/schemas/Program/items/enum", [], "enum must have at least one value (got an empty list)");
  refuses(`${fn}/parameters/2/schema/enum/1`, "fast", 'enum must be an integer to match the type (got "fast")');
  takes("/schemas/State/required", "a list");
  refuses("/schemas/State/required/0", 3, "type must be a string (got 3)");
  refuses(
    "/schemas/State/required/0",
    "hott",
    'unknown_property must be one of the properties (got "hott", did you mean "hot"?; known: "hot", "before")',
  );
});

// The text of 1.0.0 does not mention references; every real document has them.
describe("OpenTool 1.0.0 §Schema, $ref", () => {
  const ref = `${fn}/return/schema/$ref`;
  it("is a string", () => {
    expect(errorsOf(kettleWith(ref, 3))).toEqual([
      `type ${ref}: functions[0].return.schema.$ref must be a string (got 3)`,
    ]);
  });
  refuses(ref, "#/schemas/toString", 'ref must name one of the schemas (got "toString"; known: "State", "Program")');
  refuses(ref, "#/definitions/State", 'ref must be "#/schemas/" and a name (got "#/definitions/State")');
  refuses("/schemas/Program", { $ref: "#/schemas/Program" }, "ref must not refer back to itself");
  allows(`${parameter}/schema`, { $ref: "#/schemas/State" });
  allows("/schemas/State/properties/before", { $ref: "#/schemas/Program" });
  allows("/schemas/Program/items", { $ref: "#/schemas/Program" });
});

describe("OpenTool 1.1.0 §OpenTool and §Server", () => {
  refuses("/server", 3, "type must be an object (got 3)");
  refuses("/server", {}, "required is required (a string)");
  refuses("/server", { url: "http://127.0.0.1:9627/opentool", description: 3 }, "type must be a string (got 3)");
  allows("/server", { url: "http://127.0.0.1:9627/opentool" });
});

describe("OpenTool 2.0.0 §Function", () => {
  refuses(`${fn}/stream`, [], "type must be an object (got a list)");
  refuses(`${fn}/stream`, { drop: { name: "drop" } }, "required is required (an object)");
  allows(`${fn}/stream`, {}, { drop: { name: "drop", schema: { $ref: "#/schemas/State" } } });
});
