import { type Issue, IssuesError } from "@helve/core";
import { didYouMean, quote } from "@helve/core/internal";
import type { LoopOptions } from "./loop-options.ts";
import { modelTools } from "./model-tools.ts";

/** A run can't begin, because of its options; `issues` has every problem. */
export class AgentError extends IssuesError {
  override readonly code = "invalid_agent";
}

/**
 * Checks the options of a run.
 *
 * @param ownTools - names of tools that the loop adds
 * @param problems - what is wrong with other options
 * @throws AgentError with every problem
 */
export function checkLoopOptions(
  options: LoopOptions,
  ownTools: readonly string[] = [],
  problems: readonly string[] = [],
): void {
  const others = problems.map((message) => ({ code: "option", message }));
  const issues = [...limitIssues(options), ...toolIssues(options, ownTools), ...others];
  if (issues.length > 0) throw new AgentError(issues);
}

function limitIssues({ limits = {}, model, compaction }: LoopOptions): readonly Issue[] {
  const known = ["steps", "tokens", "cost", "time"] as const;
  const issues = Object.keys(limits)
    .filter((name) => !known.some((other) => other === name))
    .map((name) => issue(`limits.${name}`, `is not a limit${didYouMean(name, known)}`));
  for (const name of known) {
    const value: unknown = limits[name];
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    issues.push(issue(`limits.${name}`, `must be a number above 0 (got ${JSON.stringify(value) ?? String(value)})`));
  }
  if (limits.cost !== undefined && model.prices === undefined) {
    issues.push(issue("limits.cost", `needs a model with prices, but ${model.name} has none`));
  }
  if (compaction !== undefined && !(compaction.tokens > 0)) {
    issues.push(issue("compaction.tokens", `must be a number above 0 (got ${String(compaction.tokens)})`));
  }
  return issues;
}

function toolIssues({ executor, toolChoice }: LoopOptions, ownTools: readonly string[]): readonly Issue[] {
  const issues = ownTools
    .filter((name) => executor.has(name))
    .map((name) => issue("submit.name", `${quote(name)} is a tool of the executor already: choose another name`));
  if (typeof toolChoice !== "object") return issues;
  const names = [...executor.names, ...ownTools];
  if (executor.has(toolChoice.tool) || ownTools.includes(toolChoice.tool)) return issues;
  const hint = didYouMean(toolChoice.tool, names) || `; the tools are: ${names.join(", ")}`;
  return [...issues, issue("toolChoice", `names no tool: ${quote(toolChoice.tool)}${hint}`)];
}

function issue(option: string, problem: string): Issue {
  return { code: "option", message: `${option} ${problem}`, path: `/${option.replaceAll(".", "/")}` };
}

/** Returns a tool choice with the name that the model sees. */
export function wireChoice({ executor, toolChoice = "auto" }: LoopOptions): NonNullable<LoopOptions["toolChoice"]> {
  if (typeof toolChoice === "string") return toolChoice;
  const index = executor.names.indexOf(toolChoice.tool);
  return { tool: modelTools(executor)[index]?.name ?? toolChoice.tool };
}
