import { transform } from "esbuild";
import type { Plugin } from "vite";

/** Lowers standard decorators with esbuild: Vite's own transform leaves them in, and Node can't run them yet. */
export function standardDecorators(): Plugin {
  return {
    name: "helve:standard-decorators",
    enforce: "pre",
    async transform(code, id) {
      if (!id.endsWith(".ts") || !/^\s*@\w/m.test(code)) return;
      return transform(code, { loader: "ts", target: "es2022", sourcefile: id, sourcemap: true });
    },
  };
}
