import type { Issue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { optionIssue, timeoutIssues } from "./option-issue.ts";

/** Returns an issue for each item of a list that is not a tool or a toolkit, and for each invalid limit of a tool. */
export function toolIssues(tools: readonly unknown[]): readonly Issue[] {
  return tools.flatMap((added, index) => {
    if (isTool(added)) return limitIssues(added);
    if (!isGroup(added))
      return [
        optionIssue(
          `tools[${index}]`,
          "must be a tool or a toolkit: create one by tool() or toolApi() of @helve/tool",
          added,
        ),
      ];
    return [...added.tools].flatMap((member: unknown, at) =>
      isTool(member) ? limitIssues(member) : [optionIssue(`tools[${index}].tools[${at}]`, "must be a tool", member)],
    );
  });
}

/** Returns the items of a list of tools; an issue is added if the value is not a list. */
export function toolList<Item>(tools: Iterable<Item>, issues: Issue[]): readonly Item[] {
  if (typeof tools === "object" && tools !== null && Symbol.iterator in tools) return Array.from(tools);
  issues.push(optionIssue("tools", "must be a list of tools and toolkits: write [tool, toolkit]", tools));
  return [];
}

function limitIssues({ name, timeout, concurrency }: Tool): readonly Issue[] {
  const problems = timeoutIssues(typeof timeout === "function" ? undefined : timeout).map(({ message }) => message);
  if (concurrency !== undefined && !(typeof concurrency === "number" && concurrency >= 1)) {
    problems.push(`"concurrency" must be at least 1 (got ${String(concurrency)})`);
  }
  return problems.map((problem) => ({ code: "option", message: `the tool "${name}": ${problem}` }));
}

function isTool(value: unknown): value is Tool {
  if (!isObject(value) && typeof value !== "function") return false;
  const { name, execute, parameters } = value as Partial<Record<keyof Tool, unknown>>;
  return typeof name === "string" && typeof execute === "function" && isObject(parameters);
}

function isGroup(value: unknown): value is { readonly tools: readonly unknown[] } {
  return isObject(value) && typeof value["name"] === "string" && Array.isArray(value["tools"]);
}
