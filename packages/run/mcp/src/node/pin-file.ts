import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { HelveError } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { PinStore } from "../gateway.ts";
import type { ToolPins } from "../review-tools.ts";
import { FileInUseError, lockFile } from "./lock-file.ts";

/**
 * Stores the fingerprints of accepted tools in a file that only the owner can write. A file that can't be read accepts nothing.
 *
 * @throws PinFileError when it is used, if the file is invalid
 *
 * @example
 * await openGateway(servers, { pins: pinFile("helve/mcp-pins.json") });
 */
export function pinFile(path: string): PinStore {
  return {
    async load(server) {
      const pins = await readPins(path);
      return Object.hasOwn(pins, server) ? pins[server] : undefined;
    },
    async save(server, saved) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const release = await whenFree(path);
      try {
        const servers = { ...(await readPins(path)), [server]: saved };
        const unfinished = `${path}.${randomUUID()}`;
        await writeFile(unfinished, `${JSON.stringify({ version: 1, servers }, null, 2)}\n`, {
          mode: 0o600,
          flag: "wx",
        });
        await rename(unfinished, path);
      } finally {
        release();
      }
    },
  };
}

/** Takes the file as soon as no other process has it: two that add a server at the same time would lose the pins of one. */
async function whenFree(path: string): Promise<() => void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return lockFile(path);
    } catch (error) {
      if (attempt === 100 || !(error instanceof FileInUseError)) throw error;
      await setTimeout(20);
    }
  }
}

/** A file of pins is invalid. */
export class PinFileError extends HelveError {
  override readonly code = "invalid_pins";
}

async function readPins(path: string): Promise<Readonly<Record<string, ToolPins>>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  try {
    const file: unknown = JSON.parse(text);
    if (
      isObject(file) &&
      file["version"] === 1 &&
      isObject(file["servers"]) &&
      Object.values(file["servers"]).every(isPins)
    ) {
      return file["servers"] as Record<string, ToolPins>;
    }
  } catch {
    // reported below
  }
  throw new PinFileError(`${path} must be a file of pins, as helve mcp writes it: correct it or remove it`);
}

function isPins(value: unknown): value is ToolPins {
  return isObject(value) && Object.values(value).every((print) => typeof print === "string");
}
