/** The subpath `@helve/extract/plugin`: a plugin for Vite, Rollup, Rolldown, esbuild, webpack and others. */
import { dirname, resolve } from "node:path";
import { formatIssue } from "@helve/core";
import { createUnplugin, type UnpluginInstance } from "unplugin";
import { type Extraction, type ExtractOptions, extractTools } from "./extract.ts";

/** Options of the plugin. */
export interface OpenToolPluginOptions extends ExtractOptions {
  /** Whether a function that can't be represented fails the build. Default: `true`. */
  readonly failOnError?: boolean;
}

/**
 * A plugin of `unplugin` that replaces an import with the query `?opentool` by the OpenTool document of the file. `openTool.vite`,
 * `openTool.esbuild`, `openTool.rolldown`, … are the plugins of the bundlers.
 *
 * @example
 * import { openTool } from "@helve/extract/plugin";
 * export default { plugins: [openTool.vite()] }; // vite.config.ts
 */
export const openTool: UnpluginInstance<OpenToolPluginOptions | undefined> = createUnplugin((options = {}) => ({
  name: "helve-opentool",
  // Vite would resolve the file and keep the query.
  enforce: "pre",
  resolveId(id, importer) {
    if (!id.endsWith(query)) return null;
    const file = id.slice(0, -query.length);
    return `${importer === undefined ? resolve(file) : resolve(dirname(importer), file)}${suffix}`;
  },
  loadInclude: (id) => id.endsWith(suffix),
  async load(id) {
    const file = id.slice(0, -suffix.length);
    this.addWatchFile(file);
    const { failOnError = true, ...extractOptions } = options;
    const extraction = await extractTools([file], extractOptions);
    report(extraction, failOnError, (message) => this.warn(message));
    return `export default ${JSON.stringify(extraction.document)};`;
  },
}));

const query = "?opentool";
/** The end of the module's id: a bundler would read an id that ends with `.ts` as TypeScript. */
const suffix = ".opentool.js";

/** Reports the problems of an extraction to the bundler. @throws Error with every error, if one is to fail the build */
function report({ diagnostics }: Extraction, failOnError: boolean, warn: (message: string) => void): void {
  const isFatal = (severity: string | undefined): boolean => failOnError && severity === "error";
  const texts = (fatal: boolean) =>
    diagnostics.filter(({ severity }) => isFatal(severity) === fatal).map((issue) => formatIssue(issue, issue.file));
  for (const text of texts(false)) warn(text);
  const errors = texts(true);
  if (errors.length > 0) throw new Error(errors.join("\n"));
}
