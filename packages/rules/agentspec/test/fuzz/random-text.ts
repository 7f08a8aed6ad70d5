import { dialects } from "@helve/testing/agentspec-dialects";
import fc from "fast-check";

// Texts that nobody would write, or nearly a program: mutations of the corpus, words in any order, things nested deep and
// lines that are very long.

const rich = `default deny on unknown ignore
/// What it is for.
rule @rich severity high priority -3
trigger after_action Mail.Send | "Turn On" | any // both
let most = 10 let now = invoke_action(Clock.Now, {"zone": "UTC"})
check args.items[0]["x y"] in [1, "two", null, {"k": most}] /* here */
  !(p(now, args.to) | not q & args.a matches "^(a+)+$") ¬s args.b not in state.known
enforce user_inspection("Send \${args.to} for $$\${args.n}?", cut, blur) warn("\\u00e9 \${now}") a:b:c = -1.5e3 slow(1, 2)
end
test "rich" // of everything
given state {"a": [1, null]} given prompt "hi" given now "2026-11-23T10:00:00Z"
after Web.Read({"url": "x"}) -> "text" failed 2h ago
when after_action Mail.Send({"to": ["a@x"]}) -> {"ok": true}
expect rewritten to Mail.Draft({}) by @rich, other
end
`;
const corpus = [rich, ...dialects.flatMap(({ rules }) => rules.map(([text]) => text))];

const words =
  `rule @r rule @ trigger T.x . any check p q( ! not ¬ ~ ( ) [ ] { } , : ； "s" "open 'x' \` “q” 1 -2.5e3 1e999 -0 true None null
  args prompt state and or & && | ∨ enforce user_inspection llm_self_reflect invoke_action stop stopp end triger /* */ // ///
  /** # $ - = == >= ≠ in contains matches not in let val query action act finish after_action default deny on unknown severity high
  priority warn log skip none allow test given expect after -> 2h ago by Mail.Send({}) domain(1) a:b:c "\${args.x}" "\${" eq( cur_action["x"] __proto__ constructor ask for user inspection
  ！ （ ） \`\`\``.split(/\s+/);

const odd = [
  ...[
    "\ud800",
    "\udc00",
    "\ud83d\ude00",
    "\u0000",
    "\ufeff",
    "\u2028",
    "\u2029",
    "\u00a0",
    "\u202e",
    "e\u0301",
    "ﬁ",
    "名前",
  ],
  ...["\r", "\r\n", "\n", "\t", "\v", "\\", "\\u12", "\\ud800", '"', "'", "٣", "Ⅷ", "a\u200db"],
];

const units = [
  "(",
  "!",
  "p | ",
  "p & (",
  "[",
  "{",
  '{"k": ',
  "args.",
  "a[0].",
  "!(",
  "${",
  "a ",
  "1",
  "\\",
  "/",
  "- ",
  "\n",
  " ",
];

interface Mutation {
  readonly how: "delete" | "insert" | "swap" | "double" | "repeat" | "cut" | "endings";
  readonly at: number;
  readonly length: number;
  readonly put: string;
  /** Whether tokens are counted, and not characters. */
  readonly isOfTokens: boolean;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom(
    "delete",
    "insert",
    "swap",
    "double",
    "delete",
    "insert",
    "swap",
    "double",
    "repeat",
    "cut",
    "endings",
  ),
  at: fc.nat(),
  length: fc.nat({ max: 12 }),
  put: fc.oneof(fc.constantFrom(...words), fc.constantFrom(...odd), fc.string({ unit: "binary", maxLength: 3 })),
  isOfTokens: fc.boolean(),
});

function mutated(text: string, { how, at, length, put, isOfTokens }: Mutation): string {
  const parts = isOfTokens ? (text.match(/\s+|\w+|[^\w\s]/g) ?? []) : text.split("");
  const start = at % (parts.length + 1);
  const end = start + length;
  const taken = parts.slice(start, end);
  switch (how) {
    case "delete":
      return parts.toSpliced(start, length).join("");
    case "insert":
      return parts.toSpliced(start, 0, put).join("");
    case "swap":
      return [...parts.slice(0, start), ...parts.slice(end, end + length), ...taken, ...parts.slice(end + length)].join(
        "",
      );
    case "double":
      return parts.toSpliced(start, 0, ...taken).join("");
    case "repeat":
      return parts.toSpliced(start, 0, put.repeat(length * 20)).join("");
    case "cut":
      return parts.slice(0, start).join("");
    case "endings":
      return text.replaceAll("\n", length % 2 === 0 ? "\r\n" : "\r");
  }
}

const mutant = fc
  .tuple(
    fc.array(fc.constantFrom(...corpus), { minLength: 1, maxLength: 3 }),
    fc.array(mutation, { minLength: 1, maxLength: 6 }),
  )
  .map(([texts, mutations]) => {
    const named = texts.map((text, index) => text.replace(/@\w+/, `@r${index}`));
    return mutations.reduce(mutated, named.join("\n"));
  });

const soup = fc
  .tuple(fc.array(fc.constantFrom(...words, ...odd), { maxLength: 100 }), fc.constantFrom(" ", "", "\r\n"))
  .map(([all, between]) => all.join(between));

/** A part of a rule, very many times. */
const long = fc
  .tuple(
    fc.constantFrom(...units),
    fc.nat({ max: 2000 }),
    fc.constantFrom("rule @r trigger ", "rule @r trigger X check ", "rule @r trigger X enforce ", ""),
  )
  .map(([unit, count, before]) => `${before}${unit.repeat(count)} enforce stop end`);

/** Any text, most of them nearly a program. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: mutant },
  { weight: 8, arbitrary: soup },
  { weight: 1, arbitrary: long },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
);
