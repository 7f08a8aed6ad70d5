import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";

/** Apart from the other tests: a whole VS Code is installed on demand, and it needs a minute. */
const config: ViteUserConfig = {
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    name: "code-server",
    include: ["*.test.ts"],
    testTimeout: 240_000,
    hookTimeout: 600_000,
    reporters: ["verbose", "json"],
    outputFile: { json: ".vitest/results.json" },
  },
};

export default config;
