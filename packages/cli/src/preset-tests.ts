import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { presetText } from "./preset-text.ts";

/** The tests of ready rules: compressed in the bundle, otherwise in `@helve/predicates`. */
export function presetTests(name: string): string {
  const bundled = new URL(`./rules/${name}.test.agentspec.gz`, import.meta.url);
  return existsSync(bundled) ? gunzipSync(readFileSync(bundled)).toString() : presetText(`${name}.test`);
}
