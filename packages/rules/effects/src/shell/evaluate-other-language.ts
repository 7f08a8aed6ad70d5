import type { Effect } from "../effects.ts";
import type { ExecutionState } from "../execution-state.ts";
import { type Effects, languageNamed, readCode, unreadCode } from "../languages.ts";
import { convertedMap } from "../layered-map.ts";
import { joinOrigins } from "../origins.ts";
import { type Evaluation, emitUnknown, spend } from "./evaluation.ts";
import type { Flow } from "./flow.ts";
import type { ShellState } from "./state.ts";
import { environmentOf } from "./state-after.ts";
import { linkTarget } from "./symlinks.ts";
import type { Span } from "./syntax.ts";
import { happensOnce } from "./written-files.ts";

/** Code that a program runs. */
export interface ProgramCode {
  readonly text: string;
  /** The position of the code in the command, or of the program that runs it. */
  readonly span: Span;
  /** The program that runs it. */
  readonly by: string;
  /** What the code reads from standard input. */
  readonly input?: Flow;
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
  const { text, span, by, input } = code;
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
    links: convertedMap(evaluation.links, (to) => (to === null || to.glob ? null : to.text)),
    settings,
    standardInput: input,
  });
  addEffects(result, code, evaluation);
}

/** Adds the effects that another reader found in code, and what the code changes. */
export function addEffects({ effects, after }: Effects, { text, span, by }: ProgramCode, evaluation: Evaluation): void {
  const { whole, certainty } = evaluation;
  if (after !== undefined) adoptChanges(after, evaluation);
  const found = whole.slice(span.start, span.end).indexOf(text);
  const offset = found === -1 ? undefined : span.start + found;
  for (const effect of effects) {
    const place = offset === undefined ? span : { start: offset + effect.start, end: offset + effect.end };
    if (effect.kind === "anything") emitUnknown(effect.reason, effect.by || by, place, evaluation);
    else
      evaluation.effects.push({
        ...effect,
        certainty: certainty === "certain" ? effect.certainty : lowerCertainty(effect),
        start: place.start,
        end: place.end,
      });
  }
}

/** Records what a process left: files, links and settings. Its directory and its environment end with it. */
function adoptChanges({ files, links, settings }: ExecutionState, evaluation: Evaluation): void {
  const isCertain = happensOnce(evaluation);
  for (const [path, content] of files ?? []) {
    const earlier = evaluation.written.get(path);
    if (isCertain || earlier === undefined) evaluation.written.set(path, content);
    else evaluation.written.set(path, { from: joinOrigins(earlier.from, content.from) });
  }
  for (const [path, to] of links ?? []) evaluation.links.set(path, to === null ? null : linkTarget(to, false));
  for (const [name, value] of settings ?? []) evaluation.settings.set(name, value);
}

/** The certainty of an effect in code that may not run. */
function lowerCertainty({ certainty }: Effect): Effect["certainty"] {
  return certainty === "certain" ? "possible" : certainty;
}
