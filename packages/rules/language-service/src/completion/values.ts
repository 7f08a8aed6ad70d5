import { isScalar, tokens as t, typesOfSchema, valuesOfSchema } from "@helve/agentspec/internal";
import type { OpenProgram } from "../open-program.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { expectedSchemas } from "./expected-schemas.ts";
import { referenceSuggestions } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests values at the offset: those that the expected schema lists, references, and the literals `true`, `false` and `null`. */
export function valueSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  // Domain enforcements accept only literals.
  if (frames.some(({ production }) => production === "domainEnforcement")) return literals;
  const isLeft = isComparisonStart(context, frames);
  return [
    ...expectedValueSuggestions(program, context, frames),
    ...referenceSuggestions(program, context, frames),
    ...(isLeft ? [] : literals),
  ];
}

/** Whether the offset is at the start of a comparison, where its left side would be written. */
function isComparisonStart({ clause }: RuleCompletionContext, frames: readonly ProductionFrame[]): boolean {
  return frames.some(
    ({ production, start }) =>
      production === "comparison" && clause.slice(start).every(({ tokenType }) => tokenType === t.LeftParen),
  );
}

/** Suggests the values that the schema of the expected value lists, such as the values of an `enum`; none at the start of a comparison. */
export function expectedValueSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  if (isComparisonStart(context, frames)) return [];
  return expectedSchemas(program, context, frames).flatMap((schema): readonly Suggestion[] => {
    const listed = valuesOfSchema(schema);
    const suggested = listed ?? (typesOfSchema(schema)?.has("boolean") === true ? [true, false] : []);
    return suggested.filter(isScalar).map((value) => ({ label: JSON.stringify(value), kind: "EnumMember", rank: 0 }));
  });
}

/** Suggestions for the conditions that are always true or false. */
export const truthLiteralSuggestions: readonly Suggestion[] = ["True", "False"].map(constantSuggestion);

const literals: readonly Suggestion[] = ["true", "false", "null"].map(constantSuggestion);

function constantSuggestion(label: string): Suggestion {
  return { label, kind: "Constant", rank: 8 };
}
