/**
 * The declarations of a program, collected before it is lowered. They decide the meaning of expressions: `x, err := f()` differs between
 * functions of the program and of libraries, and `T{…}` depends on the type `T`.
 */
import { childOf, type Source, type TreeNode, textOf } from "../copied-tree.ts";
import { stringText } from "./literals.ts";
import { sharedLists } from "./shared-lists.ts";
import { partsOf } from "./tree.ts";

/** The declarations of a program. */
export interface Declarations {
  /** The types by their names, also those inside functions. */
  readonly types: ReadonlyMap<string, TreeNode>;
  /** The methods by the names of their types. */
  readonly methods: ReadonlyMap<string, readonly TreeNode[]>;
  readonly methodNames: ReadonlySet<string>;
  /** The functions of the package by their names. */
  readonly functions: ReadonlyMap<string, TreeNode>;
  /** The imported packages by the names under which the program uses them. */
  readonly packages: ReadonlyMap<string, string>;
  /** Whether it sets items of what may be a slice of a list: `part[0] = x` changes the list, too. */
  readonly setsItems: boolean;
  /** The lists, by their texts, whose arrays an `append` may change for other variables, too. */
  readonly sharedLists: ReadonlySet<string>;
}

/** The inputs of lowering a node: the text, the program's declarations, and the function around the node. */
export interface Lowering extends Source {
  readonly declared: Declarations;
  /** How many values the function returns, their names if they have names, and whether `return` sets these names only. */
  readonly results: { readonly count: number; readonly names: readonly string[]; readonly areSet?: boolean };
  /** The value of `iota`. */
  readonly iota: number;
  /** The label of the statement that is lowered next. */
  readonly label?: string;
}

/** Collects the declarations of a program. */
export function collectDeclarations(root: TreeNode, source: Source): Declarations {
  const types = new Map<string, TreeNode>();
  const methods = new Map<string, TreeNode[]>();
  const functions = new Map<string, TreeNode>();
  const packages = new Map<string, string>();
  let setsItems = false;
  const visit = (node: TreeNode): void => {
    setsItems ||= changesSlice(node, source);
    if (node.name === "TypeSpec") {
      const type = partsOf(node.children).at(-1);
      if (type !== undefined) types.set(textOf(childOf(node, "DefName"), source), type);
    }
    if (node.name === "MethodDecl") {
      const name = receiverType(node, source);
      methods.set(name, [...(methods.get(name) ?? []), node]);
    }
    if (node.name === "FunctionDecl") functions.set(textOf(childOf(node, "DefName"), source), node);
    if (node.name === "ImportSpec") packages.set(importedAs(node, source), importedPackage(node, source));
    for (const child of node.children) visit(child);
  };
  visit(root);
  const names = [...methods.values()].flat().map((method) => textOf(childOf(method, "FieldName"), source));
  const shared = sharedLists(source.text, setsItems);
  return { types, methods, methodNames: new Set(names), functions, packages, setsItems, sharedLists: shared };
}

/** Whether a node sets an item at an index, or changes a slice in place: `copy(list[1:], other)`. */
function changesSlice({ name, children: [first, second] }: TreeNode, source: Source): boolean {
  if (name === "Assignment" || name === "IncDecStatement")
    return first?.name === "IndexExpr" && first.children[2]?.name !== "String";
  const isInPlace = name === "CallExpr" && /^(copy|slices\.\w+|sort\.\w+)$/.test(textOf(first, source));
  return isInPlace && partsOf(second?.children ?? [])[0]?.name === "SliceExpr";
}

/** The path of the package that an import names. */
export function importedPackage(spec: TreeNode, source: Source): string {
  return stringText(textOf(childOf(spec, "String"), source)).text;
}

/** The name under which the program uses an imported package: its own name, or the last part of its path. */
export function importedAs(spec: TreeNode, source: Source): string {
  const alias = childOf(spec, "DefName", ".");
  if (alias !== undefined) return textOf(alias, source);
  const parts = importedPackage(spec, source)
    .split("/")
    .filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? "").replace(/\.v\d+$/, "").replace(/^go-|[-.]go$/, "");
}

/** The name of the type whose method this is: `Store` for `func (s *Store[T]) Clean()`. */
function receiverType(method: TreeNode, source: Source): string {
  return typeName(partsOf(childOf(childOf(method, "Parameters"), "Parameter")?.children ?? []).at(-1), source);
}

/** The name of a type without its pointer and its type arguments; empty for types without a name of the program. */
export function typeName(type: TreeNode | undefined, source: Source): string {
  if (type === undefined || type.name === "TypeName") return textOf(type, source);
  const isAround =
    type.name === "PointerType" || type.name === "ParameterizedType" || type.name === "ParenthesizedType";
  return isAround ? typeName(partsOf(type.children)[0], source) : "";
}

/** Resolves a type to its underlying type: for `type Steps []Step`, the slice type. */
export function underlyingType(type: TreeNode | undefined, context: Lowering, depth: number = 8): TreeNode | undefined {
  const name = type?.name === "PointerType" ? "" : typeName(type, context);
  const declared = name === "" || depth === 0 ? undefined : context.declared.types.get(name);
  return declared === undefined ? type : underlyingType(declared, context, depth - 1);
}

/** Returns the fields of a struct type in order, embedded ones included. */
export function structFields(struct: TreeNode, source: Source): readonly StructField[] {
  return (childOf(struct, "StructBody")?.children ?? []).flatMap((field): readonly StructField[] => {
    if (field.name !== "FieldDecl") return [];
    const names = field.children.filter(({ name }) => name === "FieldName");
    const type = partsOf(field.children).findLast(({ name }) => name !== "String" && name !== "FieldName");
    if (names.length > 0) return names.map((name) => ({ name: textOf(name, source), type, isEmbedded: false }));
    const text = textOf(type, source).replace(/\[.*$/s, "");
    return [{ name: text.slice(text.lastIndexOf(".") + 1), type, isEmbedded: true }];
  });
}

export interface StructField {
  readonly name: string;
  readonly type: TreeNode | undefined;
  readonly isEmbedded: boolean;
}
