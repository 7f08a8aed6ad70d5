// Anthropic's Claude Agent SDK: its hooks and its permissions; Helve's tools as an MCP server in this process. Runs the program Claude Code, which
// comes with the SDK for Linux, macOS and Windows; elsewhere, and where the package manager skips optional packages, pass its path in CLAUDE_CODE.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Options, query } from "@anthropic-ai/claude-agent-sdk";
import { helveOptions, toClaudeServer } from "@helve/claude-agent";
import { ActionExecutor } from "@helve/executor";
import { bankGuard, contacts, pay, request } from "./bank.ts";
import { startMockModel } from "./mock-model.ts";

const isMock = process.argv.includes("--mock");
await using mock = isMock ? await startMockModel((name) => `mcp__bank__${name}`) : undefined;
const home = mkdtempSync(join(tmpdir(), "helve-example-")); // no settings of yours
const settings: Options = {
  mcpServers: { bank: toClaudeServer(new ActionExecutor([pay, contacts]), { name: "bank" }) },
  allowedTools: ["mcp__bank__pay", "mcp__bank__contacts"],
  ...{ tools: [], settingSources: [], cwd: home, model: "claude-sonnet-4-5" },
  ...(process.env["CLAUDE_CODE"] && { pathToClaudeCodeExecutable: process.env["CLAUDE_CODE"] }),
  ...(mock && { env: mockEnvironment(mock.url) }),
};
// Rules know the tools by these names.
const describedTools = {
  mcp__bank__pay: { name: "pay", parameters: pay.parameters },
  mcp__bank__contacts: { name: "contacts", parameters: contacts.parameters },
};
const onAsk = ({ text }: { readonly text: string }) => {
  console.log(text.replaceAll("\n", "\n  "), "(yes)");
  return { decision: "approve" } as const;
};
const options = helveOptions(settings, { guards: [bankGuard()], prompt: request, describedTools, onAsk });

for await (const message of query({ prompt: request, options })) {
  if (message.type !== "result") continue;
  for (const result of mock?.read ?? []) console.log(`the model reads: ${result}`);
  console.log(message.subtype === "success" ? message.result : message.subtype);
}
rmSync(home, { recursive: true, force: true });

/** No other address than the model's. */
function mockEnvironment(url: string): Record<string, string | undefined> {
  const { PATH } = process.env;
  return {
    ...{ PATH, HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude"), ANTHROPIC_BASE_URL: url },
    ...{ ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
  };
}

/* prints with --mock:
  the bank pays 20 to Ann
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
the model reads: paid 20 to Ann
the model reads: paid 80 to Bob
the model reads: PreToolUse:mcp__bank__pay hook error: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
Done.
*/
