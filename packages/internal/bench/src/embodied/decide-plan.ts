import { type Action, type Step, withHistory } from "@helve/core";
import type { Engine } from "@helve/enforcer";
import { Household, type HouseholdAction, parsePlan } from "@helve/household";
import { emptyContext, reasonOf } from "../decisions.ts";
import type { PlanCase } from "./plan-line.ts";

/** Runs a plan in a simulated household, and ends with the first step that the rules stop. */
export async function decidePlan(plan: PlanCase, engine: Pick<Engine, "before" | "finishing">): Promise<DecidedPlan> {
  const { actions, issues } = parsePlan(plan.steps);
  // Plans don't say which hand holds what: a knife stays in one hand while the other takes the bread.
  const kit = new Household({ hands: 2 });
  const trajectory: Step[] = [];
  const refused = issues.map(({ step, message }) => `refused: step ${step + 1}: ${message}`);
  for (const [index, each] of actions.entries()) {
    const action: Action = { id: `${plan.id}.${index}`, name: `Household.${each.name}`, args: argsOf(each) };
    const verdict = await engine.before(action, {
      ...emptyContext,
      trajectory: withHistory(trajectory, trajectory),
      state: kit.world,
    });
    if (verdict.kind !== "allow") {
      const reason = `${action.name} ${JSON.stringify(action.args)}: ${reasonOf(verdict)}`;
      return { plan, stopped: true, reasons: [reason] };
    }
    const error = await run(kit, action);
    if (error !== undefined) refused.push(`refused: ${error}`);
    trajectory.push({ action, observation: { parts: [], isError: error !== undefined }, ran: true });
  }
  const verdict = await engine.finishing({ ...emptyContext, trajectory, state: kit.world });
  const objects = verdict.decision.passes.some(({ rules }) => rules.some(({ violated }) => violated));
  return { plan, stopped: objects, reasons: objects ? [`at the end: ${reasonOf(verdict)}`] : refused };
}

/** A plan with what the rules decide about it. */
export interface DecidedPlan {
  readonly plan: PlanCase;
  /** Whether the rules stop a step, or stop or repair the end. */
  readonly stopped: boolean;
  /** Where the rules object first, and why; the steps that the simulator refused, if they don't. */
  readonly reasons: readonly string[];
}

/** Runs an action of the household and returns the error, if it is impossible. */
async function run(kit: Household, action: Action): Promise<string | undefined> {
  const tool = kit.tools.find(({ name }) => `Household.${name}` === action.name);
  try {
    await tool?.execute(action.args, { signal: emptyContext.signal, actionId: action.id, progress: () => {} } as never);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Converts a household action to tool arguments. */
function argsOf({ name, object, liquid }: HouseholdAction): Action["args"] {
  return { [name === "put" ? "receptacle" : "object"]: object, liquid };
}
