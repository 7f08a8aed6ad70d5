/** Checks single members of a policy, such as a list of texts, and builds the issues about them. */
import type { Issue } from "@helve/core";
import { didYouMean, jsonPointer, quote } from "@helve/core/internal";
import { hostTest } from "./text/hosts.ts";

/** Checks one value of a policy: the issues, empty if it is valid. */
export type PolicyCheck = (
  value: unknown,
  path: readonly string[],
  policy: Readonly<Record<string, unknown>>,
) => readonly Issue[];

/** Checks that a value is a string that is not empty. */
export const text: PolicyCheck = (value, path) =>
  isFilled(value) ? [] : [typeIssue(path, "a string that is not empty", value)];

/** Checks that a value is a list, and each of its items. */
export function listOf(check: PolicyCheck, most = 10_000): PolicyCheck {
  return (value, path, policy) => {
    if (!Array.isArray(value)) return [typeIssue(path, "a list of strings", value)];
    if (value.length > most) {
      const message = `${pathText(path)} must have at most ${most} items (got ${value.length})`;
      return [{ code: "too_many", message, path: jsonPointer(path) }];
    }
    return value.flatMap((item: unknown, index) => check(item, [...path, String(index)], policy));
  };
}

/** Checks that a value is a list of globs: each is compared with each path of a call. */
export const globs: PolicyCheck = listOf(text, 1000);

/** Checks that a value is a list of strings that are not empty. */
export const texts: PolicyCheck = listOf(text);

/** Checks that a value is a glob of important files: a path and not a URL, a variable or an exception. */
export const importantFile: PolicyCheck = (value, path, policy) => {
  const issues = text(value, path, policy);
  if (issues.length > 0 || typeof value !== "string") return issues;
  const isPath = value === value.trim() && value.length <= 4096 && !/^(?:!|\$|[a-z]{2,}:\/)/i.test(value);
  return isPath ? [] : [typeIssue(path, 'a path or a glob such as "documents/**" without spaces around it', value)];
};

/** Checks that a value is a host in the notation of `host_in`. */
export const hostPattern: PolicyCheck = (value, path) => {
  const isPattern = typeof value === "string" && hostTest(value)({ name: "x.example", port: "" }) !== "unknown";
  return isPattern ? [] : [typeIssue(path, 'a host such as "x.org", "*.x.org" or "x.org:8080"', value)];
};

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** Checks that a value is an absolute path; on Windows, it may begin with a drive or a share. */
export const absolutePath: PolicyCheck = (value, path) =>
  typeof value === "string" && /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(value)
    ? []
    : [typeIssue(path, 'an absolute path such as "/home/ada"', value)];

/** Checks that a value is a boolean. */
export const flag: PolicyCheck = (value, path) =>
  typeof value === "boolean" ? [] : [typeIssue(path, "true or false", value)];

/** Checks that a value is one of some strings. */
export function choice(...choices: readonly string[]): PolicyCheck {
  return (value, path) =>
    choices.some((each) => each === value) ? [] : [typeIssue(path, `one of ${listText(choices)}`, value)];
}

/** The issue that a value has another type. */
export function typeIssue(path: readonly string[], expected: string, value: unknown): Issue {
  return issue(pathText(path), path, expected, value);
}

/** The issue that a value has another type, with a name for the value. */
export function issue(what: string, path: readonly string[], expected: string, value: unknown): Issue {
  return {
    code: "type",
    message: `${what} must be ${expected} (got ${valueText(value)})`,
    path: jsonPointer(path),
    expected,
  };
}

/** The issue that an object does not have a required member. */
export function missingMember(path: readonly string[], expected: string): Issue {
  return {
    code: "missing_member",
    message: `${pathText(path)} is missing: it must be ${expected}`,
    path: jsonPointer(path),
    expected,
  };
}

/**
 * The issue that an object has a member that it can't have.
 *
 * @param owner - what has such members, with its article: `a policy`
 */
export function unknownMember(path: readonly string[], owner: string, known: readonly string[]): Issue {
  const name = path.at(-1) ?? "";
  const hint = didYouMean(name, known) || `; its members are ${listText(known)}`;
  const message = `${pathText(path)} is not a member of ${owner}${hint}`;
  return { code: "unknown_member", message, path: jsonPointer(path) };
}

/** Lists names in quotes: `"read", "write"`. */
export function listText(names: readonly string[]): string {
  return names.map((name) => quote(name)).join(", ");
}

/** A path as code writes it: `tools["Bash"].language`. */
export function pathText([first = "", ...others]: readonly string[]): string {
  return others.reduce((written, name, index) => {
    if (/^\d+$/.test(name)) return `${written}[${name}]`;
    const isOfUse = first === "tools" && index > 0;
    return isOfUse && /^\w+$/.test(name) ? `${written}.${name}` : `${written}[${quote(name)}]`;
  }, first);
}

/** Says what a value is, for an error message: `"x"`, `a list`. */
function valueText(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  if (value instanceof Map) return "a map";
  return typeof value === "object" && value !== null
    ? "an object"
    : typeof value === "function"
      ? "a function"
      : String(value);
}
