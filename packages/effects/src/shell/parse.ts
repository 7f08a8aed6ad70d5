import type {
  ArithmeticCommandExpansion,
  CommandExpansionPart,
  ProcessSubstitutionPart,
  Statement,
  Assignment as SyntaxAssignment,
  SyntaxNode,
  Word as SyntaxWord,
} from "unbash";
import {
  type ArithmeticCommand,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  parse,
} from "unbash";
import { hidesSubstitution } from "./code-variables.ts";
import { loopCountOf } from "./loop-count.ts";
import { type Locate, locator, nestingOf, type Reader, sequence } from "./parse-context.ts";
import { readRedirect } from "./parse-redirect.ts";
import type { Assignment, Capture, ShellNode, Span, Word } from "./syntax.ts";
import { asOneWord, literalPiece, type PartedWord, wordPieces } from "./word-pieces.ts";

/** Longest script, in UTF-16 units, and deepest nesting of brackets: the parser's time grows faster than either. */
const maxScriptLength = 16_384;
const deepestNesting = 64;
const maxTreeDepth = 200;
/** So many characters are read again, at most: each level of substitutions is read for itself. */
const maxAgain = 80_000;

/** One plain line that ends with a place nobody filled in, `<name>`: a redirect to nothing, which every shell refuses. */
const lacksTarget = /^[^\n'"`$\\#<>]*<[\w -]+>\s*$/;

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
  if (script.length > maxScriptLength) return { ok: false, reason: `is longer than ${maxScriptLength} characters` };
  const { maxDepth, again } = nestingOf(script);
  if (maxDepth > deepestNesting) return { ok: false, reason: `is nested deeper than ${deepestNesting} levels` };
  if (again > maxAgain) return { ok: false, reason: "has too much inside other commands" };
  if (lacksTarget.test(script)) return { ok: true, node: sequence([]), volatile: new Set() };
  const reader: Reader = { whole, problems: [], volatile: new Set(), captures: new Map(), depth: 0 };
  const node = readScript(parse(script), locator(script, span, whole), reader);
  const [problem] = reader.problems;
  if (problem !== undefined) return { ok: false, reason: `can't be read: ${problem}` };
  return { ok: true, node, volatile: reader.volatile };
}

function readScript(script: ParsedScript, locate: Locate, reader: Reader): ShellNode {
  if (script.errors !== undefined) reader.problems.push(...script.errors.map(({ message }) => message));
  return sequence(script.commands.map((statement) => readStatement(statement, locate, reader)));
}

function readList(list: CompoundList, locate: Locate, reader: Reader): ShellNode {
  return sequence(list.commands.map((statement) => readStatement(statement, locate, reader)));
}

function readStatement({ command, background }: Statement, locate: Locate, reader: Reader): ShellNode {
  if (reader.depth >= maxTreeDepth) {
    reader.problems.push(`commands nested deeper than ${maxTreeDepth} levels`);
    return sequence([]);
  }
  reader.depth++;
  const node = readNode(command, locate, reader);
  reader.depth--;
  return background === true ? { kind: "background", body: node, fed: false } : node;
}

function readNode(node: Statement["command"], locate: Locate, reader: Reader): ShellNode {
  switch (node.type) {
    case "AndOr":
      return {
        kind: "chain",
        links: node.commands.map((command, index) => ({
          after: node.operators[index - 1] === "||" ? "or" : "and",
          node: readNode(command, locate, reader),
        })),
      };
    case "Pipeline": {
      const nodes = node.commands.map((command) => readNode(command, locate, reader));
      return nodes.length > 1 ? { kind: "pipeline", nodes } : sequence(nodes);
    }
    default:
      return readCommandNode(node, locate, reader);
  }
}

function readCommandNode(node: CommandNode | CompoundList, locate: Locate, reader: Reader): ShellNode {
  const list = (inner: CompoundList): ShellNode => readList(inner, locate, reader);
  const after = (words: readonly SyntaxNode[], rest: ShellNode): ShellNode =>
    sequence([...words.flatMap((word) => substitutions(word, locate, reader)), rest]);
  switch (node.type) {
    case "Command":
      return readCommand(node, locate, reader);
    case "CompoundList":
      return list(node);
    case "BraceGroup":
      return list(node.body);
    case "Subshell":
      return { kind: "subshell", body: list(node.body) };
    case "Coproc":
      return { kind: "background", body: readCommandNode(node.body, locate, reader), fed: true };
    case "Redirected":
      return after(node.redirects, {
        kind: "group",
        redirects: node.redirects.flatMap((redirect) => readRedirect(redirect, locate, wordReader(locate, reader))),
        body: readCommandNode(node.command, locate, reader),
      });
    case "Function":
      return { kind: "function", name: node.name.value, body: readCommandNode(node.body, locate, reader) };
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
    case "For":
    case "Select":
    case "ArithmeticFor":
      return readLoop(node, locate, reader);
    case "ArithmeticCommand":
      return sequence([...substitutions(node, locate, reader), ...doubleSubshell(node, locate, reader)]);
    case "TestCommand":
      return sequence(substitutions(node, locate, reader));
  }
}

function readLoop(
  node: CommandNode & { type: "While" | "For" | "Select" | "ArithmeticFor" },
  locate: Locate,
  reader: Reader,
): ShellNode {
  const loopCount = loopCountOf(node);
  const body = readList(node.body, locate, reader);
  if (node.type === "While") {
    const clause = readList(node.clause, locate, reader);
    return { kind: "loop", variable: null, words: null, body: sequence([clause, body]), loopCount };
  }
  const inside = (nodes: readonly SyntaxNode[]): readonly ShellNode[] =>
    nodes.flatMap((each) => substitutions(each, locate, reader));
  if (node.type === "ArithmeticFor") {
    const expressions = [node.initialize, node.test, node.update].filter((expression) => expression !== undefined);
    return sequence([...inside(expressions), { kind: "loop", variable: null, words: null, body, loopCount }]);
  }
  const listed = node.type === "For" ? node.wordlist : undefined;
  const words = listed?.map((word) => readWord(word, locate, reader)) ?? null;
  return sequence([
    ...inside(node.wordlist ?? []),
    { kind: "loop", variable: node.name.value, words, body, loopCount },
  ]);
}

/** A shell without arithmetic commands reads `((rm x))` as a subshell in a subshell. */
function doubleSubshell(node: ArithmeticCommand, locate: Locate, reader: Reader): readonly ShellNode[] {
  const trial: Reader = { ...reader, problems: [], volatile: new Set() };
  const body = readScript(parse(node.body), locator(node.body, locate(node), reader.whole), trial);
  return trial.problems.length === 0 ? [{ kind: "subshell", body }] : [];
}

function either(then: ShellNode, otherwise: ShellNode | undefined): ShellNode {
  return otherwise === undefined
    ? { kind: "branches", bodies: [then], exhaustive: false }
    : { kind: "branches", bodies: [then, otherwise], exhaustive: true };
}

function readCommand(node: Command, locate: Locate, reader: Reader): ShellNode {
  const before = isPlain(node) ? [] : substitutions(node, locate, reader);
  const words = node.name === undefined ? [] : [readWord(node.name, locate, reader)];
  for (const word of node.args) {
    words.push(word.type === "Assignment" ? readAssignmentWord(word, locate, reader) : readWord(word, locate, reader));
  }
  const command: ShellNode = {
    kind: "command",
    words,
    assignments: node.prefix.flatMap((child) =>
      child.type === "Assignment" ? [readAssignment(child, locate, reader)] : [],
    ),
    redirects: node.redirects.flatMap((redirect) => readRedirect(redirect, locate, wordReader(locate, reader))),
  };
  return before.length === 0 ? command : sequence([...before, command]);
}

/** Whether no word of a command is made of parts, in which a script could stand. */
function isPlain({ name, prefix, suffix }: Command): boolean {
  return (
    prefix.length === 0 &&
    name?.parts === undefined &&
    suffix.every((word) => word.type === "Word" && word.parts === undefined)
  );
}

function wordReader(locate: Locate, reader: Reader): (word: PartedWord & { pos: number; end: number }) => Word {
  return (word) => readWord(word, locate, reader);
}

function readWord(word: PartedWord & { pos: number; end: number }, locate: Locate, reader: Reader): Word {
  const { start, end } = locate(word);
  return { start, end, pieces: wordPieces(word, (part) => capture(part, locate, reader)) };
}

function readAssignment(
  { name, value, append = false, index }: SyntaxAssignment,
  locate: Locate,
  reader: Reader,
): Assignment {
  const read = (word: SyntaxWord): Word => readWord(word, locate, reader);
  if (value.type === "ArrayValue")
    return { name, value: null, elements: value.elements.map(read), append, indexed: false };
  if (index !== undefined) return { name, value: null, elements: [read(value)], append: true, indexed: true };
  return { name, value: read(value), elements: [], append, indexed: false };
}

/** An argument such as `A=1` of `export`, as a word. */
function readAssignmentWord(node: SyntaxAssignment, locate: Locate, reader: Reader): Word {
  const { name, value, elements, append } = readAssignment(node, locate, reader);
  const parts = elements.flatMap(({ pieces }) => pieces);
  const rest =
    value !== null && !append ? asOneWord(value.pieces) : [{ kind: "unknown", quoted: true, parts } as const];
  return { ...locate(node), pieces: [literalPiece(`${name}=`), ...rest] };
}

/** The scripts inside a node's words, each in its own subshell, and what its arithmetic may assign. */
function substitutions(node: SyntaxNode, locate: Locate, reader: Reader): readonly ShellNode[] {
  const found: ShellNode[] = [];
  const waiting: SyntaxNode[] = [node];
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    switch (child.type) {
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        found.push(capture(child, locate, reader));
        continue;
      case "ArithmeticWord":
        remember(child.value, reader);
        break;
      case "TestBinary":
        if (
          /^-(eq|ne|lt|le|gt|ge)$/.test(child.operator) &&
          hidesSubstitution(`${child.left.text} ${child.right.text}`)
        ) {
          found.push({
            kind: "unknown",
            reason: "a comparison of numbers may run what its words hold",
            ...locate(child),
          });
        }
        break;
      case "TestUnary":
        if (/^-[vR]$/.test(child.operator) && hidesSubstitution(child.operand.text)) {
          found.push({ kind: "unknown", reason: "a test of a variable may run what its name holds", ...locate(child) });
        }
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
    for (let index = children.length - 1; index >= 0; index--) waiting.push(...children.slice(index, index + 1));
  }
  return found;
}

function capture(
  node: CommandExpansionPart | ProcessSubstitutionPart | ArithmeticCommandExpansion,
  locate: Locate,
  reader: Reader,
): Capture {
  const known = reader.captures.get(node);
  if (known !== undefined) return known;
  const { script } = node;
  if (script === undefined) reader.problems.push("a substitution without a script");
  const inner = script?.source === undefined ? locate : locator(script.source, locate(node), reader.whole);
  const body = script === undefined ? sequence([]) : readScript(script, inner, reader);
  const found: Capture = { kind: "capture", body, fed: node.type === "ProcessSubstitution" && node.operator === ">" };
  reader.captures.set(node, found);
  return found;
}

function remember(text: string, { volatile }: Reader): void {
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) volatile.add(name);
}
