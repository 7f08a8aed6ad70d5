/** The data that all diagnostics of a rule need: its parts by kind, the catalogue, and the matched tools. */
import type { Issue } from "@helve/core";
import type { Binding, Program, ProgramNode, Rule } from "@helve/core/program";
import type { CatalogueTool } from "./catalogue.ts";
import type { CatalogueIndex } from "./catalogue-index.ts";
import { collectRuleParts, type RuleParts } from "./rule-parts.ts";

/** The input of each rule diagnostic: a rule, its parts by kind, the catalogue, and the tools that the rule's trigger matches. */
export interface RuleContext extends RuleParts {
  readonly rule: Rule;
  readonly catalogue: CatalogueIndex;
  /** The text of the program, if the program was parsed from a text. */
  readonly text?: string;
  /** The tools that the trigger matches; absent if one of its patterns matches no tool of the catalogue. */
  readonly tools?: readonly CatalogueTool[];
  /** The `let` bindings before the first rule, by name. */
  readonly sharedBindings: ReadonlyMap<string, Binding>;
}

/** Reports an issue of a node; without a `range`, the issue gets the range of the node. */
export type ReportIssue = (node: ProgramNode, issue: Omit<Issue, "path">) => void;

/** A check for one kind of problem within a rule. */
export type RuleDiagnostic = (context: RuleContext, report: ReportIssue) => void;

/** A check for one kind of problem that concerns the program as a whole, such as two rules in conflict. */
export type ProgramDiagnostic = (program: Program, report: ReportIssue, catalogue: CatalogueIndex) => void;

const bindingsByRule = new WeakMap<Rule, ReadonlyMap<string, Binding>>();

/** Finds the `let` binding of a name in a rule. */
export function findBinding(rule: Rule, name: string | number | undefined): Binding | undefined {
  if (rule.bindings === undefined) return undefined;
  const bindings = bindingsByRule.get(rule) ?? new Map(rule.bindings.map((binding) => [binding.name, binding]));
  bindingsByRule.set(rule, bindings);
  return bindings.get(String(name));
}

/** The bindings before the first rule, by name. */
export function indexSharedBindings({ bindings = [] }: Program): ReadonlyMap<string, Binding> {
  return new Map(bindings.map((binding) => [binding.name, binding]));
}

/** Creates the context in which a rule is diagnosed. */
export function ruleContext(
  rule: Rule,
  catalogue: CatalogueIndex,
  text: string | undefined,
  sharedBindings: ReadonlyMap<string, Binding> = new Map(),
): RuleContext {
  const tools = catalogue.tools?.matching(rule.trigger);
  return {
    rule,
    catalogue,
    sharedBindings,
    ...collectRuleParts(rule),
    text,
    tools,
  };
}
