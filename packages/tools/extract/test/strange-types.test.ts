// Types and comments that real sources have, but few: what their schemas decide is what TypeScript decides.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Extraction, extractTools } from "@helve/extract";
import { parametersSchema, schemaValidator } from "@helve/opentool";
import { describe, expect, it } from "vitest";

const source = String.raw`
/** Texts. */
export function texts(a = "2024_01", b = ${"`a${1}`"}, c = ${"`x\\ny`"}, d = 'it\'s, a: 1', e = ",}", f = [1_000, -0x10,], g = { a: "b", 'c': null, } as const, h = "\u0041") {}
/** Records. */
export function records(empty: Record<string, never>, data: { [key: ${"`data-${string}`"}]: number; [key: ${"`on-${string}`"}]: string }) {}
/** Mapped texts. */
export function mapped(upper: Uppercase<string>, lower: Lowercase<string>, first: Capitalize<string>, other: Uncapitalize<string>) {}
/** Templates. */
export function templates(key: ${"`${Uppercase<string>}_${number}`"}, big: ${"`${bigint}n`"}, text: ${"`a${string}`"}, part: ${"`x${Uppercase<`${number}`>}`"}, names: { [key: Uppercase<string>]: number }) {}
/** Tuples. */
export function tuples(last: [...string[], number], middle: [boolean, ...string[], number]) {}
/** Items. */
export function items(...args: [name: string, size?: number]) {}
/** Patterns. */
export interface Patterns {
  /** @pattern /^\d+$/ */
  a: string;
  /** @pattern /^x/i */
  b: string;
}
/** Matches. */
export function matches(patterns: Patterns, other: string) {}
/**
 * Options.
 * @param options - the options
 * @param options.size - how large
 * @param [options.depth=3] how deep
 */
export function options(name: string, options: { size: number; depth?: number }) {}
export class Account {
  #key = "";
  private secret = "";
  name = "";
  get upper() { return this.name; }
  /** Returns itself. */
  self(): Account { return this; }
}
export class Token { private value = ""; size = 1; }
/** Uses a token. */
export function use(token: Token, other: string) {}
/** Cost. */
export function cost$(a: string) {}
`;

const folder = mkdtempSync(join(tmpdir(), "helve-extract-"));
writeFileSync(
  join(folder, "tsconfig.json"),
  '{ "compilerOptions": { "strict": true, "types": [], "lib": ["esnext"] } }',
);
writeFileSync(join(folder, "tools.ts"), source);
const compilers = ["typescript", "@typescript/typescript6"] as const;
const extractions = new Map<string, Extraction>(
  await Promise.all(
    compilers.map(async (compiler) => [compiler, await extractTools(["tools.ts"], { cwd: folder, compiler })] as const),
  ),
);
rmSync(folder, { recursive: true });

describe.each(compilers)("extractTools with %s", (compiler) => {
  const { document, diagnostics } = extractions.get(compiler) as Extraction;
  const functionOf = (name: string) => document.functions.find((fn) => fn.name === name);
  const accepts = (name: string, args: unknown): boolean => {
    const fn = functionOf(name);
    return fn !== undefined && schemaValidator(parametersSchema(fn, document.schemas))(args).length === 0;
  };
  const messages = diagnostics.map(({ severity, message }) => `${severity}: ${message}`);

  it("reads defaults as JavaScript does", () => {
    expect(functionOf("texts")?.parameters.map(({ schema }) => (schema as { default?: unknown }).default)).toEqual([
      "2024_01",
      undefined,
      "x\ny",
      "it's, a: 1",
      ",}",
      [1000, -16],
      { a: "b", c: null },
      "A",
    ]);
  });

  it("admits no properties in a record of never, and those of each template", () => {
    expect(accepts("records", { empty: {}, data: { "data-a": 1, "on-a": "x" } })).toBe(true);
    expect(accepts("records", { empty: { a: 1 }, data: {} })).toBe(false);
    expect(accepts("records", { empty: {}, data: { "data-a": "x" } })).toBe(false);
    expect(accepts("records", { empty: {}, data: { "on-a": 1 } })).toBe(false);
  });

  it("admits the texts of Uppercase<string> and its like", () => {
    const fit = { upper: "ÄB 1", lower: "äß", first: "Ab", other: "aB" };
    expect(accepts("mapped", fit)).toBe(true);
    expect(accepts("mapped", { upper: "", lower: "", first: "", other: "" })).toBe(true);
    for (const [name, text] of Object.entries({ upper: "Äb", lower: "äB", first: "äb", other: "Ab" })) {
      expect(accepts("mapped", { ...fit, [name]: text })).toBe(false);
    }
  });

  it("admits the texts of templates that TypeScript admits", () => {
    const fit = { key: "A_1e5", big: "-12n", text: "a\nb", part: "x1E5", names: { A: 1 } };
    expect(accepts("templates", fit)).toBe(true);
    for (const key of ["_.5", "A_0x1F", "A_-1.5"]) expect(accepts("templates", { ...fit, key })).toBe(true);
    for (const key of ["a_1", "A_", "A_1x"]) expect(accepts("templates", { ...fit, key })).toBe(false);
    expect(accepts("templates", { ...fit, big: "1.5n" })).toBe(false);
    expect(accepts("templates", { ...fit, names: { A: "x" } })).toBe(false);
    expect(messages).toContainEqual(
      expect.stringMatching(
        /^warning: the parameter "part" is of type Uppercase<`.*`>, which has no regular expression/,
      ),
    );
  });

  it("admits items after those of any number, and says that their order is not checked", () => {
    expect(accepts("tuples", { last: ["a", "b", 1], middle: [true, "a", 1] })).toBe(true);
    expect(accepts("tuples", { last: [], middle: [true, 1] })).toBe(false);
    expect(accepts("tuples", { last: [true], middle: [true, 1] })).toBe(false);
    expect(accepts("tuples", { last: [1], middle: [1, 1] })).toBe(false);
    expect(messages).toContain(
      'warning: the parameter "last" has items after others of any number: their order is not checked',
    );
  });

  it("requires rest parameters that have a required item", () => {
    expect(functionOf("items")?.parameters).toMatchObject([{ name: "args", required: true }]);
  });

  it("reads a pattern between slashes, and refuses its flags", () => {
    expect(accepts("matches", { patterns: { a: "12", b: "" }, other: "" })).toBe(true);
    expect(accepts("matches", { patterns: { a: "x", b: "" }, other: "" })).toBe(false);
    expect(messages).toContainEqual(expect.stringMatching(/the tag @pattern of .*b" must have a value/));
  });

  it("takes the descriptions of properties from the comment of the function", () => {
    expect(functionOf("options")?.parameters[1]).toMatchObject({
      description: "the options",
      schema: { properties: { size: { description: "how large" }, depth: { description: "how deep" } } },
    });
  });

  it("has no private members and getters in results", () => {
    expect(document.schemas?.["Account"]).toEqual({
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    });
  });

  it("leaves out a function that takes a class with private members", () => {
    expect(functionOf("use")).toBeUndefined();
    expect(messages).toContain(
      'error: the parameter "token" is a class with private members, which an object of JSON does not have',
    );
  });

  it("says which functions have another name", () => {
    expect(functionOf("cost")).toBeDefined();
    expect(messages).toContainEqual(expect.stringContaining('warning: the function "cost$" is named "cost"'));
  });
});
