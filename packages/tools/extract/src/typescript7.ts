/** The compiler TypeScript 7, by its synchronous API, which its authors call unstable. */
import { type Checker, checkerCompiler, type Dialect } from "./checker-compiler.ts";
import type { Compiler, SyntaxNode, Type, TypeSymbol } from "./compiler.ts";

/** The part of `typescript/unstable/sync` that is used. */
type Api = typeof import("typescript/unstable/sync");

/** The files of a project to open. */
export interface ProjectFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The folder that relative paths start at. */
  readonly cwd: string;
  /** Absolute path; by default the nearest one that contains the files. */
  readonly tsconfig?: string | undefined;
}

/** Opens files with TypeScript 7. */
export function typescript7(api: Api, { files, cwd, tsconfig }: ProjectFiles): Compiler {
  const { API, ElementFlags, ObjectFlags, SignatureKind, SymbolFlags, TypeFlags } = api;
  const server = new API({ cwd });
  const open = tsconfig === undefined ? { openFiles: [...files] } : { openProjects: [tsconfig], openFiles: [...files] };
  let snapshot = server.updateSnapshot(open);
  type Project = NonNullable<ReturnType<typeof snapshot.getDefaultProjectForFile>>;
  const projects = new Map<string, Project>();
  interface ProjectReading {
    readonly modules: ReadonlyMap<object, TypeSymbol | undefined>;
    readonly errors: ReturnType<Project["program"]["getSyntacticDiagnostics"]>;
  }
  let current: Project | undefined;
  const projectOf = (file: string): Project | undefined => {
    const [only, ...others] = snapshot.getProjects();
    const known =
      projects.get(file) ??
      (tsconfig !== undefined
        ? snapshot.getProject(tsconfig)
        : others.length === 0
          ? only
          : snapshot.getDefaultProjectForFile(file));
    if (known !== undefined) projects.set(file, known);
    return known;
  };
  /** What one request reads for all files of a project. */
  let readings = new Map<Project, ProjectReading>();
  const readingOf = (of: Project): ProjectReading => {
    const known = readings.get(of);
    if (known !== undefined) return known;
    const sources = files.flatMap((file) => (projectOf(file) === of ? (of.program.getSourceFile(file) ?? []) : []));
    const modules = of.checker.getSymbolAtLocation(sources) as unknown as readonly (TypeSymbol | undefined)[];
    const reading = {
      modules: new Map(sources.map((source, index) => [source, modules[index]] as const)),
      errors: of.program.getSyntacticDiagnostics(),
    };
    readings.set(of, reading);
    return reading;
  };
  const project = (): Project => {
    if (current === undefined) throw new Error("no file is open");
    return current;
  };
  type NativeType = Parameters<Project["checker"]["getPropertiesOfType"]>[0];
  type NativeSymbol = Parameters<Project["checker"]["getDeclaredTypeOfSymbol"]>[0];
  const type = (value: Type): NativeType => value as unknown as NativeType;
  const symbol = (value: TypeSymbol): NativeSymbol => value as unknown as NativeSymbol;
  const dialect: Dialect = {
    checker: () => project().checker as unknown as Checker,
    typeFlags: TypeFlags as unknown as Dialect["typeFlags"],
    objectFlags: ObjectFlags as unknown as Dialect["objectFlags"],
    symbolFlags: SymbolFlags as unknown as Dialect["symbolFlags"],
    elementFlags: ElementFlags as unknown as Dialect["elementFlags"],
    callSignature: SignatureKind.Call,
    sourceFile(file) {
      current = projectOf(file);
      return current?.program.getSourceFile(file);
    },
    moduleOf: (source) => readingOf(project()).modules.get(source),
    syntaxErrors: (source) =>
      readingOf(project())
        .errors.filter(({ fileName }) => fileName === source.fileName)
        .map(({ text, pos, end }) => ({ message: text, start: pos, end })),
    typesOf: (symbols) =>
      symbols.length === 0
        ? []
        : (project().checker.getTypeOfSymbol(symbols.map(symbol)) as unknown as readonly (Type | undefined)[]),
    members: (value) => (type(value) as unknown as { getTypes(): readonly Type[] | undefined }).getTypes() ?? [],
    symbol: (value) => type(value).getSymbol() as unknown as TypeSymbol | undefined,
    alias: (value) => type(value).getAliasSymbol() as unknown as TypeSymbol | undefined,
    aliasArguments: (value) => type(value).getAliasTypeArguments() as unknown as readonly Type[],
    tupleFlags(value) {
      const { target } = type(value) as unknown as { readonly target?: number };
      const tuple = target === undefined ? type(value) : (value as unknown as { getTarget(): object }).getTarget();
      return (tuple as { readonly elementFlags?: readonly number[] }).elementFlags ?? [];
    },
    parameters: (signature) => (signature as { getParameters(): readonly TypeSymbol[] }).getParameters(),
    documentation: (value) => symbol(value).getDocumentationComment(project().checker),
    tags: (value) =>
      symbol(value)
        .getJsDocTags(project().checker)
        .map(({ name, text = "" }) => ({ name, text })),
    declarations: (value) =>
      symbol(value).declarations.flatMap((handle) => {
        const node = handle.resolve(project());
        return node === undefined ? [] : [node as unknown as SyntaxNode];
      }),
    pathOf: (value) => symbol(value).declarations[0]?.path,
    isLibrary(value) {
      const [handle] = symbol(value).declarations;
      return (
        handle !== undefined && project().program.getSourceFileMetadataByPath(handle.path)?.isDefaultLibrary === true
      );
    },
    options: () => project().compilerOptions,
    update() {
      snapshot.dispose();
      projects.clear();
      readings = new Map();
      // An open file keeps its text until it is opened again, and the API does not forget texts by itself.
      server.updateSnapshot({ closeFiles: [...files] }).dispose();
      server.clearSourceFileCache();
      snapshot = server.updateSnapshot({ ...open, fileChanges: { invalidateAll: true } });
    },
    close() {
      snapshot.dispose();
      server.close();
    },
  };
  return checkerCompiler(dialect, files);
}
