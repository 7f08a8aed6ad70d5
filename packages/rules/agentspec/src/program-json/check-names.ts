import type { Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import type { Binding, ProgramNode, Rule } from "@helve/core/program";
import { maxIssues } from "../syntax/parser-state.ts";
import { type ChildNode, childNodes } from "../syntax/visit.ts";
import { isReservedName } from "../syntax/vocabulary.ts";

type Path = readonly (string | number)[];

/** Finds the naming issues of well-formed rules: duplicate rules, bindings and keys, and unknown bindings. */
export function nameIssues(rules: readonly Rule[], path: Path, shared: readonly Binding[] = []): readonly Issue[] {
  const issues: Issue[] = [];
  const names = new Map<string, number>();
  const sharedNames = new Set<string>();
  addBindingIssues(
    shared.map((node, index) => ({ node, path: ["bindings", index] })),
    [],
    sharedNames,
    issues,
  );
  for (const [index, rule] of rules.entries()) {
    const at = path.length === 0 ? [] : [...path, index];
    const first = names.get(rule.name);
    if (first === undefined) names.set(rule.name, index);
    else {
      const message = `the rule name ${quote(rule.name)} is already used at ${jsonPointer([...path, first])}`;
      issues.push(namingIssue([...at, "name"], "duplicate_rule", message, "another name"));
    }
    addBindingIssues(childNodes(rule), at, new Set(sharedNames), issues);
    if (issues.length > maxIssues) break;
  }
  return issues.slice(0, maxIssues);
}

/** Adds the naming issues of the parts of a rule, or of the bindings before the rules. @param known - the names so far */
function addBindingIssues(parts: readonly ChildNode[], path: Path, known: Set<string>, issues: Issue[]): void {
  for (const { node, path: step } of parts) {
    addNodeIssues(node, [...path, ...step], known, issues);
    if (node.type !== "binding") continue;
    if (known.has(node.name) || isReservedName(node.name)) {
      const message = `${quote(node.name)} is already defined`;
      issues.push(namingIssue([...path, ...step, "name"], "duplicate_binding", message, "another name"));
    }
    known.add(node.name);
  }
}

/** Adds the naming issues of a node and its descendants: unknown bindings and duplicate keys. */
function addNodeIssues(node: ProgramNode, path: Path, bindings: ReadonlySet<string>, issues: Issue[]): void {
  if (node.type === "reference" && node.root === "let" && !bindings.has(String(node.path[0]))) {
    const message = `there is no binding ${quote(String(node.path[0] ?? ""))} before it`;
    issues.push(namingIssue([...path, "path"], "unknown_binding", message, "the name of a binding"));
  }
  if (node.type === "object") addDuplicateKeyIssues(childNodes(node), path, issues);
  for (const child of childNodes(node)) addNodeIssues(child.node, [...path, ...child.path], bindings, issues);
}

/** Adds an issue for each key that an object has more than once. */
function addDuplicateKeyIssues(entries: readonly ChildNode[], path: Path, issues: Issue[]): void {
  const seen = new Set<string>();
  for (const { node, path: step } of entries) {
    if (node.type !== "entry") continue;
    if (seen.has(node.key)) {
      const message = `the key ${quote(node.key)} is already used`;
      issues.push(namingIssue([...path, ...step, "key"], "duplicate_key", message, "another key"));
    }
    seen.add(node.key);
  }
}

/** Creates an issue at a path of the JSON value. */
function namingIssue(path: Path, code: string, problem: string, expected: string): Issue {
  const pointer = jsonPointer(path);
  return { code, message: `${pointer}: ${problem}: expected ${expected}`, path: pointer, expected };
}
