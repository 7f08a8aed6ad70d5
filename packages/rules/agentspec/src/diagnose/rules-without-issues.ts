import type { Rule } from "@helve/core/program";
import type { CatalogueIndex } from "./catalogue-index.ts";
import { identityOf } from "./rule-identity.ts";

/**
 * Whether the diagnostics of a rule found no issue, with the same catalogue and the same shared bindings. Only such rules are kept: the
 * suggestions in an issue also depend on the rest of the text.
 */
export function isWithoutIssues(rule: Rule, catalogue: CatalogueIndex, bindings: string): boolean {
  const kept = known.get(identityOf(rule));
  return (
    kept !== undefined &&
    kept.tools === catalogue.tools &&
    kept.toolkits === catalogue.toolkits &&
    kept.predicates === catalogue.predicates &&
    kept.enforcements === catalogue.enforcements &&
    kept.bindings === bindings
  );
}

/** The context on which a rule's issues depend besides the rule itself. */
interface Surroundings extends Omit<CatalogueIndex, "suggestName"> {
  /** The shared bindings that the rule uses, as `usedBindings` writes them. */
  readonly bindings: string;
}

const known = new WeakMap<object, Surroundings>();

/** Records that a rule has no issue. */
export function keepWithoutIssues(rule: Rule, catalogue: CatalogueIndex, bindings: string): void {
  const { suggestName: _, ...parts } = catalogue;
  known.set(identityOf(rule), { ...parts, bindings });
}
