import type { GuardEvent, Verdict } from "@helve/core";
import type { VerdictLanguage } from "./language.ts";

export const english: VerdictLanguage = {
  action: "The action",
  headline: (event, kind, tool) => headlines[event][kind].replaceAll("{}", () => tool),
  replaced: (action) => `What runs is another action: ${action}.`,
  changed: (args) => `It runs with other arguments: ${args}.`,
  reason: (text) => `Reason: ${text}`,
  shadow: (would, reason) => {
    const why = reason === undefined ? "." : `: ${reason}`;
    return `Shadow mode: the rules did not interfere. Enforced, they would have said “${kinds[would]}”${why}`;
  },
  dryRun: "A dry run: nobody was asked, and nothing was done.",
  asked: (rules, fixes) =>
    `A person is asked by ${names(rules)}${fixes.length === 0 ? "" : `, and offered ${fixes.join(", ")}`}.`,
  message: (text) => `They read: ${text}`,
  note: (text) => `The model reads: ${text}`,
  pass: (number, what) => `${number}. ${what}`,
  world: (event) => (event === "state_change" ? "the state, which has changed" : "the end of the agent's work"),
  approved: (rules) => `A person had approved it already, for ${names(rules)}.`,
  noRules: "No rule looks at it.",
  kept: (rules) => `Looked at and not violated: ${rules.join(", ")}.`,
  violated: (rule, line, check) =>
    check === "unknown"
      ? `Rule ${rule} (line ${line}) counts as violated, since its check can't be told.`
      : `Rule ${rule} (line ${line}) is violated: its check is ${check}.`,
  predicate: (text, value) => `${text} is ${value}`,
  phrase: (phrase, contrary, value) => {
    if (value === "unknown") return `it can't be told whether ${phrase}`;
    return value ? phrase : (contrary ?? `it is not so that ${phrase}`);
  },
  because: (said, reason, evidence) => `${said}: ${reason}${evidence.length === 0 ? "" : ` (${evidence.join(", ")})`}`,
  evidence: (place, text) => `${place} has ${text}`,
  argument: (path) => `its argument \`${path}\``,
  enforced: (enforcement, rules, outcome) => `→ ${enforcement} of ${rules.join(", ")}: ${outcome}.`,
  outcome: (word, detail) => {
    if (word === "fixed" && detail !== undefined) return `a person took the fix ${detail}`;
    const said = outcomes.get(word) ?? word;
    return detail === undefined ? said : `${said}: ${detail}`;
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
    allow: "The model sees what {} gave back.",
    stop: "The model does not see what {} gave back.",
    pending: "What {} gave back waits for an answer.",
    end: "The model does not see what {} gave back, and the agent was ended.",
  },
  state_change: {
    allow: "The state has changed, and the agent goes on.",
    stop: "The state has changed, and the agent was stopped.",
    pending: "The state has changed, and the agent waits for an answer.",
    end: "The state has changed, and the agent was ended.",
  },
  agent_finish: {
    allow: "The agent may finish.",
    stop: "The agent is not done yet.",
    pending: "Whether the agent may finish waits for an answer.",
    end: "The agent was ended.",
  },
};

const outcomes: ReadonlyMap<string, string> = new Map([
  ["approved", "a person approved it"],
  ["remembered", "a person had approved the same before, and for longer"],
  ["rejected", "it was rejected"],
  ["edited", "a person changed the arguments"],
  ["reflected", "the model thought again"],
  ["gave up", "the model gave up"],
  ["told", "the model is told"],
  ["invoked", "it was invoked"],
  ["failed", "it failed"],
  ["stopped", "it was stopped"],
  ["skipped", "it was skipped"],
  ["warned", "the model is warned"],
  ["logged", "it was noted in the log"],
  ["allowed", "it is allowed"],
  ["not allowed", "it is not allowed, since the check is not certainly true"],
  ["done", "it was done"],
  ["ignored", "it means nothing here"],
  ["nothing", "nothing was done"],
  ["not run", "it was not carried out"],
]);

function names(rules: readonly string[]): string {
  return `${rules.length === 1 ? "rule" : "rules"} ${rules.join(", ")}`;
}
