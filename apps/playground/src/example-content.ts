import type { PlaygroundState } from "./share.ts";

/** The texts of an example. */
export interface ExampleContent extends Required<Omit<PlaygroundState, "example">> {}
