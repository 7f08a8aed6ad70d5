/** Defines the errors that checks collect, before they become issues. */
import type { JsonSchemaType } from "@helve/core";

/** A keyword that a value violates. */
export interface KeywordError {
  readonly keyword: string;
  readonly params: ErrorParams;
  /** The value. */
  readonly data: unknown;
  /** The value of the keyword. */
  readonly schema?: unknown;
  /** The schema that has the keyword. */
  readonly parentSchema?: object;
}

/** A violated keyword and its location. */
export interface ValidationError extends KeywordError {
  /** The path from the root to the value. */
  readonly path: readonly PropertyKey[];
  /** For `anyOf` and `oneOf`: the errors of the branches; empty if they were not collected. */
  readonly within?: readonly ValidationError[];
}

/** The requirement of a keyword, and the part of the value that violates it. Each keyword sets its own members. */
export interface ErrorParams {
  readonly type?: JsonSchemaType | readonly JsonSchemaType[] | undefined;
  readonly limit?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly format?: string;
  /** The property that makes another one required. */
  readonly property?: string;
  readonly missingProperty?: string;
  readonly propertyName?: string;
  readonly additionalProperty?: string;
  readonly unevaluatedProperty?: string;
  /** The indexes of two equal items. */
  readonly i?: number;
  readonly j?: number;
  readonly minContains?: number;
  readonly maxContains?: number;
  /** The indexes of two branches of `oneOf` that match. */
  readonly passingSchemas?: readonly (number | undefined)[];
}
