import { type Action, type Args, errorJson, type Trajectory } from "@helve/core";
import { findingInWords, ruleInWords } from "../words.ts";
import type { Application, Applied } from "./apply.ts";

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

/** Asks a model for another action. A throw counts as giving up. */
export type Reflector = (request: ReflectionRequest) => Reflection | Promise<Reflection>;

/** `llm_self_reflect`: the model thinks again (AgentSpec §3.3.2). Without a reflector the action is stopped. */
export async function llmSelfReflect({ action, violation, host, context }: Application): Promise<Applied> {
  const rule = ruleInWords(violation.rule);
  const finding = findingInWords(violation.record);
  if (host.reflect === undefined) {
    return { kind: "stop", outcome: "stopped", reason: `${finding}. Think again; the rule is: ${rule}` };
  }
  const { trajectory, prompt, signal } = context;
  try {
    const reflection = await host.reflect({ action, rule, finding, trajectory, prompt, signal });
    if (reflection === null) return { kind: "stop", outcome: "gave up", reason: `${finding}; the model gave up` };
    const { name = action.name, args } = reflection;
    return { kind: "look again", outcome: "reflected", action: { ...action, name, args } };
  } catch (error) {
    return {
      kind: "stop",
      outcome: "gave up",
      reason: `${finding}; thinking again failed: ${errorJson(error).message}`,
    };
  }
}
