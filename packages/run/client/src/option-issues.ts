/** Creates issues of invalid options. */
import type { Issue } from "@helve/core";
import { didYouMean, isObject } from "@helve/core/internal";
import { ClientOptionsError } from "./errors.ts";

/** Creates the issue of an option. */
export function optionIssue(option: string, problem: string): Issue {
  return { code: "option", message: `"${option}" ${problem}`, path: `/${option.replaceAll(".", "/")}` };
}

/** Checks that options are an object. @throws ClientOptionsError if options are no object */
export function throwIfNoObject(options: unknown, owner: string): void {
  if (isObject(options)) return;
  throw new ClientOptionsError([{ code: "option", message: `the options of ${owner} must be an object` }]);
}

/** The issues of options that don't exist: a misspelled `apikey` would send no key. Values are not repeated. */
export function unknownNameIssues(options: object, names: readonly string[], owner: string): readonly Issue[] {
  return Object.keys(options)
    .filter((name) => !names.includes(name))
    .map((name) => optionIssue(name, `is no option of ${owner}${didYouMean(name, names)}`));
}

/** The issues of an option that is a number. */
export function numberIssues(option: string, value: unknown, least: number): readonly Issue[] {
  if (typeof value === "number" && value >= least) return [];
  return [optionIssue(option, `must be a number of at least ${least} (got ${String(value)})`)];
}
