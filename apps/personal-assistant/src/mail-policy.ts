import type { Policy } from "@helve/predicates";
import type { Mailbox } from "./mailbox.ts";

/** What the predicates are told of a mailbox: its contacts as they are when they ask. */
export function mailPolicy(mailbox: Mailbox): Policy {
  return {
    get contacts() {
      return [...mailbox.contacts.keys()];
    },
  };
}
