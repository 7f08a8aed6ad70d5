// Every example of Lagent's tutorial "Action", in its order and with what it prints. packages/tools/lagent/test compares descriptions with what
// real runs of Lagent give.

import { spawnSync } from "node:child_process";
import { parseProgram } from "@helve/agentspec";
import { JsonParser } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import { Engine } from "@helve/enforcer";
import { ActionExecutor, runTool } from "@helve/executor";
import {
  fromLagentTools,
  type LagentDescription,
  lagentActionsInfo,
  lagentDescription,
  lagentDocstrings,
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
import { memorySandbox } from "@helve/sandbox/memory";
import { localSandbox } from "@helve/sandbox/node";
import { Registry, Toolkit, tool, toolApi } from "@helve/tool";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { differs } from "./differs.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Compares dictionaries, with the order of their keys, which the tutorial shows. */
function expectSame(given: unknown, printed: unknown): void {
  expect(given).toEqual(printed);
  expect(JSON.stringify(given)).toBe(JSON.stringify(printed));
}

/** The parser whose `parameter_description` the tutorial prints. */
const parser = new JsonParser({ locale: "zh" });
const parameter_description = "如果调用该工具,你必须使用Json格式 {key: value} 传参,其中key为参数名称";

const bold = (text: string): string => `**${text}**`;

const boldText = `make text bold

  Args:
      text (str): input text

  Returns:
      str: bold text`;

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

describe("Tool Description", () => {
  const TOOL_DESCRIPTION = {
    name: "bold",
    description: "a function used to make text bold",
    parameters: [{ name: "text", type: "STRING", description: "input content" }],
    required: ["text"],
  };

  differs("the description is a dictionary", "a dictionary has nothing to run, so tool() names the conversion", () => {
    const define = () => tool({ ...TOOL_DESCRIPTION, execute: () => "" } as never);
    expect(define).toThrow('"bold" is described as in Lagent');
    expect(define).toThrow("fromLagentTools of @helve/lagent");
  });

  it("return_data and parameter_description are optional", () => {
    const named = toolApi(boldText.replace("str: bold", "bold_text (str): bold"), bold, { returnsNamedValue: true });
    expect(Object.keys(lagentDescription(named, { parser }))).toEqual([
      ...["name", "description", "parameters", "required", "return_data", "parameter_description"],
    ]);
    const plain = toolApi(boldText, bold);
    expect(Object.keys(lagentDescription(plain))).toEqual(["name", "description", "parameters", "required"]);
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

describe("Make Functions Tools", () => {
  it("the tool may return a tuple, whose members return_data lists", async () => {
    const docstring = `Pair.

      Args:
          a (str): a

      Returns:
          tuple: both
              - a (str): a
              - one (int): one`;
    const pair = toolApi(docstring, (a: string) => [a, 1], { name: "pair", explodeReturn: true });
    expect(lagentDescription(pair).return_data?.map(({ name, type }) => [name, type])).toEqual([
      ["a", "STRING"],
      ["one", "NUMBER"],
    ]);
    expect((await runTool(pair, { a: "x" })).result).toMatchObject([{ content: ["x", 1] }]);
  });

  differs(
    "only Google style docstrings are supported",
    "others are read, too, unless a tool reads as Lagent does",
    () => {
      const numpy = "Make bold.\n\nParameters\n----------\ntext : str\n    Input text.";
      const rest = "Make bold.\n\n:param str text: Input text.";
      for (const docstring of [numpy, rest]) {
        const described = lagentDescription(toolApi(docstring, bold));
        expect(described.parameters).toEqual([{ name: "text", type: "STRING", description: "Input text." }]);
      }
      const asLagent = toolApi(numpy, bold, { reader: lagentDocstrings });
      expect(asLagent.parameters.properties).toEqual({});
    },
  );
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

  differs(
    "BaseAction(description=None, parser=JsonParser, enable=True)",
    "a tool needs something to run, so the base class is abstract; unknown options are refused",
    () => {
      const kit = new Bold({ description: "makes bold", parser: new TupleParser(), enable: false });
      expect([kit.description, kit.enable, kit.parser instanceof TupleParser]).toEqual(["makes bold", false, true]);
      const misspelled = { enabled: false } as object;
      expect(() => new Bold(misspelled)).toThrow(
        '"enabled" is not an option of the toolkit "Bold" (did you mean "enable"?)',
      );
      expect(() => new IPythonInterpreter({ paser: TupleParser } as object)).toThrow('did you mean "parser"?');
    },
  );

  it("the meta class assembles the api_descriptions of the decorated methods", () => {
    const { api_list } = lagentDescription(new PhraseEmphasis()) as { api_list: readonly object[] };
    expect(api_list).toHaveLength(2);
  });

  it("parser: a BaseParser class, which the action instantiates", async () => {
    const action = new Bold({ parser: TupleParser });
    expect((await runTool(action, '("hi",)')).result).toEqual([{ type: "text", content: "**hi**" }]);
    expect(lagentDescription(action)).toMatchObject({ parameter_description: new TupleParser().parameterDescription });
    const executor = new ActionExecutor([new Bold({ parser: TupleParser })]);
    expect((await executor.execute({ id: "1", name: "Bold", arguments: '("hi",)' })).result).toEqual([
      { type: "text", content: "**hi**" },
    ]);
  });

  it("JsonParser inserts parameter_description", () => {
    expect(lagentDescription(new Bold(), { parser })).toMatchObject({ parameter_description });
    expect(new JsonParser().parameterDescription).not.toBe("");
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

describe("Custom Action", () => {
  it("a toolkit is described by its class's docstring", () => {
    class Emphasis extends Toolkit {
      static readonly docstring = `a toolkit which provides different
        styles of text emphasis

        Args:
            ignored (str): part of the constructor
        `;

      @toolApi(boldText)
      bold(text: string): string {
        return bold(text);
      }
    }
    expect(new Emphasis().description).toBe("a toolkit which provides different\nstyles of text emphasis");
  });

  it("a simple tool has its method run, and a toolkit no tool of this name", () => {
    class Both extends Toolkit {
      static readonly docstring = boldText;

      run(text: string): string {
        return text;
      }

      @toolApi(boldText)
      bold(text: string): string {
        return bold(text);
      }
    }
    expect(() => new Both()).toThrow('rename "run"');
    class None extends Toolkit {
      static readonly description = "has no tool";
    }
    expect(() => new None()).toThrow("no @toolApi method");
  });

  it("run is allowed not to be decorated", async () => {
    expect((await runTool(new Bold(), '{"text": "a"}')).result).toEqual([{ type: "text", content: "**a**" }]);
  });
});

describe("Auto-registration", () => {
  const registry = new Registry();
  const actions = [InvalidAction, NoAction, FinishAction, ArxivSearch, BINGMap, GoogleScholar, GoogleSearch];
  for (const action of [...actions, IPythonInterpreter, PPT, PythonInterpreter, Bold, PhraseEmphasis]) {
    registry.register(action);
  }

  differs(
    "list_tools",
    "without BaseAction, which is no tool, and registration is explicit: an import changes nothing",
    () => {
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
    },
  );

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

  it("inputs: JsonParser takes a JSON string or a dictionary, TupleParser a tuple string or a tuple", async () => {
    const inputs: readonly (readonly [JsonParser | TupleParser, readonly unknown[]])[] = [
      [new JsonParser(), ['{"text": "a"}', { text: "a" }]],
      [new TupleParser(), ['("a",)', ["a"]]],
    ];
    for (const [parser, given] of inputs) {
      for (const input of given) {
        expect((await runTool(new Bold({ parser }), input)).result).toEqual([{ type: "text", content: "**a**" }]);
      }
    }
  });

  it("name: which API to call; run by default", async () => {
    expect((await runTool(new PhraseEmphasis(), { text: "a" }, { name: "italic" })).errmsg).toBeNull();
    for (const name of ["run", "Bold"]) expect((await runTool(new Bold(), { text: "a" }, { name })).errmsg).toBeNull();
    const executor = new ActionExecutor([new Bold()]);
    for (const name of ["Bold", "Bold.run", "Bold-run"]) {
      const ret = await executor.execute({ id: "1", name, arguments: { text: "a" } });
      expect([ret.type, ret.status]).toEqual(["Bold", "success"]);
    }
  });

  it("name: rules address a simple tool by it", async () => {
    const bold = async (rule: string, text: string) => {
      const guard = new Engine(parseProgram(`rule @r ${rule} end`), { predicates: [], strict: true });
      const executor = new ActionExecutor([new Bold()], { guards: [guard] });
      const ret = await executor.execute({ id: "1", name: "Bold", arguments: { text } });
      return ret.result?.[0]?.content ?? ret.status;
    };
    expect(await bold("trigger Bold.run check enforce stop", "a")).toBe("stopped");
    expect(await bold("trigger Bold.any check enforce stop", "a")).toBe("stopped");
    expect(await bold('trigger Bold check args.text == "a" enforce invoke_action(Bold.run, {"text": "b"})', "a")).toBe(
      "**b**",
    );
  });

  it("ActionReturn: args, type, result, which is None when errors occur, and errmsg, None by default", async () => {
    const ok = await runTool(new Bold(), { text: "a" });
    expect(ok).toMatchObject({
      args: { text: "a" },
      type: "Bold",
      result: [{ type: "text", content: "**a**" }],
      errmsg: null,
    });
    const failed = await runTool(new Bold(), {});
    expect([failed.result, typeof failed.errmsg]).toEqual([null, "string"]);
  });

  it.runIf(hasPython)(
    "IPythonInterpreter: a stateful environment, which responds with the output of the execution",
    async () => {
      const action = new IPythonInterpreter({ sandbox });
      await runTool(action, { command: "x = 5" });
      expect((await runTool(action, { command: "x + 1" })).result).toEqual([{ type: "text", content: "6" }]);
    },
  );

  it("IPythonInterpreter: times out after 60.0 seconds; files persist; whether there is Internet access", async () => {
    await using memory = await memorySandbox();
    const description = (options: object) => new IPythonInterpreter(options).tools[0]?.description;
    expect(description({ sandbox: memory })).toMatch(
      /after 60 seconds.*\/workspace are kept.*Internet access is disabled/,
    );
    expect(description({ sandbox })).toMatch(/after 60 seconds.*are kept.*The Internet can be reached/);
    expect(description({})).toMatch(/after 60 seconds.*are kept.*may be no Internet access/);
    expect(description({ sandbox: memory, locale: "zh" })).toMatch(/60 秒.*互联网访问已禁用/);
    expect(description({ timeout: 5 })).toContain("after 5 seconds");
  });

  const executor = new ActionExecutor([new ArxivSearch(), new IPythonInterpreter()], { parser });

  differs("Dynamic Invocation: get_actions_info", "the texts are our own, and the time limit may be a fraction", () => {
    const info = lagentActionsInfo(executor);
    expect(info.map((one) => Object.keys(one))).toEqual([
      ["name", "description", "parameters", "required", "return_data", "parameter_description"],
      ["name", "description", "parameters", "required", "parameter_description"],
    ]);
    expect(info).toEqual([
      {
        name: "ArxivSearch.get_arxiv_article_information",
        description:
          "Search arXiv and get what is known about the best papers: when they were published, title, authors, abstract.",
        parameters: [{ name: "query", type: "STRING", description: "what to search for" }],
        required: ["query"],
        return_data: [{ name: "content", description: "the papers, separated by empty lines", type: "STRING" }],
        parameter_description,
      },
      {
        name: "IPythonInterpreter",
        description: expect.stringContaining("interrupted after 60 seconds"),
        parameters: [
          { name: "command", type: "STRING", description: "the code, which may be in a Markdown fence" },
          { name: "timeout", type: "FLOAT", description: "the time limit in seconds; 60 by default" },
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
