/** Implements `Compiler` with a type checker. TypeScript 6 and 7 have nearly the same checker: a `Dialect` has the differences. */
import type { Compiler, DocTag, Signature, SyntaxNode, Type, TypeKind, TypeName, TypeSymbol } from "./compiler.ts";

/** The methods that the checkers of both compilers have. */
export interface Checker {
  getExportsOfModule(symbol: TypeSymbol): readonly TypeSymbol[];
  getAliasedSymbol(symbol: TypeSymbol): TypeSymbol;
  getTypeOfSymbol(symbol: TypeSymbol): Type | undefined;
  getDeclaredTypeOfSymbol(symbol: TypeSymbol): Type;
  getPropertiesOfType(type: Type): readonly TypeSymbol[];
  getSignaturesOfType(type: Type, kind: number): readonly Signature[];
  getReturnTypeOfSignature(signature: Signature): Type | undefined;
  /** The type of the values is `valueType` in version 7, and `type` before. */
  getIndexInfosOfType(
    type: Type,
  ): readonly { readonly keyType: Type; readonly valueType?: Type; readonly type?: Type }[];
  getTypeArguments(type: Type): readonly Type[];
  getBaseConstraintOfType(type: Type): Type | undefined;
  isArrayType(type: Type): boolean;
  isTupleType(type: Type): boolean;
  typeToString(type: Type): string;
}

/** The values of an enum of the compiler, by name. */
type Flags = Readonly<Record<string, number | string>>;

/** The options of a project that decide how it imports its sources. */
interface CompilerOptions {
  readonly allowImportingTsExtensions?: boolean | undefined;
  readonly rewriteRelativeImportExtensions?: boolean | undefined;
}

type SourceFile = ReturnType<SyntaxNode["getSourceFile"]>;

/** Where the compilers differ. */
export interface Dialect {
  checker(): Checker;
  readonly typeFlags: Flags;
  readonly objectFlags: Flags;
  readonly symbolFlags: Flags;
  readonly elementFlags: Flags;
  readonly callSignature: number;
  sourceFile(file: string): SourceFile | undefined;
  /** The symbol of a file; `undefined` if the file exports nothing. */
  moduleOf(source: SourceFile): TypeSymbol | undefined;
  syntaxErrors(
    source: SourceFile,
  ): readonly { readonly message: string; readonly start: number; readonly end: number }[];
  /** The types of several symbols. */
  typesOf(symbols: readonly TypeSymbol[]): readonly (Type | undefined)[];
  members(type: Type): readonly Type[];
  symbol(type: Type): TypeSymbol | undefined;
  alias(type: Type): TypeSymbol | undefined;
  aliasArguments(type: Type): readonly Type[];
  tupleFlags(type: Type): readonly number[];
  parameters(signature: Signature): readonly TypeSymbol[];
  documentation(symbol: TypeSymbol): string;
  tags(symbol: TypeSymbol): readonly DocTag[];
  declarations(symbol: TypeSymbol): readonly SyntaxNode[];
  /** The path of the file that declares a symbol. */
  pathOf(symbol: TypeSymbol): string | undefined;
  isLibrary(symbol: TypeSymbol): boolean;
  /** The options of the project that is read. */
  options(): CompilerOptions;
  update(): void;
  close(): void;
}

/** Creates a compiler from a type checker and a dialect. */
export function checkerCompiler(dialect: Dialect, files: readonly string[]): Compiler {
  const compiler = uncachedCompiler(dialect, new Set(files.map(comparablePath)));
  let cached = withCache(compiler, dialect);
  return {
    ...compiler,
    ...cachedMethods((name) => (value) => cached[name](value as never) as never),
    exportsOf(file) {
      const exported = compiler.exportsOf(file);
      cached.addTypes(exported?.map(({ symbol }) => symbol) ?? []);
      return exported;
    },
    update() {
      compiler.update();
      cached = withCache(compiler, dialect);
    },
  };
}

/** The methods whose results are kept: a question to TypeScript 7 goes to another process. */
const cachedNames = [
  ...([
    "typeOf",
    "documentationOf",
    "tagsOf",
    "nameOf",
    "membersOf",
    "itemOf",
    "tupleItemsOf",
    "propertiesOf",
  ] as const),
  ...(["indexTypesOf", "signaturesOf", "parametersOf"] as const),
] as const;

type CachedMethods = Pick<Compiler, (typeof cachedNames)[number]>;

function cachedMethods(method: (name: (typeof cachedNames)[number]) => (value: object) => never): CachedMethods {
  return Object.fromEntries(cachedNames.map((name) => [name, method(name)])) as unknown as CachedMethods;
}

interface Cache extends CachedMethods {
  /** Requests the types of several symbols together. */
  addTypes(symbols: readonly TypeSymbol[]): void;
}

/** Caches the result of each method for each type or symbol. The types of properties and parameters are requested together. */
function withCache(compiler: Compiler, dialect: Dialect): Cache {
  const types = new WeakMap<object, unknown>();
  const addTypes = (symbols: readonly TypeSymbol[]): void => {
    const missing = symbols.filter((symbol) => !types.has(symbol));
    for (const [index, type] of dialect.typesOf(missing).entries()) {
      const symbol = missing[index];
      if (symbol !== undefined && type !== undefined) types.set(symbol, type);
    }
  };
  const methods = cachedMethods((name) => {
    const results = name === "typeOf" ? types : new WeakMap<object, unknown>();
    return (value) => {
      if (!results.has(value)) {
        const result = compiler[name](value as never);
        results.set(value, result);
        if (name === "propertiesOf" || name === "parametersOf") addTypes(result as readonly TypeSymbol[]);
      }
      return results.get(value) as never;
    };
  });
  return { ...methods, addTypes };
}

/** A path by which files can be compared: the compilers spell it in different ways where its case does not matter. */
function comparablePath(path: string): string {
  return path.replaceAll("\\", "/").toLowerCase();
}

/** Creates a compiler without caches. */
function uncachedCompiler(dialect: Dialect, files: ReadonlySet<string>): Compiler {
  const { typeFlags, symbolFlags } = dialect;
  const kinds = kindsByFlag.map(([kind, names]) => ({ kind, mask: maskOf(typeFlags, ...names) }));
  const aliasFlag = maskOf(symbolFlags, "Alias");
  const classFlag = maskOf(symbolFlags, "Class");
  const accessorFlags = maskOf(symbolFlags, "GetAccessor", "SetAccessor");
  const optionalFlag = maskOf(symbolFlags, "Optional");
  const namedFlags = maskOf(symbolFlags, "Class", "Interface", "Enum");
  const symbolKey = maskOf(typeFlags, "ESSymbol");
  const checker = (): Checker => dialect.checker();
  return {
    exportsOf(file) {
      const source = dialect.sourceFile(file);
      if (source === undefined) return undefined;
      const module = dialect.moduleOf(source);
      const symbols = module === undefined ? [] : checker().getExportsOfModule(module);
      return symbols.map((symbol) => ({
        name: symbol.name,
        symbol: hasFlag(symbol, aliasFlag) ? checker().getAliasedSymbol(symbol) : symbol,
      }));
    },
    syntaxErrorsOf(file) {
      const source = dialect.sourceFile(file);
      if (source === undefined) return [];
      return dialect.syntaxErrors(source).map(({ message, start, end }) => ({
        message,
        getStart: () => start,
        getEnd: () => end,
        getSourceFile: () => source,
      }));
    },
    typeOf: (symbol) => checker().getTypeOfSymbol(symbol) ?? checker().getDeclaredTypeOfSymbol(symbol),
    instanceTypeOf: (symbol) => checker().getDeclaredTypeOfSymbol(symbol),
    isClass: (symbol) => hasFlag(symbol, classFlag),
    isAccessor: (symbol) => hasFlag(symbol, accessorFlags),
    isOptional: (symbol) => hasFlag(symbol, optionalFlag),
    documentationOf: (symbol) =>
      dialect
        .documentation(symbol)
        .replace(/^\s*-\s+/, "")
        .trim(),
    tagsOf: (symbol) => dialect.tags(symbol),
    declarationOf: (symbol) => dialect.declarations(symbol)[0],
    ownDeclarationOf: (symbol) =>
      files.has(comparablePath(dialect.pathOf(symbol) ?? "")) ? dialect.declarations(symbol)[0] : undefined,
    kindOf: (type) => kinds.find(({ mask }) => hasFlag(type, mask))?.kind ?? "other",
    nameOf(type) {
      const alias = dialect.alias(type);
      if (alias !== undefined && !dialect.isLibrary(alias)) {
        return { name: alias.name, symbol: alias, typeArguments: dialect.aliasArguments(type), isLibrary: false };
      }
      return ownName(type, dialect, namedFlags);
    },
    textOf: (type) => checker().typeToString(type),
    literalOf: (type) => literalValue(type, checker()),
    membersOf: (type) => dialect.members(type),
    templateTextsOf: (type) => (type as { readonly texts?: readonly string[] }).texts ?? [],
    itemOf(type) {
      return isReference(type, dialect) && checker().isArrayType(type)
        ? checker().getTypeArguments(type)[0]
        : undefined;
    },
    tupleItemsOf(type) {
      if (!isReference(type, dialect) || !checker().isTupleType(type)) return undefined;
      const flags = dialect.tupleFlags(type);
      const { Optional, Rest, Variadic } = dialect.elementFlags;
      return checker()
        .getTypeArguments(type)
        .slice(0, flags.length)
        .map((item, index) => {
          const flag = flags[index] ?? 0;
          const isRest = (flag & (Number(Rest) | Number(Variadic))) !== 0;
          return { type: item, kind: isRest ? "rest" : (flag & Number(Optional)) !== 0 ? "optional" : "required" };
        });
    },
    propertiesOf: (type) => checker().getPropertiesOfType(type),
    indexTypesOf: (type) =>
      checker()
        .getIndexInfosOfType(type)
        .flatMap(({ keyType, valueType, type: value = valueType }) =>
          value === undefined || hasFlag(keyType, symbolKey) ? [] : [{ key: keyType, value }],
        ),
    constraintOf: (type) => checker().getBaseConstraintOfType(type),
    signaturesOf: (type) => checker().getSignaturesOfType(type, dialect.callSignature),
    parametersOf: (signature) => dialect.parameters(signature),
    returnTypeOf(signature) {
      const type = checker().getReturnTypeOfSignature(signature);
      if (type === undefined) throw new Error("the compiler has no return type for a signature");
      return type;
    },
    importsSources() {
      const { allowImportingTsExtensions, rewriteRelativeImportExtensions } = dialect.options();
      return allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true;
    },
    update: () => dialect.update(),
    close: () => dialect.close(),
  };
}

/** The kinds by the flags of a type. The first that fits counts: `true` and enum members are literals, `boolean` is a union, too. */
const kindsByFlag: readonly (readonly [TypeKind, readonly string[]])[] = [
  ["any", ["Any"]],
  ["unknown", ["Unknown"]],
  ["boolean", ["Boolean"]],
  ["union", ["Union"]],
  ["literal", ["StringLiteral", "NumberLiteral", "BooleanLiteral"]],
  ["string", ["String"]],
  ["mapping", ["StringMapping"]],
  ["number", ["Number", "Enum"]],
  ["bigint", ["BigInt", "BigIntLiteral"]],
  ["symbol", ["ESSymbol", "UniqueESSymbol"]],
  ["null", ["Null"]],
  ["undefined", ["Undefined", "Void"]],
  ["never", ["Never"]],
  ["template", ["TemplateLiteral"]],
  ["intersection", ["Intersection"]],
  ["parameter", ["TypeParameter", "IndexedAccess", "Conditional", "Index"]],
  ["object", ["Object", "NonPrimitive"]],
];

/** The flags with some names as one number. */
function maskOf(flags: Flags, ...names: readonly string[]): number {
  return names.reduce((mask, name) => mask | Number(flags[name] ?? 0), 0);
}

function hasFlag(value: object, mask: number): boolean {
  return (flagsOf(value) & mask) !== 0;
}

/** Returns the flags of an object of the TypeScript compiler. */
function flagsOf(value: object): number {
  return Number((value as { readonly flags?: number }).flags ?? 0);
}

/** The value of a literal type. A boolean literal of TypeScript 6 has its value only in its name. */
function literalValue(type: Type, checker: Checker): string | number | boolean | undefined {
  const { value } = type as { readonly value?: unknown };
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  const text = checker.typeToString(type);
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** The name of an interface, a class or an enum. */
function ownName(type: Type, dialect: Dialect, namedFlags: number): TypeName | undefined {
  const symbol = dialect.symbol(type);
  if (symbol === undefined || !hasFlag(symbol, namedFlags)) return undefined;
  const typeArguments = isReference(type, dialect) ? dialect.checker().getTypeArguments(type) : [];
  return { name: symbol.name, symbol, typeArguments, isLibrary: dialect.isLibrary(symbol) };
}

/** Whether a type is a generic type or an instance of one. */
function isReference(type: Type, { objectFlags, typeFlags }: Dialect): boolean {
  const { objectFlags: own = 0 } = type as { readonly objectFlags?: number };
  return (flagsOf(type) & Number(typeFlags["Object"])) !== 0 && (own & Number(objectFlags["Reference"])) !== 0;
}
