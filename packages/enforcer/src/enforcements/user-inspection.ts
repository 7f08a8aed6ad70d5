import { type Action, type Args, errorJson, type InspectionRequest } from "@helve/core";
import type { CheckedRule } from "../check.ts";
import { findingInWords } from "../words.ts";
import type { Application, Applied } from "./apply.ts";

/** What a person says of an action. */
export type InspectionAnswer =
  | { readonly decision: "approve" }
  | { readonly decision: "reject" /** The model reads it. */; readonly reason?: string }
  /** Run it with these arguments instead. They count as approved, but other rules look at them. */
  | { readonly decision: "edit"; readonly args: Args }
  /** Take one of the ways out that the rules offer. */
  | { readonly decision: "fix"; readonly fix: string };

/** Asks a person. A throw counts as a rejection. */
export type Inspector = (
  request: InspectionRequest,
  context: { readonly signal: AbortSignal },
) => InspectionAnswer | Promise<InspectionAnswer>;

/**
 * A way out of a violation: gives the arguments to go on with, changed, or as they were when it did something beside
 * the action (`add_contact`). Either way the rules look at the action again.
 */
export type FixHandler = (action: Action, context: { readonly signal: AbortSignal }) => Args | Promise<Args>;

/**
 * `user_inspection`: a person decides (AgentSpec §3.3.2, Fig. 1). All rules that ask about an action ask together, once.
 * Without an inspector the action is rejected.
 */
export async function userInspection(application: Application): Promise<Applied> {
  const { violation, violations, approvedBy, host } = application;
  if (approvedBy.has(violation.rule.name)) return { kind: "go on", outcome: "approved", approvedBy };

  const asking = violations.filter(asksForInspection).filter(({ rule }) => !approvedBy.has(rule.name));
  const request: InspectionRequest = {
    action: application.action,
    rules: asking.map(({ record }) => record),
    fixes: [...new Set(asking.flatMap(fixesOf))],
  };
  if (host.inspect === undefined) return rejected(request, "there is nobody to ask");
  try {
    const answer = await host.inspect(request, { signal: application.context.signal });
    return await carryOut(answer, request, application);
  } catch (error) {
    return rejected(request, `asking failed: ${errorJson(error).message}`);
  }
}

async function carryOut(
  answer: InspectionAnswer,
  request: InspectionRequest,
  { action, host, context, approvedBy }: Application,
): Promise<Applied> {
  const asking = request.rules.map(({ rule }) => rule);
  switch (answer.decision) {
    case "approve":
      return { kind: "go on", outcome: "approved", approvedBy: new Set([...approvedBy, ...asking]) };
    case "edit": {
      if (!isArgs(answer.args)) return rejected(request, "the edit has no arguments");
      const edited = { ...action, args: answer.args };
      return { kind: "look again", outcome: "edited", action: edited, approvedBy: new Set(asking) };
    }
    case "fix": {
      const handler = request.fixes.includes(answer.fix) ? host.fixes.get(answer.fix) : undefined;
      if (handler === undefined) return rejected(request, `"${answer.fix}" is no way out that was offered`);
      const args = await handler(action, { signal: context.signal });
      if (!isArgs(args)) return rejected(request, `the fix ${answer.fix} gave no arguments to go on with`);
      return { kind: "look again", outcome: "fixed", detail: answer.fix, action: { ...action, args } };
    }
    case "reject":
      return rejected(request, answer.reason);
    default:
      return rejected(request, "the answer is none that is known");
  }
}

function rejected({ rules }: InspectionRequest, why?: string): Applied {
  const rejection = why === undefined ? "it was rejected" : `it was rejected: ${why}`;
  const reason = [rejection, ...rules.map(findingInWords)].join("; ");
  return { kind: "stop", outcome: "rejected", reason, ...(why !== undefined && { detail: why }) };
}

function isArgs(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asksForInspection({ rule }: CheckedRule): boolean {
  return rule.enforce.some((enforcement) => enforcement.type === "user_inspection");
}

function fixesOf({ rule }: CheckedRule): readonly string[] {
  return rule.enforce.flatMap((enforcement) => (enforcement.type === "user_inspection" ? enforcement.fixes : []));
}
