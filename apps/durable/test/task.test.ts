import { expect, it } from "vitest";
import { isApproved, largeAmount, turnsOf } from "../src/task.ts";

it("asks once in each run, and says before each payment what was paid", () => {
  for (const run of [0, 3]) {
    const turns = turnsOf({ run, calls: 10 });
    expect(turns.map((turn) => turn.length)).toEqual([4, 1, 1, 4]);
    const paid = turns.map((turn) => turn.reduce((sum, { amount }) => sum + amount, 0));
    expect(paid[2]).toBe(largeAmount);
    const [first = 0, second = 0, asked = 0] = paid;
    expect(turns[3]?.[0]?.atLeast).toBe(first + second + (isApproved(run) ? asked : 0));
  }
});
