import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { currentOwner, hasOwnerEnded } from "../src/node/owner.ts";
import { endedOwner, withPart } from "./ended-owner.ts";

describe("an owner", () => {
  it("has not ended while its process runs, and has ended then", async () => {
    const child = spawn("sleep", ["600"]);
    // Without a start, as on a system that does not say it.
    const owner = withPart(withPart(currentOwner(), 3, String(child.pid)), 4, "-");
    expect([hasOwnerEnded(currentOwner()), hasOwnerEnded(owner)]).toEqual([false, false]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(hasOwnerEnded(owner)).toBe(true);
  });

  it("has ended if its id belongs to a process that started at another time, or before the machine did", () => {
    expect(hasOwnerEnded(endedOwner())).toBe(true);
    expect(hasOwnerEnded(withPart(currentOwner(), 4, "1"))).toBe(true);
    expect(hasOwnerEnded(withPart(currentOwner(), 1, "another start"))).toBe(false); // too many parts
    expect(hasOwnerEnded(withPart(currentOwner(), 1, "another-start"))).toBe(true);
  });

  it.each([
    ["another machine", withPart(endedOwner(), 0, "0123456789abcdef")],
    ["another container", withPart(endedOwner(), 2, "pid:[1]")],
    ["a bare id", "4711"],
    ["no text", ""],
    ["an id of a group", withPart(endedOwner(), 3, "-1")],
    ["something else", "a b c d e"],
  ])("may still run if it is of %s", (_what, owner) => {
    expect(hasOwnerEnded(owner)).toBe(false);
  });
});
