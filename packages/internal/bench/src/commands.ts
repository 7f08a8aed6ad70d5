/** The commands of the benchmark, such as `safety` and `pages`, with what each measures. */
import type { CommandOptions } from "./command-options.ts";

/** One command of the benchmark's command line. */
export interface Command {
  /** The required content of the folder after `--data`; absent if the command reads no folder. */
  readonly data?: string;
  /** Whether it reads a file instead of a folder. */
  readonly file?: boolean;
  /** The name of the preset that it measures by default; `coding-agent` if absent. */
  readonly rules?: string;
  /** Loads the benchmark, which prints tables as it goes or returns the text to print. */
  load(): Promise<(options: CommandOptions) => string | Promise<string> | Promise<void>>;
}

/** The preset that a command measures, unless it or the command line names others. */
export const defaultRules = "coding-agent";

const runs = "recorded runs";
const plans = "plans of a household robot";
const suite = "the JSON-Schema-Test-Suite";

/** Every command by its name. A benchmark is loaded only when it runs. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["adapters", { load: async () => (await import("./adapters.ts")).compareAdapters }],
  ["arguments", { load: async () => (await import("./arguments.ts")).argumentsTable }],
  ["cold", { load: async () => (await import("./cold.ts")).coldTable }],
  ["durable", { load: async () => (await import("./durable.ts")).durableTable }],
  ["embodied", { data: plans, file: true, load: async () => (await import("./embodied.ts")).runEmbodied }],
  ["executor", { load: async () => (await import("./executor.ts")).compareExecutor }],
  ["extract", { data: "TypeScript files", load: async () => (await import("./extract.ts")).extractTable }],
  ["growth", { load: async () => (await import("./growth.ts")).growthTable }],
  ["history", { load: async () => (await import("./history.ts")).compareHistory }],
  ["hostile", { load: async () => (await import("./hostile.ts")).hostileTable }],
  ["imports", { load: async () => (await import("./imports.ts")).importsTable }],
  ["keep-helve", { data: "harmless calls", load: async () => (await import("./keep-helve.ts")).keepHelveTable }],
  ["loop", { data: "calls and tools", load: async () => (await import("./loop.ts")).loopTable }],
  ["lsp", { load: async () => (await import("./lsp.ts")).measureLsp }],
  ["mcp", { load: async () => (await import("./mcp.ts")).mcpTable }],
  ["mcp-tools", { data: "MCP tools", file: true, load: async () => (await import("./mcp-tools.ts")).mcpToolsTable }],
  ["mutations", { load: async () => (await import("./mutations.ts")).mutationsTable }],
  ["openapi", { data: "OpenAPI documents", load: async () => (await import("./openapi.ts")).openApiTable }],
  [
    "others",
    { data: "cases of other libraries", file: true, load: async () => (await import("./others.ts")).othersTable },
  ],
  ["pages", { load: async () => (await import("./pages.ts")).pagesTable }],
  ["paper", { data: "cases, plans and recorded runs", load: async () => (await import("./paper.ts")).runPaper }],
  ["playground", { load: async () => (await import("./playground.ts")).measurePlayground }],
  ["predicates", { load: async () => (await import("./predicates.ts")).comparePredicates }],
  ["provenance", { load: async () => (await import("./provenance.ts")).compareProvenance }],
  ["replay", { data: runs, rules: "assistant-provenance", load: async () => (await import("./replay.ts")).runReplay }],
  [
    "reports",
    { data: "inputs of bug reports", file: true, load: async () => (await import("./reports.ts")).reportsTable },
  ],
  [
    "rewordings",
    { data: runs, rules: "assistant-provenance", load: async () => (await import("./rewordings.ts")).runRewordings },
  ],
  ["safety", { data: "cases", load: async () => (await import("./safety.ts")).runSafety }],
  ["schema-suite", { data: suite, load: async () => (await import("./schema-suite.ts")).schemaSuite }],
  [
    "tool-search",
    { data: "MCP tools", file: true, load: async () => (await import("./tool-search.ts")).toolSearchTable },
  ],
]);

/** The command that runs if none is named: the comparisons of speed within one process. */
export const allComparisons: Command = {
  load: async () => async (options) => {
    for (const name of ["executor", "predicates", "provenance", "history"]) {
      await (await commands.get(name)?.load())?.(options);
    }
  },
};
