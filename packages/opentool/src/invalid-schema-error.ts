import { IssuesError } from "@helve/core";

/** A JSON Schema is none, or says something that can't be checked; each issue's `path` points into the schema. */
export class InvalidSchemaError extends IssuesError {
  override readonly code = "invalid_schema";
}
