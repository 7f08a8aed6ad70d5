import type { Issue } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { Header, Program, Rule, UnknownPolicies } from "@helve/core/program";
import { GuardError } from "./guard-error.ts";

/**
 * Combines programs to one, as if their rules stood in one file. Each rule treats unknown results as in its own program. If one program
 * denies by default, the combined one does.
 *
 * @throws GuardError if two rules or two `let` bindings have the same name, or if the programs have different `on error` lines
 */
export function combinePrograms(programs: readonly Program[]): Program {
  const [first, ...others] = programs;
  if (first === undefined) throw new GuardError([{ code: "invalid_rules", message: "there is no program to combine" }]);
  if (others.length === 0) return first;
  const issues = [
    ...duplicates(programs, "rule", ({ rules }) => rules.map(({ name }) => `@${name}`)),
    ...duplicates(programs, "let", ({ bindings = [] }) => bindings.map(({ name }) => name)),
  ];
  const errors = new Set(programs.map(({ header }) => header?.onError ?? "violated"));
  if (errors.size > 1) {
    const message = `the programs differ in "on error" (${[...errors].join(", ")}): use one of them in all programs`;
    issues.push({ code: "different_on_error", message });
  }
  if (issues.length > 0) throw new GuardError(issues);
  const tests = programs.flatMap((program) => program.tests ?? []);
  return withoutUndefined({
    type: "program" as const,
    header: combinedHeader(programs.flatMap(({ header }) => header ?? [])),
    bindings: optional(programs.flatMap(({ bindings = [] }) => bindings)),
    rules: programs.flatMap(({ header, rules }) => rules.map((rule) => withHeader(rule, header))),
    tests: optional(tests),
    range: first.range,
  });
}

/** Returns the settings that apply to all combined rules. */
function combinedHeader(headers: readonly Header[]): Header | undefined {
  const [first] = headers;
  if (first === undefined) return undefined;
  const isDenied = headers.some((header) => header.default === "deny");
  return withoutUndefined({
    type: "header" as const,
    default: isDenied ? ("deny" as const) : undefined,
    onError: headers.find(({ onError }) => onError !== undefined)?.onError,
    trust: optional(headers.flatMap(({ trust = [] }) => trust)),
    untrusted: optional(headers.flatMap(({ untrusted = [] }) => untrusted)),
    range: first.range,
  });
}

/** Adds its program's `on unknown` settings to a rule. */
function withHeader(rule: Rule, header: UnknownPolicies = {}): Rule {
  const { onUnknown } = rule;
  return withoutUndefined({
    ...rule,
    onUnknown: onUnknown ?? header.onUnknown,
    onUnknownCode: rule.onUnknownCode ?? onUnknown ?? header.onUnknownCode,
    onUnknownPath: rule.onUnknownPath ?? onUnknown ?? header.onUnknownPath,
  });
}

/** Reports names that several programs use. */
function duplicates(
  programs: readonly Program[],
  kind: string,
  namesOf: (program: Program) => readonly string[],
): Issue[] {
  const seen = new Set<string>();
  const issues: Issue[] = [];
  for (const name of programs.flatMap(namesOf)) {
    if (seen.has(name))
      issues.push({ code: `duplicate_${kind}`, message: `two programs have a ${kind} ${name}: rename one` });
    seen.add(name);
  }
  return issues;
}

function optional<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}
