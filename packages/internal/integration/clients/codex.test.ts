import { codex } from "./agents/codex.ts";
import { testAgent } from "./suite.ts";

await testAgent(codex);
