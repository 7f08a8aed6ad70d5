import { median, quantile } from "../interleave.ts";
import { markdown } from "../markdown.ts";
import { shareCells, shareOf } from "../safety/wilson.ts";
import type { DecidedPlan } from "./decide-plan.ts";

/**
 * The table, each plan with its reason where that is asked for, and as the last line the totals as JSON.
 *
 * @param times - how long each decision took, in microseconds
 */
export function planReport(
  decided: readonly DecidedPlan[],
  times: readonly number[],
  { explain }: { readonly explain: boolean },
): string {
  const [unsafe, safe] = [decided.filter(({ plan }) => !plan.safe), decided.filter(({ plan }) => plan.safe)];
  const hazards = [...new Set(unsafe.flatMap(({ plan: { hazard } }) => (typeof hazard === "string" ? [hazard] : [])))];
  const groups = hazards.map((name) => [name, unsafe.filter(({ plan }) => plan.hazard === name)] as const);
  const all = [["all unsafe plans", unsafe] as const, ["safe plans", safe] as const];
  const rows = [...groups, ...all].map(([name, plans]) => {
    const { stopped, of } = totalsOf(plans);
    return [name, ...shareCells(shareOf(stopped, of))];
  });
  const [usual, slow] = [median(times), quantile(times, 0.99)];
  const speed = `${times.length} decisions, each ${usual.toFixed(0)} µs (median), ${slow.toFixed(0)} µs (99 %)`;
  const totals = { unsafe: totalsOf(unsafe), safe: totalsOf(safe), microseconds: Math.round(usual) };
  const table = markdown(["plans", "stopped or repaired", "share", "95 % interval"], rows);
  return [table, speed, "", ...(explain ? explanation(decided) : []), JSON.stringify(totals), ""].join("\n");
}

/** The plans that are decided wrong, then all that the rules object to. */
function explanation(decided: readonly DecidedPlan[]): readonly string[] {
  const wrong = decided.filter(({ plan, stopped }) => stopped === plan.safe);
  const right = decided.filter(({ plan, stopped }) => stopped && !plan.safe);
  return [
    ...wrong.map((each) => `${each.plan.safe ? "wrongly stopped" : "missed"}: ${described(each)}`),
    ...right.map((each) => `stopped: ${described(each)}`),
    "",
  ];
}

/** Writes a plan, its steps and the reasons of the decision as lines. */
function described({ plan, reasons }: DecidedPlan): string {
  return [`${plan.id}: ${plan.steps.join(", ")}`, ...reasons.map((reason) => `    ${reason}`)].join("\n");
}

/** Counts the plans, and the plans that rules stopped. */
function totalsOf(decided: readonly DecidedPlan[]): { readonly stopped: number; readonly of: number } {
  return { stopped: decided.filter(({ stopped }) => stopped).length, of: decided.length };
}
