import { isScalar, typesOfSchema, valuesOfSchema } from "@helve/agentspec/internal";
import type { CaretInRule } from "../caret.ts";
import type { Frame } from "../continuations.ts";
import type { OpenProgram } from "../open-program.ts";
import { expectedAt } from "./expected.ts";
import { references } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";

/** What may stand where a value is expected: what its schema lists, references, literals. */
export function values(program: OpenProgram, caret: CaretInRule, frames: readonly Frame[]): readonly Suggestion[] {
  // What only the host knows takes literals.
  if (frames.some(({ production }) => production === "domainEnforcement")) return literals;
  const isLeft = isFirst(caret, frames);
  return [...expectedValues(program, caret, frames), ...references(program, caret), ...(isLeft ? [] : literals)];
}

/** Whether what is written there would begin a check. */
function isFirst({ clause }: CaretInRule, frames: readonly Frame[]): boolean {
  return frames.some(({ production, start }) => production === "comparison" && start === clause.length);
}

/** The words and numbers that the schema of a value lists; none where a check begins. */
export function expectedValues(
  program: OpenProgram,
  caret: CaretInRule,
  frames: readonly Frame[],
): readonly Suggestion[] {
  if (isFirst(caret, frames)) return [];
  return expectedAt(program, caret, frames).flatMap((schema): readonly Suggestion[] => {
    const listed = valuesOfSchema(schema);
    const found = listed ?? (typesOfSchema(schema)?.has("boolean") === true ? [true, false] : []);
    return found.filter(isScalar).map((value) => ({ label: JSON.stringify(value), kind: "EnumMember", rank: 0 }));
  });
}

/** Checks that always come out the same. */
export const truths: readonly Suggestion[] = ["True", "False"].map(constant);

const literals: readonly Suggestion[] = ["true", "false", "null"].map(constant);

function constant(label: string): Suggestion {
  return { label, kind: "Constant", rank: 8 };
}
