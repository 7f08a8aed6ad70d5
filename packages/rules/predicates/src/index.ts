export { predicateCatalogue, predicates } from "./predicates.ts";
export type { Predicate } from "@helve/core";
export type { CatalogueEntry } from "./predicates.ts";
export type { Judge, Judgement, JudgeQuestion, Policy, SensitivePaths } from "./policy.ts";
export { factSentence } from "./fact-sentence.ts";
export { memoryFacts, projectStateProblem } from "./memory-facts.ts";
export type { ProjectState } from "./memory-facts.ts";
export type { BranchFacts, PathStatus, ProjectFacts } from "./project-facts.ts";
export { PolicyError } from "./policy-error.ts";
export { defaultImportantFiles } from "./default-important-files.ts";
export { defaultSensitivePaths } from "./default-sensitive-paths.ts";
export { defaultTempDirectories } from "./default-temp-directories.ts";
export { defaultTrustedHosts } from "./default-trusted-hosts.ts";
export type {
  ArgumentReference,
  CodeUse,
  CopyUse,
  CreateUse,
  DeleteUse,
  EditUse,
  FetchUse,
  ListUse,
  MoveUse,
  PatchUse,
  ReadUse,
  RemoteUse,
  SearchUse,
  SkillUse,
  ToolUse,
  ToolUses,
  UseCondition,
  WriteUse,
} from "./tool-use.ts";
export { describeEffects } from "./describe-effects.ts";
export type { DescribedEffect } from "./describe-effects.ts";
export { effectsOfCall } from "./effects-of-call.ts";
export type { CallEffects, EffectsOfCallOptions } from "./effects-of-call.ts";
export type { RunningCode } from "./session-state/running-code.ts";
export { imaginaryProject } from "./imaginary-project.ts";
export { languageCall, languageNamed, languageTools } from "./language-tools.ts";
export { type RulePreset, rulePresets } from "./rule-presets.ts";
export { toolPresets } from "./tool-presets.ts";
export { toolsFromFunctions } from "./tools-from-functions.ts";
export { unmappedTools } from "./unmapped-tools.ts";
export type { DescribedTool } from "./described-tool.ts";
export type { ArgumentRole } from "./tool-traits/argument-roles.ts";
export { resultTrust, toolTraits } from "./tool-traits.ts";
export type { ToolTraits, ToolTraitsByName } from "./tool-traits.ts";
export { readRequest } from "./request/read-request.ts";
export type { RequestedAct, UserRequest } from "./request/user-request.ts";
export type { ActKind } from "./request/lexicon.ts";
export { whyAllowed } from "./why-allowed.ts";
