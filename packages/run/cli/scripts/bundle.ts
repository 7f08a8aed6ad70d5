// Bundles the command line with all its dependencies, so that it starts quickly and its installation is small.
// Usage: bundle.ts [FOLDER] [--export-names] [--quick]; by default dist. The options are for tests: files export names as the sources have them,
// and the snapshot's code is hardly compressed, which takes most of the time.

import { createHash } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { thirdPartyNotices } from "@helve/testing/third-party-notices";
import { type InputOptions, type OutputChunk, rolldown } from "rolldown";
import type { Io } from "../src/io.ts";
import { presetNames, projectPresets } from "../src/preset-text.ts";
import { createProgram } from "../src/program.ts";
import { manPage } from "./man-page.ts";
import { noGrammarChecks } from "./no-grammar-checks.ts";

const folder = new URL("..", import.meta.url);
const inFolder = (path: string): string => fileURLToPath(new URL(path, folder));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "export-names": { type: "boolean" }, quick: { type: "boolean" } },
});
const [out = inFolder("dist")] = positionals;
const exportsNames = values["export-names"] === true;

const input: InputOptions = {
  platform: "node",
  plugins: [noGrammarChecks],
  // No package needs a module that nothing imports a name from.
  treeshake: { moduleSideEffects: [{ test: /node_modules/, sideEffects: false }] },
  resolve: {
    conditionNames: ["@helve/source", "module", "node", "import"],
    mainFields: ["module", "main"],
    alias: {
      "@lezer/highlight": inFolder("scripts/no-highlighting.ts"),
      // Its build for browsers consists of modules, so that unused parts can be left out.
      yaml: inFolder("../../tools/opentool/node_modules/yaml/browser/dist/index.js"),
    },
  },
};
const bundle = await rolldown({ ...input, input: { main: inFolder("src/main.ts") } });
const { output } = await bundle.write({
  dir: out,
  cleanDir: true,
  format: "esm",
  minify: true,
  comments: false,
  chunkFileNames: "[name].js",
  minifyInternalExports: !exportsNames,
  codeSplitting: {
    groups: [
      { name: "start", test: /cli\/src\/start-hook\.ts$/, priority: 2 },
      // A hook loads few files: each takes time. A group includes what its files import.
      // The code that signs approvals is in the same chunk as the code that checks them. In another chunk, the signing function would be exported.
      { name: "hook", test: /cli\/src\/(?:commands\/hook|records\/[\w-]+)\.ts$/, priority: 1 },
      { name: "shell", test: /effects\/src\/shell\.ts$/ },
    ],
  },
});
// Node builds a startup snapshot from one file of CommonJS. In ASCII, V8 keeps a character of it in one byte.
const snapshot = await rolldown({
  ...input,
  input: { snapshot: inFolder("src/start-snapshot.ts") },
  checks: { emptyImportMeta: false },
});
const {
  output: [{ code: snapshotCode }],
} = await snapshot.generate({ format: "cjs", minify: true, comments: false, codeSplitting: false });
const quality = values.quick === true ? constants.BROTLI_MIN_QUALITY : constants.BROTLI_MAX_QUALITY;
const compressedSnapshot = brotliCompressSync(inAscii(snapshotCode), {
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});
await writeFile(join(out, "snapshot.cjs.br"), compressedSnapshot);
// The rules that a hook reads are not compressed. `helve init` writes tests for the presets of projects only.
await mkdir(join(out, "rules"));
await cp(inFolder("../../rules/predicates/rules/coding-agent.agentspec"), join(out, "rules/coding-agent.agentspec"));
const compressed = [
  ...presetNames.filter((name) => name !== "coding-agent"),
  ...projectPresets.map((name) => `${name}.test`),
];
for (const name of compressed) {
  const rules = await readFile(inFolder(`../../rules/predicates/rules/${name}.agentspec`));
  await writeFile(join(out, `rules/${name}.agentspec.gz`), gzipSync(rules, { level: 9 }));
}
await mkdir(join(out, "plugins"));
const plugin = await readFile(inFolder("plugins/opencode.js"));
await writeFile(join(out, "plugins/opencode.js.gz"), gzipSync(plugin, { level: 9 }));
// Perl takes a millisecond to load what checks names.
const script = (await readFile(inFolder("plugins/hook.pl"), "utf8")).replace(/^use strict;.*\n/m, "");
await writeFile(join(out, "hook.pl"), script);
// Names the code for `helve hookd`: a client of one build does not reach the daemon of another.
const code = createHash("sha256").update(script);
for (const file of output) code.update(file.type === "chunk" ? file.code : file.source);
await writeFile(join(out, "build-id"), `${code.digest("hex").slice(0, 16)}\n`);
const modules = output.filter((file): file is OutputChunk => file.type === "chunk").flatMap((chunk) => chunk.moduleIds);
await writeFile(join(out, "THIRD-PARTY-NOTICES.gz"), gzipSync(await thirdPartyNotices(modules), { level: 9 }));
// Nothing runs, so the program needs no surroundings.
await writeFile(join(out, "helve.1.gz"), gzipSync(manPage(createProgram({} as Io, () => undefined)), { level: 9 }));

function inAscii(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error("String.raw has text that is not ASCII");
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
