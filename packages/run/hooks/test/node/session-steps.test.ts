import type { SessionEntry } from "@helve/hooks/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neededEntries, sessionView } from "../../src/node/session-steps.ts";

const anyEntry: fc.Arbitrary<SessionEntry> = fc.oneof(
  fc.record({ at: fc.nat(9), text: fc.constantFrom("a", "b") }).map((one) => ({ type: "prompt", ...one }) as const),
  fc
    .record({ at: fc.nat(9), call: fc.constantFrom("1", "2", "3"), kind: fc.constantFrom("allow", "deny") })
    .map(({ kind, ...one }) => {
      const verdict = { kind, rules: [] };
      return { type: "call", tool: "T", args: {}, digest: "", ...one, verdict } as const;
    }),
  fc
    .record({ at: fc.nat(9), call: fc.constantFrom("1", "2", "3"), failed: fc.boolean() })
    .map((one) => ({ type: "result", result: "", ...one }) as const),
);

describe("neededEntries", () => {
  it("are enough for the requests, the running calls and all later steps", () => {
    fc.assert(
      fc.property(fc.array(anyEntry), fc.array(anyEntry), (before, after) => {
        const all = sessionView([...before, ...after]);
        const ended = sessionView(before).trajectory.filter(({ inFlight }) => inFlight !== true);
        const rest = sessionView([...neededEntries(before), ...after]);
        expect(rest.prompts).toEqual(all.prompts);
        expect(rest.trajectory).toEqual(all.trajectory.slice(ended.length));
      }),
      { numRuns: 500 },
    );
  });
});
