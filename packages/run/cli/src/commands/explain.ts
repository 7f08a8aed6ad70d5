/** `helve explain`: explains rules in words. */
import { explainProgram, explainRule } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { closestName, isObject } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { projectFile } from "@helve/hooks/node";
import { predicateCatalogue, readRequest } from "@helve/predicates";
import { inputFiles } from "../input-files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { presetRules, rulesFromFile, rulesFromText } from "../rules-source.ts";
import { userModule } from "../user-module.ts";
import { requestText } from "./explain/request-text.ts";

/** The options of `helve explain`. */
export interface ExplainOptions {
  /** The name of the only rule that is explained. */
  readonly rule?: string;
  readonly preset?: string;
  /** Exports of modules. */
  readonly predicates: readonly string[];
  readonly lang: "en" | "zh";
  /** The text of a user's request, or `-` for standard input. */
  readonly request?: string;
  readonly json?: boolean;
}

/** Explains one rule, all rules of files, or what is read from a user's request. */
export async function explain(files: readonly string[], options: ExplainOptions, io: Io): Promise<number> {
  if (options.request !== undefined) {
    const text = options.request === "-" ? await io.stdin() : options.request;
    if (text.trim() === "") throw new UsageError("the request is empty: write what the user asks for after --request");
    const request = readRequest(text);
    io.out(options.json ? `${JSON.stringify(request)}\n` : requestText(request));
    return exitCodes.fine;
  }
  const programs = await explainedPrograms(files, options, io);
  const all = programs.flatMap((program) => program.rules.map((rule) => ({ rule, program })));
  const wanted = options.rule?.replace(/^@/, "");
  const rules = all.filter(({ rule }) => wanted === undefined || rule.name === wanted);
  if (wanted !== undefined && rules.length === 0) {
    const meant = closestName(
      wanted,
      all.map(({ rule }) => rule.name),
    );
    throw new UsageError(`there is no rule @${wanted}${meant === undefined ? "" : `: did you mean @${meant}?`}`);
  }
  const own = await Promise.all(options.predicates.map((named) => predicatesOf(named, io.cwd)));
  const texts = { locale: options.lang, predicates: [...own.flat(), ...predicateCatalogue] };
  if (options.json) {
    const list = rules.map(({ rule, program }) => ({
      rule: rule.name,
      text: explainRule(rule, { ...texts, program }),
    }));
    io.out(`${JSON.stringify(list)}\n`);
  } else if (wanted === undefined) {
    for (const program of programs) io.out(`${explainProgram(program, texts)}\n`);
  } else for (const { rule, program } of rules) io.out(`${explainRule(rule, { ...texts, program })}\n`);
  return exitCodes.fine;
}

/**
 * The predicates that `--predicates` names: an export that is a list of them, or a function without parameters that returns the list.
 *
 * @throws UsageError if it is neither
 */
async function predicatesOf(named: string, cwd: string): Promise<readonly Pick<Predicate, "name" | "phrase">[]> {
  const exported = await userModule("--predicates", named, cwd);
  const list: unknown = typeof exported === "function" ? exported() : exported;
  if (Array.isArray(list) && list.every((item) => isObject(item) && typeof item["name"] === "string")) return list;
  throw new UsageError(`--predicates ${named}: expected a list of predicates, or a function that returns one`);
}

/** The rules of a preset, of files, or by default of the project. */
async function explainedPrograms(
  files: readonly string[],
  { preset }: ExplainOptions,
  io: Io,
): Promise<readonly Program[]> {
  if (preset !== undefined && files.length > 0) throw new UsageError("name FILES or --preset, not both");
  if (preset !== undefined) return [presetRules(preset).program];
  if (files.length > 0) {
    const found = await inputFiles(files, "**/*.agentspec", io);
    return found.map(({ text, name }) => rulesFromText(text, name).program);
  }
  const file = projectFile("rules.agentspec", io.cwd);
  if (file === undefined) throw new UsageError("there is no helve/rules.agentspec: name FILES, or rules with --preset");
  return [rulesFromFile(file, io.cwd).program];
}
