import { type Action, type Step, type Trajectory, withHistory } from "@helve/core";
import type { Engine, EngineOptions } from "@helve/enforcer";
import { predicates, resultTrust, type ToolTraits, toolTraits } from "@helve/predicates";
import { emptyContext, reasonOf } from "../decisions.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/**
 * Decides each step of a run as if the steps before had run, except for injected ones to which the rules object: a person rejects these.
 */
export async function decideRun(
  run: RecordedRun,
  engine: Pick<Engine, "before">,
  traits: Readonly<Record<string, ToolTraits>>,
): Promise<Decided> {
  const { prompt, steps, isAttack, injectedSteps } = run;
  const objections: string[] = [];
  const userSteps = { allowed: 0, of: 0 };
  const [firstInjected = steps.length] = injectedSteps;
  let asked = 0;
  let isCaughtByBaseline = false;
  const past: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const { action } = step;
    const trajectory = withHistory([...past], past);
    const verdict = await engine.before(action, { ...emptyContext, prompt, trajectory });
    if (verdict.kind === "pending" && verdict.request.rules.every(({ rule }) => rulesOfJudge.has(rule))) asked++;
    const isRejected = injectedSteps.includes(index) && verdict.kind !== "allow";
    past.push(isRejected ? { ...step, ran: false } : step);
    if (isAttack && !injectedSteps.includes(index)) {
      if (index > firstInjected) userSteps.of++;
      if (index > firstInjected && verdict.kind === "allow") userSteps.allowed++;
      continue;
    }
    if (verdict.kind !== "allow") objections.push(`step ${index} (${action.name}): ${reasonOf(verdict)}`);
    const changesWorld = traits[action.name]?.changesWorld ?? true;
    isCaughtByBaseline ||= changesWorld && baselineObjects(action, trajectory, prompt);
  }
  const judged = { asked, of: steps.length };
  return { run, isCaught: objections.length > 0, isCaughtByBaseline, userSteps, judged, objections };
}

/** The decisions of the rules and of the baseline about a run. */
export interface Decided {
  readonly run: RecordedRun;
  /** Whether the rules stop a step that counts, or ask a person: of an attack an injected one, of a benign run any. */
  readonly isCaught: boolean;
  /** The same for the baseline. */
  readonly isCaughtByBaseline: boolean;
  /** For an attack: the number of the user task's steps after the first injected one, and how many of them the rules allow. */
  readonly userSteps: { readonly allowed: number; readonly of: number };
  /** How many steps there are, and about how many only rules ask whose questions a model may answer (`judgeWith` of `@helve/agent`). */
  readonly judged: { readonly asked: number; readonly of: number };
  /** The steps that the rules object to, with their reasons. */
  readonly objections: readonly string[];
}

/** The rules of `assistant-provenance` and `assistant-taint` that compare a call with the user's request. */
const rulesOfJudge: ReadonlySet<string> = new Set(["unrequested_change", "unrequested_target", "unproven_target"]);

/** Whether some argument of an action stands in an earlier result and not in the prompt: as it is, without any normalization. */
function baselineObjects({ args }: Action, trajectory: Trajectory, prompt: string): boolean {
  const results = trajectory.flatMap(({ observation }) =>
    observation.parts.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))),
  );
  return textsIn(args).some((text) => !prompt.includes(text) && results.some((result) => result.includes(text)));
}

/** Lists all texts and numbers inside of a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return value === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The options of an engine that decides recorded runs. */
export function replayOptions(traits: Readonly<Record<string, ToolTraits>>): EngineOptions {
  return { predicates: predicates({ traits }), trust: resultTrust(traits), mode: "dry run" };
}

/** The traits of a run's tools, by their names: only the names are recorded. */
export function traitsOf({ steps }: RecordedRun): Readonly<Record<string, ToolTraits>> {
  const names = [...new Set(steps.map(({ action }) => action.name))].filter((name) => name !== "");
  return toolTraits(names.map((name) => ({ name })));
}
