// Starts the demo with the arguments of the command line.

import { startDemo } from "@helve/demo-agent";
import { main } from "./command.ts";

await startDemo(main);
