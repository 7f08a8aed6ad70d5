import { isKeywordAt, severities, tokens as t, triggerEvents } from "@helve/agentspec/internal";
import type { OpenProgram } from "../open-program.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { Continuation } from "./continuations.ts";
import {
  enforcementSuggestion,
  enforcementSuggestions,
  eventSuggestion,
  fixedWordSuggestions,
  keywordSuggestion,
  operatorSuggestions,
  severitySuggestion,
  sourceNameSuggestions,
} from "./keywords.ts";
import { domainEnforcementSuggestions, fixNameSuggestions, predicateSuggestions } from "./names.ts";
import { invokedArgumentsSuggestions, objectKeySuggestions } from "./object-keys.ts";
import { indexSuggestions, isAfterValue, memberSuggestions } from "./references.ts";
import type { Suggestion } from "./suggestion.ts";
import { invokedToolSuggestions, toolkitMemberSuggestions, toolPatternSuggestions } from "./tools.ts";
import { truthLiteralSuggestions, valueSuggestions } from "./values.ts";

/** Suggests everything that the grammar allows at an offset in a rule: names, values, keywords. */
export function ruleSuggestions(program: OpenProgram, context: RuleCompletionContext): readonly Suggestion[] {
  return context.continuations.flatMap((continuation) => suggestionsFor(continuation, context, program));
}

/** Suggests texts for one token type that the grammar allows, depending on the production it belongs to. */
function suggestionsFor(
  continuation: Continuation,
  context: RuleCompletionContext,
  program: OpenProgram,
): readonly Suggestion[] {
  const { token, nth, frames } = continuation;
  const [frame] = frames;
  if (frame === undefined) return [];
  const isCall = context.nextTokens[0]?.tokenType === t.LeftParen;
  switch (`${frame.production} ${token}`) {
    case "trigger TriggerEvent":
      return context.nextTokens[0]?.tokenType === t.Dot ? [] : triggerEvents.map(eventSuggestion);
    case "toolPattern Name":
      // Names of several words are a non-canonical spelling: only the first word is completed.
      return nth === 0 ? toolPatternSuggestions(program, context) : [];
    case "toolMember Word":
      return [...toolkitMemberSuggestions(program, context, frames[1] ?? frame), keywordSuggestion("any")];
    case "toolName Name":
      if (isAfterSum(context)) return [];
      return [
        ...toolPatternSuggestions(program, context),
        ...(frames[1]?.production === "source" ? sourceNameSuggestions : []),
      ];
    case "notes Name":
      return severities.map(severitySuggestion);
    case "predicate Name":
      return [...predicateSuggestions(program, isCall), ...truthLiteralSuggestions];
    case "word Name":
      if (isInCount(context, frames)) return [];
      return valueSuggestions(program, context, frames);
    case "step Word":
      return memberSuggestions(program, context, frames);
    case "step StringLiteral":
      return indexSuggestions(program, context, frames);
    case "comparison Compare":
      return isAfterValue(program, context) ? operatorSuggestions(context.clause.at(-1)?.tokenType === t.NotWord) : [];
    case "quantifier Compare":
      return operatorSuggestions(context.clause.at(-1)?.tokenType === t.NotWord);
    case "entry StringLiteral":
      return objectKeySuggestions(program, context, frames);
    case "object LeftBrace":
      return invokedArgumentsSuggestions(program, context, frames);
    case "userInspection UserInspection":
      return enforcementSuggestions(isCall);
    case "userInspection Name":
      return fixNameSuggestions(program, context, frame);
    case "domainEnforcement Name":
      return domainEnforcementSuggestions(program, context, frame);
    case "invokeAction InvokeAction":
      return [enforcementSuggestion("invoke_action", isCall)];
    case "invokedTool Name":
      return invokedToolSuggestions(program, context);
    case "invokedTool Word":
      return toolkitMemberSuggestions(program, context, frame);
    case "provenance Name":
      return isAfterValue(program, context) ? fixedWordSuggestions(frame.production, nth, isCall) : [];
    case "stepValue Name":
      // Domain enforcements accept only literals.
      if (frames.some(({ production }) => production === "domainEnforcement") || isInCount(context, frames)) return [];
      return fixedWordSuggestions(frame.production, nth, isCall);
    default:
      return token === "Name"
        ? fixedWordSuggestions(frame.production, nth, isCall)
        : clauseKeywordSuggestion(token, context);
  }
}

/** Whether the offset is directly after `sum(`, where the grammar would allow a tool as after `count(`. */
function isAfterSum({ clause }: RuleCompletionContext): boolean {
  return clause.at(-1)?.tokenType === t.LeftParen && clause.at(-2)?.image === "sum";
}

/** Whether the offset is in `count(…)` or `last(…)` where the grammar would allow the value of a `sum`. */
function isInCount({ clause }: RuleCompletionContext, frames: Continuation["frames"]): boolean {
  const around = frames.find(({ production }) => production === "stepQuery" || production === "stepValue");
  if (around?.production !== "stepValue" || around.start >= clause.length - 1) return false;
  return clause[around.start]?.image !== "sum";
}

const keywordTypes = new Map(
  [t.Trigger, t.Check, t.Enforce, t.End, t.Let, t.Severity, t.Priority, t.On].map(({ name }) => [
    name,
    name.toLowerCase(),
  ]),
);

/** Suggests a keyword, unless it would not be valid there: a second `severity`, or a keyword directly after `trigger`. */
function clauseKeywordSuggestion(token: string, { clause }: RuleCompletionContext): readonly Suggestion[] {
  const word = keywordTypes.get(token);
  // After `trigger`, an event or a tool is required before any keyword.
  const isTriggerEmpty = isKeywordAt(clause, clause.length - 1, t.Trigger);
  const notes = clause.slice(clause[1]?.tokenType === t.At ? 3 : 2);
  const isRepeated = singleKeywords.includes(token) && notes.some(({ tokenType }) => tokenType.name === token);
  return word === undefined || isTriggerEmpty || isRepeated ? [] : [keywordSuggestion(word)];
}

const singleKeywords: readonly string[] = [t.Severity.name, t.Priority.name];
