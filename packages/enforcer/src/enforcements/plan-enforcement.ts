import type { Enforcement, InvokeAction, Rule, Template } from "@helve/core/program";
import type { Host } from "../host.ts";
import { type Text, textOf } from "../plan/template.ts";
import { unknownName } from "../plan/unknown-name.ts";
import { type Source, sourceOf, ValueFault, type ValueScope } from "../plan/values.ts";
import type { DomainArgument, EnforcementHandler } from "./domain.ts";

/** An enforcement of a rule, ready to be applied. */
export type PlannedEnforcement =
  | PlannedInspection
  | PlannedInvocation
  | PlannedTelling
  | PlannedDomain
  /** `ignored` is a `stop` where there is nothing to stop. */
  | (Named & { readonly type: "llm_self_reflect" | "stop" | "skip" | "allow" | "none" | "ignored" });

interface Named {
  /** For the record. */
  readonly name: string;
}

interface PlannedInspection extends Named {
  readonly type: "user_inspection";
  readonly message?: Text;
  readonly fixes: readonly string[];
}

export interface PlannedInvocation extends Named {
  readonly type: "invoke_action";
  readonly tool: string;
  /** An object, or a text to read the arguments from. */
  readonly args: Source;
}

export interface PlannedTelling extends Named {
  readonly type: "warn" | "log";
  readonly message?: Text;
}

export interface PlannedDomain extends Named {
  readonly type: "domain";
  readonly args: readonly DomainArgument[];
  readonly handler: EnforcementHandler;
}

/** What the header's `stop` and `user_inspection` come to for a check that is unknown. */
export const stopping: PlannedEnforcement = { name: "stop", type: "stop" };
export const inspecting: PlannedEnforcement = { name: "user_inspection", type: "user_inspection", fixes: [] };

/** What enforcements may name, and whom to tell what is wrong with them. */
export interface EnforcementScope {
  readonly values: ValueScope;
  readonly host: Pick<Host, "fixes" | "enforcements">;
  report(node: Enforcement, code: string, problem: string): void;
}

/** Makes an enforcement of a rule ready. What can't be made ready is reported, and a `stop`. */
export function planEnforcement(node: Enforcement, rule: Rule, scope: EnforcementScope): PlannedEnforcement {
  try {
    return planned(node, rule, scope);
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    scope.report(node, error.code, error.message);
    return stopping;
  }
}

function planned(node: Enforcement, { trigger }: Rule, { values, host, report }: EnforcementScope): PlannedEnforcement {
  switch (node.type) {
    case "user_inspection": {
      for (const fix of node.fixes) {
        if (!host.fixes.has(fix)) report(node, "unknown_fix", unknownName("fix", fix, host.fixes.keys()));
      }
      return { name: node.type, type: node.type, fixes: [...node.fixes], ...messageOf(node, values) };
    }
    case "invoke_action":
      return { name: node.type, type: node.type, tool: node.tool, args: argsOf(node, values) };
    case "warn":
    case "log":
      return { name: node.type, type: node.type, ...messageOf(node, values) };
    case "domain": {
      const handler = host.enforcements.get(node.name);
      const args = node.arguments.map(({ value }) => value);
      if (handler !== undefined) return { name: node.name, type: node.type, args, handler };
      throw new ValueFault("unknown_enforcement", unknownName("enforcement", node.name, host.enforcements.keys()));
    }
    case "stop":
    case "skip":
      return { name: node.type, type: trigger.event === "agent_finish" ? "ignored" : node.type };
    case "llm_self_reflect":
    case "allow":
    case "none":
      return { name: node.type, type: node.type };
    default: {
      const { type } = node as { readonly type: unknown };
      throw new ValueFault("unknown_part", `this engine does not know "${String(type)}" as an enforcement`);
    }
  }
}

function messageOf({ message }: { readonly message?: Template }, values: ValueScope): { readonly message?: Text } {
  return message === undefined ? {} : { message: textOf(message, values) };
}

function argsOf({ args, tool }: InvokeAction, values: ValueScope): Source {
  if (args.type === "object" || (args.type === "literal" && typeof args.value === "string")) {
    return sourceOf(args, values);
  }
  throw new ValueFault("invalid_arguments", `invoke_action(${tool}, …) takes an object or a text`);
}
