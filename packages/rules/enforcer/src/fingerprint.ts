import { canonicalJson } from "@helve/core";
import { sha256 } from "@helve/core/internal";
import type { Program } from "@helve/core/program";

/**
 * The fingerprint of a program: SHA-256, in hexadecimal digits, of its rules and header and of the line on which each rule
 * begins. Comments, tests, alternative forms and columns have no influence.
 *
 * @throws TypeError where there is no Web Crypto, as on a page that was not served over HTTPS
 */
export async function fingerprint(program: Program): Promise<string> {
  const { comments: _comments, alternativeForms: _alternativeForms, tests: _tests, ...content } = program;
  const rules = program.rules.map((rule) => ({ ...rule, line: rule.range.start.line }));
  return sha256(canonicalJson(withoutRanges({ ...content, rules })));
}

/** A copy of a syntax tree without the text ranges of its nodes. */
export function withoutRanges(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRanges);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== "range")
      .map(([key, member]) => [key, withoutRanges(member)]),
  );
}
