/** Expands variables of a line of a batch file: `%1`, `%PATH%`, `%~dp0`, `!x!`. */
import type { Expression, Span } from "../../engine/ir.ts";
import { callNode, itemNode, nameNode, textNode, unknownNode } from "../../engine/nodes.ts";

/** The text around a line, for the lowering of the line. */
export interface Source {
  /** The position of the whole text. */
  readonly span: Span;
  /** Whether `!NAME!` is a variable. */
  readonly isDelayed: boolean;
  readonly labels: readonly string[];
  /** How many blocks and loops surround the line. */
  readonly depth: number;
  /** The letters that name variables of loops. */
  readonly loopVariables: string;
  /** The variables whose value is that from before the current line. */
  readonly frozen: ReadonlySet<string>;
}

const mark =
  /%%|%\*|%~?[a-z]*\d(?![\w%]*%)|%(?<name>[^%\s:*~=]+)(?::(?<change>[^%]*))?%|!(?<delayed>[^!\s:]+)(?::(?<later>[^!]*))?!/iy;

/** A line with its variables: `%NAME%`, `%NAME:~1,2%`, `%NAME:a=b%`, `%1`, `%%i`, and `!NAME!` if the script uses it. */
export function expandLine(line: string, source: Source): Expression {
  const { span } = source;
  const parts: (string | Expression)[] = [];
  const loop = new RegExp(
    `%%(~[a-z]*)?([${source.loopVariables}])|%(~[a-z]*)?([${source.loopVariables}])(?!\\w*%)`,
    "y",
  );
  let from = 0;
  for (let at = 0; at < line.length; ) {
    const found = line[at] === "%" || line[at] === "!" ? markAt(line, at, loop, source) : undefined;
    if (found !== undefined) {
      if (at > from) parts.push(line.slice(from, at));
      parts.push(found.part);
    }
    at += found?.length ?? 1;
    if (found !== undefined) from = at;
  }
  if (from < line.length || parts.length === 0) parts.push(line.slice(from));
  const [only, other] = parts;
  if (typeof only === "string" && other === undefined) return textNode(only, span);
  return { kind: "template", parts, ...span };
}

/** Returns the variable reference at a position of a line, with its length. */
function markAt(
  line: string,
  at: number,
  loop: RegExp,
  source: Source,
): { readonly part: string | Expression; readonly length: number } | undefined {
  const { span } = source;
  loop.lastIndex = at;
  const variable = source.loopVariables === "" ? null : loop.exec(line);
  if (variable !== null)
    return {
      part: argumentOf(`%${variable[2] ?? variable[4]}`, variable[1] ?? variable[3], span),
      length: variable[0].length,
    };
  mark.lastIndex = at;
  const found = mark.exec(line);
  if (found === null) return undefined;
  const [text] = found;
  const { name, change, delayed, later } = found.groups ?? {};
  const { length } = text;
  if (text === "%%") return { part: "%", length };
  if (text === "%*") return { part: nameNode("%*", span), length };
  if (name !== undefined) return { part: changed(variableOf(name, source), change, span), length };
  if (delayed === undefined) return { part: argumentOf(`%${text.slice(-1)}`, text.slice(1, -1), span), length };
  if (!source.isDelayed) return undefined;
  return { part: changed(variableOf(delayed, { ...source, frozen: new Set() }), later, span), length };
}

/** An argument of the script or a variable of a loop; of the parts that a modifier names, only the directory of the script is known. */
function argumentOf(name: string, modifier: string | undefined, span: Span): Expression {
  const own = nameNode(name, span);
  if (name === "%0") return textNode(/d|p/i.test(modifier ?? "") ? ".\\" : "self.cmd", span);
  return /^~?f?$/i.test(modifier ?? "") ? own : unknownNode(span, [own]);
}

/** Reads an environment variable, whose name may contain variables: `!%n%!`. */
function variableOf(name: string, source: Source): Expression {
  const { span, frozen } = source;
  const key = name.toUpperCase();
  if (frozen.has(key)) return nameNode(`%${key}%`, span);
  const index = name.includes("%") ? expandLine(key, source) : textNode(key, span);
  return itemNode(nameNode("env:", span), index, span);
}

/** Applies a change of a batch variable, such as `:~1,2`. */
function changed(value: Expression, change: string | undefined, span: Span): Expression {
  if (change === undefined) return value;
  return callNode("(change)", [value, textNode(change, span)], span);
}
