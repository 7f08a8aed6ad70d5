import { patch } from "@helve/effects/patch";
import { argumentValues } from "./argument-values.ts";
import { describeType } from "./describe-type.ts";
import { type ActionEffects, type EffectsInput, inSequence, unknownPart } from "./effects-part.ts";
import type { PatchUse } from "./tool-use.ts";

/** The effects of applying the patches in an argument. */
export function patchEffects(use: PatchUse, { args, policy, state }: EffectsInput): ActionEffects {
  return inSequence(argumentValues(args, use.patch), state, ({ value, path }, before) => {
    if (typeof value !== "string") {
      return { parts: [unknownPart(`the patch at ${path} must be a string, not ${describeType(value)}`)] };
    }
    const { effects, after } = patch.read(value, { ...policy.base, languages: policy.original.languages, ...before });
    return { parts: [{ path, text: value, effects }], after };
  });
}
