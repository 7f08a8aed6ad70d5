import type { CaretInRule } from "../caret.ts";
import type { Continuation } from "../continuations.ts";
import type { OpenProgram } from "../open-program.ts";
import { keys } from "./keys.ts";
import { steps } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";
import { invokedTools, toolPatterns, toolsOfToolkit } from "./tools.ts";
import { expectedValues } from "./values.ts";

/** The strings that may stand where one stands, or begins. */
export function suggestionsInString(program: OpenProgram, place: CaretInRule): readonly Suggestion[] {
  return place.continuations.flatMap((one) => stringsFor(one, place, program));
}

function stringsFor(
  { token, nth, frames }: Continuation,
  place: CaretInRule,
  program: OpenProgram,
): readonly Suggestion[] {
  const [frame, around] = frames;
  if (frame === undefined) return [];
  switch (`${frame.production} ${token}`) {
    case "entry Text":
      return keys(program, place, frames);
    case "step Text":
      return steps(program, place, frames);
    case "toolPattern Text":
      return (nth === 0 ? toolPatterns(program, place) : toolsOfToolkit(program, place, frame)).flatMap(quotedTool);
    case "string Text":
      if (around?.production === "invokedTool") return invokedTools(program, place).flatMap(quotedTool);
      return expectedValues(program, place, frames).filter(({ label }) => label.startsWith('"'));
    default:
      return [];
  }
}

/** A tool by its name in quotes. */
function quotedTool(suggestion: Suggestion): readonly Suggestion[] {
  const { kind, label } = suggestion;
  const text = JSON.stringify(label);
  return kind === "Method" ? [{ ...suggestion, label: text, text }] : [];
}
