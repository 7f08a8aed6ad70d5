import type { Binding, Rule } from "../syntax/index.ts";

const bindings = new WeakMap<Rule, ReadonlyMap<string, Binding>>();

/** What a rule has given a name to. */
export function bindingOf(rule: Rule, name: string | number | undefined): Binding | undefined {
  if (rule.bindings === undefined) return undefined;
  const known = bindings.get(rule) ?? new Map(rule.bindings.map((binding) => [binding.name, binding]));
  bindings.set(rule, known);
  return known.get(String(name));
}
