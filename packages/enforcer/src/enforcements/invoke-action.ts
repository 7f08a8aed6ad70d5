import { type Action, type Args, type DecodedAction, errorJson } from "@helve/core";
import { isDry } from "../occasion.ts";
import { actionInWords, findingInWords } from "../words.ts";
import { type Application, type Applied, goOn } from "./application.ts";
import { decoded } from "./decoded.ts";
import type { PlannedInvocation } from "./plan-enforcement.ts";

/**
 * `invoke_action(tool, { … })`: another action takes this one's place (AgentSpec §3.3.2); it keeps the id, and the rule that
 * invoked it does not apply to it. Where no action is to run it runs in addition; when it can't, or fails, nothing goes on.
 *
 * A key whose value is not given is left out, and in a list such a value is `null`, as in JSON.
 */
export function invokeAction({ tool, args }: PlannedInvocation, application: Application): Applied | Promise<Applied> {
  const { occasion, look, view, violation } = application;
  const given = args.read(view);
  const text = typeof given === "string" ? { text: given } : {};
  const action = { id: look.action.id, name: tool, args: typeof given === "string" ? {} : (given as Args) };
  const invokedBy = violation.record.rule;
  if (occasion.event === "before_action") {
    const change = { ...action, replaces: look.action, invokedBy };
    return { kind: "look again", outcome: "invoked", detail: tool, action: change, ...text };
  }
  if (isDry(occasion)) return goOn("not run", tool);
  return runInAddition({ action: { ...action, invokedBy }, ...text }, application);
}

async function runInAddition(
  { action, text }: { readonly action: Action; readonly text?: string },
  { occasion, look, violation }: Application,
): Promise<Applied> {
  const { event, context } = occasion;
  const failed = (why: string): Applied => {
    const detail = `${action.name}: ${why}`;
    return { kind: "stop", outcome: "failed", detail, reason: `${findingInWords(violation.record)}; ${detail}` };
  };
  if (context.run === undefined) return failed("nothing can run it");
  try {
    const made: DecodedAction = await decoded(action, text, context);
    if (!made.ok) return failed(`it can't run: ${made.issues.map(({ message }) => message).join("; ")}`);
    context.signal.throwIfAborted();
    const step = await context.run(made.action);
    if (!step.ran || step.observation.isError) return failed("it was run, and failed");
    const detail = actionInWords(made.action);
    if (event !== "agent_finish") return goOn("invoked", detail);
    return { kind: "look again", outcome: "invoked", detail, action: look.action, step };
  } catch (error) {
    return failed(`it failed: ${errorJson(error).message}`);
  }
}
