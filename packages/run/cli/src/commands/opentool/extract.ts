/** `helve opentool extract`: writes an OpenTool document from TypeScript, or checks that it is up to date. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { formatIssue, HelveError } from "@helve/core";
import type { Extraction } from "@helve/extract";
import { printOpenTool } from "@helve/opentool";
import { exitCodes, type Io, UsageError } from "../../io.ts";
import { optionalPackages } from "../../optional-package.ts";

/** Options of the command. */
export interface ExtractCommandOptions {
  readonly out?: string;
  readonly tools?: string;
  readonly tsconfig?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** A file that the command writes. */
interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Extracts the document of TypeScript files. Findings are errors in the source and, with `check`, files that are not up to date. */
export async function extract(files: readonly string[], options: ExtractCommandOptions, io: Io): Promise<number> {
  if (options.check && options.out === undefined)
    throw new UsageError("--check needs --out FILE, the document to compare with");
  const { extractor } = await optionalPackages<{ extractor: typeof import("@helve/extract") }>(
    "helve opentool extract",
    {
      extractor: "@helve/extract",
    },
  );
  const reading = { cwd: io.cwd, ...(options.tsconfig === undefined ? {} : { tsconfig: options.tsconfig }) };
  const finish = (extraction: Extraction): number => {
    printDiagnostics(extraction, options, io);
    const outputs = outputFiles(extraction, options, extractor.printTools, io);
    const isClean = extraction.diagnostics.every(({ severity }) => severity === "warning");
    const isWritten = options.check ? areCurrent(outputs, io) : writeFiles(extraction, outputs, options, io);
    return isClean && isWritten ? exitCodes.fine : exitCodes.findings;
  };
  try {
    if (!options.watch) return finish(await extractor.extractTools(files, reading));
    const onError = (error: unknown): void => io.err(`${error instanceof Error ? error.message : String(error)}\n`);
    await extractor.watchTools(files, { ...reading, onExtract: finish, onError, signal: io.signal });
    return exitCodes.interrupted;
  } catch (error) {
    if (!HelveError.is(error)) throw error;
    throw new UsageError(error.message);
  }
}

function printDiagnostics({ diagnostics }: Extraction, { json }: ExtractCommandOptions, io: Io): void {
  for (const issue of diagnostics) {
    const file = relative(io.cwd, issue.file);
    io.err(json ? `${JSON.stringify({ ...issue, file })}\n` : `${issue.severity} ${formatIssue(issue, file)}\n`);
  }
}

/** Returns the files that `helve opentool extract` writes. */
function outputFiles(
  extraction: Extraction,
  { out, tools }: ExtractCommandOptions,
  printTools: typeof import("@helve/extract").printTools,
  io: Io,
): readonly OutputFile[] {
  const format = out !== undefined && /\.ya?ml$/.test(out) ? "yaml" : "json";
  const text = printOpenTool(extraction.document, { format });
  const document =
    out === undefined ? [] : [{ path: resolve(io.cwd, out), text: text.endsWith("\n") ? text : `${text}\n` }];
  const path = tools === undefined ? undefined : resolve(io.cwd, tools);
  return [...document, ...(path === undefined ? [] : [{ path, text: printTools(extraction, path) }])];
}

/** Writes the files that have changed; without one, prints the document. */
function writeFiles(
  { document }: Extraction,
  outputs: readonly OutputFile[],
  { out, watch }: ExtractCommandOptions,
  io: Io,
): true {
  if (out === undefined) io.out(`${printOpenTool(document).trimEnd()}\n`);
  for (const output of outputs) {
    if (isCurrent(output)) continue;
    writeFileSync(output.path, output.text);
    if (watch) io.err(`wrote ${relative(io.cwd, output.path)}\n`);
  }
  return true;
}

/** Reports the files that extracting again would change. */
function areCurrent(outputs: readonly OutputFile[], io: Io): boolean {
  const stale = outputs.filter((output) => !isCurrent(output));
  for (const { path } of stale) {
    io.err(`${relative(io.cwd, path)} is not up to date: run helve opentool extract without --check\n`);
  }
  return stale.length === 0;
}

/** Whether a file has a text; line endings don't count. */
function isCurrent({ path, text }: OutputFile): boolean {
  return existsSync(path) && readFileSync(path, "utf8").replaceAll("\r\n", "\n") === text;
}
