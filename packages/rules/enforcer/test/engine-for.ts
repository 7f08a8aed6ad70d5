import { parseProgram } from "@helve/agentspec";
import type { Action, Args, GuardContext, Predicate, PredicateRecord, Truth } from "@helve/core";
import { Engine, type EngineOptions } from "@helve/enforcer";

/** A predicate that answers by what the action's arguments say under its name: `{ is_destructive: true }`. */
function asked(name: string): Predicate {
  return {
    name,
    description: `whether the action says ${name}`,
    evaluate: (_operands, { action }) => {
      const answer = action.args[name] ?? false;
      if (answer === "throws") throw new Error("out of order");
      return answer as Truth;
    },
  };
}

/** A predicate that is always true. */
export function named(name: string): Predicate {
  return { name, description: "", evaluate: () => true };
}

export function engineFor(rules: string, options: Partial<EngineOptions> = {}): Engine {
  return new Engine(parseProgram(rules), { predicates: ["p", "q", "f"].map(asked), ...options });
}

export const context: GuardContext = {
  trajectory: [],
  prompt: "free up disk space",
  signal: new AbortController().signal,
  decode: async (given) =>
    Object.hasOwn(given.args, "broken")
      ? { ok: false, issues: [{ code: "x", message: '"broken" is not a known property' }], repairs: [] }
      : { ok: true, action: { ...given, name: given.name.replace("-", ".") }, repairs: [] },
};

export function action(args: Args, name = "Terminal.Execute"): Action {
  return { id: "call_1", name, args };
}

/** The answers of predicates, by their texts in the rule. */
export function answers(records: readonly PredicateRecord[] | undefined): Record<string, Truth> {
  return Object.fromEntries((records ?? []).map(({ predicate, value }) => [predicate, value]));
}
