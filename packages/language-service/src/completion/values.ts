import { isScalar, typesOfSchema, valuesOfSchema } from "@helve/agentspec/internal";
import type { OpenProgram } from "../open-program.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { expectedSchemas } from "./expected-schemas.ts";
import { references } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests values: those that the expected schema lists, references, literals. */
export function values(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  // Domain enforcements accept only literals.
  if (frames.some(({ production }) => production === "domainEnforcement")) return literals;
  const isLeft = isCheckStart(context, frames);
  return [...expectedValues(program, context, frames), ...references(program, context), ...(isLeft ? [] : literals)];
}

/** Whether the offset is at the start of a condition. */
function isCheckStart({ clause }: RuleCompletionContext, frames: readonly ProductionFrame[]): boolean {
  return frames.some(({ production, start }) => production === "comparison" && start === clause.length);
}

/** Suggests the values that the expected schema lists; none at the start of a condition. */
export function expectedValues(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  if (isCheckStart(context, frames)) return [];
  return expectedSchemas(program, context, frames).flatMap((schema): readonly Suggestion[] => {
    const listed = valuesOfSchema(schema);
    const found = listed ?? (typesOfSchema(schema)?.has("boolean") === true ? [true, false] : []);
    return found.filter(isScalar).map((value) => ({ label: JSON.stringify(value), kind: "EnumMember", rank: 0 }));
  });
}

/** The constant conditions. */
export const truthLiterals: readonly Suggestion[] = ["True", "False"].map(constant);

const literals: readonly Suggestion[] = ["true", "false", "null"].map(constant);

function constant(label: string): Suggestion {
  return { label, kind: "Constant", rank: 8 };
}
