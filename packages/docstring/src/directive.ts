import { versionIn } from "./deprecation.ts";
import type { DocstringDeprecation } from "./docstring.ts";
import { type Line, located, partOf, textOf } from "./lines.ts";

/** A reStructuredText directive: `.. name:: argument`, with the deeper lines below it. */
export interface Directive {
  readonly name: string;
  /** What stands beside it. */
  readonly argument: Line;
  readonly body: readonly Line[];
  /** All of it: the line of the directive, and the lines below. */
  readonly whole: readonly Line[];
}

/** Reads the directive at `lines[at]`. */
export function directiveAt(lines: readonly Line[], at: number): Directive | undefined {
  const line = lines[at];
  const match = line === undefined || line.fenced ? null : /^\.\.\s+([\w-]{1,40})::(?=\s|$)/.exec(line.text);
  if (line === undefined || match === null) return undefined;
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const below = lines[next];
    if (below === undefined || (below.text !== "" && below.indent <= line.indent)) break;
    if (below.text !== "") end = next + 1;
  }
  const argument = partOf(line, match[0].length);
  return { name: match[1] ?? "", argument, body: lines.slice(at + 1, end), whole: lines.slice(at, end) };
}

/** What `.. deprecated:: 1.2` says. */
export function deprecationOf({ argument, body, whole }: Directive): DocstringDeprecation {
  const { version, end = 0 } = versionIn(argument.text) ?? {};
  return {
    ...(version !== undefined && { version }),
    description: textOf(body, partOf(argument, end)),
    ...located(whole),
  };
}
