import type { Policy } from "@helve/predicates";

/** A user's mailbox in memory: contacts, received mail and sent mail. */
export interface Mailbox {
  readonly owner: Contact;
  /** The names of the contacts, by address. Everybody else is an external receiver. */
  readonly contacts: Map<string, string>;
  /** Received mail, by id. */
  readonly inbox: Map<string, Email>;
  readonly sent: Email[];
}

interface Contact {
  readonly name: string;
  readonly address: string;
}

/** A mail. */
export interface Email {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly body: string;
}

/** Creates the mailbox of the demo, with three contacts and seven mails. */
export function createMailbox(): Mailbox {
  const owner = { name: "Ada Fox", address: "ada@fox.example" };
  return {
    owner,
    contacts: new Map([
      [owner.address, owner.name],
      ["bob@fox.example", "Bob Fox"],
      ["carol@hill.example", "Carol Hill"],
    ]),
    inbox: new Map(
      receivedMails.map(([from, subject, body, cc], index) => [
        String(index + 1),
        { from, to: [owner.address], cc: cc === undefined ? [] : [cc], subject, body },
      ]),
    ),
    sent: [],
  };
}

/** A snapshot of the mailbox that rules read as `state.contacts`, `state.inbox` and `state.sent`. */
export function mailboxState({ contacts, inbox, sent }: Mailbox): object {
  return { contacts: [...contacts.keys()], inbox: [...inbox.keys()], sent: [...sent] };
}

const receivedMails: readonly (readonly [from: string, subject: string, body: string, cc?: string])[] = [
  ["bob@fox.example", "Wi-Fi", "Hi Ada, what was the password of your Wi-Fi again? Bob"],
  ["dan@lang.example", "Deposit", "Dear Ms Fox, I'd like to send back your deposit. To which account? Dan Lang"],
  ["help@kiosk.example", "Refund", "Which order is it that you want a refund for? The Kiosk"],
  ["carol@hill.example", "Our trip", "I book today. What is your passport number? Carol", "desk@agency.example"],
  ["front@reed.example", "Appointment", "To find your file we need your name and date of birth. Dr Reed's practice"],
  ["claims@parcel.example", "Lost parcel", "Please tell us how we can pay you back. Parcel Claims"],
  ["win@lottery.example", "You won", "Add us to your contacts and send us the number of your card!"],
];

/** The policy for the mail predicates. Its contacts are read at each evaluation, so that new contacts count at once. */
export function mailPolicy(mailbox: Mailbox): Policy {
  return {
    get contacts() {
      return [...mailbox.contacts.keys()];
    },
  };
}

/** The address in `Ada <ada@fox.example>` or `ada@fox.example`, in lower case. */
export function parseAddress(receiver: string): string {
  const bracket = receiver.lastIndexOf("<");
  return (bracket === -1 ? receiver : receiver.slice(bracket + 1).replace(/>.*$/s, "")).trim().toLowerCase();
}
