/** Writes the source of a module that exports tools for the functions that were extracted. */
import { dirname, relative, resolve } from "node:path";
import { type Parameter, parametersSchema } from "@helve/opentool";
import type { ExtractedFunction, Extraction } from "./extract.ts";

/**
 * Writes a TypeScript module that exports one typed tool of `@helve/tool` for each extracted function. The name of an export is that of
 * the tool, with `_` for `-`. A class becomes a function that takes an instance and returns its tools.
 *
 * @param file - the path that the module will have; it imports the functions relative to it
 *
 * @example
 * await writeFile("src/tools.gen.ts", printTools(await extractTools(["src/tools.ts"]), "src/tools.gen.ts"));
 */
export function printTools(extraction: Extraction, file: string): string {
  const { functions, importsSources } = extraction;
  const sources = [...new Set(functions.map((fn) => fn.file))];
  const folder = dirname(resolve(file));
  const imports = sources.map((source, index) => {
    const relativePath = relative(folder, source).replaceAll("\\", "/");
    const path = importsSources ? relativePath : relativePath.replace(/\.([cm]?)tsx?$/, ".$1js");
    return `import * as source${index} from ${JSON.stringify(path.startsWith(".") ? path : `./${path}`)};`;
  });
  const entries = functions.map((fn, index) => ({
    fn,
    ...toolCode(extraction, index, `source${sources.indexOf(fn.file)}`),
  }));
  const plain = entries.filter(({ fn }) => fn.method === undefined);
  const classes = Map.groupBy(
    entries.filter(({ fn }) => fn.method !== undefined),
    ({ fn }) => `source${sources.indexOf(fn.file)}.${fn.exportName}`,
  );
  const texts = [
    ...plain.map(({ fn, code, type }) => `export const ${identifier(fn.name)}: ${type} = ${code};\n`),
    ...Array.from(classes, ([owner, methods]) => classCode(owner, methods)),
  ];
  return [
    "// Written by `helve opentool extract`: change the functions, not this file.",
    `import { type Tool, tool } from "@helve/tool";`,
    ...imports,
    "",
    texts.join("\n"),
  ].join("\n");
}

/** A call of `tool` for one function, and the type of the tool. */
function toolCode(
  { document, functions }: Extraction,
  index: number,
  source: string,
): { readonly code: string; readonly type: string } {
  const fn = functions[index];
  const described = document.functions[index];
  if (fn === undefined || described === undefined)
    throw new Error("the extraction has fewer functions than its document");
  const parameters = JSON.stringify(parametersSchema(described, document.schemas));
  const { exportName, method } = fn;
  const own = `${source}.${exportName}`;
  const owner = method === undefined ? own : `instance.${method}`;
  const native = method === undefined ? `typeof ${own}` : `InstanceType<typeof ${own}>[${JSON.stringify(method)}]`;
  const context = fn.takesContext ? ", context" : "";
  const type = `Tool<${argumentsType(fn, described.parameters, native)}, Awaited<ReturnType<${native}>>>`;
  const code = [
    "tool({",
    `  name: ${JSON.stringify(fn.name)},`,
    `  description: ${JSON.stringify(described.description)},`,
    `  parameters: ${parameters},`,
    `  describe: "optional",`,
    `  execute: (args${context}) => ${owner}(...([${passedArguments(fn)}${context}] as unknown as Parameters<${native}>)),`,
    `}) as unknown as ${type}`,
  ];
  return { code: code.join("\n"), type };
}

/** The type of a tool's arguments, from the types of the function's parameters. */
function argumentsType({ passing }: ExtractedFunction, parameters: readonly Parameter[], native: string): string {
  if (passing === "object") return `Parameters<${native}>[0]`;
  const members = passing.map(({ name, isRest }, index) => {
    const isRequired = parameters.some((parameter) => parameter.name === name && parameter.required);
    const type = isRest ? `Parameters<${native}>[number][]` : `Parameters<${native}>[${index}]`;
    return `${JSON.stringify(name)}${isRequired ? "" : "?"}: ${type}`;
  });
  return members.length === 0 ? "object" : `{ ${members.join("; ")} }`;
}

function passedArguments({ passing }: ExtractedFunction): string {
  if (passing === "object") return "args";
  return passing
    .map(
      ({ name, isRest }) =>
        `${isRest ? "...((" : ""}args[${JSON.stringify(name)}]${isRest ? " ?? []) as unknown[])" : ""}`,
    )
    .join(", ");
}

/** A function from an instance of a class to its tools. */
function classCode(
  owner: string,
  methods: readonly { readonly fn: ExtractedFunction; readonly code: string; readonly type: string }[],
): string {
  const name = `${identifier(methods[0]?.fn.exportName ?? "").replace(/^./, (letter) => letter.toLowerCase())}Tools`;
  const tools = methods.map(({ code }) => code.replaceAll("\n", "\n  ")).join(",\n  ");
  const types = methods.map(({ type }) => type).join(", ");
  return `export const ${name} = (instance: InstanceType<typeof ${owner}>): [${types}] => [\n  ${tools},\n];\n`;
}

/** A name as an identifier of TypeScript. */
function identifier(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_$]/g, "_").replace(/^(?=\d)/, "_");
  return /^(?:default|delete|new|class|function|import|export|return|switch|typeof|void|with|in|if|for|do|var|let|const)$/.test(
    plain,
  )
    ? `${plain}_`
    : plain;
}
