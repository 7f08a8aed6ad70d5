/** `helve learn`: proposes rules from the answers that people gave. */
import { canonicalJson, type JsonValue } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import { redact } from "@helve/executor";
import { readSession, sessionFiles, stateFolder } from "@helve/hooks/node";
import { describeEffects } from "@helve/predicates";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { withLanguages } from "../languages.ts";
import { forgetLearned, learnedCalls, recordLearned } from "../records/learned-calls.ts";
import { type AskedCall, askedCalls } from "./learn/proposals.ts";
import { shownArguments } from "./shown-arguments.ts";

/** The options of `helve learn`. */
export interface LearnOptions {
  readonly times: string;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Proposes what the answers of a person in the log teach: calls that were approved often and never rejected may run without a question, and
 * calls that were always rejected may be stopped by a rule. Nothing is written without a yes.
 *
 * @param id - of the proposal to accept
 */
export async function learn(id: string | undefined, { times, undo, yes, json }: LearnOptions, io: Io): Promise<number> {
  const state = stateFolder(io.home, io.environment);
  if (undo) {
    const last = await forgetLearned(state);
    io.out(last === undefined ? "nothing was learned\n" : `rules ask again about ${escapeInvisible(last.label)}\n`);
    return last === undefined ? exitCodes.findings : exitCodes.fine;
  }
  const least = Number(times);
  if (!Number.isInteger(least) || least < 2)
    throw new UsageError(`--times must be a whole number of at least 2 (got ${times})`);
  const asked = askedCalls(sessionFiles(state).map(readSession));
  const known = new Set(learnedCalls(state).map(({ digest, folder }) => `${digest} ${folder}`));
  const rejected = new Set(asked.filter((call) => call.rejected > 0).map(({ question }) => question.digest));
  const approved = asked.filter(
    (call) =>
      call.approved >= least &&
      !rejected.has(call.question.digest) &&
      !known.has(`${call.question.digest} ${call.folder}`) &&
      mayBeLearned(call, io.home),
  );
  if (id !== undefined) return accept(approved, id, { yes }, io);
  const refused = asked.filter((call) => call.approved === 0 && call.rejected >= least && !hasSecret(call));
  if (json) io.out(`${JSON.stringify({ approved: approved.map(shownCall), rejected: refused.map(shownCall) })}\n`);
  else printProposals(approved, refused, io);
  return exitCodes.fine;
}

/** Accepts a proposal after confirmation. */
async function accept(
  proposals: readonly AskedCall[],
  id: string,
  options: { readonly yes?: boolean },
  io: Io,
): Promise<number> {
  const call = proposals.find(({ question }) => question.id === id);
  if (call === undefined) throw new UsageError(`there is no proposal ${id}: helve learn lists them`);
  const { digest, effects, rules } = call.question;
  const details = `${call.question.tool}\n${shownArguments(call.question.args)}${pastOf(call)}`;
  const learned = { digest, effects, rules, folder: call.folder, label: labelOf(call) };
  const isRecorded = await recordLearned(learned, { details, ...options }, io);
  io.out(
    isRecorded
      ? "learned: this call runs without a question as long as it does the same (helve learn --undo)\n"
      : "not learned\n",
  );
  return isRecorded ? exitCodes.fine : exitCodes.findings;
}

/** Whether a call may run without a question for good: it deletes nothing, reads and holds no secret, and all that it does is known. */
function mayBeLearned(call: AskedCall, home: string): boolean {
  const { tool, args, reason, rules } = call.question;
  if (hasSecret(call) || secrets.test(reason) || rules.some((rule) => rule.startsWith("keep_helve"))) return false;
  const policy = withLanguages({ home, workingDirectory: call.folder || undefined });
  return describeEffects({ id: "call", name: tool, args }, policy).every(({ kind }) => !neverLearned.has(kind));
}

/** Effects that may lose or reveal something, or that are unknown. */
const neverLearned: ReadonlySet<string> = new Set([
  "anything",
  "delete",
  "destroy",
  "discard",
  "move",
  "reveal",
  "persist",
  "privilege",
]);

/** Matches reasons about secrets, and about losses that effects do not show. */
const secrets = /secret|sensitive|exfiltrat|credential|discards_work|is_delete_important_file|deletes_important_file/;

/** Whether a call has a secret in its arguments. */
function hasSecret({ question }: AskedCall): boolean {
  const args = question.args as JsonValue;
  return canonicalJson(redact(args) as JsonValue) !== canonicalJson(args);
}

/** Prints the calls that people always approved or rejected, with rules that would decide them. */
function printProposals(approved: readonly AskedCall[], rejected: readonly AskedCall[], io: Io): void {
  for (const call of approved) {
    io.out(`${call.question.id}  ${labelOf(call)}\n`);
    io.out(`  ${pastOf(call).trimEnd().replaceAll("\n", "\n  ")}\n`);
  }
  if (approved.length > 0) io.out("To allow one without a question from now on, a person runs: helve learn ID\n");
  for (const call of rejected) {
    io.out(`rejected ${call.rejected} times: ${labelOf(call)}\n`);
    io.out(`${ruleAgainst(call).replaceAll(/^/gm, "  ")}\n`);
  }
  if (approved.length + rejected.length === 0) io.out("no call was answered the same way often enough\n");
}

/** Describes the past calls that an exemption would have allowed. */
function pastOf({ question, folder, approved, sessions }: AskedCall): string {
  const rules = question.rules.map((rule) => `@${rule}`).join(", ");
  const last = new Date(question.at).toISOString().slice(0, 10);
  return `approved ${approved} times in ${sessions === 1 ? "1 session" : `${sessions} sessions`}, last on ${last}, in ${escapeInvisible(folder)}\n${rules} would not have asked about these ${approved} calls, and about no other\n`;
}

/** Writes a rule that stops a call which was always rejected. */
function ruleAgainst({ question, rejected }: AskedCall): string {
  const conditions = Object.entries(question.args).flatMap(([name, value]) =>
    /^[A-Za-z_]\w*$/.test(name) && typeof value === "string" ? [`args.${name} == ${JSON.stringify(value)}`] : [],
  );
  return `rule @rejected_${question.id}\ntrigger ${question.tool}\ncheck ${conditions.join(" & ") || "true"}\nenforce stop("A person has rejected this call ${rejected} times.")\nend`;
}

/** Returns a short label of a call. */
function labelOf({ question: { tool, args } }: AskedCall): string {
  const text = Object.values(args).find((value) => typeof value === "string") ?? JSON.stringify(args);
  const line = `${tool} ${String(text).replaceAll(/\s+/g, " ")}`;
  return escapeInvisible(line.length > 100 ? `${line.slice(0, 99)}…` : line);
}

/** Returns the call of a proposal as JSON shows it. */
function shownCall({ question, folder, approved, rejected, sessions }: AskedCall) {
  const { id, tool, args, rules } = question;
  return { id, tool, args, rules, folder, approved, rejected, sessions };
}
