/** The subpath `@helve/guard/node`: rules and policies in files, a person at the terminal, facts about a project. */
export { type TerminalInspectorOptions, terminalInspector } from "@helve/enforcer/node";
export { type ProjectFactsOptions, projectFacts } from "@helve/predicates/node";
export { policyFile } from "./node/policy-file.ts";
export { rulesFile } from "./node/rules-file.ts";
