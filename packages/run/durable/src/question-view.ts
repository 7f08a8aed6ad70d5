/** Prepares a question for a person: secrets hidden, invisible characters escaped. */
import type { Args, Evidence, InspectionRequest, JsonValue, RuleRecord } from "@helve/core";
import {
  escapeInvisible,
  isObject,
  pointerParts,
  replacementTexts,
  requestQuestion,
  saferWays,
  shownText,
  shownValue,
  visibleJson,
} from "@helve/core/internal";
import type { WaitingQuestion } from "./question-store.ts";

/** A question as a person reads it. Secrets are hidden, and invisible characters are escaped. */
export interface QuestionView {
  /** `May the agent run pay?` */
  readonly title: string;
  /** The first text or the arguments, in one line of at most 120 characters. */
  readonly summary: string;
  /** Texts besides the call: a question of the agent, the result of a call, messages of rules. */
  readonly texts: readonly string[];
  readonly call: readonly ShownArgument[];
  readonly rules: readonly ShownRule[];
  readonly safer: readonly string[];
  readonly choices: readonly Choice[];
}

/** An argument of the call. */
export interface ShownArgument {
  readonly name: string;
  /** Its pieces, which together are its text; `marks` are the numbers of the evidence that a piece belongs to. */
  readonly pieces: readonly { readonly text: string; readonly marks: readonly number[] }[];
}

/** Rules that ask for the same reasons. */
export interface ShownRule {
  readonly names: readonly string[];
  readonly description?: string | undefined;
  readonly reasons: readonly { readonly text: string; readonly marks: readonly number[] }[];
}

/** One of the answers, and its effect. */
export interface Choice {
  readonly kind: "approve" | "reject" | "edit" | "fix" | "text" | "ran" | "did_not_run" | "value";
  readonly label: string;
  readonly effect: string;
  /** The name of a fix, or the text of an answer. */
  readonly value?: string | undefined;
}

/**
 * Converts a stored question to what a person reads.
 *
 * @param describeRule - returns a text for a rule, such as `explainRule` of `@helve/agentspec`
 */
export function questionView({ question }: WaitingQuestion, describeRule?: DescribeRule): QuestionView {
  const view = viewOf(question, describeRule);
  return { ...view, summary: summaryOf(view) };
}

/** Returns one line that says what a question is about: its first text, or the arguments of the call. */
function summaryOf({ texts, call }: LongView): string {
  const values = call.map(({ name, pieces }) => `${name}: ${pieces.map(({ text }) => text).join("")}`);
  const line = (texts[0] ?? values.join(", ")).replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

type LongView = Omit<QuestionView, "summary">;

/** Returns what a person is shown of a question: the call, the reasons and the choices. */
function viewOf(question: WaitingQuestion["question"], describeRule?: DescribeRule): LongView {
  const name = escapeInvisible(question.action.name);
  const call = (marks: readonly MarkedEvidence[] = []): QuestionView["call"] =>
    shownArguments(question.action.args, marks);
  const nothing = { texts: [], call: [], rules: [], safer: [] };
  switch (question.kind) {
    case "inspection": {
      const { request } = question;
      const { rules, marks } = shownRules(request.rules, describeRule);
      const isEvent = request.event === "state_change" || request.event === "agent_finish";
      return {
        title: requestQuestion(request, question.action),
        texts: [
          ...replacementTexts(question.action),
          ...resultTexts(request),
          ...(request.messages ?? []).map(shownText),
        ],
        call: isEvent ? [] : call(marks),
        rules,
        safer: saferWays(request.rules).map(escapeInvisible),
        choices: inspectionChoices(request, name),
      };
    }
    case "question": {
      const choices = question.choices.map((value) => ({ ...textChoice, label: escapeInvisible(value), value }));
      const own: Choice = { ...textChoice, label: "Answer" };
      return { ...nothing, title: "The agent asks", texts: [shownText(question.question)], choices: [...choices, own] };
    }
    case "tool": {
      const choices = isUnknownRun(question.waiting) ? unknownRunChoices(name) : [valueChoice(name)];
      return { ...nothing, title: `${name} waits`, texts: [shownText(question.message)], call: call(), choices };
    }
  }
}

/** Returns a text about a rule. */
export type DescribeRule = (rule: RuleRecord) => string | undefined;

/** Lists the choices for an action that rules ask about. */
function inspectionChoices({ event = "before_action", fixes }: InspectionRequest, name: string): readonly Choice[] {
  const isCall = event === "before_action";
  const approval = {
    before_action: `${name} runs once, with exactly these arguments, if no other rule forbids it by then.`,
    after_action: "The model reads the result, and the agent continues.",
    state_change: "The agent continues.",
    agent_finish: "The run ends with its answer.",
  }[event];
  const rejection = {
    before_action: `${name} does not run. The model reads that, with your reason, and continues.`,
    after_action: "The model does not read the result.",
    state_change: "The agent does not continue as if nothing had changed: the model reads your reason.",
    agent_finish: "The run does not end: the model reads your reason, and continues.",
  }[event];
  return [
    { kind: "approve", label: "Approve", effect: approval },
    { kind: "reject", label: "Reject", effect: rejection },
    ...(isCall
      ? [
          {
            kind: "edit",
            label: "Edit",
            effect: `${name} runs once with your arguments, if no other rule forbids it.`,
          } as const,
        ]
      : []),
    ...fixes.map((fix) => ({
      ...{ kind: "fix" as const, label: escapeInvisible(fix), value: fix },
      effect: "The rules evaluate the call again after this fix.",
    })),
  ];
}

/** Whether a question is about a call of which nobody knows whether it ran. */
export function isUnknownRun(waiting: JsonValue): boolean {
  return isObject(waiting) && waiting["type"] === "helve.unknown_run";
}

const textChoice = { kind: "text", effect: "The agent reads the text and continues." } as const;

/** Lists the choices if it is not known whether a call ran. */
function unknownRunChoices(name: string): readonly Choice[] {
  return [
    { kind: "ran", label: "It ran", effect: `${name} does not run again. The model reads the result that you enter.` },
    { kind: "did_not_run", label: "It did not run", effect: `${name} runs now.` },
  ];
}

function valueChoice(name: string): Choice {
  return { kind: "value", label: "Answer", effect: `${name} continues with the value, which is JSON.` };
}

/** Returns the texts of a result that a person is asked about. */
function resultTexts({ observation }: InspectionRequest): readonly string[] {
  const parts = observation?.parts ?? [];
  return parts.map((part) => shownText(part.type === "text" ? part.content : visibleJson(part.content)));
}

interface MarkedEvidence extends Evidence {
  readonly mark: number;
}

/** Lists the rules with their reasons and numbered evidence; equal reasons are shown once. */
function shownRules(
  records: readonly RuleRecord[],
  describeRule: DescribeRule = () => undefined,
): { readonly rules: readonly ShownRule[]; readonly marks: readonly MarkedEvidence[] } {
  const marks = new Map<string, MarkedEvidence>();
  const markOf = (evidence: Evidence): number => {
    const key = JSON.stringify([evidence.path, evidence.start, evidence.end]);
    const mark = marks.get(key) ?? { ...evidence, mark: marks.size + 1 };
    marks.set(key, mark);
    return mark.mark;
  };
  const rules = new Map<string, ShownRule>();
  for (const record of records) {
    const relevant = record.predicates.filter(({ irrelevant }) => irrelevant !== true);
    const reasons = relevant.map(({ predicate, value, reason, evidence }) => ({
      text: shownText(`${predicate} is ${value}: ${reason}`),
      marks: [...new Set(evidence.slice(0, maxEvidence).map(markOf))],
    }));
    const description = describeRule(record);
    const key = JSON.stringify([reasons, description]);
    const names = [...(rules.get(key)?.names ?? []), escapeInvisible(record.rule)];
    rules.set(key, { names, description: description && escapeInvisible(description), reasons });
  }
  return { rules: [...rules.values()], marks: [...marks.values()] };
}

/** How many pieces of evidence of one predicate are marked. */
const maxEvidence = 20;

function shownArguments(args: Args, marks: readonly MarkedEvidence[]): readonly ShownArgument[] {
  return Object.entries(args).map(([name, value]) => {
    const own = marks.filter(({ path }) => pointerParts(path)[0] === name);
    return { name: escapeInvisible(name), pieces: pieces(name, value, own) };
  });
}

/** Splits an argument at the ends of evidence, for highlighting. */
function pieces(name: string, value: unknown, marks: readonly MarkedEvidence[]): ShownArgument["pieces"] {
  const whole = shownValue(name, value);
  const all = marks.map(({ mark }) => mark);
  if (
    typeof value !== "string" ||
    marks.some(({ path }) => pointerParts(path).length > 1) ||
    whole !== shownText(value)
  ) {
    return [{ text: whole, marks: all }];
  }
  let start = 0;
  return value.split(/(?<=\n)/).flatMap((line) => {
    const [from, to] = [start, start + line.length];
    start = to;
    const own = marks.filter((mark) => mark.start < to && Math.max(mark.end, mark.start + 1) > from);
    const bounds = own.flatMap((mark) => [mark.start, mark.end]).filter((at) => at > from && at < to);
    const places = [...new Set([from, ...bounds, to])].sort((one, other) => one - other);
    const cut = places.slice(0, -1).map((at, index) => ({
      text: shownText(value.slice(at, places[index + 1])),
      marks: own.filter((mark) => mark.start <= at && Math.max(mark.end, mark.start + 1) > at).map(({ mark }) => mark),
    }));
    const shown = shownText(line);
    if (cut.map(({ text }) => text).join("") === shown) return cut;
    return [{ text: shown, marks: own.map(({ mark }) => mark) }];
  });
}
