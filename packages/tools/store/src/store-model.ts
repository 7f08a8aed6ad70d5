/** `storeModel`: defines a typed value that a tool keeps in a store. */
import type { Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { StoreError } from "./store-error.ts";

/** A typed value that a tool keeps in a store under one name. */
export interface StoreModel<Value> {
  readonly name: string;
  /**
   * Checks a value and converts it as the schema says.
   *
   * @throws StoreError `invalid_value` with every issue
   */
  validate(value: unknown): Value;
  /** The value before anything was stored. */
  initial(): Value;
}

/**
 * Defines what a tool keeps in a store: an object with a type, which is checked whenever a call ends that changed it.
 *
 * Source: Inspect, Custom Tools §Stateful Tools (`StoreModel`).
 *
 * @param name - under which it is stored, without `:`, which separates it from an instance; two models of one store must not share a name
 * @param schema - of zod, valibot, arktype or another Standard Schema; it must not be asynchronous, and its output must be JSON
 * @param options.initial - the value before anything was stored; `{}` by default, for a schema whose members have defaults
 * @throws StoreError `invalid_value` if the name has a `:`, or the initial value does not fit the schema
 *
 * @example
 * const counter = storeModel("counter", z.object({ count: z.number().int().default(0) }));
 */
export function storeModel<Schema extends StandardSchemaV1>(
  name: string,
  schema: Schema,
  options: { readonly initial?: StandardSchemaV1.InferInput<Schema> } = {},
): StoreModel<StandardSchemaV1.InferOutput<Schema>> {
  if (name.includes(":")) {
    throw new StoreError("invalid_value", `The name of a model must not contain ":" (got ${JSON.stringify(name)})`);
  }
  const validate = (value: unknown): StandardSchemaV1.InferOutput<Schema> => {
    const result = schema["~standard"].validate(value);
    if (result instanceof Promise) {
      result.catch(() => {}); // its error would be unhandled
      throw new TypeError(`The schema of the model ${name} must not be asynchronous`);
    }
    if (result.issues === undefined) return result.value;
    const issues = result.issues.map(asIssue);
    const texts = issues.map(({ path, message }) => `${path || "the value"}: ${message}`);
    throw new StoreError("invalid_value", `The model ${name} does not allow this: ${texts.join("; ")}`, { issues });
  };
  const { initial = {} } = options;
  validate(initial);
  return { name, validate, initial: () => validate(structuredClone(initial)) };
}

function asIssue({ message, path = [] }: StandardSchemaV1.Issue): Issue {
  const parts = path.map((part) => (typeof part === "object" ? part.key : part));
  return { code: "invalid_value", message, path: jsonPointer(parts) };
}
