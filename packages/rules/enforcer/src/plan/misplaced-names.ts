import type { Issue } from "@helve/core";
import type { Binding, Reference, Rule, TriggerEvent } from "@helve/core/program";

/**
 * Finds references to what has no value at the event of a rule, which would never fire: `args.path` at `state_change`.
 *
 * @param shared - the bindings before the rules
 */
export function misplacedNames(
  { name, trigger, bindings, check, enforce }: Rule,
  shared: readonly Binding[] = [],
): readonly Issue[] {
  return references([bindings, check, enforce]).flatMap((reference) => {
    const roots = reference.root === "let" ? rootsOf(reference, shared) : [reference.root];
    return roots.flatMap((root) => {
      const places = placesOf.get(root);
      if (places === undefined || places.events.includes(trigger.event)) return [];
      const what = reference.root === "let" ? `${String(reference.path[0])} needs ${root}, which` : root;
      const message = `rule @${name}: ${what} has no value at ${trigger.event}: ${places.advice}`;
      return [{ code: "misplaced_name", message, range: reference.range }];
    });
  });
}

/** Returns the roots (such as `args`) that a shared binding uses, directly or through others. */
function rootsOf(reference: Reference, shared: readonly Binding[]): readonly string[] {
  const roots = new Set<string>();
  const seen = new Set<unknown>();
  const names = [reference.path[0]];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const binding = shared.find((one) => one.name === name);
    if (binding === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const { root, path } of references(binding.value)) {
      if (root === "let") names.push(path[0]);
      else roots.add(root);
    }
  }
  return [...roots];
}

interface Places {
  readonly events: readonly TriggerEvent[];
  readonly advice: string;
}

const atActions: Places = {
  events: ["before_action", "after_action"],
  advice: "it belongs to an action; use state, or last(Toolkit.Tool).args",
};
const atChanges: Places = { events: ["state_change"], advice: "it is the state around a change; use state" };

const placesOf: ReadonlyMap<string, Places> = new Map([
  ["args", atActions],
  [
    "observation",
    { events: ["after_action"], advice: "it is the result of the action; use last(Toolkit.Tool).result" },
  ],
  ["before", atChanges],
  ["after", atChanges],
]);

/** The references in a part of a syntax tree. */
function references(part: unknown): readonly Reference[] {
  if (typeof part !== "object" || part === null) return [];
  const isReference = (part as { readonly type?: unknown }).type === "reference";
  return isReference ? [part as Reference] : Object.values(part).flatMap(references);
}
