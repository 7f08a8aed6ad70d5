import { fileURLToPath } from "node:url";
import { patience } from "@helve/testing/patience";
import type { ViteUserConfig } from "vitest/config";

const conditions = ["@helve/source", "module", "node", "default"];

/** Apart from the other tests: the agents are installed on demand, and each test takes seconds. */
const config: ViteUserConfig = {
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: "clients",
    include: ["*.test.ts"],
    globalSetup: "bundle.ts",
    testTimeout: 4 * patience,
    hookTimeout: 4 * patience,
    reporters: ["verbose", "json"],
    outputFile: { json: ".vitest/results.json" },
  },
};

export default config;
