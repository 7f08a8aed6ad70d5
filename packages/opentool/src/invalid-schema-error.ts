import { IssuesError } from "@helve/core";

/** A JSON Schema is none, or says something that can't be checked; each issue's `path` points into the schema. */
export class InvalidSchemaError extends IssuesError {
  override readonly code = "invalid_schema";
}

/** What to throw for an error that comes of a policy against `eval` and `new Function`; `undefined` for any other error. */
export function codeRefused(cause: unknown): InvalidSchemaError | undefined {
  // The error may be of another realm.
  const isRefusal = cause instanceof Error ? cause.name === "EvalError" : String(cause).startsWith("EvalError");
  if (!isRefusal) return undefined;
  const message = 'code can\'t be compiled here ("new Function" is not allowed): interpretSchema needs none';
  return new InvalidSchemaError([{ code, message, path: "" }], { cause });
}

const code = "code_refused";

/** Whether an error says that code can't be compiled. */
export function isCodeRefused(error: unknown): boolean {
  return error instanceof InvalidSchemaError && error.issues.some((issue) => issue.code === code);
}
