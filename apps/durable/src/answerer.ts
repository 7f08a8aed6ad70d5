/** The person of the demo, `answerer.ts POSTGRES`: a process that approves and rejects the payments for which runs wait. */
import { bank } from "./agent.ts";
import { launch } from "./launch.ts";
import { isApproved } from "./task.ts";

const [url = ""] = process.argv.slice(2);
const { agent } = bank(url);
await launch(url, { name: "answerer", takesRuns: false });
process.send?.("ready");
for (;;) {
  try {
    for (const { run, part, question } of await agent.questions({ limit: 100 })) {
      const decision = isApproved(Number(run.split(" ")[1])) ? "approve" : "reject";
      const answer = { [question.id]: { decision, token: question.token } };
      await agent.answer(run, answer, { part }).catch(() => undefined); // asked again in the next round
    }
  } catch {
    // The database restarts.
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
}
