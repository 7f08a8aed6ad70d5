import type { Binding, Rule } from "@helve/core/program";
import type { CatalogueIndex } from "./catalogue-index.ts";

/** What the issues of a rule depend on besides the rule. */
interface Surroundings extends Omit<CatalogueIndex, "suggestName"> {
  readonly bindings: readonly Binding[] | undefined;
}

const known = new WeakMap<Rule, Surroundings>();

/**
 * Whether the diagnostics of a rule found no issue, with the same catalogue and the same shared bindings. Only such rules are kept: the
 * suggestions in an issue also depend on the rest of the text.
 */
export function isWithoutIssues(rule: Rule, catalogue: CatalogueIndex, bindings: Surroundings["bindings"]): boolean {
  const kept = known.get(rule);
  return (
    kept !== undefined &&
    kept.tools === catalogue.tools &&
    kept.toolkits === catalogue.toolkits &&
    kept.predicates === catalogue.predicates &&
    kept.enforcements === catalogue.enforcements &&
    kept.bindings === bindings
  );
}

/** Records that a rule has no issue. */
export function keepWithoutIssues(rule: Rule, catalogue: CatalogueIndex, bindings: Surroundings["bindings"]): void {
  const { suggestName: _, ...parts } = catalogue;
  known.set(rule, { ...parts, bindings });
}

/** Records that a rule was moved, and is otherwise the same. */
export function keepMoved(from: Rule, to: Rule): void {
  const kept = known.get(from);
  if (kept !== undefined) known.set(to, kept);
}
