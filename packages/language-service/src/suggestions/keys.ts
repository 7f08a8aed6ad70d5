import { keysOf, requiredOf, schemasAtPath, tokens as t } from "@helve/agentspec/internal";
import { tokenMatcher } from "chevrotain";
import type { CaretInRule } from "../caret.ts";
import type { Frame } from "../continuations.ts";
import { descriptionOf, typeTextOfAll } from "../describe.ts";
import type { OpenProgram } from "../open-program.ts";
import { expectedAt, membersIn, ofTool, textOf } from "./expected.ts";
import { plainInSnippet, type Suggestion } from "./suggestion.ts";

/** The keys that an object may have and has not yet; those that it must have come first. */
export function keys(program: OpenProgram, caret: CaretInRule, frames: readonly Frame[]): readonly Suggestion[] {
  const around = frames.findIndex(({ production }) => production === "object");
  const object = frames[around];
  if (object === undefined) return [];
  const schemas = expectedAt(program, caret, frames.slice(around + 1));
  const members = [...membersIn(caret.clause.slice(object.start + 1)), ...membersIn(caret.after)];
  const present = new Set(
    members.flatMap((token, at) =>
      tokenMatcher(token, t.StringLiteral) && members[at + 1]?.tokenType === t.Colon ? [textOf(token)] : [],
    ),
  );
  const required = new Set(schemas.flatMap(requiredOf));
  const isColonThere = caret.after[0]?.tokenType === t.Colon;
  const names = [...new Set(schemas.flatMap(keysOf))].filter((name) => !present.has(name));
  return names.map((name) => {
    const part = schemasAtPath(schemas, [name]);
    const type = part.kind === "known" ? typeTextOfAll(part.schemas) : "any";
    const documentation = part.kind === "known" ? descriptionOf(part.schemas) : undefined;
    return {
      label: JSON.stringify(name),
      kind: "Property",
      rank: required.has(name) ? 0 : 2,
      text: JSON.stringify(name) + (isColonThere ? "" : ": "),
      detail: required.has(name) ? type : `${type}, may be left out`,
      ...(documentation !== undefined && { documentation }),
    };
  });
}

/** The arguments that an invoked tool needs, as an object to fill in. */
export function invokedArguments(
  program: OpenProgram,
  caret: CaretInRule,
  frames: readonly Frame[],
): readonly Suggestion[] {
  const [, around, invocation] = frames;
  if (around?.production !== "actionArguments" || invocation === undefined) return [];
  const names = ofTool(program, caret, invocation.start).flatMap(requiredOf);
  const entries = names.map((name, index) => `${plainInSnippet(JSON.stringify(name))}: $${index + 1}`);
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
