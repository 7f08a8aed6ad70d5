import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { isSame, typeOf } from "./json-value.ts";
import { answersFor, type Fit, type Run } from "./run.ts";
import { scalarFit } from "./scalar-fit.ts";
import { allows, itemSchemas, type Layer, propertySchemas, type Shape, type Subschema, type Union } from "./shape.ts";

/** Whether a value fits a schema as it is. What is neither `"yes"` nor `"no"` here is for validation to say. */
export function fitOf(value: unknown, schema: Subschema, run: Run): Fit {
  const shape = run.shapes(schema);
  if (typeof value !== "object" && shape.isPlain) return ownFit(value, shape, run);
  const answers = answersFor(run.fits, shape);
  const before = answers.get(value);
  if (before !== undefined) return before;
  answers.set(value, "maybe");
  const own = ownFit(value, shape, run);
  const fit = own === "no" ? own : withinFit(value, own, shape, run);
  answers.set(value, fit);
  return fit;
}

/** Whether a value fits all of some schemas. */
export function allFit(value: unknown, schemas: readonly Subschema[], run: Run): Fit {
  let fit: Fit = "yes";
  for (const schema of schemas) {
    if (fit === "no") return fit;
    fit = both(fit, fitOf(value, schema, run));
  }
  return fit;
}

/** What can be said without looking at parts and at other schemas. */
function ownFit(value: unknown, shape: Shape, run: Run): Fit {
  run.step();
  const { types, choices, isNever, isUnclear } = shape;
  const type = typeOf(value);
  if (isNever) return "no";
  if (type === undefined) return "maybe";
  if (types !== undefined && !allows(types, type)) return "no";
  if (choices !== undefined && !choices.some((choice) => isSame(choice, value))) return "no";
  let fit: Fit = isUnclear ? "maybe" : "yes";
  for (const layer of shape.layers) {
    fit = both(fit, scalarFit(value, layer));
    if (type === "array" || type === "object") fit = both(fit, sizeFit(Object.keys(Object(value)).length, type, layer));
  }
  return fit;
}

function sizeFit(size: number, type: "array" | "object", { schema }: Layer): Fit {
  const { minItems, maxItems, minProperties, maxProperties } = schema as Readonly<Record<string, number | undefined>>;
  const [least, most] = type === "array" ? [minItems, maxItems] : [minProperties, maxProperties];
  if (size < (least ?? 0) || size > (most ?? size)) return "no";
  return unread[type].some((keyword) => schema[keyword] !== undefined) ? "maybe" : "yes";
}

/** What only validation reads. */
const unread = {
  array: ["contains", "unevaluatedItems", "uniqueItems"],
  object: ["dependencies", "dependentRequired", "dependentSchemas", "propertyNames", "unevaluatedProperties"],
} as const;

function withinFit(value: unknown, own: Fit, shape: Shape, run: Run): Fit {
  let fit = own;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && fit !== "no"; index++) {
      for (const schema of itemSchemas(shape, index)) fit = both(fit, fitOf(value[index], schema, run));
    }
  } else if (isObject(value)) {
    for (const name of shape.required) if (!Object.hasOwn(value, name) || value[name] === undefined) return "no";
    for (const name of Object.keys(value)) {
      for (const schema of propertySchemas(shape, name)) fit = both(fit, fitOf(value[name], schema, run));
      if (fit === "no") break;
    }
  }
  for (const layer of shape.layers) {
    for (const union of layer.unions) {
      if (fit !== "no") fit = both(fit, unionFit(value, union, run));
    }
    if (fit !== "no") fit = both(fit, conditionsFit(value, layer.schema, run));
  }
  return fit;
}

function unionFit(value: unknown, { branches, isExclusive }: Union, run: Run): Fit {
  let [fitting, unclear] = [0, 0];
  for (const branch of branches) {
    const fit = fitOf(value, branch, run);
    if (fit === "yes" && !isExclusive) return "yes";
    if (fit === "yes") fitting++;
    if (fit === "maybe") unclear++;
  }
  if (fitting > 1) return "no";
  if (unclear > 0) return "maybe";
  return fitting === 1 ? "yes" : "no";
}

function conditionsFit(value: unknown, schema: JsonSchema, run: Run): Fit {
  const { not, if: condition, then: yes, else: no } = schema as Readonly<Record<string, Subschema | undefined>>;
  const fit = not === undefined ? "yes" : opposite(fitOf(value, not, run));
  if (condition === undefined || fit === "no") return fit;
  const holds = fitOf(value, condition, run);
  if (holds === "maybe") return holds;
  return both(fit, fitOf(value, (holds === "yes" ? yes : no) ?? true, run));
}

function opposite(fit: Fit): Fit {
  if (fit === "maybe") return fit;
  return fit === "yes" ? "no" : "yes";
}

function both(a: Fit, b: Fit): Fit {
  if (a === "no" || b === "no") return "no";
  return a === "maybe" ? a : b;
}
