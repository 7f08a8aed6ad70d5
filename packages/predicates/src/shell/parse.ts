import type { Redirection, Statement, Assignment as SyntaxAssignment, SyntaxNode } from "unbash";
import {
  type ArithmeticCommand,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  parse,
} from "unbash";
import type { Assignment, Redirect, ShellNode, SimpleCommand, Span, Word } from "./syntax.ts";
import { literalPiece, wordPieces } from "./word-pieces.ts";

/** Longest script, in UTF-16 units, and deepest nesting of brackets: the parser's time grows faster than either. */
const longestScript = 16_384;
const deepestNesting = 64;
const deepestTree = 200;

/** A script as a tree, or what keeps it from being read. */
export type Parsed =
  | { readonly ok: true; readonly node: ShellNode; readonly volatile: ReadonlySet<string> }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a shell script. Everything behind this function speaks the tree of `syntax.ts`, not the parser's.
 *
 * @param span - where the script stands in the command that was asked about
 * @param whole - that command; a script that stands in it letter for letter gets exact places, any other one `span`
 * @returns `volatile`: the variables that arithmetic or `${x:=…}` may change anywhere
 */
export function parseShell(script: string, span: Span, whole: string): Parsed {
  if (script.length > longestScript) return { ok: false, reason: `is longer than ${longestScript} characters` };
  if (nesting(script) > deepestNesting) return { ok: false, reason: `is nested deeper than ${deepestNesting} levels` };
  const reader: Reader = { whole, problems: [], volatile: new Set(), depth: 0 };
  const node = readScript(parse(script), placeOf(script, span, whole), reader);
  const [problem] = reader.problems;
  if (problem !== undefined) return { ok: false, reason: `can't be read: ${problem}` };
  return { ok: true, node, volatile: reader.volatile };
}

function nesting(script: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of script) {
    if (character === "(" || character === "{") deepest = Math.max(deepest, ++depth);
    else if ((character === ")" || character === "}") && depth > 0) depth--;
  }
  return deepest;
}

interface Reader {
  readonly whole: string;
  readonly problems: string[];
  readonly volatile: Set<string>;
  /** How many commands stand around the one that is read. */
  depth: number;
}

/** From the parser's places to places in the whole command. */
type Place = (node: { readonly pos: number; readonly end: number }) => Span;

function placeOf(script: string, span: Span, whole: string): Place {
  const found = whole.slice(span.start, span.end).indexOf(script);
  if (found === -1) return () => span;
  const offset = span.start + found;
  return ({ pos, end }) => ({ start: offset + pos, end: offset + end });
}

function readScript(script: ParsedScript, place: Place, reader: Reader): ShellNode {
  reader.problems.push(...(script.errors ?? []).map(({ message }) => message));
  return sequence(script.commands.map((statement) => readStatement(statement, place, reader)));
}

function readList(list: CompoundList, place: Place, reader: Reader): ShellNode {
  return sequence(list.commands.map((statement) => readStatement(statement, place, reader)));
}

function sequence(nodes: readonly ShellNode[]): ShellNode {
  const [only, second] = nodes;
  return only !== undefined && second === undefined ? only : { kind: "sequence", nodes };
}

function readStatement({ command, background }: Statement, place: Place, reader: Reader): ShellNode {
  if (reader.depth >= deepestTree) {
    reader.problems.push(`commands nested deeper than ${deepestTree} levels`);
    return sequence([]);
  }
  reader.depth++;
  const node = readNode(command, place, reader);
  reader.depth--;
  return background === true ? { kind: "subshell", body: node } : node;
}

function readNode(node: Statement["command"], place: Place, reader: Reader): ShellNode {
  switch (node.type) {
    case "AndOr":
      return {
        kind: "chain",
        links: node.commands.map((command, index) => ({
          after: node.operators[index - 1] === "||" ? "or" : "and",
          node: readNode(command, place, reader),
        })),
      };
    case "Pipeline": {
      const nodes = node.commands.map((command) => readNode(command, place, reader));
      return nodes.length > 1 ? { kind: "pipeline", nodes } : sequence(nodes);
    }
    default:
      return readCommandNode(node, place, reader);
  }
}

function readCommandNode(node: CommandNode | CompoundList, place: Place, reader: Reader): ShellNode {
  const list = (inner: CompoundList): ShellNode => readList(inner, place, reader);
  const after = (words: readonly SyntaxNode[], rest: ShellNode): ShellNode =>
    sequence([...words.flatMap((word) => substitutions(word, place, reader)), rest]);
  switch (node.type) {
    case "Command":
      return readCommand(node, place, reader);
    case "CompoundList":
      return list(node);
    case "BraceGroup":
      return list(node.body);
    case "Subshell":
      return { kind: "subshell", body: list(node.body) };
    case "Coproc":
      return { kind: "subshell", body: readCommandNode(node.body, place, reader) };
    case "Redirected":
      return after(node.redirects, {
        kind: "group",
        redirects: node.redirects.flatMap((redirect) => readRedirect(redirect, place)),
        body: readCommandNode(node.command, place, reader),
      });
    case "Function":
      return { kind: "function", name: node.name.value, body: readCommandNode(node.body, place, reader) };
    case "If": {
      const otherwise = node.elif.reduceRight<ShellNode | undefined>(
        (rest, { clause, then }) => sequence([list(clause), either(list(then), rest)]),
        node.else && list(node.else),
      );
      return sequence([list(node.clause), either(list(node.then), otherwise)]);
    }
    case "Case": {
      const bodies = node.items.map(({ pattern, body }) => after(pattern, list(body)));
      // With `;&`, several may run, one after the other.
      const falls = node.items.some(({ terminator }) => (terminator ?? ";;") !== ";;");
      if (falls) return after([node.word], sequence(bodies.map((body) => either(body, undefined))));
      return after([node.word], { kind: "branches", bodies, exhaustive: false });
    }
    case "While":
      return { kind: "loop", variable: null, words: null, body: sequence([list(node.clause), list(node.body)]) };
    case "For":
      return after(node.wordlist ?? [], {
        kind: "loop",
        variable: node.name.value,
        words: node.wordlist?.map((word) => readWord(word, place)) ?? null,
        body: list(node.body),
      });
    case "Select":
      return after(node.wordlist ?? [], {
        kind: "loop",
        variable: node.name.value,
        words: null,
        body: list(node.body),
      });
    case "ArithmeticFor": {
      const expressions = [node.initialize, node.test, node.update].filter((expression) => expression !== undefined);
      return after(expressions, { kind: "loop", variable: null, words: null, body: list(node.body) });
    }
    case "ArithmeticCommand":
      return sequence([...substitutions(node, place, reader), ...doubleSubshell(node, place, reader)]);
    case "TestCommand":
      return sequence(substitutions(node, place, reader));
  }
}

/** A shell without arithmetic commands reads `((rm x))` as a subshell in a subshell. */
function doubleSubshell(node: ArithmeticCommand, place: Place, reader: Reader): readonly ShellNode[] {
  const trial: Reader = { ...reader, problems: [], volatile: new Set() };
  const body = readScript(parse(node.body), placeOf(node.body, place(node), reader.whole), trial);
  return trial.problems.length === 0 ? [{ kind: "subshell", body }] : [];
}

function either(then: ShellNode, otherwise: ShellNode | undefined): ShellNode {
  return otherwise === undefined
    ? { kind: "branches", bodies: [then], exhaustive: false }
    : { kind: "branches", bodies: [then, otherwise], exhaustive: true };
}

function readCommand(node: Command, place: Place, reader: Reader): ShellNode {
  const prefix = node.prefix.filter((child) => child.type === "Assignment");
  const command: SimpleCommand = {
    kind: "command",
    words: [...(node.name ? [node.name] : []), ...node.args].map((word) =>
      word.type === "Assignment" ? readAssignmentWord(word, place) : readWord(word, place),
    ),
    assignments: prefix.map((assignment) => readAssignment(assignment, place)),
    redirects: node.redirects.flatMap((redirect) => readRedirect(redirect, place)),
  };
  return sequence([...substitutions(node, place, reader), command]);
}

function readWord(word: { pos: number; end: number } & Parameters<typeof wordPieces>[0], place: Place): Word {
  return { ...place(word), pieces: wordPieces(word) };
}

function readAssignment({ name, value, append, index }: SyntaxAssignment, place: Place): Assignment {
  const plain = value.type === "Word" && append !== true && index === undefined;
  return { name, value: plain ? readWord(value, place) : null };
}

/** An argument such as `A=1` of `export`, as a word. */
function readAssignmentWord(node: SyntaxAssignment, place: Place): Word {
  const { name, value } = readAssignment(node, place);
  const rest = value?.pieces ?? [{ kind: "unknown", quoted: true }];
  return { ...place(node), pieces: [literalPiece(`${name}=`), ...rest] };
}

function readRedirect(redirect: Redirection, place: Place): readonly Redirect[] {
  const span = place(redirect);
  if (redirect.type === "HereDoc") {
    const { body } = redirect;
    const pieces = body.parts === undefined ? [literalPiece(body.text)] : wordPieces({ ...body, quoted: true });
    return [{ ...span, kind: "text", word: { ...place(body), pieces } }];
  }
  if (redirect.target === undefined) return [];
  const word = readWord(redirect.target, place);
  switch (redirect.operator) {
    case "<<<":
      return [{ ...span, kind: "text", word }];
    case ">>":
    case "&>>":
      return [{ ...span, kind: "append", word }];
    case "<":
    case "<&":
    case "<>":
      return [{ ...span, kind: "read", word }];
    case ">&":
      return /^(\d+|-|\d+-)$/.test(redirect.target.text) ? [] : [{ ...span, kind: "write", word }];
    default:
      return [{ ...span, kind: "write", word }];
  }
}

/** The scripts inside a node's words, each in its own subshell, and what its arithmetic may assign. */
function substitutions(node: SyntaxNode, place: Place, reader: Reader): readonly ShellNode[] {
  const found: ShellNode[] = [];
  const waiting: SyntaxNode[] = [node];
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    switch (child.type) {
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        found.push(readSubstitution(child, place, reader));
        continue;
      case "ArithmeticWord":
        remember(child.value, reader);
        break;
      case "ParameterExpansion":
        if (child.operation?.operator.endsWith("=")) remember(child.parameter, reader);
        if (child.text.endsWith("@P}")) reader.problems.push("@P runs what a variable holds");
    }
    const children: SyntaxNode[] = [];
    // The parser's own walk leaves out the pattern of `${x^…}`.
    if (child.type === "ParameterExpansion" && child.operation?.type === "CaseModification") {
      children.push(...(child.operation.operand ? [child.operation.operand] : []));
    }
    forEachChild(child, (each) => void children.push(each));
    waiting.push(...children.toReversed());
  }
  return found;
}

function readSubstitution(
  node: { readonly pos: number; readonly end: number; readonly script: ParsedScript | undefined },
  place: Place,
  reader: Reader,
): ShellNode {
  const { script } = node;
  if (script === undefined) reader.problems.push("a substitution without a script");
  if (script === undefined) return sequence([]);
  const inner = script.source === undefined ? place : placeOf(script.source, place(node), reader.whole);
  return { kind: "subshell", body: readScript(script, inner, reader) };
}

function remember(text: string, { volatile }: Reader): void {
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) volatile.add(name);
}
