import type { GenerateOptions, Solver } from "../task-state.ts";

/** Lets the model answer, with the tools of the state (Inspect `generate`). */
export function generate(options: GenerateOptions = {}): Solver {
  return (state, run) => run(state, options);
}
