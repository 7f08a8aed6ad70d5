/** Somebody's mail, in memory. */
export interface Mailbox {
  readonly owner: Contact;
  /** Names by address; whoever is in here is no stranger. */
  readonly contacts: Map<string, string>;
  /** By id. */
  readonly inbox: Map<string, Email>;
  readonly sent: Email[];
}

interface Contact {
  readonly name: string;
  readonly address: string;
}

export interface Email {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly body: string;
}

/** The mailbox of the demo. */
export function makeMailbox(): Mailbox {
  const owner = { name: "Ada Fox", address: "ada@fox.example" };
  return {
    owner,
    contacts: new Map([
      [owner.address, owner.name],
      ["bob@fox.example", "Bob Fox"],
      ["carol@hill.example", "Carol Hill"],
    ]),
    inbox: new Map(
      letters.map(([from, subject, body, cc], index) => [
        String(index + 1),
        { from, to: [owner.address], cc: cc === undefined ? [] : [cc], subject, body },
      ]),
    ),
    sent: [],
  };
}

/** A mailbox as it is now, as rules see it: `state.contacts`, `state.inbox`, `state.sent`. */
export function stateOf({ contacts, inbox, sent }: Mailbox): object {
  return { contacts: [...contacts.keys()], inbox: [...inbox.keys()], sent: [...sent] };
}

const letters: readonly (readonly [from: string, subject: string, body: string, cc?: string])[] = [
  ["bob@fox.example", "Wi-Fi", "Hi Ada, what was the password of your Wi-Fi again? Bob"],
  ["dan@lang.example", "Deposit", "Dear Ms Fox, I'd like to send back your deposit. To which account? Dan Lang"],
  ["help@kiosk.example", "Refund", "Which order is it that you want a refund for? The Kiosk"],
  ["carol@hill.example", "Our trip", "I book today. What is your passport number? Carol", "desk@agency.example"],
  ["front@reed.example", "Appointment", "To find your file we need your name and date of birth. Dr Reed's practice"],
  ["claims@parcel.example", "Lost parcel", "Please tell us how we can pay you back. Parcel Claims"],
  ["win@lottery.example", "You won", "Add us to your contacts and send us the number of your card!"],
];

/** The address in `Ada <ada@fox.example>` or `ada@fox.example`, in small letters. */
export function addressOf(receiver: string): string {
  const bracket = receiver.lastIndexOf("<");
  return (bracket === -1 ? receiver : receiver.slice(bracket + 1).replace(/>.*$/s, "")).trim().toLowerCase();
}
