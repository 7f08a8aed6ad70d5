import type { Repair } from "@helve/core";
import type { RepairKind } from "../repair-kinds.ts";
import { hasUnpairedEscapedQuote } from "./read-escape.ts";

/**
 * Whether repairs leave a text with one meaning. If one of them chose between readings (where a string without a quote ends,
 * where a bracket is missing), the readings have to be compared.
 */
export function isCertain(repairs: readonly Repair[]): boolean {
  return repairs.every(isCertainRepair) && !(hasKind(repairs, "missing_comma") && hasKind(repairs, "unquoted_key"));
}

function hasKind(repairs: readonly Repair[], kind: RepairKind): boolean {
  return repairs.some((repair) => repair.kind === kind);
}

function isCertainRepair({ kind, before }: Repair): boolean {
  // What looks like a comment or a string in typographic quotes may be the content of a string.
  if (kind === "comment") return !/["{}[\]]/.test(String(before));
  if (kind === "typographic_quotes") return !/[\u2018-\u201f«»\uff02\uff07]/u.test(String(before).slice(1, -1));
  if (kind === "bad_escape") return !hasUnpairedEscapedQuote(String(before));
  // An opening bracket is only left out of the text around the arguments.
  if (kind === "extra_bracket") return before === "{" || before === "[";
  return !uncertainKinds.has(kind);
}

/** The repairs that choose one of several possible readings. */
const uncertainKinds: ReadonlySet<string> = new Set<RepairKind>([
  "extra_comma",
  "missing_colon",
  "missing_bracket",
  "missing_value",
  "missing_quote",
  "unquoted_string",
  "unescaped_quote",
]);
