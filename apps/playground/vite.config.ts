import { standardDecorators } from "@helve/testing/standard-decorators";
import { defaultClientConditions, defineConfig, type UserConfig } from "vite";
import { serviceWorker } from "./scripts/service-worker-plugin.ts";

const config: UserConfig = defineConfig({
  // Relative, so that the page works below any path.
  base: "./",
  resolve: { conditions: ["@helve/source", ...defaultClientConditions] },
  build: { target: "es2023", modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: false },
  worker: { format: "es", plugins: () => [standardDecorators()] },
  plugins: [standardDecorators(), serviceWorker()],
});
export default config;
