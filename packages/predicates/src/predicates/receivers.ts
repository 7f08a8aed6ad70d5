import type { PredicateArgument } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";

const usual: readonly string[] = ["to", "cc", "bcc", "recipient", "recipients", "attendees"];

/** The arguments of a tool that name who gets something. */
export function receiverArguments(
  tool: string,
  { policy: { receiverArguments: named = {} } }: PreparedPolicy,
): readonly string[] {
  return (Object.hasOwn(named, tool) ? named[tool] : undefined) ?? usual;
}

/** An argument of an action as if a rule had given it. */
export function argumentOperand(name: string, value: unknown): PredicateArgument {
  return { value, path: jsonPointer([name]) };
}
