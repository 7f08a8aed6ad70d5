import { randomBytes } from "node:crypto";

/**
 * A random name, which no other process creates. `randomUUID` keeps random bytes for later calls: processes that start from one snapshot of
 * Node would create the same names.
 */
export function randomId(): string {
  return randomBytes(16).toString("hex");
}
