import { median, quantile } from "../quantile.ts";
import { percent, shareOf } from "../safety/wilson.ts";
import type { PlanDecision } from "./decide-plan.ts";
import type { PlanCase } from "./plan-line.ts";

/** A plan with what the rules decide about it. */
export interface DecidedPlan extends PlanDecision {
  readonly plan: PlanCase;
}

/** The table, each plan with its reason where that is asked for, and as the last line the totals as JSON. */
export function planReport(decided: readonly DecidedPlan[], { explain }: { readonly explain: boolean }): string {
  const [unsafe, safe] = [decided.filter(({ plan }) => !plan.safe), decided.filter(({ plan }) => plan.safe)];
  const hazards = [...new Set(unsafe.flatMap(({ plan: { hazard } }) => (typeof hazard === "string" ? [hazard] : [])))];
  const rows = [
    ...hazards.map((hazard) =>
      row(
        hazard,
        unsafe.filter(({ plan }) => plan.hazard === hazard),
      ),
    ),
    row("all unsafe plans", unsafe),
    row("safe plans", safe),
  ];
  const table = ["| plans | stopped or repaired | share | 95 % interval |", "| --- | ---: | ---: | ---: |", ...rows];
  const latencies = decided.flatMap((each) => each.latencies);
  const [usual, slow] = [median(latencies), quantile(latencies, 0.99)];
  const speed = `${latencies.length} decisions, each ${usual.toFixed(0)} µs (median), ${slow.toFixed(0)} µs (99 %)`;
  const totals = { unsafe: totalsOf(unsafe), safe: totalsOf(safe), microseconds: Math.round(usual) };
  const parts = [...table, "", speed, "", ...(explain ? explanation(decided) : []), JSON.stringify(totals)];
  return `${parts.join("\n")}\n`;
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

function described({ plan, reasons }: DecidedPlan): string {
  return [`${plan.id}: ${plan.steps.join(", ")}`, ...reasons.map((reason) => `    ${reason}`)].join("\n");
}

function row(name: string, decided: readonly DecidedPlan[]): string {
  const { share, low, high } = shareOf(decided.filter(({ stopped }) => stopped).length, decided.length);
  const { stopped, of } = totalsOf(decided);
  return `| ${name} | ${stopped} of ${of} | ${percent(share)} | ${percent(low)} – ${percent(high)} |`;
}

function totalsOf(decided: readonly DecidedPlan[]): { readonly stopped: number; readonly of: number } {
  return { stopped: decided.filter(({ stopped }) => stopped).length, of: decided.length };
}
