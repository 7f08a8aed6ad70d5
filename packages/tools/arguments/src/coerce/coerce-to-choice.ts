import { type Coercion, changed, unchanged } from "./coercion.ts";
import type { CoercionContext } from "./coercion-context.ts";
import { jsonEquals } from "./json-value.ts";
import type { ResolvedSchema } from "./resolve-schema.ts";
import { booleanFrom, isNullWord, numberFromText, textFromNumber } from "./scalar-from-text.ts";

/** Coerces a value to the only value of an `enum` or `const` that it can mean: `"2"` to `2`, with the `enums` option `"RED"` to `"red"`. */
export function coerceToChoice(value: unknown, { choices = [] }: ResolvedSchema, context: CoercionContext): Coercion {
  if (choices.some((choice) => jsonEquals(choice, value))) return unchanged(value);
  for (const find of [choicesOfOtherType, ...(typeof value === "string" ? spellingFinders(context.enums) : [])]) {
    const [only, ...others] = find(value, choices, context);
    if (only !== undefined && others.length === 0) return only;
  }
  return unchanged(value);
}

type FindChoices = (value: unknown, choices: readonly unknown[], context: CoercionContext) => readonly Coercion[];

/** The enum values that equal the value after a change of type. */
function choicesOfOtherType(
  value: unknown,
  choices: readonly unknown[],
  { jsonFromText }: CoercionContext,
): readonly Coercion[] {
  const json = typeof value === "string" ? jsonFromText(value) : undefined;
  return choices.flatMap((choice) => {
    if (json !== undefined && jsonEquals(choice, json)) return [changed("json_string", value, json)];
    switch (typeof choice) {
      case "number":
        return typeof value === "string" && numberFromText(value) === choice ? [changed("number", value, choice)] : [];
      case "boolean":
        return booleanFrom(value) === choice ? [changed("boolean", value, choice, 2)] : [];
      case "string":
        return typeof value === "number" && textFromNumber(value) === choice
          ? [changed("number_to_string", value, choice)]
          : [];
      default:
        return choice === null && typeof value === "string" && isNullWord(value) ? [changed("null", value, null)] : [];
    }
  });
}

/** The ways in which the `enums` option allows another spelling of an enum value. */
function spellingFinders(enums: CoercionContext["enums"]): readonly FindChoices[] {
  if (enums === "case") return [choicesIgnoringCase];
  return enums === "prefix" ? [choicesIgnoringCase, choicesByPrefix] : [];
}

const choicesIgnoringCase: FindChoices = (value, choices) => {
  const text = normalizedText(value);
  return choices.flatMap((choice) => (normalizedText(choice) === text ? [changed("enum_case", value, choice)] : []));
};

const choicesByPrefix: FindChoices = (value, choices) => {
  const text = normalizedText(value);
  if (text === undefined || text === "") return [];
  return choices.flatMap((choice) =>
    normalizedText(choice)?.startsWith(text) ? [changed("enum_prefix", value, choice, 2)] : [],
  );
};

function normalizedText(value: unknown): string | undefined {
  return typeof value === "string" ? value.trim().toLowerCase() : undefined;
}
