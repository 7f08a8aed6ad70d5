/** The interface to a TypeScript compiler. Each supported compiler implements it. */

/** A type, as an opaque value of the compiler. */
export type Type = object & { readonly id: number };

/** A symbol, as an opaque value of the compiler. */
export type TypeSymbol = object & { readonly name: string };

/** A signature, as an opaque value of the compiler. */
export type Signature = object;

/** A node of a syntax tree, with the members that both compilers have. */
export interface SyntaxNode {
  getText(): string;
  getStart(): number;
  getEnd(): number;
  getSourceFile(): { readonly fileName: string; readonly text: string };
  readonly questionToken?: unknown;
  readonly dotDotDotToken?: unknown;
  readonly initializer?: SyntaxNode;
  readonly modifiers?: readonly SyntaxNode[];
  /** The name of a declaration; a pattern for a destructured parameter. */
  readonly name?: SyntaxNode & { readonly elements?: readonly SyntaxNode[] };
  readonly propertyName?: SyntaxNode;
}

/** A place that is not TypeScript. */
interface SyntaxProblem extends Pick<SyntaxNode, "getStart" | "getEnd" | "getSourceFile"> {
  readonly message: string;
}

/** The kind of a type; `other` for types that no value has after evaluation, such as `keyof T`. */
export type TypeKind =
  | "any"
  | "unknown"
  | "string"
  | "number"
  | "boolean"
  | "bigint"
  | "symbol"
  | "null"
  | "undefined"
  | "never"
  | "literal"
  | "template"
  /** `Uppercase<…>` and its like. */
  | "mapping"
  | "union"
  | "intersection"
  | "parameter"
  | "object"
  | "other";

/** An item of a tuple type. */
interface TupleItem {
  readonly type: Type;
  readonly kind: "required" | "optional" | "rest";
}

/** A JSDoc tag: `@minimum 3`. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
}

/** The name of a type, by which a document can refer to it. */
export interface TypeName {
  readonly name: string;
  /** The symbol of the interface, class, enum or alias. */
  readonly symbol: TypeSymbol;
  readonly typeArguments: readonly Type[];
  /** Whether TypeScript's own library declares it. */
  readonly isLibrary: boolean;
}

/** The type of the properties whose names have the type `key`. */
interface IndexType {
  readonly key: Type;
  readonly value: Type;
}

/** A TypeScript compiler with the files of one project. */
export interface Compiler {
  /** The exported symbols of a file in the order of the source, with aliases followed; `undefined` if the project lacks the file. */
  exportsOf(file: string): readonly { readonly name: string; readonly symbol: TypeSymbol }[] | undefined;

  /** The errors of the syntax of a file, as places with messages. */
  syntaxErrorsOf(file: string): readonly SyntaxProblem[];

  typeOf(symbol: TypeSymbol): Type;
  /** The type of a class's instances. */
  instanceTypeOf(symbol: TypeSymbol): Type;
  isClass(symbol: TypeSymbol): boolean;
  isOptional(symbol: TypeSymbol): boolean;
  /** Whether a property is a getter or a setter. */
  isAccessor(symbol: TypeSymbol): boolean;
  documentationOf(symbol: TypeSymbol): string;
  tagsOf(symbol: TypeSymbol): readonly DocTag[];
  declarationOf(symbol: TypeSymbol): SyntaxNode | undefined;
  /** The declaration of a symbol if it is in one of the files that are read: no other file needs to be opened for it. */
  ownDeclarationOf(symbol: TypeSymbol): SyntaxNode | undefined;

  kindOf(type: Type): TypeKind;
  /** The name of a named type that its own declaration or an alias gives. */
  nameOf(type: Type): TypeName | undefined;
  /** The type in the notation of TypeScript. */
  textOf(type: Type): string;
  literalOf(type: Type): string | number | boolean | undefined;
  /** The members of a union or an intersection. */
  membersOf(type: Type): readonly Type[];
  /** The fixed texts of a template literal type, one more than its variable parts. */
  templateTextsOf(type: Type): readonly string[];
  itemOf(type: Type): Type | undefined;
  tupleItemsOf(type: Type): readonly TupleItem[] | undefined;
  propertiesOf(type: Type): readonly TypeSymbol[];
  /** The types of properties whose names a type has: `string`, `number` or a template literal. */
  indexTypesOf(type: Type): readonly IndexType[];
  constraintOf(type: Type): Type | undefined;

  signaturesOf(type: Type): readonly Signature[];
  parametersOf(signature: Signature): readonly TypeSymbol[];
  returnTypeOf(signature: Signature): Type;

  /** Whether the project of the file that was read last imports sources by their own names, `./tools.ts`. */
  importsSources(): boolean;
  /** Reads files that have changed again. */
  update(): void;
  close(): void;
}
