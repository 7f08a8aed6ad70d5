/** Finds the arguments that decide what a call affects, such as the receiver of a payment. */
import type { Action, Finding } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { type ArgumentRole, argumentRole } from "../tool-traits/argument-roles.ts";
import { comparable } from "./passages.ts";

/** A text or a number in a call's arguments that decides what the call affects, or names what it creates. */
export interface ArgumentText {
  readonly name: string;
  readonly role: ArgumentRole;
  readonly path: string;
  readonly written: string;
  /** As it is compared. */
  readonly text: string;
}

const maxValues = 500;
/** Shorter values stand everywhere; longer ones are content. */
const shortest = 4;
const longest = 300;

/** The values of a call that decide what it affects, or name what it creates, by the traits of the tool and the names of its arguments. */
export function targetsOf(
  { name: tool, args }: Pick<Action, "name" | "args">,
  policy: PreparedPolicy,
): {
  readonly values: readonly ArgumentText[];
  readonly isComplete: boolean;
} {
  const { argumentRoles = {} } = policy.traits(tool);
  const roleOf = (name: string): ArgumentRole =>
    (Object.hasOwn(argumentRoles, name) ? argumentRoles[name] : undefined) ?? argumentRole(name);
  const values: ArgumentText[] = [];
  let left = maxValues;
  const visit = (value: unknown, name: string, keys: readonly PropertyKey[]): void => {
    if (left-- <= 0 || roleOf(name) === "content") return;
    if (typeof value === "string" || typeof value === "number") {
      const written = String(value);
      const text = written.length > longest ? "" : comparable(written).trim().replace(/\/$/, "");
      if (text.length >= shortest) values.push({ name, role: roleOf(name), path: jsonPointer(keys), written, text });
    } else if (Array.isArray(value)) for (const [at, item] of value.entries()) visit(item, name, [...keys, at]);
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries(value)) visit(member, key, [...keys, key]);
  };
  for (const [name, value] of Object.entries(args)) visit(value, name, [name]);
  return { values, isComplete: left >= 0 };
}

/** The finding that a predicate is true because of an argument, which is its evidence. */
export function targetFinding({ path, written }: ArgumentText, reason: string): Finding {
  return { value: true, reason, evidence: [{ path, start: 0, end: written.length, text: written }] };
}
