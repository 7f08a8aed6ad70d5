/**
 * Lowers a program to the engine's intermediate representation, without state.
 *
 * Names of different kinds never meet: a variable keeps its `$`, a class is `\name`, a constant is `:NAME`, a function has only its
 * name. Functions and classes are in lower case, because PHP compares them without case, and functions have no namespace.
 */
import { type Source as ProgramText, type TreeNode, textOf } from "../copied-tree.ts";
import type { Program, Span, Statement } from "../engine/ir.ts";
import { lowerBody } from "./lower-statements.ts";
import { parseProgram, type Start } from "./parse-program.ts";

/** The text of a program, and what surrounds the code that is lowered. */
export interface Source extends ProgramText {
  /** The class around the code. */
  readonly className?: string;
  readonly parentName?: string;
  readonly isFunction?: boolean;
  /** The loops and switches around the code, which `break 2` counts; the innermost last. */
  readonly loops?: readonly { readonly label: string; readonly isSwitch: boolean }[];
}

/** Parses a PHP program and lowers it: as both, if it may be a file or code without an opening tag. Never throws. */
export function lowerPhp(text: string, place: (span: Span) => Span): Program {
  const isFile = /^\s*(?:<|#!)/.test(text);
  const first = lowerAs(isFile ? "Template" : "Program", { text, place });
  if (isFile || !text.includes("<?")) return first;
  const second = lowerAs("Template", { text, place });
  if (first.problem !== null) return second;
  return second.problem === null ? { ...first, statements: [...first.statements, ...second.statements] } : first;
}

/** Lowers a program that starts in PHP code or in the text around it. */
function lowerAs(start: Start, source: Source): Program {
  const { root, problem } = parseProgram(source.text, start);
  return { statements: lowerBody(root?.children ?? [], source), problem };
}

/** The children of a node that are not keywords, operators, types or punctuation. */
export function partsOf(node: TreeNode | undefined): readonly TreeNode[] {
  return (node?.children ?? []).filter(({ name }) => (/^[A-Z]/.test(name) && !ignored.test(name)) || name === "null");
}

const ignored =
  /^(\w+Op|\w+Type|Visibility|TextInterpolation|Attributes|BaseClause|ClassInterfaceClause|NamespaceName)$/;

/** The last part of a qualified name. */
export function lastName(node: TreeNode | undefined, source: Source): string {
  return /[^\\\s]*$/.exec(textOf(node, source))?.[0] ?? "";
}

/** The name of a class: `\guzzlehttp\client`; `self` and `static` are the class around the code. */
export function classNameOf(node: TreeNode, source: Source): string {
  const name = textOf(node, source).replaceAll(/\s/g, "").toLowerCase();
  if (name === "self" || name === "static") return source.className ?? "\\";
  return name === "parent" ? (source.parentName ?? "\\") : `\\${name.replace(/^\\/, "")}`;
}

/** Creates a node for syntax that is not understood: it may do anything. */
export function unread(reason: string, span: Span): Statement & { kind: "unread" } {
  return { kind: "unread", reason, ...span };
}
