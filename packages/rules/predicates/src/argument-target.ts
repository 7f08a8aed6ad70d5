import type { Target } from "@helve/effects";
import { literalTarget } from "@helve/effects";
import type { EffectsInput } from "./effects-part.ts";

/** The file or directory that an argument names, or the directory where the tool works for an absent one; `null` if it is unknown. */
export function argumentTarget(
  value: unknown,
  { policy, directory }: Pick<EffectsInput, "policy" | "directory">,
): Target | null {
  return typeof value === "string" ? literalTarget(value, { ...policy.base, directory }) : null;
}
