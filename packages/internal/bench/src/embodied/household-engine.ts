import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { householdPredicates } from "@helve/household";

/** An engine with the ready rules for households. */
export async function householdEngine(): Promise<Engine> {
  return new Engine(parseProgram(await householdRules()), { predicates: householdPredicates() });
}

/** The text of the ready rules for households. */
export function householdRules(): Promise<string> {
  return readFile(new URL(import.meta.resolve("@helve/household/rules/household.agentspec")), "utf8");
}
