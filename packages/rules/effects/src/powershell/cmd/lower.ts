/** Lowers batch files to the engine's intermediate representation. A label is a function: `goto` calls it and returns. */
import type { Expression, Program, Span, Statement } from "../../engine/ir.ts";
import {
  assignment,
  callNode,
  collectNode,
  expressionStatement,
  itemNode,
  nameNode,
  perhapsNode,
  textNode,
  unknownNode,
} from "../../engine/nodes.ts";
import { expandLine, type Source } from "./expand.ts";
import { lowerFor } from "./lower-for.ts";
import { closingParenthesis, isDeeper, logicalLines, segmentsOf } from "./split.ts";

/** Lowers a command line or a batch file. Never throws. */
export function lowerCmd(text: string, place: (span: Span) => Span): Program {
  const span = place({ start: 0, end: text.length });
  if (isDeeper(text, deepestBlocks)) return { statements: [tooDeep(span)], problem: null };
  const sections: { readonly label: string; readonly lines: string[] }[] = [{ label: "", lines: [] }];
  for (const line of logicalLines(text)) {
    const [, label] = /^:([^\s:]+)/.exec(line) ?? [];
    if (label === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ label: label.toLowerCase(), lines: [] });
  }
  const source: Source = {
    span,
    isDelayed: /enabledelayedexpansion|\/v(?::on)?\b/i.test(text),
    labels: sections.slice(1).map(({ label }) => label),
    depth: 0,
    loopVariables: "",
    frozen: new Set(),
  };
  const bodies = sections.map(({ lines }, at) => {
    const next = sections[at + 1];
    const body = lines.flatMap((line) => lowerLogicalLine(line, source));
    return next === undefined ? body : [...body, ...goTo(next.label, source)];
  });
  const [main = [], ...others] = bodies;
  const functions = others.map((body, at): Statement => {
    const names = ["%1", "%2", "%3", "%4", "%5", "%6", "%7", "%8", "%9", "%*"];
    return {
      kind: "function",
      name: `:${source.labels[at]}`,
      parameters: names.map((name) => ({ name, defaultValue: nameNode(name, span), rest: "" })),
      body,
      decorators: [],
      outputs: true,
      ...span,
    };
  });
  return { statements: [...functions, ...main], problem: null };
}

/** Lowers a line, whose variables all have their values from before it, unless they are delayed. */
function lowerLogicalLine(line: string, source: Source): readonly Statement[] {
  const { span } = source;
  const set = [...line.matchAll(/\bset\s+(?:\/[ap]\s+)?"?([^\s"=%!^]+)=/gi)].map(([, name = ""]) => name.toUpperCase());
  const frozen = new Set(set.filter((name) => line.toUpperCase().includes(`%${name}`)));
  const isSingle = !/[&|(]/.test(line);
  if (isSingle || frozen.size === 0) return lowerLine(line, source);
  const before = [...frozen].map((name) => {
    const value = itemNode(nameNode("env:", span), textNode(name, span), span);
    return assignment(nameNode(`%${name}%`, span), value, false, span);
  });
  return [...before, ...lowerLine(line, { ...source, frozen })];
}

/** Lowers the commands of one line. */
function lowerLine(line: string, source: Source): readonly Statement[] {
  const [, control, rest = ""] = /^[\s@(,;=]*?(if|for)\b(.*)$/is.exec(line) ?? [];
  if (control !== undefined) return control.toLowerCase() === "if" ? lowerIf(rest, source) : lowerFor(rest, source);
  const segments = segmentsOf(line);
  const statements: Statement[] = [];
  let stages: Expression[] = [];
  const flush = (): void => {
    const [only, other] = stages;
    if (only !== undefined)
      statements.push({
        kind: "output",
        value: other === undefined ? only : { kind: "pipe", stages, ...source.span },
        ...source.span,
      });
    stages = [];
  };
  for (const [index, { text, operator }] of segments.entries()) {
    if (/^[\s@]*(?:if|for)\b/i.test(text) && operator !== "") {
      flush();
      const others = segments.slice(index).map((each, at) => (at === 0 ? each.text : each.operator + each.text));
      return [...statements, ...lowerLine(others.join(""), source)];
    }
    if (operator !== "|") flush();
    const own = lowerSegment(text, source);
    const isConditional = operator === "&&" || operator === "||";
    if (own.kind === "command" || operator === "|" || segments[index + 1]?.operator === "|") {
      const stage: Expression = own.kind === "command" ? own : collectNode(own.body, true, source.span);
      if (!isConditional) stages.push(stage);
      else statements.push(perhapsNode([{ kind: "output", value: stage, ...source.span }], source.span));
    } else if (isConditional) statements.push(perhapsNode(own.body, source.span));
    else statements.push(...own.body);
  }
  flush();
  return statements;
}

/** A command, or the statements of a block or a jump. */
type Segment =
  | (Expression & { kind: "command" })
  | { readonly kind: "statements"; readonly body: readonly Statement[] };

/** Lowers one command of a line, or a block in parentheses. */
function lowerSegment(text: string, source: Source): Segment {
  const { span } = source;
  const command = text.replace(/^[\s@]+/, "");
  if (command.startsWith("(")) {
    const end = closingParenthesis(command);
    const body = lowerText(command.slice(1, end === -1 ? undefined : end), source);
    const after = end === -1 ? "" : command.slice(end + 1).trim();
    if (after === "") return { kind: "statements", body };
    const stages: Expression[] = [collectNode(body, false, span), lineOf(after, source)];
    return { kind: "statements", body: [{ kind: "output", value: { kind: "pipe", stages, ...span }, ...span }] };
  }
  const [, word = "", rest = ""] = /^(goto|exit|shift|call\s*(?=:))(?![\w.])\s*(.*)$/is.exec(command) ?? [];
  switch (word.trim().toLowerCase()) {
    case "goto":
      return { kind: "statements", body: lowerGoTo(rest.trim(), source) };
    case "call":
      return { kind: "statements", body: callLabel(rest, source) };
    case "shift": {
      const shifted = (at: number): Statement =>
        assignment(nameNode(`%${at}`, span), nameNode(`%${at + 1}`, span), false, span);
      return { kind: "statements", body: [1, 2, 3, 4, 5, 6, 7, 8].map(shifted) };
    }
    case "exit": {
      const exit = expressionStatement(callNode("exit", [], span), span);
      return { kind: "statements", body: [/\/b/i.test(rest) ? leave(span) : exit] };
    }
    default:
      return lineOf(command, source);
  }
}

/** Lowers several lines. */
export function lowerText(text: string, source: Source): readonly Statement[] {
  if (source.depth >= deepestBlocks) return [tooDeep(source.span)];
  const inner = { ...source, depth: source.depth + 1 };
  return logicalLines(text).flatMap((line) => lowerLine(line, inner));
}

/** Blocks and loops inside more of them are not read. */
const deepestBlocks = 40;

/** Creates the node for a script that is nested too deeply. */
function tooDeep(span: Span): Statement {
  return { kind: "unread", reason: "the script is nested too deeply", ...span };
}

/** Creates a command from its whole line. */
function lineOf(line: string, source: Source): Expression & { kind: "command" } {
  return { kind: "command", name: expandLine(line, source), words: [], ...source.span };
}

/** Lowers `goto label`; for a name that is not known, any label. */
function lowerGoTo(target: string, source: Source): readonly Statement[] {
  const label = target.replace(/^:/, "").toLowerCase();
  if (label === "eof") return [leave(source.span)];
  if (source.labels.includes(label)) return goTo(label, source);
  const isUnknown: Statement = { kind: "unread", reason: "it is unknown where the script goes on", ...source.span };
  if (!/[%!]/.test(label) || source.labels.length > mostLabels) return [isUnknown, leave(source.span)];
  const branches = source.labels.map((each) => ({
    test: unknownNode(source.span),
    body: goTo(each, source),
  }));
  return [{ kind: "if", branches, otherwise: [isUnknown, leave(source.span)], ...source.span }];
}

const mostLabels = 16;

/** Lowers `goto`: a call of the label, then a return. */
function goTo(label: string, source: Source): readonly Statement[] {
  return [...callLabel(`:${label}`, source), leave(source.span)];
}

/** Evaluates `call :label arguments`. */
function callLabel(words: string, source: Source): readonly Statement[] {
  const { span } = source;
  const [label = "", ...args] = words.trim().match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  if (!source.labels.includes(label.slice(1).toLowerCase()) && label.toLowerCase() !== ":eof")
    return [{ kind: "unread", reason: `the script has no label ${label}`, ...span }];
  const given = args.map((arg, at) => ({ name: `%${at + 1}`, value: expandLine(arg.replaceAll('"', ""), source) }));
  const all = args.length === 0 ? [] : [{ name: "%*", value: expandLine(args.join(" "), source) }];
  const value = callNode(label.toLowerCase(), [...given, ...all], span);
  return [{ kind: "output", value, ...span }];
}

/** Builds the node that leaves the script or subroutine, as `exit /b`. */
function leave(span: Span): Statement {
  return { kind: "return", value: null, ...span };
}

/** Converts an `if` of cmd. */
function lowerIf(rest: string, source: Source): readonly Statement[] {
  const { span } = source;
  const condition =
    /^\s*(?:\/i\s+)?(?:not\s+)?(?:\/i\s+)?(?:(?:exist|errorlevel|defined|cmdextversion)\s+(?:"[^"]*"|\S+)|(?:"[^"]*"|[^\s=()]*)\s*(?:==|\b(?:equ|neq|lss|leq|gtr|geq)\b)\s*(?:"[^"]*"|[^\s()]+))\s*/i.exec(
      rest,
    )?.[0];
  if (condition === undefined) return [{ kind: "unread", reason: "the condition of an if can't be read", ...span }];
  const { body, otherwise, after } = splitBranches(rest.slice(condition.length));
  const test = unknownNode(span, [expandLine(condition, source)]);
  return [
    {
      kind: "if",
      branches: [{ test, body: lowerText(body, source) }],
      otherwise: lowerText(otherwise, source),
      ...span,
    },
    ...lowerText(after, source),
  ];
}

/** Splits an `if` into the commands of both branches and the rest. */
export function splitBranches(text: string): {
  readonly body: string;
  readonly otherwise: string;
  readonly after: string;
} {
  if (!text.startsWith("(")) {
    const [body = "", ...others] = text.split(/\belse\b/i);
    return { body, otherwise: others.join("else"), after: "" };
  }
  const end = closingParenthesis(text);
  const body = text.slice(1, end === -1 ? undefined : end);
  const rest = end === -1 ? "" : text.slice(end + 1);
  const [, otherwise] = /^\s*else\b\s*(.*)$/is.exec(rest) ?? [];
  return { body, otherwise: otherwise ?? "", after: otherwise === undefined ? rest.replace(/^[\s&|]+/, "") : "" };
}
