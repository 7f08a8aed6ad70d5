import type { ApprovalAnswer } from "@helve/adapter";
import type { ToolCall } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { getConfig } from "@langchain/langgraph";

/**
 * A person's answers about calls that no rule asks about any more, by the ids of the calls: the state of the host or the rules have changed, and
 * this process does not know the question. A call that the person did not approve unchanged does not run.
 *
 * @param calls - those of the turn without a question
 * @param options - `needsIds`: an answer without an id is about a call that has a question. Otherwise it may be about any of these, and none runs
 */
export function unaskedAnswers(
  calls: readonly ToolCall[],
  { needsIds }: { readonly needsIds: boolean },
): Record<string, ApprovalAnswer> {
  const refusals = givenDecisions().filter(({ type }) => type !== "approve");
  const about = calls.flatMap(({ id }) => {
    const refusal = refusals.find((decision) => decision.id === id || (decision.id === undefined && !needsIds));
    return refusal === undefined ? [] : [[id, refusalOf(refusal)] as const];
  });
  return Object.fromEntries(about);
}

interface Decision {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
}

/** The decisions that this execution of the node continues with. They are only read: LangGraph returns them from `interrupt`, in order. */
function givenDecisions(): readonly Decision[] {
  const task: unknown = getConfig()?.configurable?.["__pregel_scratchpad"];
  if (!isObject(task)) return [];
  const { resume, nullResume } = task as { readonly resume?: unknown; readonly nullResume?: unknown };
  const answers: readonly unknown[] = [...(Array.isArray(resume) ? resume : []), nullResume];
  return answers.flatMap((answer) => {
    const decisions = isObject(answer) ? answer["decisions"] : undefined;
    return Array.isArray(decisions) ? decisions.filter(isObject) : [];
  });
}

/** Converts a decision to the answer to a call that no rule asks about. */
function refusalOf({ type, message }: Decision): ApprovalAnswer {
  if (type === "reject") return { decision: "reject", reason: typeof message === "string" ? message : undefined };
  return { decision: "reject", reason: "a person has changed it, but no rule asks about it any more" };
}
