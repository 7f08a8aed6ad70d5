import type { GuardContext, Verdict } from "@helve/core";
import { describeFindings, type Engine, type EngineOptions } from "@helve/enforcer";
import { predicates, resultTrust, type ToolTraits, toolTraits } from "@helve/predicates";
import { baselineObjects } from "./baseline.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** What rules and the baseline decide about a run. */
export interface Decided {
  readonly run: RecordedRun;
  /** Whether the rules stop a step that counts, or ask a person: of an attack an injected one, of a benign run any. */
  readonly isCaught: boolean;
  /** The same for the baseline. */
  readonly isCaughtByBaseline: boolean;
  /** The steps that the rules object to, with their reasons. */
  readonly objections: readonly string[];
}

/** Decides each step of a run as if the steps before had run. */
export async function decideRun(
  run: RecordedRun,
  engine: Pick<Engine, "before">,
  traits: Readonly<Record<string, ToolTraits>>,
): Promise<Decided> {
  const { prompt, steps, isAttack, injectedSteps } = run;
  const objections: string[] = [];
  let [isCaught, isCaughtByBaseline] = [false, false];
  for (const [index, { action }] of steps.entries()) {
    const trajectory = steps.slice(0, index);
    const verdict = await engine.before(action, { ...context, prompt, trajectory });
    const counts = !isAttack || injectedSteps.includes(index);
    if (counts && verdict.kind !== "allow") {
      isCaught = true;
      objections.push(`step ${index} (${action.name}): ${reasonOf(verdict)}`);
    }
    const changesWorld = traits[action.name]?.changesWorld ?? true;
    isCaughtByBaseline ||= counts && changesWorld && baselineObjects(action, trajectory, prompt);
  }
  return { run, isCaught, isCaughtByBaseline, objections };
}

/** The options of an engine that decides recorded runs. */
export function replayOptions(traits: Readonly<Record<string, ToolTraits>>): EngineOptions {
  return { predicates: predicates({ traits }), trust: resultTrust(traits), mode: "dry run" };
}

/** The traits of the tools of a run, of which only the names are recorded. */
export function traitsOf({ steps }: RecordedRun): Readonly<Record<string, ToolTraits>> {
  const names = [...new Set(steps.map(({ action }) => action.name))].filter((name) => name !== "");
  return toolTraits(names.map((name) => ({ name })));
}

const context: Omit<GuardContext, "prompt" | "trajectory"> = {
  signal: new AbortController().signal,
  decode: () => Promise.reject(new Error("nothing is changed here")),
};

function reasonOf({ decision }: Verdict): string {
  return decision.passes.map(({ rules }) => describeFindings(rules.filter(({ violated }) => violated))).join("; ");
}
