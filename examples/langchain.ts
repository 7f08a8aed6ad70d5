// LangChain.js: an agent of createAgent with Helve tools. `--mock` needs no key; without it, install @langchain/openai.
import { ActionExecutor } from "@helve/executor";
import { type ApprovalRequest, helveMiddleware } from "@helve/langchain";
import { AIMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent, fakeModel } from "langchain";
import { bankGuard, contacts, pay, request, script } from "./bank.ts";

const executor = new ActionExecutor([pay, contacts], { guards: [bankGuard()] });
const model = process.argv.includes("--mock") ? mockModel() : "openai:gpt-5-mini";
const agent = createAgent({ model, middleware: [helveMiddleware({ executor })], checkpointer: new MemorySaver() });
const thread = { configurable: { thread_id: "1" } };

let result = await agent.invoke({ messages: [{ role: "user", content: request }] }, thread);
for (let [question] = result.__interrupt__ ?? []; question !== undefined; [question] = result.__interrupt__ ?? []) {
  const { actionRequests } = question.value as ApprovalRequest;
  for (const { description } of actionRequests) console.log(description.split("\n").join("\n  "), "(yes)");
  const decisions = actionRequests.map(({ id }) => ({ id, type: "approve" }));
  result = await agent.invoke(new Command({ resume: { decisions } }), thread);
}
for (const message of result.messages) if (message.type === "tool") console.log(`the model reads: ${message.text}`);

/** The calls of the script in one turn, as the package of a provider parses them. */
function mockModel() {
  const valid = script.slice(1).map(({ id, name, arguments: text }) => ({ id, name, args: JSON.parse(text) }));
  const invalid = script.slice(0, 1).map(({ id, name, arguments: args }) => ({ id, name, args, error: "not JSON" }));
  return fakeModel()
    .respond(new AIMessage({ content: "", tool_calls: valid, invalid_tool_calls: invalid }))
    .respond(new AIMessage("Done."));
}

/* prints with --mock:
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 20 to Ann
  the bank pays 80 to Bob
the model reads: paid 80 to Bob
the model reads: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
the model reads: paid 20 to Ann
*/
