import { canonicalJson, NotJsonError } from "@helve/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("canonicalJson", () => {
  it("sorts keys at every depth and leaves no white space", () => {
    expect(canonicalJson({ b: [1, { d: null, c: "é" }], a: true })).toBe('{"a":true,"b":[1,{"c":"é","d":null}]}');
  });

  it("sorts keys by UTF-16 units, as RFC 8785 does", () => {
    const keys = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
    const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"];
    expect(Object.keys(JSON.parse(canonicalJson(Object.fromEntries(keys.map((key) => [key, ""])))))).toEqual([
      "1", // JSON.parse moves index keys to the front
      ...sorted.filter((key) => key !== "1"),
    ]);
  });

  it("gives equal values the same text, whatever the order of their keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it("reads back as the value it was made from", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("keeps a key named __proto__ as data", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"constructor":2}'))).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    );
  });

  it("leaves out properties that are undefined", () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it("allows one object in two places", () => {
    const shared = { x: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"x":1},{"x":1}]');
  });

  it("names every part that JSON can't represent", () => {
    const circle: Record<string, unknown> = { when: new Date(0), numbers: [Number.NaN, 1n], f: () => 0 };
    circle["self"] = circle;
    expect(() => canonicalJson(circle)).toThrow(NotJsonError);
    try {
      canonicalJson(circle);
    } catch (error) {
      expect((error as NotJsonError).issues.map((issue) => issue.message)).toEqual([
        "/f: JSON can't represent a function",
        "/numbers/0: JSON can't represent the number NaN",
        "/numbers/1: JSON can't represent a bigint",
        "/self: JSON can't represent a circular reference",
        "/when: JSON can't represent a Date",
      ]);
    }
  });

  it("refuses nesting that would exhaust the stack", () => {
    let deep: unknown = null;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(() => canonicalJson(deep)).toThrow("JSON can't represent nesting deeper than 1000 levels");
  });

  it("names only the end of a path that is long", () => {
    let deep: unknown = 1n;
    for (let depth = 0; depth < 999; depth++) deep = { ["k".repeat(100)]: deep };
    expect(() => canonicalJson(deep)).toThrow(/^…[/k]{200}: JSON can't represent a bigint$/);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([key, member]) => [key, reversed(member)]));
}
