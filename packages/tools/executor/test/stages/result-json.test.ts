import { ActionExecutor, parseActionReturn } from "@helve/executor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "../one-tool.ts";

const returning = (value: unknown) => new ActionExecutor([saying("t", () => value)]).execute(callOf("t"));

class Point {
  readonly x = 1;
}

class Counter {
  #count = 0;
  next(): number {
    return ++this.#count;
  }
}

const circle: Record<string, unknown> = {};
circle["self"] = circle;
let deep: unknown = 1;
for (let level = 0; level < 1001; level++) deep = [deep];

describe("a result that JSON can't represent", () => {
  it.each<[string, unknown, string]>([
    ["a Map", new Map([["a", 1]]), "it is a Map; return `Object.fromEntries(map)` or `[...map]`"],
    ["a Set", new Set([1]), "it is a Set; return `[...set]`"],
    ["a Response", new Response("a"), "it is a Response; return `await response.text()` or `await response.json()`"],
    ["NaN", Number.NaN, "it is NaN; return null or a text"],
    ["Infinity", [1, Number.NEGATIVE_INFINITY], '"[1]" is -Infinity; return null or a text'],
    ["a function", () => 1, "it is a function; return the value that it computes"],
    ["a symbol", Symbol("a"), "it is a symbol; return a text"],
    ["a bigint", { big: 1n }, '"big" is a bigint; return a number or a text'],
    [
      "an object without properties",
      new Counter(),
      "it is a Counter; return a plain object, or give its class a `toJSON` method",
    ],
    ["an error", new RangeError("a"), "it is an Error; throw it"],
    ["a promise in an object", { a: Promise.resolve(1) }, '"a" is a Promise; await it'],
    ["a generator", (function* () {})(), "it is a Generator; return a list: `[...values]`"],
    ["an invalid date", { at: new Date("never") }, '"at" is an invalid Date'],
    [
      "bytes in an object",
      { data: Buffer.from("a") },
      '"data" is a Buffer; return a text, such as the base64 of the bytes',
    ],
    ["a cycle", circle, '"self" is an object that contains itself'],
    ["a regular expression", /a/, "it is a RegExp; return a plain object, or give its class a `toJSON` method"],
  ])("fails with what to return instead: %s", async (_what, value, problem) => {
    const ret = await returning(value);
    const message = `t returned a value that JSON can't represent: ${problem}`;
    expect(ret).toMatchObject({
      status: "failed",
      recoverable: "caller",
      error: { code: "invalid_result", message },
      observation: { parts: [{ content: "t returned a value that JSON can't represent." }], isError: true },
      stages: { run: { outcome: "returned" }, settle: { ok: false, issues: [{ code: "not_json" }] } },
    });
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  });

  it("is not an object of a class whose data are its properties", async () => {
    expect(await returning([new Point()])).toMatchObject({ result: [{ type: "json", content: [{ x: 1 }] }] });
  });

  it("fails with all problems and their locations", async () => {
    const ret = await returning({ rows: [{ tags: new Set() }, { when: new Map() }], sum: Number.NaN });
    expect(ret.error?.issues?.map(({ path }) => path)).toEqual(["/rows/0/tags", "/rows/1/when", "/sum"]);
    expect(ret.errmsg).toContain('"rows[0].tags" is a Set; return `[...set]`; "rows[1].when" is a Map');
  });

  it("fails with the first ten problems of many", async () => {
    const ret = await returning(Array.from({ length: 10_000 }, () => new Map()));
    expect(ret.error?.issues).toHaveLength(10);
  });

  it("fails if it is nested too deeply", async () => {
    expect((await returning(deep)).error?.issues?.[0]?.message).toContain("nested more than 1000 levels deep");
  });

  it("fails in a part of the result, too", async () => {
    const parts = [
      { type: "text", content: "a" },
      { type: "json", content: { a: Number.NaN } },
    ];
    const ret = await returning(parts);
    expect(ret.error?.issues).toMatchObject([{ message: '"[1].content.a" is NaN; return null or a text' }]);
  });

  it("fails if a middleware returns it", async () => {
    const executor = new ActionExecutor([saying("t", () => 1)]);
    executor.use(async () => [{ type: "json", content: new Map() as never }]);
    expect((await executor.execute(callOf("t"))).error?.code).toBe("invalid_result");
  });
});

describe("a result that JSON can represent", () => {
  it.each<[string, unknown, unknown]>([
    ["a date", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
    ["a URL", new URL("https://example.com/"), "https://example.com/"],
    [
      "an object with `toJSON`",
      { toJSON: () => ({ a: 1, at: new Date(0) }) },
      { a: 1, at: "1970-01-01T00:00:00.000Z" },
    ],
    ["properties that are undefined", { a: undefined, b: [undefined, -0] }, { b: [null, 0] }],
    [
      "an object without a prototype",
      Object.assign(Object.create(null), { a: new Date(0) }),
      { a: "1970-01-01T00:00:00.000Z" },
    ],
    [
      "an object twice",
      [circle, circle].map(() => ({ a: new Date(0) })),
      [{ a: "1970-01-01T00:00:00.000Z" }, { a: "1970-01-01T00:00:00.000Z" }],
    ],
  ])("is converted: %s", async (_what, value, content) => {
    expect((await returning(value)).result).toEqual([{ type: "json", content }]);
  });

  it("is what `JSON.stringify` makes of it", async () => {
    const dates = fc.date({ noInvalidDate: true });
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue(),
        dates,
        fc.constant(undefined),
        tie("list"),
        tie("object"),
      ),
      list: fc.array(tie("value"), { maxLength: 4 }),
      object: fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
    })).object;
    await fc.assert(
      fc.asyncProperty(value, async (value) => {
        const ret = await returning({ type: "json", content: value });
        expect(ret.result).toEqual([{ type: "json", content: JSON.parse(JSON.stringify(value)) }]);
      }),
    );
  });
});

describe("bytes", () => {
  it.each([
    ["a Uint8Array", new TextEncoder().encode("é")],
    ["a Buffer", Buffer.from("é")],
    ["an ArrayBuffer", new TextEncoder().encode("é").buffer],
  ])("are decoded as UTF-8: %s", async (_what, bytes) => {
    const executor = new ActionExecutor([saying("t", () => bytes)]);
    expect((await executor.execute(callOf("t"))).result).toEqual([{ type: "text", content: "é" }]);
    expect(await executor.call("t", {})).toBe(bytes);
  });

  it("that are not UTF-8 are an error that the model reads", async () => {
    const ret = await returning(Uint8Array.of(0xff, 0xfe));
    expect(ret).toMatchObject({
      status: "failed",
      recoverable: "model",
      error: { code: "unicode_decode", message: "Error decoding bytes to utf-8." },
    });
  });
});
