import type { Effect } from "../effects.ts";
import { languageNamed, readCode } from "../languages.ts";
import { doubt, type Run, spend } from "./run.ts";
import type { Span } from "./syntax.ts";

/**
 * Adds the effects of code of another language: `python3 -c "…"`.
 *
 * @param language - its name among the languages that the caller passed
 * @param span - the code's place in the command, or that of what runs it
 * @param by - the program that runs it
 */
export function runOtherLanguage(language: string, code: string, span: Span, by: string, run: Run): void {
  if (languageNamed(language, run.context.languages) === undefined) {
    doubt(`${by} runs code that is not read`, by, span, run);
    return;
  }
  if (!spend(1, run)) return;
  const { context, nesting, whole, certain } = run;
  const { workingDirectory, home, languages } = context;
  const { effects } = readCode(language, code, { workingDirectory, home, languages, nesting });
  const found = whole.slice(span.start, span.end).indexOf(code);
  const offset = found === -1 ? undefined : span.start + found;
  for (const effect of effects) {
    const place = offset === undefined ? span : { start: offset + effect.start, end: offset + effect.end };
    if (effect.kind === "anything") doubt(effect.reason, effect.by || by, place, run);
    else
      run.effects.push({
        ...effect,
        certainty: certain ? effect.certainty : possibly(effect),
        start: place.start,
        end: place.end,
      });
  }
}

function possibly({ certainty }: Effect): Effect["certainty"] {
  return certainty === "certain" ? "possible" : certainty;
}
