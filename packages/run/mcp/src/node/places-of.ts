/** Finds the working directories of the servers of a gateway. */
import { resolve } from "node:path";
import type { ToolPlace } from "@helve/core";
import type { ServerConfig } from "./servers-file.ts";

/** Returns the working directories of the servers that have their own, by name. */
export function placesOf(servers: Readonly<Record<string, ServerConfig>>): Readonly<Record<string, ToolPlace>> {
  const places = Object.entries(servers).flatMap(([name, config]) =>
    "cwd" in config && config.cwd !== undefined ? [[name, { directory: resolve(config.cwd) }] as const] : [],
  );
  return Object.fromEntries(places);
}
