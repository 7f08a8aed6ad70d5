/** Marks guarded tools and servers, so that `assertGuarded` can recognize them. */

const mark = Symbol.for("@helve/openai-agents.guarded");

/** Marks a tool or a server as guarded. A copy of it is not marked, because its functions may be others. */
export function markGuarded<Guarded extends object>(guarded: Guarded): Guarded {
  return Object.defineProperty(guarded, mark, { value: guarded });
}

/** Whether `markGuarded` marked this very object. */
export function isGuarded(value: object): boolean {
  return (value as { readonly [mark]?: unknown })[mark] === value;
}
