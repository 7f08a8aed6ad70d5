import { gemini } from "./agents/gemini.ts";
import { testAgent } from "./suite.ts";

await testAgent(gemini);
