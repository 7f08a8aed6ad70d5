import { describe, expect, it } from "vitest";
import { helve } from "../helve.ts";
import { antigravity } from "../stand-ins/antigravity.ts";
import { standIn } from "../stand-ins/stand-in.ts";

describe("8 hook processes at once", () => {
  it("decide about every call and lose none", async () => {
    // It calls one hook for a call. Each process takes the lock of the session for about 0.2 s, on a busy machine for a second, and
    // denies after 20 s.
    const { home, project, call } = await standIn(antigravity);
    const calls = Array.from({ length: 8 }, (_, nth) => `echo ${nth}`);
    const outcomes = await Promise.all(calls.map((run) => call({ run })));
    expect(outcomes.map(({ toModel }) => toModel)).toEqual(calls.map((_, nth) => `${nth}\n`));
    const { out } = await helve(["log", "--json"], project, "", { home, environment: { HOME: home } });
    const logged = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).args.CommandLine);
    expect(logged.sort()).toEqual([...calls].sort());
  });
});
