import { isDeepStrictEqual } from "node:util";
import { decodeValue, JsonParser } from "@helve/arguments";
import { type Mutation, type MutationKind, mutationKinds, mutations } from "@helve/testing/mutations";
import { jsonrepair } from "jsonrepair";

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
  const rows = mutationKinds.map((kind) => measure(kind, { cases, seed, explain }));
  const line = ({ kind, invisible, ours, theirs, examples }: Row): readonly string[] => [
    `| ${[kind, invisible, ours.right, ours.refused, ours.wrong, theirs.right, theirs.refused, theirs.wrong].join(" | ")} |`,
    ...examples,
  ];
  return [
    "| damage | invisible | Helve right | refused | wrong | jsonrepair right | refused | wrong |",
    `| --- | ${Array.from({ length: 7 }, () => "---:").join(" | ")} |`,
    ...rows.flatMap(line),
    "",
  ].join("\n");
}

/** How many calls are damaged, and how. */
export interface MutationOptions {
  readonly cases: number;
  readonly seed: number;
  /** Whether the calls that Helve reads wrong, and some that only jsonrepair reads right, are listed. */
  readonly explain: boolean;
}

type Outcome = "right" | "refused" | "wrong";
type Counts = Record<Outcome, number>;

interface Row {
  readonly kind: MutationKind;
  readonly invisible: number;
  readonly ours: Counts;
  readonly theirs: Counts;
  readonly examples: readonly string[];
}

function measure(kind: MutationKind, { cases, seed, explain }: MutationOptions): Row {
  const ours: Counts = { right: 0, refused: 0, wrong: 0 };
  const theirs: Counts = { right: 0, refused: 0, wrong: 0 };
  const examples: string[] = [];
  let invisible = 0;
  let count = 0;
  for (const mutation of mutations(kind, seed)) {
    if (count++ >= cases) break;
    if (isInvisible(mutation)) {
      invisible += 1;
      continue;
    }
    const [our, their] = [outcome(mutation, kind, helve), outcome(mutation, kind, repairedAndValid)];
    ours[our] += 1;
    theirs[their] += 1;
    const isWorse = our === "refused" && their === "right" && examples.length < 40;
    if (explain && (our === "wrong" || isWorse)) examples.push(example(our, mutation));
  }
  return { kind, invisible, ours, theirs, examples };
}

function example(our: Outcome, mutation: Mutation): string {
  const decoded = new JsonParser().decode(mutation.text, mutation.tool.schema);
  const got = decoded.ok
    ? `${JSON.stringify(decoded.args)} by ${[...new Set(decoded.repairs.map(({ kind }) => kind))]}`
    : decoded.issues.map(({ message }) => message).join("; ");
  return `${our.toUpperCase()} ${JSON.stringify(mutation.text)}\n  meant ${JSON.stringify(mutation.meant)}\n  got   ${got}`;
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

function outcome(mutation: Mutation, kind: MutationKind, read: Read): Outcome {
  const value = read(mutation);
  if (value === undefined) return "refused";
  return kind !== "cut off" && isDeepStrictEqual(plain(value), plain(mutation.meant)) ? "right" : "wrong";
}

function helve({ text, tool }: Mutation): unknown {
  const decoded = new JsonParser().decode(text, tool.schema);
  return decoded.ok && !decoded.repairs.some(({ kind }) => kind === "truncated") ? decoded.args : undefined;
}

function repairedAndValid({ text, tool }: Mutation): unknown {
  const value = attempt(() => JSON.parse(jsonrepair(text)));
  return value !== undefined && decodeValue(value, tool.schema, { coerce: false }).ok ? value : undefined;
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
