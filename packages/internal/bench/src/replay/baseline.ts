import type { Action, Trajectory } from "@helve/core";

/** Whether some argument of an action stands in an earlier result and not in the prompt: as it is, without any normalization. */
export function baselineObjects({ args }: Action, trajectory: Trajectory, prompt: string): boolean {
  const results = trajectory.flatMap(({ observation }) =>
    observation.parts.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))),
  );
  return textsIn(args).some((text) => !prompt.includes(text) && results.some((result) => result.includes(text)));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return value === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
