/** `helve chat`: talks with a model that uses tools under rules. */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { withFileLock } from "@helve/core/internal/node";
import { type Io, UsageError } from "../io.ts";
import { chatHost, modulesFor } from "./chat/chat-host.ts";
import { chatPackages } from "./chat/chat-packages.ts";
import { interactiveChat } from "./chat/interactive.ts";
import { singleTurn } from "./chat/single-turn.ts";
import { namedTranscriptPath, newTranscriptPath, openTranscript } from "./chat/transcript.ts";
import type { StoredOptions } from "./chat/transcript-entry.ts";

/** The options of `helve chat`. */
export interface ChatOptions extends Omit<StoredOptions, "maxSteps" | "cost"> {
  readonly maxSteps?: string;
  readonly cost?: string;
  /** A transcript, or `last`. */
  readonly resume?: string;
}

/**
 * Talks with a model that uses tools under rules. On a terminal it continues until the user ends it; otherwise it is a single turn.
 *
 * @returns the exit code: of a single turn, 0 if the model has answered, 1 if a rule or a limit has ended it
 * @throws UsageError if an option is invalid, a package is missing, or the model gives no answer
 */
export async function chat(prompt: string | undefined, given: ChatOptions, io: Io): Promise<number> {
  if (prompt?.trim() === "") throw new UsageError("PROMPT is empty");
  const options = storedOptions(given, io.cwd);
  const packages = await chatPackages(modulesFor(options));
  const { resume } = given;
  const path = resume === undefined ? newTranscriptPath(io) : namedTranscriptPath(resume, io);
  return whileUnused(path, async () => {
    const open = () => openTranscript(path, { isNew: resume === undefined });
    const host = await chatHost({ given: options, open, packages, io, isResumed: resume !== undefined });
    try {
      return io.terminal === undefined
        ? await singleTurn(prompt, host, io)
        : await interactiveChat(prompt, host, io.terminal(), io);
    } finally {
      await host.close();
      // `--resume last` means a chat in which something was said.
      if (host.isEmpty) rmSync(path);
    }
  });
}

/** Returns the options to store, with absolute paths. */
function storedOptions(options: ChatOptions, cwd: string): StoredOptions {
  const { model, toolkit = [], rules = [], policy, maxSteps, cost } = options;
  const { keyEnv, prices, folder, sandbox, image, system } = options;
  if (folder === "") throw new UsageError("--folder needs the path of a folder");
  const stored = {
    keyEnv,
    prices,
    folder: folder && resolve(cwd, folder),
    sandbox,
    image,
    system,
    model: model && absoluteModule(model, cwd),
    toolkit:
      toolkit.length === 0
        ? undefined
        : toolkit.flatMap((list) => list.split(",").map((name) => absoluteModule(name.trim(), cwd))),
    rules: rules.length === 0 ? undefined : rules.map((file) => resolve(cwd, file)),
    policy: policy && resolve(cwd, policy),
    maxSteps: numberIn("--max-steps", maxSteps),
    cost: numberIn("--cost", cost),
  };
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined));
}

/** Makes a relative module path absolute. */
function absoluteModule(named: string, cwd: string): string {
  return /^\.{1,2}\//.test(named) ? resolve(cwd, named) : named;
}

/** Reads a positive number from an option. */
function numberIn(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (number > 0) return number;
  throw new UsageError(`${option} must be a number above 0 (got ${text})`);
}

/** Runs a function while no other process has the transcript open: otherwise a call could run twice. */
async function whileUnused(path: string, work: () => Promise<number>): Promise<number> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  try {
    return await withFileLock(`${path}.lock`, begin, { timeout: 500 });
  } catch (error) {
    if (isBegun) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    const hint = code === undefined ? ", perhaps it runs in another terminal" : ""; // the lock is held
    throw new UsageError(`the chat ${path} can't be opened${hint}: ${message}`);
  }
}
