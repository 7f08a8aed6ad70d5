import type { InvokeAction } from "@helve/agentspec";
import type { Args } from "@helve/core";
import { plainValue } from "../operand.ts";
import type { Application, Applied } from "./apply.ts";

/** `invoke_action(tool, { … })`: another action takes this one's place (AgentSpec §3.3.2). */
export function invokeAction({ tool, args }: InvokeAction, { action, violation }: Application): Applied {
  const invoked = { id: action.id, name: tool, args: plainValue(args, action) as Args, insteadOf: action };
  return { kind: "look again", outcome: "invoked", action: invoked, invokedBy: violation.rule.name };
}
