import { findConfidentialWords } from "../text/confidential-words.ts";
import { findPersonalData } from "../text/personal-data.ts";
import { findSecrets } from "../text/secrets.ts";
import type { TextPredicate } from "./text-predicate.ts";

/** The predicates about the contents of texts: secrets, personal data, private information. */
export const textContentPredicates: readonly TextPredicate[] = [
  {
    names: ["contains_secret"],
    description: "Whether a text holds a key, a token, a private key or a password, and not the place of one.",
    nothing: "a secret",
    find: findSecrets,
  },
  {
    names: ["contains_pii"],
    description:
      "Whether a text tells who somebody is: mail address, phone number, bank account, payment card, identity number, " +
      "passport, date of birth, postal address.",
    nothing: "personal data",
    find: findPersonalData,
  },
  {
    names: ["contain_privacy_infor", "contains_privacy_information"],
    description: "Whether a text holds personal data, or speaks of somebody's health, pay or private life.",
    nothing: "private information",
    find: (text) => [...findPersonalData(text), ...findConfidentialWords(text).filter((words) => words.private)],
  },
  {
    names: ["contains_sensitive_information", "contain_sensitive_content", "contains_sensitive_info"],
    description:
      "Whether a text holds a secret, personal data beyond how to reach somebody, or words of secrecy, health or pay.",
    nothing: "sensitive information",
    find: (text) => [
      ...findSecrets(text),
      ...findPersonalData(text).filter(({ contact }) => !contact),
      ...findConfidentialWords(text),
    ],
  },
];
