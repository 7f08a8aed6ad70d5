/** Validates a recorded verdict before `replay` decides it again. */
import { type Action, errorJson, type ReadResult, type Trajectory, type Verdict } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { changeBetween, rulesBetween } from "./compare-verdicts.ts";
import { type RecordedAnswers, recordedAnswers } from "./recorded-answers.ts";

/** A recorded verdict for `replay`, with the input that the verdict does not contain. */
export interface RecordedDecision {
  readonly verdict: Verdict;
  /** The original action; by default the action of the verdict's first pass. */
  readonly action?: Action;
  readonly context?: ReplayContext;
}

/** The variables of a recorded decision besides its action, for rules that read them. */
export interface ReplayContext {
  readonly trajectory?: Trajectory;
  readonly prompt?: string;
  readonly state?: unknown;
  /** The time of the decision, in milliseconds since 1970. */
  readonly now?: number;
}

/** A recorded decision that can be replayed, with the answers it contains. */
export interface ReplayableDecision extends RecordedDecision {
  readonly action: Action;
  readonly answers: RecordedAnswers;
}

/**
 * Reads a recorded decision, which may come from an untrusted store. Never throws; the only issue says why the decision can't
 * be replayed.
 */
export function readRecordedDecision(record: Verdict | RecordedDecision): ReadResult<ReplayableDecision> {
  try {
    const recorded: RecordedDecision = "verdict" in record ? record : { verdict: record };
    const { event = "before_action", passes } = recorded.verdict.decision;
    if (event !== "before_action") return notReplayable(`it is about ${event}`);
    const action = recorded.action ?? passes[0]?.action;
    if (action === undefined) return notReplayable("its action is not recorded");
    if (typeof action.name !== "string" || !isObject(action.args)) {
      return notReplayable("its action needs a name and arguments");
    }
    if (!verdictKinds.has(recorded.verdict.kind)) return notReplayable("its verdict has no known kind");
    // These throw if the record is too malformed to be compared.
    rulesBetween(recorded.verdict, recorded.verdict);
    changeBetween(recorded.verdict, recorded.verdict);
    return { value: { ...recorded, action, answers: recordedAnswers(passes) }, issues: [] };
  } catch (error) {
    return notReplayable(`it can't be read: ${errorJson(error).message}`);
  }
}

/** The result for a record that can't be replayed, with the reason. */
function notReplayable(message: string): ReadResult<ReplayableDecision> {
  return { value: undefined, issues: [{ code: "not_replayable", message }] };
}

const verdictKinds: ReadonlySet<unknown> = new Set<Verdict["kind"]>(["allow", "stop", "pending", "end"]);
