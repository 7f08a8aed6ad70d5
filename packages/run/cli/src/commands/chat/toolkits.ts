/** The tools of a chat: ready toolkits, and exports of the user's modules. */
import type { ExecutorTools } from "@helve/executor";
import type { Policy } from "@helve/predicates";
import type { CommonToolkitOptions } from "@helve/toolkits";
import { type Io, UsageError } from "../../io.ts";
import { optionalPackages } from "../../optional-package.ts";
import { userModule } from "../../user-module.ts";

/** The tools of a chat, and the meaning of their arguments for rules. */
export interface ChatTools {
  readonly tools: ExecutorTools;
  readonly uses: NonNullable<Policy["tools"]>;
  /** The names of toolkits that work in a sandbox. */
  readonly inSandbox: readonly string[];
}

/**
 * The tools that `--toolkit` names: ready toolkits, and exports of modules (`./tools.js#tools`).
 *
 * @throws UsageError for an unknown name, or a missing key
 */
export async function chatTools(named: readonly string[], io: Io): Promise<ChatTools> {
  const names = namesIn(named);
  const tools: ExecutorTools[number][] = [];
  const uses: Record<string, NonNullable<Policy["tools"]>[string]> = {};
  for (const name of new Set(names)) {
    if (name.includes("#")) {
      const exported = await userModule("--toolkit", name, io.cwd);
      tools.push(...((Array.isArray(exported) ? exported : [exported]) as ExecutorTools[number][]));
      continue;
    }
    const ready = readyToolkits.get(name);
    if (ready === undefined) {
      throw new UsageError(
        `--toolkit ${name}: there is no such toolkit; there are ${[...readyToolkits.keys()].join(", ")}, and exports of modules (./tools.js#tools)`,
      );
    }
    const { module } = await optionalPackages<{ module: ToolkitModule }>(`--toolkit ${name}`, {
      module: `@helve/${ready.entry}`,
    });
    try {
      tools.push(new (module[name] as ToolkitClass)(ready.options?.(module, io)));
    } catch (error) {
      throw error instanceof UsageError ? error : new UsageError(`--toolkit ${name}: ${(error as Error).message}`);
    }
    Object.assign(uses, module[ready.uses]);
  }
  const inSandbox = names.filter((name) => readyToolkits.get(name)?.sandbox === true);
  return { tools, uses, inSandbox };
}

/** The modules of the ready toolkits that `--toolkit` names. */
export function toolkitModules(named: readonly string[]): readonly string[] {
  const entries = namesIn(named).flatMap((name) => readyToolkits.get(name)?.entry ?? []);
  return entries.map((entry) => `@helve/${entry}`);
}

/** Splits lists of names at commas. */
function namesIn(named: readonly string[]): readonly string[] {
  return named.flatMap((list) => list.split(",")).map((name) => name.trim());
}

type ToolkitModule = Readonly<Record<string, unknown>>;
type ToolkitClass = new (options?: CommonToolkitOptions) => ExecutorTools[number];

interface ReadyToolkit {
  /** The package and its subpath, without `@helve/`. */
  readonly entry: string;
  /** The export with what the arguments mean. */
  readonly uses: string;
  readonly sandbox?: true;
  readonly options?: (module: ToolkitModule, io: Io) => object;
}

const readyToolkits: ReadonlyMap<string, ReadyToolkit> = new Map<string, ReadyToolkit>([
  ["Terminal", { entry: "toolkits/terminal", uses: "terminalUses", sandbox: true }],
  ["Files", { entry: "toolkits/files", uses: "filesUses", sandbox: true }],
  ["PythonREPL", { entry: "toolkits/python-repl", uses: "pythonREPLUses", sandbox: true }],
  ["IPythonInterpreter", { entry: "lagent/ipython-interpreter", uses: "pythonInterpreterUses", sandbox: true }],
  ["PythonInterpreter", { entry: "lagent/ipython-interpreter", uses: "pythonInterpreterUses", sandbox: true }],
  ["PPT", { entry: "lagent/ppt", uses: "pptUses", sandbox: true }],
  ["Web", { entry: "toolkits/web", uses: "webUses", options: webOptions }],
  ["WebBrowser", { entry: "toolkits/web-browser", uses: "webBrowserUses" }],
  ["ArxivSearch", { entry: "lagent/arxiv-search", uses: "arxivSearchUses" }],
  ["GoogleSearch", { entry: "lagent/google-search", uses: "googleSearchUses" }],
  ["GoogleScholar", { entry: "lagent/google-scholar", uses: "googleScholarUses" }],
  ["BINGMap", { entry: "lagent/bing-map", uses: "bingMapUses" }],
  ["Gmail", { entry: "toolkits/gmail", uses: "gmailUses", options: service("gmailApi", "GOOGLE_ACCESS_TOKEN") }],
  [
    "GoogleCalendar",
    {
      entry: "toolkits/google-calendar",
      uses: "googleCalendarUses",
      options: service("calendarApi", "GOOGLE_ACCESS_TOKEN"),
    },
  ],
  ["Todoist", { entry: "toolkits/todoist", uses: "todoistUses", options: service("todoistApi", "TODOIST_API_TOKEN") }],
]);

/** Chooses the first search service whose key is set. */
function webOptions(module: ToolkitModule, { environment }: Io): object {
  const names = { serper: "SERPER_API_KEY", brave: "BRAVE_API_KEY", tavily: "TAVILY_API_KEY" };
  const found = Object.entries(names).find(([, variable]) => environment[variable]);
  return found === undefined ? {} : { search: (module[found[0]] as () => object)() };
}

/** Returns the options of a toolkit that needs an access token. */
function service(name: string, variable: string): NonNullable<ReadyToolkit["options"]> {
  return (module, { environment }) => {
    const token = environment[variable];
    if (!token) throw new UsageError(`its access token is missing: set ${variable}`);
    return { service: (module[name] as (options: object) => object)({ token }) };
  };
}
