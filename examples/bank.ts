import { type Guard, guard } from "@helve/guard";
import { tool } from "@helve/tool";
import { z } from "zod";

/** The tools of the examples: a bank that only prints what it does. */
export const pay = tool({
  name: "pay",
  description: "Pay an amount to somebody.",
  parameters: z.object({
    amount: z.number().describe("in euros"),
    to: z.string().describe("the name of the receiver"),
  }),
  execute: ({ amount, to }) => {
    console.log(`  the bank pays ${amount} to ${to}`);
    return `paid ${amount} to ${to}`;
  },
});

export const contacts = tool({
  name: "contacts",
  description: "List the names of known receivers.",
  parameters: z.object({}),
  execute: () => ["Ann", "Bob"],
});

/** The rules of the examples. `user_inspection` waits for a person: the adapter passes the question to the SDK. */
export const rules = `
  rule @ask_above_50
  trigger pay
  check args.amount > 50
  enforce user_inspection("a payment above 50 euros")
  end

  rule @known_receivers
  trigger pay
  check !(args.to in ["Ann", "Bob"])
  enforce stop("pay only to people who are in the contacts")
  end
`;

/** A guard with the rules. It signs questions, so that an answer fits only what was asked. */
export function bankGuard(): Guard {
  return guard({ rules });
}

/** What the model asks for with `--mock`: malformed arguments, a payment that needs a person, and one that is stopped. */
export const script: readonly { readonly id: string; readonly name: string; readonly arguments: string }[] = [
  { id: "call_1", name: "pay", arguments: `{amount: "20", 'to': "Ann",}` },
  { id: "call_2", name: "pay", arguments: `{"amount": 80, "to": "Bob"}` },
  { id: "call_3", name: "pay", arguments: `{"amount": 5, "to": "Mallory"}` },
];

/** The user's request. */
export const request = "Pay 20 euros to Ann, 80 to Bob and 5 to Mallory.";
