/** The payload of LangGraph's interrupt when a person must approve a call, and the person's response. */
import type { ApprovalAnswer } from "@helve/adapter";
import { isObject } from "@helve/core/internal";

/**
 * The payload of an interrupt, in the form of LangChain's `humanInTheLoopMiddleware`, so that its user interfaces show it. Added are the id of each
 * call and the fixes that the rules offer.
 */
export interface ApprovalRequest {
  readonly actionRequests: readonly ApprovalActionRequest[];
  /** In the order of `actionRequests`. */
  readonly reviewConfigs: readonly ApprovalReviewConfig[];
}

/** A call that waits for a person. */
export interface ApprovalActionRequest {
  /** The id of the call. */
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The question, with the rules and their reasons. */
  readonly description: string;
}

/** The decisions that a person may take about a call. */
export interface ApprovalReviewConfig {
  readonly actionName: string;
  readonly allowedDecisions: readonly ApprovalDecision["type"][];
  /** The names of the fixes that the rules offer; absent if empty. */
  readonly fixes?: readonly string[];
}

/** The value of `new Command({ resume })`. */
export interface ApprovalResponse {
  /** One for each call in the order of `actionRequests`, or with the ids of their calls: then the others may be decided later. */
  readonly decisions: readonly ApprovalDecision[];
}

/** A person's decision about a call. */
export type ApprovalDecision = { readonly id?: string } & (
  | { readonly type: "approve" }
  | { readonly type: "edit"; readonly editedAction: { readonly name: string; readonly args: Record<string, unknown> } }
  | { readonly type: "reject"; readonly message?: string }
  | { readonly type: "fix"; readonly fix: string }
);

/**
 * Reads the answers to a request, by the ids of the calls.
 *
 * @param options - `answered`: the ids of calls whose answers are known; others to them are ignored
 * @throws TypeError if the response has another form, if an id is not of a call that waits, or if calls without ids have not one decision each
 */
export function readAnswers(
  response: unknown,
  { actionRequests }: ApprovalRequest,
  { needsIds = false, answered = [] }: { readonly needsIds?: boolean; readonly answered?: readonly string[] } = {},
): ReadonlyMap<string, ApprovalAnswer> {
  const given = isObject(response) ? response["decisions"] : undefined;
  if (!Array.isArray(given) || !given.every(isObject)) {
    throw new TypeError('resume with { decisions: [{ type: "approve" }, …] }, one decision for each of actionRequests');
  }
  const hasIds = given.filter(({ id }) => id !== undefined).length;
  if (needsIds && hasIds === 0) throw new TypeError('give each decision the "id" of its call');
  if (hasIds !== 0 && hasIds !== given.length) throw new TypeError("give all decisions the id of their call, or none");
  if (hasIds === 0 && given.length !== actionRequests.length) {
    throw new TypeError(`${actionRequests.length} calls wait for a decision, and ${given.length} were given`);
  }
  const decisions = given.map((decision, index) => ({ decision, id: decision["id"] ?? actionRequests[index]?.id }));
  const answers = decisions.flatMap(({ decision, id }) => {
    const action = actionRequests.find((request) => request.id === id);
    if (action !== undefined) return [[action.id, answerOf(decision, action)] as const];
    if (typeof id === "string" && answered.includes(id)) return [];
    throw new TypeError(`no call with the id ${JSON.stringify(id)} waits`);
  });
  const byId = new Map(answers);
  if (byId.size < answers.length) throw new TypeError("give each call one decision");
  return byId;
}

/** Converts a decision in a response to the answer about its call. */
function answerOf(decision: object, { id, name }: ApprovalActionRequest): ApprovalAnswer {
  const { type, message, editedAction, fix } = decision as Partial<Record<string, unknown>>;
  switch (type) {
    case "approve":
      return { decision: "approve" };
    case "reject":
      if (message !== undefined && typeof message !== "string")
        throw new TypeError(`the "message" to ${id} must be a text`);
      return { decision: "reject", reason: message };
    case "edit": {
      const { name: editedName, args } = isObject(editedAction) ? editedAction : {};
      if (!isObject(args)) throw new TypeError(`the "editedAction" of ${id} must have "args", an object`);
      if (editedName !== name)
        throw new TypeError(`the "editedAction" of ${id} must have the name ${name}: only arguments can be edited`);
      return { decision: "edit", args };
    }
    case "fix":
      if (typeof fix !== "string") throw new TypeError(`the "fix" of ${id} must be the name of a fix`);
      return { decision: "fix", fix };
    default:
      throw new TypeError(`the type of a decision must be approve, edit, reject or fix (got ${JSON.stringify(type)})`);
  }
}
