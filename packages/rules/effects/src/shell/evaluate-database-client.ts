/** Evaluates database clients with the SQL that they run: `psql -c "DROP TABLE t"`. */
import type { DatabaseEffect, Target } from "../effects.ts";
import type { Flow } from "../flow.ts";
import { readStoreCommands } from "../sql/stores.ts";
import { type Argument, literalText, unknownPart } from "./argument.ts";
import { type DatabaseClient, databaseClients } from "./catalogue/database-clients.ts";
import { isForDevelopment } from "./development-databases.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { type Evaluation, emit, emitUnknown, type Shell, type Streams, spanBetween } from "./evaluation.ts";
import { emitRead, emitWrite } from "./file-effects.ts";
import { hasOption, optionSet, type ParsedWords, separateOptions } from "./separate-options.ts";
import type { ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { hasTunnel } from "./tunnels.ts";
import { contentOfFile } from "./written-files.ts";

const clientsByName = new Map<string, DatabaseClient[]>();
for (const client of databaseClients) {
  for (const name of client.names.split(" ")) clientsByName.set(name, [...(clientsByName.get(name) ?? []), client]);
}

/** Whether a name is a program that sends statements to a database. */
export function isDatabaseClient(name: string): boolean {
  return clientsByName.has(name);
}

/**
 * Emits the effects of the statements that a client sends to a database: from its options and operands, from files that are
 * known, and from standard input.
 */
export function evaluateDatabaseClient(
  name: string,
  words: readonly Argument[],
  { state, io, evaluation }: Shell,
): void {
  const [head, ...rest] = words;
  for (const client of clientsByName.get(name) ?? []) {
    const own = wordsAfterSubcommand(rest, client);
    if (head === undefined || own === undefined) continue;
    const parsed = separateOptions(own, optionSet(joinLists(client)));
    if (hasOption(parsed, optionSet(client.inert)) && client.language === undefined) return;
    const span = spanBetween(head, words.at(-1) ?? head);
    evaluateCall({ client, name, parsed, span, state, io, evaluation });
    return;
  }
}

/** One call of a client. */
interface ClientCall {
  readonly client: DatabaseClient;
  readonly name: string;
  readonly parsed: ParsedWords;
  readonly span: Span;
  readonly state: ShellState;
  readonly io: Streams;
  readonly evaluation: Evaluation;
}

/** Joins the lists of options of a database client. */
function joinLists({ code, files, valued, writes }: DatabaseClient): string {
  return [code, files, valued, writes].filter((list) => list !== undefined).join(" ");
}

/** The words after the subcommand of a client; `undefined` if the call has another subcommand. */
function wordsAfterSubcommand(
  rest: readonly Argument[],
  { subcommand, valued }: DatabaseClient,
): readonly Argument[] | undefined {
  if (subcommand === undefined) return rest;
  const expected = subcommand.split(" ");
  // Options may precede the subcommand, with values that are unknown here: each position is tried.
  const first = rest.findIndex(
    (word, index) => expected.every((each, i) => literalText(rest[index + i]) === each) && word !== undefined,
  );
  if (first === -1 || first > 6) return;
  const before = separateOptions(rest.slice(0, first), optionSet(valued), true);
  return [...before.options.map(({ at }) => at), ...rest.slice(first + expected.length)];
}

/** Evaluates the call of a database client: the statements in its options, files and input. */
function evaluateCall(call: ClientCall): void {
  const { client, parsed, io, evaluation, state, name, span } = call;
  const { operands, options } = parsed;
  const first = evaluation.effects.length;
  const codes = options.filter((option) => optionSet(client.code).has(option.name)).map(({ value }) => value);
  const files = options
    .filter((option) => optionSet(client.files).has(option.name))
    .flatMap(({ value }) => value ?? []);
  for (const option of options)
    if (optionSet(client.writes).has(option.name) && option.value !== undefined)
      emitWrite(
        { mode: "replace", flow: { from: [{ kind: "output", by: name }] }, value: option.value.value, by: name, span },
        state,
        evaluation,
      );
  if (client.operands === "code" && client.language === undefined) codes.push(...operands);
  if (client.operands === "database code") codes.push(...operands.slice(1));
  if (client.operands === "files")
    files.push(...operands.filter((word) => /\.(js|mongodb)$/.test(literalText(word) ?? "")));
  if (parsed.hasUntrustedWord) emitUnknown(`it is unknown which statements ${name} gets`, name, span, evaluation);
  if (client.language === "redis" && operands.length > 0) readStore(operands.map(textOf).join(" "), call);
  for (const code of codes) evaluateCode(code, call);
  for (const file of files) {
    if (literalText(file) === "-" && io.input !== undefined) evaluateInput(io.input, call);
    else evaluateFile(file, call);
  }
  const isServed = codes.length > 0 || files.length > 0 || (client.language === "redis" && operands.length > 0);
  if (!isServed && io.input !== undefined && client.ignoresInput !== true) evaluateInput(io.input, call);
  if (client.file === true) placeInFile(operands[0], first, call);
  else if (!hasTunnel(evaluation) && isForDevelopment(parsed, state)) {
    const own = evaluation.effects.splice(first);
    for (const effect of own)
      evaluation.effects.push(effect.kind === "database" ? { ...effect, forDevelopment: true } : effect);
  }
}

/** The text of a word, with `unknownPart` for what is unknown. */
function textOf(word: Argument): string {
  return literalText(word) ?? word.known ?? word.value?.text ?? unknownPart;
}

/** Evaluates the statements in an option. */
function evaluateCode(code: Argument | undefined, call: ClientCall): void {
  const text = code === undefined ? unknownPart : textOf(code);
  if (code === undefined || text.replaceAll(unknownPart, "").trim() === "")
    emitUnknown(`it is unknown which statements ${call.name} runs`, call.name, call.span, call.evaluation);
  else readText(text, code, call);
}

/** Reads statements with the reader of the client's language. */
function readText(text: string, span: Span, call: ClientCall): void {
  const { client, name, state, evaluation } = call;
  if (client.language !== undefined) readStore(text, call);
  else evaluateOtherLanguage("sql", { text, span, by: name }, state, evaluation);
}

/** Emits the changes of a store that is not SQL: redis, MongoDB. */
function readStore(text: string, { client, name, span, evaluation }: ClientCall): void {
  if (client.language === undefined) return;
  for (const effect of readStoreCommands(client.language, text)) emit(effect, name, span, evaluation);
}

/** Evaluates a file with statements, which may change the database. */
function evaluateFile(file: Argument, call: ClientCall): void {
  const { name, span, state, evaluation } = call;
  emitRead({ value: file.value, by: name, span }, state, evaluation);
  const flow = file.flow ?? contentOfFile(file.value, state, evaluation);
  if (flow.text !== undefined) readText(flow.text, file, call);
  else emitUnreadStatements(flow, textOf(file), call);
}

/** Evaluates the statements on the standard input. */
function evaluateInput(flow: Flow, call: ClientCall): void {
  if (flow.text !== undefined) readText(flow.text, call.span, call);
  else emitUnreadStatements(flow, null, call);
}

/** Emits effects of unread statements: project files may change the database, others may do anything. */
function emitUnreadStatements({ from }: Flow, file: string | null, call: ClientCall): void {
  const { name, span, evaluation } = call;
  const isForeign = from.some(({ kind }) => kind === "network" || kind === "encoded" || kind === "unknown");
  if (isForeign) {
    emit({ kind: "execute", program: null, from }, name, span, evaluation);
    emitUnknown(`${name} runs statements that are not analyzed`, name, span, evaluation);
    return;
  }
  const what = file === null ? "what its input names" : `what the statements in ${file} name, which are unknown`;
  emit({ kind: "database", change: "alter", what, all: false, certainty: "possible" }, name, span, evaluation);
}

/** Marks the database effects since `first` as effects on a file; effects on a database in memory are removed. */
function placeInFile(operand: Argument | undefined, first: number, { state, evaluation }: ClientCall): void {
  const path = operand === undefined ? "" : textOf(operand);
  const inMemory = /^(:memory:)?$/.test(path) || /^file::memory:|[?&]mode=memory/.test(path);
  const isServer = /^(md|motherduck|postgres|mysql|libsql|https?):/.test(path);
  if (isServer) return;
  const file: Target | null = operand === undefined || operand.value === null ? null : targetOf(operand.value, state);
  const own = evaluation.effects.splice(first);
  // An attached database is a file, too.
  const attaches = own.some(({ kind, by }) => kind === "write" && /^attach/i.test(by));
  for (const effect of own) {
    if (effect.kind !== "database") evaluation.effects.push(effect);
    else if (!inMemory || attaches)
      evaluation.effects.push({ ...effect, file: inMemory ? null : file } satisfies DatabaseEffect);
  }
}
