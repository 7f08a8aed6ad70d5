/** Reads members of a service's JSON answers, which may be absent or of another type than documented. */
import { ownMember } from "@helve/core/internal";

/** The value at a path of member names and positions in lists. */
export function memberAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (typeof found === "object" && found !== null ? ownMember(found, String(name)) : undefined),
    value,
  );
}

/** The list at a path; an empty one if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = memberAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The text at a path, also of a number; an empty one if there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = memberAt(value, ...path);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

/** The number at a path. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = memberAt(value, ...path);
  return typeof found === "number" ? found : undefined;
}
