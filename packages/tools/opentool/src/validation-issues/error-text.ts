/** Creates the message of an error from its keyword: `must be at most 2 (got 3)`. */
import { closestName, ownMember, quote, withoutUndefined } from "@helve/core/internal";
import { formatExamples } from "../keyword-tests.ts";
import type { ErrorParams, KeywordError } from "../validation-error.ts";
import { typeNoun, valueList, valueText } from "../value-text.ts";

/** The message of one error, without the name of the invalid value. */
export interface ErrorText {
  /** The path from the error's location to the invalid part, such as a missing property. */
  readonly at?: readonly PropertyKey[];
  /** The rest of the message after the name: `must be a number (got "soon")`. */
  readonly problem: string;
  /** The text after `must be`, if the error is about the whole value. */
  readonly wholeValue?: string;
  /** The expected value, in a word. */
  readonly expected?: string;
}

/**
 * Formats an error by its keyword.
 *
 * @param suggestions - how many closest names may still be searched; decremented
 */
export function errorText(error: KeywordError, suggestions = { left: 0 }): ErrorText {
  const { keyword, params, data } = error;
  const { limit = 0, missingProperty = "" } = params;
  const got = `(got ${valueText(data)})`;
  switch (keyword) {
    case "type":
      return typeErrorText([params.type ?? []].flat(), got);
    case "enum":
      return choiceErrorText([error.schema].flat(), got);
    case "const":
      return choiceErrorText([error.schema], got);
    case "required":
      return { at: [missingProperty], problem: "is required" };
    case "dependentRequired":
    case "dependencies":
      return { at: [missingProperty], problem: `is required if ${quote(params.property ?? "")} is present` };
    case "additionalProperties":
      return unknownPropertyText(String(params.additionalProperty), error, suggestions);
    case "unevaluatedProperties":
      return unknownPropertyText(String(params.unevaluatedProperty), error, suggestions);
    case "propertyNames":
      return { at: [params.propertyName ?? ""], problem: "has a name that is not allowed" };
    case "minimum":
      return limitText(`at least ${limit}`, got);
    case "maximum":
      return limitText(`at most ${limit}`, got);
    case "exclusiveMinimum":
      return limitText(`more than ${limit}`, got);
    case "exclusiveMaximum":
      return limitText(`less than ${limit}`, got);
    case "multipleOf":
      return limitText(`a multiple of ${params.multipleOf}`, got);
    case "minLength":
      return sizeText(`at least ${countText(limit, "character")}`, got);
    case "maxLength":
      return sizeText(`at most ${countText(limit, "character")}`, `(got ${[...String(data)].length})`);
    case "minItems":
      return sizeText(`at least ${countText(limit, "item")}`, `(got ${memberCount(data)})`);
    case "maxItems":
    case "items":
    case "additionalItems":
    case "unevaluatedItems":
      return sizeText(`at most ${countText(limit, "item")}`, `(got ${memberCount(data)})`);
    case "minProperties":
      return sizeText(`at least ${countText(limit, "property")}`, `(got ${memberCount(data)})`);
    case "maxProperties":
      return sizeText(`at most ${countText(limit, "property")}`, `(got ${memberCount(data)})`);
    case "uniqueItems":
      return { problem: `must have no duplicate items (items ${params.j} and ${params.i} are equal)` };
    case "contains":
      return { problem: `must have ${itemCountText(params)} that match "contains"` };
    case "pattern":
      return { problem: `must match the pattern ${params.pattern} ${got}`, expected: String(params.pattern) };
    case "format":
      return formatErrorText(String(params.format), got);
    case "not":
      return { problem: `must not match the schema in "not" ${got}` };
    case "false schema":
      return { problem: "is not allowed" };
    default:
      return { problem: `does not match ${quote(keyword)} ${got}` };
  }
}

/** Creates the message of a wrong type: `must be a number or a string`. */
function typeErrorText(types: readonly string[], got: string): ErrorText {
  const wholeValue = types.map(typeNoun).join(" or ");
  return { problem: `must be ${wholeValue} ${got}`, wholeValue, expected: types.join(" or ") };
}

/** Creates the message of a wrong format, with an example of it. */
function formatErrorText(format: string, got: string): ErrorText {
  const example = formatExamples.get(format);
  const suggestion = example === undefined ? "" : `, such as ${quote(example)}`;
  return { problem: `must have the format ${quote(format)}${suggestion} ${got}`, expected: format };
}

/** Creates the message of a value that is not one of the choices. */
function choiceErrorText(choices: readonly unknown[], got: string): ErrorText {
  if (choices.length === 0) return { problem: "is not allowed" };
  const expected = valueList(choices);
  const wholeValue = choices.length === 1 ? expected : `one of ${expected}`;
  return { problem: `must be ${wholeValue} ${got}`, wholeValue, expected };
}

/** Creates the message of an unknown property, with the closest known name. */
function unknownPropertyText(
  name: string,
  { keyword, parentSchema }: KeywordError,
  suggestions: { left: number },
): ErrorText {
  const { known, choice } = propertyNames(parentSchema ?? {});
  const intended = suggestions.left-- > 0 ? closestName(name, known) : undefined;
  const question = intended === undefined ? "" : `, did you mean ${quote(intended)}?`;
  // A property that is not evaluated here may be known to another schema, for example in `allOf`.
  const others = choice === "" && keyword === "additionalProperties" ? " (there are none)" : choice;
  return withoutUndefined({ at: [name], problem: `is not a known property${question}${others}`, expected: intended });
}

interface PropertyNames {
  readonly known: readonly string[];
  /** The list of known names and patterns for the message. */
  readonly choice: string;
}

/** Returns the property names that a schema allows; cached, because a value may have thousands of unknown names. */
function propertyNames(schema: object): PropertyNames {
  const before = propertyNamesCache.get(schema);
  if (before !== undefined) return before;
  const known = Object.keys(Object(ownMember(schema, "properties")));
  const patterns = Object.keys(Object(ownMember(schema, "patternProperties")));
  const choices = [
    ...(known.length > 0 ? [`known: ${valueList(known)}`] : []),
    ...(patterns.length > 0 ? [`names may match ${valueList(patterns)}`] : []),
  ];
  const names = { known, choice: choices.length > 0 ? ` (${choices.join("; ")})` : "" };
  propertyNamesCache.set(schema, names);
  return names;
}

const propertyNamesCache = new WeakMap<object, PropertyNames>();

/** Formats the number of items that `contains` requires: `2 to 3 items`. */
function itemCountText({ minContains: least = 1, maxContains: most }: ErrorParams): string {
  if (most === undefined) return `${least} or more items`;
  return least === most ? countText(most, "item") : `${least} to ${countText(most, "item")}`;
}

/** Builds the text of an error about a value's size: `must be at most 3 (got 4)`. */
function limitText(expected: string, got: string): ErrorText {
  return { problem: `must be ${expected} ${got}`, expected };
}

/** Builds the text of an error about the number of items or characters. */
function sizeText(expected: string, got: string): ErrorText {
  return { problem: `must have ${expected} ${got}`, expected };
}

/** Formats a number with its noun: `1 item`, `2 properties`. */
function countText(number: number, noun: "character" | "item" | "property"): string {
  if (number === 1) return `1 ${noun}`;
  return `${number} ${noun === "property" ? "properties" : `${noun}s`}`;
}

function memberCount(data: unknown): number {
  return Object.keys(Object(data)).length;
}
