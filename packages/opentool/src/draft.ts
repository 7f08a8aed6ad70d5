import { member } from "./place.ts";

/** Whether a schema says that it is written in draft-07. */
export function isDraft07(schema: object): boolean {
  const $schema = member(schema, "$schema");
  return typeof $schema === "string" && $schema.includes("draft-07/schema");
}
