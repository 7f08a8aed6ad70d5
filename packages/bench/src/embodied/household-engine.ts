import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { householdPredicates } from "@helve/toolkits/embodied";

/** An engine with the ready rules for households. */
export async function householdEngine(): Promise<Engine> {
  const rules = new URL(import.meta.resolve("@helve/toolkits/rules/embodied.agentspec"));
  return new Engine(parseProgram(await readFile(rules, "utf8")), { predicates: householdPredicates() });
}
