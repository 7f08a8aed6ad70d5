/** `memoryMailbox`: a mailbox in memory, for tests and demos. */
import { noSuch } from "../authorized-api.ts";
import { formatMailAddress, parseMailAddress } from "../mail-address.ts";
import { memoryPage } from "../memory-page.ts";
import { singleLine } from "./encoded-word.ts";
import { isSystemLabel, noLabel } from "./gmail-labels.ts";
import { matchesSearch, searchesIn } from "./mail-search.ts";
import type { Contact, Mail, MailService, OutgoingMail } from "./mail-service.ts";

/** Options of {@link memoryMailbox}. */
export interface MemoryMailboxOptions {
  /** Whose mailbox it is. */
  readonly owner: Contact;
  readonly contacts?: readonly Contact[] | undefined;
  /** Received mails, oldest first. */
  readonly mails?: readonly ReceivedMail[] | undefined;
  /** The user's own labels. */
  readonly labels?: readonly string[] | undefined;
  /** The clock; the system's clock by default. */
  readonly now?: (() => Date) | undefined;
}

/** A mail that somebody sent to the owner. */
export interface ReceivedMail {
  readonly from: string;
  /** The owner by default. */
  readonly to?: readonly string[] | undefined;
  readonly cc?: readonly string[] | undefined;
  readonly subject: string;
  readonly body: string;
  readonly labels?: readonly string[] | undefined;
  /** By name; texts are UTF-8. */
  readonly attachments?: Readonly<Record<string, string | Uint8Array>> | undefined;
}

/** A mailbox in memory. It sends nothing over the network. */
export interface MemoryMailbox extends MailService {
  readonly owner: Contact;
  /** All contacts, in the order in which they were added. */
  readonly contacts: readonly Contact[];
  /** Puts a mail into the inbox, and returns its id. */
  receive(mail: ReceivedMail): string;
  /** Returns its content as JSON: the state that rules read as `state.contacts`, `state.inbox` and so on. */
  snapshot(): MailboxSnapshot;
}

/** The contents of a mailbox. */
export interface MailboxSnapshot {
  /** The addresses of the contacts. */
  readonly contacts: readonly string[];
  readonly inbox: readonly SnapshotMail[];
  readonly sent: readonly SnapshotMail[];
  readonly drafts: readonly SnapshotMail[];
  readonly trash: readonly SnapshotMail[];
}

/** A mail in a snapshot. */
export type SnapshotMail = Pick<Mail, "id" | "from" | "to" | "cc" | "bcc" | "subject" | "body" | "date" | "labels">;

/**
 * Creates a mailbox in memory, for tests and demos. Mails are numbered in the order in which they are received and sent.
 *
 * @example
 * const mailbox = memoryMailbox({ owner: { name: "Ada Fox", address: "ada@fox.example" } });
 * const kit = new Gmail({ service: mailbox });
 */
export function memoryMailbox(options: MemoryMailboxOptions): MemoryMailbox {
  const { owner, now = () => new Date(), labels = [] } = options;
  const mails = new Map<string, Mail>();
  const files = new Map<string, Uint8Array>();
  const contacts = new Map<string, Contact>();
  for (const contact of options.contacts ?? []) contacts.set(contact.address.toLowerCase(), contact);

  const find = (id: string): Mail => {
    const mail = mails.get(id.trim());
    if (mail === undefined) throw noSuch(`mail ${JSON.stringify(id)}`);
    return mail;
  };
  let lastId = 0;
  const add = (mail: Omit<Mail, "id" | "threadId" | "date" | "messageId">, thread?: string): string => {
    const id = String(++lastId);
    const messageId = `<${id}@helve.invalid>`;
    mails.set(id, { ...mail, id, threadId: thread ?? id, date: now().toISOString(), messageId });
    return id;
  };
  const addFile = (name: string, mimeType: string, bytes: Uint8Array): Mail["attachments"][number] => {
    const id = `file${files.size + 1}`;
    files.set(id, bytes);
    return { id, name, mimeType, size: bytes.length };
  };
  const addOutgoing = (mail: OutgoingMail, label: string): string => {
    const { replyTo, attachments = [] } = mail;
    const readable = (receivers: readonly string[]): readonly string[] =>
      receivers.map((receiver) => formatMailAddress(parseMailAddress(receiver)));
    const sent = {
      from: formatMailAddress(owner),
      to: readable(mail.to),
      cc: readable(mail.cc),
      bcc: readable(mail.bcc),
      subject: singleLine(mail.subject),
      body: mail.body.replaceAll(/\r\n?/g, "\n"),
      labels: [label],
      attachments: attachments.map(({ name, mimeType, bytes }) => addFile(name, mimeType, bytes)),
      references: replyTo === undefined ? [] : [...replyTo.references, replyTo.messageId],
    };
    return add(sent, replyTo?.threadId);
  };
  const ownLabels = new Map(labels.map((label) => [label.toLowerCase(), label]));
  const labelName = (name: string): string => {
    const known = isSystemLabel(name.toUpperCase()) ? name.toUpperCase() : ownLabels.get(name.toLowerCase());
    if (known === undefined) throw noLabel(name, labels);
    return known;
  };
  const receive = ({
    from,
    to,
    cc = [],
    subject,
    body,
    labels: given = ["INBOX", "UNREAD"],
    attachments = {},
  }: ReceivedMail) =>
    add({
      from,
      to: to ?? [formatMailAddress(owner)],
      cc,
      bcc: [],
      subject,
      body,
      labels: given.map(labelName),
      references: [],
      attachments: Object.entries(attachments).map(([name, data]) =>
        typeof data === "string"
          ? addFile(name, "text/plain", new TextEncoder().encode(data))
          : addFile(name, "application/octet-stream", data),
      ),
    });
  for (const mail of options.mails ?? []) receive(mail);

  const labelled = (label: string): readonly SnapshotMail[] =>
    Array.from(mails.values())
      .filter((mail) => mail.labels.includes(label))
      .map(({ id, from, to, cc, bcc, subject, body, date, labels }) => ({
        id,
        from,
        to,
        cc,
        bcc,
        subject,
        body,
        date,
        labels,
      }));

  return {
    owner,
    get contacts() {
      return [...contacts.values()];
    },
    receive,
    snapshot: () => ({
      contacts: [...contacts.keys()],
      inbox: labelled("INBOX"),
      sent: labelled("SENT"),
      drafts: labelled("DRAFT"),
      trash: labelled("TRASH"),
    }),
    async listMails({ label, search = "", ...page }, { signal } = {}) {
      signal?.throwIfAborted();
      const wanted = label === undefined ? undefined : labelName(label);
      const hidden = ["TRASH", "SPAM"].filter((each) => each !== wanted && !searchesIn(search, each.toLowerCase()));
      const found = [...mails.values()]
        .filter((mail) => wanted === undefined || mail.labels.includes(wanted))
        .filter((mail) => !mail.labels.some((each) => hidden.includes(each)))
        .filter((mail) => matchesSearch(search, mail, now()))
        .toReversed();
      return memoryPage(found, page);
    },
    async getMail(id, { signal } = {}) {
      signal?.throwIfAborted();
      return find(id);
    },
    async getAttachment(_mail, { id, name }) {
      const bytes = files.get(id);
      if (bytes === undefined) throw noSuch(`attachment ${JSON.stringify(name)}`);
      return bytes;
    },
    async sendMail(mail, { signal } = {}) {
      signal?.throwIfAborted();
      return { id: addOutgoing(mail, "SENT") };
    },
    async createDraft(mail, { signal } = {}) {
      signal?.throwIfAborted();
      return { id: addOutgoing(mail, "DRAFT") };
    },
    async deleteMail(id, { permanent = false, signal } = {}) {
      signal?.throwIfAborted();
      const mail = find(id);
      if (permanent) mails.delete(mail.id);
      else
        mails.set(mail.id, { ...mail, labels: [...mail.labels.filter((label) => !placeLabels.has(label)), "TRASH"] });
    },
    async changeLabels(id, { add: added, remove }, { signal } = {}) {
      signal?.throwIfAborted();
      const mail = find(id);
      const removed = remove.map(labelName);
      const kept = mail.labels.filter((label) => !removed.includes(label));
      mails.set(mail.id, { ...mail, labels: [...new Set([...kept, ...added.map(labelName)])] });
    },
    async listLabels() {
      return ["INBOX", "UNREAD", "STARRED", "IMPORTANT", "SENT", "DRAFT", "SPAM", "TRASH", ...labels];
    },
    async searchContacts(query, { signal } = {}) {
      signal?.throwIfAborted();
      const part = query.trim().toLowerCase();
      return [...contacts.values()].filter((contact) => formatMailAddress(contact).toLowerCase().includes(part));
    },
    async addContact({ name, address }, { signal } = {}) {
      signal?.throwIfAborted();
      contacts.set(address.toLowerCase(), { name, address: address.toLowerCase() });
    },
  };
}

/** Labels that say where a mail is; one in the trash is only there. */
const placeLabels: ReadonlySet<string> = new Set(["INBOX", "SENT", "DRAFT", "SPAM", "TRASH"]);
