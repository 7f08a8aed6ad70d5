import { explainProgram, explainRule } from "@helve/agentspec";
import { closestName } from "@helve/core/internal";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { projectFile } from "../project-folder.ts";
import { presetRules, type RulesSource, rulesFromFile } from "../rules-source.ts";

/** The options of `helve explain`. */
export interface ExplainOptions {
  readonly rules?: string;
  readonly preset?: string;
  readonly lang: "en" | "zh";
  readonly json?: boolean;
}

/** Explains one rule, or all rules of a file. */
export async function explain(name: string | undefined, options: ExplainOptions, io: Io): Promise<number> {
  const { program } = explainedRules(options, io);
  const wanted = name?.replace(/^@/, "");
  const rules = program.rules.filter((rule) => wanted === undefined || rule.name === wanted);
  if (wanted !== undefined && rules.length === 0) {
    const meant = closestName(
      wanted,
      program.rules.map((rule) => rule.name),
    );
    throw new UsageError(`there is no rule @${wanted}${meant === undefined ? "" : `: did you mean @${meant}?`}`);
  }
  const locale = options.lang;
  if (options.json) {
    const texts = rules.map((rule) => ({ rule: rule.name, text: explainRule(rule, { locale, program }) }));
    io.out(`${JSON.stringify(texts)}\n`);
  } else if (wanted === undefined) io.out(`${explainProgram(program, { locale })}\n`);
  else for (const rule of rules) io.out(`${explainRule(rule, { locale, program })}\n`);
  return exitCodes.fine;
}

function explainedRules({ rules, preset }: ExplainOptions, { cwd }: Io): RulesSource {
  if (preset !== undefined) return presetRules(preset);
  const file = rules ?? projectFile("rules.agentspec", cwd);
  if (file === undefined)
    throw new UsageError("there is no helve/rules.agentspec: name rules with --rules or --preset");
  return rulesFromFile(file, cwd);
}
