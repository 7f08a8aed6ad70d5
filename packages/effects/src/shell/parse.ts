// Parses a shell script with `unbash` and converts the parser's syntax tree to the smaller tree of `syntax.ts`.
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
import { estimateLoopCount } from "./loop-count.ts";
import { type Locate, measureNesting, type ParseContext, sequenceOf, spanLocator } from "./parse-context.ts";
import { convertRedirect } from "./parse-redirect.ts";
import type { Assignment, Capture, ShellNode, Span, Word } from "./syntax.ts";
import { asOneWord, literalPiece, type ParserWord, wordPieces } from "./word-pieces.ts";

/** The longest script, in UTF-16 units, and the deepest nesting of brackets. The parser's time grows faster than linearly with both. */
const maxScriptLength = 16_384;
const maxBracketDepth = 64;
const maxTreeDepth = 200;
/** The parser reads each level of nested substitutions again; this is the most characters that it may read again. */
const maxRereadLength = 80_000;

/** A line that ends with a placeholder that nobody filled in: `rm <name>`. It is a redirect without a target, which every shell rejects. */
const hasPlaceholderTarget = /^[^\n'"`$\\#<>]*<[\w -]+>\s*$/;

/** A parsed script, or the reason why it can't be parsed. */
export type ParseResult =
  | { readonly ok: true; readonly node: ShellNode; readonly volatile: ReadonlySet<string> }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses a shell script to the tree of `syntax.ts`. Only this file and those it calls know the parser's own tree.
 *
 * @param span - the position of the script in `whole`
 * @param whole - the command that was passed to `shell.read`. If it contains the script literally, nodes get exact positions,
 *   otherwise `span`
 * @returns with `volatile`: the variables that arithmetic or `${x:=…}` may change anywhere
 */
export function parseShell(script: string, span: Span, whole: string): ParseResult {
  if (script.length > maxScriptLength) return { ok: false, reason: `is longer than ${maxScriptLength} characters` };
  const { maxDepth, rereadLength } = measureNesting(script);
  if (maxDepth > maxBracketDepth) return { ok: false, reason: `is nested deeper than ${maxBracketDepth} levels` };
  if (rereadLength > maxRereadLength) return { ok: false, reason: "has too much inside other commands" };
  if (hasPlaceholderTarget.test(script)) return { ok: true, node: sequenceOf([]), volatile: new Set() };
  const context: ParseContext = { whole, script, problems: [], volatile: new Set(), captures: new Map(), depth: 0 };
  const node = convertScript(parse(script), spanLocator(script, span, whole), context);
  const [problem] = context.problems;
  if (problem !== undefined) return { ok: false, reason: `can't be read: ${problem}` };
  return { ok: true, node, volatile: context.volatile };
}

/** Converts a parsed script to one node, and records the parser's errors. */
function convertScript(script: ParsedScript, locate: Locate, context: ParseContext): ShellNode {
  if (script.errors !== undefined) context.problems.push(...script.errors.map(({ message }) => message));
  return sequenceOf(script.commands.map((statement) => convertStatement(statement, locate, context)));
}

/** Converts the commands of a block: the body of `{ … }`, `if` or a loop. */
function convertList(convertBody: CompoundList, locate: Locate, context: ParseContext): ShellNode {
  return sequenceOf(convertBody.commands.map((statement) => convertStatement(statement, locate, context)));
}

/** Converts one statement, with its `&` if it has one. */
function convertStatement({ command, background }: Statement, locate: Locate, context: ParseContext): ShellNode {
  if (context.depth >= maxTreeDepth) {
    context.problems.push(`commands nested deeper than ${maxTreeDepth} levels`);
    return sequenceOf([]);
  }
  context.depth++;
  const node = convertNode(command, locate, context);
  context.depth--;
  return background === true ? { kind: "background", body: node, fed: false } : node;
}

/** Converts a chain (`a && b`), a pipeline (`a | b`) or a single command. */
function convertNode(node: Statement["command"], locate: Locate, context: ParseContext): ShellNode {
  switch (node.type) {
    case "AndOr":
      return {
        kind: "chain",
        links: node.commands.map((command, index) => ({
          after: node.operators[index - 1] === "||" ? "or" : "and",
          node: convertNode(command, locate, context),
        })),
      };
    case "Pipeline": {
      const nodes = node.commands.map((command) => convertNode(command, locate, context));
      return nodes.length > 1 ? { kind: "pipeline", nodes } : sequenceOf(nodes);
    }
    default:
      return convertCommandNode(node, locate, context);
  }
}

/** Converts a simple or compound command: `rm x`, `( … )`, `if`, `case`, a loop, a function definition. */
function convertCommandNode(node: CommandNode | CompoundList, locate: Locate, context: ParseContext): ShellNode {
  const convertBody = (inner: CompoundList): ShellNode => convertList(inner, locate, context);
  const withNestedScripts = (words: readonly SyntaxNode[], rest: ShellNode): ShellNode =>
    sequenceOf([...words.flatMap((word) => nestedScripts(word, locate, context)), rest]);
  switch (node.type) {
    case "Command":
      return convertCommand(node, locate, context);
    case "CompoundList":
      return convertBody(node);
    case "BraceGroup":
      return convertBody(node.body);
    case "Subshell":
      return { kind: "subshell", body: convertBody(node.body) };
    case "Coproc":
      return { kind: "background", body: convertCommandNode(node.body, locate, context), fed: true };
    case "Redirected":
      return withNestedScripts(node.redirects, {
        kind: "group",
        redirects: node.redirects.flatMap((redirect) =>
          convertRedirect(redirect, locate, wordConverter(locate, context)),
        ),
        body: convertCommandNode(node.command, locate, context),
      });
    case "Function":
      return {
        kind: "function",
        name: node.name.value,
        body: convertCommandNode(node.body, locate, context),
        text: context.script.slice(node.body.pos, node.body.end),
      };
    case "If": {
      const otherwise = node.elif.reduceRight<ShellNode | undefined>(
        (rest, { clause, then }) => sequenceOf([convertBody(clause), branchNode(convertBody(then), rest)]),
        node.else && convertBody(node.else),
      );
      return sequenceOf([convertBody(node.clause), branchNode(convertBody(node.then), otherwise)]);
    }
    case "Case": {
      const bodies = node.items.map(({ pattern, body }) => withNestedScripts(pattern, convertBody(body)));
      // With `;&`, several may run, one after the other.
      const falls = node.items.some(({ terminator }) => (terminator ?? ";;") !== ";;");
      if (falls) return withNestedScripts([node.word], sequenceOf(bodies.map((body) => branchNode(body, undefined))));
      return withNestedScripts([node.word], { kind: "branches", bodies, exhaustive: false });
    }
    case "While":
    case "For":
    case "Select":
    case "ArithmeticFor":
      return convertLoop(node, locate, context);
    case "ArithmeticCommand":
      return sequenceOf([...nestedScripts(node, locate, context), ...arithmeticAsSubshells(node, locate, context)]);
    case "TestCommand":
      return sequenceOf(nestedScripts(node, locate, context));
  }
}

/** Converts `while`, `until`, `for` and `select`. */
function convertLoop(
  node: CommandNode & { type: "While" | "For" | "Select" | "ArithmeticFor" },
  locate: Locate,
  context: ParseContext,
): ShellNode {
  const loopCount = estimateLoopCount(node);
  const body = convertList(node.body, locate, context);
  if (node.type === "While") {
    const clause = convertList(node.clause, locate, context);
    return { kind: "loop", variable: null, words: null, body: sequenceOf([clause, body]), loopCount };
  }
  const inside = (nodes: readonly SyntaxNode[]): readonly ShellNode[] =>
    nodes.flatMap((each) => nestedScripts(each, locate, context));
  if (node.type === "ArithmeticFor") {
    const expressions = [node.initialize, node.test, node.update].filter((expression) => expression !== undefined);
    return sequenceOf([...inside(expressions), { kind: "loop", variable: null, words: null, body, loopCount }]);
  }
  const listed = node.type === "For" ? node.wordlist : undefined;
  const words = listed?.map((word) => convertWord(word, locate, context)) ?? null;
  return sequenceOf([
    ...inside(node.wordlist ?? []),
    { kind: "loop", variable: node.name.value, words, body, loopCount },
  ]);
}

/** `((rm x))` as a subshell in a subshell, as a shell without arithmetic commands runs it; nothing if it is not a valid script. */
function arithmeticAsSubshells(node: ArithmeticCommand, locate: Locate, context: ParseContext): readonly ShellNode[] {
  const trialContext: ParseContext = { ...context, problems: [], volatile: new Set() };
  const body = convertScript(parse(node.body), spanLocator(node.body, locate(node), context.whole), trialContext);
  return trialContext.problems.length === 0 ? [{ kind: "subshell", body }] : [];
}

/** A node for `if`: one branch, or two of which one certainly runs. */
function branchNode(then: ShellNode, otherwise: ShellNode | undefined): ShellNode {
  return otherwise === undefined
    ? { kind: "branches", bodies: [then], exhaustive: false }
    : { kind: "branches", bodies: [then, otherwise], exhaustive: true };
}

/** Converts a command with its words, assignments and redirects, preceded by the scripts inside its words. */
function convertCommand(node: Command, locate: Locate, context: ParseContext): ShellNode {
  const before = hasOnlyPlainWords(node) ? [] : nestedScripts(node, locate, context);
  const words = node.name === undefined ? [] : [convertWord(node.name, locate, context)];
  for (const word of node.args) {
    words.push(
      word.type === "Assignment" ? convertAssignmentWord(word, locate, context) : convertWord(word, locate, context),
    );
  }
  const command: ShellNode = {
    kind: "command",
    words,
    assignments: node.prefix.flatMap((child) =>
      child.type === "Assignment" ? [convertAssignment(child, locate, context)] : [],
    ),
    redirects: node.redirects.flatMap((redirect) => convertRedirect(redirect, locate, wordConverter(locate, context))),
  };
  return before.length === 0 ? command : sequenceOf([...before, command]);
}

/** Whether all words of a command are plain text, so that none can contain a `$(…)`. */
function hasOnlyPlainWords({ name, prefix, suffix }: Command): boolean {
  return (
    prefix.length === 0 &&
    name?.parts === undefined &&
    suffix.every((word) => word.type === "Word" && word.parts === undefined)
  );
}

/** `convertWord` with its context filled in. */
function wordConverter(
  locate: Locate,
  context: ParseContext,
): (word: ParserWord & { pos: number; end: number }) => Word {
  return (word) => convertWord(word, locate, context);
}

/** Converts a word of the parser to its pieces. */
function convertWord(word: ParserWord & { pos: number; end: number }, locate: Locate, context: ParseContext): Word {
  const { start, end } = locate(word);
  return { start, end, pieces: wordPieces(word, (part) => convertSubstitution(part, locate, context)) };
}

/** Converts `x=1`, `x+=1`, `x=(1 2)` or `x[0]=1`. */
function convertAssignment(
  { name, value, append = false, index }: SyntaxAssignment,
  locate: Locate,
  context: ParseContext,
): Assignment {
  const read = (word: SyntaxWord): Word => convertWord(word, locate, context);
  if (value.type === "ArrayValue")
    return { name, value: null, elements: value.elements.map(read), append, indexed: false };
  if (index !== undefined) return { name, value: null, elements: [read(value)], append: true, indexed: true };
  return { name, value: read(value), elements: [], append, indexed: false };
}

/** Converts an argument that looks like an assignment, such as `A=1` in `export A=1`, to a word. */
function convertAssignmentWord(node: SyntaxAssignment, locate: Locate, context: ParseContext): Word {
  const { name, value, elements, append } = convertAssignment(node, locate, context);
  const parts = elements.flatMap(({ pieces }) => pieces);
  const rest =
    value !== null && !append ? asOneWord(value.pieces) : [{ kind: "unknown", quoted: true, parts } as const];
  return { ...locate(node), pieces: [literalPiece(`${name}=`), ...rest] };
}

/** Converts the scripts inside a node's words (`$(…)`, `<(…)`), and records the variables that its arithmetic may assign. */
function nestedScripts(node: SyntaxNode, locate: Locate, context: ParseContext): readonly ShellNode[] {
  const found: ShellNode[] = [];
  const waiting: SyntaxNode[] = [node];
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    switch (child.type) {
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        found.push(convertSubstitution(child, locate, context));
        continue;
      case "ArithmeticWord":
        addVolatileNames(child.value, context);
        break;
      case "TestBinary":
        if (
          /^-(eq|ne|lt|le|gt|ge)$/.test(child.operator) &&
          hidesSubstitution(`${child.left.text} ${child.right.text}`)
        ) {
          found.push({
            kind: "unknown",
            reason: "a comparison of numbers may run code in its operands",
            ...locate(child),
          });
        }
        break;
      case "TestUnary":
        if (/^-[vR]$/.test(child.operator) && hidesSubstitution(child.operand.text)) {
          found.push({ kind: "unknown", reason: "a test of a variable may run code in its name", ...locate(child) });
        }
        break;
      case "ParameterExpansion":
        if (child.operation?.operator.endsWith("=")) addVolatileNames(child.parameter, context);
        if (child.text.endsWith("@P}")) context.problems.push("the operator @P runs the value of a variable as code");
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

/** Converts `$(…)`, `<(…)` or `>(…)` to a capture node; the same parser node always gives the same object. */
function convertSubstitution(
  node: CommandExpansionPart | ProcessSubstitutionPart | ArithmeticCommandExpansion,
  locate: Locate,
  context: ParseContext,
): Capture {
  const known = context.captures.get(node);
  if (known !== undefined) return known;
  const { script } = node;
  if (script === undefined) context.problems.push("a substitution without a script");
  const inner = script?.source === undefined ? locate : spanLocator(script.source, locate(node), context.whole);
  const body = script === undefined ? sequenceOf([]) : convertScript(script, inner, context);
  const found: Capture = { kind: "capture", body, fed: node.type === "ProcessSubstitution" && node.operator === ">" };
  context.captures.set(node, found);
  return found;
}

/** Records all names in an arithmetic text as variables that it may change: `x` and `y` in `x += y`. */
function addVolatileNames(text: string, { volatile }: ParseContext): void {
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) volatile.add(name);
}
