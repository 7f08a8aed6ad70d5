import type { Args, Finding, InspectionRequest, Predicate } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import type { EngineOptions, InspectionAnswer } from "@helve/enforcer";
import { parseActionReturn } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { enforced, guarded, read } from "./guarded.ts";

const figure1 = `
rule @inspect_sensitive_email
trigger Gmail.SendEmail
check
    contains_sensitive_information
    has_external_receiver
enforce
    user_inspection(add_contact, remove_sensitive_info,
                    remove_external_receiver)
end
`;

const figure2 = `
rule @check_
trigger Terminal.Execute
check
    is_delete_important_file
enforce
    user_inspection
end
`;

/** A mail program with one contact, its predicates and its fixes. */
function mailHost(): { readonly contacts: Set<string> } & Required<Pick<EngineOptions, "predicates" | "fixes">> {
  const contacts = new Set(["mum@home.example"]);
  const finding = (value: boolean, reason: string, path = "", text = "", start = 0): Finding => {
    return { value, reason, evidence: value ? [{ path, start, end: start + text.length, text }] : [] };
  };
  const predicates: readonly Predicate[] = [
    {
      name: "contains_sensitive_information",
      description: "Whether the text holds a PIN.",
      evaluate: (_operands, { action }) => {
        const { 0: pin, index } = /PIN \d{4}/.exec(String(action.args["body"])) ?? { index: 0 };
        return finding(
          pin !== undefined,
          pin === undefined ? "there is no PIN" : "there is a PIN",
          "/body",
          pin,
          index,
        );
      },
    },
    {
      name: "has_external_receiver",
      description: "Whether a receiver is no contact.",
      evaluate: (_operands, { action }) => {
        const receivers = action.args["to"] as readonly string[];
        const stranger = receivers.findIndex((address) => !contacts.has(address));
        return finding(stranger !== -1, "one is no contact", `/to/${stranger}`, receivers[stranger]);
      },
    },
  ];
  const fixes = {
    add_contact: ({ args }: { readonly args: Args }) => {
      for (const address of args["to"] as readonly string[]) contacts.add(address);
      return args;
    },
    remove_sensitive_info: ({ args }: { readonly args: Args }) => {
      return { ...args, body: String(args["body"]).replace(/PIN \d{4}/, "PIN …") };
    },
    remove_external_receiver: ({ args }: { readonly args: Args }) => {
      return { ...args, to: (args["to"] as readonly string[]).filter((address) => contacts.has(address)) };
    },
  };
  return { contacts, predicates, fixes };
}

/** A mail program under Figure 1, and a person who gives these answers, one after the other. */
function mailProgram(...answers: readonly InspectionAnswer[]) {
  const requests: InspectionRequest[] = [];
  const { contacts, predicates, fixes } = mailHost();
  const left = answers.values();
  const inspect = (request: InspectionRequest): InspectionAnswer => {
    requests.push(request);
    return left.next().value ?? { decision: "reject" };
  };
  const host = guarded(figure1, { predicates, fixes, inspect });
  const send = (to: readonly string[], body: string) => host.call("Gmail-SendEmail", { to, body });
  return { ...host, send, contacts, requests };
}

const everybody = ["mum@home.example", "bob@else.example"];
const body = "It is PIN 1234.";
const sent = (to: readonly string[], text: string): string => `SendEmail ${JSON.stringify({ to, body: text })}`;

describe("a mail under the rule of Figure 1", () => {
  it.each([
    [["mum@home.example"], body],
    [everybody, "Hello."],
    [["mum@home.example"], "Hello."],
  ])("to %j that says %j goes as it is, and nobody is asked: both predicates have to hold", async (to, text) => {
    const { send, ran, requests } = mailProgram();
    expect((await send(to, text)).status).toBe("success");
    expect(ran).toEqual([sent(to, text)]);
    expect(requests).toEqual([]);
  });

  it("that says something sensitive to a stranger is shown to a person, once, with what was found and the ways out", async () => {
    const { send, requests } = mailProgram({ decision: "approve" });
    const ret = await send(everybody, body);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      action: { name: "Gmail.SendEmail", args: { to: everybody, body } },
      rules: [{ rule: "inspect_sensitive_email", line: 2, check: true, violated: true }],
      fixes: ["add_contact", "remove_sensitive_info", "remove_external_receiver"],
    });
    const evidence = requests[0]?.rules[0]?.predicates.flatMap((predicate) => predicate.evidence);
    expect(evidence).toEqual([
      { path: "/body", start: 6, end: 14, text: "PIN 1234" },
      { path: "/to/1", start: 0, end: 16, text: "bob@else.example" },
    ]);
    expect(ret.verdict?.decision.passes[0]?.rules).toEqual(requests[0]?.rules);
  });

  it.each<[string, string, string]>([
    ["add_contact", sent(everybody, body), "bob@else.example"],
    ["remove_sensitive_info", sent(everybody, "It is PIN …."), "mum@home.example"],
    ["remove_external_receiver", sent(["mum@home.example"], body), "mum@home.example"],
  ])("goes after the fix %s, when the rule has looked at it again", async (fix, mail, newest) => {
    const { send, ran, contacts } = mailProgram({ decision: "fix", fix });
    const ret = await send(everybody, body);
    expect(ran).toEqual([mail]);
    expect([...contacts].at(-1)).toBe(newest);
    const [first, second, ...others] = ret.verdict?.decision.passes ?? [];
    expect(first?.enforcements).toMatchObject([{ enforcement: "user_inspection", outcome: "fixed", detail: fix }]);
    expect(second?.rules).toMatchObject([{ violated: false }]);
    expect(others).toEqual([]);
  });

  it("is asked about again when a fix did not help", async () => {
    const { send, ran, requests } = mailProgram(
      { decision: "fix", fix: "remove_sensitive_info" },
      { decision: "approve" },
    );
    await send(everybody, "PIN 1234, then PIN 5678");
    expect(requests.map(({ action }) => action.args["body"])).toEqual([
      "PIN 1234, then PIN 5678",
      "PIN …, then PIN 5678",
    ]);
    expect(ran).toEqual([sent(everybody, "PIN …, then PIN 5678")]);
  });

  it("goes with the arguments that a person gives it", async () => {
    const { send, ran, requests } = mailProgram({ decision: "edit", args: { to: everybody, body: "PIN 9999!" } });
    const ret = await send(everybody, body);
    expect(ran).toEqual([sent(everybody, "PIN 9999!")]);
    expect(requests).toHaveLength(1);
    expect(read(ret)).toContain('changed to {"to":["mum@home.example","bob@else.example"],"body":"PIN 9999!"}');
  });

  it("that a person edits into something that can't be sent is stopped", async () => {
    const { send, ran } = mailProgram({ decision: "edit", args: { to: "nobody at all", text: "hi" } });
    expect(await send(everybody, body)).toMatchObject({ status: "stopped" });
    expect(ran).toEqual([]);
  });

  it("that was approved is asked about the next time, unless the person said for how long", async () => {
    const once = mailProgram({ decision: "approve" }, { decision: "approve" });
    for (let time = 0; time < 2; time++) await once.send(everybody, body);
    expect(once.requests).toHaveLength(2);
    const always = mailProgram({ decision: "approve", remember: "session" });
    for (let time = 0; time < 3; time++) await always.send(everybody, body);
    expect(always.requests).toHaveLength(1);
    expect(always.ran).toHaveLength(3);
    expect((await always.send(everybody, `${body}!`)).status).toBe("stopped");
  });

  it("that was rejected is not sent, the model reads why, and goes on", async () => {
    const { send, run, ran, trajectory } = mailProgram({ decision: "reject", reason: "not to Bob" });
    const ret = await send(everybody, body);
    expect(ret).toMatchObject({ status: "stopped", recoverable: "model" });
    for (const part of ["not to Bob", "@inspect_sensitive_email", "PIN 1234"]) expect(read(ret)).toContain(part);
    expect((await run("ls")).status).toBe("success");
    expect(ran).toEqual(['Execute {"command":"ls"}']);
    expect(trajectory.map(({ ran }) => ran)).toEqual([false, true]);
  });

  it("is rejected when there is nobody to ask, and asked about when a predicate fails", async () => {
    const { predicates, fixes } = mailHost();
    const alone = guarded(figure1, { predicates, fixes });
    expect((await alone.call("Gmail.SendEmail", { to: everybody, body })).status).toBe("stopped");
    const requests: InspectionRequest[] = [];
    const [, external] = [...predicates];
    const failing: Predicate = {
      name: "contains_sensitive_information",
      description: "Fails.",
      evaluate: () => {
        throw new Error("no model");
      },
    };
    const inspect = (request: InspectionRequest): InspectionAnswer => {
      requests.push(request);
      return { decision: "approve" };
    };
    const broken = guarded(figure1, { predicates: [failing, ...(external ? [external] : [])], fixes, inspect });
    await broken.call("Gmail.SendEmail", { to: everybody, body: "Hello." });
    expect(requests[0]?.rules).toMatchObject([{ check: "unknown", violated: true }]);
  });
});

describe("a mail that a person answers for later, in another process", () => {
  const key = "a key of 32 bytes that tests know";

  /** An executor and an engine of their own, which share no state with the others. */
  function elsewhere(rules = figure1) {
    const { contacts, predicates, fixes } = mailHost();
    const inspect = (): InspectionAnswer => ({ decision: "later" });
    return { contacts, ...guarded(rules, { predicates, fixes, inspect, lateAnswers: { key } }) };
  }

  async function pending(): Promise<string> {
    const { call, ran } = elsewhere();
    const ret = await call("Gmail-SendEmail", { to: everybody, body });
    expect(ret).toMatchObject({ status: "pending", recoverable: "caller", verdict: { kind: "pending" } });
    expect(ran).toEqual([]);
    return JSON.stringify(ret);
  }

  function tokenOf(stored: string): string {
    const { verdict } = parseActionReturn(stored);
    return verdict?.kind === "pending" ? (verdict.token ?? "") : "";
  }

  it.each<[InspectionAnswer, readonly string[]]>([
    [{ decision: "approve" }, [sent(everybody, body)]],
    [{ decision: "fix", fix: "add_contact" }, [sent(everybody, body)]],
    [{ decision: "fix", fix: "remove_external_receiver" }, [sent(["mum@home.example"], body)]],
    [{ decision: "edit", args: { to: everybody, body: "PIN 0!" } }, [sent(everybody, "PIN 0!")]],
    [{ decision: "reject", reason: "no" }, []],
  ])("goes on with %j where it stopped, as if the answer had come at once", async (answer, mails) => {
    const stored = await pending();
    const { executor, ran } = elsewhere();
    const ret = await executor.resume(parseActionReturn(stored), { ...answer, token: tokenOf(stored) });
    expect(ran).toEqual(mails);
    expect(ret.status).toBe(mails.length === 0 ? "stopped" : "success");
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);

    const { send } = mailProgram(answer);
    const atOnce = await send(everybody, body);
    expect(ret.verdict).toEqual(atOnce.verdict);
    expect(ret.observation).toEqual(atOnce.observation);
  });

  it("goes on where it stopped when the model had thought again before: nobody and nothing is asked twice", async () => {
    const shouting: Predicate = {
      name: "shouts",
      description: "Whether it shouts.",
      evaluate: (_operands, { action }) => String(action.args["body"]).includes("!"),
    };
    const rules = `${figure1}\nrule @calm priority 1 trigger Gmail.SendEmail check shouts enforce llm_self_reflect end`;
    const host = () => {
      const { predicates, fixes } = mailHost();
      const reflected: unknown[] = [];
      const options: Partial<EngineOptions> = {
        predicates: [...predicates, shouting],
        fixes,
        inspect: () => ({ decision: "later" }),
        lateAnswers: { key },
        reflect: ({ action: { args } }) => {
          reflected.push(args);
          return { args: { ...args, body: String(args["body"]).replaceAll("!", ".") } };
        },
      };
      return { reflected, ...guarded(rules, options) };
    };
    const here = host();
    const waiting = await here.call("Gmail.SendEmail", { to: everybody, body: "It is PIN 1234!" });
    expect(waiting).toMatchObject({ status: "pending", verdict: { request: { action: { args: { body } } } } });
    const there = host();
    const ret = await there.executor.resume(waiting, { decision: "approve", token: tokenOf(JSON.stringify(waiting)) });
    expect(ret.status).toBe("success");
    expect([here.reflected.length, there.reflected.length]).toEqual([1, 0]);
    expect([here.ran, there.ran]).toEqual([[], [sent(everybody, body)]]);
  });

  it("takes no answer for other arguments, a used one, or one that nobody here gave", async () => {
    const stored = await pending();
    const token = tokenOf(stored);
    const yes = { decision: "approve", token };
    const { executor, ran } = elsewhere();
    const forged = stored.replaceAll("PIN 1234", "PIN 4321").replaceAll("PIN 1234", "PIN 4321");
    const refused = async (text: string, answer: object): Promise<void> => {
      expect(await executor.resume(parseActionReturn(text), answer)).toMatchObject({ status: "stopped" });
    };
    await refused(forged, yes);
    await refused(stored, { decision: "approve", token: token.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) });
    await refused(stored, { decision: "approve" });
    expect(ran).toEqual([]);

    expect(await executor.resume(parseActionReturn(stored), yes)).toMatchObject({ status: "success" });
    await refused(stored, yes);
    expect(ran).toHaveLength(1);
  });

  it("asks again where the rules have changed since the question", async () => {
    const stored = await pending();
    const { executor, ran } = elsewhere(`${figure1}\nrule @other trigger Gmail.Delete check true enforce stop end`);
    const answer = { decision: "approve", token: tokenOf(stored) } as const;
    const again = await executor.resume(parseActionReturn(stored), answer);
    expect([again.status, ran]).toEqual(["pending", []]);
  });
});

describe("the scenario of Figure 2", () => {
  function terminal(...answers: readonly InspectionAnswer[]) {
    const asked: string[] = [];
    const left = answers.values();
    const inspect = ({ action }: InspectionRequest): InspectionAnswer => {
      asked.push(String(action.args["command"]));
      return left.next().value ?? { decision: "reject" };
    };
    return {
      asked,
      ...guarded(figure2, {
        predicates: predicates({
          languages: { shell, python },
          tools: { "Terminal.Execute": { code: "command", language: "shell" } },
          importantFiles: ["documents/**"],
          workingDirectory: "/home/ada",
        }),
        inspect,
      }),
    };
  }

  it("lists, asks before it deletes, does not delete when the answer is no, and takes the next step", async () => {
    const { run, ran, asked, trajectory } = terminal({ decision: "reject" });
    await run("ls -la");
    const denied = await run("rm -rf documents");
    await run("rm -rf cache");
    expect(asked).toEqual(["rm -rf documents"]);
    expect(ran).toEqual(['Execute {"command":"ls -la"}', 'Execute {"command":"rm -rf cache"}']);
    expect(trajectory.map(({ action, ran }) => [action.args["command"], ran])).toEqual([
      ["ls -la", true],
      ["rm -rf documents", false],
      ["rm -rf cache", true],
    ]);
    expect(read(denied)).toContain("documents");
    expect(enforced(denied)).toEqual(["user_inspection: rejected"]);
  });

  it("deletes when the answer is yes, and looks again at another command", async () => {
    const { run, ran, asked } = terminal(
      { decision: "approve" },
      { decision: "edit", args: { command: "rm documents/draft.md" } },
    );
    await run("rm documents/old.md");
    await run("rm documents/thesis.md");
    expect(asked).toEqual(["rm documents/old.md", "rm documents/thesis.md"]);
    expect(ran).toEqual(['Execute {"command":"rm documents/old.md"}', 'Execute {"command":"rm documents/draft.md"}']);
  });
});
