import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type ViteUserConfigFnObject } from "vitest/config";
import { patience } from "./patience.ts";
import { readmeModules } from "./readme-modules.ts";
import { standardDecorators } from "./standard-decorators.ts";

/**
 * The vitest configuration that all packages share: tests import sources, not builds; README examples can be imported; results are written to
 * `.vitest/results.json`. In the mode `system`, the tests in `test/system` run instead, with their results in `.vitest/system.json`; in the mode
 * `long`, all run.
 *
 * Packages share the cache of transformed modules, because the root and the text of `vitest.config.ts` are the same in all.
 *
 * @param config - the URL of the package's `vitest.config.ts`
 */
export function project(config: string, { maxWorkers, exclude = [] }: ProjectOptions = {}): ViteUserConfigFnObject {
  const folder = fileURLToPath(new URL(".", config));
  return defineConfig(({ mode }) => {
    const isSystem = mode === "system";
    const isLong = mode === "long";
    return {
      root: repository,
      plugins: [readmeModules(folder), standardDecorators()],
      resolve: { conditions },
      ssr: { resolve: { conditions } },
      test: {
        name: basename(folder),
        dir: folder,
        include: [isSystem ? "test/system/**/*.test.ts" : "test/**/*.test.ts"],
        exclude: [...configDefaults.exclude, ...(isSystem || isLong ? [] : ["test/system/**"]), ...exclude],
        isolate: false,
        maxWorkers,
        testTimeout: isLong ? 3_600_000 : 2 * patience,
        hookTimeout: 2 * patience,
        expect: { poll: { timeout: patience } },
        // Programs that tests start from sources start twice as fast.
        env: { NODE_COMPILE_CACHE: join(repository, "node_modules/.cache/node") },
        setupFiles: [fileURLToPath(import.meta.resolve("@helve/testing/setup"))],
        reporters: ["default", "json"],
        outputFile: { json: join(folder, ".vitest", isSystem ? "system.json" : "results.json") },
      },
    };
  });
}

const conditions = ["@helve/source", "module", "node", "default"];
const repository = fileURLToPath(new URL("../../../..", import.meta.url));

/** The options in which packages differ. */
export interface ProjectOptions {
  /** How many test files run at once; by default as many as there are processors, less one. More for tests that wait. */
  readonly maxWorkers?: number;
  /** Tests that have a run of their own: `test/loosening/**`. */
  readonly exclude?: readonly string[];
}
