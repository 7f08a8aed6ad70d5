import type { Issue } from "@helve/core";
import { didYouMean, isObject, quote } from "@helve/core/internal";
import { optionIssue, throwIssues } from "./agent-error.ts";
import type { LoopOptions } from "./loop-options.ts";
import { modelTools } from "./model-tools.ts";
import { type OptionTypes, shown, typeIssues } from "./option-types.ts";

/**
 * Checks the options of a run.
 *
 * @param ownTools - names of tools that the loop adds
 * @param more.ownOptions - the options that the loop takes besides
 * @param more.problems - what is wrong with them
 * @throws AgentError with every problem
 */
export function checkLoopOptions(
  options: LoopOptions,
  ownTools: readonly string[] = [],
  more: { readonly ownOptions?: OptionTypes; readonly problems?: readonly Issue[] } = {},
): void {
  if (!isObject(options)) throwIssues([optionIssue("the options", `must be an object (got ${shown(options)})`)]);
  const { ownOptions = {}, problems = [] } = more;
  throwIssues([
    ...typeIssues(options, { ...loopOptions, ...ownOptions }),
    ...limitIssues(options),
    ...(isExecutor(options.executor) ? toolIssues(options, ownTools) : []),
    ...problems,
  ]);
}

const loopOptions: OptionTypes = {
  model: ["a model, with a name and generate", (value) => hasMethods(value, "generate"), "required"],
  executor: ["an ActionExecutor", isExecutor, "required"],
  session: ["an object", isObject],
  toolChoice: ['"auto", "any", "none" or { tool }', isToolChoice],
  forceAlways: ["true or false", (value) => typeof value === "boolean"],
  limits: ["an object", isObject],
  compaction: ["an object with tokens, and perhaps compact", isObject],
  request: ["an object", isObject],
  signingKey: ["at least 32 bytes, as a text or a Uint8Array", isKey, "secret"],
  signal: ["an AbortSignal", (value) => value instanceof AbortSignal],
};

const limitTypes: OptionTypes = Object.fromEntries(
  ["steps", "tokens", "cost", "time", "calls", "depth"].map((name) => [name, ["a number above 0", isPositive]]),
);

const compactionTypes: OptionTypes = {
  tokens: ["a number above 0", isPositive, "required"],
  compact: ["a function", (value) => typeof value === "function"],
};

const requestTypes: OptionTypes = {
  temperature: ["a number", (value) => Number.isFinite(value)],
  maxOutputTokens: ["a number above 0", isPositive],
  seed: ["a number", (value) => Number.isFinite(value)],
  stop: ["a list of texts", (value) => Array.isArray(value) && value.every((text) => typeof text === "string")],
};

function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof Reflect.get(value, name) === "function");
}

function isExecutor(value: unknown): boolean {
  return hasMethods(value, "session", "has", "actionsInfo");
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

function isToolChoice(value: unknown): boolean {
  return ["auto", "any", "none"].includes(value as string) || (isObject(value) && typeof value["tool"] === "string");
}

function isKey(value: unknown): boolean {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return bytes instanceof Uint8Array && bytes.length >= 32;
}

function limitIssues({ limits = {}, model, compaction, request = {} }: LoopOptions): readonly Issue[] {
  const issues = [
    ...(isObject(limits) ? typeIssues(limits, limitTypes, "limits.") : []),
    ...(isObject(compaction) ? typeIssues(compaction, compactionTypes, "compaction.") : []),
    ...(isObject(request) ? typeIssues(request, requestTypes, "request.") : []),
  ];
  if (limits?.cost !== undefined && isObject(model) && model.prices === undefined) {
    issues.push(optionIssue("limits.cost", `needs a model with prices, but ${model.name} has none`));
  }
  return issues;
}

function toolIssues({ executor, toolChoice }: LoopOptions, ownTools: readonly string[]): readonly Issue[] {
  const issues = ownTools
    .filter((name) => executor.has(name))
    .map((name) => optionIssue("submit.name", `${quote(name)} is a tool of the executor already: choose another name`));
  if (!isToolChoice(toolChoice) || typeof toolChoice !== "object") return issues;
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
