import { parseProgram } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { ActionExecutor, toStep } from "@helve/executor";
import { parseOpenTool } from "@helve/opentool";
import { predicates } from "@helve/predicates";
import { Toolkit, tool, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

class Terminal extends Toolkit {
  override readonly name = "Terminal";
  override readonly description = "Runs commands.";
  readonly ran: string[] = [];

  @toolApi(`Run a command.

    Args:
        command (str): the command line`)
  Execute(command: string): string {
    this.ran.push(command);
    return `ran ${command}`;
  }
}

const rules = `
  rule @check_
  trigger Terminal.Execute
  check
      is_delete_important_file
  enforce
      user_inspection
  end
`;

function guardedTerminal(decision: "approve" | "reject") {
  const terminal = new Terminal();
  const asked: string[] = [];
  const engine = new Engine(parseProgram(rules), {
    predicates: predicates({
      languages: { shell, python },
      tools: { "Terminal.Execute": { code: "command", language: "shell" } },
      importantFiles: ["documents/**"],
      workingDirectory: "/home/ada",
    }),
    inspect: ({ action }) => {
      asked.push(String(action.args["command"]));
      return { decision };
    },
  });
  const executor = new ActionExecutor([terminal], { guards: [engine] });
  const execute = (command: string) =>
    executor.execute({ id: "call_1", name: "Terminal-Execute", arguments: JSON.stringify({ command }) });
  return { terminal, asked, execute };
}

describe("the paper's scenario (AgentSpec §2, Fig. 2)", () => {
  it("runs commands that delete nothing important, without asking", async () => {
    const { terminal, asked, execute } = guardedTerminal("reject");
    for (const command of ["ls -la", "rm -rf cache", "find logs -name '*.log' -delete", 'echo "rm documents/x"']) {
      expect((await execute(command)).status).toBe("success");
    }
    expect(terminal.ran).toHaveLength(4);
    expect(asked).toEqual([]);
  });

  it.each([
    "rm documents/thesis.md",
    "cd documents && rm thesis.md",
    "sudo /bin/rm -rf documents",
    "find . -delete",
    'bash -c "rm documents/thesis.md"',
    "rm -rf /home/ada",
    "$CLEANUP documents",
  ])("asks before `%s`, and does not run it if it is rejected", async (command) => {
    const { terminal, asked, execute } = guardedTerminal("reject");
    const ret = await execute(command);
    expect(ret).toMatchObject({ status: "stopped", recoverable: "model" });
    expect(asked).toEqual([command]);
    expect(terminal.ran).toEqual([]);
    expect(toStep(ret)?.ran).toBe(false);
    expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
  });

  it("runs an approved command, and records the evidence of the rule", async () => {
    const { terminal, execute } = guardedTerminal("approve");
    const ret = await execute("rm documents/thesis.md");
    expect(terminal.ran).toEqual(["rm documents/thesis.md"]);
    const [pass] = ret.verdict?.decision.passes ?? [];
    expect(pass?.enforcements).toEqual([{ rule: "check_", enforcement: "user_inspection", outcome: "approved" }]);
    const [evidence] = pass?.rules[0]?.predicates[0]?.evidence ?? [];
    expect("rm documents/thesis.md".slice(evidence?.start, evidence?.end)).toBe(evidence?.text);
    expect(evidence?.text).toContain("documents/thesis.md");
  });
});

describe("the e-mail of Figure 1", () => {
  const send = tool({
    name: "SendEmail",
    description: "Send an e-mail.",
    parameters: z.object({ to: z.string().describe("receiver"), body: z.string().describe("text") }),
    execute: ({ to, body }) => `to ${to}: ${body}`,
  });
  const figure1 = `
    rule @inspect_sensitive_email
    trigger any.any
    check
        contains_sensitive_information
        has_external_receiver
    enforce
        user_inspection(add_contact, remove_sensitive_info,
                        remove_external_receiver)
    end
  `;
  const contacts = new Set(["mum@home.example"]);
  const own: Predicate[] = [
    {
      name: "contains_sensitive_information",
      description: "Whether the text holds a secret.",
      evaluate: (_operands, { action }) => String(action.args["body"]).includes("PIN"),
    },
    {
      name: "has_external_receiver",
      description: "Whether the receiver is no contact.",
      evaluate: (_operands, { action }) => !contacts.has(String(action.args["to"])),
    },
  ];

  it.each([
    ["add_contact", "to bob@else.example: my PIN"],
    ["remove_sensitive_info", "to bob@else.example: my …"],
  ])("is sent after the fix %s", async (fix, sent) => {
    const engine = new Engine(parseProgram(figure1), {
      predicates: own,
      inspect: () => ({ decision: "fix", fix }),
      fixes: {
        add_contact: ({ args }) => {
          contacts.add(String(args["to"]));
          return args;
        },
        remove_sensitive_info: ({ args }) => ({ ...args, body: String(args["body"]).replace("PIN", "…") }),
        remove_external_receiver: ({ args }) => ({ ...args, to: "mum@home.example" }),
      },
    });
    contacts.delete("bob@else.example");
    const executor = new ActionExecutor([send], { guards: [engine] });
    const ret = await executor.execute({
      id: "call_1",
      name: "SendEmail",
      arguments: { to: "bob@else.example", body: "my PIN" },
    });
    expect(ret.result).toEqual([{ type: "text", content: sent }]);
  });
});

describe("invoke_action", () => {
  it("runs the other tool, and names the rule in the observation", async () => {
    const trash = tool({
      name: "Trash",
      description: "Move a file to the trash.",
      parameters: z.object({ path: z.string().describe("the file") }),
      execute: ({ path }) => `trashed ${path}`,
    });
    const engine = new Engine(
      parseProgram('rule @trash trigger Terminal.Execute check enforce invoke_action(Trash, {"path": "old.log"}) end'),
      { predicates: [] },
    );
    const executor = new ActionExecutor([new Terminal(), trash], { guards: [engine] });
    const ret = await executor.execute({
      id: "call_1",
      name: "Terminal.Execute",
      arguments: { command: "rm old.log" },
    });
    expect(ret.observation.parts).toEqual([
      {
        type: "text",
        content: 'rule @trash ran Trash {"path":"old.log"} instead of Terminal.Execute {"command":"rm old.log"}',
      },
      { type: "text", content: "trashed old.log" },
    ]);
  });
});

describe("the tools of a toolkit", () => {
  it("form an OpenTool document", () => {
    const functions = new Terminal().tools.map((tool) => tool.function);
    const document = { opentool: "1.0.0", info: { title: "Terminal", version: "1.0.0" }, functions };
    expect(parseOpenTool(JSON.stringify(document))).toEqual(document);
  });
});
