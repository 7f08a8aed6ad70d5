import { opencode } from "./agents/opencode.ts";
import { testAgent } from "./suite.ts";

await testAgent(opencode);
