import { type LoopOptions, type ReactOptions, react as runReact } from "@helve/agent";
import type { ToolGroup } from "@helve/executor";
import type { Tool } from "@helve/tool";
import { valueToNumber } from "../score.ts";
import type { GenerateOptions, Solver } from "../task-state.ts";

/**
 * Runs an agent that works with tools until it submits its answer (Inspect `react`).
 *
 * @example
 * const solver = react({ tools: [bash], attempts: 3 });
 */
export function react(options: ReactSolverOptions = {}): Solver {
  const { tools, attempts, request, compaction, session, ...more } = options;
  return (state, generate, context) => {
    const score = async (output: string, messages: ReactState["messages"]): Promise<number> => {
      const scores = await context.score({ ...state, messages, output });
      const [first] = Object.values(scores);
      return first === undefined ? 0 : (valueToNumber(first.value) ?? 0);
    };
    const attemptOptions: ReactOptions["attempts"] =
      typeof attempts === "number"
        ? { most: attempts, score: (answer, { messages }) => score(answer, messages) }
        : attempts;
    return generate(
      { ...state, tools: tools ?? state.tools },
      {
        request,
        compaction,
        session,
        agent: (messages, loopOptions) => {
          return runReact(messages, { ...loopOptions, ...more, attempts: attemptOptions });
        },
      },
    );
  };
}

type ReactState = Parameters<Solver>[0];

/** Options of {@link react}. */
export interface ReactSolverOptions
  extends Omit<ReactOptions, keyof LoopOptions | "attempts">,
    Pick<GenerateOptions, "request" | "compaction" | "session"> {
  /** By default the tools of the state. */
  readonly tools?: readonly (Tool | ToolGroup)[] | undefined;
  /** How many answers may be submitted; a number: they are scored by the first scorer of the task, and 1 is right. */
  readonly attempts?: number | ReactOptions["attempts"];
}
