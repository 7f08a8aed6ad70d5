import { decodeValue } from "@helve/arguments";
import type { Args } from "@helve/core";
import { seededRandom } from "@helve/testing/mutations";
import type { CommandOptions } from "./command-options.ts";
import { type KnownCall, knownCalls } from "./loop/calls.ts";
import { type TextFault, textFaults, textOf, type ValueFault, valueFaults } from "./loop/faults.ts";
import { type Answer, type Reader, readers } from "./loop/readers.ts";
import { markdown } from "./markdown.ts";
import { attempt, isSameJson } from "./reading.ts";

/**
 * Markdown tables of calls that are damaged as weak models damage them, read, and answered: how many are right at first, after one
 * answer and after three, with scripted models that correct what an answer names. A second table has the length of the first answer.
 */
export async function loopTable({ data, cases, seed, explain }: CommandOptions): Promise<string> {
  const calls = await knownCalls(data, cases, seed);
  const runs = calls.flatMap((call, index) => runsOf(call, seed + index));
  const names = [...readers.keys()];
  const rows = models.flatMap((model) =>
    names.map((name) => {
      const results = runs.map((run) => resultOf(run, name, model));
      const share = (turns: number) => percent(results.filter(({ turn }) => turn <= turns).length, results.length);
      return [
        `${name}, ${model}`,
        share(0),
        share(1),
        share(3),
        results.filter(({ wrong }) => wrong !== undefined).length,
      ];
    }),
  );
  const first = runs.map((run) => new Map(names.map((name) => [name, answerTo(run, name, textAt(run, run))])));
  const answered = first.filter((answers) => names.every((name) => messageOf(answers.get(name)) !== undefined));
  const lengths = names.map((name) => {
    const messages = answered.map((answers) => messageOf(answers.get(name)) ?? "");
    const longer = answered.filter(
      (answers) => (messageOf(answers.get("Helve"))?.length ?? 0) > (messageOf(answers.get(name))?.length ?? 0),
    );
    const named = answered.filter((answers, index) => namesAll(runs[first.indexOf(answers)], messages[index] ?? ""));
    return [
      name,
      Math.round(total(messages) / messages.length / 4),
      longer.length,
      percent(named.length, answered.length),
    ];
  });
  const worse = explain ? examplesOf(runs, first) : [];
  return [
    `${runs.length} calls of ${new Set(calls.map(({ tool }) => tool)).size} tools\n\n`,
    markdown(["reader, model", "first", "after one", "after three", "wrong"], rows),
    `\nthe first answer to ${answered.length} calls that none reads\n\n`,
    markdown(["reader", "tokens", "Helve's is longer", "names all faults"], lengths),
    ...worse,
  ].join("");
}

/** A scripted model corrects everything that an answer names, or only the first of it. */
const models = ["corrects all", "corrects one"] as const;
type Model = (typeof models)[number];

interface Run {
  readonly call: KnownCall;
  readonly faults: readonly ValueFault[];
  readonly textFault: TextFault;
  readonly readers: ReadonlyMap<string, Reader>;
  readonly seed: number;
  /** The arguments that are meant, with the defaults of the schema. */
  readonly meant: Args;
}

/** The run of a call; none if a library does not take the schema. */
function runsOf(call: KnownCall, seed: number): readonly Run[] {
  const random = seededRandom(seed);
  const created = [...readers].map(([name, create]) => [name, attempt(() => create(call.schema))] as const);
  const usable = created.flatMap(([name, reader]) => (reader === undefined ? [] : [[name, reader as Reader] as const]));
  const meant = decodeValue(call.args, call.schema);
  const takesTruth = usable.every(([, read]) => attempt(() => "args" in read(JSON.stringify(call.args))) === true);
  if (usable.length < readers.size || !takesTruth || !meant.ok) return [];
  const textFault = random.chance(0.5) ? "none" : random.pick(textFaults);
  const faults = textFault !== "none" && random.chance(0.5) ? [] : valueFaults(call.args, call.schema, random);
  // The faulty arguments may be another valid call.
  const damaged = faults.reduce((given, fault) => fault.apply(given), call.args);
  const decoded = decodeValue(damaged, call.schema);
  if (decoded.ok && !isSameJson(decoded.args, meant.args)) return [];
  return [{ call, faults, textFault, readers: new Map(usable), seed, meant: meant.args }];
}

function textAt({ call, seed }: Run, { faults, textFault }: Pick<Run, "faults" | "textFault">): string {
  const args = faults.reduce((given, fault) => fault.apply(given), call.args);
  return textOf(call.tool, args, textFault, seededRandom(seed));
}

function answerTo({ readers: all }: Run, reader: string, text: string): Answer {
  return all.get(reader)?.(text) ?? { message: "" };
}

interface Result {
  /** After how many answers the arguments were right; `Infinity` if they were not within three. */
  readonly turn: number;
  /** The text that was read as other arguments than those that were meant, and these. */
  readonly wrong?: { readonly text: string; readonly args: Args };
}

function resultOf(run: Run, reader: string, model: Model): Result {
  let { faults, textFault } = run;
  for (let turn = 0; turn <= 3; turn++) {
    const text = textAt(run, { faults, textFault });
    const answer = answerTo(run, reader, text);
    if ("args" in answer) {
      const isRight = isSameJson(answer.args, run.meant) || isSameJson(answer.args, run.call.args);
      return isRight ? { turn } : { turn: Number.POSITIVE_INFINITY, wrong: { text, args: answer.args } };
    }
    const { message } = answer;
    const named = faults.filter((fault) => isNamed(fault, message));
    const corrected = model === "corrects all" ? named : named.slice(0, 1);
    faults = faults.filter((fault) => !corrected.includes(fault));
    if (named.length === 0 || model === "corrects all") textFault = namesText(message) ? "none" : textFault;
  }
  return { turn: Number.POSITIVE_INFINITY };
}

/** Whether an answer names a fault: one of its names stands in a line about a problem. */
function isNamed({ names }: ValueFault, message: string): boolean {
  const marked = /\/\/ [←❌]/.test(message) ? message.split("\n").filter((line) => /\/\/ [←❌]/.test(line)) : [message];
  return names.some((name) => marked.some((line) => line.includes(name)));
}

/** Whether an answer says that the text is not as it should be. */
function namesText(message: string): boolean {
  return /JSON|ends too early|ambiguous|expected/i.test(message);
}

function namesAll(run: Run | undefined, message: string): boolean {
  return run?.faults.every((fault) => isNamed(fault, message)) === true;
}

function messageOf(answer: Answer | undefined): string | undefined {
  return answer !== undefined && "message" in answer ? answer.message : undefined;
}

function total(messages: readonly string[]): number {
  return messages.reduce((length, message) => length + message.length, 0);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

/** What Helve reads wrong, does not come to, or answers at greater length than typia. */
function examplesOf(runs: readonly Run[], first: readonly ReadonlyMap<string, Answer>[]): readonly string[] {
  return runs.flatMap((run, index) => {
    const { turn, wrong } = resultOf(run, "Helve", "corrects all");
    const ours = messageOf(first[index]?.get("Helve")) ?? "";
    const theirs = messageOf(first[index]?.get("typia"));
    const isLonger = theirs !== undefined && ours.length > theirs.length;
    if (wrong === undefined && turn <= 1 && !isLonger) return [];
    const why = wrong !== undefined ? "wrong" : turn > 1 ? `after ${turn}` : "longer";
    const read = wrong === undefined ? "" : `${wrong.text}\n${JSON.stringify(wrong.args)}\n`;
    const kinds = [run.textFault, ...run.faults.map(({ kind }) => kind)].join(", ");
    return [`\n${why} (${kinds}): ${JSON.stringify(run.call.args)}\n${read}${ours}\n${isLonger ? theirs : ""}\n`];
  });
}
