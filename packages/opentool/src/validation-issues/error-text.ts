import { closestName, quote } from "@helve/core/internal";
import type { ErrorObject } from "ajv";
import { member } from "../json-path.ts";
import { listed, noun, shown } from "../value-text.ts";

/** One error of ajv's in words, without the name of what is wrong. */
export interface FaultWords {
  /** From the error's place to what is wrong: the property that is missing. */
  readonly at?: readonly PropertyKey[];
  /** What stands behind the name: `must be a number (got "soon")`. */
  readonly says: string;
  /** The words after `must be`, where the whole value is not what it must be. */
  readonly be?: string;
  /** What would be right, in a word. */
  readonly expected?: string;
}

/**
 * What an error says, by its keyword.
 *
 * @param suggestions - how often the name that was probably meant may still be looked for; counted down
 */
export function faultOf(error: ErrorObject, suggestions = { left: 0 }): FaultWords {
  const { keyword, params, data } = error;
  const got = `(got ${shown(data)})`;
  switch (keyword) {
    case "type":
      return typeFault([params["type"]].flat(), got);
    case "enum":
      return choiceFault([error.schema].flat(), got);
    case "const":
      return choiceFault([error.schema], got);
    case "required":
      return { at: [params["missingProperty"]], says: "is required" };
    case "dependentRequired":
    case "dependencies":
      return { at: [params["missingProperty"]], says: `is required where ${quote(params["property"])} is given` };
    case "additionalProperties":
      return unknownFault(String(params["additionalProperty"]), error, suggestions);
    case "unevaluatedProperties":
      return unknownFault(String(params["unevaluatedProperty"]), error, suggestions);
    case "propertyNames":
      return { at: [params["propertyName"]], says: "has a name that is not allowed" };
    case "minimum":
      return bound(`at least ${params["limit"]}`, got);
    case "maximum":
      return bound(`at most ${params["limit"]}`, got);
    case "exclusiveMinimum":
      return bound(`more than ${params["limit"]}`, got);
    case "exclusiveMaximum":
      return bound(`less than ${params["limit"]}`, got);
    case "multipleOf":
      return bound(`a multiple of ${params["multipleOf"]}`, got);
    case "minLength":
      return size(`at least ${count(params["limit"], "character")}`, got);
    case "maxLength":
      return size(`at most ${count(params["limit"], "character")}`, `(got ${[...String(data)].length})`);
    case "minItems":
      return size(`at least ${count(params["limit"], "item")}`, `(got ${lengthOf(data)})`);
    case "maxItems":
    case "items":
    case "additionalItems":
    case "unevaluatedItems":
      return size(`at most ${count(params["limit"], "item")}`, `(got ${lengthOf(data)})`);
    case "minProperties":
      return size(`at least ${count(params["limit"], "property")}`, `(got ${lengthOf(data)})`);
    case "maxProperties":
      return size(`at most ${count(params["limit"], "property")}`, `(got ${lengthOf(data)})`);
    case "uniqueItems":
      return { says: `must have no item twice (items ${params["j"]} and ${params["i"]} are equal)` };
    case "contains":
      return { says: `must have ${range(params)} of the form that "contains" describes` };
    case "pattern":
      return { says: `must match the pattern ${params["pattern"]} ${got}`, expected: String(params["pattern"]) };
    case "format":
      return { says: `must have the format ${quote(params["format"])} ${got}`, expected: String(params["format"]) };
    case "not":
      return { says: `must not have the form that "not" describes ${got}` };
    case "false schema":
      return { says: "is not allowed" };
    default:
      return { says: `does not fit ${quote(keyword)} ${got}` };
  }
}

function typeFault(types: readonly string[], got: string): FaultWords {
  const be = types.map(noun).join(" or ");
  return { says: `must be ${be} ${got}`, be, expected: types.join(" or ") };
}

function choiceFault(choices: readonly unknown[], got: string): FaultWords {
  if (choices.length === 0) return { says: "is not allowed" };
  const expected = listed(choices);
  const be = choices.length === 1 ? expected : `one of ${expected}`;
  return { says: `must be ${be} ${got}`, be, expected };
}

function unknownFault(name: string, { keyword, parentSchema }: ErrorObject, suggestions: { left: number }): FaultWords {
  const { known, choice } = namesIn(parentSchema ?? {});
  const meant = suggestions.left-- > 0 ? closestName(name, known) : undefined;
  const question = meant === undefined ? "" : `, did you mean ${quote(meant)}?`;
  // What is not evaluated here may be known to another schema, in `allOf` for one.
  const others = choice === "" && keyword === "additionalProperties" ? " (there are none)" : choice;
  return {
    at: [name],
    says: `is not a known property${question}${others}`,
    ...(meant !== undefined && { expected: meant }),
  };
}

interface NamesIn {
  readonly known: readonly string[];
  /** What there is to choose from, in words. */
  readonly choice: string;
}

/** The names that a schema allows: looked for once, as a value may have many thousands of others. */
function namesIn(schema: object): NamesIn {
  const before = namesOf.get(schema);
  if (before !== undefined) return before;
  const known = Object.keys(Object(member(schema, "properties")));
  const patterns = Object.keys(Object(member(schema, "patternProperties")));
  const choices = [
    ...(known.length > 0 ? [`known: ${listed(known)}`] : []),
    ...(patterns.length > 0 ? [`names may match ${listed(patterns)}`] : []),
  ];
  const names = { known, choice: choices.length > 0 ? ` (${choices.join("; ")})` : "" };
  namesOf.set(schema, names);
  return names;
}

const namesOf = new WeakMap<object, NamesIn>();

function range({ minContains: least = 1, maxContains: most }: Record<string, number | undefined>): string {
  if (most === undefined) return `${least} or more items`;
  return least === most ? count(most, "item") : `${least} to ${count(most, "item")}`;
}

function bound(expected: string, got: string): FaultWords {
  return { says: `must be ${expected} ${got}`, expected };
}

function size(expected: string, got: string): FaultWords {
  return { says: `must have ${expected} ${got}`, expected };
}

function count(number: number, noun: "character" | "item" | "property"): string {
  if (number === 1) return `1 ${noun}`;
  return `${number} ${noun === "property" ? "properties" : `${noun}s`}`;
}

function lengthOf(data: unknown): number {
  return Object.keys(Object(data)).length;
}
