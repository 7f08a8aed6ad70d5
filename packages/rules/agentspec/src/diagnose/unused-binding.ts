/** Reports `let` bindings that no rule uses. */
import { quote } from "@helve/core/internal";
import type { Binding, Program, Rule } from "@helve/core/program";
import type { ProgramDiagnostic } from "./rule-context.ts";
import { perRule } from "./rule-identity.ts";
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

/** Lists the bindings that rules use, directly or through others. */
function namesInUse({ bindings = [], rules }: Pick<Program, "bindings" | "rules">): ReadonlySet<string> {
  const names = new Set<string>();
  for (const rule of rules) for (const name of namesInRule(rule)) names.add(name);
  // A binding can use only those before it.
  for (const binding of bindings.toReversed()) {
    if (names.has(binding.name)) for (const name of letNames(collectBindingParts(binding))) names.add(name);
  }
  return names;
}

const namesInRule = perRule((rule) => new Set(letNames(collectRuleParts(rule))));

/** Returns the shared bindings that a rule uses as text. */
export function usedBindings(rule: Rule, { bindings = [] }: Program): string {
  if (bindings.length === 0) return "";
  const used = namesInUse({ bindings, rules: [rule] });
  return bindings.flatMap((binding) => (used.has(binding.name) ? bindingText(binding) : [])).join("\n");
}

const bindingTexts = new WeakMap<Binding, string>();

/** Returns the JSON of a binding without its places, by which equal bindings are found; kept after the first time. */
function bindingText(binding: Binding): string {
  const text =
    bindingTexts.get(binding) ??
    JSON.stringify(binding, (key, member: unknown) => (key === "range" ? undefined : member));
  bindingTexts.set(binding, text);
  return text;
}

/** Lists the bindings that references name. */
function letNames({ references }: Pick<RuleParts, "references">): readonly string[] {
  return references.flatMap(({ reference: { root, path } }) => (root === "let" ? [String(path[0])] : []));
}
