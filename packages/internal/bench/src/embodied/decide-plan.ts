import type { Action, GuardContext, StateVerdict, Step, Verdict } from "@helve/core";
import { describeFindings, type Engine } from "@helve/enforcer";
import { Household, type HouseholdAction, parsePlan } from "@helve/household";
import type { PlanCase } from "./plan-line.ts";

/** What the rules decide about a plan. */
export interface PlanDecision {
  /** Whether the rules stop a step, or stop or repair the end. */
  readonly stopped: boolean;
  /** Where the rules object first, and why; the steps that the simulator refused, if they don't. */
  readonly reasons: readonly string[];
  /** How long each decision took, in microseconds. */
  readonly latencies: readonly number[];
}

/** Runs a plan in a simulated household, and ends with the first step that the rules stop. */
export async function decidePlan(plan: PlanCase, engine: Pick<Engine, "before" | "finishing">): Promise<PlanDecision> {
  const { actions, issues } = parsePlan(plan.steps);
  // Plans don't say which hand holds what: a knife stays in one hand while the other takes the bread.
  const kit = new Household({ hands: 2 });
  const trajectory: Step[] = [];
  const latencies: number[] = [];
  const refused = issues.map(({ step, message }) => `refused: step ${step + 1}: ${message}`);
  for (const [index, each] of actions.entries()) {
    const action: Action = { id: `${plan.id}.${index}`, name: `Household.${each.name}`, args: argsOf(each) };
    const started = performance.now();
    const verdict = await engine.before(action, { ...context, trajectory: [...trajectory], state: kit.world });
    latencies.push((performance.now() - started) * 1000);
    if (verdict.kind !== "allow") {
      return {
        stopped: true,
        reasons: [`${action.name} ${JSON.stringify(action.args)}: ${reasonOf(verdict)}`],
        latencies,
      };
    }
    const error = await run(kit, action);
    if (error !== undefined) refused.push(`refused: ${error}`);
    trajectory.push({ action, observation: { parts: [], isError: error !== undefined }, ran: true });
  }
  const started = performance.now();
  const verdict = await engine.finishing({ ...context, trajectory, state: kit.world });
  latencies.push((performance.now() - started) * 1000);
  const objects = verdict.decision.passes.some(({ rules }) => rules.some(({ violated }) => violated));
  return { stopped: objects, reasons: objects ? [`at the end: ${reasonOf(verdict)}`] : refused, latencies };
}

/** Runs an action of the household and returns the error, if it is impossible. */
async function run(kit: Household, action: Action): Promise<string | undefined> {
  const tool = kit.tools.find(({ name }) => `Household.${name}` === action.name);
  try {
    await tool?.execute(action.args, { signal: context.signal, actionId: action.id, progress: () => {} } as never);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function argsOf({ name, object, liquid }: HouseholdAction): Action["args"] {
  return {
    [name === "put" ? "receptacle" : "object"]: object,
    liquid,
  };
}

function reasonOf({ decision }: Verdict | StateVerdict): string {
  return decision.passes.map(({ rules }) => describeFindings(rules.filter(({ violated }) => violated))).join("; ");
}

const context: Omit<GuardContext, "trajectory"> = {
  prompt: "",
  signal: new AbortController().signal,
  decode: async (action) => ({ ok: true, action, repairs: [] }),
};
