export { shellEffects } from "./shell-effects.ts";
export { pythonEffects } from "./python-effects.ts";
export type {
  AnythingEffect,
  Certainty,
  DeserializeEffect,
  DiscardEffect,
  Effect,
  EffectBase,
  EffectKind,
  EffectOptions,
  Effects,
  ExecuteEffect,
  ExhaustEffect,
  FileEffect,
  InstallEffect,
  MoveEffect,
  NetworkEffect,
  Origin,
  PermissionEffect,
  PersistenceEffect,
  PrivilegeEffect,
  SignalEffect,
  Target,
  WriteEffect,
} from "./effects.ts";
export { globsOverlap } from "./glob-overlap.ts";
export type { GlobPath } from "./glob-overlap.ts";
export { escapeGlob, hasWildcard, joinPath, normalizePath, unescapeGlob } from "./path.ts";
