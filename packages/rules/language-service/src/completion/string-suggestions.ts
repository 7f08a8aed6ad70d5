import type { OpenProgram } from "../open-program.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { Continuation } from "./continuations.ts";
import { objectKeySuggestions } from "./object-keys.ts";
import { indexSuggestions } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";
import { invokedToolSuggestions, toolkitMemberSuggestions, toolPatternSuggestions } from "./tools.ts";
import { expectedValueSuggestions } from "./values.ts";

/** Suggests strings to replace the string at the offset: tool names, object keys, values of an enumeration. */
export function stringSuggestions(program: OpenProgram, place: RuleCompletionContext): readonly Suggestion[] {
  return place.continuations.flatMap((continuation) => suggestionsFor(continuation, place, program));
}

/** Suggests strings for one token type that the grammar allows, depending on the production it belongs to. */
function suggestionsFor(
  { token, frames }: Continuation,
  place: RuleCompletionContext,
  program: OpenProgram,
): readonly Suggestion[] {
  const [frame, around] = frames;
  if (frame === undefined) return [];
  switch (`${frame.production} ${token}`) {
    case "entry StringLiteral":
      return objectKeySuggestions(program, place, frames);
    case "step StringLiteral":
      return indexSuggestions(program, place, frames);
    case "toolPattern StringLiteral":
    case "toolName StringLiteral":
      return toolPatternSuggestions(program, place).flatMap(quotedToolSuggestion);
    case "toolMember StringLiteral":
      return toolkitMemberSuggestions(program, place, around ?? frame).flatMap(quotedToolSuggestion);
    case "string StringLiteral":
      if (around?.production === "invokedTool")
        return invokedToolSuggestions(program, place).flatMap(quotedToolSuggestion);
      return expectedValueSuggestions(program, place, frames).filter(({ label }) => label.startsWith('"'));
    default:
      return [];
  }
}

/** Puts the name of a suggested tool in quotes; drops any other suggestion. */
function quotedToolSuggestion(suggestion: Suggestion): readonly Suggestion[] {
  const { kind, label } = suggestion;
  const text = JSON.stringify(label);
  return kind === "Method" ? [{ ...suggestion, label: text, text }] : [];
}
