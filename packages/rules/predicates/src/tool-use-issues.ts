/** Checks the uses of a tool's arguments in a policy: each has one first member, no unknown members, and a known language. */
import type { Issue } from "@helve/core";
import { isObject, jsonPointer, quote } from "@helve/core/internal";
import {
  choice,
  flag,
  listText,
  missingMember,
  type PolicyCheck,
  pathText,
  text,
  typeIssue,
  unknownMember,
} from "./policy-check.ts";

/** Checks the uses of one tool's arguments: one use, or a list. */
export const toolUsesCheck: PolicyCheck = (value, path, policy) =>
  Array.isArray(value)
    ? value.flatMap((item, index) => toolUse(item, [...path, String(index)], policy))
    : toolUse(value, path, policy);

const expected = 'an object such as { code: "command", language: "shell" } or { write: "path" }';

const toolUse: PolicyCheck = (value, path, policy) => {
  if (!isObject(value)) return [typeIssue(path, expected, value)];
  const kinds = [...membersByKind.keys()].filter((kind) => Object.hasOwn(value, kind));
  const kind = kinds[0];
  if (kind === undefined) {
    const [member] = Object.keys(value);
    if (member === undefined) return [typeIssue(path, `${expected}, or an empty list`, value)];
    return [unknownMember([...path, member], "a use", [...membersByKind.keys()])];
  }
  if (kinds.length > 1) {
    const message = `${pathText(path)} must have one use and not several (got ${listText(kinds)}): write a list of uses`;
    return [{ code: "tool_use", message, path: jsonPointer(path) }];
  }
  const checks = new Map([...(membersByKind.get(kind) ?? []), ["when", when] as const]);
  const missing = (requiredMembers.get(kind) ?? []).filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => missingMember([...path, name], expectedOf(name, policy))),
    ...Object.entries(value).flatMap(([name, member]) => {
      const check = checks.get(name);
      return check === undefined
        ? [unknownMember([...path, name], `a use with ${quote(kind)}`, [...checks.keys()])]
        : check(member, [...path, name], policy);
    }),
  ];
};

/** Describes the expected type of a required member. */
function expectedOf(name: string, policy: Readonly<Record<string, unknown>>): string {
  if (name === "to") return "the name of an argument";
  const languages = languagesOf(policy);
  return name === "language" && languages.length > 0 ? `one of ${listText(languages)}` : `the name of a ${name}`;
}

/** Lists the languages that a policy names. */
function languagesOf({ languages }: Readonly<Record<string, unknown>>): readonly string[] {
  return isObject(languages) ? Object.keys(languages) : [];
}

const language: PolicyCheck = (value, path, policy) => {
  const issues = text(value, path, policy);
  if (issues.length > 0) return issues;
  const languages = languagesOf(policy);
  if (languages.includes(String(value))) return [];
  const passed = listText(languages) || "none";
  const message = `${pathText(path.slice(0, -1))}: the language ${quote(String(value))} is not in "languages" (passed: ${passed})`;
  return [{ code: "language", message, path: jsonPointer(path) }];
};

const when: PolicyCheck = (value, path) => {
  if (!isObject(value)) return [typeIssue(path, 'an object such as { command: "create" }', value)];
  return Object.entries(value).flatMap(([name, wanted]): readonly Issue[] => {
    const at = [...path, name];
    const isText = (item: unknown): boolean => typeof item === "string";
    return isText(wanted) || (Array.isArray(wanted) && wanted.every(isText))
      ? []
      : [typeIssue(at, "a string or a list of strings", wanted)];
  });
};

type Members = readonly (readonly [string, PolicyCheck])[];

/** The members of a use by its first member. */
const membersByKind: ReadonlyMap<string, Members> = new Map<string, Members>([
  [
    "code",
    [
      ["code", text],
      ["language", language],
      ["directory", text],
      ["session", choice("kept", "directory", "fresh")],
      ["items", choice("words", "programs")],
      ["typed", flag],
    ],
  ],
  ["read", [["read", text]]],
  [
    "write",
    [
      ["write", text],
      ["content", text],
      ["mode", choice("replace", "append")],
    ],
  ],
  ["create", [["create", text]]],
  [
    "edit",
    [
      ["edit", text],
      ["old", text],
      ["new", text],
      ["all", text],
    ],
  ],
  ["delete", [["delete", text]]],
  [
    "move",
    [
      ["move", text],
      ["to", text],
    ],
  ],
  [
    "copy",
    [
      ["copy", text],
      ["to", text],
    ],
  ],
  ["list", [["list", text]]],
  ["search", [["search", text]]],
  ["patch", [["patch", text]]],
  [
    "fetch",
    [
      ["fetch", text],
      ["body", text],
      ["to", text],
    ],
  ],
  [
    "skill",
    [
      ["skill", text],
      ["input", text],
    ],
  ],
  [
    "remote",
    [
      ["remote", choice("push", "publish", "upload", "create", "change", "delete", "grant")],
      ["service", text],
      ["what", text],
    ],
  ],
]);

/** The members that a use must have besides its first, by kind. */
const requiredMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["code", ["language"]],
  ["move", ["to"]],
  ["copy", ["to"]],
  ["remote", ["service"]],
]);
