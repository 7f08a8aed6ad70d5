import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type ViteUserConfigFnObject } from "vitest/config";
import { readmeModules } from "./readme-modules.ts";
import { standardDecorators } from "./standard-decorators.ts";

const conditions = ["@helve/source", "module", "node", "default"];

/** What differs between packages. */
export interface ProjectOptions {
  /** How many test files run at once; by default as many as there are processors, less one. More for tests that wait. */
  readonly maxWorkers?: number;
  /** Tests that have a run of their own: `test/loosening/**`. */
  readonly exclude?: readonly string[];
}

/**
 * The vitest configuration that all packages share: tests import sources, not builds; type tests run too; README examples can
 * be imported; results are written to `.vitest/results.json`.
 */
export function project(name: string, { maxWorkers, exclude = [] }: ProjectOptions = {}): ViteUserConfigFnObject {
  return defineConfig(({ mode }) => ({
    plugins: [readmeModules(), standardDecorators()],
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: ["test/**/*.test.ts"],
      exclude: [...configDefaults.exclude, ...exclude],
      isolate: false,
      maxWorkers,
      // These only end a hang: a busy machine may be twenty times slower. How fast something runs is measured in packages/bench.
      testTimeout: mode === "long" ? 3_600_000 : 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
      setupFiles: [fileURLToPath(import.meta.resolve("@helve/testing/setup"))],
      typecheck: { enabled: true, include: ["test/**/*.test-d.ts"], tsconfig: "tsconfig.json" },
      reporters: ["default", "json"],
      outputFile: { json: ".vitest/results.json" },
    },
  }));
}
