import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunQueue } from "../src/run-queue.ts";

describe("a queue of runs", () => {
  it("starts runs in the order in which they were added, without those that were removed", () => {
    const step = fc.oneof(fc.constant("add"), fc.constant("start"), fc.nat({ max: 20 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new RunQueue();
        const removers: (() => void)[] = [];
        const started: number[] = [];
        const expected: number[] = [];
        let waiting: number[] = [];
        for (const step of steps) {
          if (step === "add") {
            const number = removers.length;
            removers.push(queue.add(number, () => started.push(number)));
            waiting.push(number);
          } else if (step === "start") {
            queue.startNext();
            expected.push(...waiting.splice(0, 1));
          } else {
            removers[Number(step)]?.();
            waiting = waiting.filter((number) => number !== step);
          }
          expect(queue.next).toBe(waiting[0]);
        }
        expect(started).toEqual(expected);
      }),
    );
  });
});
