/** `gmailApi`: a mailbox behind the Gmail API. */
import type { AccessToken } from "../access-token.ts";
import { type ApiRequest, callApi, pathSegment } from "../authorized-api.ts";
import type { HttpOptions } from "../http.ts";
import type { ServiceOptions } from "../service-options.ts";
import { fromBase64, toBase64Url } from "./base64.ts";
import { gmailLabels } from "./gmail-labels.ts";
import { type GmailMessage, inlineData, mailOfMessage, summaryOfMessage } from "./gmail-message.ts";
import type { MailService, MailSummary, OutgoingMail } from "./mail-service.ts";
import { mimeMessage } from "./mime-message.ts";
import { peopleApi } from "./people-api.ts";

/** Options of {@link gmailApi}. */
export interface GmailApiOptions extends HttpOptions {
  readonly token: AccessToken;
  /** The address of the Gmail API. */
  readonly url?: string | undefined;
  /** The address of the People API, which has the contacts. */
  readonly peopleUrl?: string | undefined;
  /** Contacts other than the contacts of the People API. */
  readonly contacts?: Pick<MailService, "searchContacts" | "addContact"> | undefined;
}

/**
 * Creates the service for a mailbox by the Gmail API, with the contacts of the People API. The token needs the scope
 * `gmail.modify`, `mail.google.com` to delete mails for good, and `contacts`.
 *
 * @example
 * new Gmail({ service: gmailApi({ token: async ({ refresh }) => (await oauth.token({ refresh })).accessToken }) });
 */
export function gmailApi(options: GmailApiOptions): MailService {
  const api = { service: "Gmail", url: options.url ?? gmailUrl, token: options.token };
  const call = (path: string, request: ApiRequest): Promise<unknown> =>
    callApi(api, `users/me/${path}`, { scope: modifyScope, ...request }, options);
  const labels = gmailLabels(call);
  const contacts = options.contacts ?? peopleApi(options);

  const message = async (id: string, request: ApiRequest): Promise<GmailMessage> =>
    (await call(`messages/${pathSegment("mail", id)}`, { subject: mailText(id), ...request })) as GmailMessage;

  const raw = (mail: OutgoingMail): object => ({
    raw: toBase64Url(new TextEncoder().encode(mimeMessage(mail))),
    threadId: mail.replyTo?.threadId,
  });

  /** Fetches the summary of a mail for a list; `undefined` if the mail was deleted in the meantime. */
  const summary = async (id: string, signal: AbortSignal | undefined): Promise<MailSummary | undefined> => {
    const response = await call(`messages/${pathSegment("mail", id)}?${listedHeaders}`, {
      query: { format: "metadata" },
      missing: null,
      signal,
    });
    return response === null ? undefined : labels.named(summaryOfMessage(response as GmailMessage), signal);
  };

  return {
    async listMails({ label, search, limit, pageToken }, { signal } = {}) {
      const labelIds = label === undefined ? undefined : await labels.id(label, signal);
      const query = { q: search, labelIds, maxResults: limit, pageToken };
      const listed = (await call("messages", { query, signal })) as MessageList;
      const items: MailSummary[] = [];
      const ids = (listed.messages ?? []).flatMap(({ id }) => id ?? []);
      for (let at = 0; at < ids.length; at += parallelRequests) {
        const batch = ids.slice(at, at + parallelRequests).map((id) => summary(id, signal));
        items.push(...(await Promise.all(batch)).filter((item) => item !== undefined));
      }
      return { items, nextPageToken: listed.nextPageToken };
    },
    async getMail(id, { signal } = {}) {
      return labels.named(mailOfMessage(await message(id, { query: { format: "full" }, signal })), signal);
    },
    async getAttachment({ id }, attachment, { signal } = {}) {
      if (attachment.id.startsWith("part:")) {
        return inlineData(await message(id, { query: { format: "full" }, signal }), attachment.id) ?? new Uint8Array();
      }
      const path = `messages/${pathSegment("mail", id)}/attachments/${pathSegment("attachment", attachment.id)}`;
      const subject = `attachment ${JSON.stringify(attachment.name)}`;
      const { data = "" } = (await call(path, { signal, subject })) as { readonly data?: string };
      return fromBase64(data);
    },
    async sendMail(mail, { signal } = {}) {
      return idOf(await call("messages/send", { method: "POST", json: raw(mail), signal }));
    },
    async createDraft(mail, { signal } = {}) {
      return idOf(await call("drafts", { method: "POST", json: { message: raw(mail) }, signal }));
    },
    async deleteMail(id, { permanent = false, signal } = {}) {
      const path = `messages/${pathSegment("mail", id)}`;
      const subject = mailText(id);
      if (permanent) await call(path, { method: "DELETE", signal, subject, scope: "https://mail.google.com/" });
      else await call(`${path}/trash`, { method: "POST", isSafe: true, signal, subject });
    },
    async changeLabels(id, { add, remove }, { signal } = {}) {
      const ids = (names: readonly string[]): Promise<readonly string[]> =>
        Promise.all(names.map((name) => labels.id(name, signal)));
      const json = { addLabelIds: await ids(add), removeLabelIds: await ids(remove) };
      const path = `messages/${pathSegment("mail", id)}/modify`;
      await call(path, { method: "POST", isSafe: true, json, signal, subject: mailText(id) });
    },
    listLabels: ({ signal }: ServiceOptions = {}) => labels.names(signal),
    searchContacts: (query, call) => contacts.searchContacts(query, call),
    addContact: (contact, call) => contacts.addContact(contact, call),
  };
}

interface MessageList {
  readonly messages?: readonly { readonly id?: string }[];
  readonly nextPageToken?: string;
}

const gmailUrl = "https://gmail.googleapis.com/gmail/v1";
const modifyScope = "https://www.googleapis.com/auth/gmail.modify";
const listedHeaders = ["From", "To", "Subject"].map((name) => `metadataHeaders=${name}`).join("&");
const parallelRequests = 10;

/** Names a mail for an error message. */
function mailText(id: string): string {
  return `mail ${JSON.stringify(id)}`;
}

/** Returns the id in a response of Gmail. */
function idOf(response: unknown): { readonly id: string } {
  return { id: (response as { readonly id?: string } | undefined)?.id ?? "" };
}
