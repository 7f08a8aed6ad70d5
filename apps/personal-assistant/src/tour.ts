import type { InspectionAnswer } from "@helve/enforcer";

/** What a person says to the questions that the demo's own script leads to: every way that one can end, in turn. */
export const tour: readonly InspectionAnswer[] = [
  { decision: "fix", fix: "add_contact" },
  { decision: "fix", fix: "remove_sensitive_info" },
  { decision: "fix", fix: "remove_external_receiver" },
  {
    decision: "edit",
    args: {
      to: ["front@reed.example"],
      subject: "Re: Appointment",
      body: "It is Ada Fox. I'd rather tell you the rest by phone.",
    },
  },
  { decision: "approve" },
  { decision: "reject", reason: "I have never played in a lottery" },
  { decision: "reject", reason: "nobody needs that number to pay me" },
];
