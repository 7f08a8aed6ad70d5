import { addUsage, costOf, noUsage } from "@helve/agent";
import { expect, it } from "vitest";

it("adds usages", () => {
  const one = { inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 };
  expect(addUsage(noUsage, one)).toEqual(one);
  expect(addUsage(one, { inputTokens: 1, outputTokens: 1, estimated: true })).toEqual({
    inputTokens: 11,
    outputTokens: 3,
    cachedInputTokens: 4,
    estimated: true,
  });
});

it("counts what a usage costs, with a price of its own for cached input", () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000, cachedInputTokens: 400_000 };
  expect(costOf(usage, { input: 10, output: 20 })).toBe(20);
  expect(costOf(usage, { input: 10, output: 20, cachedInput: 1 })).toBeCloseTo(16.4);
});
