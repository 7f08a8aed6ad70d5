import type { Issue } from "@helve/core";
import type { Reference, Rule, TriggerEvent } from "@helve/core/program";

/** Finds references to what has no value at the event of a rule, which would never fire: `args.path` at `state_change`. */
export function misplacedNames({ name, trigger, bindings, check, enforce }: Rule): readonly Issue[] {
  return references([bindings, check, enforce]).flatMap(({ root, range }) => {
    const places = placesOf.get(root);
    if (places === undefined || places.events.includes(trigger.event)) return [];
    const message = `rule @${name}: ${root} has no value at ${trigger.event}: ${places.advice}`;
    return [{ code: "misplaced_name", message, ...(range !== undefined && { range }) }];
  });
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
