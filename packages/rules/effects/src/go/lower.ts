/** Lowers a Go program to the intermediate representation. */
import { childOf, type Source, type TreeNode, textOf } from "../copied-tree.ts";
import type { ImportedName, Program, Span, Statement } from "../engine/ir.ts";
import { callNode, expressionStatement } from "../engine/nodes.ts";
import { collectDeclarations, importedAs, importedPackage, type Lowering } from "./declarations.ts";
import { specsOf } from "./lower-assignments.ts";
import { lowerFunction } from "./lower-functions.ts";
import { lowerStatements } from "./lower-statements.ts";
import { partsOf, readTree } from "./tree.ts";

/**
 * Lowers a Go program: its types and functions, then its variables in order, then calls of its `init` functions, of `main` and
 * of its tests. Never throws.
 *
 * @param place - converts positions in `text` to positions in the program that contains it
 */
export function lowerGo(text: string, place: (span: Span) => Span): Program {
  const { root, problem } = readTree(text);
  if (root === null) return { statements: [], problem };
  const source: Source = { text, place };
  const declared = collectDeclarations(root, source);
  const context: Lowering = { ...source, declared, results: { count: 0, names: [] }, iota: 0 };
  const nodes = partsOf(root.children);
  const named = (name: string): readonly TreeNode[] => nodes.filter((node) => node.name === name);
  const functions = named("FunctionDecl").map((node) => lowerFunction(node, context));
  const inits = functions.filter(({ name }) => name === "init");
  const definitions = /^(PackageClause|ImportDecl|TypeDecl|FunctionDecl|MethodDecl)$/;
  const statements: readonly Statement[] = [
    ...named("ImportDecl").flatMap((node) => lowerImport(node, context)),
    ...lowerStatements(named("TypeDecl"), context),
    ...orphanMethods(nodes, context),
    ...functions.filter(({ name }) => name !== "init"),
    ...lowerStatements(
      nodes.filter(({ name }) => !definitions.test(name)),
      context,
    ),
    ...inits.flatMap((each): readonly Statement[] => [each, expressionStatement(callNode(each.name, [], each), each)]),
    ...named("FunctionDecl").flatMap((node) => lowerEntry(node, context)),
  ];
  return { statements, problem };
}

/** The call of a function that Go itself calls: `main`, and tests. */
function lowerEntry(node: TreeNode, context: Lowering): readonly Statement[] {
  const name = textOf(childOf(node, "DefName"), context);
  const isTest =
    /^(Test|Benchmark|Fuzz|Example)(?![a-z])/.test(name) &&
    /\(\s*(\w+\s+\*testing\.[TBFM]\s*)?\)/.test(textOf(childOf(node, "Parameters"), context));
  const span = context.place(node);
  return name === "main" || isTest ? [expressionStatement(callNode(name, [], span), span)] : [];
}

/** Lists the methods of types that are declared in other files, as functions that nothing calls. */
function orphanMethods(nodes: readonly TreeNode[], context: Lowering): readonly Statement[] {
  const known = new Set([...context.declared.types.keys()].flatMap((name) => context.declared.methods.get(name) ?? []));
  const methods = nodes.filter((node) => node.name === "MethodDecl" && !known.has(node));
  return methods.map((node) => lowerFunction(node, context));
}

/** Converts an `import` of Go. */
function lowerImport(node: TreeNode, context: Lowering): readonly Statement[] {
  return specsOf(node, "ImportSpec").flatMap((spec): readonly Statement[] => {
    const span = context.place(spec);
    const module = importedPackage(spec, context);
    const as = importedAs(spec, context);
    const isOpen = as === ".";
    const name: ImportedName = { module, member: isOpen ? "*" : null, as: isOpen ? "*" : as };
    const hasCode = module === "C" && commentBefore(node, context).includes("{");
    const unread: readonly Statement[] = hasCode ? [{ kind: "unread", reason: "it contains C code", ...span }] : [];
    return [{ kind: "import", names: [name], ...span }, ...unread];
  });
}

/** Returns the comment directly before a node. */
function commentBefore(node: TreeNode, { text }: Lowering): string {
  const before = text.slice(0, node.start);
  return before.slice(Math.max(before.lastIndexOf("/*"), before.lastIndexOf("\n\n"), 0));
}
