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

/** A question that a run waits for. Plain JSON. */
export interface WaitingQuestion {
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
  readonly agent?: string | undefined;
  readonly run?: string | undefined;
  /** How many; 100 by default. */
  readonly limit?: number | undefined;
  /** The last question of the page before. */
  readonly after?: Pick<WaitingQuestion, "run" | "part" | "question" | "askedAt"> | undefined;
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
