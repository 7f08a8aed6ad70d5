import type { Effect } from "../effects.ts";
import { languageNamed, readCode } from "../languages.ts";
import { type Evaluation, emitUnknown, spend } from "./evaluation.ts";
import type { Flow } from "./flow.ts";
import type { Span } from "./syntax.ts";

/**
 * Adds the effects of code of another language: `python3 -c "…"`.
 *
 * @param language - its name among the languages that the caller passed
 * @param span - the position of the code in the command, or of the program that runs it
 * @param by - the program that runs it
 * @param input - what the code reads from standard input
 */
export function evaluateOtherLanguage(
  language: string,
  code: string,
  span: Span,
  by: string,
  evaluation: Evaluation,
  input?: Flow,
): void {
  if (languageNamed(language, evaluation.context.languages) === undefined) {
    emitUnknown(`${by} runs code that is not analyzed`, by, span, evaluation);
    return;
  }
  if (!spend(1, evaluation)) return;
  const { context, nesting, whole, certainty, written } = evaluation;
  const { workingDirectory, home, languages } = context;
  const { effects } = readCode(language, code, {
    workingDirectory,
    home,
    languages,
    nesting,
    files: written,
    standardInput: input,
  });
  const found = whole.slice(span.start, span.end).indexOf(code);
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

/** The certainty of an effect in code that may not run. */
function lowerCertainty({ certainty }: Effect): Effect["certainty"] {
  return certainty === "certain" ? "possible" : certainty;
}
