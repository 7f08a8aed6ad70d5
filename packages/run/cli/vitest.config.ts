import { fileURLToPath } from "node:url";
import { project } from "@helve/testing/project";
import { mergeConfig, type Plugin, type ViteUserConfigFnObject } from "vitest/config";

/** Nobody is at the terminal of tests that run the command line in their process: `test/person.ts` answers. */
const personStandIn: Plugin = {
  name: "person-stand-in",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "../person.ts" && /\/src\/(?:records|commands)\//.test(importer ?? "")
      ? fileURLToPath(new URL("test/person.ts", import.meta.url))
      : undefined,
};

const config: ViteUserConfigFnObject = (environment) =>
  // It is tested last, when the other packages leave a processor idle.
  mergeConfig(project(import.meta.url, { maxWorkers: 2, exclude: ["test/loosening/**"] })(environment), {
    plugins: [personStandIn],
  });

export default config;
