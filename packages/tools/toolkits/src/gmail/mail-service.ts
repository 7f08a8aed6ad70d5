/** The interface of a mailbox for the toolkit `Gmail`: Gmail's API or a mailbox in memory. */
import type { Page, ServiceOptions } from "../service-options.ts";

/** The operations of the toolkit `Gmail` on a mailbox: {@link gmailApi} is the real one, {@link memoryMailbox} one in memory. */
export interface MailService {
  /** Lists mails, newest first. */
  listMails(query: MailQuery, options?: ServiceOptions): Promise<Page<MailSummary>>;
  getMail(id: string, options?: ServiceOptions): Promise<Mail>;
  getAttachment(mail: Mail, attachment: MailAttachment, options?: ServiceOptions): Promise<Uint8Array>;
  sendMail(mail: OutgoingMail, options?: ServiceOptions): Promise<{ readonly id: string }>;
  createDraft(mail: OutgoingMail, options?: ServiceOptions): Promise<{ readonly id: string }>;
  /** Moves a mail to the trash, or deletes it for good. */
  deleteMail(id: string, options?: ServiceOptions & { readonly permanent?: boolean | undefined }): Promise<void>;
  /** Adds and removes labels, which are named as {@link MailService.listLabels} names them. */
  changeLabels(id: string, changes: LabelChanges, options?: ServiceOptions): Promise<void>;
  listLabels(options?: ServiceOptions): Promise<readonly string[]>;
  searchContacts(query: string, options?: ServiceOptions): Promise<readonly Contact[]>;
  addContact(contact: Contact, options?: ServiceOptions): Promise<void>;
}

/** Which mails to list. */
export interface MailQuery {
  /** The name of a label; all mail without it. */
  readonly label?: string | undefined;
  /** A search in the syntax of Gmail: `from:bob is:unread`. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly pageToken?: string | undefined;
}

/** A mail in a list. Addresses are written `Ada <ada@fox.example>`. */
export interface MailSummary {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Date and time of ISO 8601 in UTC. */
  readonly date: string;
  readonly labels: readonly string[];
}

/** A mail. */
export interface Mail extends MailSummary {
  readonly threadId: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly body: string;
  readonly attachments: readonly MailAttachment[];
  /** The header `Message-ID`; empty if it has none. */
  readonly messageId: string;
  /** The ids of the messages that it answers, oldest first. */
  readonly references: readonly string[];
}

/** A file in a mail. */
export interface MailAttachment {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
}

/** A mail to send. */
export interface OutgoingMail {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: string;
  /** The mail that it answers. */
  readonly replyTo?: Pick<Mail, "threadId" | "messageId" | "references"> | undefined;
  readonly attachments?: readonly OutgoingAttachment[] | undefined;
}

/** A file that is sent with a mail. */
export interface OutgoingAttachment extends Pick<MailAttachment, "name" | "mimeType"> {
  readonly bytes: Uint8Array;
}

/** A person in the user's contacts. */
export interface Contact {
  readonly name: string;
  readonly address: string;
}

/** Names of labels. */
export interface LabelChanges {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}
