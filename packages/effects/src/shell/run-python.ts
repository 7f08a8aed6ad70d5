import type { Effect } from "../effects.ts";
import { nestedIn } from "../nesting.ts";
import { pythonEffectsWithin } from "../python-effects.ts";
import { doubt, type Run, spend } from "./run.ts";
import type { Span } from "./syntax.ts";

/** Runs a text as a Python program. @param span - where it stands, or what runs it */
export function runPython(text: string, span: Span, by: string, run: Run): void {
  if (!spend(1, run)) return;
  const { workingDirectory, home, whole, certain } = run;
  const options = { ...(workingDirectory !== undefined && { workingDirectory }), ...(home !== undefined && { home }) };
  const { effects } = pythonEffectsWithin(text, options, nestedIn(run.nesting));
  const found = whole.slice(span.start, span.end).indexOf(text);
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
