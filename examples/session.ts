// Without an SDK: a loop of your own, with the calls of any provider.
import { GuardedCalls, observationText, questionText } from "@helve/adapter";
import { ActionExecutor } from "@helve/executor";
import { bankGuard, contacts, pay, request, script } from "./bank.ts";

const executor = new ActionExecutor([pay, contacts], { guards: [bankGuard()] });
const calls = new GuardedCalls(executor, { prompt: request });

for (const call of script) {
  const decision = await calls.decide(call);
  if (decision.kind === "ask") console.log(questionText(decision.request).split("\n").join("\n  "), "(yes)");
  const actionReturn = await calls.execute(call, decision.kind === "ask" ? { answer: { decision: "approve" } } : {});
  console.log(`the model reads: ${observationText(actionReturn)}`);
}

/* prints with --mock:
  the bank pays 20 to Ann
the model reads: paid 20 to Ann
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
the model reads: paid 80 to Bob
the model reads: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
*/
