/** `helve rules suggest`: has a model write rules. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Message } from "@helve/agent";
import { type Catalogue, diagnose, formatProgram } from "@helve/agentspec";
import { formatIssue } from "@helve/core";
import { visibleJson } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { projectFile } from "@helve/hooks/node";
import { imaginaryProject, predicates, resultTrust } from "@helve/predicates";
import {
  dropRules,
  measureRules,
  type RuleExample,
  type Suggestion,
  type SuggestionAttempt,
  type SuggestRulesOptions,
  suggestRules,
} from "@helve/rule-tests";
import { patchOf } from "../install/change-settings.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { judgingPolicy } from "../judge.ts";
import { namedTools } from "../named-tools.ts";
import { optionalPackages } from "../optional-package.ts";
import { readText } from "../read-text.ts";
import { confirmLoosening } from "../records/confirm-loosening.ts";
import { chatModel, type ModelOptions } from "./chat/chat-model.ts";
import type { ChatPackages } from "./chat/chat-packages.ts";
import { oneLine } from "./chat/visible-text.ts";
import { type Figures, formatFigures, share } from "./suggest/figures.ts";
import { type ExampleFiles, readExamples } from "./suggest/read-examples.ts";

/** The options of `helve rules suggest`. */
export interface SuggestOptions extends ExampleFiles, Omit<ModelOptions, "prices"> {
  /** A text, or `@` and the name of a file. */
  readonly description: string;
  readonly tools: readonly string[];
  readonly policy?: string;
  readonly attempts?: string;
  readonly shown?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Has a model write rules, and measures them on examples. They are written to a file only if a person accepts them at the terminal, or
 * with `--yes`.
 *
 * @returns the exit code: 1 if no rules can be used, or if those for `--out` are not accepted
 */
export async function suggest(options: SuggestOptions, io: Io): Promise<number> {
  const { description: named, out, force, yes, json } = options;
  if (yes && out === undefined) throw new UsageError("--yes needs --out");
  if (out !== undefined && !force && existsSync(resolve(io.cwd, out))) {
    throw new UsageError(`${out} exists: --force replaces it`);
  }
  const [attempts = 3, shown] = [numberIn("--attempts", options.attempts), numberIn("--shown", options.shown)];
  const description = named.startsWith("@") ? readText(named.slice(1), io.cwd) : named;
  if (description.trim() === "") throw new UsageError("--description is empty");
  const { examples, harmless } = await readExamples(options, io);
  const policy = judgingPolicy(options.policy ?? projectFile("policy.json", io.cwd), imaginaryProject, io.cwd);
  const engine = { predicates: predicates(policy), trust: resultTrust(policy.traits), signal: io.signal };
  const tools = await namedTools(options.tools, io.cwd);
  const catalogue: Catalogue = {
    predicates: engine.predicates,
    enforcements: [],
    tools,
  };

  const ask = await asker(options, io);
  const harmful = examples.filter((each) => each.harmful).length;
  const others = examples.length - harmful + harmless.length;
  io.err(`examples: ${harmful} harmful, ${others} harmless\n`);
  const answers: SuggestionAttempt[] = [];
  const suggestion = await suggestRules({
    ...engine,
    ask,
    catalogue,
    examples,
    description,
    shown,
    attempts,
    onAttempt: (answer) => {
      answers.push(answer);
      io.err(progressOf(answer, attempts));
    },
  });
  if (suggestion === undefined) io.err("no answer of the model has rules that can be used\n");
  const accepted = suggestion && (await acceptedRules(suggestion, harmless, { engine, catalogue, options, io }));
  const written = accepted?.isWritten ? out : undefined;
  if (json) {
    const { text: rules = null, figures } = accepted ?? {};
    io.out(`${visibleJson({ rules, ...figures, attempts: answers, written: written ?? null })}\n`);
  }
  return accepted === undefined || out !== written ? exitCodes.findings : exitCodes.fine;
}

/** Shows the rules until a person has accepted or rejected them, and writes those that are accepted. `undefined` if they are rejected. */
async function acceptedRules(
  suggestion: Suggestion,
  harmless: readonly RuleExample[],
  { engine, catalogue, options, io }: Surroundings,
): Promise<{ readonly text: string; readonly figures: Figures; readonly isWritten: boolean } | undefined> {
  const { out, force, yes, json } = options;
  const measured = (program: Program, examples: readonly RuleExample[]) => measureRules(program, examples, engine);
  let { program } = suggestion;
  while (program.rules.length > 0) {
    const text = formatProgram(program);
    const figures = {
      shown: await measured(program, suggestion.examples.shown),
      unseen: await measured(program, suggestion.examples.unseen),
      harmless: await measured(program, harmless),
    };
    (json ? io.err : io.out)(text);
    io.err(`\n${formatFigures(figures)}`);
    for (const issue of diagnose(text, catalogue)) {
      if (issue.severity === "warning") io.err(`warning: ${oneLine(formatIssue(issue), 200)}\n`);
    }
    if (out === undefined) return { text, figures, isWritten: false };
    const answer = yes ? "accept" : await decision(program, out, io);
    const path = resolve(io.cwd, out);
    const replaces = answer === "accept" && existsSync(path);
    if (answer === "reject" || (replaces && !(await confirmReplacement(path, text, options, io)))) break;
    if (answer === undefined)
      io.err(`${out} is not written: a person has to accept the rules at a terminal, or --yes\n`);
    if (answer === "accept") {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: force ? "w" : "wx" });
      io.err(`written to ${out}\n`);
    }
    if (!Array.isArray(answer)) return { text, figures, isWritten: answer === "accept" };
    program = dropRules(program, answer);
  }
  io.err("the rules are rejected: nothing is written\n");
  return undefined;
}

/** Asks a person whether a rule file may be replaced, which may have stopped more. */
function confirmReplacement(path: string, text: string, { yes, json }: SuggestOptions, io: Io): Promise<boolean> {
  const details = patchOf({ path, after: text });
  return confirmLoosening("Replace this file?", { details, yes }, json ? { ...io, out: io.err } : io);
}

interface Surroundings {
  readonly engine: Parameters<typeof measureRules>[2];
  readonly catalogue: Catalogue;
  readonly options: SuggestOptions;
  readonly io: Io;
}

/** Asks a person to decide, and which rules to drop; returns `undefined` if there is no terminal. */
async function decision(
  { rules }: Program,
  out: string,
  io: Io,
): Promise<"accept" | "reject" | readonly string[] | undefined> {
  for (;;) {
    const answer = await io.ask(`Write these rules to ${out}? accept, reject, or drop and names of rules: `);
    const [word = "", ...names] = answer?.split(/[\s,@]+/) ?? [];
    if (answer === undefined) return undefined;
    if (/^(?:a|accept)$/.test(word) && names.length === 0) return "accept";
    if (/^(?:r|reject)$/.test(word) && names.length === 0) return "reject";
    const unknown = names.filter((name) => !rules.some((rule) => rule.name === name));
    if (word === "drop" && names.length > 0 && unknown.length === 0) return names;
    io.err(unknown.length > 0 && word === "drop" ? `there is no rule ${unknown.join(", ")}\n` : "");
  }
}

/** Returns the function with which `suggestRules` asks the model. */
async function asker(options: SuggestOptions, io: Io): Promise<SuggestRulesOptions["ask"]> {
  const { agent } = await optionalPackages<Pick<ChatPackages, "agent">>("helve rules suggest", {
    agent: "@helve/agent",
  });
  const model = await chatModel(options, { agent }, io);
  return async (conversation, signal) => {
    const messages = conversation.map(({ role, text }): Message => {
      return role === "user" ? agent.userMessage(text) : { role, parts: [{ type: "text", content: text }] };
    });
    return agent.textOf((await agent.complete(model, { messages, signal })).message);
  };
}

/** Formats the progress after a model's answer: its issues or results. */
function progressOf({ attempt, issues, shown }: SuggestionAttempt, attempts: number): string {
  const result =
    shown === undefined
      ? `these rules can't be used\n${issues.map((issue) => `  ${oneLine(formatIssue(issue), 200)}\n`).join("")}`
      : `${shown.rules.length} ${shown.rules.length === 1 ? "rule" : "rules"}, harm stopped ${share(shown.harmful)}, false alarms ${share(shown.harmless)}\n`;
  return `answer ${attempt} of at most ${attempts}: ${result}`;
}

/** Reads a positive integer from an option. */
function numberIn(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`${option} must be a whole number above 0 (got ${text})`);
}
