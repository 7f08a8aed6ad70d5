import { startDemo } from "@helve/demo-agent";
import { main } from "./command.ts";

await startDemo(main);
