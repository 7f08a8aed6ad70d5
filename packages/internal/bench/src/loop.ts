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
 * Writes Markdown tables of calls that are damaged as weak models damage them, read, and answered: how many are right
 * at first, after one answer and after three, with scripted models that correct what an answer names. A second table
 * has the length of the first answer.
 */
export async function loopTable({ data, cases, seed, explain }: CommandOptions): Promise<string> {
  const calls = await knownCalls(data, cases, seed);
  const runs = calls.flatMap((call, index) => runsOf(call, seed + index));
  const names = [...readers.keys()];
  const rows = models.flatMap((model) =>
    names.map((name) => {
      const results = runs.map((run) => resultOf(run, name, model));
      const share = (turns: number) => percent(results.filter(({ turn }) => turn <= turns).length, results.length);
      const wrong = results.filter((result) => result.wrong !== undefined).length;
      return [`${name}, ${model}`, share(0), share(1), share(3), wrong];
    }),
  );
  const first = runs.map((run) => new Map(names.map((name) => [name, answerTo(run, name, textAt(run, run))])));
  const [answered, lengths] = answerRows(runs, first);
  const worse = explain ? examplesOf(runs, first) : [];
  return [
    `${runs.length} calls of ${new Set(calls.map(({ tool }) => tool)).size} tools\n\n`,
    markdown(["reader, model", "first", "after one", "after three", "wrong"], rows),
    `\nthe first answer to ${answered} calls that no reader reads\n\n`,
    markdown(["reader", "tokens", "names all faults", "Helve's is longer", "and names no more faults"], lengths),
    ...worse,
  ].join("");
}

/** Formats one row for each reader about its first answers. */
function answerRows(
  runs: readonly Run[],
  first: readonly ReadonlyMap<string, Answer>[],
): readonly [number, readonly (readonly (string | number)[])[]] {
  const names = [...readers.keys()];
  const answers = runs.flatMap((run, index) => {
    const messages = new Map(names.map((name) => [name, messageOf(first[index]?.get(name))]));
    return [...messages.values()].includes(undefined)
      ? []
      : [{ run, messages: messages as ReadonlyMap<string, string> }];
  });
  const rows = names.map((name) => {
    const compared = answers.map(({ run, messages }) => {
      const [ours = "", theirs = ""] = ["Helve", name].map((reader) => messages.get(reader));
      return {
        length: theirs.length,
        namesAll: namedFaults(run, theirs).length === run.faults.length,
        isOursLonger: ours.length > theirs.length,
        isOursNeedlesslyLonger: isNeedlesslyLonger(run, ours, theirs),
      };
    });
    return [
      name,
      Math.round(compared.reduce((sum, { length }) => sum + length, 0) / Math.max(1, compared.length) / 4),
      percent(compared.filter(({ namesAll }) => namesAll).length, compared.length),
      compared.filter(({ isOursLonger }) => isOursLonger).length,
      compared.filter(({ isOursNeedlesslyLonger }) => isOursNeedlesslyLonger).length,
    ];
  });
  return [answers.length, rows];
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

/** Creates the runs of a call; none if a library does not accept the schema. */
function runsOf(call: KnownCall, seed: number): readonly Run[] {
  const random = seededRandom(seed);
  const created = [...readers].map(([name, create]) => [name, attempt(() => create(call.schema))] as const);
  const usable = created.flatMap(([name, reader]) => (reader === undefined ? [] : [[name, reader as Reader] as const]));
  const meant = decodeValue(call.args, call.schema);
  const takesTruth = usable.every(([, read]) => attempt(() => "args" in read(JSON.stringify(call.args))) === true);
  if (usable.length < readers.size || !takesTruth || !meant.ok) return [];
  const textFault = random.chance(0.5) ? "none" : random.pick(textFaults);
  const drawn = textFault !== "none" && random.chance(0.5) ? [] : valueFaults(call.args, call.schema, random);
  const isOther = (given: Args): boolean => {
    const decoded = decodeValue(given, call.schema);
    return decoded.ok && !isSameJson(decoded.args, meant.args);
  };
  // Nothing distinguishes a fault that leaves another valid call from that call. Some do so only in a notation without types.
  const faults = drawn.filter((fault) => {
    const damaged = fault.apply(call.args);
    return !isOther(damaged) && !(textFault === "raw format" && isOther(withoutTypes(damaged, call.args)));
  });
  const isWhole = faults.length === 0 && textFault === "none";
  if (isWhole || isOther(faults.reduce((given, fault) => fault.apply(given), call.args))) return [];
  return [{ call, faults, textFault, readers: new Map(usable), seed, meant: meant.args }];
}

/** Converts changed objects and lists to text, for notations without types. */
function withoutTypes(damaged: Args, args: Args): Args {
  const members = Object.entries(damaged).map(([name, value]) => {
    const isText = typeof value === "object" && value !== null && !isSameJson(value, args[name] ?? null);
    return [name, isText ? JSON.stringify(value) : value] as const;
  });
  return Object.fromEntries(members);
}

/** Writes a call with its faults. */
function textAt({ call, seed }: Run, { faults, textFault }: Pick<Run, "faults" | "textFault">): string {
  const args = faults.reduce((given, fault) => fault.apply(given), call.args);
  return textOf(call.tool, args, textFault, seededRandom(seed));
}

/** Returns a reader's answer to a text. */
function answerTo({ readers: all }: Run, reader: string, text: string): Answer {
  return all.get(reader)?.(text) ?? { message: "" };
}

interface Result {
  /** After how many answers the arguments were right; `Infinity` if they were not within three. */
  readonly turn: number;
  /** The text that was read as other arguments than those that were meant, and these. */
  readonly wrong?: { readonly text: string; readonly args: Args };
}

/** Lets a scripted model correct its call up to three times. */
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
    const named = namedFaults({ faults }, message);
    const corrected = model === "corrects all" ? named : named.slice(0, 1);
    faults = faults.filter((fault) => !corrected.includes(fault));
    if (named.length === 0 || model === "corrects all") textFault = namesText(message) ? "none" : textFault;
  }
  return { turn: Number.POSITIVE_INFINITY };
}

/** Whether a message names a fault. */
function isNamed({ names }: ValueFault, message: string): boolean {
  const marked = /\/\/ [←❌]/.test(message) ? message.split("\n").filter((line) => /\/\/ [←❌]/.test(line)) : [message];
  return names.some((name) => marked.some((line) => wordPattern(name).test(line.replace(issueKeys, ""))));
}

/** The keys of typia's own issues, which may be spelled like a name. */
const issueKeys = /(?<=\{)"path":|"expected":/g;

/** Returns a pattern that matches a name as a whole word. */
function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w$])`);
}

/** Whether a message says that the text is malformed. */
function namesText(message: string): boolean {
  return /JSON|ends too early|ambiguous|expected/i.test(message);
}

/** Lists the faults that a message names. */
function namedFaults({ faults }: Pick<Run, "faults">, message: string): readonly ValueFault[] {
  return faults.filter((fault) => isNamed(fault, message));
}

/** Whether an answer is longer than another one although it names no more faults; that a text is cut off is a fault, too. */
function isNeedlesslyLonger(run: Run, answer: string, other: string): boolean {
  const count = (message: string): number => {
    const namesCut = run.textFault === "cut off" && /ends too early|unexpected end|cut off|incomplete/i.test(message);
    return namedFaults(run, message).length + (namesCut ? 1 : 0);
  };
  return answer.length > other.length && count(answer) <= count(other);
}

/** Returns the error message of an answer, if it has one. */
function messageOf(answer: Answer | undefined): string | undefined {
  return answer !== undefined && "message" in answer ? answer.message : undefined;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

/** Examples that Helve reads wrong, does not answer, or answers at greater length than typia. */
function examplesOf(runs: readonly Run[], first: readonly ReadonlyMap<string, Answer>[]): readonly string[] {
  return runs.flatMap((run, index) => {
    const { turn, wrong } = resultOf(run, "Helve", "corrects all");
    const ours = messageOf(first[index]?.get("Helve")) ?? "";
    const theirs = messageOf(first[index]?.get("typia"));
    const isLonger = theirs !== undefined && isNeedlesslyLonger(run, ours, theirs);
    if (wrong === undefined && turn <= 1 && !isLonger) return [];
    const why = wrong !== undefined ? "wrong" : turn > 1 ? `after ${turn}` : "longer";
    const read = wrong === undefined ? "" : `${wrong.text}\n${JSON.stringify(wrong.args)}\n`;
    const kinds = [run.textFault, ...run.faults.map(({ kind }) => kind)].join(", ");
    return [`\n${why} (${kinds}): ${JSON.stringify(run.call.args)}\n${read}${ours}\n${isLonger ? theirs : ""}\n`];
  });
}
