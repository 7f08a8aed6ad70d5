/** Finds the title and the version of a document in the nearest package.json. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withoutUndefined } from "@helve/core/internal";
import type { Info } from "@helve/opentool";

/** Returns `info` from the nearest package.json at or above a folder. */
export function packageInfo(folder: string): Info {
  const path = join(folder, "package.json");
  if (existsSync(path)) {
    const { name, version, description } = Object(JSON.parse(readFileSync(path, "utf8")));
    const text = (value: unknown): string | undefined =>
      typeof value === "string" && value !== "" ? value : undefined;
    return withoutUndefined({
      title: text(name) ?? "Tools",
      description: text(description),
      version: text(version) ?? "1",
    });
  }
  const parent = dirname(folder);
  return parent === folder ? { title: "Tools", version: "1" } : packageInfo(parent);
}
