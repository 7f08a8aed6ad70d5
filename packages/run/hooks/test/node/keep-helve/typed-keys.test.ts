import type { Trajectory } from "@helve/core";
import { describe, expect, it } from "vitest";
import { terminalsOf } from "../../../src/node/keep-helve/typed-keys.ts";

/** A session of commands, and how often one of them was read. */
function sessionOf(...commands: string[]): { readonly trajectory: Trajectory; readonly reads: () => number } {
  let reads = 0;
  const steps = commands.map((command) => ({
    get action() {
      reads += 1;
      return { id: "1", name: "Bash", args: { command } };
    },
  }));
  return { trajectory: steps as unknown as Trajectory, reads: () => reads };
}

describe("terminalsOf", () => {
  const action = { id: "1", name: "Bash", args: { command: "ls" } };

  it("knows the terminals that the session has started", () => {
    const { trajectory } = sessionOf("tmux new -d -s build", "ls -s other");
    const { mayBeOwn, isStarted } = terminalsOf({ TMUX: "/tmp/tmux" }, { action, trajectory });
    expect([mayBeOwn, isStarted("build"), isStarted("other")]).toEqual([true, true, false]);
  });

  it("reads no call of a long session for a command that types nothing", () => {
    const { trajectory, reads } = sessionOf("tmux new -d -s build");
    const { isStarted } = terminalsOf({}, { action, trajectory });
    expect(reads()).toBe(0);
    expect(isStarted("build")).toBe(true);
    expect(reads()).toBe(1);
  });
});
