import type { JsonSchema } from "@helve/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindArguments } from "../src/bind-arguments.ts";

const schema: JsonSchema = { type: "object", properties: { a: {}, b: {}, c: {} } };

describe("bindArguments", () => {
  it.each([
    [[], [], {}, []],
    [[1, 2], [], { a: 1, b: 2 }, []],
    [[1], [["c", 3]], { a: 1, c: 3 }, []],
    [[1, 2, 3, 4, 5], [], { a: 1, b: 2, c: 3 }, [{ code: "too_many_arguments", value: 4 }]],
    [[1], [["a", 2]], { a: 1 }, [{ code: "duplicate_argument", value: 2 }]],
    [
      [],
      [
        ["a", 1],
        ["a", 2],
      ],
      { a: 1 },
      [{ code: "duplicate_argument", value: 2 }],
    ],
    [
      [],
      [
        ["d", 4],
        ["toString", 5],
      ],
      {},
      [
        { code: "unknown_argument", value: 4 },
        { code: "unknown_argument", value: 5 },
      ],
    ],
  ] as const)("of %j and %j", (positional, named, values, faults) => {
    const bound = bindArguments<number>({ positional, named }, schema);
    expect(Object.fromEntries(bound.values)).toEqual(values);
    expect(bound.faults.map(({ issue, value }) => ({ code: issue.code, value }))).toEqual(faults);
  });

  it("keeps an unknown name if the schema allows other properties", () => {
    for (const open of [
      { additionalProperties: true },
      { additionalProperties: {} },
      { patternProperties: { "^x": {} } },
    ]) {
      expect(bindArguments({ positional: [], named: [["x", 1]] }, { ...schema, ...open }).faults).toEqual([]);
    }
    expect(
      bindArguments({ positional: [], named: [["x", 1]] }, { ...schema, additionalProperties: false }).faults,
    ).toHaveLength(1);
  });

  it("assigns each value to one parameter or reports it", () => {
    const name = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 5 }), fc.array(fc.tuple(name, fc.nat())), (positional, named) => {
        const { values, faults } = bindArguments({ positional, named }, schema);
        const extra = Math.max(0, positional.length - 3);
        expect(values.size + faults.length + Math.max(0, extra - 1)).toBe(positional.length + named.length);
        expect(Array.from(values.keys()).every((key) => ["a", "b", "c"].includes(key))).toBe(true);
      }),
    );
  });
});
