import type { Locale } from "@helve/core";
import { type Tool, tool } from "@helve/tool";

/**
 * Creates a tool with which the model asks the user a question. It has no time limit, and ends when the run is aborted.
 *
 * @param ask - returns what the user answers
 *
 * @example
 * const executor = new ActionExecutor([askUser((question) => prompt(question) ?? "")]);
 */
export function askUser(ask: AskUser, options: AskUserOptions = {}): Tool {
  const { name = "ask_user", locale = "en" } = options;
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
    execute: async ({ question, choices = [] }, { signal }) => String(await ask(question, { choices, signal })),
  });
}

/** Asks the user. */
export type AskUser = (question: string, context: AskUserContext) => string | Promise<string>;

/** What an {@link AskUser} can read besides the question. */
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
