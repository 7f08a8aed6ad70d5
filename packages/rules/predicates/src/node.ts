/** The subpath `@helve/predicates/node`: facts about a project by git and the file system. */
export { type Comparison, changedFiles } from "./node/changed-files.ts";
export { linkTargets } from "./node/link-targets.ts";
export { type ProjectFactsOptions, projectFacts } from "./node/project-facts.ts";
export { smallFileText } from "./node/small-file-text.ts";
