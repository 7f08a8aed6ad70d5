import { quote } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import type { ProgramDiagnostic } from "./rule-context.ts";
import { collectBindingParts, collectRuleParts, type RuleParts } from "./rule-parts.ts";

/** Reports bindings before the first rule that no rule uses. */
export const unusedBinding: ProgramDiagnostic = (program, report) => {
  const { bindings = [] } = program;
  if (bindings.length === 0) return;
  const used = namesInUse(program);
  for (const binding of bindings) {
    if (used.has(binding.name)) continue;
    report(binding, {
      code: "unused_binding",
      severity: "warning",
      message: `no rule uses ${quote(binding.name)}`,
      expected: "a rule that uses it",
    });
  }
};

/** The names that rules use, or that bindings use that rules use. */
function namesInUse({ bindings = [], rules }: Program): ReadonlySet<string> {
  const names = new Set(rules.flatMap((rule) => letNames(collectRuleParts(rule))));
  // A binding can use only those before it.
  for (const binding of bindings.toReversed()) {
    if (names.has(binding.name)) for (const name of letNames(collectBindingParts(binding))) names.add(name);
  }
  return names;
}

function letNames({ references }: Pick<RuleParts, "references">): readonly string[] {
  return references.flatMap(({ reference: { root, path } }) => (root === "let" ? [String(path[0])] : []));
}
