import type { Target } from "@helve/effects";
import { literalTarget } from "@helve/effects";
import type { EffectsInput } from "./effects-part.ts";

/** The file or directory that an argument names; for an absent argument, the directory where the tool works; `null` if it is unknown. */
export function argumentTarget(
  value: unknown,
  { policy, directory }: Pick<EffectsInput, "policy" | "directory">,
): Target | null {
  return typeof value === "string" ? literalTarget(value, { ...policy.base, directory }) : null;
}
