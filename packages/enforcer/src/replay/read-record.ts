import { type Action, errorJson, type Verdict } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { RecordedDecision } from "../replay.ts";
import { changeBetween, rulesBetween } from "./compare-verdicts.ts";
import { type RecordedAnswers, recordedAnswers } from "./recorded-answers.ts";

/** Reads a record, or says why it can't be made again: it may have been stored by whomever. */
export function readRecord(given: Verdict | RecordedDecision): Remade | { readonly reason: string } {
  try {
    const recorded: RecordedDecision = "verdict" in given ? given : { verdict: given };
    const { event = "before_action", passes } = recorded.verdict.decision;
    if (event !== "before_action") return { reason: `it is about ${event}` };
    const action = recorded.action ?? passes[0]?.action;
    if (action === undefined) return { reason: "its action is not recorded" };
    if (typeof action.name !== "string" || !isObject(action.args)) return { reason: "its action is none" };
    if (!kinds.has(recorded.verdict.kind)) return { reason: "its verdict is none that is known" };
    // What can be compared with itself can be compared.
    rulesBetween(recorded.verdict, recorded.verdict);
    changeBetween(recorded.verdict, recorded.verdict);
    return { ...recorded, action, answers: recordedAnswers(passes) };
  } catch (error) {
    return { reason: `it can't be read: ${errorJson(error).message}` };
  }
}

/** A decision that can be made again. */
interface Remade extends RecordedDecision {
  readonly action: Action;
  readonly answers: RecordedAnswers;
}

const kinds: ReadonlySet<unknown> = new Set<Verdict["kind"]>(["allow", "stop", "pending", "end"]);
