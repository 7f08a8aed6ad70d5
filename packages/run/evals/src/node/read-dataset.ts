/** `readDataset`: reads samples from a JSON, JSON Lines or CSV file. */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, extname, isAbsolute, relative, resolve } from "node:path";
import { parseCsvDataset, parseJsonDataset, parseJsonlDataset, type RecordFields } from "../dataset.ts";
import { DatasetError } from "../errors.ts";
import type { Sample } from "../sample.ts";

/** Options of {@link readDataset}. */
export interface ReadDatasetOptions {
  /** The conversion of records to samples. */
  readonly fields?: RecordFields | undefined;
  /** By default by the end of the file's name. */
  readonly format?: "json" | "jsonl" | "csv" | undefined;
  /** The delimiter of a CSV file; `,` by default. */
  readonly delimiter?: string | undefined;
}

/**
 * Reads a dataset from a file: JSON, JSON lines or CSV. Where `files` and `setup` of a sample are paths of files beside the dataset or in
 * folders there, they are read.
 *
 * @throws DatasetError with the name of the file and every problem; the error of the file system if it can't be read
 *
 * @example
 * const samples = await readDataset("evals/questions.csv", { fields: { input: "question", target: "answer" } });
 */
export async function readDataset(file: string, options: ReadDatasetOptions = {}): Promise<readonly Sample[]> {
  const { fields, format = formatOf(file), delimiter } = options;
  const text = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  const samples = inFile(file, () => {
    if (format === "csv") return parseCsvDataset(text, fields, delimiter === undefined ? {} : { delimiter });
    return format === "json" ? parseJsonDataset(text, fields) : parseJsonlDataset(text, fields);
  });
  const folder = await realpath(dirname(file));
  return Promise.all(samples.map((sample) => withFiles(sample, folder)));
}

/** Tells the format of a data set from the file's extension. */
function formatOf(file: string): "json" | "jsonl" | "csv" {
  switch (extname(file).toLowerCase()) {
    case ".json":
      return "json";
    case ".jsonl":
    case ".ndjson":
      return "jsonl";
    case ".csv":
      return "csv";
    default:
      throw new DatasetError([{ code: "dataset", message: `${file}: name the format: json, jsonl or csv` }]);
  }
}

/** Adds the name of the file to the issues. */
function inFile<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    throw new DatasetError(error.issues.map((issue) => ({ ...issue, message: `${file}: ${issue.message}` })));
  }
}

/** Replaces file names of a sample by their content. */
async function withFiles(sample: Sample, folder: string): Promise<Sample> {
  const { files, setup } = sample;
  const entries = await Promise.all(
    Object.entries(files ?? {}).map(async ([path, content]) => [path, await contentOf(content, folder)] as const),
  );
  return {
    ...sample,
    files: files && Object.fromEntries(entries),
    setup: setup === undefined ? undefined : await contentOf(setup, folder),
  };
}

/** The content of the file with this path below the folder, or else the text itself. */
async function contentOf(text: string, folder: string): Promise<string> {
  const path = resolve(folder, text);
  const canBePath = text.length < 1000 && !/[\n\0]/.test(text) && !isAbsolute(text) && isBelow(folder, path);
  if (!canBePath) return text;
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return text;
  // A link of a dataset from elsewhere must not bring other files of this computer to a model.
  if (!isBelow(folder, await realpath(path))) {
    throw new DatasetError([{ code: "dataset", message: `${path} is a link to a file outside ${folder}` }]);
  }
  const bytes = await readFile(path);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `data:application/octet-stream;base64,${bytes.toString("base64")}`;
  }
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== "" && !/^\.\.(?:[\\/]|$)/.test(inside) && !isAbsolute(inside);
}
