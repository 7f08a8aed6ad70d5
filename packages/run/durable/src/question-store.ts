import type { PendingQuestion } from "@helve/agent";

/** Stores the questions that wait for people, so that they can be listed without loading the runs. */
export interface QuestionStore {
  /** Adds questions. Those that are there already are unchanged. */
  add(questions: readonly WaitingQuestion[]): Promise<void>;
  /** Removes the questions of a part of a run. */
  close(run: string, part: number): Promise<void>;
  /** The questions that wait, the oldest first. */
  list(filter: QuestionFilter): Promise<readonly WaitingQuestion[]>;
}

/** Who may answer a question, and until when. Plain JSON. */
export interface Assignment {
  /** The names of people and groups; by default, everybody may answer. */
  readonly to?: readonly string[] | undefined;
  /** From a time on, more people and groups may answer. */
  readonly escalation?:
    | {
        /** In milliseconds since 1970. */
        readonly at: number;
        readonly to: readonly string[];
      }
    | undefined;
  /** When it is too late for an answer, in milliseconds since 1970; `Inbox.expire` then rejects what is asked. */
  readonly expires?: number | undefined;
}

/** A question that a run waits for. Plain JSON. */
export interface WaitingQuestion extends Assignment {
  /** The name of the agent. */
  readonly agent: string;
  /** The id of the run. */
  readonly run: string;
  /** Which part of the run asks: a run that waited continues with its next part. */
  readonly part: number;
  readonly question: PendingQuestion;
  /** When it was asked, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** Which questions are listed. */
export interface QuestionFilter {
  /** The names of the agents; by default, all. */
  readonly agents?: readonly string[] | undefined;
  readonly run?: string | undefined;
  /** Questions that somebody with one of these names may answer at a time, in milliseconds since 1970. */
  readonly answerable?: { readonly by: readonly string[]; readonly at: number } | undefined;
  /** Questions for which it was too late at a time, in milliseconds since 1970. */
  readonly expiredAt?: number | undefined;
  /** How many; 100 by default. */
  readonly limit?: number | undefined;
  /** The last question of the page before. */
  readonly after?: Pick<WaitingQuestion, "run" | "part" | "question" | "askedAt"> | undefined;
}

/** Whether a person with these names may answer a question. */
export function mayAnswer({ to, escalation }: Assignment, names: readonly string[], now: number): boolean {
  if (to === undefined || to.some((name) => names.includes(name))) return true;
  return escalation !== undefined && escalation.at <= now && escalation.to.some((name) => names.includes(name));
}

/** How many questions a page has by default. */
export const defaultLimit = 100;

/** Compares questions in the order in which they are listed. */
export function compareQuestions(
  left: Pick<WaitingQuestion, "run" | "part" | "question" | "askedAt">,
  right: Pick<WaitingQuestion, "run" | "part" | "question" | "askedAt">,
): number {
  if (left.askedAt !== right.askedAt) return left.askedAt - right.askedAt;
  if (left.run !== right.run) return left.run < right.run ? -1 : 1;
  if (left.part !== right.part) return left.part - right.part;
  if (left.question.id === right.question.id) return 0;
  return left.question.id < right.question.id ? -1 : 1;
}
