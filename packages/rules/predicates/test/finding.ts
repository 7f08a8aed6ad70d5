import type { Finding, Predicate, PredicateArgument, PredicateContext, Trajectory } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { type Policy, predicates } from "@helve/predicates";

/** Evaluates a predicate on a command of `Terminal.Execute`. */
export function findingOf(name: string, command: unknown, policy: Partial<Policy> = {}): Promise<Finding> {
  return evaluate(predicate(name, policy), [], { command });
}

/** Creates the predicate with a name. */
export function predicate(name: string, policy: Partial<Policy> = {}): Predicate {
  const found = predicates({
    languages: { shell, python },
    tools: {
      "Terminal.Execute": { code: "command", language: "shell" },
      "PythonREPL.Run": { code: "code", language: "python" },
    },
    ...policy,
  });
  const wanted = found.find((each) => each.name === name);
  if (wanted === undefined) throw new Error(`no predicate ${name}`);
  return wanted;
}

/** Evaluates a predicate on an action and returns a finding. */
export async function evaluate(
  tested: Predicate,
  operands: readonly PredicateArgument[],
  args: Readonly<Record<string, unknown>>,
  { tool = "Terminal.Execute", trajectory = [] }: { tool?: string; trajectory?: Trajectory } = {},
): Promise<Finding> {
  const action = { id: "1", name: tool, args };
  const context: PredicateContext = { action, trajectory, prompt: "", signal: new AbortController().signal };
  const answer = await tested.evaluate(operands, context);
  return typeof answer === "object" ? answer : { value: answer, reason: "", evidence: [] };
}
