/** Decides whether two globs can match the same path. */
import type { Truth } from "@helve/core";
import { minimatch } from "minimatch";
import { hasWildcard, unescapeGlob } from "./path.ts";

/** A glob as a list of path segments; literal characters may be escaped with backslashes. */
export interface GlobPath {
  readonly parts: readonly string[];
  /** Whether its wildcards match names that begin with a dot, too. */
  readonly hidden: boolean;
}

/** The most segments of a glob, and characters of a segment, that are compared. */
const maxLength = 256;

/**
 * Whether some path matches both of two globs: true for `src/*.ts` and `src/a*`. `**` matches any number of segments; at the end
 * of a glob, at least one.
 *
 * @returns `"unknown"` if both have wildcards that can't be compared (`[a-z]`, `@(a|b)`), or if a glob is too long
 */
export function globsOverlap(a: GlobPath, b: GlobPath): Truth {
  if (a.parts.length > maxLength || b.parts.length > maxLength) return "unknown";
  const known = new Map<number, Truth>();
  const overlapFrom = (i: number, j: number): Truth => {
    const key = i * (maxLength + 1) + j;
    const found = known.get(key) ?? compute(i, j);
    known.set(key, found);
    return found;
  };
  const compute = (i: number, j: number): Truth => {
    const [x, y] = [a.parts[i], b.parts[j]];
    if (x === undefined && y === undefined) return true;
    if (x === "**")
      return globstarOverlap(
        i === a.parts.length - 1,
        y,
        () => overlapFrom(i + 1, j),
        () => overlapFrom(i, j + 1),
      );
    if (y === "**")
      return globstarOverlap(
        j === b.parts.length - 1,
        x,
        () => overlapFrom(i, j + 1),
        () => overlapFrom(i + 1, j),
      );
    if (x === undefined || y === undefined) return false;
    const part = partsOverlap(x, a.hidden, y, b.hidden);
    return part === false ? false : kleeneAnd(part, overlapFrom(i + 1, j + 1));
  };
  return overlapFrom(0, 0);
}

/** Compares `**` with the rest of the other glob, which begins with `other`: `skip` matches no segment, `take` matches `other`. */
function globstarOverlap(last: boolean, other: string | undefined, skip: () => Truth, take: () => Truth): Truth {
  if (last) return other !== undefined;
  return other === undefined ? skip() : kleeneOr(skip(), take());
}

/** Computes the three-valued AND (Kleene). */
function kleeneAnd(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === true ? b : "unknown";
}

/** Computes the three-valued OR (Kleene). */
function kleeneOr(a: Truth, b: Truth): Truth {
  if (a === true || b === true) return true;
  return a === false ? b : "unknown";
}

/** Whether some name matches both of two segments: `*.ts` and `a*`. */
function partsOverlap(x: string, xHidden: boolean, y: string, yHidden: boolean): Truth {
  const [xWild, yWild] = [hasWildcard(x), hasWildcard(y)];
  if (!xWild && !yWild) return unescapeGlob(x) === unescapeGlob(y);
  if (!xWild) return matchesGlob(unescapeGlob(x), y, yHidden);
  if (!yWild) return matchesGlob(unescapeGlob(y), x, xHidden);
  const [xs, ys] = [tokenize(x), tokenize(y)];
  if ((!xHidden && isWildcardToken(xs[0]) && ys[0] === ".") || (!yHidden && isWildcardToken(ys[0]) && xs[0] === "."))
    return false;
  if (xs.length > maxLength || ys.length > maxLength) return "unknown";
  const rough = /[[(]/.test(`${x}${y}`.replaceAll(/\\./gs, ""));
  return tokensOverlap(xs, ys) && (rough ? "unknown" : true);
}

/** Whether a name matches a segment. */
function matchesGlob(name: string, glob: string, hidden: boolean): boolean {
  return minimatch(name, glob, { dot: hidden, nobrace: true, nonegate: true, nocomment: true, platform: "linux" });
}

/** Whether a token is `?*` (any text) or `??` (any character). */
function isWildcardToken(token: string | undefined): boolean {
  return token === "?*" || token === "??";
}

/** Splits a segment into characters, `?*` (any text) and `??` (any character). Classes such as `[a-z]` become `??`, `@(a|b)` becomes `?*`. */
function tokenize(glob: string): readonly string[] {
  return Array.from(
    glob.matchAll(/\\(.)|([*]|[?!+@*]\(.*\))|(\?|\[[^\]]*\])|(.)/gs),
    ([, escaped, many, one, plain]) => {
      if (many !== undefined) return "?*";
      return one !== undefined ? "??" : (escaped ?? plain ?? "");
    },
  );
}

/** Whether some text matches both of two token lists. */
function tokensOverlap(xs: readonly string[], ys: readonly string[]): boolean {
  // after[j]: whether the rest of xs, after the current x, and the rest of ys, from index j, have a common text.
  let after = ys.map((_, j) => ys.slice(j).every((y) => y === "?*")).concat(true);
  for (const x of xs.toReversed()) {
    const here: boolean[] = Array.from({ length: ys.length + 1 }, () => false);
    for (let j = ys.length; j >= 0; j--) {
      const y = ys[j];
      const skipX = x === "?*" && after[j] === true;
      const skipY = y !== undefined && (x === "?*" || y === "?*") && here[j + 1] === true;
      const staysY = y === "?*" && after[j] === true;
      const one = y !== undefined && (isWildcardToken(x) || isWildcardToken(y) || x === y) && after[j + 1] === true;
      here[j] = skipX || skipY || staysY || one;
    }
    after = here;
  }
  return after[0] === true;
}
