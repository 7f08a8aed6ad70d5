/** One command of the benchmark's command line. */
export interface Command {
  /** What the folder after `--data` must contain; absent if the command reads no folder. */
  readonly data?: string;
  /** Whether it reads a file instead of a folder. */
  readonly file?: boolean;
  /** The name of the ready rules that it measures by default; `coding-agent` if absent. */
  readonly rules?: string;
  /** Measures, and prints tables as it goes or returns the text to print. */
  run(options: CommandOptions): Promise<string | undefined>;
}

/** The options of a command. */
export interface CommandOptions {
  /** The folder or the file after `--data`; `""` for a command that reads none. */
  readonly data: string;
  /** Whether to list single cases besides the totals. */
  readonly explain: boolean;
  /** How many cases of each kind `mutations` measures, and how many of each file the model of `paper` does. */
  readonly cases: number;
  /** The seed of the cases of `mutations`. */
  readonly seed: number;
  /** The name of the ready rules that `safety` and `replay` measure. */
  readonly rules: string;
  /** The model that does the tasks of `paper` itself. */
  readonly model?: string | undefined;
}

/** Every command by its name. What a command measures is loaded only when it runs. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["adapters", printing(async () => (await import("./adapters.ts")).compareAdapters)],
  ["agent", printing(async () => (await import("./agent.ts")).compareAgent)],
  ["agentspec", printing(async () => (await import("./agentspec.ts")).compareAgentSpec)],
  ["arguments", { run: async () => (await import("./arguments.ts")).argumentsTable() }],
  ["parsed-arguments", printing(async () => (await import("./parsed-arguments.ts")).compareParsedArguments)],
  ["cold", { run: async () => (await import("./cold.ts")).coldTable() }],
  ["corpus", { data: "OpenTool documents", run: async ({ data }) => (await import("./corpus.ts")).runCorpus(data) }],
  [
    "docstrings",
    {
      data: "docstrings in JSON files",
      run: async ({ data, explain }) => (await import("./docstrings.ts")).runDocstrings(data, { explain }),
    },
  ],
  [
    "embodied",
    {
      data: "plans of a household robot",
      file: true,
      run: async ({ data, explain }) => (await import("./embodied.ts")).runEmbodied(data, { explain }),
    },
  ],
  ["enforcer", printing(async () => (await import("./enforcer.ts")).compareEnforcer)],
  ["evals", { run: async () => (await import("./evals.ts")).evalsTable() }],
  ["executor", printing(async () => (await import("./executor.ts")).compareExecutor)],
  ["growth", { run: async () => (await import("./growth.ts")).growthTable() }],
  ["hostile", { run: async () => (await import("./hostile.ts")).hostileTable() }],
  ["imports", { run: async () => (await import("./imports.ts")).importsTable() }],
  [
    "keep-helve",
    {
      data: "harmless calls",
      run: async ({ data, explain }) => (await import("./keep-helve.ts")).keepHelveTable(data, { explain }),
    },
  ],
  ["lsp", printing(async () => (await import("./lsp.ts")).measureLsp)],
  ["mcp", { run: async () => (await import("./mcp.ts")).mcpTable() }],
  ["mutations", { run: async (options) => (await import("./mutations.ts")).mutationsTable(options) }],
  [
    "openapi",
    {
      data: "OpenAPI documents",
      run: async ({ data, explain }) => (await import("./openapi.ts")).openApiTable(data, { explain }),
    },
  ],
  ["opentool", printing(async () => (await import("./opentool.ts")).compareOpenTool)],
  ["playground", printing(async () => (await import("./playground.ts")).measurePlayground)],
  ["predicates", printing(async () => (await import("./predicates.ts")).comparePredicates)],
  [
    "paper",
    {
      data: "cases, plans and recorded runs",
      run: async ({ data, cases, model }) => (await import("./paper.ts")).runPaper(data, { cases, model }),
    },
  ],
  [
    "provider-schemas",
    {
      data: "the JSON-Schema-Test-Suite",
      run: async ({ data, explain }) => (await import("./provider-schemas.ts")).providerSchemas(data, { explain }),
    },
  ],
  ["provenance", printing(async () => (await import("./provenance.ts")).compareProvenance)],
  ["history", printing(async () => (await import("./history.ts")).compareHistory)],
  [
    "replay",
    {
      data: "recorded runs",
      rules: "assistant-provenance",
      run: async ({ data, explain, rules }) => (await import("./replay.ts")).runReplay(data, { explain, rules }),
    },
  ],
  [
    "safety",
    {
      data: "cases",
      run: async ({ data, explain, rules }) => (await import("./safety.ts")).runSafety(data, { explain, rules }),
    },
  ],
  ["sandbox", printing(async () => (await import("./sandbox.ts")).compareSandboxes)],
  [
    "schema-suite",
    {
      data: "the JSON-Schema-Test-Suite",
      run: async ({ data, explain }) => (await import("./schema-suite.ts")).schemaSuite(data, { explain }),
    },
  ],
  ["server", printing(async () => (await import("./server.ts")).compareServer)],
  ["store", printing(async () => (await import("./store.ts")).compareStores)],
  ["tool", printing(async () => (await import("./tool.ts")).compareTools)],
  ["toolkits", { run: async () => (await import("./toolkits.ts")).toolkitsTable() }],
]);

/** The command that runs if none is named: every comparison, one after the other. */
export const allComparisons: Command = printing(async () => (await import("./comparisons.ts")).runComparisons);

/** A command that prints its tables itself. */
function printing(load: () => Promise<() => Promise<void>>): Command {
  return {
    run: async () => {
      await (await load())();
      return undefined;
    },
  };
}
