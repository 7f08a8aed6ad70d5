import { atLeast, maxScore, meanScore, medianScore, modeScore, passAt, type ScoreValue, TaskError } from "@helve/evals";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("reducers", () => {
  it.each([
    [meanScore(), ["C", "I", "P", "N"], 0.375],
    [medianScore(), ["C", "I", "C"], 1],
    [medianScore(), [1, 2, 3, 10], 2.5],
    [modeScore(), ["C", "I", "I"], "I"],
    [modeScore(), ["b", "a"], "b"],
    [maxScore(), ["I", "P", "I"], "P"],
    [atLeast(2), ["C", "I", "C"], 1],
    [atLeast(2, 0.5), ["P", "I", "C"], 1],
    [atLeast(3), ["C", "I", "C"], 0],
    [passAt(1), ["C", "I", "I", "I"], 0.25],
    [passAt(2), ["C", "I", "I", "I"], 0.5],
    [passAt(3), ["C", "C", "I", "I"], 1],
    [passAt(5), ["C", "C"], undefined],
    [meanScore(), ["C", "maybe"], undefined],
    [
      meanScore(),
      [
        { a: 1, b: 0 },
        { a: 0, b: 0 },
      ],
      { a: 0.5, b: 0 },
    ],
    [meanScore(), [{ a: 1 }, { a: 0, b: 1 }], { a: 0.5, b: 1 }],
    [modeScore(), [{ a: 1 }, "C"], undefined],
  ] as const)("$name of %j", (reducer, values, expected) => {
    expect(reducer.reduce(values as readonly ScoreValue[])).toEqual(expected);
  });

  it("refuse a number of epochs that is not a whole number above 0", () => {
    expect(() => passAt(0)).toThrow(TaskError);
    expect(() => atLeast(1.5)).toThrow("atLeast needs a whole number above 0 (got 1.5)");
  });

  const flags = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });

  it("do not depend on the order of the epochs, apart from the first of several modes", () => {
    const shuffled = flags.chain((values) => {
      return fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length }));
    });
    fc.assert(
      fc.property(shuffled, ([values, others]) => {
        for (const reducer of [meanScore(), medianScore(), maxScore(), atLeast(2), passAt(1)]) {
          const reduced = reducer.reduce(others);
          const expected = reducer.reduce(values);
          if (typeof reduced === "number") expect(reduced).toBeCloseTo(Number(expected), 12);
          else expect(reduced).toBe(expected);
        }
      }),
    );
  });

  it("passAt is the share of the drawings of k epochs that contain a success", () => {
    const cases = flags.chain((values) => fc.tuple(fc.constant(values), fc.integer({ min: 1, max: values.length })));
    fc.assert(
      fc.property(cases, ([values, k]) => {
        const drawings = combinations(values, k);
        const share = drawings.filter((drawing) => drawing.includes(true)).length / drawings.length;
        expect(passAt(k).reduce(values)).toBeCloseTo(share, 12);
      }),
    );
  });
});

/** All ways to draw k values. */
function combinations<Value>(values: readonly Value[], k: number): readonly (readonly Value[])[] {
  if (k === 0) return [[]];
  return values.flatMap((value, index) => combinations(values.slice(index + 1), k - 1).map((rest) => [value, ...rest]));
}
