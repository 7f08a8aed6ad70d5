/** Converts words, assignments, and the scripts inside words. */
import {
  type ArithmeticCommandExpansion,
  type CommandExpansionPart,
  forEachChild,
  type ProcessSubstitutionPart,
  type Assignment as SyntaxAssignment,
  type SyntaxNode,
  type Word as SyntaxWord,
} from "unbash";
import { hidesSubstitution } from "../code-variables.ts";
import type { Assignment, Capture, ShellNode, Word } from "../syntax.ts";
import { type Locate, type ParseContext, sequenceOf, spanLocator } from "./context.ts";
import { asOneWord, literalPiece, type ParserWord, wordPieces } from "./word-pieces.ts";

/** Converts a word of the parser to its pieces. */
export function convertWord(
  word: ParserWord & { pos: number; end: number },
  locate: Locate,
  context: ParseContext,
): Word {
  const { start, end } = locate(word);
  return { start, end, pieces: wordPieces(word, (part) => convertSubstitution(part, locate, context)) };
}

/** Returns a function that converts a word of a script in this context. */
export function wordConverter(
  locate: Locate,
  context: ParseContext,
): (word: ParserWord & { pos: number; end: number }) => Word {
  return (word) => convertWord(word, locate, context);
}

/** Converts `x=1`, `x+=1`, `x=(1 2)` or `x[0]=1`. */
export function convertAssignment(
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
export function convertAssignmentWord(node: SyntaxAssignment, locate: Locate, context: ParseContext): Word {
  const { name, value, elements, append } = convertAssignment(node, locate, context);
  const parts = elements.flatMap(({ pieces }) => pieces);
  const rest =
    value !== null && !append ? asOneWord(value.pieces) : [{ kind: "unknown", quoted: true, parts } as const];
  return { ...locate(node), pieces: [literalPiece(`${name}=`), ...rest] };
}

/** Converts the scripts inside a node's words (`$(…)`, `<(…)`), and records the variables that its arithmetic may assign. */
export function nestedScripts(node: SyntaxNode, locate: Locate, context: ParseContext): readonly ShellNode[] {
  const found: ShellNode[] = [];
  const waiting: Inside[] = [{ node, isComputed: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node: child } = next;
    const isComputed = next.isComputed || computing.test(child.type);
    switch (child.type) {
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        found.push(convertSubstitution(child, locate, context, isComputed));
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
    for (const each of children.reverse()) waiting.push({ node: each, isComputed });
  }
  return found;
}

/** A node, and whether it stands in arithmetic, a test or a parameter expansion, which may run the output of a substitution as code. */
interface Inside {
  readonly node: SyntaxNode;
  readonly isComputed: boolean;
}

/** Matches the types of nodes that compute with what is in them. */
const computing = /^(?:Arithmetic|Test|ParameterExpansion)/;

/** Converts `$(…)`, `<(…)` or `>(…)` to a capture node; the same parser node always gives the same object. */
function convertSubstitution(
  node: CommandExpansionPart | ProcessSubstitutionPart | ArithmeticCommandExpansion,
  locate: Locate,
  context: ParseContext,
  isComputed = false,
): Capture {
  const known = context.captures.get(node);
  if (known !== undefined) return known;
  const { script } = node;
  if (script === undefined) context.problems.push("a substitution without a script");
  const inner = script?.source === undefined ? locate : spanLocator(script.source, locate(node), context.whole);
  const body = script === undefined ? sequenceOf([]) : context.convertScript(script, inner, context);
  const fed = node.type === "ProcessSubstitution" && node.operator === ">";
  const found: Capture = { kind: "capture", body, fed, computed: isComputed ? locate(node) : undefined };
  context.captures.set(node, found);
  return found;
}

/** Records all names in an arithmetic text as variables that it may change: `x` and `y` in `x += y`. */
function addVolatileNames(text: string, { volatile }: ParseContext): void {
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) volatile.add(name);
}
