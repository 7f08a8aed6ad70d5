import type { ComparisonOperator, Enforcement, Header, ReferenceRoot, UnknownPolicy } from "../syntax/tree/index.ts";
import type { DeedTexts, Language } from "./language.ts";

export const english: Language = {
  event(event, tools) {
    switch (event) {
      case "before_action":
        return `the agent is about to run ${tools ?? "any tool"}`;
      case "after_action":
        return `the agent has run ${tools ?? "any tool"}`;
      case "state_change":
        return tools === undefined ? "the state has changed" : `running ${tools} has changed the state`;
      case "agent_finish":
        return `the agent is about to finish${tools === undefined ? "" : ` after running ${tools}`}`;
    }
  },
  tools: (patterns) =>
    orList(
      patterns.map(({ toolkit, tool }) => {
        if (tool === "any") return toolkit === "any" ? "any tool" : `any tool of ${toolkit}`;
        return toolkit === "any" ? tool : `${toolkit}.${tool}`;
      }),
    ),
  sentence: (event, conditions, deeds) => `When ${[event, ...conditions].join(" and ")}, ${deeds.join(", then ")}.`,
  all: (parts, holds) => {
    const all = parts.join(" and ");
    if (parts.length === 2) return holds ? `both ${all}` : `not both ${all}`;
    return holds ? all : `not all of this: ${all}`;
  },
  some: (parts, holds) => (holds ? `either ${parts.join(" or ")}` : `neither ${parts.join(" nor ")}`),
  within: (text) => `(${text})`,
  truth: (holds) => (holds ? "this is always so" : "this is never so"),
  predicate: (text, holds) => `${text} ${holds ? "holds" : "does not hold"}`,
  untrue: (phrase) => `it is not so that ${phrase}`,
  comparison: (left, operator, right, holds) => `${left} ${operators[operator][holds ? 0 : 1]} ${right}`,
  among: (left, values, isList, holds) => `${left} is ${holds ? "" : "not "}${isList ? "one of" : "in"} ${values}`,
  anyOf: (parts) => orList(parts),
  reference: (root, path) => (path === undefined ? roots[root] : inRoot(root, path)),
  deed,
  bindings: (parts) => `Here ${parts.map(({ name, value }) => `\`${name}\` is ${value}`).join(", and ")}.`,
  given: (action) => `what ${action} gives`,
  severity: (severity) => `Severity: ${severity}.`,
  priority: (priority) => `Priority: ${priority}.`,
  unknown: (policy) => `If that can't be told, ${outcomes[policy]}.`,
  header,
  ended: (sentence) => (/[.!?:…。！？]$/.test(sentence) ? sentence : `${sentence}.`),
  space: " ",
};

const operators: Readonly<Record<ComparisonOperator, readonly [string, string]>> = {
  "==": ["is", "is not"],
  "!=": ["is not", "is"],
  "<": ["is less than", "is not less than"],
  "<=": ["is at most", "is not at most"],
  ">": ["is more than", "is not more than"],
  ">=": ["is at least", "is not at least"],
  matches: ["matches the pattern", "does not match the pattern"],
  contains: ["contains", "does not contain"],
  starts_with: ["starts with", "does not start with"],
  ends_with: ["ends with", "does not end with"],
  in: ["is in", "is not in"],
};

const roots: Readonly<Record<ReferenceRoot, string>> = {
  args: "its arguments",
  action: "the action",
  prompt: "what the user asked for",
  trajectory: "the steps so far",
  state: "the state",
  let: "a name",
};

function inRoot(root: ReferenceRoot, path: string): string {
  if (root === "args") return `its argument \`${path}\``;
  return root === "let" ? `\`${path}\`` : `\`${path}\` of ${roots[root]}`;
}

function deed(enforcement: Enforcement, { message, args, call }: DeedTexts): string {
  switch (enforcement.type) {
    case "user_inspection": {
      const { fixes } = enforcement;
      const offer = fixes.length === 0 ? "" : `, offering ${orList(fixes.map((fix) => `\`${fix}\``))}`;
      return `ask the user${message === undefined ? "" : ` ${message}`}${offer}`;
    }
    case "llm_self_reflect":
      return "have the model think again";
    case "invoke_action":
      return `run ${enforcement.tool} instead${args === undefined ? "" : ` with ${args}`}`;
    case "stop":
      return "stop the action";
    case "skip":
      return "skip the action";
    case "none":
      return "do nothing";
    case "allow":
      return "allow the action";
    case "warn":
      return `warn the model${message === undefined ? "" : ` ${message}`}`;
    case "log":
      return `note ${message ?? "it"} in the log`;
    case "domain":
      return `apply ${call}`;
  }
}

const outcomes: Readonly<Record<UnknownPolicy, string>> = {
  violated: "do the same",
  ignore: "do nothing",
  stop: "stop the action",
  user_inspection: "ask the user",
};

function header({ default: first, onUnknown, onError }: Header): readonly string[] {
  return [
    ...(first === undefined
      ? []
      : [`An action that no rule speaks of is ${first === "allow" ? "allowed" : "denied"}.`]),
    ...(onUnknown === undefined ? [] : [`When a check can't be answered, ${general[onUnknown]}.`]),
    ...(onError === undefined ? [] : [`When a predicate fails, ${general[onError]}.`]),
  ];
}

const general: Readonly<Record<UnknownPolicy, string>> = {
  violated: "the rule counts as violated",
  ignore: "the rule counts as not violated",
  stop: "the action is stopped",
  user_inspection: "the user is asked",
};

function orList(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
}
