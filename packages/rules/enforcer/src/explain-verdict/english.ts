import type { GuardEvent, Verdict } from "@helve/core";
import type { VerdictLanguage } from "./language.ts";

/** The English sentences of `explainVerdict`. */
export const english: VerdictLanguage = {
  unnamedAction: "The action",
  headline: (event, kind, tool) => headlines[event][kind].replaceAll("{}", () => tool),
  replaced: (action) => `Another action runs instead: ${action}.`,
  changed: (args) => `It runs with other arguments: ${args}.`,
  reason: (text) => `Reason: ${text}`,
  shadow: (enforcedKind, reason) => {
    const suffix = reason === undefined ? "." : `: ${reason}`;
    return `Shadow mode: the rules did not interfere. If enforced, their verdict would be “${kinds[enforcedKind]}”${suffix}`;
  },
  dryRun: "Dry run: nobody was asked, and nothing ran.",
  asked: (rules, fixes) =>
    `A person is asked because of ${ruleNames(rules)}${fixes.length === 0 ? "" : `, with the fixes ${fixes.join(", ")}`}.`,
  message: (text) => `The person reads: ${text}`,
  safer: (way) => `Safer: ${way}.`,
  note: (text) => `The model reads: ${text}`,
  pass: (number, what) => `${number}. ${what}`,
  stateSubject: (event) => (event === "state_change" ? "the changed state" : "the end of the agent's work"),
  approved: (rules) => `A person has already approved it for ${ruleNames(rules)}.`,
  noRules: "No rule applies to it.",
  notViolated: (rules) => `Checked and not violated: ${rules.join(", ")}.`,
  violated: (rule, line, check) =>
    check === "unknown"
      ? `Rule ${rule} (line ${line}) counts as violated, since its check is unknown.`
      : `Rule ${rule} (line ${line}) is violated: its check is ${check}.`,
  unknownRules: (rules) =>
    `${rules.length} rules count as violated, since their checks are unknown: ${rules.join(", ")}.`,
  cause: (reason, evidence) => `${reason}${evidence.length === 0 ? "" : ` (${evidence.join(", ")})`}`,
  predicate: (text, value) => `${text} is ${value}`,
  clause: (clause, negation, value) => {
    if (value === "unknown") return `it is unknown whether ${clause}`;
    return value ? clause : (negation ?? `it is not true that ${clause}`);
  },
  because: (statement, reason, evidence) =>
    `${statement}: ${reason}${evidence.length === 0 ? "" : ` (${evidence.join(", ")})`}`,
  evidence: (location, text) => `${location} has ${text}`,
  argument: (path) => `its argument \`${path}\``,
  enforced: (enforcement, rules, outcome) => `→ ${enforcement} of ${rules.join(", ")}: ${outcome}.`,
  outcome: (outcome, detail) => {
    if (outcome === "fixed" && detail !== undefined) return `a person chose the fix ${detail}`;
    const text = outcomes.get(outcome) ?? outcome;
    return detail === undefined ? text : `${text}: ${detail}`;
  },
};

const kinds: Readonly<Record<Verdict["kind"], string>> = {
  allow: "allow",
  stop: "stop",
  pending: "ask",
  end: "end the agent",
};

const headlines: Readonly<Record<GuardEvent, Readonly<Record<Verdict["kind"], string>>>> = {
  before_action: {
    allow: "{} may run.",
    stop: "{} was stopped.",
    pending: "{} waits for an answer.",
    end: "{} was stopped, and the agent with it.",
  },
  after_action: {
    allow: "The model sees the result of {}.",
    stop: "The model does not see the result of {}.",
    pending: "The result of {} waits for an answer.",
    end: "The model does not see the result of {}, and the agent was ended.",
  },
  state_change: {
    allow: "The state has changed, and the agent continues.",
    stop: "The state has changed, and the agent was stopped.",
    pending: "The state has changed, and the agent waits for an answer.",
    end: "The state has changed, and the agent was ended.",
  },
  agent_finish: {
    allow: "The agent may finish.",
    stop: "The agent must not finish yet.",
    pending: "The end of the agent waits for an answer.",
    end: "The agent was ended.",
  },
};

const outcomes: ReadonlyMap<string, string> = new Map([
  ["approved", "a person approved it"],
  ["remembered", "a remembered approval of an equal action is valid"],
  ["rejected", "it was rejected"],
  ["edited", "a person changed the arguments"],
  ["reflected", "the model chose another action"],
  ["gave up", "the model gave up"],
  ["notified", "the model reads the rule"],
  ["invoked", "it was invoked"],
  ["failed", "it failed"],
  ["stopped", "it was stopped"],
  ["skipped", "it was skipped"],
  ["warned", "the model is warned"],
  ["logged", "it was written to the log"],
  ["allowed", "it is allowed"],
  ["not allowed", "it is not allowed, since the check is unknown"],
  ["done", "it was done"],
  ["ignored", "it has no effect here"],
  ["nothing", "nothing was done"],
  ["not run", "it was not run"],
]);

/** Names rules: `rule @a` or `rules @a, @b`. */
function ruleNames(rules: readonly string[]): string {
  return `${rules.length === 1 ? "rule" : "rules"} ${rules.join(", ")}`;
}
