/** Finds the arguments that decide what a call affects, such as the receiver of a payment. */
import type { Action, Finding } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { type ArgumentRole, argumentRole, isVague, roleForMembers } from "../tool-traits/argument-roles.ts";
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
  /** The role by the traits: by the path within objects, then by the name. */
  const knownRole = (names: readonly string[]): ArgumentRole | undefined =>
    [names.join("."), names.at(-1) ?? ""]
      .map((key) => (Object.hasOwn(argumentRoles, key) ? argumentRoles[key] : undefined))
      .find((role) => role !== undefined);
  const values: ArgumentText[] = [];
  let left = maxValues;
  const visit = (value: unknown, { names, role, inherited, keys }: Place): void => {
    if (left-- <= 0) return;
    const at = (key: PropertyKey): Place => ({ names, role, inherited, keys: [...keys, key] });
    if (typeof value === "string" || typeof value === "number") {
      const written = String(value);
      const text = role === "content" || written.length > longest ? "" : comparable(written).trim().replace(/\/$/, "");
      const name = names.at(-1) ?? "";
      if (text.length >= shortest) values.push({ name, role, path: jsonPointer(keys), written, text });
    } else if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, at(index));
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries(value)) visit(member, placeOf(key, at(key)));
  };
  const placeOf = (name: string, { names, inherited, keys }: Omit<Place, "role">): Place => {
    const path = [...names, name];
    const known = knownRole(path);
    return {
      names: path,
      role: known ?? argumentRole(name, inherited),
      inherited: (isVague(name) ? undefined : known) ?? roleForMembers(name, inherited),
      keys,
    };
  };
  for (const [name, value] of Object.entries(args))
    visit(value, placeOf(name, { names: [], inherited: undefined, keys: [name] }));
  return { values, isComplete: left >= 0 };
}

/** Where a value stands in the arguments of a call. */
interface Place {
  /** The names of the argument and of the members of objects that lead to it. */
  readonly names: readonly string[];
  readonly role: ArgumentRole;
  /** The role that its members have if their names say nothing. */
  readonly inherited: ArgumentRole | undefined;
  readonly keys: readonly PropertyKey[];
}

/** The finding that a predicate is true because of an argument, which is its evidence. */
export function targetFinding({ path, written }: ArgumentText, reason: string): Finding {
  return { value: true, reason, evidence: [{ path, start: 0, end: written.length, text: written }] };
}
