import { resolve } from "node:path";
import { type Model, namedModel, withRetries } from "@helve/agent";
import { HelveError } from "@helve/core";
import { didYouMean, isObject, ownMember, quote } from "@helve/core/internal";
import { importUserModule } from "@helve/core/internal/node";
import { TaskError } from "../errors.ts";
import { issue, type Task } from "../task.ts";

/**
 * Loads a task from a module.
 *
 * @param source - `evals/math.ts#arithmetic`; without a name, the default export or the only task of the module. The export is a task, or a
 *   function that returns one
 * @param options.cwd - the folder of relative paths; the working directory by default
 * @throws TaskError if the module can't be loaded, or exports no such task; what a function that is exported throws
 */
export async function loadTask(source: string, options: { readonly cwd?: string | undefined } = {}): Promise<Task> {
  const { exports, path, name } = await loadModule(source, options);
  const tasks = Object.keys(exports).filter((key) => isTask(exports[key]));
  const [only] = tasks;
  const chosen = name ?? (tasks.length === 1 && !Object.hasOwn(exports, "default") ? only : undefined) ?? "default";
  const exported = ownMember(exports, chosen);
  const value: unknown = typeof exported === "function" ? await exported() : exported;
  if (isTask(value)) return value;
  const hint = didYouMean(chosen, tasks) || (tasks.length > 0 ? ` (its tasks are ${tasks.join(", ")})` : "");
  throw new TaskError([issue(path, `exports no task ${quote(chosen)}${hint}`)]);
}

/**
 * Loads a model: the export of a module, or a model of an API like OpenAI's.
 *
 * @param source - `models.ts#local`, or what `namedModel` reads: `openai:gpt-5`, `http://localhost:11434/v1#qwen3`
 * @param options.env - the variables; by default of the process
 * @throws TaskError if the module can't be loaded, or exports no such model; AgentError if a model can't have this name; what a function
 *   that is exported throws
 */
export async function loadModel(
  source: string,
  options: {
    readonly cwd?: string | undefined;
    readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  } = {},
): Promise<Model> {
  const { env = process.env } = options;
  if (!/\.[cm]?[jt]s(?:#|$)/.test(source)) {
    return withRetries(namedModel(source, { environment: env }));
  }
  const { exports, path, name = "default" } = await loadModule(source, options);
  const exported = ownMember(exports, name);
  const value: unknown = typeof exported === "function" ? await exported() : exported;
  if (isObject(value) && typeof value["name"] === "string" && typeof value["generate"] === "function") {
    return value as unknown as Model;
  }
  throw new TaskError([issue(path, `exports no model ${quote(name)}`)]);
}

async function loadModule(source: string, { cwd = process.cwd() }: { readonly cwd?: string | undefined }) {
  const [, path = source, name] = /^(.*?)(?:#([^#]*))?$/s.exec(source) ?? [];
  if (path === "") throw new TaskError([issue(quote(source), "must name a module, such as evals/math.ts#sums")]);
  const exports = await importUserModule(resolve(cwd, path), (problem, cause) =>
    // A `HelveError` is an error of the task itself.
    HelveError.is(cause) ? cause : new TaskError([issue(path, problem)], { cause }),
  );
  return { exports, path, name: name === "" ? undefined : name };
}

function isTask(value: unknown): value is Task {
  return (
    isObject(value) && Array.isArray(value["samples"]) && Array.isArray(value["scorers"]) && isObject(value["epochs"])
  );
}
