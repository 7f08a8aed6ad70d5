export { Engine } from "./engine.ts";
export type { EngineOptions } from "./engine-options.ts";
export type { FixHandler, InspectionAnswer, Inspector } from "./enforcements/user-inspection.ts";
export type { Reflection, ReflectionRequest, Reflector } from "./enforcements/llm-self-reflect.ts";
export { PlanError } from "./plan-error.ts";
export { findingInWords, ruleInWords } from "./words.ts";
