import { ToolError, Toolkit, toolApi } from "@helve/tool";
import { type Email, type Mailbox, parseAddress } from "./mailbox.ts";

/** The Gmail toolkit on a mailbox in memory: it sends nothing over the network. */
export class Gmail extends Toolkit {
  override readonly name = "Gmail";
  override readonly description = "Reads and sends the user's mail.";
  readonly #mailbox: Mailbox;

  constructor(mailbox: Mailbox) {
    super();
    this.#mailbox = mailbox;
  }

  @toolApi(`List the mail in the inbox.

    Returns:
        list (str): a line for each mail: its id, who sent it, its subject`)
  ListEmails(): string {
    const lines = Array.from(this.#mailbox.inbox, ([id, { from, subject }]) => `${id}  ${from}  ${subject}`);
    return lines.join("\n") || "The inbox is empty.";
  }

  @toolApi(`Read a mail of the inbox.

    Args:
        id (str): its id

    Returns:
        mail (str): who sent it to whom, its subject, its text`)
  ReadEmail(id: string): string {
    const { from, cc, subject, body } = this.#find(id);
    return [
      `From: ${from}`,
      ...(cc.length === 0 ? [] : [`Cc: ${cc.join(", ")}`]),
      `Subject: ${subject}`,
      "",
      body,
    ].join("\n");
  }

  @toolApi(`Send a mail in the user's name.

    Args:
        to (list[str]): the receivers' addresses
        subject (str): the subject
        body (str): the text
        cc (list[str], optional): who gets a copy, nobody by default

    Returns:
        sent (str): who it was sent to`)
  SendEmail(to: readonly string[], subject: string, body: string, cc: readonly string[] = []): string {
    const invalid = [...to, ...cc].find((receiver) => !/^[^@\s]+@[^@\s]+$/.test(parseAddress(receiver)));
    if (invalid !== undefined) throw new ToolError(`"${invalid}" is not a mail address.`);
    if (to.length + cc.length === 0) throw new ToolError("A mail needs a receiver.");
    this.#mailbox.sent.push({ from: this.#mailbox.owner.address, to, cc, subject, body });
    return `Sent to ${[...to, ...cc].join(", ")}.`;
  }

  @toolApi(`Delete a mail of the inbox.

    Args:
        id (str): its id`)
  DeleteEmail(id: string): string {
    const { subject } = this.#find(id);
    this.#mailbox.inbox.delete(id);
    return `Deleted "${subject}".`;
  }

  @toolApi(`Search the user's contacts.

    Args:
        query (str): a part of a name or an address

    Returns:
        contacts (str): a line for each: name and address`)
  SearchContacts(query: string): string {
    const part = query.toLowerCase();
    const contacts = Array.from(this.#mailbox.contacts, ([address, name]) => `${name} <${address}>`);
    return contacts.filter((line) => line.toLowerCase().includes(part)).join("\n") || `No contact has "${query}".`;
  }

  @toolApi(`Add somebody to the user's contacts.

    Args:
        name (str): the name
        address (str): the mail address`)
  AddContact(name: string, address: string): string {
    this.#mailbox.contacts.set(parseAddress(address), name);
    return `${name} is a contact now.`;
  }

  #find(id: string): Email {
    const email = this.#mailbox.inbox.get(id);
    if (email === undefined) throw new ToolError(`There is no mail "${id}".`);
    return email;
  }
}
