import type { ComparisonOperator, Enforcement, Header, ReferenceRoot, UnknownPolicy } from "@helve/core/program";
import { type DeedTexts, isInstead, type Language, type Said } from "./language.ts";

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
        return nameText(toolkit === "any" ? tool : `${toolkit}.${tool}`);
      }),
    ),
  sentence: (event, conditions, deeds) => `When ${[event, ...conditions].join(" and ")}, ${deeds.join(", then ")}.`,
  all: (parts) => `${parts.length === 2 ? "both " : ""}${parts.join(" and ")}`,
  some: (parts) => `either ${parts.join(" or ")}`,
  within: (text) => `(${text})`,
  truth: (holds) => (holds ? "this is always so" : "this is never so"),
  predicate,
  phrase: (text) => text,
  untrue: (phrase) => `it is not so that ${phrase}`,
  comparison: (left, operator, right, holds) => {
    if (operator === "==" || operator === "!=") return said(left, equality(right, holds === (operator === "==")));
    return said(left, `${operators[operator][holds ? 0 : 1]} ${right.text}`);
  },
  among: (left, values, holds) => said(left, `is ${holds ? "" : "not "}one of ${orList(values)}`),
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

/** What is said of something: with its verb as it is of one thing. */
function said({ text, isMany }: Said, of: string): string {
  const verb = /^\w+/.exec(of)?.[0] ?? "";
  return `${text} ${isMany ? (ofMany.get(verb) ?? verb) + of.slice(verb.length) : of}`;
}

const ofMany: ReadonlyMap<string, string> = new Map([
  ["is", "are"],
  ["has", "have"],
  ["does", "do"],
  ["matches", "match"],
  ["contains", "contain"],
  ["starts", "start"],
  ["ends", "end"],
]);

function equality({ text, kind }: Said, holds: boolean): string {
  const is = holds ? "is" : "is not";
  switch (kind) {
    case "nothing":
      return `${is} missing`;
    case "empty":
      return `${is} empty`;
    case "reference":
      return `${is} the same as ${text}`;
    case "value":
      return `${is} ${text}`;
  }
}

/** A predicate whose name says something of one thing is told as that; of which none is given, it is the action. */
function predicate(name: string, given: readonly Said[], holds: boolean): string {
  const [one = { text: "it", kind: "reference", isMany: false }, ...others] = given;
  const [, verb, rest] = /^(is|has|contains)_+([^_].*)$/.exec(name) ?? [];
  if (verb !== undefined && rest !== undefined && others.length === 0 && one.kind === "reference") {
    const not = verb === "is" ? "is not" : `does not ${ofMany.get(verb)}`;
    return said(one, `${holds ? verb : not} ${rest.replaceAll("_", " ").trimEnd()}`);
  }
  const texts = given.map(({ text }) => text);
  const of = texts.length === 0 ? "" : ` for ${list(texts, "and")}`;
  return `\`${name}\` ${holds ? "holds" : "does not hold"}${of}`;
}

const operators: Readonly<Record<Exclude<ComparisonOperator, "==" | "!=">, readonly [string, string]>> = {
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

function deed(enforcement: Enforcement, { event, message, args, call }: DeedTexts): string {
  switch (enforcement.type) {
    case "user_inspection": {
      const { fixes } = enforcement;
      const offer = fixes.length === 0 ? "" : `, offering ${orList(fixes.map((fix) => `\`${fix}\``))}`;
      return `ask the user${message === undefined ? "" : ` ${message}`}${offer}`;
    }
    case "llm_self_reflect":
      return "have the model think again";
    case "invoke_action":
      return `run ${nameText(enforcement.tool)}${isInstead(event) ? " instead" : ""}${args === undefined ? "" : ` with ${args}`}`;
    case "stop":
      return "stop the action";
    case "skip":
      return "skip the action";
    case "none":
      return "do nothing";
    case "allow":
      return "allow the action";
    case "warn":
      return `warn the model${message === undefined ? "" : `: ${message}`}`;
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

/** A name of several words in quotes. */
function nameText(name: string): string {
  return /\s/.test(name) ? JSON.stringify(name) : name;
}

function orList(parts: readonly string[]): string {
  return list(parts, "or");
}

function list(parts: readonly string[], last: "and" | "or"): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;
}
