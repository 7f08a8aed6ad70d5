import type { JsonValue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { DurableAgent } from "./durable-agent.ts";
import type { DurableBackend } from "./durable-backend.ts";
import { answeredError, DurableError, invalidAnswerError } from "./durable-error.ts";
import { mayAnswer, type QuestionFilter, type WaitingQuestion } from "./question-store.ts";
import { type DescribeRule, isUnknownRun, type QuestionView, questionView } from "./question-view.ts";

/**
 * Creates an inbox: the questions of several agents, and who may answer them.
 *
 * @param options.agents - the agents; questions of other agents of the backend are not shown
 *
 * @example
 * const inbox = createInbox({ backend, agents: [payments, orders] });
 * const [first] = await inbox.list({ name: "ann", groups: ["finance"] });
 * await inbox.answer({ name: "ann", groups: ["finance"] }, first.address, { decision: "approve" });
 */
export function createInbox({ backend, agents, describeRule, close, now = Date.now }: InboxOptions): Inbox {
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  const names = [...byName.keys()];
  const shown = (waiting: WaitingQuestion): InboxQuestion => {
    return { ...waiting, address: addressOf(waiting), view: questionView(waiting, describeRule) };
  };

  return {
    async list(person, { limit, after } = {}) {
      const answerable = { by: namesOf(person), at: now() };
      const last = after === undefined ? undefined : readPlace(after);
      return (await backend.questions.list({ agents: names, answerable, limit, after: last })).map(shown);
    },
    async find(person, address) {
      const { run, part, id } = readAddress(address);
      const waiting = await backend.questions.list({ agents: names, run, limit: 1000 });
      const found = waiting.find((each) => each.part === part && each.question.id === id);
      if (found === undefined) throw answeredError(run);
      if (!mayAnswer(found, namesOf(person), now())) {
        throw new DurableError("not_allowed", `the question is not for ${JSON.stringify(person.name)}`);
      }
      return shown(found);
    },
    async answer(person, address, answer) {
      const waiting = await this.find(person, address);
      const { agent, run, part, question, expires } = waiting;
      if (expires !== undefined && expires <= now() && !isRejection(answer)) {
        throw new DurableError(
          "expired",
          `the question expired at ${new Date(expires).toISOString()}: it can only be rejected`,
        );
      }
      const options = { part, by: person.name };
      await byName.get(agent)?.answer(run, { [question.id]: agentAnswer(waiting, answer) }, options);
    },
    async expire() {
      const expired = await backend.questions.list({ agents: names, expiredAt: now() });
      let count = 0;
      for (const waiting of expired) {
        const { agent, run, part, question } = waiting;
        if (question.kind === "tool") continue; // nobody can tell what has become of it
        const answer =
          question.kind === "question" ? { text: tooLate } : { decision: "reject" as const, reason: tooLate };
        try {
          await byName.get(agent)?.answer(run, { [question.id]: agentAnswer(waiting, answer) }, { part });
          count++;
        } catch (error) {
          if (!(error instanceof DurableError)) throw error; // somebody was faster
        }
      }
      return count;
    },
    async close() {
      await close?.();
    },
  };
}

/** Options of {@link createInbox}. */
export interface InboxOptions {
  readonly backend: Pick<DurableBackend, "questions">;
  readonly agents: readonly DurableAgent[];
  /** Returns a text for a rule, such as `({ rule }) => explainRule(…)` of `@helve/agentspec`. */
  readonly describeRule?: DescribeRule | undefined;
  /** Called by `Inbox.close`, such as `DBOS.shutdown`. */
  readonly close?: (() => Promise<void>) | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** The questions that wait for people. */
export interface Inbox {
  /** The questions that a person may answer, the oldest first. */
  list(person: Person, page?: InboxPlace): Promise<readonly InboxQuestion[]>;
  /** @throws DurableError `answered` if the question does not wait; `not_allowed` if the person may not answer it */
  find(person: Person, address: string): Promise<InboxQuestion>;
  /**
   * Answers a question, and no other one: if the run has asked again since, the answer is refused.
   *
   * @throws DurableError `answered`, `not_allowed`, `expired` or `invalid_answer`; AgentError if other questions of the run come first
   */
  answer(person: Person, address: string, answer: PersonAnswer): Promise<void>;
  /**
   * Rejects what nobody has answered in time, so that the runs continue. Call it regularly, in one process or in several.
   *
   * @returns how many questions were rejected; at most 100 a call
   */
  expire(): Promise<number>;
  close(): Promise<void>;
}

/** A question with its address, and as a person reads it. Plain JSON. */
export interface InboxQuestion extends WaitingQuestion {
  /** `RUN~PART/ID`. */
  readonly address: string;
  readonly view: QuestionView;
}

/** Which questions are listed. */
export interface InboxPlace {
  /** How many; 100 by default. */
  readonly limit?: number | undefined;
  /** `placeOf` the last question of the page before. */
  readonly after?: string | undefined;
}

/** Somebody who answers. */
export interface Person {
  readonly name: string;
  readonly groups?: readonly string[] | undefined;
}

/** The answer of a person: a decision about a call, a text for a question, or the outcome of a call that may have run. */
export type PersonAnswer =
  | { readonly decision: "approve" }
  | { readonly decision: "reject"; readonly reason?: string | undefined }
  /** The arguments replace those with the same names. */
  | { readonly decision: "edit"; readonly args: Readonly<Record<string, unknown>> }
  | { readonly decision: "fix"; readonly fix: string }
  | { readonly text: string }
  | { readonly ran: true; readonly result?: JsonValue | undefined }
  | { readonly ran: false }
  /** For a tool of your own that waits. */
  | { readonly value: JsonValue };

/** Returns a question's position in the list as text. */
export function placeOf({ askedAt, address }: InboxQuestion): string {
  return `${askedAt}.${address}`;
}

/** Parses the place of a question: a run and a part of it. @throws DurableError `unknown_question` */
function readPlace(text: string): NonNullable<QuestionFilter["after"]> {
  const [, askedAt, address = ""] = /^(\d{1,15})\.(.+)$/s.exec(text) ?? [];
  const { run, part, id } = readAddress(address);
  return { askedAt: Number(askedAt), run, part, question: { id } as WaitingQuestion["question"] };
}

/** Returns the address of a question in the inbox. */
function addressOf({ run, part, question }: WaitingQuestion): string {
  return `${run}~${part}/${question.id}`;
}

/** Parses the address of a question. @throws DurableError `unknown_question` */
function readAddress(text: string): { readonly run: string; readonly part: number; readonly id: string } {
  const [, run, part, id] = /^([^~]+)~([1-9]\d{0,8})\/(.+)$/s.exec(text) ?? [];
  if (run === undefined || id === undefined) {
    throw new DurableError("unknown_question", `${JSON.stringify(text)} is no address of a question: RUN~PART/ID`);
  }
  return { run, part: Number(part), id };
}

const tooLate = "nobody has answered in time";

/** Returns the names under which a person may answer: their own and those of their groups. */
function namesOf({ name, groups = [] }: Person): readonly string[] {
  return [name, ...groups];
}

function isRejection(answer: PersonAnswer): boolean {
  return "decision" in answer && answer.decision === "reject";
}

/** Converts an answer to the form that the agent accepts. @throws DurableError `invalid_answer` if it does not fit the question */
function agentAnswer({ question }: WaitingQuestion, answer: PersonAnswer): unknown {
  if (question.kind === "inspection" && "decision" in answer) {
    const { token, request } = question;
    if (answer.decision === "fix" && !request.fixes.includes(answer.fix))
      throw invalidAnswerError("the rules offer no such fix");
    if (answer.decision !== "edit") return { ...answer, token };
    if ((request.event ?? "before_action") !== "before_action") throw invalidAnswerError("only a call can be edited");
    if (!isObject(answer.args)) throw invalidAnswerError("arguments are an object");
    return { decision: "edit", args: { ...question.action.args, ...answer.args }, token };
  }
  if (question.kind === "question" && "text" in answer) return answer.text;
  if (question.kind === "tool" && "value" in answer) return answer.value;
  if (question.kind === "tool" && "ran" in answer && isUnknownRun(question.waiting)) {
    return answer.ran ? { ran: true, result: answer.result ?? "" } : { ran: false };
  }
  throw invalidAnswerError(`the question is ${questionKinds[question.kind]}`);
}

const questionKinds = {
  inspection: "whether a call may run: approve, reject, edit or fix",
  question: "a question of the agent: answer with a text",
  tool: "about a call that waits: answer whether it ran, or with a value",
};
