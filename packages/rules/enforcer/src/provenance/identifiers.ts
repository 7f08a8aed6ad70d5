/** Finds identifiers in a text: addresses, paths, account numbers. Their words count only together. */
import type { Reading } from "./readings.ts";

/** Words that belong together without white space: an address, a path, an account number. */
export interface Identifier {
  readonly from: number;
  readonly to: number;
  /** The information in the way in which the words are joined, in bits. */
  readonly information: number;
}

/** The identifiers in a reading; of a URL also its host and its parameters. A single word is one if it has a digit. */
export function* identifiers({ source, starts, ends, words }: Reading): Generator<Identifier> {
  let [whole, part] = [0, 0];
  let [wholeJoints, partJoints] = [0, 0];
  let isInHost = true;
  for (let to = 1; to <= words.length; to++) {
    // Chinese characters follow each other without anything between them.
    if (to < words.length && starts[to] === ends[to - 1]) continue;
    const gap = to === words.length ? " " : source.slice(ends[to - 1], starts[to]);
    if (gap === " " && whole === to - 1) {
      // The most frequent case: a word that stands alone.
      if (hasDigit.test(words[whole] ?? "")) yield { from: whole, to, information: 0 };
      [whole, part, isInHost] = [to, to, true];
      continue;
    }
    const endsWhole = betweenIdentifiers.test(gap);
    const endsPart = endsWhole || betweenParts.test(gap) || (gap === ":" && schemes.has(words[to - 1] ?? ""));
    const endsHost: boolean = isInHost && !endsWhole && (endsPart || gap.includes("/"));
    if (endsHost || (endsPart && part > whole)) yield* identifier(endsHost ? whole : part, to, partJoints, words);
    if (endsWhole) yield* identifier(whole, to, wholeJoints, words);
    const joint = joints.test(gap) ? 1 : 0;
    wholeJoints = endsWhole ? 0 : wholeJoints + joint;
    partJoints = endsPart ? 0 : partJoints + joint;
    if (endsPart) part = to;
    if (endsWhole) whole = to;
    isInHost = endsWhole || (isInHost && !endsPart && !endsHost);
  }
}

/** Yields an identifier if it has several words or a digit. */
function* identifier(from: number, to: number, jointCount: number, words: readonly string[]): Generator<Identifier> {
  if (to - from > 1 || hasDigit.test(words[from] ?? "")) yield { from, to, information: bitsOfJoint * jointCount };
}

const hasDigit = /\p{N}/u;
/** The schemes of addresses that have no host: `mailto:eve@evil.example`. */
const schemes: ReadonlySet<string> = new Set(["mailto", "tel", "sms", "sip", "xmpp"]);
const betweenIdentifiers = /[\s"'<>()[\]{},;|]/;
const betweenParts = /[?&=#]/;
const joints = /[@/\\._-]/;
const bitsOfJoint = 2;
