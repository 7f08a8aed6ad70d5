/** Reads code of another language inside a shell command: `python -c CODE`. */
import { lessCertain } from "../engine/interpreter.ts";
import { adoptChanges } from "../engine/written-files.ts";
import type { KnownData } from "../execution-state.ts";
import type { Flow } from "../flow.ts";
import { type Effects, languageNamed, readCode, unreadCode } from "../languages.ts";
import { type Evaluation, emitUnknown, spend } from "./evaluation.ts";
import type { ShellState } from "./state.ts";
import { environmentOf } from "./state-after.ts";
import type { Span } from "./syntax.ts";

/** Code of another language that a shell program runs: `python -c code`. */
export interface ProgramCode {
  readonly text: string;
  /** The position of the code in the command, or of the program that runs it. */
  readonly span: Span;
  /** The program that runs it. */
  readonly by: string;
  /** The standard input of the code. */
  readonly input?: Flow;
  /** The words that the code gets; a person types them if they are absent. */
  readonly programArguments?: readonly KnownData[] | undefined;
}

/**
 * Adds the effects of code of another language: `python3 -c "…"`.
 *
 * @param language - its name among the languages that the caller passed
 * @param state - where it runs: its directory and environment
 */
export function evaluateOtherLanguage(
  language: string,
  code: ProgramCode,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const { text, span, by, input, programArguments } = code;
  if (languageNamed(language, evaluation.context.languages) === undefined) {
    emitUnknown(`${by} runs ${unreadCode(language)}`, by, span, evaluation);
    return;
  }
  if (!spend(1, evaluation)) return;
  const { context, nesting, written, settings } = evaluation;
  const { workingDirectory, home, languages, reportsCommands } = context;
  const result = readCode(language, text, {
    workingDirectory,
    home,
    languages,
    reportsCommands,
    nesting,
    directory: state.directory,
    environment: environmentOf(state),
    files: written,
    links: evaluation.links,
    settings,
    standardInput: input,
    programArguments,
  });
  addEffects(result, code, evaluation);
}

/** Adds the effects that another reader found in code, and what the code changes. */
export function addEffects({ effects, after }: Effects, { text, span, by }: ProgramCode, evaluation: Evaluation): void {
  const { whole, machine } = evaluation;
  if (after !== undefined) adoptChanges(after, machine);
  const found = whole.slice(span.start, span.end).indexOf(text);
  const offset = found === -1 ? undefined : span.start + found;
  for (const effect of effects) {
    const place = offset === undefined ? span : { start: offset + effect.start, end: offset + effect.end };
    if (effect.kind === "anything") emitUnknown(effect.reason, effect.by || by, place, evaluation);
    else
      evaluation.effects.push({
        ...effect,
        certainty: lessCertain(machine.certainty, effect.certainty),
        start: place.start,
        end: place.end,
      });
  }
}
