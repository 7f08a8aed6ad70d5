/** Selects which repairs of arguments an executor refuses, and which ones it records. */
import { type RepairKind, repairKinds } from "@helve/arguments";
import type { Issue, Repair } from "@helve/core";
import { didYouMean, escapeInvisible, pointerParts, shortPath } from "@helve/core/internal";

/** Options that select the accepted repairs of arguments. */
export interface DecodeOptions {
  /** Kinds that are refused besides `truncated` and `truncated_member`; none by default. */
  readonly refuse?: readonly RepairKind[] | undefined;
  /** Kinds that are accepted though they are refused by default; none by default. */
  readonly accept?: readonly RepairKind[] | undefined;
}

/** Arguments that the end of the text cut off: what is missing could change what the call does. */
const refusedByDefault: readonly RepairKind[] = ["truncated", "truncated_member"];

/** Returns the kinds of repairs with which a call is refused. */
export function refusedRepairKinds({ refuse = [], accept = [] }: DecodeOptions): ReadonlySet<string> {
  const accepted = new Set<string>(accept);
  return new Set([...refusedByDefault, ...refuse].filter((kind) => !accepted.has(kind)));
}

/** Returns an issue for each kind that does not exist, or is both refused and accepted. */
export function repairKindIssues({ refuse = [], accept = [] }: DecodeOptions): readonly Issue[] {
  return [
    ...unknownKinds("refuse", refuse),
    ...unknownKinds("accept", accept),
    ...refuse.flatMap((kind) => {
      const message = `"decode": the repair kind "${kind}" is both refused and accepted`;
      return accept.includes(kind) ? [{ code: "contradiction", message }] : [];
    }),
  ];
}

function unknownKinds(option: string, kinds: readonly string[]): readonly Issue[] {
  const known = Object.keys(repairKinds);
  const unknown = kinds.filter((kind) => !Object.hasOwn(repairKinds, kind));
  return unknown.map((kind) => {
    const message = `"decode.${option}": there is no repair kind ${JSON.stringify(kind)}${didYouMean(kind, known)}`;
    return { code: "unknown_repair_kind", message, expected: "a key of `repairKinds` of @helve/arguments" };
  });
}

/**
 * Returns the issues for repairs that are refused, with what the model needs to send the call again.
 *
 * @param raw - the call's raw arguments
 */
export function refusedRepairIssues(
  repairs: readonly Repair[],
  refused: ReadonlySet<string>,
  raw: unknown,
): readonly Issue[] {
  const found = repairs.filter(({ kind }) => refused.has(kind));
  const [cut] = found.filter(isTruncation);
  const others = found.filter((repair) => !isTruncation(repair)).map(refusedRepairIssue);
  return cut === undefined ? others : [truncationIssue(cut, raw), ...others];
}

function isTruncation({ kind }: Repair): boolean {
  return kind === "truncated" || kind === "truncated_member";
}

/** How much of the end of a truncated text is shown, in UTF-16 units. */
const shownLength = 40;

/** The issue of a text that ended early, with its last characters. */
function truncationIssue({ path }: Repair, raw: unknown): Issue {
  const where = path === "" ? "" : ` in ${pathText(path)}`;
  const what = `the text of the arguments ends too early${where}${typeof raw === "string" ? endText(raw) : ""}`;
  const message = `${what}. The call did not run. Send the whole call again, shorter if it reached an output limit`;
  return { code: "truncated", message, path, expected: "the complete arguments" };
}

/** Describes the end of a text by its last characters. */
function endText(raw: string): string {
  const text = raw.trimEnd();
  const start = Math.max(0, text.length - shownLength);
  return `, at character ${text.length}: ${escapeInvisible(`${start === 0 ? "" : "…"}${text.slice(start)}`)}`;
}

function refusedRepairIssue({ kind, path, offset }: Repair): Issue {
  const description = Object.hasOwn(repairKinds, kind) ? `: ${repairKinds[kind as RepairKind]}` : "";
  const where = offset === undefined ? "" : ` at character ${offset + 1}`;
  const subject = path === "" ? "the arguments need" : `${pathText(path)} needs`;
  const message = `${subject} a repair that is not accepted (${kind}${description})${where}. Send them as valid JSON that fits the schema`;
  return { code: "refused_repair", message, path, expected: "arguments without this repair" };
}

/** Writes the path `/items/0/name` as `"items.0.name"`, the end of a long one. */
function pathText(pointer: string): string {
  return JSON.stringify(shortPath(pointerParts(pointer).join(".")));
}

/** Returns the kinds of repairs, sorted, each once; `undefined` if not found. @param earlier - kinds to include */
export function repairKindsOf(
  repairs: readonly Repair[],
  earlier: readonly string[] = [],
): readonly string[] | undefined {
  if (repairs.length === 0 && earlier.length === 0) return undefined;
  return Object.freeze([...new Set([...earlier, ...repairs.map(({ kind }) => kind)])].sort());
}
