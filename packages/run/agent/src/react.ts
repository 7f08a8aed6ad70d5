import type { Issue, Locale } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { AgentError, optionIssue, throwIssues } from "./agent-error.ts";
import type { AgentRun } from "./agent-event.ts";
import { checkLoopOptions } from "./check-loop-options.ts";
import { conversationIssues } from "./conversation-issues.ts";
import { messagesOf } from "./generate-loop.ts";
import { answerEnds, type EndedTurn, loop, type NextStep, type Strategy } from "./loop.ts";
import type { LoopOptions } from "./loop-options.ts";
import { type AssistantMessage, type Message, systemMessage } from "./message.ts";
import { localeType, type OptionTypes, shown, typeIssues } from "./option-types.ts";
import type { TurnCall } from "./pending-run.ts";
import { submitTool } from "./react/submit-tool.ts";
import { reactTexts } from "./react/texts.ts";

/**
 * Runs an agent until it submits an answer with a tool of its own, `submit` (Inspect `react`). A message without a call is
 * followed by a request to go on. An answer can be scored, and the agent can have several attempts.
 *
 * @param input - the request of the user, or a conversation
 * @throws AgentError if an option is invalid; an invalid option of the session is thrown when the first event is read
 *
 * @example
 * const run = react("Find the bug.", { model, executor, attempts: { most: 3, score: (answer) => answer === "line 7" } });
 */
export function react(input: string | readonly Message[], options: ReactOptions): AgentRun {
  const strategy = reactStrategy(options);
  const messages = messagesOf(input);
  const texts = reactTexts[options.locale ?? "en"];
  const instructions =
    options.instructions ?? (options.submit === false ? texts.base : texts.submit(submitName(options)));
  return loop({ messages: withInstructions(messages, instructions) }, strategy, options);
}

/** Options of {@link react}. */
export interface ReactOptions extends LoopOptions {
  /** The system message; by default one that asks the model to work in steps and to submit its answer. `""` for none. */
  readonly instructions?: string | undefined;
  /** The tool with which the model submits its answer. `false`: a message without a call is the answer. */
  readonly submit?: SubmitOptions | false | undefined;
  /** Scores the answers; by default the first answer is the result. */
  readonly attempts?: AttemptOptions | undefined;
  /**
   * Decides how to continue after a turn without a submission: a text for the model if it has made no call, or a function called after
   * each such turn. By default the model is asked to go on.
   */
  readonly onContinue?: string | OnContinue | undefined;
  /** The language of the texts for the model; `en` by default. */
  readonly locale?: Locale | undefined;
}

/** The tool with which a model submits its answer. */
export interface SubmitOptions {
  /** `submit` by default. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Options for scoring answers. */
export interface AttemptOptions {
  /** How many answers the agent may submit. The last one is not scored. */
  readonly most: number;
  /** Returns whether an answer is right: `true`, or 1. */
  score(answer: string, turn: ReactTurn): boolean | number | Promise<boolean | number>;
  /** The text for the model if the answer is incorrect. */
  readonly incorrect?: string | ((answer: string, score: boolean | number) => string | Promise<string>) | undefined;
}

/** Decides what follows a turn without a submission. */
export type OnContinue = (turn: ReactTurn) => ContinueResult | Promise<ContinueResult>;

/** A turn of the model whose calls have ended. */
export interface ReactTurn {
  readonly message: AssistantMessage;
  /** Its calls with their returns. */
  readonly calls: readonly TurnCall[];
  /** The conversation with the results of the calls. */
  readonly messages: readonly Message[];
}

/**
 * How a run continues after a turn: the default (a model that has made no call is asked to go on), the end of the run, a text for the
 * model, or another conversation.
 */
export type ContinueResult =
  | { readonly kind: "continue" }
  | { readonly kind: "stop"; readonly reason: string }
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "replace"; readonly messages: readonly Message[] };

const reactOptions: OptionTypes = {
  instructions: ["a text", (value) => typeof value === "string"],
  submit: ["false, or { name, description } with a name of letters, digits, _ and -", isSubmit],
  attempts: ["an object with most and score", isObject],
  onContinue: ["a text or a function", (value) => typeof value === "string" || typeof value === "function"],
  locale: localeType,
};

function isSubmit(value: unknown): boolean {
  if (value === false) return true;
  if (!isObject(value)) return false;
  const { name = "submit", description = "" } = value;
  return typeof name === "string" && /^[\w-]{1,64}$/.test(name) && typeof description === "string";
}

const attemptTypes: OptionTypes = {
  most: ["a whole number above 0", (value) => Number.isInteger(value) && (value as number) > 0, "required"],
  score: ["a function", (value) => typeof value === "function", "required"],
  incorrect: ["a text or a function", (value) => typeof value === "string" || typeof value === "function"],
};

/** Creates the strategy of the ReAct loop from its options. @throws AgentError if an option is invalid */
export function reactStrategy(options: ReactOptions): Strategy {
  const { submit, onContinue, attempts, locale = "en" } = options ?? {};
  const problems = isObject(attempts) ? typeIssues(attempts, attemptTypes, "attempts.") : [];
  if (typeof onContinue === "string" && submit === false) {
    problems.push(
      optionIssue("onContinue", "can't be a text if submit is false: a message without a call ends the run"),
    );
  }
  const ownTools = submit === false ? [] : [submitName(options ?? {})];
  checkLoopOptions(options, ownTools, { ownOptions: reactOptions, problems });
  const own = submit === false ? undefined : submitTool(submitName(options), submit?.description, locale);
  return {
    kind: "react",
    asksHost: typeof onContinue === "function" || attempts !== undefined,
    ownTools: own === undefined ? [] : [own.tool],
    intercept: (call) => own?.intercept(call),
    afterTurn: (turn) => afterTurn(turn, options),
    afterSubmission: (answer, attempt, turn) => afterSubmission(answer, attempt, turn, options),
  };
}

/** Decides how to continue after a turn without a submission. */
async function afterTurn(turn: EndedTurn, options: ReactOptions): Promise<NextStep> {
  const { onContinue, submit, locale = "en" } = options;
  const result = typeof onContinue === "function" ? await onContinue(turn) : ({ kind: "continue" } as const);
  throwIssues(continueIssues(result));
  if (result.kind !== "continue" || turn.calls.length > 0) return result;
  if (submit === false) return answerEnds.afterTurn(turn);
  return {
    kind: "say",
    text: typeof onContinue === "string" ? onContinue : reactTexts[locale].goOn(submitName(options)),
  };
}

/** Validates the result of `onContinue`. */
function continueIssues(result: unknown): readonly Issue[] {
  const { kind, reason, text, messages } = isObject(result) ? result : {};
  if (kind === "replace") return conversationIssues(messages, "the messages that onContinue returns:");
  const isResult =
    kind === "continue" ||
    (kind === "stop" && typeof reason === "string") ||
    (kind === "say" && typeof text === "string");
  if (isResult) return [];
  const expected =
    '{ kind: "continue" }, { kind: "stop", reason }, { kind: "say", text } or { kind: "replace", messages }';
  return [
    optionIssue(
      "onContinue",
      `must return ${expected} (got ${isObject(result) ? JSON.stringify(result) : shown(result)})`,
    ),
  ];
}

/** Decides how to continue after a submitted answer. */
async function afterSubmission(
  answer: string,
  attempt: number,
  turn: EndedTurn,
  { attempts, locale = "en" }: ReactOptions,
): Promise<NextStep> {
  if (attempts === undefined || attempt >= attempts.most) return { kind: "finish", answer };
  const score = await attempts.score(answer, turn);
  if (typeof score !== "boolean" && typeof score !== "number") {
    throw new AgentError([optionIssue("attempts.score", `must return a boolean or a number (got ${shown(score)})`)]);
  }
  if (score === true || score === 1) return { kind: "finish", answer };
  const { incorrect = reactTexts[locale].incorrect } = attempts;
  const text = typeof incorrect === "string" ? incorrect : await incorrect(answer, score);
  if (typeof text === "string") return { kind: "say", text };
  throw new AgentError([optionIssue("attempts.incorrect", `must return a text (got ${shown(text)})`)]);
}

/** Returns the name of the tool with which the agent hands in its answer; `submit` by default. */
function submitName({ submit }: Pick<ReactOptions, "submit">): string {
  return (submit === false ? undefined : submit?.name) ?? "submit";
}

/** Puts the instructions before a conversation, or before its own system message. */
function withInstructions(messages: readonly Message[], instructions: string): readonly Message[] {
  if (instructions === "") return messages;
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [systemMessage(instructions), ...messages];
  return [systemMessage(`${instructions}\n\n${first.content}`), ...rest];
}
