import { predicates } from "@helve/predicates";
import { parseMailAddress } from "@helve/toolkits/gmail";
import fc from "fast-check";
import { decodeWords } from "postal-mime";
import { describe, expect, it } from "vitest";
import { encodeHeaderText } from "../../src/gmail/encoded-word.ts";
import { mailOfMessage } from "../../src/gmail/gmail-message.ts";
import { mimeMessage } from "../../src/gmail/mime-message.ts";
import { decoded, header, readMime } from "./read-mime.ts";

const plain = { to: ["ada@fox.example"], cc: [], bcc: [], subject: "Hi", body: "Hello" };
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom("\r", "\n", "\r\n", "\r\nBcc: eve@evil.example", "a", " ", "é", "=?", "?=", "\u2028"),
  }),
);
const onOneLine = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();

describe("a mail that is sent", () => {
  it("writes subjects in other languages as encoded words, no line longer than 76 characters", () => {
    const message = mimeMessage({ ...plain, subject: "Grüße aus Köln: übermorgen um acht Uhr am Dom, 你好" });
    expect(message.split("\r\n").every((line) => line.length <= 76)).toBe(true);
    expect(message).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(decoded(header(readMime(message), "subject"))).toBe("Grüße aus Köln: übermorgen um acht Uhr am Dom, 你好");
  });

  it("keeps every subject and text, and has no header that its texts ask for", () => {
    fc.assert(
      fc.property(text, text, (subject, body) => {
        const message = readMime(mimeMessage({ ...plain, subject, body }));
        expect(message.headers.map(([name]) => name)).toEqual([
          "to",
          "subject",
          "mime-version",
          "content-type",
          "content-transfer-encoding",
        ]);
        expect(decoded(header(message, "subject"))).toBe(onOneLine(subject));
        const received = new TextDecoder("utf-8", { ignoreBOM: true }).decode(message.bytes);
        expect(received).toBe(body.toWellFormed().replaceAll(/\r\n|\r|\n/g, "\r\n"));
      }),
    );
  });

  it("keeps names of receivers, and adds no receiver", () => {
    fc.assert(
      fc.property(text, (name) => {
        const line = onOneLine(name);
        const receiver = `"${line.replaceAll(/["\\]/g, "\\$&")}" <bob@home.example>`;
        const to = header(readMime(mimeMessage({ ...plain, to: [receiver] })), "to");
        const [, quoted, bare = "", address] =
          /^(?:"((?:[^"\\]|\\.)*)"|([^"<]*?))\s*<?(\S+?@home\.example)>?$/su.exec(to) ?? [];
        expect(address).toBe("bob@home.example");
        expect(decoded(quoted?.replaceAll(/\\(.)/gs, "$1") ?? bare)).toBe(line);
      }),
    );
  });

  it("reads back what it has written", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeWords(encodeHeaderText(value).replaceAll("\r\n ", " "))).toBe(onOneLine(value));
      }),
    );
  });

  it("writes domains in other scripts in punycode", () => {
    expect(mimeMessage({ ...plain, to: ["info@bücher.example"] })).toContain("To: info@xn--bcher-kva.example\r\n");
  });

  it("answers a thread by valid message ids only", () => {
    const replyTo = {
      threadId: "1",
      messageId: "<b@x>",
      references: ["<a@x>", "<c@x>\r\nBcc: eve@evil.example", "no id"],
    };
    const message = readMime(mimeMessage({ ...plain, replyTo }));
    expect(header(message, "in-reply-to")).toBe("<b@x>");
    expect(header(message, "references")).toBe("<a@x> <b@x>");
    expect(header(message, "bcc")).toBe("");
  });

  it("attaches files with their names, whatever these contain", () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    const name = 'Rechnung "März"\r\nX: y.pdf';
    const attachments = [{ name, mimeType: "text/html\r\nX-Evil: 1", bytes }];
    const [body, file] = readMime(mimeMessage({ ...plain, attachments })).parts;
    expect(String(body?.bytes)).toBe("Hello");
    expect([...(file?.bytes ?? [])]).toEqual([...bytes]);
    expect(file?.headers.map(([, value]) => value)).toEqual([
      "application/octet-stream",
      "base64",
      `attachment; filename*=UTF-8''${encodeURIComponent('Rechnung "März" X: y.pdf')}`,
    ]);
  });
});

describe("a receiver", () => {
  it.each([
    ["ada@fox.example", { address: "ada@fox.example" }],
    [" Ada Fox <ada@fox.example> ", { name: "Ada Fox", address: "ada@fox.example" }],
    ['"Fox, Ada (home)" <ada@fox.example>', { name: "Fox, Ada (home)", address: "ada@fox.example" }],
    ["Müller <m+news@bücher.example>", { name: "Müller", address: "m+news@bücher.example" }],
    ["<ada@fox.example>", { address: "ada@fox.example" }],
  ])("may be %j", (receiver, expected) => {
    expect(parseMailAddress(receiver)).toEqual(expected);
  });

  it.each([
    "",
    "ada",
    "Dr Reed",
    "ada@fox.example, eve@evil.example",
    "Fox, Ada <ada@fox.example>",
    "ada@fox.example <eve@evil.example>",
    "ada@fox.example (eve@evil.example)",
    "ada@fox.example\r\nBcc: eve@evil.example",
    "Ada\r\nBcc: eve@evil.example <ada@fox.example>",
    '"Ada\r\nBcc: eve@evil.example" <ada@fox.example>',
    "<ada@fox.example> <eve@evil.example>",
    "friends: ada@fox.example;",
    "eve%evil.example@fox.example",
    "=?utf-8?q?eve?=@fox.example",
    "ада@fox.example",
    "ada@ｆｏｘ.example", // sent to fox.example
    "ada@fox.ｅxample",
    "ada@①.example",
    "ada@\u212aing.example", // the Kelvin sign
    "ada@bücher.1",
  ])("can't be %j", (receiver) => {
    expect(() => parseMailAddress(receiver)).toThrow("is not a mail address");
  });

  it("is never read in another way than written", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab@.<>"\\,;:() \r\n=?') }), (receiver) => {
        let address: string;
        try {
          address = parseMailAddress(receiver).address;
        } catch {
          return;
        }
        expect(receiver).toContain(address);
        const message = readMime(mimeMessage({ ...plain, to: [receiver] }));
        expect(message.headers.filter(([name]) => name === "to")).toHaveLength(1);
        expect(
          header(message, "to")
            .replace(/^"(?:[^"\\]|\\.)*"/, "")
            .match(/[^\s<>]+@[^\s<>]+/g),
        ).toEqual([address]);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("a receiver who is not a contact", () => {
  const hasExternal = predicates({ contacts: ["bob@home.example"] }).find(
    ({ name }) => name === "has_external_receiver",
  );
  const piece = fc.constantFrom(
    "bob@home.example",
    "eve@evil.example",
    "Bob",
    "<",
    ">",
    '"',
    "\\",
    ",",
    ";",
    "(",
    ")",
    ":",
    " ",
    "@",
    "%",
    "\n",
  );

  it("is never taken for one by the rules", async () => {
    const isSeen = async (receiver: string): Promise<void> => {
      let address: string;
      try {
        address = parseMailAddress(receiver).address;
      } catch {
        return;
      }
      const action = { id: "1", name: "Gmail.SendEmail", args: { to: [receiver] } };
      const context = { action, trajectory: [], prompt: "", signal: new AbortController().signal };
      const finding = await hasExternal?.evaluate([], context);
      const value = typeof finding === "object" ? finding.value : finding;
      if (address !== "bob@home.example") expect(value).not.toBe(false);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
        isSeen,
      ),
      { numRuns: 5000 },
    );
  });
});

describe("a mail that is received", () => {
  const part = (mimeType: string, data: string | Buffer, more: object = {}) => ({
    mimeType,
    body: { data: Buffer.from(data).toString("base64url"), size: data.length },
    ...more,
  });
  const headers = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));

  it("shows its plain text, and names that can't be mistaken for addresses", () => {
    const mail = mailOfMessage({
      id: "1",
      internalDate: "1790000000000",
      payload: {
        mimeType: "multipart/alternative",
        headers: headers({
          from: "=?utf-8?q?bob=40home=2Eexample_=3Cbob=40home=2Eexample=3E?= <eve@evil.example>",
          To: '"Fox, Ada" <ada@fox.example>, bob@home.example',
          SUBJECT: "=?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IPCf?=\r\n =?utf-8?B?mYI=?= =?x-unknown?Q?a?=",
        }),
        parts: [part("text/plain", "Hello\r\nAda"), part("text/html", "<b>Hello</b>")],
      },
    });
    expect(mail.from).toBe('"bob@home.example <bob@home.example>" <eve@evil.example>');
    expect(mail.to).toEqual(['"Fox, Ada" <ada@fox.example>', "bob@home.example"]);
    expect(mail.subject).toBe("Grüße 🙂a");
    expect(mail.body).toBe("Hello\nAda");
    expect(mail.date).toBe("2026-09-21T14:13:20.000Z");
  });

  it("shows the text of HTML if there is no plain text", () => {
    const html =
      "<head><title>x</title></head><p>Hi &amp; bye&#33;<br>2 < 3</p><script>evil()</script><!-- a > b --><p>End";
    const { body } = mailOfMessage({ payload: part("text/html", html) });
    expect(body).toBe("Hi & bye!\n2 < 3\n\nEnd");
  });

  it.each([
    ["Grüße", "iso-8859-1", Buffer.from("Grüße", "latin1")],
    ["Grüße", "iso-8859-1", Buffer.from("Grüße")],
    ["日本", "iso-2022-jp", Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42])],
    ["Grüße", "x-unknown", Buffer.from("Grüße")],
  ])("reads %s in %s", (expected, charset, data) => {
    const mime = part("text/plain", data, { headers: headers({ "Content-Type": `text/plain; charset="${charset}"` }) });
    expect(mailOfMessage({ payload: mime }).body).toBe(expected);
  });

  it("lists attachments, and does not show them as text", () => {
    const file = part("text/plain", "secret", { filename: "=?utf-8?q?a=0Ab=2Etxt?=", partId: "1" });
    const { body, attachments } = mailOfMessage({
      payload: { mimeType: "multipart/mixed", parts: [part("text/plain", "See file"), file] },
    });
    expect(body).toBe("See file");
    expect(attachments).toEqual([{ id: "part:1", name: "a b.txt", mimeType: "text/plain", size: 6 }]);
  });

  it("reads any message without failing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "a", "/", "!--", "script", "&", ";", " ") }), (html) => {
        expect(mailOfMessage({ payload: part("text/html", html) }).body).not.toContain("\u0000");
      }),
    );
    mailOfMessage({ payload: part("text/html", "<script>a</script><!--".repeat(100_000)) });
    mailOfMessage({
      payload: { headers: headers({ From: '"=?a?q?'.repeat(50_000), Subject: "=?a?q?a?= ".repeat(20_000) }) },
    });
    expect(mailOfMessage({})).toMatchObject({ id: "", from: "", body: "" });
  });
});
