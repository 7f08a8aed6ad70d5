/**
 * The common path in one import: rules, predicates, languages and questions to a person. The packages behind it are for programs that
 * compose their own.
 */
export { guard } from "./guard.ts";
export type { GuardOptions } from "./guard.ts";
export { GuardError } from "./guard-error.ts";
export { readRules } from "./read-rules.ts";
export type { RulesInput } from "./read-rules.ts";
export { combinePrograms } from "./combine-programs.ts";

// For hosts with predicates of their own.
export { policyPredicates } from "./policy-predicates.ts";
export type { CreatePredicates, PolicyPredicates } from "./policy-predicates.ts";
export { allLanguages, loadLanguages, withLanguages } from "./languages.ts";

// The types of the options, and the errors that `guard` throws.
export { ProgramError } from "@helve/agentspec";
export type { Guard, ToolSummary, InspectionRequest, Predicate } from "@helve/core";
export type { Program } from "@helve/core/program";
export { type Engine, inspectLater, PlanError } from "@helve/enforcer";
export type { InspectionAnswer, Inspector, LateAnswer, LateAnswerOptions, PendingVerdict } from "@helve/enforcer";
export { PolicyError, rulePresets } from "@helve/predicates";
export type { Policy, ProjectFacts, RulePreset } from "@helve/predicates";
