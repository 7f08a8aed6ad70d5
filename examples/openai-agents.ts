// OpenAI's Agents SDK: Helve tools in an Agent, with a person's answer to an interruption.
import { questionText } from "@helve/adapter";
import { ActionExecutor } from "@helve/executor";
import { rawArguments, toAgentTools } from "@helve/openai-agents";
import { Agent, type ModelProvider, OpenAIProvider, Runner, setTracingDisabled } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { bankGuard, contacts, pay, request, script } from "./bank.ts";

const isMock = process.argv.includes("--mock");
const executor = new ActionExecutor([pay, contacts], { guards: [bankGuard()] });
const helve = toAgentTools(executor, { prompt: request }); // once for each run
const agent = new Agent({ name: "Bank", tools: helve.tools });
setTracingDisabled(isMock);
const provider = isMock ? scriptedProvider() : new OpenAIProvider();
const runner = new Runner({ modelProvider: rawArguments(provider) });

let result = await runner.run(agent, request);
while (result.interruptions.length > 0) {
  for (const item of result.interruptions) {
    const question = await helve.question(item);
    if (question !== undefined) console.log(questionText(question).replaceAll("\n", "\n  "), "(yes)");
    result.state.approve(item);
  }
  result = await runner.run(agent, result.state);
}
for (const item of result.newItems) {
  if (item.type === "tool_call_output_item") console.log(`the model reads: ${item.output}`);
}
console.log(result.finalOutput);

/** A model that makes the calls of the script, one in each reply. */
function scriptedProvider(): ModelProvider {
  const replies = script.map(({ id, name, arguments: args }) => [functionCall(name, args, { callId: id })]);
  const model = new ScriptedModel([...replies, [assistantMessage("Done.")]]);
  return { getModel: () => model };
}

/* prints with --mock:
  the bank pays 20 to Ann
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
the model reads: paid 20 to Ann
the model reads: paid 80 to Bob
the model reads: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
Done.
*/
