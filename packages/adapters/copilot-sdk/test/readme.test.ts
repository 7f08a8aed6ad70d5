import { testReadme } from "@helve/testing/readme";
import { vi } from "vitest";

/** Stands in for the client: the model calls one tool, and the reply is why it was denied. */
vi.mock("@github/copilot-sdk", () => ({
  CopilotClient: class {
    async createSession({
      hooks,
    }: {
      readonly hooks: { readonly onPreToolUse: (input: object, at: object) => unknown };
    }) {
      return {
        async sendAndWait() {
          const input = { sessionId: "s", toolName: "bash", toolArgs: { command: "git push --force" } };
          const output = await hooks.onPreToolUse(input, { sessionId: "s" });
          const { permissionDecisionReason: content } = output as { readonly permissionDecisionReason?: string };
          return { data: { content } };
        },
      };
    }
    async stop() {}
  },
}));

testReadme(new URL("../README.md", import.meta.url));
