import { type Visitor, visit } from "@helve/agentspec";
import { isName, stringPatterns, tokens as t } from "@helve/agentspec/internal";
import { tokenMatcher } from "chevrotain";
import type { CaretInRule } from "../caret.ts";
import type { Frame } from "../continuations.ts";
import { predicateSignature } from "../describe.ts";
import { knownIn, type OpenProgram, readingOf } from "../open-program.ts";
import { membersIn } from "./expected.ts";
import { plainInSnippet, type Suggestion } from "./suggestion.ts";

// Names of the host's: predicates, domain enforcements, fixes.

const predicateName = new RegExp(stringPatterns.predicate.pattern, "u");
const domainName = new RegExp(stringPatterns.domain.pattern, "u");

/**
 * The predicates of the host; where it is not said which there are, those of the other rules.
 *
 * @param isCall - whether a parenthesis follows already
 */
export function predicates(program: OpenProgram, isCall: boolean): readonly Suggestion[] {
  const known = knownIn(program).predicates;
  if (known === undefined) {
    const used = namesIn(program, (add) => ({ predicate: ({ name }) => add(name) }));
    return used.map((name) => ({ label: name, kind: "Function", rank: 2 }));
  }
  return [...known.values()].flatMap((predicate): readonly Suggestion[] => {
    const { name, description, parameters = [] } = predicate;
    if (!predicateName.test(name)) return [];
    const takesSome = !isCall && parameters.some(({ required = true }) => required);
    return [
      {
        label: name,
        kind: "Function",
        rank: 2,
        detail: predicateSignature(predicate),
        ...(description !== undefined && { documentation: description }),
        ...(takesSome && { text: `${plainInSnippet(name)}($1)`, isSnippet: true }),
      },
    ];
  });
}

/** The enforcements that only the host knows how to do; after a colon, what comes next in their names. */
export function domainEnforcements(
  program: OpenProgram,
  { clause, after: [next] }: CaretInRule,
  frame: Frame,
): readonly Suggestion[] {
  const written = clause
    .slice(frame.start)
    .map(({ image }) => image)
    .join("");
  return [...(knownIn(program).enforcements?.values() ?? [])].flatMap(
    ({ name, description }): readonly Suggestion[] => {
      if (!domainName.test(name) || !name.startsWith(written)) return [];
      const rest = name.slice(written.length);
      const described = {
        kind: "Function",
        rank: 4,
        ...(description !== undefined && { documentation: description }),
      } as const;
      if (next?.tokenType === t.Colon) {
        const [part = "", ...others] = rest.split(":");
        return others.length === 0 ? [] : [{ ...described, label: part }];
      }
      if (next?.tokenType === t.LeftParen || next?.tokenType === t.Assign) return [{ ...described, label: rest }];
      const text = plainInSnippet(rest) + (name.includes(":") ? " = $1" : "($1)");
      return [{ ...described, label: rest, text, isSnippet: true }];
    },
  );
}

/** The fixes that other inspections offer, without those that this one offers already. */
export function fixes(program: OpenProgram, { clause, after }: CaretInRule, frame: Frame): readonly Suggestion[] {
  const members = [...membersIn(clause.slice(frame.start + 2)), ...membersIn(after)];
  const here = new Set(members.flatMap((token) => (tokenMatcher(token, t.Name) ? [token.image] : [])));
  const used = namesIn(program, (add) => ({ user_inspection: (node) => add(...node.fixes) }));
  return used
    .filter((name) => isName(name) && !here.has(name))
    .map((name) => ({ label: name, kind: "Constant", rank: 2 }));
}

/** Names of which the rules of the text speak that have no mistakes, each once. */
export function namesIn(
  program: OpenProgram,
  visitor: (add: (...names: readonly string[]) => void) => Visitor,
): readonly string[] {
  const found = new Set<string>();
  const add = (...names: readonly string[]): void => {
    for (const name of names) found.add(name);
  };
  visit(readingOf(program).partialProgram, visitor(add));
  return [...found];
}
