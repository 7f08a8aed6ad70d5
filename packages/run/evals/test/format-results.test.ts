import { type EvalResults, formatProgress, formatResults, type ScoreResult } from "@helve/evals";
import { describe, expect, it } from "vitest";

const usage = { inputTokens: 30_000, outputTokens: 4120 };

describe("formatResults", () => {
  it("has a line for each figure, in columns, with the interval or the reason why there is no figure", () => {
    const interval = { low: 0.4364, high: 0.97, level: 0.9, method: "wilson" } as const;
    const metrics = [{ name: "accuracy", value: 0.83333, interval }];
    const score: ScoreResult = { scorer: "match", reducer: "mean", scored: 1200, unscored: 0, metrics };
    const results: EvalResults = {
      ...{ total: 1201, succeeded: 1201, failed: 0, usage, cost: 0 },
      scores: [
        score,
        {
          ...score,
          reducer: "passAt(2)",
          scored: 1,
          metrics: [{ name: "std", value: null, error: "no sample has a value" }],
        },
      ],
    };
    expect(formatResults(results).split("\n")).toEqual([
      "match             accuracy  0.833  0.436 to 0.97 (90 %, Wilson)  1,200 samples",
      "match, passAt(2)  std       –      no sample has a value         1 sample",
    ]);
  });

  it("escapes names that control a terminal: groups and names of values come from datasets and models", () => {
    const metrics = [{ name: "accuracy by level: \u001B[2Jeasy\u009B", value: 1 }];
    const scores = [{ scorer: "s/a\nb", reducer: "mean", scored: 1, unscored: 0, metrics }];
    const results: EvalResults = { total: 1, succeeded: 1, failed: 0, usage, cost: 0, scores };
    expect(formatResults(results)).toBe("s/a b  accuracy by level: \\u{1b}[2Jeasy\\u{9b}  1  1 sample");
  });
});

describe("formatProgress", () => {
  it("says how far a run is, and how long it will take", () => {
    const progress = { type: "progress", done: 12, total: 50, running: 2, errors: 1, usage, cost: 0.5 } as const;
    expect(formatProgress({ ...progress, elapsed: 65_400, left: 7_260_000 })).toBe(
      "12 of 50 samples, 1 failed, 34,120 tokens, cost 0.5, 1 min 5 s, 2 h 1 min left",
    );
    expect(formatProgress({ ...progress, done: 50, errors: 0, cost: 0, elapsed: 850, left: 0 })).toBe(
      "50 of 50 samples, 34,120 tokens, 850 ms",
    );
  });
});
