export { predicateCatalogue, predicates } from "./predicates.ts";
export type { CatalogueEntry } from "./predicates.ts";
export type { CodeArgument, Judge, Judgement, JudgeQuestion, Policy, SensitivePaths } from "./policy.ts";
export { PolicyError } from "./policy-error.ts";
export { defaultImportantFiles } from "./important-by-default.ts";
export { defaultSensitivePaths } from "./sensitive-paths.ts";
export { defaultTempDirectories } from "./temp-directories.ts";
export { defaultTrustedHosts } from "./trusted-hosts.ts";
