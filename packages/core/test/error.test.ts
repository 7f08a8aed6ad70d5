import { errorJson, HelveError } from "@helve/core";
import { describe, expect, it } from "vitest";

class BrokenError extends HelveError {
  override readonly code = "broken";
}

describe("HelveError", () => {
  it("converts itself and its causes to plain data", () => {
    const error = new BrokenError("the handle broke", { cause: new Error("dry wood", { cause: "no oil" }) });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "broken",
      message: "the handle broke",
      cause: { code: "error", message: "dry wood", cause: { code: "error", message: "no oil" } },
    });
  });

  it("stops at a cyclic chain of causes", () => {
    const error = new BrokenError("round");
    error.cause = error;
    expect(JSON.stringify(error).length).toBeLessThan(1000);
  });

  it("recognizes errors from another copy of the package, and nothing else", () => {
    const foreign = Object.defineProperty(new Error("foreign"), Symbol.for("helve.error"), { value: true });
    expect(HelveError.is(new BrokenError("x"))).toBe(true);
    expect(HelveError.is(foreign)).toBe(true);
    expect(HelveError.is(new Error("x"))).toBe(false);
    expect(HelveError.is(Object.create(foreign))).toBe(false);
    expect(HelveError.is(null)).toBe(false);
  });

  it("has the name of its class", () => {
    expect(String(new BrokenError("x"))).toBe("BrokenError: x");
  });
});

describe("errorJson", () => {
  it.each([
    ["a string", "a string"],
    [undefined, "undefined"],
    [Object.create(null), "unreadable error"],
    [new TypeError("not a function"), "not a function"],
    [Object.defineProperty(new Error("x"), "cause", { get: () => fail() }), "unreadable error"],
  ])("has a message for %o", (thrown, message) => {
    expect(errorJson(thrown)).toEqual({ code: "error", message });
  });

  it("converts any thrown value without throwing", () => {
    const error = Object.assign(new BrokenError("x"), {
      code: 5,
      message: 1n,
      issues: [{ code: "a", at: new Date(0) }],
    });
    const issues = [{ code: "a", at: "1970-01-01T00:00:00.000Z" }];
    expect(errorJson(error)).toEqual({ code: "5", message: "1", issues });
    expect(errorJson(Object.assign(error, { issues: [1n] }))).toEqual({ code: "5", message: "1" });
    expect(errorJson(Object.assign(error, { issues: "none" }))).toEqual({ code: "5", message: "1" });
  });
});

function fail(): never {
  throw new Error("no cause");
}
