import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "packages/core/vitest.config.ts",
      "packages/*/*/vitest.config.ts",
      "packages/internal/integration/types/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "examples/vitest.config.ts",
    ],
  },
});
