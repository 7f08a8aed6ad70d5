/** Lowers functions, methods and types of Go. */
import { childOf, type TreeNode, textOf } from "../copied-tree.ts";
import type { FunctionStatement, Parameter, Statement } from "../engine/ir.ts";
import { assignment, callNode, expressionStatement, listNode, nameNode } from "../engine/nodes.ts";
import { type Lowering, structFields, typeName, underlyingType } from "./declarations.ts";
import { lowerStatements } from "./lower-statements.ts";
import { lowerType, zeroValue } from "./lower-values.ts";
import { partsOf } from "./tree.ts";

/** Lowers a type to a class with its methods; types without fields and methods have no value. */
export function lowerTypeSpec(spec: TreeNode, context: Lowering): readonly Statement[] {
  const span = context.place(spec);
  const name = textOf(childOf(spec, "DefName"), context);
  const type = context.declared.types.get(name);
  const methods = context.declared.methods.get(name) ?? [];
  const isStruct = underlyingType(type, context)?.name === "StructType";
  if (type === undefined || (methods.length === 0 && !isStruct)) return [];
  const fields = structFields(type, context);
  const embedded =
    type.name === "StructType" ? fields.flatMap((field) => (field.isEmbedded ? (field.type ?? []) : [])) : [type];
  const bases = embedded.map((base) => typeName(base, context)).filter((base) => context.declared.types.has(base));
  return [
    {
      kind: "class",
      name,
      bases: bases.map((base) => ({ name: null, value: nameNode(base, span) })),
      fields: fields.map((field) => field.name),
      body: methods.map((method) => lowerFunction(method, context)),
      decorators: [],
      ...span,
    },
  ];
}

/** Lowers a function, a method, whose receiver is its first parameter, or a function literal, which has no name. */
export function lowerFunction(node: TreeNode, context: Lowering): FunctionStatement {
  const span = context.place(node);
  const { children } = node;
  const name = textOf(childOf(node, "DefName", "FieldName"), context);
  const lists = children.filter((child) => child.name === "Parameters");
  const inputs = lists.slice(0, node.name === "MethodDecl" ? 2 : 1);
  const block = childOf(node, "Block");
  const outputs = children.slice(children.indexOf(inputs.at(-1) ?? node) + 1).filter((child) => child !== block);
  const results = outputs.flatMap(parameterNodes);
  const count = results.reduce((sum, { names }) => sum + Math.max(1, names.length), 0);
  const names = results.flatMap((result) => result.names.map((each) => textOf(each, context)));
  // A deferred function may change the named results after `return` has set them.
  const areSet = names.length > 0 && /\bdefer\b/.test(textOf(block, context));
  const inner: Lowering = { ...context, results: { count, names, areSet }, label: undefined };
  const parameters = inputs.flatMap((list) => parameterNodes(list));
  const own: readonly Statement[] =
    block === undefined
      ? [{ kind: "unread", reason: `the function ${name} has no body in Go`, ...span }]
      : lowerStatements(block.children, inner);
  const values = names.map((each) => nameNode(each, span));
  const [value = listNode(values, span)] = values.length === 1 ? values : [];
  const callee = { kind: "function" as const, name: "", parameters: [], body: own, decorators: [], ...span };
  const body: readonly Statement[] = areSet
    ? [expressionStatement({ kind: "call", callee, arguments: [], ...span }, span), { kind: "return", value, ...span }]
    : own;
  return {
    kind: "function",
    name,
    parameters: parameters.flatMap((parameter) => lowerParameter(parameter, context)),
    body: [
      ...parameters.flatMap((parameter) => typedParameter(parameter, context)),
      ...results.flatMap((result) =>
        result.names.map((each) =>
          assignment(nameNode(textOf(each, context), span), zeroValue(result.type, span, context), true, span),
        ),
      ),
      ...body,
    ],
    decorators: [],
    ...span,
  };
}

interface ParameterNodes {
  readonly names: readonly TreeNode[];
  readonly type: TreeNode | undefined;
  readonly isRest: boolean;
}

/** The parameters or results of a list; a single result has no list. */
function parameterNodes(list: TreeNode): readonly ParameterNodes[] {
  if (list.name !== "Parameters") return partsOf([list]).map((type) => ({ names: [], type, isRest: false }));
  return list.children
    .filter(({ name }) => name === "Parameter")
    .map(({ children }) => ({
      names: children.filter(({ name }) => name === "DefName"),
      type: partsOf(children).findLast(({ name }) => name !== "DefName"),
      isRest: children.some(({ name }) => name === "..."),
    }));
}

/** Lowers a parameter; one with several names, `a, b int`, to several. */
function lowerParameter({ names, isRest }: ParameterNodes, context: Lowering): readonly Parameter[] {
  const texts = names.length === 0 ? ["_"] : names.map((name) => textOf(name, context));
  return texts.map((name) => ({ name, defaultValue: null, rest: isRest ? "*" : "" }));
}

/** Lowers a parameter with its type: a struct is copied, and an unknown argument of a library type is an object of this type. */
function typedParameter({ names, type, isRest }: ParameterNodes, context: Lowering): readonly Statement[] {
  const [pointed] = type?.name === "PointerType" ? partsOf(type.children) : [type];
  const isCopied = pointed === type && underlyingType(type, context)?.name === "StructType";
  if (isRest || pointed === undefined || (!isCopied && pointed.name !== "QualifiedType")) return [];
  const span = context.place(pointed);
  const object = { kind: "call" as const, callee: lowerType(pointed, context), arguments: [], ...span };
  return names.map((each) => {
    const name = nameNode(textOf(each, context), span);
    return assignment(name, isCopied ? name : callNode("go.typed", [name, object], span), true, span);
  });
}
