import { findConfidentialWords } from "../text/confidential-words.ts";
import { findPersonalData } from "../text/personal-data.ts";
import { findSecrets } from "../text/secrets.ts";
import { textPhrases } from "./phrases.ts";
import type { TextPredicate } from "./text-predicate.ts";

/** The predicates about the contents of texts: secrets, personal data, private and sensitive information. */
export const textContentPredicates: readonly TextPredicate[] = [
  {
    names: ["contains_secret"],
    description: "Whether a text contains a key, a token, a private key or a password; placeholders do not count.",
    phrase: textPhrases({ some: "a secret", no: "secret", zh: "密钥或密码" }),
    falseReason: "no text contains a secret",
    find: findSecrets,
  },
  {
    names: ["contains_pii"],
    description:
      "Whether a text contains personal data: mail address, phone number, bank account, payment card, identity number, " +
      "passport, date of birth, postal address.",
    phrase: textPhrases({ some: "personal data", no: "personal data", zh: "个人数据" }),
    falseReason: "no text contains personal data",
    find: findPersonalData,
  },
  {
    names: ["contain_privacy_infor", "contains_privacy_information"],
    description: "Whether a text contains personal data, or words about health, pay or private life.",
    phrase: textPhrases({ some: "private information", no: "private information", zh: "隐私信息" }),
    falseReason: "no text contains private information",
    find: (text) => [...findPersonalData(text), ...findConfidentialWords(text).filter((words) => words.private)],
  },
  {
    names: [
      "contains_sensitive_information",
      "contain_sensitive_content",
      "contains_sensitive_info",
      "contain_sensitive_information",
    ],
    description:
      "Whether a text contains a secret, personal data other than contact data, or words about secrecy, health or pay.",
    phrase: textPhrases({ some: "sensitive information", no: "sensitive information", zh: "敏感信息" }),
    falseReason: "no text contains sensitive information",
    find: (text) => [
      ...findSecrets(text),
      ...findPersonalData(text).filter(({ contact }) => !contact),
      ...findConfidentialWords(text),
    ],
  },
];
