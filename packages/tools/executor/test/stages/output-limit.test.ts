import type { JsonValue } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "../one-tool.ts";

const returning = (value: unknown) => new ActionExecutor([saying("t", () => value)]).execute(callOf("t"));

function nested(levels: number, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** A list that contains another one twice, which contains another one twice, and so on. */
function doubled(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value, value];
  return value;
}

describe("the output limit", () => {
  it.each<[string, unknown, string]>([
    ["a list of empty places", new Array(1e8), "a million values"],
    ["shared lists", doubled(40), "a million values"],
    ["shared lists in a JSON part", { type: "json", content: doubled(40) }, "a million values"],
    ["more than 10 MiB of texts", { rows: new Array(11).fill("x".repeat(2 ** 20)) }, "10 MiB"],
  ])("ends the reading of %s", async (_what, value, limit) => {
    const { status, error, recoverable } = await returning(value);
    expect({ status, code: error?.code, recoverable }).toEqual({
      status: "failed",
      code: "limit",
      recoverable: "model",
    });
    expect(error?.message).toContain(limit);
  });

  it("is not reached when there are enough issues: nothing more is read", async () => {
    const deep = nested(900, new Map());
    const { status, error } = await returning(new Array(2000).fill(deep));
    expect({ status, code: error?.code, issues: error?.issues?.length }).toEqual({
      status: "failed",
      code: "invalid_result",
      issues: 10,
    });
  });

  it("leaves usual results whole", async () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, tags: ["a", "b"], note: null }));
    expect((await returning(rows)).result).toEqual([{ type: "json", content: rows }]);
  });
});

describe("a result part", () => {
  it("is read once: what was tested is what the result has", async () => {
    let reads = 0;
    const part = {
      type: "text",
      get content() {
        return reads++ > 0 ? ({ evil: 1 } as JsonValue) : "x";
      },
    };
    expect((await returning(part)).result).toEqual([{ type: "text", content: "x" }]);
    reads = 0;
    expect((await returning([part])).result).toEqual([{ type: "text", content: "x" }]);
  });

  it.each([
    { bytes: -1, from: -5 },
    { bytes: 1.5, from: 2 },
    { bytes: 3, from: 2 },
    { bytes: Number.NaN, from: 1 },
    null,
    "x",
  ])("has no impossible truncation: %j", async (truncated) => {
    const { status, result } = await returning({ type: "text", content: "x", truncated });
    expect({ status, result }).toEqual({ status: "success", result: [{ type: "text", content: "x" }] });
  });

  it("keeps its truncation", async () => {
    const part = { type: "text", content: "x", truncated: { bytes: 1, from: 5 } };
    expect((await returning(part)).result).toEqual([part]);
  });
});
