import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { type LocalAnswer, localService } from "@helve/toolkit-tests/local-service";
import { Gmail, gmailApi, gmailUses, type MailService, type MemoryMailbox, memoryMailbox } from "@helve/toolkits/gmail";
import { describe, expect, it } from "vitest";
import { googleError, standInGmail } from "./gmail/stand-in-gmail.ts";

function createMailbox(): MemoryMailbox {
  let minutes = 0;
  return memoryMailbox({
    owner: { name: "Ada Fox", address: "ada@fox.example" },
    contacts: [{ name: "Bob Fox", address: "bob@fox.example" }],
    labels: ["Travel"],
    now: () => new Date(Date.UTC(2026, 10, 24, 9, minutes++)),
    mails: [
      { from: "bob@fox.example", subject: "Wi-Fi", body: "What was the password again?" },
      {
        from: "Carol Hill <carol@hill.example>",
        cc: ["desk@agency.example"],
        subject: "Our trip",
        body: "I book today.\nCarol",
        attachments: { "plan.txt": "Fly to Köln.", "map.png": Uint8Array.of(137, 80, 78, 71, 0) },
      },
      { from: "win@lottery.example", subject: "You won", body: "Send us your card!", labels: ["SPAM"] },
    ],
  });
}

/** The same behavior of the two mailboxes; `run` calls a tool and returns its result or the message of its error. */
const mailboxes: readonly (readonly [
  string,
  (use: (kit: Gmail, mailbox: MemoryMailbox) => Promise<void>) => Promise<void>,
])[] = [
  [
    "in memory",
    async (use) => {
      const mailbox = createMailbox();
      await use(new Gmail({ service: mailbox }), mailbox);
    },
  ],
  [
    "behind the Gmail API",
    async (use) => {
      const mailbox = createMailbox();
      await using server = await standInGmail(mailbox, () => "good");
      await use(new Gmail({ service: apiAt(server.url) }), mailbox);
    },
  ],
];

function apiAt(url: string, options: Partial<Parameters<typeof gmailApi>[0]> = {}): MailService {
  return gmailApi({ token: "good", url: `${url}/gmail/v1`, peopleUrl: url, retries: 1, ...options });
}

const run = (kit: Gmail, name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
  callTool(kit, name, args).catch((error: Error) => error.message);

describe("Gmail", () => {
  testDescriptions({
    document: "gmail",
    create: (locale) => new Gmail({ locale, service: createMailbox() }),
    uses: gmailUses,
  });
});

describe.each(mailboxes)("a mailbox %s", (_, withMailbox) => {
  it("lists the mail of a label, newest first, in pages", () =>
    withMailbox(async (kit) => {
      expect(await run(kit, "ListEmails", { limit: 1 })).toBe(
        '2  2026-11-24 09:01  Carol Hill <carol@hill.example>  Our trip  (unread)\nMore with page_token "1".',
      );
      expect(await run(kit, "ListEmails", { limit: 1, page_token: "1" })).toBe(
        "1  2026-11-24 09:00  bob@fox.example  Wi-Fi  (unread)",
      );
      expect(await run(kit, "ListEmails", { label: "spam" })).toContain("win@lottery.example");
      expect(await run(kit, "ListEmails", { label: "Travel" })).toBe("There is no mail with the label Travel.");
      expect(await run(kit, "ListEmails", { label: "Travle" })).toBe(
        'There is no label "Travle" (did you mean "Travel"?).',
      );
    }));

  it("has no page that no list has named", () =>
    withMailbox(async (kit) => {
      expect(await run(kit, "ListEmails", { page_token: "x" })).not.toContain("There is no mail");
    }));

  it("searches all mail that is not spam", () =>
    withMailbox(async (kit) => {
      expect(await run(kit, "SearchEmails", { query: "from:carol trip" })).toContain("2  2026-11-24 09:01");
      expect(await run(kit, "SearchEmails", { query: "has:attachment -subject:trip" })).toBe(
        "No mail matches the search.",
      );
      expect(await run(kit, "SearchEmails", { query: "card" })).toBe("No mail matches the search.");
      expect(await run(kit, "SearchEmails", { query: "in:spam card" })).toContain("You won");
    }));

  it("shows a mail with its attachments", () =>
    withMailbox(async (kit) => {
      expect(await run(kit, "ReadEmail", { id: "2" })).toBe(
        [
          "From: Carol Hill <carol@hill.example>",
          "To: Ada Fox <ada@fox.example>",
          "Cc: desk@agency.example",
          "Date: 2026-11-24T09:01:00.000Z",
          "Subject: Our trip",
          "Labels: INBOX, UNREAD",
          "Attachments: plan.txt, map.png",
          "",
          "I book today.\nCarol",
        ].join("\n"),
      );
      expect(await run(kit, "ListAttachments", { id: "2" })).toBe(
        "plan.txt  text/plain  13 bytes\nmap.png  application/octet-stream  5 bytes",
      );
      expect(await run(kit, "ListAttachments", { id: "1" })).toBe("The mail has no attachments.");
      expect(await run(kit, "ReadAttachment", { id: "2", name: "plan.txt" })).toBe("Fly to Köln.");
      expect(await run(kit, "ReadAttachment", { id: "2", name: "map.png" })).toBe(
        'The attachment "map.png" is not a text: it has the type application/octet-stream.',
      );
      expect(await run(kit, "ReadAttachment", { id: "2", name: "x" })).toBe(
        'There is no attachment "x" in the mail "2".',
      );
    }));

  it.each(["9", "..", "../labels", "a/b", ""])("says that there is no mail %j", (id) =>
    withMailbox(async (kit, mailbox) => {
      const before = mailbox.snapshot();
      for (const name of ["ReadEmail", "DeleteEmail"]) {
        expect(await run(kit, name, { id })).toBe(`There is no mail ${JSON.stringify(id)}.`);
      }
      expect(await run(kit, "DeleteEmail", { id, permanent: true })).toBe(`There is no mail ${JSON.stringify(id)}.`);
      expect(mailbox.snapshot()).toEqual(before);
    }),
  );

  it("sends mail in any language to all receivers", () =>
    withMailbox(async (kit, mailbox) => {
      const args = {
        to: ["Jürgen <j@koeln.example>", '"Fox, Bob" <bob@fox.example>'],
        cc: ["carol@hill.example"],
        bcc: ["dan@lang.example"],
        subject: "Grüße\r\nBcc: eve@evil.example",
        body: "Schöne Grüße!\r\n\r\n你好",
      };
      expect(await run(kit, "SendEmail", args)).toBe(
        'Sent to Jürgen <j@koeln.example>, "Fox, Bob" <bob@fox.example>, carol@hill.example, dan@lang.example.',
      );
      expect(mailbox.snapshot().sent).toMatchObject([
        {
          ...args,
          from: "Ada Fox <ada@fox.example>",
          subject: "Grüße Bcc: eve@evil.example",
          body: "Schöne Grüße!\n\n你好",
        },
      ]);
    }));

  it("replaces what is no text", () =>
    withMailbox(async (kit, mailbox) => {
      await run(kit, "SendEmail", { to: ["a@x.org"], subject: "a\ud800", body: "\udc00b" });
      expect(mailbox.snapshot().sent).toMatchObject([{ subject: "a\ufffd", body: "\ufffdb" }]);
    }));

  it("sends nothing without valid receivers", () =>
    withMailbox(async (kit, mailbox) => {
      const mail = { subject: "Hi", body: "Hello." };
      expect(await run(kit, "SendEmail", { ...mail, to: [] })).toBe("A mail needs a receiver.");
      expect(await run(kit, "SendEmail", { ...mail, to: ["my dentist"] })).toBe(
        "\"my dentist\" is not a mail address. If you don't know the address, search the contacts or ask the user; don't invent one.",
      );
      expect(await run(kit, "SendEmail", { ...mail, to: ["bob@fox.example"], bcc: ["a@x.org, b@x.org"] })).toContain(
        "Write each receiver as an item of its own",
      );
      expect(mailbox.snapshot().sent).toEqual([]);
    }));

  it("answers a mail in its thread", () =>
    withMailbox(async (kit, mailbox) => {
      await run(kit, "ReplyToEmail", { id: "2", to: ["carol@hill.example"], body: "Thanks." });
      const [{ id = "" } = {}] = mailbox.snapshot().sent;
      expect(await mailbox.getMail(id)).toMatchObject({
        threadId: "2",
        subject: "Re: Our trip",
        references: ["<2@helve.invalid>"],
        body: "Thanks.",
      });
    }));

  it("forwards a mail with its attachments", () =>
    withMailbox(async (kit, mailbox) => {
      await run(kit, "ForwardEmail", { id: "2", to: ["bob@fox.example"], body: "For you." });
      const [{ id = "" } = {}] = mailbox.snapshot().sent;
      const mail = await mailbox.getMail(id);
      expect(mail.subject).toBe("Fwd: Our trip");
      expect(mail.body).toMatch(/^For you\.\n\n-+ Forwarded message -+\nFrom: Carol Hill <carol@hill\.example>\n/);
      expect(mail.body).toMatch(/\n\nI book today\.\nCarol$/);
      expect(mail.attachments.map(({ name, size }) => [name, size])).toEqual([
        ["plan.txt", 13],
        ["map.png", 5],
      ]);
    }));

  it("saves drafts without sending them", () =>
    withMailbox(async (kit, mailbox) => {
      expect(await run(kit, "CreateDraft", { to: [], subject: "Later", body: "…" })).toBe(
        "Saved the draft 4. It is not sent.",
      );
      const { sent, drafts } = mailbox.snapshot();
      expect(sent).toEqual([]);
      expect(drafts).toMatchObject([{ subject: "Later", body: "…", to: [] }]);
    }));

  it("moves mail to the trash, or deletes it for good", () =>
    withMailbox(async (kit, mailbox) => {
      expect(await run(kit, "DeleteEmail", { id: "1" })).toBe("Moved the mail 1 to the trash.");
      expect(await run(kit, "DeleteEmail", { id: "2", permanent: true })).toBe("Deleted the mail 2 for good.");
      expect(mailbox.snapshot()).toMatchObject({ inbox: [], trash: [{ id: "1" }] });
      expect(await run(kit, "ReadEmail", { id: "2" })).toBe('There is no mail "2".');
    }));

  it("changes labels, but deletes and sends nothing by them", () =>
    withMailbox(async (kit, mailbox) => {
      expect(await run(kit, "ListLabels", {})).toContain("Travel");
      await run(kit, "LabelEmail", { id: "2", add: ["travel", "STARRED"], remove: ["UNREAD"] });
      expect((await mailbox.getMail("2")).labels).toEqual(["INBOX", "Travel", "STARRED"]);
      expect(await run(kit, "ReadEmail", { id: "2" })).toContain("Labels: INBOX, Travel, STARRED");
      for (const label of ["trash", "SENT", " Spam", "TRA\u017fH"]) {
        expect(await run(kit, "LabelEmail", { id: "2", add: [label] })).toContain("To delete a mail, use DeleteEmail");
      }
      expect(await run(kit, "LabelEmail", { id: "2", add: ["Work"] })).toBe('There is no label "Work".');
      expect(await run(kit, "LabelEmail", { id: "2" })).toBe("Name a label to add or to remove.");
    }));

  it("searches contacts and adds some", () =>
    withMailbox(async (kit, mailbox) => {
      expect(await run(kit, "SearchContacts", { query: "FOX" })).toBe("Bob Fox <bob@fox.example>");
      expect(await run(kit, "SearchContacts", { query: "dentist" })).toBe(
        'No contact matches "dentist": ask the user for the address.',
      );
      expect(await run(kit, "AddContact", { name: "Dan", address: "Dan@Lang.example" })).toBe(
        "Dan <Dan@Lang.example> is a contact now.",
      );
      expect(mailbox.snapshot().contacts).toEqual(["bob@fox.example", "dan@lang.example"]);
      expect(await run(kit, "AddContact", { name: "Dan", address: "dan" })).toContain('"dan" is not a mail address');
    }));
});

describe("the Gmail API", () => {
  const answering = async (
    answers: readonly LocalAnswer[],
    name = "ReadEmail",
    args: object = { id: "7" },
    token = "secret-token",
  ) => {
    const queue = [...answers];
    await using service = await localService(
      () => queue.shift() ?? googleError(500, "no more answers", "backendError"),
    );
    const kit = new Gmail({ service: apiAt(service.url, { token }) });
    return { text: await run(kit, name, { ...args }), requests: service.requests.length };
  };
  const mail = { to: ["a@x.org"], subject: "s", body: "b" };

  it("asks once more for a token after the status 401", async () => {
    const mailbox = createMailbox();
    await using server = await standInGmail(mailbox, () => "new");
    const asked: boolean[] = [];
    const token = async ({ refresh }: { readonly refresh: boolean }) => {
      asked.push(refresh);
      return refresh ? "new" : "old";
    };
    const kit = new Gmail({ service: apiAt(server.url, { token }) });
    expect(await run(kit, "SendEmail", mail)).toBe("Sent to a@x.org.");
    expect(asked).toEqual([false, true]);
    expect(mailbox.snapshot().sent).toHaveLength(1);
    expect(await run(new Gmail({ service: apiAt(server.url, { token: () => "old" }) }), "ListEmails", {})).toBe(
      "Gmail refused the access token: the user has to sign in again.",
    );
  });

  it("does not say that something was sent if there is no new token", async () => {
    await using service = await localService(() => googleError(401, "Invalid Credentials", "authError"));
    const token = ({ refresh }: { readonly refresh: boolean }) => (refresh ? Promise.reject(new Error("x")) : "old");
    expect(await run(new Gmail({ service: apiAt(service.url, { token }) }), "SendEmail", mail)).toBe(
      "The access token for Gmail can't be obtained: the token provider failed",
    );
  });

  it("never shows the token", async () => {
    const echo = googleError(400, "bad request with Bearer secret-token", "badRequest");
    expect((await answering([echo])).text).toBe("Gmail rejected the request: bad request with Bearer ….");
    const text = "The access token for Gmail must be a text of ASCII characters without spaces";
    expect((await answering([], "ReadEmail", { id: "1" }, "secret\ntoken")).text).toBe(text);
    expect((await answering([], "ReadEmail", { id: "1" }, "")).text).toBe(
      'Gmail needs an access token: the option "token"',
    );
    const failing = () => Promise.reject(new Error("secret"));
    const kit = new Gmail({ service: apiAt("http://127.0.0.1:1", { token: failing }) });
    expect(await run(kit, "ListEmails", {})).toBe(
      "The access token for Gmail can't be obtained: the token provider failed",
    );
  });

  it("names the scope that is missing", async () => {
    const missing = googleError(403, "Request had insufficient authentication scopes.", "insufficientPermissions");
    expect((await answering([missing], "SendEmail", mail)).text).toBe(
      "Gmail does not allow this: Request had insufficient authentication scopes. The access token needs the scope https://www.googleapis.com/auth/gmail.modify: the user has to grant it.",
    );
    expect((await answering([missing], "DeleteEmail", { id: "1", permanent: true })).text).toContain(
      "needs the scope https://mail.google.com/",
    );
  });

  it("tries again when there were too many requests, unless it would send twice", async () => {
    const busy = googleError(403, "Rate Limit Exceeded", "rateLimitExceeded");
    const message = { json: { id: "7", payload: { headers: [{ name: "From", value: "bob@fox.example" }] } } };
    expect((await answering([busy, message])).text).toContain("From: bob@fox.example");
    expect(await answering([busy, busy])).toEqual({
      text: "Gmail accepts no more requests for now: wait before you retry.",
      requests: 2,
    });
    const tooMany = { status: 429, headers: { "retry-after": "0" } };
    expect((await answering([tooMany, message])).text).toContain("From: bob@fox.example");
    expect((await answering([tooMany], "SendEmail", mail)).requests).toBe(1);
  });

  it("says that a mail may have been sent if the answer is missing", async () => {
    const uncertain = "The change may have been made: check it before you try again.";
    expect(await answering([{ status: 503 }], "SendEmail", mail)).toEqual({
      text: `Gmail answered with the status 503. ${uncertain}`,
      requests: 1,
    });
    expect((await answering([{ status: 0 }], "SendEmail", mail)).text).toContain(uncertain);
    expect((await answering([{ status: 503, headers: { "retry-after": "0" } }, { status: 503 }])).text).toBe(
      "Gmail answered with the status 503.",
    );
  });

  it("leaves out mails that were deleted while they were listed", async () => {
    const list = { json: { messages: [{ id: "7" }], nextPageToken: "next" } };
    expect((await answering([list, googleError(404, "Not Found", "notFound")], "ListEmails", {})).text).toBe(
      'More with page_token "next".',
    );
  });

  it("does not follow answers that are no JSON, or redirects", async () => {
    expect((await answering(["<html>"])).text).toBe("Gmail did not answer with JSON.");
    const redirect = { status: 302, headers: { location: "http://127.0.0.1:1/" } };
    expect((await answering([redirect, redirect])).text).toContain("Gmail can't be reached");
  });

  it("ends when the call is aborted", async () => {
    await using service = await localService(() => new Promise<LocalAnswer>(() => {}));
    const kit = new Gmail({ service: apiAt(service.url) });
    const signal = AbortSignal.timeout(50);
    await expect(callTool(kit, "ReadEmail", { id: "1" }, { signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("a mailbox in memory", () => {
  it("understands the usual searches, and names what it does not understand", async () => {
    const kit = new Gmail({ service: createMailbox() });
    const ids = async (query: string) => String(await run(kit, "SearchEmails", { query })).match(/^\d+/gm) ?? [];
    expect(await ids("is:unread")).toEqual(["2", "1"]);
    expect(await ids("is:read in:anywhere")).toEqual(["3"]);
    expect(await ids('subject:"our trip" cc:desk filename:plan')).toEqual(["2"]);
    expect(await ids("after:2026/11/24 before:2026/11/25")).toEqual(["2", "1"]);
    expect(await ids("older_than:1d")).toEqual([]);
    expect(await ids("newer_than:2d to:ada")).toEqual(["2", "1"]);
    expect(await run(kit, "SearchEmails", { query: "a OR b" })).toContain('does not understand "OR"');
    expect(await run(kit, "SearchEmails", { query: "size:5m" })).toContain('does not understand "size:"');
  });
});
