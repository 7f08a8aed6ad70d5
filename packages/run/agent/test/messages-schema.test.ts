import { isMessage, messagesSchema, userMessage } from "@helve/agent";
import { openStore, storeModel } from "@helve/store";
import { describe, expect, it } from "vitest";

const state = storeModel("state", messagesSchema);

describe("messagesSchema", () => {
  it("keeps a conversation, which is empty at first", async () => {
    await using store = await openStore();
    await store.transaction((transaction) => {
      const { messages } = transaction.use(state);
      expect(messages).toEqual([]);
      messages.push(userMessage("Hi"), { role: "assistant", parts: [{ type: "text", content: "Hello." }] });
    });
    const { messages } = store.begin().use(state);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it.each([
    ["a text", "hello", "must be a list of messages"],
    ["a message of nobody", [{ role: "robot", content: "x" }], "/messages/0: messages message 1: its role must be"],
    ["a user message without parts", [userMessage("a"), { role: "user", content: "b" }], "/messages/1"],
  ])("refuses %s", async (_name, messages, error) => {
    await using store = await openStore();
    const change = store.transaction((transaction) => {
      Object.assign(transaction.use(state), { messages });
    });
    await expect(change).rejects.toThrow(error);
  });
});

describe("isMessage", () => {
  it.each([
    { role: "system", content: "Be brief." },
    userMessage("a"),
    { role: "user", parts: [{ type: "json", content: { a: 1 } }] },
    { role: "assistant", parts: [{ type: "call", id: "1", name: "add", arguments: "{" }] },
    { role: "tool", callId: "1", name: "add", parts: [{ type: "image", content: "data:image/png;base64," }] },
  ])("is true for %j", (message) => {
    expect(isMessage(message)).toBe(true);
  });

  it.each([
    null,
    { role: "robot", content: "a" },
    { role: "user", content: "a" },
    { role: "user", parts: [{ type: "text" }] },
    { role: "assistant", parts: [{ type: "call", name: "add", arguments: "{}" }] },
    { role: "tool", callId: "1", name: "add", parts: [{ type: "text", content: 1 }] },
    { role: "tool", parts: [] },
  ])("is false for %j", (message) => {
    expect(isMessage(message)).toBe(false);
  });
});
