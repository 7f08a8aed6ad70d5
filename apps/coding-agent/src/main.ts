/** Starts the demo with the arguments of the command line. */
import { startProgram } from "@helve/demo";
import { main } from "./command.ts";

await startProgram(main);
