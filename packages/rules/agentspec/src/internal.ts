/**
 * Parts of the parser and of the diagnostics that `@helve/language-service` and `@helve/language-server` need: no public API, not covered by semantic versioning.
 */
export type { CatalogueIndex, ToolIndex } from "./diagnose/catalogue-index.ts";
export { appendToList, indexCatalogue, nameSuggester } from "./diagnose/catalogue-index.ts";
export type { ResolvedValue } from "./diagnose/infer-value.ts";
export { isScalar, resolveValue } from "./diagnose/infer-value.ts";
export { toolNameText, toolPatternText } from "./diagnose/quick-fixes.ts";
export type { RuleContext } from "./diagnose/rule-context.ts";
export { indexSharedBindings, ruleContext } from "./diagnose/rule-context.ts";
export { collectBindingParts, collectRuleParts } from "./diagnose/rule-parts.ts";
export type { RootedSchema } from "./diagnose/schema-lookup.ts";
export {
  findStepArgument,
  keysOf,
  requiredOf,
  schemaOfMember,
  schemasAtPath,
  typesOfSchema,
  valuesOfSchema,
} from "./diagnose/schema-lookup.ts";
export { diagnoseReadResult } from "./diagnose.ts";
export { valueText } from "./explain/source-text.ts";
export { isName, isWord } from "./format/names.ts";
export { type EarlierReading, rereadProgram } from "./reread-program.ts";
export { referenceText } from "./syntax/build-value.ts";
export { isDocComment } from "./syntax/comments.ts";
export { applyGrammar, describeGrammar } from "./syntax/grammar.ts";
export { nodeSchemas } from "./syntax/node-schema.ts";
export { normalizeDialect } from "./syntax/normalize-dialect.ts";
export { maxTextLength } from "./syntax/parse-program.ts";
export { isFirstOnLine } from "./syntax/parser-state.ts";
export { closedStringLiteral, decodeStringLiteral } from "./syntax/string-literal.ts";
export { stringPatterns } from "./syntax/string-patterns.ts";
export { startsTest, testTokensAt } from "./syntax/test-tokens.ts";
export { startsRule, withUnknownLines } from "./syntax/text-between-rules.ts";
export { tokenize } from "./syntax/tokenize.ts";
export * as tokens from "./syntax/tokens.ts";
export { isKeywordAt } from "./syntax/tokens.ts";
export { childNodes } from "./syntax/visit.ts";
export {
  comparisonOperators,
  defaultDecisions,
  enforcementNames,
  givenSubjects,
  isReservedName,
  referenceRoots,
  severities,
  sourceNames,
  testOutcomes,
  triggerEvents,
  unknownPolicies,
  unknownSubjects,
  valueWords,
} from "./syntax/vocabulary.ts";
