/** Converts validation errors to issues with readable messages. */
import type { Issue } from "@helve/core";
import { jsonPointer, shortPath, withoutUndefined } from "@helve/core/internal";
import { pathText } from "./json-path.ts";
import type { ValidationError } from "./validation-error.ts";
import { errorText } from "./validation-issues/error-text.ts";
import { truncate, valueText } from "./value-text.ts";

/**
 * Converts errors to issues with readable messages of limited length. A union gives one message, which lists what its
 * branches require.
 */
export function issuesFromErrors(errors: readonly ValidationError[]): readonly Issue[] {
  const scope = { suggestions: { left: maxSuggestions } };
  return withoutDuplicates(withoutFormatPatterns(errors).map((error) => errorIssue(error, scope)));
}

/**
 * Removes the error of a pattern if the format of the same schema is wrong, too: schemas of zod have the format's regular
 * expression as their pattern, and the name of the format says more.
 */
function withoutFormatPatterns(errors: readonly ValidationError[]): readonly ValidationError[] {
  const places = new Map<unknown, Set<string>>();
  for (const { keyword, parentSchema, path } of errors) {
    if (keyword !== "format") continue;
    const paths = places.get(parentSchema) ?? new Set();
    places.set(parentSchema, paths.add(jsonPointer(path)));
  }
  if (places.size === 0) return errors;
  return errors.filter(
    ({ keyword, parentSchema, path }) =>
      keyword !== "pattern" || places.get(parentSchema)?.has(jsonPointer(path)) !== true,
  );
}

/** Finding the closest name is slow if there are many unknown names. */
const maxSuggestions = 20;
const maxMessageLength = 500;
const maxReasons = 4;

interface IssueScope {
  /** How many closest names may still be searched. */
  readonly suggestions: { left: number };
}

/** Converts one error to an issue. */
function errorIssue(error: ValidationError, scope: IssueScope): Issue {
  const { keyword, path } = error;
  if (keyword === "anyOf" || keyword === "oneOf") return createIssue(path, keyword, unionProblem(error, scope));
  const { at = [], problem, expected } = errorText(error, scope.suggestions);
  const code = keyword === "false schema" ? "false" : keyword;
  return { ...createIssue([...path, ...at], code, problem), ...withoutUndefined({ expected }) };
}

/** Creates an issue whose message starts with the name of the invalid value. */
function createIssue(path: readonly PropertyKey[], code: string, problem: string): Issue {
  const subject = path.length === 0 ? "the value" : `"${shortPath(pathText(path))}"`;
  return { code, message: truncate(`${subject} ${problem}`, maxMessageLength), path: jsonPointer(path) };
}

/** Explains the error of a union: by the branches that match, by the expected types, or by the reasons of each branch. */
function unionProblem({ params, data, path, within = [] }: ValidationError, scope: IssueScope): string {
  if (params.passingSchemas !== undefined) {
    const forms = params.passingSchemas.map((index) => Number(index) + 1).join(" and ");
    return `must match exactly one of the allowed forms (matches ${forms})`;
  }
  if (within.length === 0) return "matches none of the allowed forms";
  const choices = [...new Set(within.map((error) => expectedWholeValue(error, path)))];
  if (choices.every((words) => words !== undefined)) return `must be ${alternatives(choices)} (got ${valueText(data)})`;
  const reasons = branchReasons(within, scope);
  const more = reasons.length > maxReasons ? "; …" : "";
  return `matches none of the allowed forms: ${reasons.slice(0, maxReasons).join("; ")}${more}`;
}

/** Collects the messages of a union's branches, at most one more than a message shows. */
function branchReasons(errors: readonly ValidationError[], scope: IssueScope): readonly string[] {
  const reasons = new Set<string>();
  for (const error of errors) {
    if (reasons.size > maxReasons) break;
    reasons.add(errorIssue(error, scope).message);
  }
  return [...reasons];
}

/** Returns what a branch expects the whole value to be, if its error is about the whole value. */
function expectedWholeValue(error: ValidationError, path: readonly PropertyKey[]): string | undefined {
  return error.path.length === path.length ? errorText(error).wholeValue : undefined;
}

/** Removes issues with the same path and message. */
function withoutDuplicates(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < 2) return issues;
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

/** Joins words with commas and "or". */
function alternatives(words: readonly (string | undefined)[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
