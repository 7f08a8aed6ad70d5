/** Evaluates rules on single actions, outside of a session, for the measurements. */
import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import type { GuardContext, StateVerdict, Verdict } from "@helve/core";
import { describeFindings, Engine, type EngineOptions } from "@helve/enforcer";

/** The context of a decision outside of a session. */
export const emptyContext: GuardContext = {
  trajectory: [],
  prompt: "",
  signal: new AbortController().signal,
  decode: async (action) => ({ ok: true, action, repairs: [] }),
};

/** An engine with the rules in a text; by default without predicates. */
export function engineOf(rules: string, options: Partial<EngineOptions> = {}): Engine {
  return new Engine(parseProgram(rules), { predicates: [], ...options });
}

/** The rules that object, with the reasons of their predicates. */
export function reasonOf({ decision }: Verdict | StateVerdict): string {
  return decision.passes.map(({ rules }) => describeFindings(rules.filter(({ violated }) => violated))).join("; ");
}

/** The text of a file of `@helve/predicates/rules`. */
export function readyRules(name: string): Promise<string> {
  return rulesOf(`@helve/predicates/rules/${name}.agentspec`);
}

/** The text of a file of rules that a package exports. */
export function rulesOf(specifier: string): Promise<string> {
  return readFile(new URL(import.meta.resolve(specifier)), "utf8");
}
