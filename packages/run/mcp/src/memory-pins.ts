import type { PinStore } from "./gateway-options.ts";
import type { ToolPins } from "./review-tools.ts";

/** Stores pins as long as the process runs. */
export function memoryPins(): PinStore {
  const pins = new Map<string, ToolPins>();
  return { load: (server) => pins.get(server), save: (server, saved) => void pins.set(server, saved) };
}
