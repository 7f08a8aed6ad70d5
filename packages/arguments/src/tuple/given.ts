import type { JsonSchema } from "@helve/core";
import type { Given } from "../bind.ts";
import { kindOf } from "./kind-of.ts";
import type { Fault, Item, Literal, Tuple } from "./literal.ts";
import { isOneValue } from "./only-parameter.ts";
import { mend, type Reading, report } from "./reading.ts";

/** What the literal that a model sent gives for the parameters, by place or by name; what is wrong with it is reported. */
export function givenIn(literal: Literal, schema: JsonSchema, reading: Reading): Given<Literal> {
  switch (literal.type) {
    case "tuple":
      return itemsOf(literal, reading);
    case "list":
      if (mayBeAlone(reading) && isOneValue(literal.items.length, schema)) return alone(literal, reading);
      return { positional: literal.items, named: [] };
    case "set":
      return refused(literal, reading);
    default:
      return alone(literal, reading);
  }
}

function itemsOf({ items }: Tuple, reading: Reading): Given<Literal> {
  const firstNamed = items.findIndex(({ name }) => name !== undefined);
  const positional = firstNamed === -1 ? items : items.slice(0, firstNamed);
  const named = firstNamed === -1 ? [] : items.slice(firstNamed).flatMap((item) => namedItem(item, reading));
  return { positional: positional.map(({ value }) => value), named };
}

function namedItem({ name, value, start }: Item, reading: Reading): readonly (readonly [string, Literal])[] {
  if (name === undefined) report(reading, afterNamed, value);
  else if (!reading.options.repair) report(reading, byName, value);
  else {
    mend(reading, "named_arguments", { start, end: value.end }, reading.text.slice(value.start, value.end), [name]);
    return [[name, value]];
  }
  return [];
}

/** A value that is no tuple, which models write where they mean a tuple of one: `("x")` for `("x",)`. */
function alone(literal: Literal, reading: Reading): Given<Literal> {
  if (!mayBeAlone(reading)) return refused(literal, reading);
  const written = reading.text.slice(literal.start, literal.end);
  mend(reading, "single_value", literal, `(${written},)`);
  return { positional: [literal], named: [] };
}

function mayBeAlone({ options }: Reading): boolean {
  return options.repair && !options.strict;
}

function refused(literal: Literal, reading: Reading): Given<Literal> {
  report(reading, literal.type === "refused" ? literal.fault : notATuple(kindOf(literal)), literal);
  return { positional: [], named: [] };
}

/** @param got - what the arguments are, with an article */
export function notATuple(got: string): Fault {
  const message = `the arguments must be a tuple, its values in the order of the parameters (got ${got})`;
  return { code: "not_a_tuple", message, expected: "a tuple" };
}

const afterNamed: Fault = {
  code: "positional_after_named",
  message: "a value without a name can't follow one with a name: give it its parameter's name",
  expected: "a value with a name",
};

const byName: Fault = {
  code: "named_arguments",
  message: "the values of a tuple have no names: write them in the order of the parameters",
  expected: "a value without a name",
};
