/** The subpath `@helve/toolkits/gmail`: mails, labels and contacts of a mailbox. */
import type { ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, toolApi } from "@helve/tool";
import { noSuch } from "./authorized-api.ts";
import { attachmentText } from "./gmail/attachment-text.ts";
import { chinese } from "./gmail/chinese.ts";
import { singleLine } from "./gmail/encoded-word.ts";
import type { MailService } from "./gmail/mail-service.ts";
import { attachmentList, forwardedText, mailList, mailText, prefixedSubject } from "./gmail/mail-text.ts";
import { draftMail, outgoingMail, sentText } from "./gmail/outgoing-mail.ts";
import { formatMailAddress, parseMailAddress } from "./mail-address.ts";
import { pageQuery } from "./service-options.ts";
import { type CommonToolkitOptions, plainUses, toolkitOptions } from "./toolkit-options.ts";

export type { GmailApiOptions } from "./gmail/gmail-api.ts";
export { gmailApi } from "./gmail/gmail-api.ts";
export type {
  Contact,
  LabelChanges,
  Mail,
  MailAttachment,
  MailQuery,
  MailService,
  MailSummary,
  OutgoingAttachment,
  OutgoingMail,
} from "./gmail/mail-service.ts";
export type {
  MailboxSnapshot,
  MemoryMailbox,
  MemoryMailboxOptions,
  ReceivedMail,
  SnapshotMail,
} from "./gmail/memory-mailbox.ts";
export { memoryMailbox } from "./gmail/memory-mailbox.ts";
export type { MailAddress } from "./mail-address.ts";
export { formatMailAddress, parseMailAddress } from "./mail-address.ts";
export type { Page, ServiceOptions } from "./service-options.ts";

/** Options of {@link Gmail}. */
export interface GmailOptions extends CommonToolkitOptions {
  /** The mailbox: `gmailApi({ token })`, or `memoryMailbox({ … })` for tests and demos. */
  readonly service: MailService;
}

// The parameters that several tools have.
const mailId = "id (str): the mail's id";
const page = `limit (int, optional): how many mails to list at most, 1 to 50; 20 by default
        page_token (str, optional): where to continue, as the last list says`;
const listed = "str: a line for each mail: its id, date, sender and subject";
const copies = "cc (list[str], optional): who gets a copy; nobody by default";
const blindCopies = "bcc (list[str], optional): who gets a copy that the others don't see; nobody by default";
const sentTo = "str: who it was sent to";

/**
 * Reads and sends the user's mail (AgentSpec's personal assistant). All receivers of a mail are arguments of the call, also those of an answer, so that
 * rules see them. Drafts are for the user: no tool sends one.
 *
 * @example
 * const executor = new ActionExecutor([new Gmail({ service: gmailApi({ token }) })]);
 */
export class Gmail extends Toolkit {
  override readonly name = "Gmail";
  static readonly description = "Reads and sends the user's mail.";
  readonly #service: MailService;

  constructor({ service, ...options }: GmailOptions) {
    super(toolkitOptions(options, {}, chinese));
    this.#service = service;
  }

  @toolApi(
    `List mails with a label, newest first.

    Args:
        label (str, optional): the name of the label; INBOX by default
        ${page}

    Returns:
        ${listed}`,
    { idempotent: true, parallel: true },
  )
  async ListEmails(label = "INBOX", limit = 20, page_token = "", { signal }: ToolContext): Promise<string> {
    const query = { label, ...pageQuery(limit, 50, page_token) };
    return mailList(await this.#service.listMails(query, { signal }), `There is no mail with the label ${label}.`);
  }

  @toolApi(
    `Search all mail, newest first.

    Args:
        query (str): words, and conditions such as from:bob subject:lunch is:unread has:attachment after:2026/01/31
        ${page}

    Returns:
        ${listed}`,
    { idempotent: true, parallel: true },
  )
  async SearchEmails(query: string, limit = 20, page_token = "", { signal }: ToolContext): Promise<string> {
    const search = { search: query, ...pageQuery(limit, 50, page_token) };
    return mailList(await this.#service.listMails(search, { signal }), "No mail matches the search.");
  }

  @toolApi(
    `Read a mail.

    Args:
        ${mailId}

    Returns:
        str: its headers, its text, and the names of its attachments`,
    { idempotent: true, parallel: true },
  )
  async ReadEmail(id: string, { signal }: ToolContext): Promise<string> {
    return mailText(await this.#service.getMail(id, { signal }));
  }

  @toolApi(
    `List the attachments of a mail.

    Args:
        ${mailId}

    Returns:
        str: a line for each attachment: its name, type and size`,
    { idempotent: true, parallel: true },
  )
  async ListAttachments(id: string, { signal }: ToolContext): Promise<string> {
    return attachmentList((await this.#service.getMail(id, { signal })).attachments);
  }

  @toolApi(
    `Read an attachment of a mail that is a text.

    Args:
        ${mailId}
        name (str): the name of the attachment, as it is listed

    Returns:
        str: the text`,
    { idempotent: true, parallel: true },
  )
  async ReadAttachment(id: string, name: string, { signal }: ToolContext): Promise<string> {
    const mail = await this.#service.getMail(id, { signal });
    const attachment = mail.attachments.find((each) => each.name === name);
    if (attachment === undefined) throw noSuch(`attachment ${JSON.stringify(name)} in the mail ${JSON.stringify(id)}`);
    return attachmentText(attachment, await this.#service.getAttachment(mail, attachment, { signal }));
  }

  @toolApi(`Send a mail in the user's name.

    Args:
        to (list[str]): the receivers: ada@fox.example or Ada Fox <ada@fox.example>
        subject (str): the subject
        body (str): the text
        ${copies}
        ${blindCopies}

    Returns:
        ${sentTo}`)
  async SendEmail(
    to: readonly string[],
    subject: string,
    body: string,
    cc: readonly string[] = [],
    bcc: readonly string[] = [],
    { signal }: ToolContext,
  ): Promise<string> {
    const mail = outgoingMail({ to, cc, bcc, subject, body });
    await this.#service.sendMail(mail, { signal });
    return sentText(mail);
  }

  @toolApi(`Answer a mail in the user's name.

    Args:
        id (str): the id of the mail to answer
        to (list[str]): the receivers: for most answers the sender of the mail
        body (str): the text, without the mail that it answers
        cc (list[str], optional): who gets a copy: to answer all, the other receivers of the mail
        ${blindCopies}

    Returns:
        ${sentTo}`)
  async ReplyToEmail(
    id: string,
    to: readonly string[],
    body: string,
    cc: readonly string[] = [],
    bcc: readonly string[] = [],
    { signal }: ToolContext,
  ): Promise<string> {
    const receivers = outgoingMail({ to, cc, bcc, subject: "", body });
    const replyTo = await this.#service.getMail(id, { signal });
    const mail = { ...receivers, subject: prefixedSubject("Re", replyTo.subject), replyTo };
    await this.#service.sendMail(mail, { signal });
    return sentText(mail);
  }

  @toolApi(`Forward a mail with its attachments.

    Args:
        id (str): the id of the mail to forward
        to (list[str]): the receivers
        body (str, optional): a text before the mail; none by default
        ${copies}
        ${blindCopies}

    Returns:
        ${sentTo}`)
  async ForwardEmail(
    id: string,
    to: readonly string[],
    body = "",
    cc: readonly string[] = [],
    bcc: readonly string[] = [],
    { signal }: ToolContext,
  ): Promise<string> {
    const receivers = outgoingMail({ to, cc, bcc, subject: "", body });
    const original = await this.#service.getMail(id, { signal });
    const attachments = [];
    for (const { id: attachmentId, name, mimeType, size } of original.attachments) {
      const bytes = await this.#service.getAttachment(original, { id: attachmentId, name, mimeType, size }, { signal });
      attachments.push({ name, mimeType, bytes });
    }
    const subject = prefixedSubject("Fwd", original.subject);
    const mail = { ...receivers, subject, body: forwardedText(body, original), attachments };
    await this.#service.sendMail(mail, { signal });
    return sentText(mail);
  }

  @toolApi(`Save a draft of a mail, which the user can review and send.

    Args:
        to (list[str]): the receivers; may be empty
        subject (str): the subject
        body (str): the text
        ${copies}
        ${blindCopies}

    Returns:
        str: the id of the draft`)
  async CreateDraft(
    to: readonly string[],
    subject: string,
    body: string,
    cc: readonly string[] = [],
    bcc: readonly string[] = [],
    { signal }: ToolContext,
  ): Promise<string> {
    const { id } = await this.#service.createDraft(draftMail({ to, cc, bcc, subject, body }), { signal });
    return `Saved the draft ${id}. It is not sent.`;
  }

  @toolApi(
    `Delete a mail.

    Args:
        ${mailId}
        permanent (bool, optional): whether it is deleted for good instead of moved to the trash; False by default`,
    { idempotent: true },
  )
  async DeleteEmail(id: string, permanent = false, { signal }: ToolContext): Promise<string> {
    await this.#service.deleteMail(id, { permanent, signal });
    return permanent ? `Deleted the mail ${id} for good.` : `Moved the mail ${id} to the trash.`;
  }

  @toolApi(
    `List the labels that mails can have.

    Returns:
        str: a line for each label`,
    { idempotent: true, parallel: true },
  )
  async ListLabels({ signal }: ToolContext): Promise<string> {
    return (await this.#service.listLabels({ signal })).join("\n");
  }

  @toolApi(
    `Add labels to a mail, and remove labels from it: without UNREAD it is read, without INBOX it is archived.

    Args:
        ${mailId}
        add (list[str], optional): the labels to add; none by default
        remove (list[str], optional): the labels to remove; none by default`,
    { idempotent: true },
  )
  async LabelEmail(
    id: string,
    add: readonly string[] = [],
    remove: readonly string[] = [],
    { signal }: ToolContext,
  ): Promise<string> {
    if (add.length + remove.length === 0) throw new ToolError("Name a label to add or to remove.");
    const place = add.find((label) => placeLabels.has(label.trim().toUpperCase()));
    if (place !== undefined)
      throw new ToolError(`The label ${place} can't be added. To delete a mail, use DeleteEmail.`);
    await this.#service.changeLabels(id, { add, remove }, { signal });
    return `Changed the labels of the mail ${id}.`;
  }

  @toolApi(
    `Search the user's contacts.

    Args:
        query (str): a part of a name or of an address

    Returns:
        str: a line for each contact: name and address`,
    { idempotent: true, parallel: true },
  )
  async SearchContacts(query: string, { signal }: ToolContext): Promise<string> {
    const contacts = await this.#service.searchContacts(query, { signal });
    const none = `No contact matches ${JSON.stringify(query)}: ask the user for the address.`;
    return contacts.map(formatMailAddress).join("\n") || none;
  }

  @toolApi(`Add somebody to the user's contacts.

    Args:
        name (str): the name
        address (str): the mail address`)
  async AddContact(name: string, address: string, { signal }: ToolContext): Promise<string> {
    const contact = { name: singleLine(name), address: parseMailAddress(address).address };
    if (contact.name === "") throw new ToolError("A contact needs a name.");
    await this.#service.addContact(contact, { signal });
    return `${formatMailAddress(contact)} is a contact now.`;
  }
}

/** The meaning of the arguments for rules: none is code, a path or an address of the network. */
export const gmailUses: NonNullable<Policy<never>["tools"]> = plainUses("Gmail", chinese);

/** Labels that would delete a mail, or say that it was sent. */
const placeLabels: ReadonlySet<string> = new Set(["TRASH", "SPAM", "SENT", "DRAFT"]);
