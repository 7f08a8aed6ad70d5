import { JsonParser } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import { ActionExecutor } from "@helve/executor";
import { fromLagentTools, lagentActionsInfo, lagentDescription } from "@helve/lagent";
import { Registry, type Tool, Toolkit, tool, toolApi, toolWith } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { goldens } from "./golden-tools.ts";

/** As Lagent's tutorial prints it. */
const tutorial = { parameterDescription: "如果调用该工具,你必须使用Json格式 {key: value} 传参,其中key为参数名称" };

const boldText = `make text bold

    Args:
        text (str): input text

    Returns:
        str: bold text
    `;

class Bold extends Toolkit {
  static readonly docstring = boldText;
  run(text: string): string {
    return `**${text}**`;
  }
}

class PhraseEmphasis extends Toolkit {
  override readonly description = "a toolkit which provides different styles of text emphasis";

  @toolApi(boldText)
  bold(text: string): string {
    return `**${text}**`;
  }

  @toolApi(boldText.replaceAll("bold", "italic"))
  italic(text: string): string {
    return `*${text}*`;
  }
}

/** The output that Lagent's tutorial shows, or the output of running it, with the tutorial's commas. */
function printed(id: string): string {
  const golden = goldens.seed.find((one) => one.id === id);
  return JSON.stringify(golden?.printed ?? golden?.expected.ok).replaceAll("，", ",");
}

describe("lagentDescription, on every example of Lagent's tutorial", () => {
  const bold = (text: string): string => `**${text}**`;

  it("01: a function", () => {
    expect(JSON.stringify(lagentDescription(toolApi(boldText, bold)))).toBe(printed("seed-01-bold"));
  });

  it("02: a named return", () => {
    const text = boldText.replace("str: bold text", "bold_text (str): bold text");
    const described = lagentDescription(toolApi(text, bold, { returnsNamedValue: true }));
    expect(JSON.stringify(described)).toBe(printed("seed-02-bold-named"));
  });

  it("03: the members of a return", () => {
    const listArgs = toolApi(
      `Return arguments in dict format

    Args:
        a (str): a
        b (int): b
        c (float): c

    Returns:
        dict: input arguments
            - a (str): a
            - b (int): b
            - c: c
    `,
      (a: string, b: number, c = 0) => ({ a, b, c }),
      { name: "list_args", explodeReturn: true },
    );
    expect(JSON.stringify(lagentDescription(listArgs))).toBe(printed("seed-03-list_args"));
    expect(listArgs.function.return).toMatchObject({
      description: "input arguments",
      schema: { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } } },
    });
  });

  it("04: a tool from Lagent's dictionary, with its parser", () => {
    const { document } = fromLagentTools([
      {
        name: "bold",
        description: "a function used to make text bold",
        parameters: [{ name: "text", type: "STRING", description: "input content" }],
        required: ["text"],
      },
    ]);
    const [fn] = document.functions;
    if (fn === undefined) throw new Error("no function");
    const action = tool({ function: fn, execute: ({ text }) => `**${text}**` });
    expect(JSON.stringify(lagentDescription(action, { parser: tutorial }))).toBe(
      printed("seed-04-baseaction-description"),
    );
  });

  it("05: a class with run, and a class with several", () => {
    const described = [new Bold(), new PhraseEmphasis()].map((kit) => lagentDescription(kit));
    expect(JSON.stringify(described)).toBe(printed("seed-05-custom-tool-descriptions"));
  });

  it("06: the names in the registry", () => {
    const registry = new Registry();
    registry.register(Bold);
    registry.register(PhraseEmphasis);
    expect(printed("seed-06-list_tools")).toContain(
      registry
        .listTools()
        .map((name) => JSON.stringify(name))
        .join(","),
    );
  });

  it("07: a toolkit by its name, with its parser", () => {
    const registry = new Registry();
    registry.register(PhraseEmphasis);
    const action = registry.getTool("PhraseEmphasis", { parser: tutorial });
    if (!(action instanceof Toolkit)) throw new Error("no toolkit");
    expect(JSON.stringify(lagentDescription(action))).toBe(printed("seed-07-get_tool"));
  });

  it("09: all the tools of an executor", () => {
    class ArxivSearch extends Toolkit {
      override readonly description = "Searches Arxiv.";
      @toolApi(
        `Run Arxiv search and get the article meta information.

    Args:
        query (str): the content of search query

    Returns:
        content (str): a list of 3 arxiv search papers`,
        { returnsNamedValue: true },
      )
      get_arxiv_article_information(_query: string): string {
        return "";
      }
    }
    class IPythonInterpreter extends Toolkit {
      @toolApi(
        `When you send a message containing Python code to python, it will be executed in a stateful Jupyter notebook environment. python will respond with the output of the execution or time out after 60.0 seconds. The drive at '/mnt/data' can be used to save and persist user files. Internet access for this session is disabled. Do not make external web requests or API calls as they will fail.

    Args:
        command (str): Python code
        timeout (int, optional): Upper bound of waiting time for Python script execution.`,
      )
      run(_command: string, _timeout?: number): string {
        return "";
      }
    }
    class Off extends Bold {}
    const actions = [new ArxivSearch(), new IPythonInterpreter(), new Off({ enable: false })];
    expect(JSON.stringify(lagentActionsInfo(actions, { parser: tutorial }))).toBe(
      printed("seed-09-executor-actions-info"),
    );
  });
});

describe("lagentDescription", () => {
  it("says what Lagent's types can", () => {
    const search = tool({
      name: "search",
      description: "Search.",
      parameters: z.object({
        query: z.string().describe("words"),
        most: z.int().describe("at most so many").optional(),
        near: z.number().nullable().describe("how near"),
        exact: z.boolean().describe("whether exact"),
        tags: z.array(z.string()).describe("tags"),
        where: z.object({ city: z.string() }).describe("a place"),
        mode: z.enum(["fast", "deep"]).describe("how"),
      }),
      execute: () => 5,
    });
    expect(lagentDescription(search).parameters.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "query STRING",
      "most NUMBER",
      "near FLOAT",
      "exact BOOLEAN",
      "tags Array",
      "where STRING",
      "mode STRING",
    ]);
  });

  it("follows a tool's changes, and takes names with a dot", () => {
    const bold: Tool = toolApi(boldText, (text: string) => text, { name: "bold" });
    const described = lagentDescription(toolWith(bold, { name: "strong", parameters: { text: "words" } }));
    expect(described).toMatchObject({ name: "strong", parameters: [{ name: "text", description: "words" }] });
    expect(lagentDescription({ ...bold, name: "Kit.bold" }).name).toBe("Kit.bold");
  });
});

it("describes the tools of an executor by their own names, with the parser of each, in English or Chinese", () => {
  class Emphasis extends Toolkit {
    override readonly description = "Makes text stand out.";
    @toolApi("Make text bold.\n\nArgs:\n    text (str): the text")
    bold(text: string): string {
      return `**${text}**`;
    }
  }
  const one = tool({ name: "one", description: "One.", parameters: { type: "object" }, execute: () => 1 });
  const executor = new ActionExecutor([new Emphasis({ parser: new TupleParser() }), one]);
  const [bold, single] = lagentActionsInfo(executor);
  expect(bold).toEqual({
    name: "Emphasis.bold",
    description: "Make text bold.",
    parameters: [{ name: "text", type: "STRING", description: "the text" }],
    required: ["text"],
    parameter_description: new TupleParser().parameterDescription,
  });
  expect(single?.parameter_description).toBe(new JsonParser().parameterDescription);
  const chinese = lagentActionsInfo(executor, { parser: new JsonParser({ locale: "zh" }) });
  expect(chinese[1]?.parameter_description).toContain("Json格式");
});
