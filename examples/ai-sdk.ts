// The AI SDK: its loop, its approvals and its model; Helve's tools and rules.
import { toAiTools } from "@helve/ai-sdk";
import { scriptedModel } from "@helve/ai-sdk/testing";
import { ActionExecutor } from "@helve/executor";
import { generateText, isStepCount, type ModelMessage } from "ai";
import { bankGuard, contacts, pay, request, script } from "./bank.ts";

const isMock = process.argv.includes("--mock");
const model = isMock ? scriptedModel([script, "Ann and Bob are paid."]) : "openai/gpt-5-mini"; // AI_GATEWAY_API_KEY
const executor = new ActionExecutor([pay, contacts], { guards: [bankGuard()] });
const helve = toAiTools(executor, { prompt: request }); // once for each run

const messages: ModelMessage[] = [{ role: "user", content: request }];
for (;;) {
  const { text, steps, responseMessages } = await generateText({
    model,
    messages,
    ...helve,
    stopWhen: isStepCount(10),
  });
  messages.push(...responseMessages);
  for (const part of steps.flatMap(({ content }) => content)) {
    if (part.type === "tool-approval-response" && !part.approved) console.log(`denied: ${part.reason}`);
  }
  const questions = helve.questions(messages);
  if (questions.length === 0) {
    console.log(text);
    break;
  }
  for (const { reason = "" } of questions) console.log(reason.split("\n").join("\n  "), "(yes)");
  const yes = questions.map(({ toolCallId }) => [toolCallId, { decision: "approve" }] as const);
  messages.push(...(await helve.respond(messages, Object.fromEntries(yes))));
}

/* prints with --mock:
  the bank pays 20 to Ann
denied: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
Ann and Bob are paid.
*/
