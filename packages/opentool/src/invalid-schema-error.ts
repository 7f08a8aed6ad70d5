// Defines the error of an invalid JSON Schema, and recognizes environments that forbid code generation.

import { IssuesError } from "@helve/core";

/** A JSON Schema is invalid or can't be enforced; each issue's `path` points into the schema. */
export class InvalidSchemaError extends IssuesError {
  override readonly code = "invalid_schema";
}

/** Creates the error to throw if the environment forbids `eval` and `new Function`; `undefined` for any other cause. */
export function codeGenerationError(cause: unknown): InvalidSchemaError | undefined {
  // The error may be of another realm.
  const isRefusal = cause instanceof Error ? cause.name === "EvalError" : String(cause).startsWith("EvalError");
  if (!isRefusal) return undefined;
  const message = 'code can\'t be compiled here ("new Function" is not allowed): use interpretSchema';
  return new InvalidSchemaError([{ code, message, path: "" }], { cause });
}

const code = "code_refused";

/** Whether an error says that code generation is not allowed here. */
export function isCodeGenerationError(error: unknown): boolean {
  return error instanceof InvalidSchemaError && error.issues.some((issue) => issue.code === code);
}
