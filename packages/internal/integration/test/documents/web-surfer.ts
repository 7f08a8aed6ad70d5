import { generateLoop, messagesSchema, outcomeOf, systemMessage, userMessage } from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { storeModel } from "@helve/store";
import { type Tool, tool } from "@helve/tool";
import { WebBrowser, type WebBrowserOptions } from "@helve/toolkits/web-browser";
import { z } from "zod";

const surferState = storeModel("WebSurferState", messagesSchema);

/**
 * The tool `web_surfer` of Inspect's "Custom Tools": an agent that remembers its conversation and its browser, as one of several instances.
 *
 * @param browser - options of its browser, besides the instance
 */
export const webSurfer = (
  instance?: string,
  name = "web_surfer",
  browser: WebBrowserOptions = {},
): Tool<{ input: string; clear_history: boolean }, string> =>
  tool({
    name,
    description: "Use the web to research a topic.",
    parameters: z.object({
      input: z
        .string()
        .describe("Message to the web surfer: a prompt to do research, or a question about previous research."),
      clear_history: z.boolean().default(false).describe("Clear memory of previous searches."),
    }),
    async execute({ input, clear_history }, { store, model, signal }) {
      // keep track of message history in the store
      const state = store.use(surferState, instance);

      // clear history if requested.
      if (clear_history) state.messages.length = 0;

      // provide system prompt if we are at the beginning
      if (state.messages.length === 0) {
        state.messages.push(systemMessage("You are a helpful assistant that can use a browser to answer questions."));
      }

      // append the latest question
      state.messages.push(userMessage(input));

      // run tool loop with web browser
      const executor = new ActionExecutor([new WebBrowser({ ...browser, instance })]);
      const loop = generateLoop(state.messages, { model, executor, session: { store }, signal });
      const outcome = await outcomeOf(loop);

      // update state
      state.messages.push(...outcome.messages.slice(state.messages.length));

      // return response
      return outcome.status === "finished" ? outcome.answer : `The research has not ended: ${outcome.status}.`;
    },
  });
