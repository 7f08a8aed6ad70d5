/** Converts commands, lists, pipelines, branches and loops. */
import {
  type ArithmeticCommand,
  type Assignment,
  type Command,
  type CommandArgument,
  type CommandNode,
  type CompoundList,
  type ParsedScript,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word as SyntaxWord,
} from "unbash";
import { estimateLoopCount } from "../loop-count.ts";
import type { Redirect, ShellNode } from "../syntax.ts";
import { type Locate, type ParseContext, sequenceOf, spanLocator } from "./context.ts";
import { convertAssignment, convertAssignmentWord, convertWord, nestedScripts, wordConverter } from "./words.ts";

/** How deep commands may be nested in one another. */
const maxTreeDepth = 200;

/** Converts a parsed script to one node, and records the parser's errors. */
export function convertScript(script: ParsedScript, locate: Locate, context: ParseContext): ShellNode {
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
        redirects: node.redirects.flatMap((redirect) => convertRedirect(redirect, locate, context)),
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
      const exhaustive = node.items.some(({ pattern }) => pattern.some(({ text }) => text === "*"));
      return withNestedScripts([node.word], { kind: "branches", bodies, exhaustive });
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

/**
 * Reads `((rm x))` as a subshell in a subshell, as a shell without arithmetic commands runs it; nothing if it is not a
 * valid script.
 */
function arithmeticAsSubshells(node: ArithmeticCommand, locate: Locate, context: ParseContext): readonly ShellNode[] {
  // The output of a calculator, a variable or a number is no command: `(( $(echo "$a > 1" | bc) ))`.
  if (
    /^\s*(?:\$\([^()]*\|\s*(?:bc|dc|wc|grep -c)\b[^()|]*\)|\$\{?\w+\}?|\d+|[!~-])\s*(?:$|[-<>=!+*/%&|^?),])/.test(
      node.body,
    )
  )
    return [];
  const trialContext: ParseContext = { ...context, problems: [], volatile: new Set() };
  const body = convertScript(parse(node.body), spanLocator(node.body, locate(node), context.whole), trialContext);
  return trialContext.problems.length === 0 ? [{ kind: "subshell", body }] : [];
}

/** Creates a node for `if`: one branch that may run, or two branches of which one certainly runs. */
function branchNode(then: ShellNode, otherwise: ShellNode | undefined): ShellNode {
  return otherwise === undefined
    ? { kind: "branches", bodies: [then], exhaustive: false }
    : { kind: "branches", bodies: [then, otherwise], exhaustive: true };
}

/** Converts a command with its words, assignments and redirects, preceded by the scripts inside its words. */
function convertCommand(node: Command, locate: Locate, context: ParseContext): ShellNode {
  const before = hasOnlyPlainWords(node) ? [] : nestedScripts(node, locate, context);
  const { assignments, words } = partsOf(node);
  const command: ShellNode = {
    kind: "command",
    words: words.map((word) =>
      word.type === "Assignment" ? convertAssignmentWord(word, locate, context) : convertWord(word, locate, context),
    ),
    assignments: assignments.map((child) => convertAssignment(child, locate, context)),
    redirects: node.redirects.flatMap((redirect) => convertRedirect(redirect, locate, context)),
  };
  return before.length === 0 ? command : sequenceOf([...before, command]);
}

/** The assignments before a command, and its words. */
function partsOf({ name, prefix, args }: Command): {
  readonly assignments: readonly Assignment[];
  readonly words: readonly CommandArgument[];
} {
  const parts: CommandArgument[] = [];
  for (const part of [...prefix, ...(name === undefined ? [] : [name]), ...args]) {
    if (part.type !== "Word" && part.type !== "Assignment") continue;
    const before = parts.at(-1);
    // The parser ends `X=<(…)` after the `=`.
    const isValue = before?.type === "Assignment" && before.end === part.pos && before.value.pos === before.value.end;
    if (isValue && part.type === "Word" && /^[<>]\(/.test(part.text)) parts[parts.length - 1] = withValue(before, part);
    else parts.push(part);
  }
  const first = parts.findIndex(({ type }) => type === "Word");
  const count = first === -1 ? parts.length : first;
  return {
    assignments: parts.slice(0, count).filter((part) => part.type === "Assignment"),
    words: parts.slice(count),
  };
}

/** Returns an assignment with another value. */
function withValue({ pos, text, name, append, index }: Assignment, value: SyntaxWord): Assignment {
  return { type: "Assignment", pos, end: value.end, text: text + value.text, name, append, index, value };
}

/** Whether all words of a command are plain text, so that none can contain a `$(…)`. */
function hasOnlyPlainWords({ name, prefix, suffix }: Command): boolean {
  return (
    prefix.length === 0 &&
    name?.parts === undefined &&
    suffix.every((word) => word.type === "Word" && word.parts === undefined)
  );
}

/** Whether a word is a variable with the number of a descriptor that the script opened for a file: `$fd` after `exec {fd}>a`. */
function holdsDescriptor(text: string, { script }: ParseContext): boolean {
  const [, name] = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(text) ?? [];
  if (name === undefined) return false;
  const openings = [...script.matchAll(new RegExp(`\\{${name}\\}(?:[<>]&-|<>|>[>|]?)\\s*("?[^\\s;&|<>]*)`, "g"))];
  const files = openings.filter(([all]) => !all.endsWith("&-"));
  const isFile = files.length > 0 && files.every(([, path = ""]) => /^"?(?!\/dev\/)[\w./-]+"?$/.test(path));
  const changes = new RegExp(
    `(?:^|[\\s;&|({])${name}\\+?=|\\b(?:read|for|local|printf|declare)\\b[^;\\n]*\\b${name}\\b`,
  );
  return isFile && !changes.test(script);
}

/** Converts a redirect of the parser (`> file`, `<<EOF`, `2>&1`) to a `Redirect` of this package; none if it has no target. */
function convertRedirect(redirect: Redirection, locate: Locate, context: ParseContext): readonly Redirect[] {
  const convertWord = wordConverter(locate, context);
  const span = locate(redirect);
  const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : undefined;
  if (redirect.type === "HereDoc") {
    const { text, parts, pos, end } = redirect.body;
    return [
      {
        ...span,
        kind: "text",
        descriptor: descriptor ?? 0,
        // Only a quoted delimiter keeps the backslashes: `<<'EOF'`.
        word: convertWord({
          text,
          parts,
          pos,
          end,
          value: redirect.delimiter?.quoted === true ? text : text.replaceAll(/\\([$`\\])|\\\n/g, "$1"),
          quoted: true,
        }),
      },
    ];
  }
  const { target, operator } = redirect;
  if (target === undefined) return [];
  const word = convertWord(target);
  const isNumber = /^(\d+|-|\d+-)$/.test(target.text);
  switch (operator) {
    case "<<<":
      return [{ ...span, kind: "text", descriptor: descriptor ?? 0, word }];
    case ">>":
      return [{ ...span, kind: "append", descriptor: descriptor ?? 1, word }];
    case "&>>":
      return [{ ...span, kind: "append", descriptor: 1, word }];
    case "<":
      return [{ ...span, kind: "read", descriptor: descriptor ?? 0, word }];
    case "<&":
      return [{ ...span, kind: isNumber ? "copy" : "read", descriptor: descriptor ?? 0, word }];
    case "<>":
      return [{ ...span, kind: "both", descriptor: descriptor ?? 0, word }];
    case ">&":
      return [
        {
          ...span,
          kind: isNumber || holdsDescriptor(target.text, context) ? "copy" : "write",
          descriptor: descriptor ?? 1,
          word,
        },
      ];
    default:
      return [{ ...span, kind: "write", descriptor: descriptor ?? 1, word }];
  }
}
