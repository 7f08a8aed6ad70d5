import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The type tests of all packages, in one run of the compiler: it reads each source once. */
const config: ViteUserConfig = {
  root: path("../../../.."),
  test: {
    name: "types",
    include: [],
    typecheck: {
      enabled: true,
      only: true,
      include: ["packages/**/test/**/*.test-d.ts"],
      tsconfig: path("tsconfig.json"),
    },
    reporters: ["default", "json"],
    outputFile: { json: path(".vitest/results.json") },
  },
};

export default config;
