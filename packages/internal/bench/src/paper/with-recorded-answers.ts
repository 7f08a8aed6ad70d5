import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Model, type ModelRecording, recordedModel } from "@helve/agent";
import { errorJson } from "@helve/core";
import { DataError } from "../data-error.ts";

/**
 * Runs work with a model whose recorded answers in a file come first. New answers are added to the file, also if the work fails, so that
 * no question is paid for twice.
 *
 * @param model - answers what is not on the recording; without it, only the recording answers
 * @param file - without it, `work` gets the model itself
 * @throws DataError if the file can't be read, is not JSON, or is in no folder, before the work begins; RecordingError if it is no recording
 */
export async function withRecordedAnswers<T>(
  model: Model | undefined,
  file: string | undefined,
  work: (model: Model | undefined) => Promise<T>,
): Promise<T> {
  if (file === undefined) return work(model);
  if (!(await isFolder(dirname(file))))
    throw new DataError(`--answers ${file}: ${dirname(file)} is no folder that exists`);
  const recording = existsSync(file) || model === undefined ? await jsonIn(file) : [];
  const recorder = recordedModel(recording, { record: model });
  try {
    return await work(recorder);
  } finally {
    if (model !== undefined) await writeFile(file, JSON.stringify(recorder.recording()));
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Reads the stored answers of a model. */
async function jsonIn(file: string): Promise<ModelRecording> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new DataError(`--answers ${file}: ${errorJson(error).message}`);
  }
}
