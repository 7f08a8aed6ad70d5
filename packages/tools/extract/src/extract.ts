/** `extractTools`: reads TypeScript files as an OpenTool document. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { withoutUndefined } from "@helve/core/internal";
import type { Info, OpenTool } from "@helve/opentool";
import { createDocument, createReader, type ForeignTool } from "@helve/opentool/internal";
import type { Compiler } from "./compiler.ts";
import { diagnosticAt, type ExtractDiagnostic } from "./diagnostic.ts";
import { type ExportedFunction, exportedFunctions } from "./exported-functions.ts";
import { ExtractError } from "./extract-error.ts";
import { type FunctionSchemas, functionSchemas } from "./function-schemas.ts";
import { openCompiler } from "./open-compiler.ts";
import { packageInfo } from "./package-info.ts";
import type { Problem } from "./schema-writer.ts";

/** Options of {@link extractTools}. */
export interface ExtractOptions {
  /** The folder that relative paths start at. Default: the current folder. */
  readonly cwd?: string;
  /** The path of a tsconfig.json. Default: the nearest one that contains the files. */
  readonly tsconfig?: string;
  /**
   * The compiler. Default: the version of `typescript` that the project has installed; version 7, or `@typescript/typescript6`
   * beside it, if there are both.
   */
  readonly compiler?: "typescript" | "@typescript/typescript6";
  /** The document's `info`. Default: name, description and version of the nearest package.json. */
  readonly info?: Info;
}

/** The result of reading source files. */
export interface Extraction {
  readonly document: OpenTool;
  /** Problems with their files and ranges. A function with an error is not in the document. */
  readonly diagnostics: readonly ExtractDiagnostic[];
  /** The functions of the document, in its order. */
  readonly functions: readonly ExtractedFunction[];
  /** Whether the project imports its sources by their own names, `./tools.ts` rather than `./tools.js`. */
  readonly importsSources: boolean;
}

/** A function of the source that is in the document. */
export interface ExtractedFunction extends Pick<FunctionSchemas, "passing" | "takesContext" | "isStream"> {
  /** The name in the document. */
  readonly name: string;
  readonly file: string;
  readonly exportName: string;
  /** The method, if the export is a class. */
  readonly method?: string;
}

/**
 * Reads exported functions, and the public methods of exported classes, as an OpenTool document, with the types that
 * TypeScript's own checker finds and the descriptions of their JSDoc.
 *
 * The properties of a function's only parameter are the arguments if it is an object. A last parameter of type `ToolContext` is no
 * argument. The members of `Promise<…>` are the result, and those of `AsyncIterable<…>` are streamed. Interfaces and type aliases
 * become `schemas`. Functions with the tag `@internal`, `@hidden` or `@ignore` are left out.
 *
 * @throws ExtractError if a file doesn't exist, or there is no TypeScript
 *
 * @example
 * const { document, diagnostics } = await extractTools(["src/tools.ts"]);
 */
export async function extractTools(files: readonly string[], options: ExtractOptions = {}): Promise<Extraction> {
  const extractor = await openExtractor(files, options);
  try {
    return extractor.extract();
  } finally {
    extractor.close();
  }
}

/** Files that are read again and again. */
export interface Extractor {
  /** Reads the files as they are now. */
  extract(): Extraction;
  /** Ends the compiler. */
  close(): void;
}

/**
 * Opens files for reading them several times, as a watch mode or a plugin does: later readings are faster.
 *
 * @throws ExtractError as {@link extractTools}
 */
export async function openExtractor(files: readonly string[], options: ExtractOptions = {}): Promise<Extractor> {
  const { cwd = process.cwd(), tsconfig, compiler: wanted } = options;
  const paths = files.map((file) => resolve(cwd, file));
  const missing = [...paths, ...(tsconfig === undefined ? [] : [resolve(cwd, tsconfig)])].filter(
    (path) => !existsSync(path),
  );
  if (missing.length > 0) {
    throw new ExtractError(
      missing.map((path) => ({ code: "file", message: `there is no file ${JSON.stringify(path)}` })),
    );
  }
  const project = { files: paths, cwd, tsconfig: tsconfig === undefined ? undefined : resolve(cwd, tsconfig) };
  const compiler = await openCompiler(project, wanted);
  const info = options.info ?? packageInfo(cwd);
  let isRead = false;
  return {
    extract() {
      if (isRead) compiler.update();
      isRead = true;
      return extractFiles(paths, compiler, info);
    },
    close: () => compiler.close(),
  };
}

function extractFiles(paths: readonly string[], compiler: Compiler, info: Info): Extraction {
  const diagnostics: ExtractDiagnostic[] = [];
  const reader = createReader();
  const found = paths.flatMap((file) => {
    const functions = exportedFunctions(file, compiler, (problem) => diagnostics.push(diagnosticOf(problem)));
    if (functions === undefined) {
      throw new ExtractError([{ code: "file", message: `the project doesn't contain ${JSON.stringify(file)}` }]);
    }
    for (const problem of compiler.syntaxErrorsOf(file)) {
      diagnostics.push(diagnosticAt(problem, { code: "syntax", message: problem.message, severity: "error" }));
    }
    return functions.flatMap((fn) => readFunction(fn, file, compiler, diagnostics));
  });
  const numbered = found.map(({ tool, ...fn }, index) => ({ ...fn, tool: { ...tool, paths: pathsOf(index) } }));
  const { document, issues } = createDocument(
    numbered.map(({ tool }) => tool),
    info,
    reader,
  );
  const invalid = new Set(issues.map(({ path }) => Number(path?.split("/")[2])));
  for (const { message, code, path } of issues) {
    const node = found[Number(path?.split("/")[2])]?.node;
    if (node !== undefined) diagnostics.push(diagnosticAt(node, { code, message, severity: "error" }));
  }
  const kept = numbered.filter((_, index) => !invalid.has(index));
  const functions = kept.map(({ fn }, index) => ({ ...fn, name: document.functions[index]?.name ?? fn.name }));
  for (const [index, { fn, node }] of kept.entries()) {
    const name = functions[index]?.name;
    if (name === undefined || name === fn.name.replaceAll(".", "-")) continue;
    const message = `the function "${fn.name}" is named "${name}": a tool's name has only a-z, A-Z, 0-9, - and _`;
    diagnostics.push(diagnosticAt(node, { code: "name", message, severity: "warning" }));
  }
  const importsSources = compiler.importsSources();
  return { document: withStreams(document, functions), diagnostics, functions, importsSources };
}

/** Returns where the parts of the function with this number stand in the document. */
function pathsOf(index: number): ForeignTool["paths"] {
  const tool = ["functions", index];
  return { tool, name: [...tool, "name"], parameters: [...tool, "parameters"], returns: [...tool, "return"] };
}

interface FoundFunction {
  readonly fn: ExtractedFunction;
  readonly node: ExportedFunction["node"];
  readonly tool: Omit<ForeignTool, "paths">;
}

/** Reads one function; none if a part of it can't be represented. */
function readFunction(
  found: ExportedFunction,
  file: string,
  compiler: Compiler,
  diagnostics: ExtractDiagnostic[],
): readonly FoundFunction[] {
  const { name, exportName, method, symbol, node } = found;
  // The descriptions of a function that is left out need not be read.
  const errors: Problem[] = [];
  functionSchemas(found, withoutDocs(compiler), (problem) => errors.push(problem));
  if (errors.some(({ severity }) => severity === "error")) {
    diagnostics.push(...errors.map(diagnosticOf));
    return [];
  }
  const problems: Problem[] = [];
  const schemas = functionSchemas(found, compiler, (problem) => problems.push(problem));
  const description = compiler.documentationOf(symbol);
  if (description === "") {
    const message = `the function "${name}" has no description: write a JSDoc comment above it`;
    problems.push({ code: "description", message, severity: "warning", node: () => node });
  }
  diagnostics.push(...problems.map(diagnosticOf));
  const { parameters, passing, takesContext, isStream, returns, returnDescription } = schemas;
  const fn = withoutUndefined({ name, file, exportName, method, passing, takesContext, isStream });
  const result = returns && withoutUndefined({ schema: returns, description: returnDescription });
  const parameterOrder = Object.keys(parameters.properties ?? {});
  return [{ fn, node, tool: withoutUndefined({ name, description, parameters, returns: result, parameterOrder }) }];
}

/** Returns a compiler that ignores documentation. */
function withoutDocs(compiler: Compiler): Compiler {
  return { ...compiler, documentationOf: () => "", tagsOf: () => [] };
}

function diagnosticOf({ node, code, message, severity }: Problem): ExtractDiagnostic {
  return diagnosticAt(node(), { code, message, severity });
}

/** Moves the result of a function that streams to its field `stream`. */
function withStreams(document: OpenTool, functions: readonly ExtractedFunction[]): OpenTool {
  const streaming = new Set(functions.filter(({ isStream }) => isStream).map(({ name }) => name));
  if (streaming.size === 0) return document;
  return {
    ...document,
    opentool: "2.0.0",
    functions: document.functions.map((fn) => {
      const { return: item, ...others } = fn;
      return streaming.has(fn.name) && item ? { ...others, stream: { item } } : fn;
    }),
  };
}
