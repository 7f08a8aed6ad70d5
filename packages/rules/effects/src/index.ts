/** The root entry of `@helve/effects`: the types of effects, and functions for readers, paths and globs. It loads no parser. */
export type {
  AnythingEffect,
  Certainty,
  CommandEffect,
  CommandWord,
  DatabaseEffect,
  DeserializeEffect,
  DiscardEffect,
  Effect,
  EffectBase,
  EffectKind,
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
  RemoteEffect,
  RevealEffect,
  SignalEffect,
  Target,
  WriteEffect,
} from "./effects.ts";
export { dataOfDirectory, runsOn, textsOfFile } from "./execution-state.ts";
export type { ExecutionState, FileData, KnownData } from "./execution-state.ts";
export { fileKey } from "./file-key.ts";
export type { LookupMap } from "./layered-map.ts";
export { LayeredMap } from "./layered-map.ts";
export { languageNamed, limitedNesting, readCode, unknownEffects } from "./languages.ts";
export type { EffectContext, EffectReader, Effects, Languages, Nesting } from "./languages.ts";
export { globsOverlap } from "./glob-overlap.ts";
export type { GlobPath } from "./glob-overlap.ts";
export type { SyntaxTree, SyntaxTreeResult } from "./syntax-tree.ts";
export { escapeGlob, hasWildcard, joinPath, normalizePath, unescapeGlob } from "./path.ts";
export { literalTarget } from "./literal-path.ts";
export { followLinks } from "./symbolic-links.ts";
export type { PathUse, Links } from "./symbolic-links.ts";
export { isAttackTool } from "./attack-tools.ts";
export { lookAlike } from "./look-alikes.ts";
export type { LookAlike } from "./look-alikes.ts";
export { writeConsequences } from "./persistent-paths.ts";
export type { WriteConsequence } from "./persistent-files.ts";
export { skillCommands, skillName } from "./written-code/skill-commands.ts";
export type { SkillCommand } from "./written-code/skill-commands.ts";
export { normalizeWindowsPath, portablePath } from "./windows-path.ts";
