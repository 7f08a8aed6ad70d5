import type { OpenProgram } from "../open-program.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { Continuation } from "./continuations.ts";
import { objectKeys } from "./object-keys.ts";
import { indexSuggestions } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";
import { invokedTools, toolPatterns, toolsOfToolkit } from "./tools.ts";
import { expectedValues } from "./values.ts";

/** Suggests strings for the place of a string: tool names, object keys, values of an enumeration. */
export function stringSuggestions(program: OpenProgram, place: RuleCompletionContext): readonly Suggestion[] {
  return place.continuations.flatMap((continuation) => suggestionsFor(continuation, place, program));
}

function suggestionsFor(
  { token, nth, frames }: Continuation,
  place: RuleCompletionContext,
  program: OpenProgram,
): readonly Suggestion[] {
  const [frame, around] = frames;
  if (frame === undefined) return [];
  switch (`${frame.production} ${token}`) {
    case "entry StringLiteral":
      return objectKeys(program, place, frames);
    case "step StringLiteral":
      return indexSuggestions(program, place, frames);
    case "toolPattern StringLiteral":
      return (nth === 0 ? toolPatterns(program, place) : toolsOfToolkit(program, place, frame)).flatMap(quotedTool);
    case "string StringLiteral":
      if (around?.production === "invokedTool") return invokedTools(program, place).flatMap(quotedTool);
      return expectedValues(program, place, frames).filter(({ label }) => label.startsWith('"'));
    default:
      return [];
  }
}

/** A tool suggestion with its name in quotes; no suggestion for anything else. */
function quotedTool(suggestion: Suggestion): readonly Suggestion[] {
  const { kind, label } = suggestion;
  const text = JSON.stringify(label);
  return kind === "Method" ? [{ ...suggestion, label: text, text }] : [];
}
