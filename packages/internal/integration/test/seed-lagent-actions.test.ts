// Every example of Lagent's tutorial "Action", in its order and with what it prints. packages/tools/lagent/test compares descriptions with what
// real runs of Lagent give.

import { spawnSync } from "node:child_process";
import { JsonParser } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import { ActionExecutor, runTool } from "@helve/executor";
import {
  fromLagentTools,
  type LagentDescription,
  lagentActionsInfo,
  lagentDescription,
  toLagentTools,
} from "@helve/lagent";
import { ArxivSearch } from "@helve/lagent/arxiv-search";
import { BINGMap } from "@helve/lagent/bing-map";
import { GoogleScholar } from "@helve/lagent/google-scholar";
import { GoogleSearch } from "@helve/lagent/google-search";
import { IPythonInterpreter, PythonInterpreter } from "@helve/lagent/ipython-interpreter";
import { PPT } from "@helve/lagent/ppt";
import { FinishAction, InvalidAction, NoAction } from "@helve/lagent/special-actions";
import { type Sandbox, sandboxEnvironments } from "@helve/sandbox";
import { localSandbox } from "@helve/sandbox/node";
import { Registry, Toolkit, tool, toolApi } from "@helve/tool";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
it.runIf(!hasPython)("the programs in Python don't run: there is no python3", ({ skip }) => skip());

/** Compares dictionaries, with the order of their keys, which the tutorial shows. */
function expectSame(given: unknown, printed: unknown): void {
  expect(given).toEqual(printed);
  expect(JSON.stringify(given)).toBe(JSON.stringify(printed));
}

/** The parser whose `parameter_description` the tutorial prints. */
const parser = new JsonParser({ locale: "zh" });
const parameter_description = "如果调用该工具,你必须使用Json格式 {key: value} 传参,其中key为参数名称";

const bold = (text: string): string => `**${text}**`;

describe("Tool Description", () => {
  const parameters = [{ name: "text", type: "STRING", description: "input content" }] as const;

  it("a tool", async () => {
    const description: LagentDescription = {
      name: "bold",
      description: "a function used to make text bold",
      parameters,
      required: ["text"],
    };
    const { document } = fromLagentTools([description]);
    const [fn] = document.functions;
    if (fn === undefined) throw new Error("no function");
    const action = tool({ function: fn, execute: ({ text }) => `**${text}**` });
    expectSame(lagentDescription(action), description);
    expect((await runTool(action, { text: "a" })).result).toEqual([{ type: "text", content: "**a**" }]);
  });

  it("a toolkit", async () => {
    const bold = { name: "bold", description: "make text bold", parameters, required: ["text"] };
    const italic = { name: "italic", description: "make text italic", parameters, required: ["text"] };
    const description = {
      name: "PhraseEmphasis",
      description: "a toolkit which provides different styles of text emphasis",
      api_list: [bold, italic],
    };
    const { document } = fromLagentTools([description]);
    expectSame(toLagentTools(document, { toolkit: true }).tools, [description]);
    const tools = document.functions.map((fn) => tool({ function: fn, execute: ({ text }) => `*${text}*` }));
    const kit = { name: document.info.title, tools };
    expect((await runTool(kit, { text: "a" }, { name: "italic" })).result).toEqual([{ type: "text", content: "*a*" }]);
  });
});

describe("Make Functions Tools", () => {
  const description = {
    name: "bold",
    description: "make text bold",
    parameters: [{ name: "text", type: "STRING", description: "input text" }],
    required: ["text"],
  };

  it("bold", () => {
    const tool = toolApi(
      `make text bold

      Args:
          text (str): input text

      Returns:
          str: bold text`,
      bold,
    );
    expectSame(lagentDescription(tool), description);
    expect(tool("a")).toBe("**a**");
  });

  it("bold, with the name of what it returns", () => {
    const tool = toolApi(
      `make text bold

      Args:
          text (str): input text

      Returns:
          bold_text (str): bold text`,
      bold,
      { returnsNamedValue: true },
    );
    const return_data = [{ name: "bold_text", description: "bold text", type: "STRING" }];
    expectSame(lagentDescription(tool), { ...description, return_data });
  });

  it("list_args, with the members of what it returns", () => {
    const tool = toolApi(
      `Return arguments in dict format

      Args:
          a (str): a
          b (int): b
          c (float): c

      Returns:
          dict: input arguments
              - a (str): a
              - b (int): b
              - c: c`,
      (a: string, b: number, c = 0.0) => ({ a, b, c }),
      { name: "list_args", explodeReturn: true },
    );
    expectSame(lagentDescription(tool), {
      name: "list_args",
      description: "Return arguments in dict format",
      parameters: [
        { name: "a", type: "STRING", description: "a" },
        { name: "b", type: "NUMBER", description: "b" },
        { name: "c", type: "FLOAT", description: "c" },
      ],
      required: ["a", "b"],
      return_data: [
        { name: "a", description: "a", type: "STRING" },
        { name: "b", description: "b", type: "NUMBER" },
        { name: "c", description: "c" },
      ],
    });
    expect(tool("a", 1)).toEqual({ a: "a", b: 1, c: 0 });
  });
});

class Bold extends Toolkit {
  static readonly docstring = `make text bold

    Args:
        text (str): input text

    Returns:
        str: bold text`;

  run(text: string): string {
    return `**${text}**`;
  }
}

class PhraseEmphasis extends Toolkit {
  static readonly description = "a toolkit which provides different styles of text emphasis";

  @toolApi(`make text bold

    Args:
        text (str): input text

    Returns:
        str: bold text`)
  bold(text: string): string {
    return `**${text}**`;
  }

  @toolApi(`make text italic

    Args:
        text (str): input text

    Returns:
        str: italic text`)
  italic(text: string): string {
    return `*${text}*`;
  }
}

const text = { name: "text", type: "STRING", description: "input text" };

describe("Interface Design", () => {
  it("description", () => {
    const description = {
      name: "bold",
      description: "a function used to make text bold",
      parameters: [{ name: "text", type: "STRING", description: "input content" }],
      required: ["text"],
    };
    const [fn] = fromLagentTools([description]).document.functions;
    if (fn === undefined) throw new Error("no function");
    // Deviation: there is no base action with a description alone: a tool has something to execute.
    const action = tool({ function: fn, execute: () => "" });
    expectSame(lagentDescription(action, { parser }), { ...description, parameter_description });
  });

  it("enable", async () => {
    const executor = new ActionExecutor([new PhraseEmphasis({ enable: false }), new Bold()]);
    expect(executor.names).toEqual(["Bold"]);
    const ret = await executor.execute({ id: "1", name: "PhraseEmphasis.bold", arguments: { text: "a" } });
    expect(ret.status).toBe("unknown_tool");
  });
});

it("Custom Action", async () => {
  expectSame(lagentDescription(new Bold()), {
    name: "Bold",
    description: "make text bold",
    parameters: [text],
    required: ["text"],
  });
  expectSame(lagentDescription(new PhraseEmphasis()), {
    name: "PhraseEmphasis",
    description: "a toolkit which provides different styles of text emphasis",
    api_list: [
      { name: "bold", description: "make text bold", parameters: [text], required: ["text"] },
      { name: "italic", description: "make text italic", parameters: [text], required: ["text"] },
    ],
  });
  expect((await runTool(new Bold(), { text: "a" })).result).toEqual([{ type: "text", content: "**a**" }]);
  const italic = await runTool(new PhraseEmphasis(), { text: "a" }, { name: "italic" });
  expect(italic.result).toEqual([{ type: "text", content: "*a*" }]);
});

describe("Auto-registration", () => {
  // Deviation: registration is explicit, because importing a package must not change what agents can do.
  const registry = new Registry();
  const actions = [InvalidAction, NoAction, FinishAction, ArxivSearch, BINGMap, GoogleScholar, GoogleSearch];
  for (const action of [...actions, IPythonInterpreter, PPT, PythonInterpreter, Bold, PhraseEmphasis]) {
    registry.register(action);
  }

  it("list_tools", () => {
    // Deviation: without "BaseAction", which is no tool.
    expect(registry.listTools()).toEqual([
      "InvalidAction",
      "NoAction",
      "FinishAction",
      "ArxivSearch",
      "BINGMap",
      "GoogleScholar",
      "GoogleSearch",
      "IPythonInterpreter",
      "PPT",
      "PythonInterpreter",
      "Bold",
      "PhraseEmphasis",
    ]);
  });

  it("get_tool", () => {
    const action = registry.getTool("PhraseEmphasis", { parser });
    if (!(action instanceof PhraseEmphasis)) throw new Error("no toolkit");
    expectSame(lagentDescription(action), {
      name: "PhraseEmphasis",
      description: "a toolkit which provides different styles of text emphasis",
      api_list: [
        {
          name: "bold",
          description: "make text bold",
          parameters: [text],
          required: ["text"],
          parameter_description,
        },
        {
          name: "italic",
          description: "make text italic",
          parameters: [text],
          required: ["text"],
          parameter_description,
        },
      ],
    });
  });
});

describe("Tool Calling", () => {
  const result = [{ type: "text", content: "10.0" }];
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await localSandbox();
  });
  afterAll(() => sandbox.close());

  // Deviation: Python runs in a sandbox, which the tool or the session has to name.
  it.runIf(hasPython)("Run a Tool", async () => {
    const action1 = new IPythonInterpreter({ sandbox });
    const ret = await runTool(action1, '{"command": "import math;math.sqrt(100)"}');
    expect(ret).toMatchObject({
      args: { command: "import math;math.sqrt(100)" },
      type: "IPythonInterpreter",
      result,
      errmsg: null,
    });
    expect((await runTool(action1, { command: "import math;math.sqrt(100)" })).result).toEqual(result);

    const action2 = new IPythonInterpreter({ sandbox, parser: new TupleParser() });
    expect((await runTool(action2, '("import math;math.sqrt(100)", )')).result).toEqual(result);
    // Deviation: JavaScript has no tuples; a list takes their place.
    expect((await runTool(action2, ["import math;math.sqrt(100)"])).result).toEqual(result);
  });

  const executor = new ActionExecutor([new ArxivSearch(), new IPythonInterpreter()], { parser });

  it("Dynamic Invocation: get_actions_info", () => {
    expectSame(lagentActionsInfo(executor), [
      {
        name: "ArxivSearch.get_arxiv_article_information",
        // Deviation: the three texts are our own.
        description:
          "Search arXiv and get what is known about the best papers: when they were published, title, authors, abstract.",
        parameters: [{ name: "query", type: "STRING", description: "what to search for" }],
        required: ["query"],
        return_data: [{ name: "content", description: "the papers, separated by empty lines", type: "STRING" }],
        parameter_description,
      },
      {
        name: "IPythonInterpreter",
        // Deviation: the texts are our own, and the time limit may be a fraction.
        description:
          "Run Python code, and get the value of its last expression, what it prints, and its figures as images. Variables are kept for the next\ncall.",
        parameters: [
          { name: "command", type: "STRING", description: "the code, which may be in a Markdown fence" },
          { name: "timeout", type: "FLOAT", description: "the time limit in seconds" },
        ],
        required: ["command"],
        parameter_description,
      },
    ]);
  });

  it.runIf(hasPython)("Dynamic Invocation: an action through the executor", async () => {
    await using environments = sandboxEnvironments({ default: { create: () => localSandbox() } });
    const session = executor.session({ sandboxes: environments.session() });
    const call = {
      id: "call_1",
      name: "IPythonInterpreter",
      arguments: '{"command": "import math;math.sqrt(100)"}',
    };
    expect((await session.execute(call)).result).toEqual(result);
  });
});
