import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatIssue } from "@helve/core";
import { type Extraction, extractTools, openExtractor, printTools } from "@helve/extract";
import { parametersSchema, parseOpenTool, schemaValidator } from "@helve/opentool";
import { describe, expect, it, onTestFinished } from "vitest";

const cwd = fileURLToPath(new URL("project", import.meta.url));
const compilers = ["typescript", "@typescript/typescript6"] as const;
const fromTools = new Map(
  await Promise.all(
    compilers.map(async (compiler) => [compiler, await extractTools(["tools.ts"], { cwd, compiler })] as const),
  ),
);

function functionOf({ document }: Extraction, name: string) {
  const fn = parseOpenTool(document).functions.find((one) => one.name === name);
  if (fn === undefined) throw new Error(`there is no function ${name}`);
  return fn;
}

describe.each(compilers)("extractTools with %s", (compiler) => {
  const extraction = fromTools.get(compiler);
  if (extraction === undefined) throw new Error("not extracted");
  const accepts = (name: string, args: unknown): boolean => {
    const schema = parametersSchema(functionOf(extraction, name), extraction.document.schemas);
    return schemaValidator(schema)(args).length === 0;
  };

  it("reads exported functions and the public methods of exported classes, in their order", () => {
    expect(extraction.document.info).toEqual({ title: "weather-tools", version: "1.2.3" });
    expect(extraction.document.functions.map(({ name }) => name)).toEqual([
      ...["weather", "search", "draw", "watch", "first", "update", "Terminal-execute"],
    ]);
    expect(extraction.diagnostics).toEqual([]);
  });

  it("reads types, optional parameters, defaults and descriptions", () => {
    expect(functionOf(extraction, "weather")).toEqual({
      name: "weather",
      description: "Tells the weather.",
      parameters: [
        { name: "place", description: "where", schema: { $ref: "#/schemas/Place" }, required: true },
        { name: "days", description: "how many days", schema: { type: "number", default: 3 }, required: false },
        { name: "unit", schema: { type: "string", enum: ["celsius", "fahrenheit"] }, required: false },
        { name: "tags", schema: { type: "array", items: { type: "string" } }, required: false },
      ],
      return: {
        name: "result",
        description: "the forecast",
        schema: {
          type: "object",
          properties: { sky: { type: "string" }, at: { type: "string", format: "date-time" } },
          required: ["sky", "at"],
        },
      },
    });
    expect(extraction.document.schemas?.["Place"]).toMatchObject({
      description: "A place on earth.",
      properties: {
        city: { type: "string", description: "The city.", minLength: 2 },
        neighbours: { type: "array", items: { $ref: "#/schemas/Place" } },
      },
      required: ["city", "size"],
    });
  });

  it("takes the properties of a single object as arguments, and leaves the context out", () => {
    expect(functionOf(extraction, "search")).toMatchObject({
      parameters: [
        { name: "query", description: "What to find.", schema: { type: "string" }, required: true },
        {
          name: "limit",
          description: "How many.",
          schema: { type: "integer", minimum: 1, default: 10 },
          required: false,
        },
      ],
      return: { schema: { $ref: "#/schemas/Page_Place" } },
    });
    expect(extraction.functions[1]).toMatchObject({ passing: "object", takesContext: true });
  });

  it("enforces unions, brands, tuples, records, templates and intersections", () => {
    const args = {
      shape: { kind: "circle", radius: 1 },
      id: "a",
      pair: [1],
      map: { a: 1 },
      flag: "auto",
      version: "v2",
    };
    expect(accepts("draw", args)).toBe(true);
    for (const wrong of [
      { shape: { kind: "circle" } },
      { pair: ["a"] },
      { pair: [1, "a", 2] },
      { map: { a: "b" } },
      { flag: 1 },
      { version: "2" },
    ]) {
      expect(accepts("draw", { ...args, ...wrong })).toBe(false);
    }
    expect(accepts("update", { id: "a", size: null })).toBe(true);
    expect(accepts("update", { size: 1 })).toBe(false);
    expect(accepts("first", { items: [{ id: "a", more: 1 }] })).toBe(true);
    expect(accepts("first", { items: [{}] })).toBe(false);
  });

  it("reads what a generator yields as a stream", () => {
    expect(extraction.document.opentool).toBe("2.0.0");
    expect(functionOf(extraction, "watch")).toMatchObject({
      stream: { item: { schema: { $ref: "#/schemas/Place" } } },
    });
  });

  it("reports what JSON can't represent, with its place, and leaves such functions out", async () => {
    const { document, diagnostics } = await extractTools(["problems.ts"], { cwd, compiler });
    expect(document.functions.map(({ name }) => name)).toEqual(["log", "silent"]);
    expect(diagnostics.map((issue) => `${issue.severity} ${formatIssue(issue, issue.file.split("/").at(-1))}`)).toEqual(
      [
        'error problems.ts:4:24: the parameter "when" is a Date, which JSON has no values for: take a string',
        'error problems.ts:4:36: the parameter "done" is a function, which JSON can\'t represent',
        'warning problems.ts:10:21: the parameter "value" is of type any, so any value is accepted: give it a type',
        'warning problems.ts:14:1: the function "silent" has no description: write a JSDoc comment above it',
        'error problems.ts:17:23: the parameter "ids" is a Set, which JSON can\'t represent',
        'warning problems.ts:17:1: the result of "count" is of type bigint, which JSON can\'t represent',
      ],
    );
  });
});

describe("extraction", () => {
  it("is the same with both compilers", () => {
    const [modern, classic] = compilers.map((compiler) => fromTools.get(compiler));
    expect(classic).toEqual(modern);
  });

  it("names each missing file", async () => {
    await expect(extractTools(["none.ts"], { cwd })).rejects.toThrow(`there is no file "${cwd}/none.ts"`);
  });

  it.each(compilers)("reads a default that has changed, with %s", async (compiler) => {
    const folder = mkdtempSync(join(tmpdir(), "helve-extract-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "types": [] } }');
    const write = (days: number): void =>
      writeFileSync(join(folder, "tools.ts"), `/** Waits. */\nexport function wait(days = ${days}): void {}\n`);
    write(3);
    const extractor = await openExtractor(["tools.ts"], { cwd: folder, compiler });
    onTestFinished(() => extractor.close());
    const defaults = [3, 5].map((days) => {
      write(days);
      return extractor.extract().document.functions[0]?.parameters[0]?.schema;
    });
    expect(defaults).toMatchObject([{ default: 3 }, { default: 5 }]);
  });

  it.each(compilers)(
    "leaves out a function whose types have no end, with a few problems, with %s",
    async (compiler) => {
      const folder = mkdtempSync(join(tmpdir(), "helve-extract-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      writeFileSync(
        join(folder, "tsconfig.json"),
        '{ "compilerOptions": { "strict": true, "types": [], "lib": ["dom", "esnext"] } }',
      );
      const source = `
      export interface Grow<T> { value: T; next?: Grow<T[]> }
      /** Grows. */ export function grow(start: Grow<string>, by: number): void {}
      /** Draws. */ export function draw(on: HTMLElement, color: string): void {}
      /** Waits. */ export function wait(days: number): void {}
    `;
      writeFileSync(join(folder, "tools.ts"), source);
      const { document, diagnostics } = await extractTools(["tools.ts"], { cwd: folder, compiler });
      expect(document.functions.map(({ name }) => name)).toEqual(["wait"]);
      expect(diagnostics.map(({ message }) => message)).toEqual([
        expect.stringContaining("is of a type that contains itself without a name, or is too large"),
        'the parameter "on" is a HTMLElement, which JSON can\'t represent',
      ]);
    },
  );

  it.each(compilers)("reports errors of the syntax with their place, with %s", async (compiler) => {
    const folder = mkdtempSync(join(tmpdir(), "helve-extract-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "types": [] } }');
    const source = "/** Waits. */\nexport function wait(days: number): void {}\nexport function (((\n";
    writeFileSync(join(folder, "tools.ts"), source);
    const { document, diagnostics } = await extractTools(["tools.ts"], { cwd: folder, compiler });
    expect(document.functions.map(({ name }) => name)).toEqual(["wait"]);
    expect(diagnostics[0]).toMatchObject({
      code: "syntax",
      severity: "error",
      message: "Identifier expected.",
      file: join(folder, "tools.ts"),
      range: { start: { line: 3, column: 17 } },
    });
  });

  it.each(compilers)("places problems in the files that are read, with %s", async (compiler) => {
    const folder = mkdtempSync(join(tmpdir(), "helve-extract-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "types": [] } }');
    writeFileSync(join(folder, "types.ts"), "export interface Days { names: Set<string>; count: number }\n");
    const source =
      'import type { Days } from "./types.js";\n/** Waits. */\nexport function wait(days: Days, place: string): void {}\n';
    writeFileSync(join(folder, "tools.ts"), source);
    const { diagnostics } = await extractTools(["tools.ts"], { cwd: folder, compiler });
    expect(diagnostics).toMatchObject([{ file: join(folder, "tools.ts"), range: { start: { line: 3, column: 22 } } }]);
    const both = await extractTools(["tools.ts", "types.ts"], { cwd: folder, compiler });
    expect(both.diagnostics).toMatchObject([{ file: join(folder, "types.ts"), range: { start: { line: 1 } } }]);
  });

  it.each(compilers)("keeps the project it was given after a change, with %s", async (compiler) => {
    const folder = mkdtempSync(join(tmpdir(), "helve-extract-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = (strict: boolean): string =>
      JSON.stringify({ compilerOptions: { strict, types: [] }, files: ["tools.ts"] });
    writeFileSync(join(folder, "tsconfig.json"), config(true));
    writeFileSync(join(folder, "loose.json"), config(false));
    writeFileSync(join(folder, "tools.ts"), "/** Waits. */\nexport function wait(until: string | null): void {}\n");
    const extractor = await openExtractor(["tools.ts"], { cwd: folder, compiler, tsconfig: "loose.json" });
    onTestFinished(() => extractor.close());
    const schemas = [1, 2].map(() => extractor.extract().document.functions[0]?.parameters[0]?.schema);
    expect(schemas).toEqual([{ type: "string" }, { type: "string" }]);
  });

  it("reads files again without opening the project again", async () => {
    const extractor = await openExtractor(["tools.ts"], { cwd });
    const [before, after] = [extractor.extract(), extractor.extract()];
    extractor.close();
    expect(after).toEqual(before);
  });

  it("writes a module with typed tools that run the functions", () => {
    const extraction = fromTools.get("typescript");
    const text = extraction && printTools(extraction, `${cwd}/tools.gen.ts`);
    // The module is committed, so that the compiler checks it.
    expect(text).toBe(readFileSync(`${cwd}/tools.gen.ts`, "utf8"));
  });

  it("imports sources by the names of their output if the project does", () => {
    const extraction = fromTools.get("typescript");
    const text = extraction && printTools({ ...extraction, importsSources: false }, `${cwd}/tools.gen.ts`);
    expect(text).toContain('from "./tools.js";');
  });

  it("writes tools that pass arguments as the functions take them", async () => {
    const { weather, search, terminalTools } = await import("./project/tools.gen.ts");
    const { Terminal } = await import("./project/tools.ts");
    const context = {} as never;
    expect(await weather.execute({ place: { city: "Oslo", size: null }, tags: ["a", "b"] }, context)).toMatchObject({
      sky: "Oslo 3 undefined a,b",
    });
    expect(search.execute({ query: "x", limit: 2 }, context)).toEqual({ items: [{ city: "x", size: 2 }] });
    const [execute] = terminalTools(new Terminal());
    expect(execute?.execute({ command: "ls", options: { timeout: 1 } }, context)).toBe('ls {"timeout":1}');
  });
});
