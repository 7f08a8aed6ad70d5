import type { TextFinding } from "./text-finding.ts";

/** Finds words that indicate confidential content: `for internal use only`, `salary`, `diagnosis`, `recovery code`. */
export function findConfidentialWords(text: string): readonly (TextFinding & { readonly private: boolean })[] {
  return Array.from(text.matchAll(anyConfidentialWord), ({ 0: words, index }) => {
    const { what = "", isPrivate = false } = topicOfWord.get(words.toLowerCase()) ?? {};
    return { what: `${what} (“${words}”)`, private: isPrivate, start: index, end: index + words.length };
  });
}

/** The confidential words by topic, in lower case. */
const topics: readonly {
  readonly what: string;
  /** Whether the words are about the private life of a person. */
  readonly private: boolean;
  readonly words: readonly string[];
}[] = [
  {
    what: "words of secrecy",
    private: false,
    words: [
      "confidential",
      "strictly private",
      "for internal use only",
      "internal use only",
      "do not distribute",
      "do not forward",
      "not for distribution",
      "trade secret",
      "top secret",
      "under nda",
      "non-disclosure",
      "proprietary information",
    ],
  },
  {
    what: "words about pay and money",
    private: true,
    words: ["salary", "salaries", "payslip", "pay slip", "bank statement", "tax return", "credit score", "net worth"],
  },
  {
    what: "words about health",
    private: true,
    words: [
      "diagnosis",
      "diagnosed with",
      "medical record",
      "medical records",
      "medical history",
      "prescription",
      "lab results",
      "blood test",
      "hiv",
      "cancer",
      "pregnant",
      "pregnancy",
      "depression",
      "mental health",
      "disability",
      "therapy",
    ],
  },
  {
    what: "words about a person's private life",
    private: true,
    words: [
      "sexual orientation",
      "religious belief",
      "political views",
      "criminal record",
      "immigration status",
      "divorce",
      "ethnicity",
      "biometric",
    ],
  },
  {
    what: "words about access",
    private: false,
    words: [
      "password is",
      "passcode is",
      "pin is",
      "pin code",
      "login details",
      "login credentials",
      "recovery code",
      "recovery codes",
      "backup codes",
      "recovery phrase",
      "seed phrase",
      "verification code",
      "one-time code",
      "one-time password",
      "security code",
    ],
  },
];

const topicOfWord = new Map(
  topics.flatMap(({ what, words, private: isPrivate }) => words.map((word) => [word, { what, isPrivate }])),
);
const anyConfidentialWord = new RegExp(`(?<![\\w-])(?:${Array.from(topicOfWord.keys()).join("|")})(?![\\w-])`, "gi");
