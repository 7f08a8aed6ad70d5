import { handoff, scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import {
  type EvalLog,
  evaluate,
  generate,
  logOf,
  match,
  modelGraded,
  systemMessage,
  task,
  useTools,
} from "@helve/evals";
import { ActionExecutor } from "@helve/executor";
import { add, call, lastText, modelOf } from "./tasks.ts";

/** Texts that try to break out of a page. */
export const hostileTexts = [
  "</script><script>window.broken = 1</script>",
  '"><img src=x onerror="window.broken = 2">',
  "' onmouseover='window.broken = 3",
  "</template></td></tr></table><script>window.broken = 4</script>",
  "<!--<script>",
  "&lt;b&gt; &amp;lt; ]]> \u202Egnp.exe \0",
  "javascript:window.broken=5",
] as const;

/** A log with everything that a report shows: calls, repairs, verdicts, errors, limits, a sub-agent, hostile texts. */
export async function richLog(): Promise<EvalLog> {
  const poet = handoff({
    name: "poet",
    description: "Writes poems.",
    instructions: "You write two lines.",
    model: modelOf(() => "A handle of ash,\na blade of steel.", { name: "small" }),
    executor: new ActionExecutor([]),
  });
  const engine = new Engine(
    parseProgram(
      "rule @small trigger add check args.x > 100 enforce stop end\nrule @seen trigger add check args.y > 5 enforce stop end",
    ),
    { predicates: [] },
  );
  const model = modelOf(
    (request) => {
      const first = request.messages.find(({ role }) => role === "user");
      const text = first?.role === "user" ? String(first.parts[0]?.content) : "";
      const hasResult = request.messages.at(-1)?.role === "tool";
      if (text.includes("down")) return new Error("the server is down");
      if (text.includes("loop")) return call("add", { x: 1, y: 1 });
      if (text.includes("poem")) return hasResult ? "Here it is." : call("poet", { task: "A poem on axes." });
      if (text.includes("much")) return hasResult ? "That is not allowed." : call("add", { x: 1000, y: 1 });
      if (text.includes("1 + 2"))
        return hasResult ? "It is 3." : { ...call("add", "{x: 1, 'y': 2,}"), content: "I add them." };
      return `${lastText(request)} ${hostileTexts.join(" ")}`;
    },
    { name: "helve-model <1>", prices: { input: 3, output: 15 } },
  );
  const long = `A long request without an end: ${"lorem ipsum dolor sit amet ".repeat(30)}${"x".repeat(300)}`;
  const grader = modelOf(() => "It is close.\nGRADE: P", { name: "grader" });
  const rich = task({
    name: "arithmetic & <poems>",
    dataset: [
      { id: "repairs", input: "What is 1 + 2?", target: "3", metadata: { level: "easy" } },
      { id: "verdict", input: "How much is 1000 + 1?", target: "1001" },
      { id: "agent", input: "Write a poem.", target: "it" },
      { id: "error", input: "Are you down?", target: "no" },
      { id: "limit", input: "Run a loop.", target: "done" },
      ...hostileTexts.map((text, index) => ({
        id: `hostile ${index} ${text}`,
        input: text,
        target: text,
        metadata: { [text]: text },
      })),
      { id: "long", input: long, target: "x".repeat(200), choices: ["a", "b"] },
    ],
    solver: [systemMessage("You are a careful calculator."), useTools([add, poet]), generate()],
    scorer: [match(), modelGraded({ model: grader, partialCredit: true })],
    model,
    executor: { guards: [engine] },
    limits: { messages: 8 },
    failOnError: false,
  });
  return logOf(evaluate(rich));
}

/** A log that was cut off in the middle of a sample. */
export async function unfinishedLog(): Promise<EvalLog> {
  const one = task({ dataset: [{ input: "What is 1 + 2?" }], scorer: match(), solver: [useTools([add]), generate()] });
  const log = await logOf(evaluate(one, { model: scriptedModel([call("add", { x: 1, y: 2 }), "It is 3."]) }));
  const samples = log.samples.map(({ end: _end, ...sample }) => sample);
  return { status: "unfinished", start: log.start, samples };
}
