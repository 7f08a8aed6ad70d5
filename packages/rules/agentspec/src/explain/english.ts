import { wordList } from "@helve/core/internal";
import type {
  ComparisonOperator,
  Duration,
  DurationUnit,
  Enforcement,
  Header,
  ReferenceRoot,
  Source,
  TriggerEvent,
  UnknownPolicy,
} from "@helve/core/program";
import { type EnforcementTexts, type Language, replacesEvent, type ValueText } from "./language.ts";

/** The English phrases and sentences of explanations. */
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
        return quotedIfSpaced(toolkit === "any" ? tool : `${toolkit}.${tool}`);
      }),
    ),
  sentence: (event, conditions, enforcements) =>
    endWithPeriod(`When ${[event, ...conditions].join(" and ")}, ${enforcements.join(", then ")}`),
  allOf: (parts) => `${parts.length === 2 ? "both " : ""}${parts.join(" and ")}`,
  anyOf: (parts) => `either ${parts.join(" or ")}`,
  parenthesized: (text) => `(${text})`,
  constant: (holds) => (holds ? "this is always true" : "this is never true"),
  predicate: (name, args, holds) => {
    const of = args.length === 0 ? "" : ` for ${wordList(args, "and")}`;
    return `\`${name}\` ${holds ? "holds" : "does not hold"}${of}`;
  },
  negatedClause: (clause) => `it is not true that ${clause}`,
  comparison: (left, operator, right, holds) => {
    if (operator === "==" || operator === "!=")
      return withVerb(left, equalityText(right, holds === (operator === "==")));
    return withVerb(left, `${operators[operator][holds ? 0 : 1]} ${right.text}`);
  },
  oneOf: (left, values, holds) => withVerb(left, `is ${holds ? "" : "not "}one of ${orList(values)}`),
  ignoringCase: (comparison) => `${comparison} (in upper or lower case)`,
  items: (which, list) => ({ text: `${itemWords[which]} of ${list.text}`, kind: "reference", isPlural: false }),
  steps: ({ tools, where, since, within }) =>
    [
      tools,
      ...(where === undefined ? [] : [`for which ${where}`]),
      ...(since === undefined ? [] : [`since the last step of ${since}`]),
      ...(within === undefined
        ? []
        : [within.type === "duration" ? `in the last ${durationWords(within)}` : lastSteps(within.steps)]),
    ].join(" "),
  duration: ({ amount, unit }) => `${amount} ${unitWords[unit]}${amount === 1 ? "" : "s"}`,
  optional: (value) => `${value} (if there is one)`,
  orAbsent: (comparison) => `${comparison} (or there is none)`,
  once: (steps, holds) => `there was ${holds ? "an" : "no"} earlier step of ${steps}`,
  count: (steps) => `the number of earlier steps of ${steps}`,
  sum: (value, steps) => `the sum of ${value} over the earlier steps of ${steps}`,
  last: (steps, path) => `${path === undefined ? "" : `\`${path}\` of `}the last step of ${steps}`,
  provenance: (value, only, sources, holds) => {
    const part = only ? `${holds ? "" : "not "}every part` : holds ? "a part" : "no part";
    return `${part} of ${value.text} comes from ${orList(sources.map(sourceName))}`;
  },
  reference: (root, path) => (path === undefined ? roots[root] : referenceText(root, path)),
  enforcement: enforcementText,
  bindings: (parts) => `Here ${parts.map(({ name, value }) => `\`${name}\` is ${value}`).join(", and ")}.`,
  invocationResult: (action) => `what ${action} gives`,
  severity: (severity) => `Severity: ${severity}.`,
  priority: (priority) => `Priority: ${priority}.`,
  unknownPolicy: (policy, subject) => `If ${unknownPhrases[subject ?? "other"]}, ${ruleOutcomes[policy]}.`,
  header: headerSentences,
  withFinalPunctuation: (sentence) => (/[.!?:…。！？]$/.test(sentence) ? sentence : `${sentence}.`),
  joinSentences: (sentences) => sentences.join(" "),
};

/** Ends a sentence with a period; a message in quotes at its end may have a mark of its own. */
function endWithPeriod(sentence: string): string {
  return /[.!?]"$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Appends a predicate to a subject; its verb becomes plural for a plural subject: `its arguments are empty`. */
function withVerb({ text, isPlural }: ValueText, predicate: string): string {
  const verb = /^\w+/.exec(predicate)?.[0] ?? "";
  return `${text} ${isPlural ? (pluralVerbs.get(verb) ?? verb) + predicate.slice(verb.length) : predicate}`;
}

const pluralVerbs: ReadonlyMap<string, string> = new Map([
  ["is", "are"],
  ["has", "have"],
  ["does", "do"],
  ["matches", "match"],
  ["contains", "contain"],
  ["starts", "start"],
  ["ends", "end"],
]);

/** The verb phrase of a comparison with `==` (`holds`) or `!=`: "is 1", "is not empty". */
function equalityText({ text, kind }: ValueText, holds: boolean): string {
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
  observation: "the result",
  before: "the state before the change",
  after: "the state after the change",
  now: "the time of the decision",
  step: "that step",
  let: "a name",
};

const itemWords: Readonly<Record<"every" | "some" | "no", string>> = {
  every: "every item",
  some: "an item",
  no: "no item",
};

/** Names a source of data in English. */
function sourceName(source: Source): string {
  if (source.type !== "named_source") return english.tools([source]);
  return source.name === "prompt" ? roots.prompt : `an ${source.name} source`.replace("an trusted", "a trusted");
}

/** Writes a window of steps: `in the last 3 steps`. */
function lastSteps(steps: number): string {
  return steps === 1 ? "in the last step" : `in the last ${steps} steps`;
}

function durationWords({ amount, unit }: Duration): string {
  return amount === 1 ? unitWords[unit] : `${amount} ${unitWords[unit]}s`;
}

const unitWords: Readonly<Record<DurationUnit, string>> = {
  ms: "millisecond",
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
};

/** The text of a reference with a path: "its argument `to`" for `args.to`. */
function referenceText(root: ReferenceRoot, path: string): string {
  if (root === "args") return `its argument \`${path}\``;
  return root === "let" ? `\`${path}\`` : `\`${path}\` of ${roots[root]}`;
}

/** The phrase for an enforcement: "ask the user" for `user_inspection`. */
function enforcementText(enforcement: Enforcement, { event, message, args, call }: EnforcementTexts): string {
  switch (enforcement.type) {
    case "user_inspection": {
      const { fixes } = enforcement;
      const offer = fixes.length === 0 ? "" : `, offering ${orList(fixes.map((fix) => `\`${fix}\``))}`;
      return `ask the user${message === undefined ? "" : ` ${message}`}${offer}`;
    }
    case "llm_self_reflect":
      return "have the model reconsider";
    case "invoke_action":
      return `run ${quotedIfSpaced(enforcement.tool)}${replacesEvent(event) ? " instead" : ""}${args === undefined ? "" : ` with ${args}`}`;
    case "stop":
      return `${stopTexts[event]}${message === undefined ? "" : `, with the reason ${message}`}`;
    case "skip":
      return "skip the action";
    case "none":
      return "do nothing";
    case "allow":
      return "allow the action";
    case "warn":
      return `warn the model${message === undefined ? "" : `: ${message}`}`;
    case "log":
      return `write ${message ?? "it"} to the log`;
    case "domain":
      return `apply ${call}`;
  }
}

const stopTexts: Readonly<Record<TriggerEvent, string>> = {
  before_action: "stop the action",
  after_action: "withhold the result",
  state_change: "end the agent",
  agent_finish: "let the agent finish",
};

const unknownPhrases = {
  code: "it is unknown what code does",
  path: "nothing is known of a path",
  other: "that is unknown",
} as const;

const ruleOutcomes: Readonly<Record<UnknownPolicy, string>> = {
  violated: "do the same",
  ignore: "do nothing",
  stop: "stop the action",
  user_inspection: "ask the user",
};

/** A sentence for each setting of the header. */
function headerSentences(header: Header): readonly string[] {
  const { default: decision, onUnknown, onUnknownCode, onUnknownPath, onError, trust, untrusted } = header;
  return [
    ...(decision === undefined
      ? []
      : [`An action that no rule mentions is ${decision === "allow" ? "allowed" : "denied"}.`]),
    ...(onUnknown === undefined ? [] : [`When a check is unknown, ${programOutcomes[onUnknown]}.`]),
    ...(onUnknownCode === undefined ? [] : [`When ${unknownPhrases.code}, ${programOutcomes[onUnknownCode]}.`]),
    ...(onUnknownPath === undefined ? [] : [`When ${unknownPhrases.path}, ${programOutcomes[onUnknownPath]}.`]),
    ...(onError === undefined ? [] : [`When a predicate fails, ${programOutcomes[onError]}.`]),
    ...(trust === undefined ? [] : [`Trusted sources: ${trust.map(sourceName).join(", ")}.`]),
    ...(untrusted === undefined ? [] : [`Untrusted sources: ${untrusted.map(sourceName).join(", ")}.`]),
  ];
}

const programOutcomes: Readonly<Record<UnknownPolicy, string>> = {
  violated: "the rule counts as violated",
  ignore: "the rule counts as not violated",
  stop: "the action is stopped",
  user_inspection: "the user is asked",
};

/** Puts a tool name in quotes if it contains spaces. */
function quotedIfSpaced(name: string): string {
  return /\s/.test(name) ? JSON.stringify(name) : name;
}

/** Lists parts with commas and "or" before the last: "A.x, B.y or z". */
function orList(parts: readonly string[]): string {
  return wordList(parts, "or");
}
