import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Outcome } from "./outcome.ts";
import { type Shape, type Shapes, shapesOf } from "./shape.ts";

/** What is kept while one value is held against a schema. */
export interface Run {
  readonly shapes: Shapes;
  /** What has been found out already, by schema and value: what several branches lead to is looked at once. */
  readonly fits: Map<Shape, Map<unknown, Fit>>;
  readonly outcomes: Map<Shape, Map<unknown, Outcome>>;
  /**
   * Counts one more step.
   *
   * @throws RangeError when there were too many for the size of the value
   */
  readonly step: () => void;
}

/** Whether a value fits; `"maybe"` when a keyword that can't be read here has the last word. */
export type Fit = "yes" | "no" | "maybe";

const alwaysAllowed = 100_000;
const stepsForEachPart = 256;

/** Starts anew. */
export function runOf(value: unknown, schema: JsonSchema): Run {
  let steps = 0;
  let allowed = alwaysAllowed;
  const step = (): void => {
    steps++;
    if (steps <= allowed) return;
    if (allowed === alwaysAllowed) allowed += stepsForEachPart * sizeOf(value);
    if (steps > allowed) throw new RangeError("the schema leads to the same values again and again");
  };
  return { shapes: shapesOf(schema), fits: new Map(), outcomes: new Map(), step };
}

/** How many values there are in a value, every character of a text being one: it may turn out to be JSON. */
function sizeOf(value: unknown): number {
  const seen = new Set<unknown>();
  const waiting = [value];
  let size = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    size += typeof next === "string" ? next.length + 1 : 1;
    if (!(Array.isArray(next) || isObject(next)) || seen.has(next)) continue;
    seen.add(next);
    for (const part of Object.values(next)) waiting.push(part);
  }
  return size;
}

/** What is known of values that were held against a shape. */
export function answersFor<Answer>(known: Map<Shape, Map<unknown, Answer>>, shape: Shape): Map<unknown, Answer> {
  const before = known.get(shape);
  if (before !== undefined) return before;
  const answers = new Map<unknown, Answer>();
  known.set(shape, answers);
  return answers;
}
