import { parseProgram } from "@helve/agentspec";
import type { ActionReturn, Args, Predicate, Step, Truth } from "@helve/core";
import { Engine, type EngineOptions } from "@helve/enforcer";
import { ActionExecutor, parseActionReturn, toStep } from "@helve/executor";
import { tool } from "@helve/tool";
import { z } from "zod";

/** A predicate that answers by the arguments that the action has. */
export function asking(name: string, answer: (args: Args) => Truth): Predicate {
  return { name, description: `Whether it is ${name}.`, evaluate: (_operands, { action }) => answer(action.args) };
}

/** Predicates that answer by what the action's command says: `p`, `q` and `r`, and `broken`, which throws. */
const byCommand: readonly Predicate[] = [
  ...["p", "q", "r"].map((name) => asking(name, ({ command }) => String(command).split(" ").includes(name))),
  asking("broken", () => {
    throw new Error("out of order");
  }),
];

/** An agent's tools beneath an engine. */
export interface Guarded {
  /** The calls that have run, in order. */
  readonly ran: readonly string[];
  readonly engine: Engine;
  readonly executor: ActionExecutor;
  /** The steps of what was called here. */
  readonly trajectory: readonly Step[];
  /** Calls a tool as an agent's loop does: each step knows those before it. The record went through JSON. */
  call(name: string, args: Args): Promise<ActionReturn>;
  /** Calls `Terminal.Execute`. */
  run(command: string): Promise<ActionReturn>;
}

/** Tools that only note what was run, beneath an engine; their names are those of the paper's figures. */
export function guarded(rules: string, options: Partial<EngineOptions> = {}): Guarded {
  const ran: string[] = [];
  const engine = new Engine(parseProgram(rules), { predicates: byCommand, ...options });
  const noting = (name: string, shape: z.ZodRawShape) =>
    tool({
      name,
      description: `${name}.`,
      parameters: z.object(shape),
      execute: (args) => {
        ran.push(`${name} ${JSON.stringify(args)}`);
        return `${name} is done`;
      },
    });
  const text = z.string().describe("a text");
  const executor = new ActionExecutor(
    [
      { name: "Terminal", tools: [noting("Execute", { command: text })] },
      { name: "Trash", tools: [noting("Move", { path: text })] },
      { name: "Gmail", tools: [noting("SendEmail", { to: z.array(text).describe("receivers"), body: text })] },
    ],
    { guards: [engine] },
  );
  const trajectory: Step[] = [];
  const call = async (name: string, args: Args): Promise<ActionReturn> => {
    const id = `call_${trajectory.length + 1}`;
    const ret = await executor.execute({ id, name, arguments: JSON.stringify(args) }, { trajectory: [...trajectory] });
    const step = toStep(ret);
    if (step !== undefined) trajectory.push(step);
    return parseActionReturn(JSON.stringify(ret));
  };
  const run = (command: string): Promise<ActionReturn> => call("Terminal-Execute", { command });
  return { ran, engine, executor, trajectory, call, run };
}

/** The texts that a model reads. */
export function read({ observation }: ActionReturn): string {
  return observation.parts.map(({ content }) => content).join("\n");
}

/** The enforcements, in order. */
export function enforced({ verdict }: ActionReturn): readonly string[] {
  const passes = verdict?.decision.passes ?? [];
  return passes.flatMap(({ enforcements }) => enforcements.map((one) => `${one.enforcement}: ${one.outcome}`));
}
