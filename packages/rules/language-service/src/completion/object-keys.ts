import { keysOf, requiredOf, schemasAtPath, tokens as t } from "@helve/agentspec/internal";
import { tokenMatcher } from "chevrotain";
import type { OpenProgram } from "../open-program.ts";
import { schemaDescriptions, schemaTypes } from "../signatures.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { expectedSchemas, invokedToolSchemas, tokenText, topLevelTokens } from "./expected-schemas.ts";
import { escapeSnippet, type Suggestion } from "./suggestion.ts";

/** Suggests the keys that an object can have by its schema and doesn't have yet; required keys come first. */
export function objectKeySuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  const around = frames.findIndex(({ production }) => production === "object");
  const object = frames[around];
  if (object === undefined) return [];
  const schemas = expectedSchemas(program, context, frames.slice(around + 1));
  const members = [...topLevelTokens(context.clause.slice(object.start + 1)), ...topLevelTokens(context.nextTokens)];
  const present = new Set(
    members.flatMap((token, index) =>
      tokenMatcher(token, t.StringLiteral) && members[index + 1]?.tokenType === t.Colon ? [tokenText(token)] : [],
    ),
  );
  const required = new Set(schemas.flatMap(requiredOf));
  const isColonThere = context.nextTokens[0]?.tokenType === t.Colon;
  const names = [...new Set(schemas.flatMap(keysOf))].filter((name) => !present.has(name));
  return names.map((name) => {
    const part = schemasAtPath(schemas, [name]);
    const type = part.kind === "known" ? schemaTypes(part.schemas) : "any";
    const documentation = part.kind === "known" ? schemaDescriptions(part.schemas) : undefined;
    return {
      label: JSON.stringify(name),
      kind: "Property",
      rank: required.has(name) ? 0 : 2,
      text: JSON.stringify(name) + (isColonThere ? "" : ": "),
      detail: required.has(name) ? type : `${type}, optional`,
      documentation,
    };
  });
}

/** Suggests the arguments of an invoked tool: an object with the required keys, as a snippet. */
export function invokedArgumentsSuggestions(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly Suggestion[] {
  const [, around, invocation] = frames;
  if (around?.production !== "actionArguments" || invocation === undefined) return [];
  const names = invokedToolSchemas(program, context, invocation.start).flatMap(requiredOf);
  const entries = names.map((name, index) => `${escapeSnippet(JSON.stringify(name))}: $${index + 1}`);
  return [
    {
      label: names.length === 0 ? "{}" : `{ ${names.map((name) => JSON.stringify(name)).join(", ")} }`,
      kind: "Snippet",
      rank: 0,
      text: names.length === 0 ? "{$1}" : `{${entries.join(", ")}}`,
      isSnippet: true,
      detail: "the arguments",
    },
  ];
}
