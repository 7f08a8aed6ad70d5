/** Names the outcome of a call in `helve log`. */
import type { Action, ActionReturn, StepStatus, Verdict } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { LogRow } from "./rows.ts";

/** Returns the outcome of a call from its action return. */
export function outcomeOf({ type, args, call, status, verdict, observation }: ActionReturn): Outcome {
  const given = isObject(call.arguments) ? (call.arguments as Action["args"]) : {};
  const texts = observation.parts.map(({ content }) =>
    typeof content === "string" ? content : JSON.stringify(content),
  );
  return {
    tool: type,
    args: args ?? given,
    verdict: verdicts[status] ?? "allow",
    rules: rulesOf(verdict),
    status: status !== "pending" ? (statuses[status] ?? "failed") : undefined,
    result: status !== "pending" ? texts.join("\n") : undefined,
  };
}

type Outcome = Pick<LogRow, "tool" | "args" | "verdict" | "rules" | "status" | "result">;

const verdicts: Readonly<Partial<Record<ActionReturn["status"], LogRow["verdict"]>>> = {
  stopped: "deny",
  pending: "ask",
};

const statuses: Readonly<Partial<Record<ActionReturn["status"], StepStatus>>> = {
  success: "success",
  stopped: "stopped",
};

/** The rules that object. */
function rulesOf(verdict: Verdict | null): readonly string[] {
  const rules = verdict?.decision.passes.flatMap((pass) => pass.rules) ?? [];
  return [...new Set(rules.filter(({ violated }) => violated).map(({ rule }) => rule))];
}
