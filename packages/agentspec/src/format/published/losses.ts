import type { Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { ProgramNode } from "@helve/core/program";

/** What of a rule can't be said. */
export interface Losses {
  /** What is left out, or changed, of rules that are written. */
  readonly parts: Issue[];
  /** Why a rule is left out as a whole. */
  readonly whole: Issue[];
}

/** A place in a program. */
export interface Site {
  readonly path: readonly (string | number)[];
  readonly range: ProgramNode["range"];
  /** The name of the rule. */
  readonly rule: string;
}

/** Notes that a rule is written without a part of it. */
export function leaveOut(site: Site, what: string, losses: Losses): void {
  losses.parts.push(issueAt(site, "part_left_out", `rule @${site.rule}: ${what}`));
}

/** Notes why a rule can't be written at all. */
export function refuseRule(site: Site, what: string, losses: Losses): undefined {
  losses.whole.push(issueAt(site, "rule_left_out", `rule @${site.rule} is left out: ${what}`));
}

/** The same place in a node of the one at a site. */
export function inside(site: Site, node: ProgramNode, ...path: readonly (string | number)[]): Site {
  return { ...site, path: [...site.path, ...path], range: node.range };
}

function issueAt({ path, range }: Site, code: string, message: string): Issue {
  return { code, message, path: jsonPointer(path), range };
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const taken = new Set([
  ...["rule", "trigger", "check", "enforce", "end", "and", "or", "not", "true", "false"],
  ...["user_inspection", "llm_self_reflect", "llm_self_examine", "invoke_action", "stop", "skip", "none", "any"],
]);

/** Whether a name is one in the published language: Latin letters, digits and `_`, and no word of the language. */
export function isPublishedName(name: string): boolean {
  return identifier.test(name) && !taken.has(name.toLowerCase());
}
