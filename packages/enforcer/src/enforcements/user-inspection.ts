import { errorJson, type InspectionRequest } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { endOf } from "../approvals.ts";
import type { InspectionAnswer } from "../inspection.ts";
import { isDry, type Violation } from "../occasion.ts";
import { quietly } from "../quietly.ts";
import { findingInWords } from "../words.ts";
import type { Application, Applied, Approved } from "./application.ts";
import { changed } from "./change.ts";

/**
 * `user_inspection`: a person decides (AgentSpec §3.3.2, Fig. 1). All rules that ask about an action ask together, once.
 * Without an inspector the action is rejected.
 */
export function userInspection(application: Application): Applied | Promise<Applied> {
  const { occasion, violation } = application;
  const { rule } = violation.record;
  const approved = application.approved.has(rule) ? application.approved : withRemembered(application);
  const known = approved.get(rule);
  if (known !== undefined) return { kind: "go on", outcome: known, approved };

  const request = requestOf({ ...application, approved });
  if (isDry(occasion)) return { kind: "pending", request };
  return inspect(request, { ...application, approved });
}

/** Asks, and says for which rules beside its own it did. */
async function inspect(request: InspectionRequest, application: Application): Promise<Applied> {
  const applied = await answered(request, application);
  const others = request.rules.map(({ rule }) => rule).filter((rule) => rule !== application.violation.record.rule);
  return applied.kind === "pending" || others.length === 0 ? applied : { ...applied, sharedWith: others };
}

async function answered(request: InspectionRequest, application: Application): Promise<Applied> {
  const { occasion, answer: given } = application;
  const { host, context } = occasion;
  if (given === undefined && host.inspect === undefined) return rejected(request, "there is nobody to ask");
  try {
    const answer = given ?? (await host.inspect?.(request, { signal: context.signal }));
    // Nobody waits for what would come of it.
    context.signal.throwIfAborted();
    return await carryOut(answer, request, application);
  } catch (error) {
    return rejected(request, `asking failed: ${errorJson(error).message}`);
  }
}

/** The rules that have let the action pass already, or whose approval is remembered from an equal one. */
function withRemembered({
  occasion,
  look,
  violations,
  approved,
}: Pick<Application, "occasion" | "look" | "violations" | "approved">): Approved {
  const { event, host } = occasion;
  if (event !== "before_action") return approved;
  const remembered = inspecting(violations, approved)
    .filter(({ planned }) => host.approvals.holdsFor(planned.rule, look.action))
    .map(({ record }) => [record.rule, "remembered"] as const);
  return remembered.length === 0 ? approved : new Map([...approved, ...remembered]);
}

/** The rules that ask a person, and have not been answered yet. */
function inspecting(violations: readonly Violation[], approved: Approved): readonly Violation[] {
  return violations.filter(({ enforcements, record }) => {
    return !approved.has(record.rule) && enforcements.some(({ type }) => type === "user_inspection");
  });
}

function requestOf({ occasion, look, view, violations, approved }: Application): InspectionRequest {
  const { event, observation } = occasion;
  const asking = inspecting(violations, approved);
  const inspections = asking.flatMap(({ enforcements }) =>
    enforcements.filter((one) => one.type === "user_inspection"),
  );
  const messages = inspections.flatMap(({ message }) => (message === undefined ? [] : [message(view)]));
  return {
    action: look.action,
    ...(event !== "before_action" && { event }),
    ...(observation !== undefined && { observation }),
    ...(messages.length > 0 && { messages }),
    rules: asking.map(({ record }) => record),
    fixes: [...new Set(inspections.flatMap(({ fixes }) => fixes))],
  };
}

async function carryOut(
  answer: InspectionAnswer | undefined,
  request: InspectionRequest,
  application: Application,
): Promise<Applied> {
  const { event, host } = application.occasion;
  switch (answer?.decision) {
    case "approve":
      return approve(answer, request, application);
    case "reject":
      return rejected(request, typeof answer.reason === "string" ? answer.reason : undefined);
    case "edit": {
      const { action } = application.look;
      if (event !== "before_action") return rejected(request, "there is no action to edit");
      if (!isObject(answer.args)) return rejected(request, "the edit has no arguments");
      const approvedBy = request.rules.map(({ rule }) => rule);
      return { kind: "look again", outcome: "edited", action: changed(action, action.name, answer.args), approvedBy };
    }
    case "fix":
      return fix(answer.fix, request, application);
    case "later":
      if (host.answers !== undefined) return { kind: "pending", request };
      return rejected(request, "nobody can answer later: the engine has no key");
    default:
      return rejected(request, "the answer is none that is known");
  }
}

function approve(
  { remember }: InspectionAnswer & { readonly decision: "approve" },
  request: InspectionRequest,
  { occasion, look, violations, approved }: Application,
): Applied {
  const asking = new Set(request.rules.map(({ rule }) => rule));
  // What was said of the arguments of one action says nothing of what came of another.
  if (remember !== undefined && occasion.event === "before_action") {
    const end = endOf(remember);
    if (end === undefined) return rejected(request, "until when the approval holds is no moment of ISO 8601");
    for (const { planned, record } of violations) {
      if (asking.has(record.rule)) occasion.host.approvals.remember(planned.rule, look.action, end);
    }
  }
  return { kind: "go on", outcome: "approved", approved: alsoApproved(approved, asking) };
}

async function fix(
  name: string,
  request: InspectionRequest,
  { occasion, look, approved }: Application,
): Promise<Applied> {
  const { event, host, context } = occasion;
  const handler = request.fixes.includes(name) ? host.fixes.get(name) : undefined;
  if (handler === undefined) return rejected(request, `"${name}" is no way out that was offered`);
  const { action } = look;
  let args: unknown;
  try {
    args = await handler(action, { signal: context.signal });
  } catch (error) {
    return rejected(request, `the fix ${name} failed: ${errorJson(error).message}`);
  }
  if (!isObject(args)) return rejected(request, `the fix ${name} gave no arguments to go on with`);
  const outcome = { outcome: "fixed", detail: name } as const;
  const next = changed(action, action.name, args);
  quietly((change) => host.inspect?.fixed?.(change), { before: action, after: next });
  if (event === "before_action") return { kind: "look again", ...outcome, action: next };
  if (next !== action)
    return rejected(request, `the fix ${name} gave other arguments, and there is no action to change`);
  if (event === "agent_finish") return { kind: "look again", ...outcome, action };
  return {
    kind: "go on",
    ...outcome,
    approved: alsoApproved(
      approved,
      request.rules.map(({ rule }) => rule),
    ),
  };
}

function alsoApproved(approved: Approved, rules: Iterable<string>): Approved {
  return new Map([...approved, ...Array.from(rules, (rule) => [rule, "approved"] as const)]);
}

function rejected({ rules }: InspectionRequest, why?: string): Applied {
  const rejection = why === undefined ? "it was rejected" : `it was rejected: ${why}`;
  const reason = [rejection, ...rules.map(findingInWords)].join("; ");
  return { kind: "stop", outcome: "rejected", reason, ...(why !== undefined && { detail: why }) };
}
