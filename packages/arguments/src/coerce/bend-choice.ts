import type { Bender } from "./bender.ts";
import { isSame } from "./json-value.ts";
import { changed, type Outcome, unchanged } from "./outcome.ts";
import { booleanIn, isNullWord, numberIn, textOf } from "./read-scalar.ts";
import type { Shape } from "./shape.ts";

/** Bends a value to the only one of a schema's choices that it stands for. */
export function bendChoice(value: unknown, { choices = [] }: Shape, bender: Bender): Outcome {
  if (choices.some((choice) => isSame(choice, value))) return unchanged(value);
  for (const find of [asOtherType, ...(typeof value === "string" ? spellings(bender.enums) : [])]) {
    const [only, ...others] = find(value, choices, bender);
    if (only !== undefined && others.length === 0) return only;
  }
  return unchanged(value);
}

type Find = (value: unknown, choices: readonly unknown[], bender: Bender) => readonly Outcome[];

function asOtherType(value: unknown, choices: readonly unknown[], { jsonIn }: Bender): readonly Outcome[] {
  const read = typeof value === "string" ? jsonIn(value) : undefined;
  return choices.flatMap((choice) => {
    if (read !== undefined && isSame(choice, read)) return [changed("json_string", value, read)];
    switch (typeof choice) {
      case "number":
        return typeof value === "string" && numberIn(value) === choice ? [changed("number", value, choice)] : [];
      case "boolean":
        return booleanIn(value) === choice ? [changed("boolean", value, choice, 2)] : [];
      case "string":
        return typeof value === "number" && textOf(value) === choice
          ? [changed("number_to_string", value, choice)]
          : [];
      default:
        return choice === null && typeof value === "string" && isNullWord(value) ? [changed("null", value, null)] : [];
    }
  });
}

function spellings(enums: Bender["enums"]): readonly Find[] {
  if (enums === "case") return [byCase];
  return enums === "prefix" ? [byCase, byPrefix] : [];
}

const byCase: Find = (value, choices) => {
  const text = folded(value);
  return choices.flatMap((choice) => (folded(choice) === text ? [changed("enum_case", value, choice)] : []));
};

const byPrefix: Find = (value, choices) => {
  const text = folded(value);
  if (text === undefined || text === "") return [];
  return choices.flatMap((choice) =>
    folded(choice)?.startsWith(text) ? [changed("enum_prefix", value, choice, 2)] : [],
  );
};

function folded(value: unknown): string | undefined {
  return typeof value === "string" ? value.trim().toLowerCase() : undefined;
}
