// GitHub's Copilot SDK: its hooks and its permissions; Helve's tools as custom tools. Runs Copilot's own program, which comes with the SDK for Linux,
// macOS and Windows; elsewhere, and where the package manager skips optional packages, pass its path in COPILOT_RUNTIME.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CopilotClient, RuntimeConnection, type SessionConfig } from "@github/copilot-sdk";
import { helveConfig, toCopilotTools } from "@helve/copilot-sdk";
import { ActionExecutor } from "@helve/executor";
import { bankGuard, contacts, pay, request } from "./bank.ts";
import { startMockModel } from "./mock-model.ts";

const isMock = process.argv.includes("--mock");
await using mock = isMock ? await startMockModel() : undefined;
const home = mkdtempSync(join(tmpdir(), "helve-example-"));
const runtime = process.env["COPILOT_RUNTIME"];
const client = new CopilotClient({
  workingDirectory: home,
  ...(runtime && { connection: RuntimeConnection.forStdio({ path: runtime }) }),
  ...(mock && {
    ...{
      baseDirectory: home,
      useLoggedInUser: false,
      logLevel: "none",
      env: { PATH: process.env["PATH"], HOME: home },
    },
  }),
});
const settings: SessionConfig = {
  tools: toCopilotTools(new ActionExecutor([pay, contacts])),
  onPermissionRequest: () => ({ kind: "approve-once" }),
  ...(mock && { model: "mock", provider: { type: "openai", baseUrl: `${mock.url}/v1`, apiKey: "none" } }),
};
// By these schemas, arguments are decoded before the rules decide.
const describedTools = { pay: { parameters: pay.parameters }, contacts: { parameters: contacts.parameters } };
const onAsk = ({ text }: { readonly text: string }) => {
  console.log(text.replaceAll("\n", "\n  "), "(yes)");
  return { decision: "approve" } as const;
};
const config = helveConfig(settings, { guards: [bankGuard()], prompt: request, describedTools, onAsk });
const session = await client.createSession(config);
const reply = await session.sendAndWait({ prompt: request });
for (const result of mock?.read ?? []) console.log(`the model reads: ${result}`);
console.log(reply?.data.content);
await session.disconnect();
await client.stop();
rmSync(home, { recursive: true, force: true });

/* prints with --mock:
  the bank pays 20 to Ann
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
the model reads: paid 20 to Ann
the model reads: paid 80 to Bob
the model reads: Denied by preToolUse hook: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
Done.
*/
