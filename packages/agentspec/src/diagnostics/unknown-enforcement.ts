import type { RuleDiagnostic } from "./look.ts";
import { reportUnknown } from "./unknown-name.ts";

/** Domain enforcements that the host does not have. What is written as none of any kind is not read in the first place. */
export const unknownEnforcement: RuleDiagnostic = (look, report) => {
  const { enforcements: known } = look.known;
  const names = { code: "unknown_enforcement", what: "enforcement", expected: "an enforcement of the host", known };
  const nodes = look.rule.enforce.filter((node) => node.type === "domain");
  reportUnknown(nodes, names, look, report);
};
