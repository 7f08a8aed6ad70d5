import type { ToolContext } from "@helve/core";
import { parametersSchema, schemaValidator } from "@helve/opentool";
import { ToolDefinitionError, Toolkit, tool, toolApi, toolWith } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const context: ToolContext = { signal: new AbortController().signal, actionId: "1", progress: () => undefined };

const add = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.number().min(0).describe("first"), y: z.number().default(1).describe("second") }),
  execute: ({ x, y }) => x + y,
});

describe("toolWith", () => {
  const mine = toolWith(add, { name: "my_add", description: "Adds.", parameters: { x: "the x argument" } });

  it("says the same everywhere", () => {
    expect(mine.parameters.properties).toMatchObject({
      x: { type: "number", minimum: 0, description: "the x argument" },
      y: { description: "second" },
    });
    expect(mine.function).toMatchObject({
      name: "my_add",
      description: "Adds.",
      parameters: [
        { name: "x", description: "the x argument" },
        { name: "y", description: "second" },
      ],
    });
    expect(mine.losses).toEqual(add.losses);
  });

  it("runs and checks what the tool does", async () => {
    expect(await mine.execute({ x: 1, y: 2 }, context)).toBe(3);
    expect(await mine.validate?.({ x: 1 })).toEqual({ ok: true, value: { x: 1, y: 1 } });
  });

  it("names every parameter that is not there, and what was probably meant", () => {
    const lookup = tool({
      name: "lookup",
      description: "Look up.",
      parameters: z.object({ query: z.string().describe("q"), most: z.number().describe("m") }),
      execute: () => 5,
    });
    const change = () => toolWith(lookup, { parameters: { qeury: "words", constructor: "what" } });
    expect(change).toThrow(ToolDefinitionError);
    expect(change).toThrow(
      [
        'the tool "lookup" has no parameter "qeury" (did you mean "query"?): it has "query", "most"',
        'the tool "lookup" has no parameter "constructor": it has "query", "most"',
      ].join("\n"),
    );
  });

  it("refuses to take a name or a description away", () => {
    expect(() => toolWith(add, { name: "my add" })).toThrow('the tool name "my add" must be');
    expect(() => toolWith(add, { description: "", parameters: { x: " " } })).toThrow(
      'the tool "add" needs a description: the model chooses by it\nthe parameter "x" of the tool "add" needs a description',
    );
  });

  it("says the new words alone, whatever the schema of a document said", () => {
    const fn = {
      name: "ping",
      description: "Ping.",
      parameters: [{ name: "host", schema: { type: "string" as const, description: "the host" }, required: true }],
    };
    const ping = tool({ function: fn, execute: ({ host }) => host });
    const changed = toolWith(ping, { parameters: { host: "whom" } });
    expect(changed.parameters).toEqual(parametersSchema(changed.function));
    expect(changed.parameters.properties).toEqual({ host: { type: "string", description: "whom" } });
  });

  it("still refuses any value of a parameter that takes none", () => {
    const parameters = { type: "object", properties: { a: { not: {}, description: "gone" } } } as const;
    const made = tool({ name: "t", description: "T.", parameters, execute: () => 1 });
    const bare = { ...made, parameters: { type: "object", properties: { a: false, b: true } } } as const;
    const check = schemaValidator(toolWith(bare, { parameters: { a: "gone", b: "any" } }).parameters);
    expect([check({ a: 1 }).length, check({ b: 1 }).length]).toEqual([1, 0]);
  });

  it("mends what a document leaves out", () => {
    const fn = {
      name: "ping",
      description: "Ping.",
      parameters: [{ name: "host", schema: { type: "string" as const }, required: true }],
    };
    const ping = tool({ function: fn, execute: ({ host }) => host });
    expect(ping.diagnostics).toHaveLength(1);
    expect(toolWith(ping, { description: "Reach a host." }).diagnostics).toHaveLength(1);
    expect(toolWith(ping, { parameters: { host: "whom" } }).diagnostics).toEqual([]);
  });
});

describe("toolWith on a toolkit", () => {
  class Marks extends Toolkit {
    static readonly description = "marks text";

    @toolApi("Make bold.\n\nArgs:\n    text (str): what")
    bold(text: string): string {
      return `**${text}**`;
    }

    @toolApi("Make italic.\n\nArgs:\n    text (str): what")
    italic(text: string): string {
      return `*${text}*`;
    }
  }
  class Bold extends Toolkit {
    static readonly docstring = "Make bold.\n\nArgs:\n    text (str): what";

    run(text: string): string {
      return `**${text}**`;
    }
  }

  it("changes its name and description, and those of its tools", async () => {
    const kit = new Marks();
    const changed = toolWith(kit, {
      name: "Emphasis",
      description: "emphasizes text",
      tools: { bold: { description: "Make it heavy.", parameters: { text: "the text" } } },
    });
    expect(changed).toMatchObject({ name: "Emphasis", description: "emphasizes text", isToolkit: true, enable: true });
    expect(changed.tools.map(({ description }) => description)).toEqual(["Make it heavy.", "Make italic."]);
    expect(await changed.tools[0]?.execute({ text: "a" }, {} as ToolContext)).toBe("**a**");
    expect(kit.tools[0]?.description).toBe("Make bold.");
  });

  it("changes a single tool that is a class like a tool", () => {
    const changed = toolWith(new Bold(), { name: "Heavy", parameters: { text: "the text" } });
    expect([changed.name, changed.isToolkit, changed.tools[0]?.name]).toEqual(["Heavy", false, "Heavy"]);
    expect(changed.tools[0]?.parameters.properties).toMatchObject({ text: { description: "the text" } });
  });

  it("changes a toolkit that is an object", () => {
    const kit = { name: "Emphasis", description: "marks text", tools: new Marks().tools };
    const changed = toolWith(kit, { name: "Style", tools: { bold: { description: "Make it heavy." } } });
    expect([changed.name, changed.isToolkit]).toEqual(["Style", true]);
    expect(changed.tools.map(({ name, description }) => `${name}: ${description}`)).toEqual([
      "bold: Make it heavy.",
      "italic: Make italic.",
    ]);
  });

  it("names everything that the toolkit does not have", () => {
    const change = () =>
      toolWith(new Marks(), { parameters: { text: "x" }, tools: { bolt: {}, bold: { parameters: { t: "x" } } } });
    expect(change).toThrow('the toolkit "Marks" has no tool "bolt" (did you mean "bold"?)');
    expect(change).toThrow('those of a tool of the toolkit "Marks": write { tools: { bold: { parameters: … } } }');
    expect(change).toThrow('the tool "bold" has no parameter "t"');
  });

  it("refuses changes that are not an object", () => {
    for (const changes of [null, undefined, "my_add", ["my_add"]]) {
      const message = "toolWith takes a tool, then an object of changes: { name, description, parameters }";
      expect(() => toolWith(add, changes as never)).toThrow(message);
      expect(() => toolWith(new Marks(), changes as never)).toThrow(message);
    }
  });

  it("refuses what is neither a tool nor a toolkit", () => {
    for (const given of [{}, { name: "x" }, () => 1, Marks]) {
      expect(() => toolWith(given as never, { name: "x" })).toThrow("toolWith changes a tool or a toolkit");
    }
  });
});
