import { lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withSessionLog } from "@helve/hooks/node";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookTime, type MachineTime, machineTime } from "../../src/node/clock.ts";
import { folderWith } from "./folder-with.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 10, 28);

/** A machine whose wall clock can be set. */
function machine() {
  const state = join(folderWith(), "state");
  let now: MachineTime = { wall: start, uptime: 5000, boot: "a" };
  return {
    state,
    time: () => hookTime(state, now),
    wait(time: number) {
      now = { ...now, wall: now.wall + time, uptime: now.uptime + time };
    },
    set(wall: number) {
      now = { ...now, wall };
    },
    restart(boot: string, off: number) {
      now = { wall: now.wall + off, uptime: 0, boot };
    },
  };
}

describe("hookTime", () => {
  it("is the wall clock at first, and follows the time since the start of the machine", () => {
    const { time, wait, set } = machine();
    expect(time()).toBe(start);
    wait(day);
    expect(time()).toBe(start + day);
    set(start + 40 * day);
    wait(1000);
    expect(time()).toBe(start + day + 1000);
    set(start - 40 * day);
    wait(1000);
    expect(time()).toBe(start + day + 2000);
  });

  it("is the wall clock again after a start of the machine, but never goes back", () => {
    const { time, wait, set, restart } = machine();
    time();
    wait(day);
    time();
    restart("b", day);
    expect(time()).toBe(start + 2 * day);
    set(start - 40 * day);
    restart("c", 0);
    expect(time()).toBe(start + 2 * day);
    wait(day);
    expect(time()).toBe(start + 3 * day);
  });

  it("knows a start without a name by less time since it", () => {
    const { time, wait, restart } = machine();
    restart("", 0);
    wait(10_000);
    expect(time()).toBe(start + 10_000);
    restart("", day);
    wait(1000);
    expect(time()).toBe(start + day + 11_000);
  });

  it("passes as time does, however the wall clock is set within a start", () => {
    const step = fc.record({ wait: fc.nat({ max: 1e8 }), wall: fc.nat({ max: 4e12 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { time, wait, set } = machine();
        let expected = time();
        for (const { wait: waited, wall } of steps) {
          set(wall);
          wait(waited);
          expected += waited;
          expect(time()).toBe(expected);
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it("keeps its record in a file that only the user can read, and refuses one that is broken", () => {
    const { state, time } = machine();
    time();
    expect(readdirSync(state)).toEqual(["clock.json"]);
    expect(lstatSync(join(state, "clock.json")).mode & 0o777).toBe(0o600);
    writeFileSync(join(state, "clock.json"), "{}");
    expect(time).toThrow("clock.json is no record of a clock");
  });

  it("reads the clocks of this machine", () => {
    const { wall, uptime } = machineTime();
    expect(Math.abs(Date.now() - wall)).toBeLessThan(60_000);
    expect(uptime).toBeGreaterThan(0);
  });
});

describe("a wall clock that is set", () => {
  const open = ({ state, time }: Pick<ReturnType<typeof machine>, "state" | "time">, session: string) =>
    withSessionLog({ folder: state, client: "codex", session, clock: time }, (log) => {
      log.append({ type: "prompt", at: time(), text: session });
      return readdirSync(join(state, "sessions")).filter((name) => name.endsWith(".jsonl")).length;
    });

  it("deletes no session, and keeps none for longer", async () => {
    const computer = machine();
    expect(await open(computer, "one")).toBe(1);
    computer.set(start + 40 * day);
    expect(await open(computer, "two")).toBe(2);
    computer.set(start - 40 * day);
    expect(await open(computer, "three")).toBe(3);
    computer.wait(29 * day);
    expect(await open(computer, "four")).toBe(4);
    computer.wait(2 * day);
    expect(await open(computer, "five")).toBe(2);
  });
});
