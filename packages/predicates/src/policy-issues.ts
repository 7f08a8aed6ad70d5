// Checks a policy as JavaScript code may pass it: every member has its type, and no member is misspelled.

import type { Issue } from "@helve/core";
import { didYouMean, isObject, jsonPointer, quote } from "@helve/core/internal";

/** Every problem of a policy; empty if it is valid. */
export function policyIssues(policy: unknown): readonly Issue[] {
  if (!isObject(policy)) return [issue("the policy", [], "an object", policy)];
  return Object.entries(Object.getOwnPropertyDescriptors(policy)).flatMap(([name, descriptor]) => {
    // A getter may have no value yet.
    if (descriptor.get !== undefined || descriptor.value === undefined) return [];
    const check = members.get(name);
    return check === undefined ? [unknownMember([name], [...members.keys()])] : check(descriptor.value, [name], policy);
  });
}

type Check = (value: unknown, path: readonly string[], policy: Readonly<Record<string, unknown>>) => readonly Issue[];

const text: Check = (value, path) =>
  typeof value === "string" && value !== "" ? [] : [typeIssue(path, "a text", value)];

const texts: Check = (value, path) => {
  if (!Array.isArray(value)) return [typeIssue(path, "a list of texts", value)];
  return value.flatMap((item: unknown, index) =>
    typeof item === "string" ? [] : [typeIssue([...path, String(index)], "a text", item)],
  );
};

/** Checks each member of an object. */
function each(check: Check): Check {
  return (value, path, policy) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, member]) => check(member, [...path, name], policy))
      : [typeIssue(path, "an object", value)];
}

const reader: Check = (value, path) => {
  const language = path.at(-1) ?? "";
  const isReader = isObject(value) && typeof value["read"] === "function";
  if (isReader && value["name"] === language) return [];
  const found = isReader ? `the reader of ${quote(String(value["name"]))}` : "no reader";
  const message = `${pathText(path)} must be an EffectReader named ${quote(language)} (got ${found})`;
  return [{ code: "type", message, path: jsonPointer(path) }];
};

const codeArguments: Check = (value, path, policy) => {
  if (!Array.isArray(value)) return codeArgument(value, path, policy);
  return value.flatMap((item, index) => codeArgument(item, [...path, String(index)], policy));
};

const codeArgument: Check = (value, path, policy) => {
  if (!isObject(value)) return [typeIssue(path, 'an object such as { argument: "command", language: "shell" }', value)];
  const { argument, language } = value;
  const issues = [...text(argument, [...path, "argument"], policy), ...text(language, [...path, "language"], policy)];
  if (issues.length > 0) return issues;
  const languages = isObject(policy["languages"]) ? Object.keys(policy["languages"]) : [];
  if (languages.includes(String(language))) return [];
  const passed = languages.map((name) => quote(name)).join(", ") || "none";
  const message = `${pathText(path)}: the language ${quote(String(language))} of "${argument}" is not in "languages" (passed: ${passed})`;
  return [{ code: "language", message, path: jsonPointer([...path, "language"]) }];
};

const sensitivePaths: Check = (value, path, policy) => {
  const lists = ["reading", "listing", "writing"];
  return each((list, at) =>
    lists.includes(at.at(-1) ?? "") ? (list === undefined ? [] : texts(list, at, policy)) : [unknownMember(at, lists)],
  )(value, path, policy);
};

const judge: Check = (value, path) => (typeof value === "function" ? [] : [typeIssue(path, "a function", value)]);

const members: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["languages", each(reader)],
  ["codeArguments", each(codeArguments)],
  ["receiverArguments", each(texts)],
  ["importantFiles", texts],
  ["sensitivePaths", sensitivePaths],
  ["trustedHosts", texts],
  ["contacts", texts],
  ["workingDirectory", text],
  ["home", text],
  ["tempDirectories", texts],
  ["judge", judge],
]);

function typeIssue(path: readonly string[], expected: string, value: unknown): Issue {
  return issue(pathText(path), path, expected, value);
}

function issue(what: string, path: readonly string[], expected: string, value: unknown): Issue {
  return {
    code: "type",
    message: `${what} must be ${expected} (got ${valueText(value)})`,
    path: jsonPointer(path),
    expected,
  };
}

function unknownMember(path: readonly string[], known: readonly string[]): Issue {
  const name = path.at(-1) ?? "";
  const message = `${pathText(path)} is not a member of a policy${didYouMean(name, known)}`;
  return { code: "unknown_member", message, path: jsonPointer(path) };
}

/** A path as code writes it: `codeArguments["Bash"].language`. */
function pathText([first = "", ...others]: readonly string[]): string {
  return others.reduce((text, name) => {
    if (/^\d+$/.test(name)) return `${text}[${name}]`;
    return ["argument", "language"].includes(name) ? `${text}.${name}` : `${text}[${quote(name)}]`;
  }, first);
}

function valueText(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null
    ? "an object"
    : typeof value === "function"
      ? "a function"
      : String(value);
}
