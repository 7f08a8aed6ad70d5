import type { Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import type { ProgramNode, Rule } from "@helve/core/program";
import { mostIssues } from "../syntax/reading.ts";
import { isTaken } from "../syntax/references.ts";
import { type Child, childrenOf } from "../syntax/visit.ts";

type Path = readonly (string | number)[];

/** What is wrong with rules, each of which is well formed: names that are given twice, or not at all. */
export function ruleSetIssues(rules: readonly Rule[], path: Path): readonly Issue[] {
  const issues: Issue[] = [];
  const names = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    const at = path.length === 0 ? [] : [...path, index];
    const first = names.get(rule.name);
    if (first === undefined) names.set(rule.name, index);
    else {
      const message = `there is a rule ${quote(rule.name)} already, at ${jsonPointer([...path, first])}`;
      issues.push(issueAt([...at, "name"], "duplicate_rule", message, "another name"));
    }
    ruleIssues(rule, at, issues);
    if (issues.length > mostIssues) break;
  }
  return issues.slice(0, mostIssues);
}

function ruleIssues(rule: Rule, path: Path, issues: Issue[]): void {
  const known = new Set<string>();
  for (const { node, path: step } of childrenOf(rule)) {
    look(node, [...path, ...step], known, issues);
    if (node.type !== "binding") continue;
    if (known.has(node.name) || isTaken(node.name)) {
      const message = `${quote(node.name)} has a meaning already`;
      issues.push(issueAt([...path, ...step, "name"], "duplicate_binding", message, "another name"));
    }
    known.add(node.name);
  }
}

function look(node: ProgramNode, path: Path, bindings: ReadonlySet<string>, issues: Issue[]): void {
  if (node.type === "reference" && node.root === "let" && !bindings.has(String(node.path[0]))) {
    const message = `there is no binding ${quote(String(node.path[0] ?? ""))} before it`;
    issues.push(issueAt([...path, "path"], "unknown_binding", message, "the name of a binding"));
  }
  if (node.type === "object") duplicateKeys(childrenOf(node), path, issues);
  for (const child of childrenOf(node)) look(child.node, [...path, ...child.path], bindings, issues);
}

function duplicateKeys(entries: readonly Child[], path: Path, issues: Issue[]): void {
  const seen = new Set<string>();
  for (const { node, path: step } of entries) {
    if (node.type !== "entry") continue;
    if (seen.has(node.key)) {
      const message = `the key ${quote(node.key)} is there already`;
      issues.push(issueAt([...path, ...step, "key"], "duplicate_key", message, "another key"));
    }
    seen.add(node.key);
  }
}

function issueAt(path: Path, code: string, problem: string, expected: string): Issue {
  const pointer = jsonPointer(path);
  return { code, message: `${pointer}: ${problem}: expected ${expected}`, path: pointer, expected };
}
