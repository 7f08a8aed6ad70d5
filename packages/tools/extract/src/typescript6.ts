/** The compiler of TypeScript 5 and 6, by its classic API. */
import { type Checker, checkerCompiler, type Dialect } from "./checker-compiler.ts";
import type { Compiler, SyntaxNode, Type, TypeSymbol } from "./compiler.ts";
import type { ProjectFiles } from "./typescript7.ts";

type Api = typeof import("@typescript/typescript6");

/** Opens files with TypeScript 5 or 6. */
export function typescript6(ts: Api, { files, cwd, tsconfig }: ProjectFiles): Compiler {
  // Version 6 can order the members of a union as version 7 does.
  const options = { ...compilerOptions(ts, cwd, tsconfig), stableTypeOrdering: true };
  let program = ts.createProgram({ rootNames: files, options });
  let checker = program.getTypeChecker();
  type NativeType = import("@typescript/typescript6").Type;
  type NativeSource = import("@typescript/typescript6").SourceFile;
  type NativeSymbol = import("@typescript/typescript6").Symbol;
  const type = (value: Type): NativeType => value as unknown as NativeType;
  const symbol = (value: TypeSymbol): NativeSymbol => value as unknown as NativeSymbol;
  const text = (parts: Parameters<Api["displayPartsToString"]>[0]): string => ts.displayPartsToString(parts);
  const dialect: Dialect = {
    checker: () => checker as unknown as Checker,
    typeFlags: ts.TypeFlags,
    objectFlags: ts.ObjectFlags,
    symbolFlags: ts.SymbolFlags,
    elementFlags: ts.ElementFlags,
    callSignature: ts.SignatureKind.Call,
    sourceFile: (file) => program.getSourceFile(file),
    moduleOf: (source) => checker.getSymbolAtLocation(source as NativeSource) as unknown as TypeSymbol | undefined,
    syntaxErrors: (source) =>
      program.getSyntacticDiagnostics(source as NativeSource).map(({ messageText, start, length }) => ({
        message: ts.flattenDiagnosticMessageText(messageText, " "),
        start,
        end: start + length,
      })),
    typesOf: (symbols) => symbols.map((value) => checker.getTypeOfSymbol(symbol(value)) as unknown as Type),
    members: (value) => (value as unknown as { readonly types?: readonly Type[] }).types ?? [],
    symbol: (value) => type(value).getSymbol() as unknown as TypeSymbol | undefined,
    alias: (value) => type(value).aliasSymbol as unknown as TypeSymbol | undefined,
    aliasArguments: (value) => (type(value).aliasTypeArguments ?? []) as unknown as readonly Type[],
    tupleFlags: (value) =>
      (value as { readonly target?: { readonly elementFlags?: readonly number[] } }).target?.elementFlags ?? [],
    parameters: (signature) => (signature as { readonly parameters: readonly TypeSymbol[] }).parameters,
    documentation: (value) => text(symbol(value).getDocumentationComment(checker)),
    tags: (value) =>
      symbol(value)
        .getJsDocTags(checker)
        .map((tag) => ({ name: tag.name, text: text(tag.text) })),
    declarations: (value) => (symbol(value).getDeclarations() ?? []) as unknown as readonly SyntaxNode[],
    pathOf: (value) => symbol(value).getDeclarations()?.[0]?.getSourceFile().fileName,
    isLibrary(value) {
      const source = symbol(value).getDeclarations()?.[0]?.getSourceFile();
      return source !== undefined && program.isSourceFileDefaultLibrary(source);
    },
    options: () => options,
    update() {
      program = ts.createProgram({ rootNames: files, options });
      checker = program.getTypeChecker();
    },
    close() {},
  };
  return checkerCompiler(dialect, files);
}

/** Reads a tsconfig.json; strict defaults without one. */
function compilerOptions(
  ts: Api,
  cwd: string,
  tsconfig: string | undefined,
): import("@typescript/typescript6").CompilerOptions {
  const path = tsconfig ?? ts.findConfigFile(cwd, ts.sys.fileExists);
  if (path === undefined) return { strict: true, allowImportingTsExtensions: true, noEmit: true };
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const folder = path.slice(0, path.lastIndexOf("/"));
  return ts.parseJsonConfigFileContent(config, ts.sys, folder).options;
}
