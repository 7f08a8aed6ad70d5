// Cloudflare's Agents SDK: its ThinkHarness, its approvals and its storage; Helve's tools and rules. In Node, with an emulated Durable Object.
import { repairedModel, toThinkTools } from "@helve/cloudflare-agents";
import { nodeDurableObject, scriptedModel, startThink } from "@helve/cloudflare-agents/node";
import { ActionExecutor } from "@helve/executor";
import { gateway } from "ai";
import { bankGuard, contacts, pay, request, script } from "./bank.ts";

const isMock = process.argv.includes("--mock");
const model = isMock ? scriptedModel([script, "Ann and Bob are paid."]) : gateway("openai/gpt-5-mini"); // AI_GATEWAY_API_KEY
const ctx = nodeDurableObject(); // in a Worker: this.ctx of the object
const executor = new ActionExecutor([pay, contacts], { guards: [bankGuard()] });
const helve = toThinkTools(executor, { storage: ctx.storage, prompt: request });
const harness = await startThink(ctx, { model: repairedModel(model), ...helve });

let { messages, ...ended } = await harness.prompt(request);
for (;;) {
  const [question] = await helve.questions(messages);
  if (question === undefined) break;
  console.log(question.text?.replaceAll("\n", "\n  "), "(yes)");
  ({ messages, ...ended } = await harness.prompt(await helve.respond(question, { decision: "approve" })));
}
for (const part of messages.flatMap(({ parts }) => parts)) {
  if ("errorText" in part && part.errorText !== undefined) console.log(`denied: ${part.errorText}`);
}
console.log(ended.status === "done" ? ended.text : ended.reason);

/* prints with --mock:
  the bank pays 20 to Ann
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
denied: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
Ann and Bob are paid.
*/
