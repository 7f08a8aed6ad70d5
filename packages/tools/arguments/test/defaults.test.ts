import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "@helve/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasDefaults, withDefaults } from "../src/defaults.ts";
import { anySchema, anyValue } from "./any-schema.ts";
import { replay } from "./replay.ts";

const timeout = { type: "number", default: 30 } as const;

describe("withDefaults", () => {
  it("fills in missing properties and reports them", () => {
    const schema = { properties: { command: { type: "string" }, timeout } } as const;
    expect(withDefaults({ command: "ls" }, schema)).toEqual({
      value: { command: "ls", timeout: 30 },
      repairs: [{ kind: "default", path: "/timeout", before: undefined, after: 30 }],
    });
    const given = { command: "ls", timeout: null };
    expect(withDefaults(given, schema)).toEqual({ value: given, repairs: [] });
    expect(withDefaults(given, schema).value).toBe(given);
  });

  const cases: Readonly<Record<string, readonly [JsonSchema, unknown, unknown]>> = {
    nested: [{ properties: { run: { properties: { timeout } } } }, { run: {} }, { run: { timeout: 30 } }],
    "nested in what is not given": [{ properties: { run: { properties: { timeout } } } }, {}, {}],
    "nested in a default": [
      { properties: { run: { default: { on: true }, properties: { timeout } } } },
      {},
      { run: { on: true, timeout: 30 } },
    ],
    "in items": [{ items: { properties: { timeout } } }, [{}, { timeout: 1 }], [{ timeout: 30 }, { timeout: 1 }]],
    "in places": [{ prefixItems: [{}, { properties: { timeout } }] }, [{}, {}], [{}, { timeout: 30 }]],
    "in further properties": [{ additionalProperties: { properties: { timeout } } }, { a: {} }, { a: { timeout: 30 } }],
    "by way of $ref": [{ $ref: "#/$defs/Run", $defs: { Run: { properties: { timeout } } } }, {}, { timeout: 30 }],
    "of what $ref names": [
      { properties: { timeout: { $ref: "#/$defs/Timeout" } }, $defs: { Timeout: timeout } },
      {},
      { timeout: 30 },
    ],
    "beside $ref": [
      { properties: { timeout: { $ref: "#/$defs/Timeout", default: 5 } }, $defs: { Timeout: timeout } },
      {},
      { timeout: 5 },
    ],
    "by way of allOf": [{ allOf: [{ properties: { timeout } }, {}] }, {}, { timeout: 30 }],
    "null, false and lists": [
      { properties: { a: { default: null }, b: { default: false }, c: { default: [] } } },
      {},
      { a: null, b: false, c: [] },
    ],
    "but not one that does not fit": [
      {
        properties: {
          a: { type: "string", default: null },
          b: { type: "integer", minimum: 1, default: 0 },
          c: { default: 1 },
        },
      },
      {},
      { c: 1 },
    ],
    "with those within it, that make it fit": [
      {
        properties: {
          a: { type: "object", properties: { b: { default: 1 } }, required: ["b"], default: {} },
          c: { type: "object", properties: { d: {} }, required: ["d"], default: {} },
        },
      },
      {},
      { a: { b: 1 } },
    ],
    "that leads to itself": [
      { properties: { child: { $ref: "#", default: {} } } },
      { child: { child: {} } },
      { child: { child: { child: {} } } },
    ],
  };
  it.each(Object.entries(cases))("%s", (_, [schema, value, after]) => {
    expect(withDefaults(value, schema).value).toEqual(after);
  });

  const shapes: JsonSchema = {
    anyOf: [
      { type: "object", properties: { kind: { const: "dot" }, size: { default: 1 } }, required: ["kind", "size"] },
      { type: "object", properties: { kind: { const: "line" }, length: { default: 2 } }, required: ["kind"] },
      { type: "null" },
    ],
  };

  it("uses the defaults of the matching or only possible branch", () => {
    expect(withDefaults({ kind: "line" }, shapes).value).toEqual({ kind: "line", length: 2 });
    expect(withDefaults({ kind: "dot" }, shapes).value).toEqual({ kind: "dot", size: 1 });
    expect(withDefaults({ kind: "circle" }, shapes).value).toEqual({ kind: "circle" });
    expect(withDefaults(null, shapes).value).toBeNull();
  });

  it("ignores a union with several matching branches", () => {
    const schema: JsonSchema = {
      anyOf: [{ properties: { a: { default: 1 } } }, { properties: { b: { default: 2 } } }],
    };
    expect(withDefaults({}, schema).value).toEqual({});
  });

  it("shares nothing with the schema", () => {
    const schema = { properties: { tags: { default: ["a"] } } };
    const { value } = withDefaults({}, schema);
    (value as { tags: string[] }).tags.push("b");
    expect(schema.properties.tags.default).toEqual(["a"]);
    expect(withDefaults({}, schema).value).toEqual({ tags: ["a"] });
  });

  it("treats a property named __proto__ as data", () => {
    const schema = JSON.parse('{"properties": {"__proto__": {"default": {"a": 1}}}}');
    const { value } = withDefaults({}, schema);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("never throws, never changes its input, and reports every default", () => {
    fc.assert(
      fc.property(anyValue, anySchema, (value, schema) => {
        const before = structuredClone(value);
        const filled = withDefaults(value, schema);
        expect(isDeepStrictEqual(value, before)).toBe(true);
        expect(isDeepStrictEqual(replay(value, filled.repairs), filled.value)).toBe(true);
        if (!hasDefaults(schema)) expect(filled.value).toBe(value);
      }),
    );
    fc.assert(fc.property(fc.anything(), anySchema, (value, schema) => void withDefaults(value, schema)));
  });
});

describe("hasDefaults", () => {
  it("finds a default anywhere in a schema, also in a recursive one", () => {
    const circle: { items?: JsonSchema; default?: unknown } = {};
    circle.items = circle;
    expect(hasDefaults(circle)).toBe(false);
    expect(hasDefaults({ $defs: { A: { items: { default: 1 } } } })).toBe(true);
    expect(hasDefaults({ properties: { a: { type: "string" } } })).toBe(false);
  });
});
