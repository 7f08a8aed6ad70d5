import type { ActionReturn } from "@helve/core";
import { ActionExecutor, toStep } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { Conversation } from "../../src/commands/chat/conversation.ts";
import { readTranscript, type TranscriptEntry } from "../../src/commands/chat/transcript-entry.ts";

/** Restores a conversation from the entries of a transcript. */
function conversation(...entries: readonly TranscriptEntry[]): Conversation {
  const restored = new Conversation(toStep);
  for (const entry of entries) restored.apply(entry);
  return restored;
}

const call = (id: string) => ({ type: "call", id, name: "note", arguments: "{}" }) as const;
const calls = (...ids: readonly string[]): TranscriptEntry => {
  return { type: "message", message: { role: "assistant", parts: ids.map(call) } };
};
const input: TranscriptEntry = { type: "input", text: "Go." };
const action = (id: string) => ({ id, name: "note", args: {} });
const start = (id: string): TranscriptEntry => ({ type: "start", action: action(id) });
const lost = (id: string): TranscriptEntry => ({ type: "lost", action: action(id), at: 1 });
const returned = async (id: string): Promise<TranscriptEntry> => {
  const actionReturn: ActionReturn = await new ActionExecutor([]).execute({ id, name: "note", arguments: "{}" });
  return { type: "return", actionReturn };
};

describe("a conversation that is restored", () => {
  it("knows which calls have ended, which are lost, and which have not started", async () => {
    const restored = conversation(input, calls("a", "b", "c"), await returned("a"), start("b"));
    expect(restored.running.map(({ id }) => id)).toEqual(["b"]);
    restored.apply(lost("b"));
    expect(restored.pending?.turn.map((each) => Object.keys(each).at(-1))).toEqual(["actionReturn", "reply", "call"]);
    expect(restored.running).toEqual([]);
    expect(restored.trajectory).toMatchObject([{ action: { id: "b" }, ran: true, status: "timed_out" }]);
    expect(restored.isOpen).toBe(true);
  });

  it("does not decide a call again for which a rule has already invoked an action", async () => {
    const ended = conversation(input, calls("a"), start("a.1"), await returned("a.1"));
    expect(ended.pending?.turn[0]?.reply?.isError).toBe(true);
    expect(conversation(input, calls("a"), start("a.1"), lost("a.1")).pending?.turn[0]?.reply?.isError).toBe(true);
    const other = conversation(input, calls("a", "a.1"), await returned("a.1"));
    expect(other.pending?.turn.map(({ reply }) => reply)).toEqual([undefined, undefined]);
  });

  it("has a result for each call, also if the turn was ended", async () => {
    const { messages } = conversation(input, calls("a", "b"), await returned("a"), { type: "end", status: "aborted" });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
    expect(messages[3]).toMatchObject({ callId: "b", isError: true });
  });
});

describe("a transcript", () => {
  const begin = '{"type":"begin","version":1,"at":1,"options":{}}\n';

  it("ends before a line that was not written to its end", () => {
    const read = readTranscript(`${begin}{"type":"input","text":"ä"}\n{"type":"inp`);
    expect(read).toMatchObject({ entries: [{ type: "begin" }, { text: "ä" }], length: begin.length + 29 });
  });

  it.each([
    ["", "line 1: expected the beginning of a chat"],
    ['{"type":"input","text":""}\n', "line 1: expected the beginning of a chat"],
    [`${begin}{\n`, "line 2: "],
    [`${begin}null\n`, "line 2: it is no entry of a transcript"],
    [`${begin}{"type":"inputs"}\n`, "line 2: it is no entry of a transcript"],
    [`${begin}{"type":"__proto__"}\n`, "line 2: it is no entry of a transcript"],
    [`${begin}{"type":"input"}\n`, 'line 2: the entry "input" has no valid "text"'],
    [`${begin}{"type":"message"}\n`, 'line 2: the entry "message" has no valid "message"'],
    [`${begin}{"type":"message","message":{"role":"assistant"}}\n`, 'has no valid "message"'],
    [`${begin}{"type":"messages","messages":[{"role":"user","parts":[5]}]}\n`, 'has no valid "messages"'],
    [`${begin}{"type":"start","action":{"id":"a"}}\n`, 'has no valid "action"'],
    [`${begin}{"type":"return"}\n`, 'has no valid "actionReturn"'],
    [`${begin}{"type":"usage","usage":{},"cost":"1"}\n`, 'has no valid "cost"'],
    [begin.replace("{}", '{"toolkit":"Terminal"}'), 'line 1: the entry "begin" has no valid "options"'],
  ])("refuses %j", (text, problem) => {
    expect(readTranscript(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
