/** The command line of the demo: its options, its task and what it prints. */
import { type DemoProgram, demoProgram } from "@helve/demo";
import { runAgent } from "./agent.ts";

/** The demo's command line. */
export const main: DemoProgram = demoProgram({
  usage: `Usage: personal-assistant [options]

A scripted assistant answers the mail in a mailbox in memory. Rules decide what it may send, and ask you about the rest.

  --dentist        make an appointment instead, whose time and address you have left open: rules make the assistant ask
  --tour           answer the questions in different ways: three fixes, an edit, an approval, two rejections
  --approve        approve everything that the rules ask about
  --reject         reject everything that the rules ask about
  --fix NAME       choose this fix where it is offered, and reject the rest: add_contact, remove_sensitive_info,
                   remove_external_receiver`,
  options: {
    dentist: { type: "boolean", default: false },
    tour: { type: "boolean", default: false },
    approve: { type: "boolean", default: false },
    reject: { type: "boolean", default: false },
    fix: { type: "string" },
  },
  files: ({ dentist }) =>
    dentist
      ? {
          rules: new URL(import.meta.resolve("@helve/predicates/rules/underspecified.agentspec")),
          script: new URL("../scripts/dentist.jsonl", import.meta.url),
        }
      : {
          rules: new URL("../rules/mail.agentspec", import.meta.url),
          script: new URL("../scripts/answer-mail.jsonl", import.meta.url),
        },
  run: runAgent,
});
