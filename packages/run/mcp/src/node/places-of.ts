/** Finds the working directories of the servers of a gateway. */
import { resolve } from "node:path";
import type { ToolPlace } from "@helve/core";
import type { ServerConfig } from "./servers-file.ts";

/** Where the servers that are started in a directory of their own work, by the names of the servers. The others start where this process does. */
export function placesOf(servers: Readonly<Record<string, ServerConfig>>): Readonly<Record<string, ToolPlace>> {
  const places = Object.entries(servers).flatMap(([name, config]) =>
    "cwd" in config && config.cwd !== undefined ? [[name, { directory: resolve(config.cwd) }] as const] : [],
  );
  return Object.fromEntries(places);
}
