import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import type { Plugin } from "vite";
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";
import { readmeModules } from "./readme-modules.ts";

const conditions = ["@helve/source", "module", "node", "default"];

/** What a package may say of itself. */
export interface ProjectOptions {
  /** The README whose examples run as tests, from the package's folder; its own by default. */
  readonly readme?: string;
}

/**
 * What every package's vitest.config.ts says: tests see sources, types are tested too, README examples can be imported,
 * results go to `.vitest/results.json`.
 */
export function project(name: string, { readme = "README.md" }: ProjectOptions = {}): ViteUserConfigFnObject {
  return defineConfig(({ mode }) => ({
    plugins: [readmeModules(readme), standardDecorators()],
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: ["test/**/*.test.ts"],
      isolate: false,
      // What a test does must end, but how soon is a matter for packages/bench.
      testTimeout: mode === "long" ? 3_600_000 : 60_000,
      setupFiles: [fileURLToPath(import.meta.resolve("@helve/testing/setup"))],
      typecheck: { enabled: true, include: ["test/**/*.test-d.ts"], tsconfig: "tsconfig.json" },
      reporters: ["default", "json"],
      outputFile: { json: ".vitest/results.json" },
    },
  }));
}

/** Vite's own transform leaves standard decorators as they are, and Node can't run them yet: esbuild lowers them. */
function standardDecorators(): Plugin {
  return {
    name: "helve:standard-decorators",
    enforce: "pre",
    async transform(code, id) {
      if (!id.endsWith(".ts") || !/^\s*@\w/m.test(code)) return;
      return transform(code, { loader: "ts", target: "es2022", sourcefile: id, sourcemap: true });
    },
  };
}
