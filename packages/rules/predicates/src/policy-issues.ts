/** Checks a policy as JavaScript code may pass it: every member has its type, and no member is misspelled. */
import type { Issue } from "@helve/core";
import { isObject, jsonPointer, quote } from "@helve/core/internal";
import {
  absolutePath,
  choice,
  flag,
  globs,
  hostPattern,
  importantFile,
  issue,
  listOf,
  type PolicyCheck,
  pathText,
  texts,
  typeIssue,
  unknownMember,
} from "./policy-check.ts";
import type { ProjectFacts } from "./project-facts.ts";
import { toolUsesCheck } from "./tool-use-issues.ts";

/** Every problem of a policy; empty if it is valid. */
export function policyIssues(policy: unknown): readonly Issue[] {
  if (!isPlainObject(policy)) return [issue("the policy", [], "an object", policy)];
  return Object.entries(Object.getOwnPropertyDescriptors(policy)).flatMap(([name, descriptor]) => {
    // A getter may have no value yet.
    if (descriptor.get !== undefined || descriptor.value === undefined) return [];
    const check = members.get(name);
    return check === undefined
      ? [unknownMember([name], "a policy", [...members.keys()])]
      : check(descriptor.value, [name], policy);
  });
}

/** Whether a value is an object with members, and not a map or another collection. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(Symbol.iterator in value);
}

/** Checks each member of an object. */
function each(check: PolicyCheck): PolicyCheck {
  return (value, path, policy) =>
    isPlainObject(value)
      ? Object.entries(value).flatMap(([name, member]) => check(member, [...path, name], policy))
      : [typeIssue(path, "an object", value)];
}

const reader: PolicyCheck = (value, path) => {
  const language = path.at(-1) ?? "";
  const isReader = isObject(value) && typeof value["read"] === "function";
  if (isReader && value["name"] === language) return [];
  const isModule = isObject(value) && isObject(value[language]) && typeof value[language]["read"] === "function";
  const found = isReader
    ? `the reader of ${quote(String(value["name"]))}`
    : isModule
      ? `a module: write import { ${language} } from "@helve/effects/${language}"`
      : "no reader";
  const message = `${pathText(path)} must be an EffectReader named ${quote(language)} (got ${found})`;
  return [{ code: "type", message, path: jsonPointer(path) }];
};

/** Checks that an object has only known members, each of a valid type. */
function onlyMembers(owner: string, names: readonly string[], check: PolicyCheck): PolicyCheck {
  return each((member, at, policy) => {
    if (!names.includes(at.at(-1) ?? "")) return [unknownMember(at, owner, names)];
    return member === undefined ? [] : check(member, at, policy);
  });
}

const traits: PolicyCheck = (value, path, policy) =>
  each((member, at) => {
    const name = at.at(-1);
    if (name === "changesWorld") return flag(member, at, policy);
    if (name === "results") return choice("trusted", "untrusted", "user")(member, at, policy);
    if (name === "data") return choice("private", "public")(member, at, policy);
    if (name === "argumentRoles") return each(choice("decisive", "label", "content"))(member, at, policy);
    return [unknownMember(at, "the traits of a tool", ["changesWorld", "results", "data", "argumentRoles"])];
  })(value, path, policy);

const callback: PolicyCheck = (value, path) =>
  typeof value === "function" ? [] : [typeIssue(path, "a function", value)];

const factNames: readonly (keyof ProjectFacts)[] = ["status", "exists", "linkTarget", "text", "branches", "remotes"];

const members: ReadonlyMap<string, PolicyCheck> = new Map<string, PolicyCheck>([
  ["extends", choice("default")],
  ["languages", each(reader)],
  ["tools", each(toolUsesCheck)],
  ["presets", flag],
  ["traits", each(traits)],
  ["receiverArguments", each(texts)],
  ["importantFiles", listOf(importantFile, 1000)],
  ["sensitivePaths", onlyMembers("sensitivePaths", ["reading", "listing", "writing", "creating"], globs)],
  ["trustedHosts", listOf(hostPattern)],
  ["contacts", texts],
  ["workingDirectory", absolutePath],
  ["currentDirectory", absolutePath],
  ["home", absolutePath],
  ["platform", choice("linux", "macos", "windows")],
  ["tempDirectories", globs],
  ["facts", onlyMembers("facts", factNames, callback)],
  ["judge", callback],
]);
