import { createInbox, type DurableAgent, type Inbox, memoryBackend, type Person } from "@helve/durable";
import { inboxPage } from "@helve/durable/inbox";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { Bank, payCall, payingAgent } from "./agents.ts";

const rules = `rule @large trigger pay check args.to contains "bob" || args.amount > 100 enforce user_inspection end`;
const ann: Person = { name: "ann", groups: ["finance"] };
const key = "a secret of at least thirty-two bytes";

type Assign = NonNullable<Parameters<typeof payingAgent>[0]["assign"]>;

/** Runs that wait, and their inbox. */
async function waiting({ assign, names = ["bob"] }: { assign?: Assign; names?: readonly string[] } = {}) {
  const backend = memoryBackend();
  const bank = new Bank();
  const clock = { now: Date.now() };
  const turns = [{ tool_calls: [payCall("placeholder", 1)] }, "Done."];
  const agent = payingAgent({ backend, bank, turns, rules, assign, dictated: true });
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const id = await agent.start(JSON.stringify([{ tool_calls: [payCall(name, 900)] }, "Done."]), {
      id: `${index}`,
    });
    await agent.outcome(id);
    ids.push(id);
  }
  const inbox = createInbox({ backend, agents: [agent], now: () => clock.now });
  return { backend, bank, agent, inbox, clock, ids };
}

async function only(inbox: Inbox, person: Person) {
  const [waiting, ...more] = await inbox.list(person);
  expect(more).toEqual([]);
  if (waiting === undefined) throw new Error("no question waits");
  return waiting;
}

describe("createInbox", () => {
  it("approves, rejects and edits a call, and the run continues", async () => {
    const { inbox, agent, bank } = await waiting({ names: ["a", "b", "c"] });
    const [a, b, c] = await inbox.list(ann);
    if (a === undefined || b === undefined || c === undefined) throw new Error("three questions wait");
    await inbox.answer(ann, a.address, { decision: "approve" });
    await inbox.answer(ann, b.address, { decision: "reject", reason: "too much" });
    await inbox.answer(ann, c.address, { decision: "edit", args: { amount: 150 } });
    const outcomes = await Promise.all([a, b, c].map(({ run }) => agent.outcome(run)));
    expect(outcomes.map(({ status }) => status)).toEqual(["finished", "finished", "finished"]);
    expect(JSON.stringify(outcomes[1]?.messages)).toContain("too much");
    expect(bank.paid.map(({ to, amount }) => [to, amount])).toEqual([
      ["a", 900],
      ["c", 150],
    ]);
    expect(await inbox.list(ann)).toEqual([]);
  });

  it("shows a question to those who may answer it, and to others when nobody has answered in time", async () => {
    const at = Date.now() + 60_000;
    const assign: Assign = () => ({ to: ["finance"], escalation: { at, to: ["boss"] } });
    const { inbox, clock } = await waiting({ assign });
    const { address } = await only(inbox, ann);
    const boss: Person = { name: "boss" };
    expect(await inbox.list({ name: "eve", groups: ["sales"] })).toEqual([]);
    await expect(inbox.answer({ name: "eve" }, address, { decision: "approve" })).rejects.toMatchObject({
      code: "not_allowed",
    });
    expect(await inbox.list(boss)).toEqual([]);
    clock.now = at;
    await only(inbox, boss);
    await inbox.answer(boss, address, { decision: "approve" });
  });

  it("refuses an answer to an earlier question of the run", async () => {
    const { inbox, agent, ids } = await waiting();
    const { address } = await only(inbox, ann);
    await agent.answer(ids[0] ?? "", {}); // the run asks again
    await agent.outcome(ids[0] ?? "");
    await expect(inbox.answer(ann, address, { decision: "approve" })).rejects.toMatchObject({ code: "answered" });
    await expect(agent.answer(ids[0] ?? "", { call_1: { decision: "approve" } }, { part: 1 })).rejects.toMatchObject({
      code: "answered",
    });
    await only(inbox, ann);
  });

  it("rejects what nobody has answered in time", async () => {
    const expires = Date.now() + 60_000;
    const { inbox, agent, bank, clock, ids } = await waiting({ assign: () => ({ expires }) });
    expect(await inbox.expire()).toBe(0);
    clock.now = expires;
    const { address } = await only(inbox, ann);
    await expect(inbox.answer(ann, address, { decision: "approve" })).rejects.toMatchObject({ code: "expired" });
    expect(await inbox.expire()).toBe(1);
    expect(await inbox.expire()).toBe(0);
    expect(await agent.outcome(ids[0] ?? "")).toMatchObject({ status: "finished" });
    expect(bank.paid).toEqual([]);
  });

  it("refuses answers that don't fit the question", async () => {
    const { inbox } = await waiting();
    const { address } = await only(inbox, ann);
    for (const answer of [{ text: "yes" }, { ran: true }, { decision: "fix", fix: "add_contact" }] as const) {
      await expect(inbox.answer(ann, address, answer)).rejects.toMatchObject({ code: "invalid_answer" });
    }
    await only(inbox, ann);
  });
});

describe("inboxPage", () => {
  /** The page for a person whose name the header `user` has. */
  async function served(options: Parameters<typeof waiting>[0] = {}) {
    const all = await waiting(options);
    const page = inboxPage({
      ...{ inbox: all.inbox, key, now: () => all.clock.now },
      person: ({ req }) => (req.header("user") === undefined ? undefined : { name: req.header("user") ?? "" }),
    });
    const app = new Hono().route("/inbox", page.app);
    const get = async (path: string, user: string | undefined = "ann") => {
      const response = await app.request(path, { headers: user === "" ? {} : { user } });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const post = async (
      path: string,
      form: Record<string, string>,
      headers: Record<string, string> = { user: "ann" },
    ) => {
      const response = await app.request(path, { method: "POST", body: new URLSearchParams(form), headers });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    return { ...all, page, get, post };
  }
  const formOf = (text: string): string => /name="form" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "";
  const pathOf = (text: string): string =>
    (/href="(\/inbox\/question[^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");

  it("lists, shows and answers a question", async () => {
    const { get, post, bank, agent, ids } = await served();
    const list = await get("/inbox");
    expect(list.text).toContain("May the agent run pay?");
    const question = await get(pathOf(list.text));
    expect(question.text).toContain("<mark>");
    const answered = await post(pathOf(list.text), { form: formOf(question.text), answer: "approve" });
    expect([answered.status, answered.headers.get("location")]).toEqual([303, "/inbox?done"]);
    expect(await agent.outcome(ids[0] ?? "")).toMatchObject({ status: "finished" });
    expect(bank.names).toEqual(["bob"]);
    const after = await get("/inbox?done");
    expect(after.text).toContain("Your answer was recorded");
    expect(after.text).toContain("No questions wait for you.");
    expect((await post(pathOf(list.text), { form: formOf(question.text), answer: "approve" })).status).toBe(409);
  });

  it("knows nobody without the host's authentication", async () => {
    const { get, post } = await served();
    const path = pathOf((await get("/inbox")).text);
    expect([(await get("/inbox", "")).status, (await get(path, "")).status]).toEqual([401, 401]);
    expect((await post(path, { answer: "approve" }, {})).status).toBe(401);
  });

  it("refuses answers that were not sent from the page of the question, for that person", async () => {
    const { get, post, bank } = await served();
    const path = pathOf((await get("/inbox")).text);
    const form = formOf((await get(path)).text);
    expect((await post(path, { answer: "approve" })).status).toBe(403);
    expect((await post(path, { answer: "approve", form: "0".repeat(64) })).status).toBe(403);
    expect((await post(path, { answer: "approve", form }, { user: "eve" })).status).toBe(403);
    const foreign = { user: "ann", "Sec-Fetch-Site": "cross-site" };
    expect((await post(path, { answer: "approve", form }, foreign)).status).toBe(403);
    expect((await get("/inbox")).headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*form-action 'self'; frame-ancestors 'none'/,
    );
    expect(bank.paid).toEqual([]);
  });

  it("escapes what a model wrote, and hides secrets, also in what is edited", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const name = `</textarea><script>alert(1)</script>\u202e token=${secret}\n`;
    const { get, post, bank, agent } = await served({ names: [name] });
    const list = await get("/inbox");
    const path = pathOf(list.text);
    const { text } = await get(path);
    for (const page of [list.text, text]) {
      expect(page).not.toContain("<script>");
      expect(page).not.toContain("\u202e");
      expect(page).not.toContain(secret);
    }
    expect(text).toContain("«40 characters hidden»");
    const [, ofName = ""] = /<textarea[^>]*name="argument-0"[^>]*>\n([\s\S]*?)<\/textarea>/.exec(text) ?? [];
    const shown = ofName.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
    const edit = { form: formOf(text), answer: "edit", "argument-1": "150" };
    const changed = await post(path, { ...edit, "argument-0": `${shown} and more` });
    expect([changed.status, changed.text.includes("contains a hidden secret")]).toEqual([400, true]);
    expect((await post(path, { ...edit, "argument-0": shown.replaceAll("\n", "\r\n") })).status).toBe(303);
    await agent.outcome("0");
    expect(bank.paid.map(({ to, amount }) => [to, amount])).toEqual([[name, 150]]);
  });

  it("answers one question through a link, once, and not when it is opened", async () => {
    const { get, post, bank, page, inbox, clock, agent, ids } = await served({ names: ["bob", "tom"] });
    const [question] = await inbox.list(ann);
    if (question === undefined) throw new Error("a question waits");
    const link = await page.link({ url: "https://bank.example/inbox/", question, person: ann, lifetime: 60_000 });
    const path = new URL(link).pathname;
    const opened = await get(path, "");
    expect(opened.status).toBe(200);
    expect(opened.text).not.toContain("/inbox/question");
    expect(bank.paid).toEqual([]);
    const form = formOf(opened.text);
    const nobody = { "Sec-Fetch-Site": "same-origin" };
    expect((await post(`${path.slice(0, -1)}0`, { form, answer: "approve" }, nobody)).status).toBe(410);
    expect((await post(path, { form, answer: "approve" }, nobody)).status).toBe(200);
    expect((await post(path, { form, answer: "approve" }, nobody)).status).toBe(409);
    const again = await get(path, "");
    expect([again.status, again.headers.get("referrer-policy")]).toEqual([409, "no-referrer"]);
    expect(again.text).toContain("was answered by somebody else before");
    await agent.outcome(ids[0] ?? "");
    expect(bank.names).toEqual(["bob"]);
    const [other] = await inbox.list(ann);
    if (other === undefined) throw new Error("a question waits");
    const short = await page.link({ url: "https://bank.example", question: other, person: ann, lifetime: 60_000 });
    clock.now += 60_000;
    expect((await get(`/inbox${new URL(short).pathname}`, "")).status).toBe(410);
  });

  it("shows the questions by pages", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `${index}`);
    const { get } = await served({ names });
    const first = await get("/inbox");
    const next = (/href="([^"]*after=[^"]*)"/.exec(first.text)?.[1] ?? "").replaceAll("&amp;", "&");
    const second = await get(next);
    const count = (text: string): number => text.split("<li>").length - 1;
    expect([count(first.text), count(second.text)]).toEqual([50, 10]);
    expect(second.text).not.toContain("after=");
  });
});

describe("a call of which nobody knows whether it ran", () => {
  it("is answered with what has become of it", async () => {
    const backend = memoryBackend();
    const bank = new Bank();
    const turns = [{ tool_calls: [payCall("ann", 5)] }, "Done."];
    const lost = Promise.withResolvers<void>();
    const process = (after?: () => unknown): DurableAgent => payingAgent({ backend, bank, turns, after });
    const dying = process(() => {
      lost.resolve();
      backend.restart();
      return new Promise(() => undefined);
    });
    const id = await dying.start("Pay ann.");
    await lost.promise;
    const agent = process();
    await backend.recover();
    await agent.outcome(id);
    const inbox = createInbox({ backend, agents: [agent] });
    const { address } = await only(inbox, ann);
    expect(await inbox.expire()).toBe(0);
    await inbox.answer(ann, address, { ran: true, result: "paid, said the bank" });
    const outcome = await agent.outcome(id);
    expect(JSON.stringify(outcome.messages)).toContain("paid, said the bank");
    expect(bank.names).toEqual(["ann"]);
  });
});
