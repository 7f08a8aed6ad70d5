import type { JsonSchema } from "@helve/core";
import { ActionExecutor, parseActionReturn } from "@helve/executor";
import { describe, expect, it } from "vitest";
import inspect from "./fixtures/inspect-loop.json" with { type: "json" };
import { callOf, saying } from "./one-tool.ts";

/** The tool's results in place of Python's values. */
const given: Readonly<Record<string, unknown>> = {
  str: "hello",
  empty: "",
  int: 3,
  float: 1.5,
  None: undefined,
  list_str: ["a", "b"],
  tuple: [1, 2],
  empty_list: [],
  ContentText: { type: "text", content: "t" },
  mixed: [{ type: "text", content: "h" }, "RAW"],
  bytes: new TextEncoder().encode("ab"),
  unicode: "日本語 🎉",
  exception_object: new Error("as value"),
};

/** The results that differ, because Inspect lets Python write them as text. */
const differences: Readonly<Record<string, { readonly parts: unknown; readonly why: string }>> = {
  int: { parts: [{ type: "json", content: 3 }], why: "it is JSON, and stays JSON" },
  float: { parts: [{ type: "json", content: 1.5 }], why: "it is JSON, and stays JSON" },
  None: { parts: [], why: "nothing is no part" },
  list_str: { parts: [{ type: "json", content: ["a", "b"] }], why: "it is JSON, and stays JSON" },
  tuple: { parts: [{ type: "json", content: [1, 2] }], why: "it is JSON, and stays JSON" },
  empty_list: { parts: [{ type: "json", content: [] }], why: "an empty list need not be a list of parts" },
  mixed: {
    parts: [{ type: "json", content: [{ type: "text", content: "h" }, "RAW"] }],
    why: "it is JSON, and stays JSON",
  },
  bytes: { parts: [{ type: "text", content: "ab" }], why: "a model reads the text, not how Python writes bytes" },
  exception_object: { parts: null, why: "an error is thrown, not returned; JSON would write {}" },
};

describe("Inspect's conversion of values", () => {
  it.each(inspect.result_conversion)("$returns", async ({ returns, content }) => {
    expect(given).toHaveProperty([returns]);
    const ret = await new ActionExecutor([saying("t", () => given[returns])]).execute(callOf("t"));
    const text = typeof content === "string" ? content : "t";
    const difference = differences[returns];
    expect(ret.result).toEqual(difference === undefined ? [{ type: "text", content: text }] : difference.parts);
  });
});

describe("a return schema", () => {
  const returning = (value: unknown, returns: JsonSchema) =>
    new ActionExecutor([saying("t", () => value, { returns })]).execute(callOf("t"));

  it.each<[string, unknown, JsonSchema]>([
    ["a text", "a", { type: "string" }],
    ["a number", 5, { type: "integer", minimum: 5 }],
    ["an object", { at: new Date(0) }, { type: "object", properties: { at: { type: "string", format: "date-time" } } }],
    ["nothing", undefined, { type: "null" }],
    ["the content of a part", { type: "json", content: [1] }, { type: "array" }],
    ["pictures, which no schema describes", { type: "image", content: "data:," }, { type: "string" }],
    [
      "several parts, which no schema describes",
      [
        { type: "text", content: "a" },
        { type: "json", content: 5 },
      ],
      { type: "null" },
    ],
  ])("lets %s through", async (_what, value, returns) => {
    expect(await returning(value, returns)).toMatchObject({ status: "success", stages: { settle: { ok: true } } });
  });

  it.each<[string, unknown, JsonSchema, string]>([
    ["another type", "5", { type: "number" }, 'the value must be a number (got "5")'],
    ["a property that is missing", {}, { type: "object", required: ["a"] }, '"a" is required'],
    ["nothing", undefined, { type: "string" }, "a value is required (got nothing)"],
  ])("keeps %s from the model; the caller can mend it", async (_what, value, returns, problem) => {
    const ret = await returning(value, returns);
    expect(ret).toMatchObject({
      status: "failed",
      recoverable: "caller",
      result: null,
      error: {
        code: "invalid_result",
        message: `t returned a value that does not fit its return schema: ${problem}`,
      },
      observation: { parts: [{ content: "t returned a value that does not fit its return schema." }] },
      stages: { run: { outcome: "returned" }, settle: { ok: false } },
    });
  });
});

describe("a result part", () => {
  it.each<[string, unknown, unknown]>([
    ["whose type only looks like a text", { type: ["text"], content: "a" }, "json"],
    ["that is truncated by nothing", { type: "text", content: "a", truncated: null }, "text"],
    ["that is truncated by no numbers", { type: "text", content: "a", truncated: { bytes: "1", from: {} } }, "text"],
    ["whose media type is no text", { type: "image", content: "a", mediaType: 5 }, "image"],
  ])("%s is recorded as what JSON can say", async (_what, value, type) => {
    const ret = await new ActionExecutor([saying("t", () => value)]).execute(callOf("t"));
    expect(ret.result).toMatchObject([{ type }]);
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  });
});

describe("a generator", () => {
  it("has each of its values as progress, and the last as its result", async () => {
    const count = saying("count", async function* (to) {
      for (let n = 1; n <= Number(to); n++) yield n;
    });
    const seen: unknown[] = [];
    const observed: unknown[] = [];
    const executor = new ActionExecutor([count]);
    executor.on("action:progress", ({ call, update }) => observed.push([call.id, update]));
    const ret = await executor.execute(callOf("count", "3", "id"), { onProgress: (update) => seen.push(update) });
    expect(ret.result).toEqual([{ type: "json", content: 3 }]);
    expect(seen).toEqual([1, 2, 3]);
    expect(observed).toEqual([1, 2, 3].map((n) => ["id", n]));
    expect((await executor.execute(callOf("count", "0"))).result).toEqual([]);
  });

  it("uses the returned value as the result, if there is one", async () => {
    const sum = saying("sum", async function* () {
      yield "half";
      return "whole";
    });
    const executor = new ActionExecutor([sum]);
    expect((await executor.execute(callOf("sum"))).result).toEqual([{ type: "text", content: "whole" }]);
    expect(await executor.call("sum", {})).toBe("whole");
  });

  it("is followed too when it is promised", async () => {
    const later = saying("later", async () =>
      (async function* () {
        yield 1;
        yield 2;
      })(),
    );
    const seen: unknown[] = [];
    const ret = await new ActionExecutor([later]).execute(callOf("later"), { onProgress: (one) => seen.push(one) });
    expect(ret.result).toEqual([{ type: "json", content: 2 }]);
    expect(seen).toEqual([1, 2]);
  });

  it("fails like any tool", async () => {
    const fail = saying("fail", async function* () {
      yield 1;
      throw new Error("broken off");
    });
    const ret = await new ActionExecutor([fail]).execute(callOf("fail"));
    expect(ret).toMatchObject({ status: "failed", errmsg: "fail failed: broken off" });
  });
});
