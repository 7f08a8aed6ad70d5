import { isDeepStrictEqual } from "node:util";
import { decodeValue, JsonParser } from "@helve/arguments";
import { type Mutation, type MutationKind, mutationKinds, mutations } from "@helve/testing/mutations";
import { jsonrepair } from "jsonrepair";
import type { CommandOptions } from "./command-options.ts";
import { markdown } from "./markdown.ts";
import { attempt, isSameJson, type Outcome } from "./reading.ts";

/**
 * A Markdown table of damaged calls: for each kind of damage, how many `JsonParser` and jsonrepair with schema validation
 * read as they were meant (right), refuse, or read as something else (wrong).
 *
 * A call whose damage is invisible, so that the text is a valid call with other arguments, is counted apart. A text that was
 * cut off is right nowhere: it must be refused, or every reading must have a repair of kind `truncated`, which the executor
 * refuses. Of two calls, the first one alone is right.
 *
 * @param cases - the number of calls of each kind
 */
export function mutationsTable({ cases, seed, explain }: MutationOptions): string {
  const examples: string[] = [];
  const rows = mutationKinds.map((kind) => {
    const damaged = firstOf(mutations(kind, seed), cases);
    const visible = damaged.filter((mutation) => !isInvisible(mutation));
    const ours = visible.map((mutation) => outcomeOf(mutation, kind, helve));
    const theirs = visible.map((mutation) => outcomeOf(mutation, kind, repairedAndValid));
    const isWorse = (index: number): boolean => ours[index] === "refused" && theirs[index] === "right";
    const worse = visible.filter((_, index) => isWorse(index)).slice(0, 40);
    const wrong = visible.filter((_, index) => ours[index] === "wrong");
    examples.push(...wrong.map((mutation) => `${kind}, wrong: ${exampleOf(mutation)}\n`));
    examples.push(...worse.map((mutation) => `${kind}, refused: ${exampleOf(mutation)}\n`));
    return [kind, damaged.length - visible.length, ...countsOf(ours), ...countsOf(theirs)];
  });
  const columns = ["invisible", "Helve right", "refused", "wrong", "jsonrepair right", "refused", "wrong"];
  return [markdown(["damage", ...columns], rows), ...(explain ? examples : [])].join("");
}

/** How many calls are damaged, by which seed, and whether to list those that Helve reads wrong, and some that only jsonrepair reads right. */
type MutationOptions = Pick<CommandOptions, "cases" | "seed" | "explain">;

function firstOf<T>(values: Iterable<T>, count: number): readonly T[] {
  const first: T[] = [];
  for (const value of values) if (first.push(value) >= count) break;
  return first;
}

/** Counts the right, refused and wrong outcomes. */
function countsOf(outcomes: readonly Outcome[]): readonly number[] {
  return ["right", "refused", "wrong"].map((each) => outcomes.filter((outcome) => outcome === each).length);
}

/** Formats an example of a wrongly read mutation. */
function exampleOf({ text, meant, tool }: Mutation): string {
  const decoded = new JsonParser().decode(text, tool.schema);
  const got = decoded.ok
    ? `${JSON.stringify(decoded.args)} by ${[...new Set(decoded.repairs.map(({ kind }) => kind))]}`
    : decoded.issues.map(({ message }) => message).join("; ");
  return `${JSON.stringify(text)}\n  meant ${JSON.stringify(meant)}\n  got   ${got}`;
}

/** Whether a damaged text is a valid call with other arguments. */
function isInvisible({ text, meant, isInvisible: isKnown, tool }: Mutation): boolean {
  if (isKnown) return true;
  const value = attempt(() => JSON.parse(text));
  if (value === undefined) return false;
  const decoded = decodeValue(value, tool.schema);
  return decoded.ok && !isDeepStrictEqual(decoded.args, meant);
}

/** Reads a damaged text: the arguments, or `undefined` if it is refused. */
type Read = (mutation: Mutation) => unknown;

/** Compares what a reader read with what the model meant: right, refused or wrong. */
function outcomeOf(mutation: Mutation, kind: MutationKind, read: Read): Outcome {
  const value = read(mutation);
  if (value === undefined) return "refused";
  return kind !== "cut off" && isSameJson(value, mutation.meant) ? "right" : "wrong";
}

/** Reads a damaged call with `JsonParser`. */
function helve({ text, tool }: Mutation): unknown {
  const decoded = new JsonParser().decode(text, tool.schema);
  return decoded.ok && !decoded.repairs.some(({ kind }) => kind === "truncated") ? decoded.args : undefined;
}

/** Returns the value if `jsonrepair` makes valid arguments of the text; otherwise undefined. */
function repairedAndValid({ text, tool }: Mutation): unknown {
  const value = attempt(() => JSON.parse(jsonrepair(text)));
  return value !== undefined && decodeValue(value, tool.schema, { coerce: false }).ok ? value : undefined;
}
