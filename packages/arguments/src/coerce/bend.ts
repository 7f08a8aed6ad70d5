import { isObject } from "@helve/core/internal";

import { bendChoice } from "./bend-choice.ts";
import { bendItems, bendProperties } from "./bend-parts.ts";
import { bendType } from "./bend-type.ts";
import { bendUnion } from "./bend-union.ts";
import type { Bender, CoerceOptions } from "./bender.ts";
import { conditional } from "./conditional.ts";
import { jsonIn } from "./json-in.ts";
import { joined, type Outcome, unchanged } from "./outcome.ts";
import { answersFor, type Run } from "./run.ts";
import type { Shape, Subschema } from "./shape.ts";

/** Makes what bends values, for one run. */
export function benderOf(run: Run, options: CoerceOptions): Bender {
  const texts = new Map<string, unknown>();
  const bender: Bender = {
    run,
    enums: options.enums,
    jsonIn: (text) => {
      if (!texts.has(text)) texts.set(text, jsonIn(text, options.readJson));
      return texts.get(text);
    },
    bend: (value, schema) => bend(value, schema, bender),
    bendToAll: (value, schemas) => {
      let outcome = unchanged(value);
      for (const schema of schemas) outcome = joined(outcome, bend(outcome.value, schema, bender));
      return outcome;
    },
  };
  return bender;
}

function bend(value: unknown, schema: Subschema, bender: Bender): Outcome {
  const { run } = bender;
  run.step();
  const shape = run.shapes(schema);
  // What is bent at once need not be remembered.
  if (typeof value !== "object" && shape.isPlain) {
    const whole = bendWhole(value, schema, shape, bender);
    return typeof whole.value === "object" ? joined(whole, bend(whole.value, schema, bender)) : whole;
  }
  const answers = answersFor(run.outcomes, shape);
  const before = answers.get(value);
  if (before !== undefined) return before;
  // What is asked in a circle stays.
  answers.set(value, unchanged(value));
  const outcome = bendInSteps(value, schema, shape, bender);
  answers.set(value, outcome);
  return outcome;
}

/** The value itself first, then its parts, then the best branch of each union, then what depends on a condition. */
function bendInSteps(value: unknown, schema: Subschema, shape: Shape, bender: Bender): Outcome {
  let outcome = bendWhole(value, schema, shape, bender);
  if (Array.isArray(outcome.value)) outcome = joined(outcome, bendItems(outcome.value, shape, bender));
  else if (isObject(outcome.value)) outcome = joined(outcome, bendProperties(outcome.value, shape, bender));
  for (const { unions } of shape.layers) {
    for (const union of unions) outcome = joined(outcome, bendUnion(outcome.value, union, bender));
  }
  for (const layer of shape.layers) {
    const more = conditional(outcome.value, layer.schema, bender.run);
    if (more !== undefined) outcome = joined(outcome, bend(outcome.value, more, bender));
  }
  return outcome;
}

function bendWhole(value: unknown, schema: Subschema, shape: Shape, bender: Bender): Outcome {
  return shape.choices === undefined ? bendType(value, schema, shape, bender) : bendChoice(value, shape, bender);
}
