import { type Action, type Args, errorJson, type Trajectory } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { isDry } from "../occasion.ts";
import { findingInWords, ruleInWords } from "../words.ts";
import { type Application, type Applied, goOn } from "./application.ts";
import { changed } from "./change.ts";

/** What the model is shown when it shall think again. */
export interface ReflectionRequest {
  readonly action: Action;
  /** The rule that the action violates, in words. */
  readonly rule: string;
  /** What the rule found, in words. */
  readonly finding: string;
  readonly trajectory: Trajectory;
  /** What the user asked for. */
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** The action to take instead, or `null` to give up. The name stays when it is left out. */
export type Reflection = { readonly name?: string; readonly args: Args } | null;

/** Asks a model for another action (AgentSpec §3.3.2, `llm_self_reflect`). A throw counts as giving up. */
export type Reflector = (request: ReflectionRequest) => Reflection | Promise<Reflection>;

/**
 * `llm_self_reflect`: the model thinks again (AgentSpec §3.3.2). Without a reflector the action is stopped, and the model
 * reads the rule. So it does where there is no action to think about: after one, and when the state has changed, it is told
 * the rule; at the end it is not done yet.
 */
export function llmSelfReflect(application: Application): Applied | Promise<Applied> {
  const { occasion, violation } = application;
  const { event, host } = occasion;
  const rule = ruleInWords(violation.planned.rule);
  const finding = findingInWords(violation.record);
  const text = `${finding}. Think again; the rule is: ${rule}`;
  if (event === "after_action" || event === "state_change") return goOn("told", text);
  if (event === "agent_finish" || host.reflect === undefined || isDry(occasion)) {
    return { kind: "stop", outcome: "stopped", reason: text };
  }
  return reflect(host.reflect, { rule, finding }, application);
}

async function reflect(
  reflector: Reflector,
  { rule, finding }: Pick<ReflectionRequest, "rule" | "finding">,
  { occasion, look }: Application,
): Promise<Applied> {
  const { prompt, signal } = occasion.context;
  const { action, trajectory } = look;
  const gaveUp = (why: string): Applied => {
    return { kind: "stop", outcome: "gave up", detail: why, reason: `${finding}; ${why}` };
  };
  try {
    const reflection = await reflector({ action, rule, finding, trajectory, prompt, signal });
    if (reflection === null) return gaveUp("the model gave up");
    const { name = action.name, args }: Partial<NonNullable<Reflection>> = reflection ?? {};
    if (!isObject(args) || typeof name !== "string") return gaveUp("the model gave no action");
    return { kind: "look again", outcome: "reflected", action: changed(action, name, args) };
  } catch (error) {
    return gaveUp(`thinking again failed: ${errorJson(error).message}`);
  }
}
