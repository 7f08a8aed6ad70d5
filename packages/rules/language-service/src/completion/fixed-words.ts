/** The words of questions about earlier steps, which are names in any other place: the grammar has them as names with conditions. */
import { unknownPolicies, unknownSubjects } from "@helve/agentspec/internal";

/**
 * The words that the parser accepts for a name of its grammar.
 *
 * @param nth - the index among the names of the production
 * @returns `undefined` if the parser accepts any name
 */
export function fixedWords(production: string, token: string, nth: number): readonly string[] | undefined {
  return token === "Name" ? wordsByPlace.get(`${production} ${nth}`) : undefined;
}

/** Whether a grammar position is the first word of a query such as `once(…)`: an opening parenthesis must follow. */
export function isCallWord(production: string, nth: number): boolean {
  return callWords.has(production) && nth === 0;
}

const callWords: ReadonlySet<string> = new Set(["once", "stepValue", "quantifier"]);

const wordsByPlace: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["once 0", ["once"]],
  ["stepValue 0", ["count", "sum", "last"]],
  ["stepValue 1", ["of"]],
  ["stepQuery 0", ["where"]],
  ["stepQuery 1", ["since"]],
  ["stepQuery 2", ["within"]],
  ["window 0", ["steps", "step"]],
  ["quantifier 0", ["every", "some"]],
  ["provenance 0", ["only"]],
  ["provenance 1", ["from"]],
  ["unknownLine 0", ["unknown"]],
  ["unknownLine 1", [...unknownSubjects, ...unknownPolicies]],
  ["unknownLine 2", unknownPolicies],
  // The optional parts of these productions have numbers of their own.
  ["comparison 8", ["ignoring"]],
  ["comparison 9", ["case"]],
  ["quantifier 8", ["ignoring"]],
  ["quantifier 9", ["case"]],
]);
