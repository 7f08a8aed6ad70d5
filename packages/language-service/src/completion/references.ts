// Suggestions for references to values, such as `args.to`, and for the members of the values.
import type { Value } from "@helve/agentspec";
import {
  appendToList,
  isWord,
  keysOf,
  type RootedSchema,
  type RuleContext,
  referenceRoots,
  referenceText,
  schemaOfMember,
  tokens as t,
  valueText,
  valueWords,
} from "@helve/agentspec/internal";
import { tokenMatcher } from "chevrotain";
import type { OpenProgram } from "../open-program.ts";
import { resolveValueOfAnyTool } from "../resolve-value.ts";
import { argumentsSchema, schemaDescriptions, schemaTypes } from "../signatures.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { referenceRootSuggestion } from "./keywords.ts";
import { analyzePartialRule } from "./partial-rule.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests references: the names of `let` bindings, roots such as `args`, and the arguments of the action (`args.to`) if no path follows. */
export function referenceSuggestions(
  program: OpenProgram,
  { ruleTokens: before, nextTokens: [next] }: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  const context = analyzePartialRule(program, before)?.context;
  const bindings = (context?.rule.bindings ?? []).map(({ name, value }): Suggestion => {
    const detail = value.type === "invoke_action" ? `result of ${value.tool}` : valueText(value);
    return { label: name, kind: "Variable", rank: 2, detail };
  });
  const hasPath = next?.tokenType === t.Dot || next?.tokenType === t.LeftBracket;
  const args = hasPath
    ? []
    : schemaMemberSuggestions(context === undefined ? [] : argumentSchemas(context)).map(argumentReferenceSuggestion);
  return [...bindings, ...args, ...usableRoots(frames, context).map(referenceRootSuggestion)];
}

/** The roots that have a value at the event of the rule; `step` only in a question about earlier steps. */
function usableRoots(frames: readonly ProductionFrame[], context: RuleContext | undefined): readonly string[] {
  const event = context?.rule.trigger.event ?? "before_action";
  const isInQuery = frames.some(({ production }) => production === "stepQuery" || production === "stepValue");
  return referenceRoots.filter((root) => {
    if (root === "observation") return event === "after_action";
    if (root === "before" || root === "after") return event === "state_change";
    if (root === "args") return event === "before_action" || event === "after_action";
    return root !== "step" || isInQuery;
  });
}

/** Suggests the members after the dot of a reference: `to` after `args.`. */
export function memberSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  return referenceMemberSuggestions(program, context, frames).filter(({ label }) => isWord(label));
}

/** Suggests the members after the bracket of a reference, as strings: `"to"` after `args[`. */
export function indexSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  return referenceMemberSuggestions(program, context, frames).map((part) => ({
    ...part,
    label: JSON.stringify(part.label),
  }));
}

/** Whether the tokens before the offset end with a value and not with a predicate. */
export function isAfterValue(program: OpenProgram, { ruleTokens: before, clause }: RuleCompletionContext): boolean {
  const isNegated = clause.at(-1)?.tokenType === t.NotWord;
  const [previous, last] = clause.slice(-2 - Number(isNegated), isNegated ? -1 : clause.length);
  if (last === undefined || tokenMatcher(last, t.Not)) return false;
  if (!tokenMatcher(last, t.Name) || previous?.tokenType === t.Dot) return true;
  if (valueWords.roots.includes(last.image)) return true;
  return analyzePartialRule(program, before)?.context.rule.bindings?.some(({ name }) => name === last.image) === true;
}

/** Suggests the members of the value that the reference before the offset refers to. */
function referenceMemberSuggestions(
  program: OpenProgram,
  { ruleTokens: before, clause }: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  const [step, around] = frames;
  if (step === undefined || around === undefined) return [];
  const partialRule = analyzePartialRule(program, before, clause.slice(around.start, step.start));
  return partialRule?.value === undefined ? [] : valueMemberSuggestions(partialRule.value, partialRule.context);
}

/** Suggests the members of a value: by its schema, or the keys of an object that a `let` names. */
function valueMemberSuggestions(value: Value, context: RuleContext): readonly Suggestion[] {
  if (value.type === "reference" && value.root === "action") {
    const [first, ...path] = value.path;
    if (first === undefined) return actionMemberSuggestions;
    return first === "args" ? valueMemberSuggestions({ ...value, root: "args", path }, context) : [];
  }
  if (value.type === "reference" && value.root === "args" && value.path.length === 0)
    return schemaMemberSuggestions(argumentSchemas(context));
  const target = resolveValueOfAnyTool(value, context);
  if (target.kind === "known") return schemaMemberSuggestions(target.schemas);
  if (target.kind === "unknown" || target.value.type !== "object") return [];
  return target.value.entries.map(({ key, value: entryValue }) => ({
    label: key,
    kind: "Property",
    rank: 0,
    detail: valueText(entryValue),
  }));
}

/** The argument schemas of the tools of the rule's trigger. */
function argumentSchemas({ tools = [] }: RuleContext): readonly RootedSchema[] {
  return tools.map(argumentsSchema);
}

/** Suggests the properties that schemas describe, each once, with its type and description. */
function schemaMemberSuggestions(schemas: readonly RootedSchema[]): readonly Suggestion[] {
  const schemasByName = new Map<string, RootedSchema[]>();
  for (const schema of schemas) {
    for (const name of keysOf(schema)) {
      const member = schemaOfMember(schema, name);
      if (member.kind === "known") appendToList(schemasByName, name, member.schema);
    }
  }
  return [...schemasByName].map(([name, described]) => {
    const documentation = schemaDescriptions(described);
    return {
      label: name,
      kind: "Property",
      rank: 0,
      detail: schemaTypes(described),
      ...(documentation !== undefined && { documentation }),
    };
  });
}

/** Changes a suggestion of an argument name to one of a reference to the argument: `args.to`. */
function argumentReferenceSuggestion(part: Suggestion): Suggestion {
  return { ...part, label: referenceText({ root: "args", path: [part.label] }), rank: 2 };
}

const actionMemberSuggestions: readonly Suggestion[] = ["args", "id", "name", "repairKinds"].map((label) => ({
  label,
  kind: "Property",
  rank: 0,
}));
