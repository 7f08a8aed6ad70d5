import { transform } from "esbuild";
import { defineConfig, type Plugin, type ViteUserConfig } from "vitest/config";

const conditions = ["@helve/source", "module", "node", "default"];

/** What every package's vitest.config.ts says: tests see sources, types are tested, results go to `.vitest/results.json`. */
export function project(name: string): ViteUserConfig {
  return defineConfig({
    plugins: [standardDecorators()],
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: ["test/**/*.test.ts"],
      setupFiles: [new URL("./vitest.setup.ts", import.meta.url).pathname],
      typecheck: { enabled: true, include: ["test/**/*.test-d.ts"], tsconfig: "tsconfig.json" },
      reporters: ["default", "json"],
      outputFile: { json: ".vitest/results.json" },
      passWithNoTests: false,
    },
  });
}

/** Vite's own transform leaves standard decorators as they are; Node can't run them yet, so esbuild lowers them. */
function standardDecorators(): Plugin {
  return {
    name: "standard-decorators",
    enforce: "pre",
    async transform(code, id) {
      if (!/\.ts$/.test(id) || !/^\s*@\w/m.test(code)) return;
      return transform(code, { loader: "ts", target: "es2022", sourcefile: id, sourcemap: true });
    },
  };
}
