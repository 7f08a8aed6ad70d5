import type { RuleDiagnostic } from "./look.ts";
import { reportUnknown } from "./unknown-name.ts";

/** Predicates that the host does not have. */
export const unknownPredicate: RuleDiagnostic = (look, report) => {
  const { predicates: known } = look.known;
  const names = { code: "unknown_predicate", what: "predicate", expected: "a predicate of the host", known };
  reportUnknown(look.predicates, names, look, report);
};
