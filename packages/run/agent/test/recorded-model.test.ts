import { complete, type ModelRequest, recordedModel, scriptedModel, textOf, userMessage } from "@helve/agent";
import { describe, expect, it } from "vitest";

const request = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: "system", content: "Be brief." }, userMessage(text)],
  ...more,
});

async function recordingOf(...texts: readonly string[]) {
  const recorder = recordedModel([], { record: scriptedModel(texts.map((_, index) => `answer ${index + 1}`)) });
  for (const text of texts) await complete(recorder, request(text));
  return JSON.parse(JSON.stringify(recorder.recording()));
}

describe("recordedModel", () => {
  it("answers equal requests again, in the order in which they were recorded", async () => {
    const model = recordedModel(await recordingOf("one", "two", "one"));
    const signal = new AbortController().signal;
    for (const [text, answer] of [
      ["two", "answer 2"],
      ["one", "answer 1"],
      ["one", "answer 3"],
    ] as const) {
      expect(textOf((await complete(model, request(text, { signal, tools: undefined }))).message)).toBe(answer);
    }
    await expect(complete(model, request("one"))).rejects.toThrow(
      "the recording has this request 2 times, and it was sent once more",
    );
  });

  it("names the first difference to the most similar request", async () => {
    const model = recordedModel(await recordingOf("one", "two"));
    await expect(complete(model, request("two", { temperature: 1 }))).rejects.toMatchObject({
      code: "not_recorded",
      message:
        "the request is not on the recording: it differs from request 2 first at /temperature: recorded was nothing, now it is 1",
    });
    await expect(complete(model, request("three"))).rejects.toThrow(
      'first at /messages/1/parts/0/content: recorded was "one", now it is "three"',
    );
    await expect(complete(recordedModel([]), request("one"))).rejects.toThrow("the recording is empty");
  });

  it("records what is missing if it may", async () => {
    const recorder = recordedModel(await recordingOf("one"), { record: scriptedModel(["new"]) });
    expect(textOf((await complete(recorder, request("one"))).message)).toBe("answer 1");
    expect(textOf((await complete(recorder, request("two"))).message)).toBe("new");
    expect(recorder.recording()).toHaveLength(2);
  });

  it.each([[null], [{}], [[{ fingerprint: "x" }]], [[{ fingerprint: "x", request: {}, response: { message: {} } }]]])(
    "refuses %j as a recording",
    (recording) => {
      expect(() => recordedModel(recording as never)).toThrow(expect.objectContaining({ code: "invalid_recording" }));
    },
  );
});
