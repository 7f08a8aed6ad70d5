/** Compiles the enforcements of a rule, such as `stop` or `warn("…")`, and validates their names and arguments. */
import type { Enforcement, InvokeAction, Rule, Template } from "@helve/core/program";
import type { ResolvedOptions } from "../engine-options.ts";
import type { EnforcementArgument, EnforcementHandler } from "../handlers.ts";
import { uncertainty } from "../history/uncertain-value.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { PlanFault, unknownName } from "./plan-fault.ts";
import { type PlannedValue, planValue, type ValueScope } from "./plan-value.ts";

/** An enforcement of a rule, compiled. */
export type PlannedEnforcement =
  | PlannedInspection
  | PlannedInvocation
  | PlannedMessage
  | PlannedStop
  | PlannedDomainEnforcement
  /** `ignored` is a `stop` at `agent_finish`, where there is nothing to stop. */
  | (NamedEnforcement & { readonly type: "llm_self_reflect" | "skip" | "allow" | "none" | "ignored" });

interface NamedEnforcement {
  /** The name as the rule writes it, for the record. */
  readonly name: string;
}

interface PlannedInspection extends NamedEnforcement {
  readonly type: "user_inspection";
  readonly message?: PlannedTemplate;
  readonly fixes: readonly string[];
}

/** `invoke_action(Terminal.Execute, {"command": "ls"})`, compiled. */
export interface PlannedInvocation extends NamedEnforcement {
  readonly type: "invoke_action";
  readonly tool: string;
  /** An object, or a text from which the arguments are decoded. */
  readonly args: PlannedValue;
}

/** `warn` or `log` with its message, compiled. */
export interface PlannedMessage extends NamedEnforcement {
  readonly type: "warn" | "log";
  readonly message?: PlannedTemplate;
}

/** `stop`, with the reason that the model reads, compiled. */
export interface PlannedStop extends NamedEnforcement {
  readonly type: "stop";
  readonly message?: PlannedTemplate;
}

/** An enforcement of the application, such as `follow_dist(10)`, with its handler. */
export interface PlannedDomainEnforcement extends NamedEnforcement {
  readonly type: "domain";
  readonly args: readonly EnforcementArgument[];
  readonly handler: EnforcementHandler;
}

/** The enforcement for `on unknown stop` and `on error stop`. */
export const stopEnforcement: PlannedEnforcement = { name: "stop", type: "stop" };

/** The enforcement for `on unknown user_inspection` and `on error user_inspection`. */
export const inspectionEnforcement: PlannedEnforcement = {
  name: "user_inspection",
  type: "user_inspection",
  fixes: [],
};

/** The names that enforcements may refer to, and a function that reports their problems. */
export interface EnforcementScope {
  readonly values: ValueScope;
  readonly options: Pick<ResolvedOptions, "fixes" | "enforcements">;
  report(node: Enforcement, code: string, problem: string): void;
}

/** Compiles an enforcement of a rule. One that can't be compiled is reported, and becomes `stop`. */
export function planEnforcement(node: Enforcement, rule: Rule, scope: EnforcementScope): PlannedEnforcement {
  try {
    return planOrThrow(node, rule, scope);
  } catch (error) {
    if (!(error instanceof PlanFault)) throw error;
    scope.report(node, error.code, error.message);
    return stopEnforcement;
  }
}

/** Compiles an enforcement by its type; throws a PlanFault if that is impossible. */
function planOrThrow(
  node: Enforcement,
  { trigger }: Rule,
  { values, options, report }: EnforcementScope,
): PlannedEnforcement {
  switch (node.type) {
    case "user_inspection": {
      for (const fix of node.fixes) {
        if (!options.fixes.has(fix)) report(node, "unknown_fix", unknownName("fix", fix, options.fixes.keys()));
      }
      return { name: node.type, type: node.type, fixes: [...node.fixes], ...planMessage(node, values) };
    }
    case "invoke_action":
      return { name: node.type, type: node.type, tool: node.tool, args: planInvocationArguments(node, values) };
    case "warn":
    case "log":
      return { name: node.type, type: node.type, ...planMessage(node, values) };
    case "domain": {
      const handler = options.enforcements.get(node.name);
      const args = node.arguments.map(({ value }) => value);
      if (handler !== undefined) return { name: node.name, type: node.type, args, handler };
      throw new PlanFault("unknown_enforcement", unknownName("enforcement", node.name, options.enforcements.keys()));
    }
    case "stop":
    case "skip":
      if (trigger.event === "agent_finish") return { name: node.type, type: "ignored" };
      return node.type === "stop"
        ? { name: node.type, type: node.type, ...planMessage(node, values) }
        : { name: node.type, type: node.type };
    case "llm_self_reflect":
    case "allow":
    case "none":
      return { name: node.type, type: node.type };
    default: {
      const { type } = node as { readonly type: unknown };
      throw new PlanFault("unknown_part", `this engine does not know the enforcement "${String(type)}"`);
    }
  }
}

/** Compiles the message of an enforcement, if it has one. */
function planMessage(
  { message }: { readonly message?: Template },
  values: ValueScope,
): { readonly message?: PlannedTemplate } {
  return message === undefined ? {} : { message: planTemplate(message, values) };
}

/** Compiles the arguments of `invoke_action`: an object, or a text that is decoded when the rule applies. */
function planInvocationArguments({ args, tool }: InvokeAction, values: ValueScope): PlannedValue {
  if (args.type === "object" || (args.type === "literal" && typeof args.value === "string")) {
    return planValue(args, values);
  }
  throw new PlanFault("invalid_arguments", `invoke_action(${tool}, …) takes an object or a text`);
}

/** A message of a rule with placeholders, compiled: fills `"careful with ${args.path}"` from the variables. */
type PlannedTemplate = (variables: RuleVariables) => string;

/** The maximum length of the text that replaces a placeholder, in UTF-16 units. */
const maxPlaceholderLength = 1000;

/**
 * Compiles a message. A placeholder is replaced by a text as it is and by another value as JSON, cut after 1000 characters; a
 * missing value becomes `nothing`.
 */
function planTemplate({ parts }: Template, scope: ValueScope): PlannedTemplate {
  const pieces = parts.map((part): PlannedTemplate => {
    if (part.type === "text") return () => part.text;
    const value = planValue(part, scope);
    return (variables) => placeholderText(value.read(variables));
  });
  return (variables) => pieces.map((piece) => piece(variables)).join("");
}

/** The text that replaces a placeholder in a message, cut if it is long. */
function placeholderText(value: unknown): string {
  const text = typeof value === "string" ? value : (uncertainty(value) ?? jsonText(value) ?? "nothing");
  if (text.length <= maxPlaceholderLength) return text;
  // A surrogate pair is not cut in half.
  return `${text.slice(0, maxPlaceholderLength).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A value as JSON; `undefined` if it is missing or can't be represented. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
