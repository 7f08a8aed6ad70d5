/** The agent: a model with a mailbox, a calendar and tasks answers somebody's mail, and AgentSpec rules decide what it may send. */
import { type AgentOutcome, askUser, generateLoop, parseScript, scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { type DemoContext, type DemoOptions, printRun, ruleWarnings } from "@helve/demo";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { Gmail } from "@helve/toolkits/gmail";
import { GoogleCalendar } from "@helve/toolkits/google-calendar";
import { Todoist } from "@helve/toolkits/todoist";
import { type AnswerOptions, inspectorFor } from "./answers.ts";
import { mailFixes } from "./fixes.ts";
import { userAnswers } from "./user-answers.ts";
import { createWorld, mailPolicy, now, printSummary, worldState } from "./world.ts";

/** The user's request, and the one of the example in the AgentSpec paper, section 6. */
const prompts = {
  mail: "Please answer my mail.",
  dentist: "I want to schedule an appointment with my dentist next Tuesday. Can you schedule the event?",
};

/** Runs the agent, and prints each step. */
export async function runAgent(options: Options, { signal, warn }: DemoContext): Promise<AgentOutcome> {
  const rules = parseProgram(options.rules);
  const prompt = options.dentist ? prompts.dentist : prompts.mail;
  const model = options.model ?? scriptedModel(parseScript(options.script));

  // 1. The tools. They work in memory; with `gmailApi`, `calendarApi` and `todoistApi` they would be the real services.
  const world = createWorld();
  const { mailbox, calendar, tasks } = world;
  const toolkits = [
    new Gmail({ service: mailbox }),
    new GoogleCalendar({ service: calendar, now }),
    new Todoist({ service: tasks }),
    askUser(userAnswers(options)),
  ];

  // 2. The rules: what they can ask about a mail, who answers their questions, and the fixes that they offer.
  const mailPredicates = predicates(mailPolicy(mailbox));
  const fixes = mailFixes(mailbox, mailPredicates);
  const inspect = inspectorFor(options, rules, { predicates: mailPredicates, fixes: Object.keys(fixes) });
  const engine = new Engine(rules, { predicates: mailPredicates, inspect, fixes });
  warn(ruleWarnings(rules, toolkits));

  // 3. The executor decodes the calls of the model, and runs what the rules allow.
  const executor = new ActionExecutor(toolkits, { guards: [engine] });

  // 4. The loop: the model calls tools until it is done. The rules see the contents of the world as its state.
  if (!options.json) process.stdout.write(`${mailbox.owner.name}: “${prompt}”\n`);
  const state = () => worldState(world);
  const outcome = await printRun(generateLoop(prompt, { model, executor, session: { state }, signal }), options);

  printSummary(world, options);
  return outcome;
}

/** The options of the command line. */
interface Options extends DemoOptions, AnswerOptions {
  readonly dentist: boolean;
}
