import { readFileSync, statSync } from "node:fs";

/** Names this version of the code: what another one has stored may have another form. */
export function ownVersion(): string {
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
