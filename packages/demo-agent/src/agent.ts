import { type ActionReturn, canonicalJson, type Guard, type StateVerdict, type Step, type ToolCall } from "@helve/core";
import { type ActionExecutor, toStep } from "@helve/executor";
import type { ModelTurn } from "./scripted-model.ts";

/** What happens while an agent works, in order. */
export type AgentEvent =
  | { readonly type: "said"; readonly content: string }
  | { readonly type: "called"; readonly call: ToolCall }
  | { readonly type: "returned"; readonly actionReturn: ActionReturn }
  /** What the rules say of a change of the host's world, or of the agent's end; not told when no rule looks at that. */
  | { readonly type: "judged"; readonly verdict: StateVerdict };

/** What an agent works on, and with. */
export interface AgentTask {
  readonly prompt: string;
  readonly signal: AbortSignal;
  readonly executor: ActionExecutor;
  /** Asked when the host's world has changed, and when the agent says that it is done. */
  readonly guard: Required<Pick<Guard, "stateChanged" | "finishing">>;
  /** The host's world as it is now, as JSON. */
  readonly state: () => unknown | Promise<unknown>;
}

/** Lets a scripted model work on a task, turn by turn, until it calls no tool and may finish, or its script is over. */
export async function* runAgent(turns: readonly ModelTurn[], task: AgentTask): AsyncGenerator<AgentEvent> {
  const { prompt, signal, executor, guard, state } = task;
  const trajectory: Step[] = [];
  const known = async () => ({ prompt, signal, trajectory: [...trajectory], state: await state() });
  for (const { content, calls } of turns) {
    if (content !== "") yield { type: "said", content };
    for (const call of calls) {
      yield { type: "called", call };
      const before = await known();
      const actionReturn = await executor.execute(call, before);
      const step = toStep(actionReturn);
      if (step !== undefined) trajectory.push(step);
      yield { type: "returned", actionReturn };
      if (actionReturn.recoverable === "nobody" || signal.aborted) return;

      const after = await known();
      if (canonicalJson(before.state) === canonicalJson(after.state)) continue;
      const verdict = await guard.stateChanged(before.state, after.state, executor.guardContext(after));
      if (hasRules(verdict)) yield { type: "judged", verdict };
      if (verdict.kind === "end" || verdict.kind === "pending") return;
    }
    if (calls.length > 0) continue;
    const verdict = await guard.finishing(executor.guardContext(await known()));
    if (hasRules(verdict)) yield { type: "judged", verdict };
    if (verdict.kind !== "stop") return;
  }
}

/** Whether there was a rule to look. */
export function hasRules({ decision }: StateVerdict): boolean {
  return decision.passes.some(({ rules }) => rules.length > 0);
}
