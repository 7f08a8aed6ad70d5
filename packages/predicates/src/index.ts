export { shellPredicates } from "./shell-predicates.ts";
export type { Policy } from "./policy.ts";
export { shellEffects } from "./shell-effects.ts";
export type { Effect, ShellEffects, ShellOptions, Target, UnknownEffect } from "./shell-effects.ts";
export type { EffectKind } from "./shell/catalogue-entry.ts";
