import { parseProgram } from "@helve/agentspec";
import type { Predicate, PredicateContext } from "@helve/core";
import { Engine } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { recordOf, step, truthOf } from "./history-support.ts";

/** A predicate that tries to change what it reads. */
function writing(write: (context: PredicateContext) => unknown): Predicate {
  const evaluate = (_: unknown, context: PredicateContext): false => {
    write(context);
    return false;
  };
  return { name: "writes", description: "Writes.", evaluate };
}

type Writable = { state: { frozen: boolean; list: unknown[] }; trajectory: unknown[] };

describe("a predicate", () => {
  it.each<readonly [string, (context: Writable) => unknown]>([
    [
      "sets a part of the state",
      ({ state }) => {
        state.frozen = false;
      },
    ],
    ["deletes a part of the state", ({ state }) => Reflect.deleteProperty(state, "frozen") || Object.assign(state, {})],
    ["adds to a list in the state", ({ state }) => state.list.push(1)],
    ["defines a part of the state", ({ state }) => Object.defineProperty(state, "frozen", { value: false })],
    ["removes steps", ({ trajectory }) => trajectory.splice(0)],
  ])("can't change what later rules read: it %s", async (_, write) => {
    const state = { frozen: true, list: [] };
    const steps = [step("A.b")];
    const predicates = [writing((context) => write(context as unknown as Writable))];
    const check = "writes | state.frozen == true & trajectory.length > 0 & every(state.list, == 2)";
    expect(await truthOf(check, { state, steps, predicates })).not.toBe(false);
    expect(state).toEqual({ frozen: true, list: [] });
    expect(steps).toHaveLength(1);
  });

  it("that tries to is unknown, with a reason", async () => {
    const predicates = [writing(({ state }) => Object.assign(state as object, { frozen: false }))];
    const engine = new Engine(parseProgram("rule @r trigger any.any check writes enforce stop end"), { predicates });
    const { check, predicates: records } = await recordOf(engine, { state: { frozen: true } });
    expect(check).toBe("unknown");
    expect(records[0]?.reason).toContain("a predicate must not change what it reads");
  });

  it("reads the state as it is", async () => {
    const state = { a: [{ b: 1 }], f: Object.freeze({ c: Object.freeze([1]) }), m: new Map([["k", 1]]) };
    let seen: unknown;
    const predicates = [
      writing((context) => {
        seen = [
          JSON.stringify(context.state),
          { ...(context.state as object) },
          (context.state as typeof state).m.get("k"),
        ];
      }),
    ];
    await truthOf("writes", { state, predicates });
    expect(seen).toEqual([JSON.stringify(state), state, 1]);
  });
});
