/** Finds the functions of a module that become tools: exported functions, and public methods of exported classes. */
import { basename } from "node:path";
import type { Compiler, Signature, SyntaxNode, TypeSymbol } from "./compiler.ts";
import type { SchemaWriter } from "./schema-writer.ts";

/** A function that becomes a tool. */
export interface ExportedFunction {
  /** The name of the tool: `Class.method` for a method. */
  readonly name: string;
  readonly exportName: string;
  /** Absent for a function. */
  readonly method?: string;
  readonly symbol: TypeSymbol;
  readonly signature: Signature;
  readonly node: SyntaxNode;
}

/** The tags of JSDoc that keep a function from becoming a tool. */
const hiddenTags = new Set(["internal", "hidden", "ignore", "private", "protected"]);
const hiddenTag = new RegExp(`@(?:${[...hiddenTags].join("|")})\\b`);

/** Lists the functions that a file exports; `undefined` if the file is not part of the project. */
export function exportedFunctions(
  file: string,
  compiler: Compiler,
  report: SchemaWriter["report"],
): readonly ExportedFunction[] | undefined {
  const exported = compiler.exportsOf(file)?.map((one) => ({ ...one, node: compiler.declarationOf(one.symbol) }));
  return exported?.sort(bySource).flatMap(({ name, symbol, node }) => {
    // A function without a name is an error of the syntax.
    if (name === "" || node === undefined || (hasHiddenTag(node) && isHidden(symbol, compiler))) return [];
    if (compiler.isClass(symbol)) return methodsOf(name, symbol, compiler, report);
    const signatures = compiler.signaturesOf(compiler.typeOf(symbol));
    const toolName = name === "default" ? defaultName(symbol, file) : name;
    return functionOf({ name: toolName, exportName: name, symbol, node }, signatures, report);
  });
}

/** Sorts exports by their place in their files: the compilers list them in different orders. */
function bySource(a: { readonly node: SyntaxNode | undefined }, b: { readonly node: SyntaxNode | undefined }): number {
  const [first, second] = [a.node?.getSourceFile().fileName ?? "", b.node?.getSourceFile().fileName ?? ""];
  if (first !== second) return first < second ? -1 : 1;
  return (a.node?.getStart() ?? 0) - (b.node?.getStart() ?? 0);
}

/** Returns the name of a default export: its own, or the file's. */
function defaultName({ name }: TypeSymbol, file: string): string {
  return name === "default" ? basename(file).replace(/\.[^.]*$/, "") : name;
}

/** Lists the public methods of a class and its base classes. */
function methodsOf(
  exportName: string,
  owner: TypeSymbol,
  compiler: Compiler,
  report: SchemaWriter["report"],
): readonly ExportedFunction[] {
  const className = exportName === "default" ? owner.name : exportName;
  return compiler.propertiesOf(compiler.instanceTypeOf(owner)).flatMap((symbol) => {
    const node = compiler.declarationOf(symbol);
    const modifiers = node?.modifiers?.map((modifier) => modifier.getText()) ?? [];
    const isPrivate =
      /^(?:#|_|__@)/.test(symbol.name) || modifiers.some((text) => text === "private" || text === "protected");
    if (
      node === undefined ||
      isPrivate ||
      isHidden(symbol, compiler) ||
      node.getSourceFile().fileName.includes("/node_modules/")
    )
      return [];
    const signatures = compiler.signaturesOf(compiler.typeOf(symbol));
    const found = { name: `${className}.${symbol.name}`, exportName, method: symbol.name, symbol, node };
    return functionOf(found, signatures, report);
  });
}

/** Whether the file of a declaration contains a tag that hides functions. */
function hasHiddenTag(node: SyntaxNode): boolean {
  return hiddenTag.test(node.getSourceFile().text);
}

function isHidden(symbol: TypeSymbol, compiler: Compiler): boolean {
  return compiler.tagsOf(symbol).some(({ name }) => hiddenTags.has(name));
}

/** Returns a function declaration; the first of several overloads. */
function functionOf(
  found: Omit<ExportedFunction, "signature">,
  [signature, ...others]: readonly Signature[],
  report: SchemaWriter["report"],
): readonly ExportedFunction[] {
  if (signature === undefined) return [];
  if (others.length > 0) {
    const message = `the function "${found.name}" has ${others.length + 1} overloads: only the first becomes a tool`;
    report({ code: "overloads", message, severity: "warning", node: () => found.node });
  }
  return [{ ...found, signature }];
}
