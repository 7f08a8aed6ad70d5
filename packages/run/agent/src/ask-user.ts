import type { Locale } from "@helve/core";
import { askUserName } from "@helve/core/internal";
import { PendingError, type Tool, tool } from "@helve/tool";
import { throwIssues } from "./agent-error.ts";
import { localeType, typeIssues } from "./option-types.ts";
import type { Waiting } from "./waiting-call.ts";

/**
 * Creates a tool with which the model asks the user a question. It has no time limit, and ends when the run is aborted.
 *
 * Without `ask`, or if it returns `{ decision: "later" }`, the run ends as `pending` with the question, and `resume` continues it with the
 * answer, a text.
 *
 * @param ask - returns what the user answers
 * @throws AgentError if an option is invalid
 *
 * @example
 * const executor = new ActionExecutor([askUser((question) => prompt(question) ?? "")]);
 */
export function askUser(ask?: AskUser, options: AskUserOptions = {}): Tool {
  throwIssues([
    ...typeIssues({ ask }, { ask: ["a function", (value) => typeof value === "function"] }),
    ...typeIssues(options, { name: ["a text", (value) => typeof value === "string"], locale: localeType }),
  ]);
  const { name = askUserName, locale = "en" } = options;
  const texts = askTexts[locale];
  return tool({
    name,
    description: texts.description,
    parameters: {
      type: "object",
      properties: {
        question: { type: "string", description: texts.question },
        choices: { type: "array", items: { type: "string" }, description: texts.choices },
      },
      required: ["question"],
    },
    timeout: Number.POSITIVE_INFINITY,
    execute: async ({ question, choices = [] }, { signal }) => {
      const answer = ask === undefined ? later : await ask(question, { choices, signal });
      if (typeof answer === "string") return answer;
      if (answer?.decision !== later.decision) {
        throw new TypeError(
          `${name}: the answer must be a text, or { decision: "later" } (got ${JSON.stringify(answer)})`,
        );
      }
      throw new PendingError(question, { type: "user_question", question, choices } satisfies Waiting);
    },
    resume: ({ answer }) => String(answer),
  });
}

/** Asks the user. Returns the answer, or that it comes later. */
export type AskUser = (question: string, context: AskUserContext) => UserAnswer | Promise<UserAnswer>;

/** The user's answer. `later`: the answer is not there yet, and `resume` will continue the run with it. */
export type UserAnswer = string | { readonly decision: "later" };

const later = { decision: "later" } as const;

/** The inputs of an {@link AskUser} besides the question. */
export interface AskUserContext {
  /** The answers that the model suggests; the user may give another one. */
  readonly choices: readonly string[];
  readonly signal: AbortSignal;
}

/** Options of {@link askUser}. */
export interface AskUserOptions {
  /** `ask_user` by default. */
  readonly name?: string | undefined;
  /** The language of the description; `en` by default. */
  readonly locale?: Locale | undefined;
}

const askTexts = {
  en: {
    description: "Ask the user a question when the task is unclear or a decision is theirs.",
    question: "the question",
    choices: "possible answers, if there are a few",
  },
  zh: {
    description: "任务不明确，或需要由用户决定时，向用户提问。",
    question: "问题",
    choices: "可能的答案（如果只有几个）",
  },
} as const;
