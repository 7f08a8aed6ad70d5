import { type CatalogueTool, toolsFromDocuments } from "@helve/agentspec";
import { isObject } from "@helve/core/internal";
import { readOpenTool } from "@helve/opentool";
import { UsageError } from "./io.ts";
import { readText } from "./read-text.ts";
import { userModule } from "./user-module.ts";

/**
 * The tools of `--tools`: of OpenTool documents, and of exports of modules (`./tools.js#tools`).
 *
 * @returns `undefined` if none are named
 * @throws UsageError if a document is invalid, or an export is not tools
 */
export async function namedTools(names: readonly string[], cwd: string): Promise<readonly CatalogueTool[] | undefined> {
  if (names.length === 0) return undefined;
  const lists = await Promise.all(
    names.map((name) => (isModule(name) ? moduleTools(name, cwd) : documentTools(name, cwd))),
  );
  return lists.flat();
}

function isModule(name: string): boolean {
  return /\.[cm]?[jt]sx?(?:#|$)/.test(name);
}

/** Reads the tools in an OpenTool document. */
function documentTools(name: string, cwd: string): readonly CatalogueTool[] {
  const { value, issues } = readOpenTool(readText(name, cwd));
  if (value === undefined) throw new UsageError(`${name}: ${issues.map(({ message }) => message).join("; ")}`);
  return [...toolsFromDocuments([value])];
}

async function moduleTools(name: string, cwd: string): Promise<readonly CatalogueTool[]> {
  const entry = await userModule("--tools", name, cwd);
  const exported: unknown = typeof entry === "function" ? await entry() : entry;
  const tools = [exported].flat().flatMap((item) => {
    if (!isObject(item) || !Array.isArray(item["tools"])) return [item];
    return item["tools"].map((tool: object) => ({ ...tool, name: `${item["name"]}.${(tool as CatalogueTool).name}` }));
  });
  if (tools.length > 0 && tools.every(isTool)) return tools;
  throw new UsageError(`--tools ${name}: expected a tool, a toolkit, or a list of them`);
}

function isTool(value: unknown): value is CatalogueTool {
  return isObject(value) && typeof value["name"] === "string" && isObject(value["parameters"]);
}
