import { fetchEffects, remoteEffects } from "./address-effects.ts";
import { codeEffects } from "./code-effects.ts";
import type { ActionEffects, EffectsInput } from "./effects-part.ts";
import { fileToolEffects } from "./file-tool-effects.ts";
import { patchEffects } from "./patch-effects.ts";
import { skillEffects } from "./skill-effects.ts";
import type { ToolUse } from "./tool-use.ts";

/** The effects of one use of a tool's arguments. */
export function useEffects(use: ToolUse, input: EffectsInput): ActionEffects {
  if ("code" in use) return codeEffects(use, input);
  if ("patch" in use) return patchEffects(use, input);
  if ("fetch" in use) return fetchEffects(use, input);
  if ("remote" in use) return remoteEffects(use, input);
  if ("skill" in use) return skillEffects(use, input);
  return fileToolEffects(use, input);
}
