/** Data about a rule that does not depend on its offset. It is reused when the text before the rule changes. */
import type { Rule } from "@helve/core/program";

const identities = new WeakMap<Rule, object>();

/** Returns an object that identifies a rule, also after the text before it changed. */
export function identityOf(rule: Rule): object {
  const known = identities.get(rule);
  if (known !== undefined) return known;
  const identity = {};
  identities.set(rule, identity);
  return identity;
}

/** Records that two rules are the same rule at different offsets. */
export function keepIdentity(from: Rule, to: Rule): void {
  identities.set(to, identityOf(from));
}

/** Caches the results of a function of a rule. They must not depend on the rule's place. */
export function perRule<Value extends object>(compute: (rule: Rule) => Value): (rule: Rule) => Value {
  const cache = new WeakMap<object, Value>();
  return (rule) => {
    const identity = identityOf(rule);
    const known = cache.get(identity);
    if (known !== undefined) return known;
    const value = compute(rule);
    cache.set(identity, value);
    return value;
  };
}
