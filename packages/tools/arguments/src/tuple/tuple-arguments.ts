import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { parameterNames, type UnboundArguments } from "../bind-arguments.ts";
import { type Fault, kindWithArticle, type PythonValue, type TupleItem, type TupleValue } from "./python-value.ts";
import { addIssue, addRepair, type TupleReading } from "./tuple-reading.ts";

/** The positional and named arguments that a Python value contains; problems are reported as issues. */
export function tupleArguments(
  literal: PythonValue,
  schema: JsonSchema,
  reading: TupleReading,
): UnboundArguments<PythonValue> {
  switch (literal.type) {
    case "tuple":
      return itemArguments(literal, reading);
    case "list":
      if (allowsValueWithoutTuple(reading) && isListForOnlyParameter(literal.items.length, schema))
        return singleValueArguments(literal, reading);
      return { positional: literal.items, named: [] };
    case "set":
      return refuseArguments(literal, reading);
    default:
      return singleValueArguments(literal, reading);
  }
}

/** Splits the items of a tuple into positional arguments and those with names. */
function itemArguments({ items }: TupleValue, reading: TupleReading): UnboundArguments<PythonValue> {
  const firstNamed = items.findIndex(({ name }) => name !== undefined);
  const positional = firstNamed === -1 ? items : items.slice(0, firstNamed);
  const named = firstNamed === -1 ? [] : items.slice(firstNamed).flatMap((item) => namedItemArguments(item, reading));
  return { positional: positional.map(({ value }) => value), named };
}

/** The name and value of an item such as `timeout=5`, as a repair; an item without a name is an issue. */
function namedItemArguments(
  { name, value, start }: TupleItem,
  reading: TupleReading,
): readonly (readonly [string, PythonValue])[] {
  if (name === undefined) addIssue(reading, positionalAfterNamed, value);
  else if (!reading.options.repair) addIssue(reading, namedNotAllowed, value);
  else {
    addRepair(reading, "named_arguments", { start, end: value.end }, reading.text.slice(value.start, value.end), [
      name,
    ]);
    return [[name, value]];
  }
  return [];
}

/** Uses a value that is not a tuple as a tuple of one value, since models write `("x")` for `("x",)`. */
function singleValueArguments(literal: PythonValue, reading: TupleReading): UnboundArguments<PythonValue> {
  if (!allowsValueWithoutTuple(reading)) return refuseArguments(literal, reading);
  const written = reading.text.slice(literal.start, literal.end);
  addRepair(reading, "single_value", literal, `(${written},)`);
  return { positional: [literal], named: [] };
}

/** Whether the options allow a value in place of a tuple. */
function allowsValueWithoutTuple({ options }: TupleReading): boolean {
  return options.repair && !options.strict;
}

/** Reports a value that is not a tuple of arguments. */
function refuseArguments(literal: PythonValue, reading: TupleReading): UnboundArguments<PythonValue> {
  addIssue(reading, literal.type === "refused" ? literal.fault : notATupleFault(kindWithArticle(literal)), literal);
  return { positional: [], named: [] };
}

/**
 * The fault of arguments that are not a tuple.
 *
 * @param got - what the arguments are, with an article
 */
export function notATupleFault(got: string): Fault {
  const message = `the arguments must be a tuple, its values in the order of the parameters (got ${got})`;
  return { code: "not_a_tuple", message, expected: "a tuple" };
}

const positionalAfterNamed: Fault = {
  code: "positional_after_named",
  message: "a value without a name can't follow a named value: write it with its parameter's name",
  expected: "a value with a name",
};

const namedNotAllowed: Fault = {
  code: "named_arguments",
  message: "values in a tuple can't have names: write them in the order of the parameters",
  expected: "a value without a name",
};

/**
 * Whether a list is the value of the only parameter, rather than the list of all arguments: the tool has one parameter,
 * which takes a list, and the list has several values.
 */
export function isListForOnlyParameter(count: number, schema: JsonSchema): boolean {
  return count > 1 && onlyParameterOfType("array", schema) !== undefined;
}

/** The name of the tool's only parameter, if its schema names the type; `undefined` otherwise. */
export function onlyParameterOfType(type: JsonSchemaType, schema: JsonSchema): string | undefined {
  const [name, ...others] = parameterNames(schema);
  const parameter = name === undefined || others.length > 0 ? undefined : schema.properties?.[name];
  if (typeof parameter !== "object") return undefined;
  return [parameter.type ?? []].flat().includes(type) ? name : undefined;
}
