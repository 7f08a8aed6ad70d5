// A server that answers as the Gmail API and the People API are documented to, with the mails of a mailbox in memory.

import { HelveError } from "@helve/core";
import {
  type LocalAnswer,
  type LocalService,
  localService,
  type ReceivedRequest,
} from "@helve/toolkit-tests/local-service";
import type { Mail, MemoryMailbox } from "@helve/toolkits/gmail";
import { decoded, header, readMime } from "./read-mime.ts";

/** Starts the server. `token` is the only access token that it accepts. */
export function standInGmail(mailbox: MemoryMailbox, token: () => string): Promise<LocalService> {
  return localService(async (request) => {
    if (request.headers.authorization !== `Bearer ${token()}`)
      return googleError(401, "Invalid Credentials", "authError");
    try {
      return await answer(mailbox, request);
    } catch (error) {
      if (HelveError.is(error)) return googleError(404, "Requested entity was not found.", "notFound");
      throw error;
    }
  });
}

/** An error as Google's APIs answer it. */
export function googleError(code: number, message: string, reason: string): LocalAnswer {
  return {
    status: code,
    body: JSON.stringify({ error: { code, message, errors: [{ message, domain: "global", reason }] } }),
  };
}

async function answer(mailbox: MemoryMailbox, { method, url, body }: ReceivedRequest): Promise<LocalAnswer> {
  const path = url.pathname.replace(/^\/gmail\/v1\/users\/me\//, "");
  const [kind, id = "", action, attachment = ""] = path.split("/").map(decodeURIComponent);
  const param = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  switch (
    `${method} ${kind}${id === "" || id === "send" ? `/${id}` : "/ID"}${action === undefined ? "" : `/${action}`}`
  ) {
    case "GET messages/": {
      const label = labelName(param("labelIds"));
      const listed = await mailbox.listMails({
        label,
        search: param("q"),
        limit: Number(param("maxResults")),
        pageToken: param("pageToken"),
      });
      const messages = listed.items.map((each) => ({ id: each.id, threadId: each.id }));
      return { json: { ...(messages.length > 0 && { messages }), nextPageToken: listed.nextPageToken } };
    }
    case "GET messages/ID":
      return {
        json: message(
          await mailbox.getMail(id),
          param("format") === "full",
          url.searchParams.getAll("metadataHeaders"),
        ),
      };
    case "GET messages/ID/attachments": {
      const mail = await mailbox.getMail(id);
      const bytes = await mailbox.getAttachment(mail, { id: attachment, name: "", mimeType: "", size: 0 });
      return { json: { size: bytes.length, data: Buffer.from(bytes).toString("base64url") } };
    }
    case "POST messages/send":
      return { json: await mailbox.sendMail(await outgoing(mailbox, JSON.parse(body))) };
    case "POST drafts/":
      return { json: await mailbox.createDraft(await outgoing(mailbox, JSON.parse(body).message)) };
    case "POST messages/ID/trash":
      await mailbox.deleteMail(id);
      return { json: { id } };
    case "DELETE messages/ID":
      await mailbox.deleteMail(id, { permanent: true });
      return { status: 204 };
    case "POST messages/ID/modify": {
      const { addLabelIds, removeLabelIds } = JSON.parse(body);
      const names = (ids: readonly string[]): string[] => ids.map((each) => labelName(each) ?? "");
      await mailbox.changeLabels(id, { add: names(addLabelIds), remove: names(removeLabelIds) });
      return { json: { id } };
    }
    case "GET labels/":
      return {
        json: { labels: (await mailbox.listLabels()).map((name) => ({ id: labelId(name), name, type: "user" })) },
      };
    case "GET /ID": {
      const contacts = param("query") === "" ? [] : await mailbox.searchContacts(param("query") ?? "");
      const people = contacts.map(({ name, address }) => ({
        person: { names: [{ displayName: name }], emailAddresses: [{ value: address }] },
      }));
      return { json: people.length === 0 ? {} : { results: people } };
    }
    case "POST /ID": {
      const { names, emailAddresses } = JSON.parse(body);
      await mailbox.addContact({ name: names[0].unstructuredName, address: emailAddresses[0].value });
      return { json: { resourceName: "people/c1" } };
    }
    default:
      return googleError(404, `Not Found: ${method} ${path}`, "notFound");
  }
}

const labelId = (name: string): string => (name === "Travel" ? "Label_7" : name);
const labelName = (id: string | undefined): string | undefined => (id === "Label_7" ? "Travel" : id);

/** A message as the API describes it: attachments with data of their own, the text in base64url. */
function message(mail: Mail, isFull: boolean, wanted: readonly string[]): object {
  const headers = [
    { name: "From", value: mail.from },
    { name: "To", value: mail.to.join(", ") },
    { name: "Subject", value: mail.subject },
    { name: "Message-ID", value: mail.messageId },
    ...(mail.references.length > 0 ? [{ name: "References", value: mail.references.join(" ") }] : []),
    ...(mail.cc.length > 0 ? [{ name: "Cc", value: mail.cc.join(", ") }] : []),
    ...(mail.bcc.length > 0 ? [{ name: "Bcc", value: mail.bcc.join(", ") }] : []),
  ].filter(({ name }) => isFull || wanted.includes(name));
  const text = {
    partId: "0",
    mimeType: "text/plain",
    filename: "",
    body: { data: Buffer.from(mail.body).toString("base64url") },
  };
  const files = mail.attachments.map(({ id, name, mimeType, size }, index) => ({
    partId: String(index + 1),
    mimeType,
    filename: name,
    body: { attachmentId: id, size },
  }));
  return {
    id: mail.id,
    threadId: mail.threadId,
    labelIds: mail.labels.map(labelId),
    internalDate: String(Date.parse(mail.date)),
    payload: { mimeType: "multipart/mixed", headers, ...(isFull && { parts: [text, ...files] }) },
  };
}

/** The mail in the `raw` of a request. */
async function outgoing(
  mailbox: MemoryMailbox,
  { raw, threadId }: { readonly raw: string; readonly threadId?: string },
) {
  const mail = readMime(Buffer.from(raw, "base64url").toString("latin1"));
  const [text = mail, ...files] = mail.parts;
  const list = (name: string): readonly string[] => {
    const value = decoded(header(mail, name));
    return value === "" ? [] : value.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((each) => each.trim());
  };
  const answered = header(mail, "in-reply-to");
  const thread = [...mailbox.snapshot().inbox].find(({ id }) => `<${id}@helve.invalid>` === answered);
  const replyTo = thread === undefined ? undefined : await mailbox.getMail(thread.id);
  if (replyTo !== undefined && replyTo.threadId !== threadId) throw new Error("another thread");
  return {
    to: list("to"),
    cc: list("cc"),
    bcc: list("bcc"),
    subject: decoded(header(mail, "subject")),
    body: new TextDecoder().decode(text.bytes).replaceAll("\r\n", "\n"),
    replyTo,
    attachments: files.map((file) => ({
      name: decodeURIComponent(/''(.*)$/.exec(header(file, "content-disposition"))?.[1] ?? ""),
      mimeType: header(file, "content-type"),
      bytes: file.bytes,
    })),
  };
}
