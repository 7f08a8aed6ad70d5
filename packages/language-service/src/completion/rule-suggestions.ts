import { isKeywordAt, severities, sourceNames, tokens as t, triggerEvents } from "@helve/agentspec/internal";
import type { OpenProgram } from "../open-program.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { Continuation } from "./continuations.ts";
import {
  enforcementSuggestion,
  enforcementSuggestions,
  eventSuggestion,
  functionSuggestion,
  keywordSuggestion,
  operatorSuggestions,
  severitySuggestion,
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
    case "toolName Name":
      return [
        ...toolPatternSuggestions(program, context),
        ...(frames[1]?.production === "source" ? sourceNames.map(keywordSuggestion) : []),
      ];
    case "toolMember Word":
      return frames[1] === undefined
        ? []
        : [...toolkitMemberSuggestions(program, context, frames[1]), keywordSuggestion("any")];
    case "stepQuery Name":
      return [keywordSuggestion(["where", "since", "within"][nth] ?? "where")];
    case "stepValue Name":
      if (frames.some(({ production }) => production === "domainEnforcement")) return [];
      return nth === 0
        ? ["count", "sum", "last"].map((name) => functionSuggestion(name, isCall))
        : [keywordSuggestion("of")];
    case "once Name":
      return [functionSuggestion("once", isCall)];
    case "quantifier Name":
      return ["every", "some"].map((name) => functionSuggestion(name, isCall));
    case "provenance Name":
      return isAfterValue(program, context) ? [keywordSuggestion(nth === 0 ? "only" : "from")] : [];
    case "window Name":
      return [keywordSuggestion("steps")];
    case "notes Name":
      return severities.map(severitySuggestion);
    case "predicate Name":
      return [...predicateSuggestions(program, isCall), ...truthLiteralSuggestions];
    case "word Name":
      return valueSuggestions(program, context, frames);
    case "step Word":
      return memberSuggestions(program, context, frames);
    case "step StringLiteral":
      return indexSuggestions(program, context, frames);
    case "comparison Compare":
      return isAfterValue(program, context) ? operatorSuggestions(context.clause.at(-1)?.tokenType === t.NotWord) : [];
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
    default:
      return clauseKeywordSuggestion(token, context);
  }
}

const keywordTypes = new Map(
  [t.Trigger, t.Check, t.Enforce, t.End, t.Let, t.Severity, t.Priority].map(({ name }) => [name, name.toLowerCase()]),
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
