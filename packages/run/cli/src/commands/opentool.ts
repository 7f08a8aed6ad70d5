/** `helve opentool`: validates, upgrades, converts and compares OpenTool documents. */
import { writeFileSync } from "node:fs";
import { HelveError } from "@helve/core";
import {
  diffOpenTool,
  fingerprintFunction,
  type OpenTool,
  printOpenTool,
  readOpenTool,
  upgradeOpenTool,
} from "@helve/opentool";
import { inputFiles } from "../input-files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { parseJson } from "../parse-json.ts";
import { readTextOrStdin } from "../read-text.ts";
import { formatFindings } from "./check/format-findings.ts";
import { type Conversion, convertDocument, type Format } from "./opentool/formats.ts";

/** `helve opentool validate`: reports the problems of documents. */
export async function validate(files: readonly string[], { json }: JsonOption, io: Io): Promise<number> {
  const read = await inputFiles(files, "**/*.opentool.json", io);
  const checked = read.map((file) => {
    // Without the member "opentool" it is an OpenTool document nevertheless.
    const { issues } = readOpenTool(file.text);
    return { file, issues };
  });
  io.out(`${formatFindings(checked, json ? "json" : "text", io.colors)}\n`);
  return checked.some(({ issues }) => issues.length > 0) ? exitCodes.findings : exitCodes.fine;
}

/** Options that all subcommands have. */
interface JsonOption {
  readonly json?: boolean;
}

/** `helve opentool upgrade`: converts documents of older forms to the current one. */
export async function upgrade(
  files: readonly string[],
  { write, json }: JsonOption & { readonly write?: boolean },
  io: Io,
): Promise<number> {
  const read = await inputFiles(files, "**/*.opentool.json", io);
  for (const { name, path, text } of read) {
    const { document, dialect, changes } = upgradeOpenTool(parseJson(text, name));
    const { value, issues } = readOpenTool(document);
    if (value === undefined) throw new UsageError(`${name}: ${issues.map(({ message }) => message).join("; ")}`);
    const printed = printOpenTool(value);
    if (json) io.out(`${JSON.stringify({ file: name, dialect, changes })}\n`);
    else for (const { message } of changes) io.err(`${name}: ${message}\n`);
    if (write && path !== undefined) {
      if (changes.length > 0) writeFileSync(path, printed);
    } else if (!json) io.out(printed.endsWith("\n") ? printed : `${printed}\n`);
  }
  return exitCodes.fine;
}

/** `helve opentool convert`: converts tools from one format to another, and reports what the target can't represent. */
export async function convert(
  file: string,
  { from, to, json }: JsonOption & { readonly from: Format; readonly to: Format },
  io: Io,
): Promise<number> {
  const text = await readTextOrStdin(file, io);
  const { converted, losses } = conversion(parseJson(text, file), { file, from, to });
  if (json) io.out(`${JSON.stringify({ converted, losses })}\n`);
  else {
    io.out(`${JSON.stringify(converted, null, 2)}\n`);
    for (const { message } of losses) io.err(`lost: ${message}\n`);
  }
  return losses.length > 0 ? exitCodes.findings : exitCodes.fine;
}

/** `helve opentool diff`: compares two versions of a document. */
export async function diff(before: string, after: string, { json }: JsonOption, io: Io): Promise<number> {
  const { changes, bump } = diffOpenTool(await documentIn(before, io), await documentIn(after, io));
  if (json) io.out(`${JSON.stringify({ bump, changes })}\n`);
  else {
    for (const { impact, message } of changes) io.out(`${impact}: ${message}\n`);
    io.out(`required release: ${bump}\n`);
  }
  return changes.some(({ impact }) => impact === "breaking") ? exitCodes.findings : exitCodes.fine;
}

/** `helve opentool fingerprint`: prints the hash of each function's meaning. */
export async function fingerprint(file: string, { json }: JsonOption, io: Io): Promise<number> {
  const { functions, schemas } = await documentIn(file, io);
  const prints = await Promise.all(
    functions.map(async (fn) => ({ name: fn.name, fingerprint: await fingerprintFunction(fn, schemas) })),
  );
  if (json) io.out(`${JSON.stringify(prints)}\n`);
  else for (const { name, fingerprint: print } of prints) io.out(`${print}  ${name}\n`);
  return exitCodes.fine;
}

/**
 * Converts a document.
 *
 * @throws UsageError that names the file, if it is not in the format
 */
function conversion(
  input: unknown,
  { file, from, to }: { readonly file: string; readonly from: Format; readonly to: Format },
): Conversion {
  try {
    return convertDocument(input, from, to);
  } catch (error) {
    if (!HelveError.is(error)) throw error;
    throw new UsageError(`${file} is not in the format ${from} (--from names another): ${error.message}`);
  }
}

/**
 * Reads an OpenTool document.
 *
 * @throws UsageError if it can't be read, or is invalid
 */
async function documentIn(file: string, io: Io): Promise<OpenTool> {
  const { value, issues } = readOpenTool(await readTextOrStdin(file, io));
  if (value === undefined) throw new UsageError(`${file}: ${issues.map(({ message }) => message).join("; ")}`);
  return value;
}
