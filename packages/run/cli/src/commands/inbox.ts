/** `helve inbox`: lists and answers the questions of durable agents. */
import { userInfo } from "node:os";
import { escapeInvisible, isObject, withCarets } from "@helve/core/internal";
import type { Inbox, InboxQuestion, Person, PersonAnswer } from "@helve/durable";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { parseJson } from "../parse-json.ts";
import { askPerson } from "../person.ts";
import { styles } from "../styles.ts";
import { userModule } from "../user-module.ts";

/** The options of every subcommand of `helve inbox`. */
export interface InboxOptions {
  readonly as?: string;
  readonly group: readonly string[];
  readonly json?: boolean;
}

/** Runs `helve inbox list`: prints the questions that wait, the oldest first. */
export async function inboxList(
  module: string,
  options: InboxOptions & { readonly limit?: string },
  io: Io,
): Promise<number> {
  const limit = options.limit === undefined ? 100 : Number(options.limit);
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new UsageError(`--limit must be a number (got ${options.limit})`);
  return withInbox(module, io, async (inbox) => {
    const questions = await inbox.list(personOf(options), { limit });
    if (options.json) io.out(`${JSON.stringify(questions.map(shownJson))}\n`);
    else if (questions.length === 0) io.out("no question waits\n");
    for (const { address, agent, view } of options.json ? [] : questions) {
      io.out(`${escapeInvisible(`${address}  ${agent}`)}  ${view.title} ${view.summary}\n`);
    }
    return exitCodes.fine;
  });
}

/** Runs `helve inbox show`: prints a question, and the effect of each answer. */
export async function inboxShow(module: string, address: string, options: InboxOptions, io: Io): Promise<number> {
  return withInbox(module, io, async (inbox) => {
    const question = await inbox.find(personOf(options), address);
    io.out(
      options.json
        ? `${JSON.stringify(shownJson(question))}\n`
        : `${questionText(question, io)}${choicesText(question)}`,
    );
    return exitCodes.fine;
  });
}

/** `helve inbox approve`: runs a call, perhaps after a fix, when a person has confirmed it at the terminal. */
export async function inboxApprove(
  module: string,
  address: string,
  { fix, ...options }: InboxOptions & { readonly fix?: string },
  io: Io,
): Promise<number> {
  const answer: PersonAnswer = fix === undefined ? { decision: "approve" } : { decision: "fix", fix };
  const what = fix === undefined ? "Approve it?" : `Apply the fix ${escapeInvisible(fix)}?`;
  return answerQuestion(module, { address, answer, confirm: what }, options, io);
}

/** `helve inbox edit`: runs a call with other arguments, when a person has confirmed it at the terminal. */
export async function inboxEdit(
  module: string,
  { address, args: text }: { readonly address: string; readonly args: string },
  options: InboxOptions,
  io: Io,
): Promise<number> {
  const args = parseJson(text, "ARGS");
  if (!isObject(args)) throw new UsageError('ARGS must be an object with the arguments to replace: {"amount": 5}');
  const changes = Object.entries(args).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`);
  const confirm = `With these arguments instead:\n${changes.join("")}Run it?`;
  return answerQuestion(module, { address, answer: { decision: "edit", args }, confirm }, options, io);
}

/** `helve inbox reject`: rejects a call. It needs no confirmation, because nothing runs. */
export async function inboxReject(
  module: string,
  address: string,
  { reason, ...options }: InboxOptions & { readonly reason?: string },
  io: Io,
): Promise<number> {
  return answerQuestion(module, { address, answer: { decision: "reject", reason } }, options, io);
}

/** `helve inbox answer`: a text for a question of the agent; JSON for a call that waits, such as `{"ran": false}`. */
export async function inboxAnswer(
  module: string,
  { address, value }: { readonly address: string; readonly value: string },
  options: InboxOptions,
  io: Io,
): Promise<number> {
  return answerQuestion(
    module,
    { address, answer: (question) => answerFrom(question, value), confirm: "Answer this?" },
    options,
    io,
  );
}

interface AnswerToGive {
  readonly address: string;
  readonly answer: PersonAnswer | ((question: InboxQuestion) => PersonAnswer);
  /** The question that a person confirms at the terminal; absent if nobody has to. */
  readonly confirm?: string;
}

/** Answers a question after confirmation. */
async function answerQuestion(
  module: string,
  { address, answer, confirm }: AnswerToGive,
  options: InboxOptions,
  io: Io,
): Promise<number> {
  return withInbox(module, io, async (inbox) => {
    const person = personOf(options);
    const question = await inbox.find(person, address);
    const given = typeof answer === "function" ? answer(question) : answer;
    const isConfirmed =
      confirm === undefined ||
      (await askPerson({ details: questionText(question, { colors: false }), question: confirm }));
    if (isConfirmed) await inbox.answer(person, address, given);
    if (options.json) io.out(`${JSON.stringify({ address, answered: isConfirmed })}\n`);
    else io.out(isConfirmed ? "answered: the run continues\n" : "not answered\n");
    return isConfirmed ? exitCodes.fine : exitCodes.findings;
  });
}

/** Converts the text of an answer to the form that the question needs. */
function answerFrom({ question }: InboxQuestion, text: string): PersonAnswer {
  if (question.kind === "question") return { text };
  if (question.kind === "inspection") throw new UsageError("the question is about a call: approve, edit or reject it");
  const value = parseJson(text, "VALUE");
  return isObject(value) && "ran" in value ? (value as PersonAnswer) : { value: value as never };
}

/** Opens the inbox of a module, uses it and closes it. */
async function withInbox(module: string, io: Io, use: (inbox: Inbox) => Promise<number>): Promise<number> {
  const exported = await userModule("MODULE", module, io.cwd);
  if (!isInbox(exported))
    throw new UsageError(`MODULE ${module}: the export must be an inbox, from createInbox of @helve/durable`);
  try {
    return await use(exported);
  } finally {
    await exported.close();
  }
}

function isInbox(value: unknown): value is Inbox {
  return isObject(value) && ["list", "find", "answer", "close"].every((name) => typeof value[name] === "function");
}

/** Returns the person that the options name. */
function personOf({ as: name = userInfo().username, group: groups }: InboxOptions): Person {
  return { name, groups };
}

/** Returns a question as JSON without its token, which would allow to answer it. */
function shownJson({ address, agent, run, askedAt, to, escalation, expires, view }: InboxQuestion): unknown {
  return { address, agent, run, askedAt, to, escalation, expires, ...view };
}

/** Writes a question of the inbox for the terminal: the call, the reasons and who asks. */
function questionText({ view, agent, run }: InboxQuestion, { colors }: { readonly colors: boolean }): string {
  const { bold, dim } = styles(colors);
  const { title, texts, call, rules, safer } = view;
  const numbers = (marks: readonly number[]): string => marks.map((mark) => ` (${mark})`).join("");
  return [
    bold(title),
    dim(escapeInvisible(`${agent}, run ${run}`)),
    ...texts,
    ...call.flatMap(({ name, pieces }) => [`${name}:`, ...markedLines(pieces).map((line) => `  ${line}`)]),
    ...rules.flatMap(({ names, description, reasons }) => [
      names.map((name) => `@${name}`).join(", "),
      ...(description === undefined ? [] : [`  ${description}`]),
      ...reasons.map(({ text, marks }) => `  ${text}${numbers(marks)}`),
    ]),
    ...safer.map((way) => `safer: ${way}`),
    "",
  ].join("\n");
}

/** The lines of an argument, each with the numbers of the evidence and carets under it. */
function markedLines(pieces: InboxQuestion["view"]["call"][number]["pieces"]): readonly string[] {
  const lines: { text: string; under: string; marks: Set<number> }[] = [];
  for (const { text, marks } of pieces) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0 || lines.length === 0) lines.push({ text: "", under: "", marks: new Set() });
      const line = lines.at(-1);
      if (line === undefined) continue;
      const [, carets = ""] = withCarets([{ before: "", marked: part, after: "" }]);
      line.text += part;
      if (part !== "") line.under += marks.length > 0 ? carets : carets.replaceAll("^", " ");
      for (const mark of part === "" ? [] : marks) line.marks.add(mark);
    }
  }
  return lines.flatMap(({ text, under, marks }) =>
    marks.size === 0 ? [text] : [text, `${under.trimEnd()} (${[...marks].join(", ")})`],
  );
}

/** Lists the choices of a question and what each does. */
function choicesText({ view: { choices } }: InboxQuestion): string {
  return choices.map(({ label, effect }) => `${label}: ${effect}\n`).join("");
}
