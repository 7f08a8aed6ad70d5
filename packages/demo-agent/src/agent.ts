import { type ActionReturn, canonicalJson, type Guard, type StateVerdict, type Step, type ToolCall } from "@helve/core";
import { type ActionExecutor, toStep } from "@helve/executor";
import type { ModelTurn } from "./scripted-model.ts";

/** Runs a scripted model on a task, turn by turn, until it calls no tool and may finish, or its script ends. */
export async function* runAgent(turns: readonly ModelTurn[], task: AgentTask): AsyncGenerator<AgentEvent> {
  const { prompt, signal, executor, guard, state } = task;
  const trajectory: Step[] = [];
  const currentContext = async () => ({ prompt, signal, trajectory: [...trajectory], state: await state() });
  for (const { content, calls } of turns) {
    if (content !== "") yield { type: "message", content };
    for (const call of calls) {
      yield { type: "call", call };
      const before = await currentContext();
      const actionReturn = await executor.execute(call, before);
      const step = toStep(actionReturn);
      if (step !== undefined) trajectory.push(step);
      yield { type: "return", actionReturn };
      if (actionReturn.recoverable === "nobody" || signal.aborted) return;

      const after = await currentContext();
      if (canonicalJson(before.state) === canonicalJson(after.state)) continue;
      const verdict = await guard.stateChanged(before.state, after.state, executor.guardContext(after));
      if (hasRules(verdict)) yield { type: "verdict", verdict };
      if (verdict.kind === "end" || verdict.kind === "pending") return;
    }
    if (calls.length > 0) continue;
    const verdict = await guard.finishing(executor.guardContext(await currentContext()));
    if (hasRules(verdict)) yield { type: "verdict", verdict };
    if (verdict.kind !== "stop") return;
  }
}

/** An event of {@link runAgent}. */
export type AgentEvent =
  | { readonly type: "message"; readonly content: string }
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "return"; readonly actionReturn: ActionReturn }
  /** The verdict on a change of the host, or on the end of the agent; not emitted if no rule was evaluated. */
  | { readonly type: "verdict"; readonly verdict: StateVerdict };

/** The task of an agent, and the executor and guard that it runs with. */
export interface AgentTask {
  readonly prompt: string;
  readonly signal: AbortSignal;
  readonly executor: ActionExecutor;
  /** Evaluated when the state of the host has changed, and when the agent wants to finish. */
  readonly guard: Required<Pick<Guard, "stateChanged" | "finishing">>;
  /** Returns the current state of the host, as JSON. */
  readonly state: () => unknown | Promise<unknown>;
}

/** Returns whether any rule was evaluated for a verdict. */
export function hasRules({ decision }: StateVerdict): boolean {
  return decision.passes.some(({ rules }) => rules.length > 0);
}
