/** Lowers Go's composite literals, types and zero values to the engine's intermediate representation. */
import { type TreeNode, textOf } from "../copied-tree.ts";
import type { DictEntry, Expression, Span } from "../engine/ir.ts";
import { callNode, listNode, nameNode, recordNode, unknownNode } from "../engine/nodes.ts";
import { type Lowering, structFields, typeName, underlyingType } from "./declarations.ts";
import { lowerExpression } from "./lower-expressions.ts";
import { partsOf } from "./tree.ts";

/** An element of a composite literal. */
interface Element {
  readonly key: TreeNode | undefined;
  readonly value: TreeNode;
}

/** Lowers `T{…}`: a struct with a name is made by a call of its class, any other value is a list or a dictionary. */
export function lowerLiteral(type: TreeNode, literal: TreeNode, context: Lowering): Expression {
  const span = context.place(literal);
  const elements = elementsOf(literal);
  const made = underlyingType(type, context);
  const parts = partsOf(made?.children ?? []);
  const hasKeys = elements.some(({ key }) => key !== undefined);
  if (made?.name === "StructType") return lowerStruct(type, made, elements, { ...context, span });
  const isList = made?.name === "SliceType" || made?.name === "ArrayType";
  // A struct of a library: `exec.Cmd{Path: p}`. Its maps have other keys: `url.Values{"k": {"v"}}`.
  if (
    !isList &&
    made?.name !== "MapType" &&
    elements.every(({ key }) => key === undefined || key.name === "VariableName")
  ) {
    const passed = elements.map(({ key, value }) => ({
      name: key === undefined ? null : textOf(key, context),
      value: lowerElement(value, undefined, context),
    }));
    return { kind: "call", callee: lowerType(type, context), arguments: passed, ...span };
  }
  const [keyType, valueType] = isList ? [undefined, parts.at(-1)] : made?.name === "MapType" ? parts : [];
  const values = elements.map(({ value }) => lowerElement(value, valueType, context));
  if (!hasKeys && made?.name === "ArrayType") return callNode("go.array", [listNode(values, span)], span);
  if (!hasKeys && made?.name !== "MapType") return listNode(values, span);
  const entries = values.map((value, at): DictEntry => {
    const key = elements[at]?.key;
    return {
      key: key === undefined ? { kind: "number", number: at, ...span } : lowerElement(key, keyType, context),
      value,
    };
  });
  return { kind: "dict", entries, ...span };
}

/** A value inside a literal, whose type may be left out. */
function lowerElement(node: TreeNode, type: TreeNode | undefined, context: Lowering): Expression {
  if (node.name !== "LiteralValue") return lowerExpression(node, context);
  const [pointed] = type?.name === "PointerType" ? partsOf(type.children) : [];
  if (pointed !== undefined)
    return { kind: "reference", of: lowerLiteral(pointed, node, context), ...context.place(node) };
  if (type !== undefined) return lowerLiteral(type, node, context);
  const items = elementsOf(node).map(({ value }) => lowerElement(value, undefined, context));
  return listNode(items, context.place(node));
}

/** Returns the elements of a composite literal, `[]int{1, 2}`. */
function elementsOf(literal: TreeNode): readonly Element[] {
  return partsOf(literal.children).map((element): Element => {
    const [first = element, second] = partsOf(element.children);
    return second === undefined ? { key: undefined, value: first } : { key: partsOf(first.children)[0], value: second };
  });
}

/** A struct of the program: the fields that are left out have their zero values. */
function lowerStruct(
  type: TreeNode,
  struct: TreeNode,
  elements: readonly Element[],
  context: Lowering & { readonly span: Span },
): Expression {
  const fields = structFields(struct, context);
  const given = elements.map(({ key, value }, at): readonly [string, Expression] => {
    const name = key === undefined ? (fields[at]?.name ?? "_") : textOf(key, context);
    return [name, lowerElement(value, fields.find((field) => field.name === name)?.type, context)];
  });
  const others = fields
    .filter(({ name }) => !given.some(([each]) => each === name))
    .map(({ name, type: of }): readonly [string, Expression] => [name, zeroValue(of, context.span, context, 1)]);
  return structNode(type, [...given, ...others], context);
}

/** Builds the node of a struct literal, `T{name: value}`. */
function structNode(
  type: TreeNode,
  fields: readonly (readonly [string, Expression])[],
  context: Lowering & { readonly span: Span },
): Expression {
  const name = typeName(type, context);
  if (name === "") return recordNode(fields, context.span);
  return callNode(
    name,
    fields.map(([field, value]) => ({ name: field, value })),
    context.span,
  );
}

/** A type as a value: the class of a struct, or a type of a library by its dotted name. */
export function lowerType(type: TreeNode, context: Lowering): Expression {
  const span = context.place(type);
  const [first, second] = partsOf(type.children);
  if (type.name === "TypeName" || type.name === "VariableName") return nameNode(textOf(type, context), span);
  if (type.name === "QualifiedType" && first !== undefined)
    return { kind: "attribute", object: lowerType(first, context), name: textOf(second, context), ...span };
  return first === undefined || !/^(Pointer|Parameterized|Parenthesized)Type$/.test(type.name)
    ? unknownNode(span)
    : lowerType(first, context);
}

const deepestZero = 4;

/** The value of a variable of a type that is declared without a value. */
export function zeroValue(type: TreeNode | undefined, span: Span, context: Lowering, depth: number = 0): Expression {
  const { start, end } = span;
  const made = underlyingType(type, context);
  if (type === undefined || made === undefined || depth >= deepestZero) return unknownNode(span);
  const zero = (of: TreeNode | undefined): Expression => zeroValue(of, span, context, depth + 1);
  switch (made.name) {
    case "StructType": {
      const fields = structFields(made, context).map(({ name, type: of }) => [name, zero(of)] as const);
      return structNode(type, fields, { ...context, span });
    }
    case "SliceType":
      return listNode([], span);
    case "ArrayType": {
      const [size = made, element] = partsOf(made.children);
      const slice = callNode("go.makeSlice", [zero(element), lowerExpression(size, context)], span);
      return callNode("go.array", [slice], span);
    }
    case "QualifiedType":
      return { kind: "call", callee: lowerType(made, context), arguments: [], start, end };
    case "TypeName": {
      const name = textOf(made, context);
      if (name === "string") return { kind: "text", text: "", at: null, start, end };
      if (/^(u?int(8|16|32|64|ptr)?|float(32|64)|byte|rune)$/.test(name))
        return { kind: "number", number: 0, start, end };
      return { kind: "constant", constant: name === "bool" ? false : null, start, end };
    }
    default:
      return { kind: "constant", constant: null, start, end };
  }
}
