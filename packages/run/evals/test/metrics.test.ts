import {
  accuracy,
  bootstrapStderr,
  grouped,
  type Metric,
  mean,
  type SampleValue,
  type SingleValue,
  std,
  stderr,
} from "@helve/evals";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** The values of samples, with metadata if there is any. */
function samplesOf(values: readonly SingleValue[], metadata: readonly object[] = []): readonly SampleValue[] {
  return values.map((value, index) => ({
    sample: { id: index + 1, input: "", metadata: { ...metadata[index] } },
    value,
    scores: [{ value }],
  }));
}

function figure(metric: Metric, values: readonly SampleValue[]) {
  const [first] = [metric.compute(values)].flat();
  if (first === undefined) throw new Error("there is no figure");
  return first;
}

const numbers = [2, 4, 4, 4, 5, 5, 7, 9];

describe("metrics", () => {
  it("refuse a level, an interval or draws that would give an interval that looks right", () => {
    expect(() => accuracy({ level: 95 })).toThrow("accuracy: level must be between 0 and 1, such as 0.95 (got 95)");
    expect(() => mean({ level: 0, interval: "T" as never, draws: 0 })).toThrow(
      [
        "mean: level must be between 0 and 1, such as 0.95 (got 0)",
        'mean: interval must be t or bootstrap (got "T")',
        "mean: draws must be a whole number above 1 (got 0)",
      ].join("\n"),
    );
    expect(() => bootstrapStderr({ draws: 0.5 })).toThrow(
      "bootstrapStderr: draws must be a whole number above 1 (got 0.5)",
    );
  });

  it("accuracy is the share of correct answers, with Wilson's interval", () => {
    const { value, interval } = figure(accuracy(), samplesOf(["C", "C", "C", "C", "C", "C", "C", "C", "I", "I"]));
    expect(value).toBe(0.8);
    // As R: prop.test(8, 10, correct = FALSE)
    expect(interval).toEqual({
      level: 0.95,
      method: "wilson",
      low: expect.closeTo(0.4901625, 6),
      high: expect.closeTo(0.943318, 5),
    });
  });

  it("accuracy of values between 0 and 1 has the interval of their mean", () => {
    expect(figure(accuracy(), samplesOf(["C", "P", "I"])).interval?.method).toBe("t");
    expect(figure(accuracy(), samplesOf(["P"]))).toEqual({ value: 0.5 });
  });

  it("Wilson's interval of no and of only correct answers stays between 0 and 1", () => {
    expect(figure(accuracy(), samplesOf([0, 0, 0])).interval).toMatchObject({
      low: 0,
      high: expect.closeTo(0.5615, 3),
    });
    expect(figure(accuracy(), samplesOf([1, 1, 1])).interval).toMatchObject({
      low: expect.closeTo(0.4385, 3),
      high: 1,
    });
  });

  it("mean has the interval of Student's distribution", () => {
    // As R: t.test(c(2, 4, 4, 4, 5, 5, 7, 9))
    const { value, interval } = figure(mean(), samplesOf(numbers));
    expect(value).toBe(5);
    expect(interval).toMatchObject({
      method: "t",
      low: expect.closeTo(3.212512, 5),
      high: expect.closeTo(6.787488, 5),
    });
    expect(figure(mean({ level: 0.99 }), samplesOf([0, 2])).interval?.high).toBeCloseTo(1 + 63.656741, 4);
  });

  it("mean has the interval of a bootstrap on request, the same for the same seed", () => {
    const options = { interval: "bootstrap", draws: 2000 } as const;
    const { interval } = figure(mean(options), samplesOf(numbers));
    expect(interval).toMatchObject({ method: "bootstrap", low: expect.closeTo(3.75, 0), high: expect.closeTo(6.5, 0) });
    expect(figure(mean(options), samplesOf(numbers)).interval).toEqual(interval);
    expect(figure(mean({ ...options, draws: 20, seed: 2 }), samplesOf(numbers)).interval).not.toEqual(
      figure(mean({ ...options, draws: 20 }), samplesOf(numbers)).interval,
    );
  });

  it("std and stderr have n - 1 in the denominator, and are 0 for one value", () => {
    expect(figure(std(), samplesOf(numbers)).value).toBeCloseTo(2.1380899, 6);
    expect(figure(stderr(), samplesOf(numbers)).value).toBeCloseTo(0.7559289, 6);
    expect(figure(stderr(), samplesOf([1])).value).toBe(0);
    expect(figure(bootstrapStderr(), samplesOf(numbers)).value).toBeCloseTo(0.71, 1);
  });

  it("stderr of clusters of one is the ordinary one, and of equal values in clusters larger", () => {
    const values = [1, 1, 0, 0, 1, 1];
    const alone = values.map((_, text) => ({ text }));
    const pairs = values.map((_, index) => ({ text: index >> 1 }));
    const ordinary = figure(stderr(), samplesOf(values)).value;
    expect(figure(stderr({ cluster: "text" }), samplesOf(values, alone)).value).toBeCloseTo(ordinary, 12);
    expect(figure(stderr({ cluster: "text" }), samplesOf(values, pairs)).value).toBeCloseTo(1 / 3, 12);
  });

  it("grouped computes a metric for each group, and for all samples or groups", () => {
    const values = samplesOf(["C", "I", "C", "C"], [{ kind: "a" }, { kind: "a" }, { kind: "a" }, { kind: "b" }]);
    const named = (metric: Metric) => [metric.compute(values)].flat().map(({ name, value }) => [name, value]);
    expect(named(grouped(accuracy(), "kind"))).toEqual([
      ["a", 2 / 3],
      ["b", 1],
      ["all", 0.75],
    ]);
    expect(named(grouped(accuracy(), "kind", { all: "groups" }))).toEqual([
      ["a", 2 / 3],
      ["b", 1],
      ["all", expect.closeTo(5 / 6, 12)],
    ]);
    expect(named(grouped(accuracy(), "kind", { all: false }))).toEqual([
      ["a", 2 / 3],
      ["b", 1],
    ]);
    expect(() => grouped(accuracy(), "toString").compute(values)).toThrow('the sample 1 has no metadata "toString"');
  });

  it("refuse a value that is no number, which must not count as 0 unseen", () => {
    expect(() => accuracy().compute(samplesOf(["C", "maybe"]))).toThrow(
      'the value "maybe" of the sample 2 is no number',
    );
  });

  it("an interval contains its value", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 50 }),
        fc.double({ min: 0.5, max: 0.999, noNaN: true }),
        (values, level) => {
          for (const metric of [accuracy({ level }), mean({ level })]) {
            const { value, interval } = figure(metric, samplesOf(values));
            expect(interval?.low).toBeLessThanOrEqual(value + 1e-12);
            expect(interval?.high).toBeGreaterThanOrEqual(value - 1e-12);
          }
        },
      ),
    );
  });
});
