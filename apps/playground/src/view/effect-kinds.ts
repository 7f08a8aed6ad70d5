/** Shows effects by kind: the color of a `delete` says that it can do harm. */

/** The look of an effect, by how much harm it can do. */
export type EffectTone = "loss" | "change" | "network" | "run" | "read" | "unknown";

/** The name of each kind of effect for a person, and how it looks. */
const kinds: ReadonlyMap<string, readonly [label: string, tone: EffectTone]> = new Map([
  ["read", ["reads", "read"]],
  ["list", ["lists", "read"]],
  ["delete", ["deletes", "loss"]],
  ["destroy", ["destroys", "loss"]],
  ["discard", ["discards", "loss"]],
  ["write", ["writes", "change"]],
  ["move", ["moves", "change"]],
  ["database", ["database", "loss"]],
  ["remote", ["remote", "network"]],
  ["reveal", ["reveals", "network"]],
  ["execute", ["runs", "run"]],
  ["install", ["installs", "run"]],
  ["persist", ["runs later", "change"]],
  ["permission", ["rights", "change"]],
  ["privilege", ["as root", "loss"]],
  ["signal", ["signals", "change"]],
  ["network", ["network", "network"]],
  ["exhaust", ["exhausts", "loss"]],
  ["deserialize", ["loads objects", "run"]],
  ["anything", ["unknown", "unknown"]],
]);

/** Returns the name and the look of a kind of effect. */
export function effectKind(kind: string): { readonly label: string; readonly tone: EffectTone } {
  const [label, tone] = kinds.get(kind) ?? [kind, "unknown"];
  return { label, tone };
}

/** The tones from the least to the most important: of marks on the same characters, the last one is seen. */
export const toneOrder: readonly EffectTone[] = ["read", "run", "unknown", "network", "change", "loss"];
