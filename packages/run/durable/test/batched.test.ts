import { describe, expect, it } from "vitest";
import { batched } from "../src/batched.ts";

describe("batched", () => {
  it("joins what comes while a batch is in progress, and returns to each its own result", async () => {
    const batches: (readonly number[])[] = [];
    const double = batched(async (numbers: readonly number[]) => {
      batches.push(numbers);
      await Promise.resolve();
      return numbers.map((each) => each * 2);
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it("fails only what fails alone", async () => {
    const check = batched(async (numbers: readonly number[]) => {
      await Promise.resolve();
      if (numbers.includes(3)) throw new Error("no 3");
      return numbers;
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map(check));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    await expect(check(3)).rejects.toThrow("no 3");
    expect(await check(5)).toBe(5);
  });
});
