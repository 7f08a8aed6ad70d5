/** `multipleChoice`: asks the model which of a sample's choices is right. */
import { plainText, userMessage } from "@helve/agent";
import { letterOf, maxChoices, shuffledOrder, withOrder } from "../choices.ts";
import { fillTemplate } from "../fill-template.ts";
import type { GenerateOptions, Solver, TaskState } from "../task-state.ts";

/** Options of {@link multipleChoice}. */
export interface MultipleChoiceOptions {
  /**
   * Whether the choices are shown in another order in each epoch, so that their places don't count; a number is the seed. The scorer
   * `choice` knows the order. `false` by default.
   */
  readonly shuffle?: boolean | number | undefined;
  /** Whether several choices may be right; `false` by default. */
  readonly several?: boolean | undefined;
  /** Whether the model is to think before it answers; `false` by default. */
  readonly reasoning?: boolean | undefined;
  /** The prompt for the model, with `{question}`, `{choices}`, `{letters}` and the names of metadata. */
  readonly template?: string | undefined;
  /** Options of the generation. */
  readonly generate?: GenerateOptions | undefined;
}

/**
 * Asks the model which of the sample's `choices` is right (Inspect `multiple_choice`); the scorer `choice` compares the answer with the target.
 *
 * @example
 * const quiz = task({
 *   dataset: [{ input: "The capital of Italy?", choices: ["Milan", "Rome"], target: "B" }],
 *   solver: multipleChoice({ shuffle: true }),
 *   scorer: choice(),
 * });
 */
export function multipleChoice(options: MultipleChoiceOptions = {}): Solver {
  const { shuffle = false, several = false, reasoning = false } = options;
  const { template = `${promptFor(several, reasoning)}\n\n{question}\n\n{choices}` } = options;
  return (state, generate) => {
    const { choices = [], id } = state.sample;
    if (choices.length < 2 || choices.length > maxChoices) {
      throw new TypeError(`multipleChoice: a sample needs 2 to ${maxChoices} choices (got ${choices.length})`);
    }
    const seed = typeof shuffle === "number" ? shuffle : 0;
    const order =
      shuffle === false
        ? choices.map((_, index) => index)
        : shuffledOrder(choices.length, seed, { id, epoch: state.epoch });
    const at = state.messages.findLastIndex(({ role }) => role === "user");
    const text = fillTemplate(template, {
      ...state.metadata,
      question: userTextAt(state, at),
      choices: order.map((index, shown) => `${letterOf(shown)}) ${choices[index]}`).join("\n"),
      letters: order.map((_, shown) => letterOf(shown)).join(", "),
    });
    const messages = at < 0 ? [...state.messages, userMessage(text)] : state.messages.with(at, userMessage(text));
    return generate({ ...state, messages, metadata: withOrder(state.metadata, order) }, options.generate);
  };
}

/** Returns the text of a user message that the question replaces. */
function userTextAt({ messages }: TaskState, at: number): string {
  const message = messages[at];
  return message?.role === "user" ? plainText(message.parts) : "";
}

/** Writes the instructions for a multiple-choice question. */
function promptFor(several: boolean, reasoning: boolean): string {
  const [what, how] = several
    ? ([
        "One or more of the choices are right.",
        'ANSWER: LETTERS" with the letters of these choices, such as "ANSWER: A, C',
      ] as const)
    : (["One of the choices is right.", 'ANSWER: LETTER" with the letter of this choice'] as const);
  const last = several ? `${how}".` : `${how}.`;
  return reasoning
    ? `${what} Think step by step. Then write the last line as "${last} The letters are {letters}.`
    : `${what} Write one line: "${last} The letters are {letters}.`;
}
