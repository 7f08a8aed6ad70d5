import { complete, type ModelEvent, openAiModel, userMessage } from "@helve/agent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { delta, sendJson, sendStream, serve } from "./server.ts";

const request = { messages: [userMessage("1 + 2?")] };

/** The parts of an answer whose text arrives in these pieces. */
async function streamed(...pieces: readonly string[]) {
  const { url } = await serve((response) =>
    sendStream(response, [...pieces.map((content) => delta({ content })), delta({}, "stop")]),
  );
  const events: ModelEvent[] = [];
  for await (const event of openAiModel({ url, model: "m" }).generate(request)) events.push(event);
  const end = events.at(-1);
  const deltas = events.flatMap((event) => (event.type === "text" || event.type === "reasoning" ? [event] : []));
  return { parts: end?.type === "end" ? end.response.message.parts : undefined, deltas };
}

const thought = { type: "reasoning", content: "I add them." };
const three = { type: "text", content: "It is 3." };

describe("a thought in the text of an answer", () => {
  it.each([
    ["<think>I add them.</think>It is 3."],
    ["\n<think>\nI add them.\n</think>\n\nIt is 3."],
    ["I add them.\n</think>\n\nIt is 3."],
  ])("is reasoning: %j", async (text) => {
    expect((await streamed(text)).parts).toEqual([thought, three]);
    const { url } = await serve((response) => sendJson(response, { choices: [{ message: { content: text } }] }));
    const { message } = await complete(openAiModel({ url, model: "m", stream: false }), request);
    expect(message.parts).toEqual([thought, three]);
  });

  it("is reasoning however the text is cut into pieces", async () => {
    const text = "<think>\nI add them.\n</think>\n\nIt is 3.";
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(text.length), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((left, right) => left - right), text.length];
        const { parts, deltas } = await streamed(
          ...places.slice(1).map((end, index) => text.slice(places[index], end)),
        );
        expect(parts).toEqual([thought, three]);
        const join = (type: string) => deltas.map((piece) => (piece.type === type ? piece.delta : "")).join("");
        expect([join("reasoning"), join("text")]).toEqual(["I add them.", "It is 3."]);
      }),
      { numRuns: 15 },
    );
  });

  it("is streamed before it ends, and may be cut off", async () => {
    const { parts, deltas } = await streamed("<think>I add", " them.");
    expect(parts).toEqual([thought]);
    expect(deltas.map(({ type }) => type)).toEqual(["reasoning", "reasoning"]);
  });

  it.each(["a <think>b</think> c", "<thin", "  <p>", "<think", "x < y"])("is not there: %j", async (text) => {
    expect((await streamed(...text)).parts).toEqual([{ type: "text", content: text }]);
  });
});
