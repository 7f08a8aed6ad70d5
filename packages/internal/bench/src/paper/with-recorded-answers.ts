import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { type Model, recordedModel } from "@helve/agent";

/**
 * Runs work with a model whose recorded answers in a file come first. New answers are added to the file, also if the work fails, so that
 * no question is paid for twice.
 *
 * @param model - answers what is not on the recording; without it, only the recording answers
 * @param file - without it, `work` gets the model itself
 * @throws RecordingError if the file is no recording
 */
export async function withRecordedAnswers<T>(
  model: Model | undefined,
  file: string | undefined,
  work: (model: Model | undefined) => Promise<T>,
): Promise<T> {
  if (file === undefined) return work(model);
  const recording = existsSync(file) || model === undefined ? JSON.parse(await readFile(file, "utf8")) : [];
  const recorder = recordedModel(recording, { record: model });
  try {
    return await work(recorder);
  } finally {
    if (model !== undefined) await writeFile(file, JSON.stringify(recorder.recording()));
  }
}
