import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { HelveError } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { replaceFile, withFileLock } from "@helve/core/internal/node";
import type { PinStore } from "../gateway-options.ts";
import type { ToolPins } from "../review-tools.ts";

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
      // Two processes that add a server at the same time would otherwise lose the pins of one.
      await withFileLock(`${path}.lock`, async () => {
        const servers = { ...(await readPins(path)), [server]: saved };
        replaceFile(path, `${JSON.stringify({ version: 1, servers }, null, 2)}\n`, 0o600);
      });
    },
  };
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
