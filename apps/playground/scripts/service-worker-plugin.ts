import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Writes the service worker, with the names of all files of the page. */
export function serviceWorker(): Plugin {
  let folder = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle() {
      const files = globSync("**/*.{html,js,css,svg}", { cwd: folder })
        .filter((file) => file !== "service-worker.js")
        .sort();
      const hash = createHash("sha256");
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const version = hash.digest("hex").slice(0, 16);
      const source = readFileSync(new URL("../src/service-worker.ts", import.meta.url), "utf8");
      const code = stripTypeScriptTypes(source)
        .replace('"VERSION"', JSON.stringify(version))
        .replace('"FILES"', JSON.stringify(["./", ...files.map((file) => `./${file}`)].join(" ")));
      writeFileSync(join(folder, "service-worker.js"), code);
    },
  };
}
