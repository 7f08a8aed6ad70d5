import { fileURLToPath } from "node:url";
import { patience } from "@helve/testing/patience";
import type { ViteUserConfig } from "vitest/config";

const conditions = ["@helve/source", "module", "node", "default"];

/** Apart from the other tests: each case calls the installed program at least once. */
const config: ViteUserConfig = {
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: "loosening",
    include: ["*.test.ts"],
    globalSetup: "install-helve.ts",
    // A program needs a processor of its own for a moment, and a file's tests share one home.
    fileParallelism: false,
    maxConcurrency: 4,
    testTimeout: 2 * patience,
    hookTimeout: 2 * patience,
    reporters: ["default", "json"],
    outputFile: { json: ".vitest/results.json" },
  },
};

export default config;
