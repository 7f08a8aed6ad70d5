import type { Issue } from "@helve/core";
import { didYouMean, quote } from "@helve/core/internal";
import { optionIssue, throwIssues } from "./agent-error.ts";
import type { LoopOptions } from "./loop-options.ts";
import { modelTools } from "./model-tools.ts";

/**
 * Checks the options of a run.
 *
 * @param ownTools - names of tools that the loop adds
 * @param more.ownOptions - names of options that the loop takes besides
 * @param more.problems - what is wrong with them
 * @throws AgentError with every problem
 */
export function checkLoopOptions(
  options: LoopOptions,
  ownTools: readonly string[] = [],
  more: { readonly ownOptions?: readonly string[]; readonly problems?: readonly string[] } = {},
): void {
  const { ownOptions = [], problems = [] } = more;
  const others = problems.map((message) => ({ code: "option", message }));
  const unknown = unknownIssues(options, ownOptions);
  throwIssues([
    ...unknown,
    ...limitIssues(options),
    ...toolIssues(options, ownTools),
    ...keyIssues(options),
    ...others,
  ]);
}

/** A misspelled option would have no effect, and a limit that has none is dangerous. */
function unknownIssues(options: LoopOptions, ownOptions: readonly string[]): readonly Issue[] {
  const known: readonly string[] = [...loopOptions, ...ownOptions];
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => optionIssue(name, `is not an option${didYouMean(name, known)}`));
}

const loopOptions = [
  ...["model", "executor", "session", "toolChoice", "forceAlways"],
  ...["limits", "compaction", "request", "signingKey", "signal"],
];

function limitIssues({ limits = {}, model, compaction }: LoopOptions): readonly Issue[] {
  const known = ["steps", "tokens", "cost", "time"] as const;
  const issues = Object.keys(limits)
    .filter((name) => !known.some((other) => other === name))
    .map((name) => optionIssue(`limits.${name}`, `is not a limit${didYouMean(name, known)}`));
  for (const name of known) {
    const value: unknown = limits[name];
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    issues.push(
      optionIssue(
        `limits.${name}`,
        `must be a number above 0 (got ${typeof value === "string" ? quote(value) : String(value)})`,
      ),
    );
  }
  if (limits.cost !== undefined && model.prices === undefined) {
    issues.push(optionIssue("limits.cost", `needs a model with prices, but ${model.name} has none`));
  }
  if (compaction !== undefined && !(compaction.tokens > 0)) {
    issues.push(optionIssue("compaction.tokens", `must be a number above 0 (got ${String(compaction.tokens)})`));
  }
  return issues;
}

function keyIssues({ signingKey }: LoopOptions): readonly Issue[] {
  if (signingKey === undefined) return [];
  if (typeof signingKey !== "string" && !(signingKey instanceof Uint8Array)) {
    return [optionIssue("signingKey", "must be a text or bytes")];
  }
  const { length } = typeof signingKey === "string" ? new TextEncoder().encode(signingKey) : signingKey;
  return length >= 32 ? [] : [optionIssue("signingKey", `must have at least 32 bytes (got ${length})`)];
}

function toolIssues({ executor, toolChoice }: LoopOptions, ownTools: readonly string[]): readonly Issue[] {
  const issues = ownTools
    .filter((name) => executor.has(name))
    .map((name) => optionIssue("submit.name", `${quote(name)} is a tool of the executor already: choose another name`));
  if (typeof toolChoice !== "object") return issues;
  const names = [...executor.names, ...ownTools];
  if (executor.has(toolChoice.tool) || ownTools.includes(toolChoice.tool)) return issues;
  const hint = didYouMean(toolChoice.tool, names) || `; the tools are: ${names.join(", ")}`;
  return [...issues, optionIssue("toolChoice", `names no tool: ${quote(toolChoice.tool)}${hint}`)];
}

/** Returns a tool choice with the name that the model sees. */
export function wireChoice({ executor, toolChoice = "auto" }: LoopOptions): NonNullable<LoopOptions["toolChoice"]> {
  if (typeof toolChoice === "string") return toolChoice;
  const index = executor.names.indexOf(toolChoice.tool);
  return { tool: modelTools(executor)[index]?.name ?? toolChoice.tool };
}
