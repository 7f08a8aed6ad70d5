// Bundles the package: importing about 60 small modules costs more time than importing ajv and yaml. Run after `tsc`, which emits
// the declarations. The functions that are often imported alone are entries of their own, so that bundlers can drop the rest.
import { build } from "esbuild";

const entries = [
  "index",
  "document-tree",
  "internal",
  "zod",
  "read-open-tool",
  "read-open-tool/read-value",
  "print-open-tool",
  "compile-schema",
  "interpret-schema",
  "schema-validator",
  "to-open-tool-function",
  "wire-names",
  "property-wire-names",
];

await build({
  entryPoints: entries.map((entry) => `src/${entry}.ts`),
  outdir: "dist",
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  target: "es2023",
  sourcemap: true,
  sourcesContent: false,
});
