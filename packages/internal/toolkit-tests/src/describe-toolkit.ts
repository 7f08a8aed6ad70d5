/** Tests that every toolkit must pass: descriptions in both languages, and valid names. */
import type { Args, ToolContext } from "@helve/core";
import { parseOpenTool, printOpenTool, schemaValidator, wireNames } from "@helve/opentool";
import { type Policy, unmappedTools } from "@helve/predicates";
import type { Toolkit } from "@helve/tool";
import { expect, it } from "vitest";

/** The inputs of the tests that all toolkits share. */
export interface DescribedToolkit {
  /** The name of its document in `documents/`. */
  readonly document: string;
  create(locale: "en" | "zh"): Toolkit;
  /** The meaning of the arguments of its tools. */
  readonly uses: NonNullable<Policy["tools"]>;
}

/** Tests that a toolkit has a document, texts in both languages, and an entry of a policy for each argument that needs one. */
export function testDescriptions({ document, create, uses }: DescribedToolkit): void {
  const kit = create("en");
  const names = wireNames(kit.tools.map((tool) => addressOf(kit, tool.name)));
  const functions = kit.tools.map((tool) => ({
    ...tool.function,
    name: names.toWire(addressOf(kit, tool.name)) ?? tool.name,
  }));

  it("has an OpenTool document", async () => {
    const { name: title, description } = kit;
    const text = printOpenTool({ opentool: "1.0.0", info: { title, description, version: "1.0.0" }, functions });
    expect(parseOpenTool(text).functions).toHaveLength(kit.tools.length);
    await expect(text).toMatchFileSnapshot(`../documents/${document}.opentool.json`);
  });

  it("is described in Chinese, too", () => {
    const chinese = create("zh");
    const texts = [
      chinese.description,
      ...chinese.tools.flatMap((tool) => [tool.description, ...parameterTexts(tool)]),
    ];
    expect(texts.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  });

  it("says in policies what each argument means", () => {
    const addressed = kit.tools.map((tool) => ({ ...tool.function, name: addressOf(kit, tool.name) }));
    expect(unmappedTools(addressed, { tools: uses })).toEqual([]);
    const tools = new Set(addressed.map(({ name }) => name));
    expect(Object.keys(uses).filter((name) => !tools.has(name))).toEqual([]);
  });
}

/** Runs a tool. Its arguments have to fit its schema. */
export async function callTool(
  kit: Toolkit,
  name: string,
  args: Args,
  context: Partial<ToolContext> = {},
): Promise<unknown> {
  const tool = kit.tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`${kit.name} has no tool ${name}`);
  const issues = schemaValidator(tool.parameters)(args);
  if (issues.length > 0) throw new Error(issues.map(({ message }) => message).join("\n"));
  const defaults = { signal: new AbortController().signal, actionId: "call_1", progress: () => {} };
  return tool.execute(args, { ...defaults, ...context } as ToolContext);
}

/** Returns the name by which a model calls a tool: with the toolkit's name if it is in one, `Files.read`. */
function addressOf(kit: Toolkit, name: string): string {
  return kit.isToolkit ? `${kit.name}.${name}` : name;
}

/** Lists the descriptions of a tool's parameters. */
function parameterTexts({ function: fn }: Toolkit["tools"][number]): readonly string[] {
  return fn.parameters.map(({ description }) => description ?? "");
}
