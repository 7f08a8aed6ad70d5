/** The type of an example of the playground: the texts of all its editors. */
import type { PlaygroundState } from "./share.ts";

/** The texts of an example. */
export interface ExampleContent extends Required<Omit<PlaygroundState, "example">> {}
