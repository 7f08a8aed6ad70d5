import { HelveError } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { PinStore } from "../gateway-options.ts";
import type { ToolPins } from "../review-tools.ts";
import { recordFile } from "./record-file.ts";

/**
 * Stores the fingerprints of accepted tools in a file that only the owner can write. A file that can't be read accepts nothing.
 *
 * @throws PinFileError when it is used, if the file is invalid
 *
 * @example
 * await openGateway(servers, { pins: pinFile("helve/mcp-pins.json") });
 */
export function pinFile(path: string): PinStore {
  const file = recordFile(
    path,
    isPins,
    () => new PinFileError(`${path} must be a file of pins, as helve mcp writes it: correct it or remove it`),
  );
  return { load: file.load, save: (server, saved) => file.update(server, () => saved) };
}

/** A file of pins is invalid. */
export class PinFileError extends HelveError {
  override readonly code = "invalid_pins";
}

function isPins(value: unknown): value is ToolPins {
  return isObject(value) && Object.values(value).every((print) => typeof print === "string");
}
