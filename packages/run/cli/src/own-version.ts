import { existsSync, readFileSync, statSync } from "node:fs";

/** Identifies this version of the code. Data that another version has stored is not read, because its format may differ. */
export function ownVersion(): string {
  const build = new URL("build-id", import.meta.url);
  if (existsSync(build)) return readFileSync(build, "utf8").trim();
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  // In development, the version of the package stays the same.
  return JSON.stringify([manifest, statSync(new URL(import.meta.url)).mtimeMs]);
}

/** The version of the package. */
export function publishedVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
