/** The agent: a model moves a robot through a simulated home, and AgentSpec rules stop what is dangerous. */
import { type AgentOutcome, parseScript, react, scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { askAtTerminal, type DemoContext, type DemoOptions, printRun, ruleWarnings } from "@helve/demo";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { home, printSummary, whereThingsAre } from "./home.ts";
import { Household, householdPredicates } from "./household.ts";

/** The user's request. */
const prompt = "Please heat my lunch and put it on the table, water the plant, and light the candle.";

/** Runs the agent, and prints each step. */
export async function runAgent(options: DemoOptions, { signal, warn }: DemoContext): Promise<AgentOutcome> {
  const rules = parseProgram(options.rules);
  const model = options.model ?? scriptedModel(parseScript(options.script));

  // 1. The tools: what the robot can do in this home.
  const household = new Household({ world: home });

  // 2. The rules. The ready ones ask nobody; rules of your own may.
  const predicates = householdPredicates();
  const engine = new Engine(rules, { predicates, inspect: askAtTerminal(rules, predicates) });
  warn(ruleWarnings(rules, [household]));

  // 3. The executor decodes the calls of the model, and runs what the rules allow.
  const executor = new ActionExecutor([household], { guards: [engine] });

  // 4. The loop: the model acts until it submits an answer. The rules see the home as its state.
  if (!options.json) process.stdout.write(`“${prompt}”\n`);
  const request = `${prompt}\n\nThe home:\n${whereThingsAre(home).join("\n")}`;
  const state = () => household.world;
  const outcome = await printRun(react(request, { model, executor, session: { state }, signal }), options);

  printSummary(household.world, options);
  return outcome;
}
