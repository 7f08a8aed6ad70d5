/** Asks a person about the calls of a turn that rules stopped for approval, and assigns the answers to the calls. */
import { type ApprovalAnswer, type CallDecision, type GuardedCalls, questionText } from "@helve/adapter";
import type { ToolCall } from "@helve/core";
import { interrupt, isGraphInterrupt } from "@langchain/langgraph";
import { type ApprovalDecision, type ApprovalRequest, readAnswers } from "./approval-request.ts";
import { unaskedAnswers } from "./unasked-answers.ts";

/** A person's answers about the calls of a turn, by the ids of the calls. */
export type Answers = Readonly<Record<string, ApprovalAnswer>>;

/**
 * Decides about all calls of a turn, and interrupts the graph once with all questions. LangGraph executes the node again when the answer has
 * arrived: then it returns the answers. If only some questions are answered, their answers are held, and the graph is interrupted with the others.
 *
 * @param decide - `undefined` for a call that is decided later
 * @param options - `needsIds`: answers without ids are refused, because other calls of the node may have been asked about
 */
export async function askAll(
  calls: readonly ToolCall[],
  decide: (call: ToolCall) => Promise<CallDecision | undefined>,
  { held, needsIds = false }: AskOptions,
): Promise<Answers> {
  const distinct = calls.filter(({ id }, index) => calls.findIndex((call) => call.id === id) === index);
  const decided = await Promise.all(distinct.map(async (call) => ({ call, decision: await decide(call) })));
  const questions = decided.flatMap(({ call, decision }) => (decision?.kind === "ask" ? [{ call, ...decision }] : []));
  const others = distinct.filter(({ id }) => !questions.some(({ call }) => call.id === id));
  const unasked = unaskedAnswers(others, { needsIds: questions.length > 0 });
  if (questions.length === 0) return unasked;
  const answers = new Map(Object.entries(unasked));
  for (const { call, isNew } of questions) {
    const answer = isNew ? undefined : await held.heldAnswer(call);
    if (answer !== undefined) answers.set(call.id, answer);
  }
  const request = approvalRequest(questions.filter(({ call }) => !answers.has(call.id)));
  if (request.actionRequests.length === 0) return Object.fromEntries(answers);
  const given = lastAnswer(request);
  // Nobody has seen a new question: an earlier answer belongs to another question.
  if (!given.isAnswered || questions.some(({ isNew }) => isNew)) throw given.interruption;
  const added = readAnswers(given.answer, request, { needsIds, answered: [...answers.keys()] });
  for (const [id, answer] of added) answers.set(id, answer);
  const open = questions.filter(({ call }) => !answers.has(call.id));
  if (open.length === 0) return Object.fromEntries(answers);
  for (const { call } of questions) {
    const answer = added.get(call.id);
    if (answer !== undefined) await held.hold(call, answer);
  }
  return interrupt(approvalRequest(open));
}

/** Where answers are held, and which answers count. */
interface AskOptions {
  readonly held: Pick<GuardedCalls, "hold" | "heldAnswer">;
  readonly needsIds?: boolean;
}

/** The answer about a call. Ids come from the model, so only own properties count. */
export function answerAbout(id: string, answers: Answers): ApprovalAnswer | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

/** One question of a turn. */
type Question = CallDecision & { readonly kind: "ask" } & { readonly call: ToolCall };

/**
 * The answer to the last interrupt of this node. LangGraph returns the answers in the order of the interrupts, and earlier ones belong to
 * questions that were asked again.
 */
function lastAnswer(request: ApprovalRequest): Given {
  let answer: unknown;
  for (let count = 0; count < maxAnswers; count++) {
    try {
      answer = interrupt(request);
    } catch (interruption) {
      if (!isGraphInterrupt(interruption)) throw interruption;
      return { isAnswered: count > 0, answer, interruption };
    }
  }
  throw new TypeError(`a question was answered ${maxAnswers} times without an effect`);
}

interface Given {
  readonly isAnswered: boolean;
  readonly answer: unknown;
  readonly interruption: unknown;
}

const maxAnswers = 1000;

/** Builds the interrupt that asks a person about calls. */
function approvalRequest(questions: readonly Question[]): ApprovalRequest {
  return {
    actionRequests: questions.map(({ call, request }) => ({
      id: call.id,
      name: call.name,
      args: { ...request.action.args },
      description: questionText(request),
    })),
    reviewConfigs: questions.map(({ call, request: { fixes } }) => ({
      actionName: call.name,
      allowedDecisions: fixes.length === 0 ? decisions : [...decisions, "fix"],
      fixes: fixes.length > 0 ? [...fixes] : undefined,
    })),
  };
}

const decisions: readonly ApprovalDecision["type"][] = ["approve", "edit", "reject"];
