import { canonicalJson } from "@helve/core";
import type { Program } from "@helve/core/program";
import { hexOf } from "../hex.ts";

/**
 * What tells one program from another: SHA-256, in hexadecimal digits, of what it says and of the line on which each rule
 * stands. Comments, spellings and places within lines have no part in it.
 *
 * @throws TypeError where there is no Web Crypto, as on a page that did not come over HTTPS
 */
export async function fingerprintOf(program: Program): Promise<string> {
  const { comments: _, spellings: __, ...said } = program;
  const rules = program.rules.map((rule) => ({ ...rule, line: rule.range.start.line }));
  const text = canonicalJson(meaningOf({ ...said, rules }));
  return hexOf(await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** A node of a tree, and all in it, without the places where they stand. */
export function meaningOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(meaningOf);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== "range")
      .map(([key, member]) => [key, meaningOf(member)]),
  );
}
