import fc from "fast-check";

// Random syntax trees without ranges, and a printer for them. White space is drawn too.

type Node = Readonly<Record<string, unknown>>;

const reserved = ["rule", "trigger", "check", "enforce", "end", "not"];
const awkward = [
  "any",
  "stop",
  "user_inspection",
  "args",
  "__proto__",
  "constructor",
  "check_",
  "naïve",
  "is-it",
  "名前",
];
const name = fc
  .oneof(fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/), fc.constantFrom(...awkward))
  .filter((word) => !reserved.includes(word));
const anyWord = fc.oneof(name, fc.constantFrom(...reserved));
const noPredicates = ["true", "false", "and", "or", "none", "null", "not"];
const predicateName = name.filter((word) => !noPredicates.includes(word.toLowerCase()));
const isPattern = (word: string): boolean => word === "any" || word.toLowerCase() !== "any";
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value || 0);
const text = fc.string({ unit: "binary" });

const { value } = fc.letrec<{ value: Node; list: Node; object: Node }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.record({
      type: fc.constant("literal"),
      value: fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    }),
    fc.record({
      type: fc.constant("reference"),
      root: fc.constant("args"),
      path: fc.array(fc.oneof(text, anyWord, fc.nat()), { maxLength: 4 }),
    }),
    tie("list"),
    tie("object"),
  ),
  list: fc.record({ type: fc.constant("list"), items: fc.array(tie("value"), { maxLength: 3 }) }),
  object: objectOf(tie("value")),
}));

function objectOf(member: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  const entry = fc.record({
    type: fc.constant("entry"),
    key: fc.oneof(text, fc.constantFrom("__proto__", "toString", "k")),
    value: member,
  });
  const entries = fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 3 });
  return fc.record({ type: fc.constant("object"), entries });
}

const atom = fc.oneof(
  fc.record({ type: fc.constant("literal"), value: fc.boolean() }),
  fc.record({
    type: fc.constant("predicate"),
    name: predicateName,
    arguments: fc.array(value, { maxLength: 3 }),
  }),
);
const operand = fc
  .tuple(fc.nat(3), atom)
  .map(([negations, node]) =>
    Array.from({ length: negations }).reduce<Node>((inner) => ({ type: "not", operand: inner }), node),
  );

const toolName = fc.oneof(
  name,
  fc.tuple(name, anyWord).map(([toolkit, tool]) => `${toolkit}.${tool}`),
);
const enforcement = fc.oneof(
  fc.record({ type: fc.constant("user_inspection"), fixes: fc.array(name, { maxLength: 3 }) }),
  fc.record({ type: fc.constant("llm_self_reflect") }),
  fc.record({ type: fc.constant("invoke_action"), tool: toolName, args: objectOf(value) }),
  fc.record({ type: fc.constant("stop") }),
);

const trigger = fc.tuple(name.filter(isPattern), anyWord.filter(isPattern)).map(([toolkit, tool]) => ({
  type: "trigger",
  event: "before_action",
  patterns: [{ type: "tool_pattern", toolkit, tool }],
}));

const rule = fc.record({
  type: fc.constant("rule"),
  name: anyWord,
  trigger,
  check: fc.record({ type: fc.constant("and"), operands: fc.array(operand, { maxLength: 4 }) }),
  enforce: fc.array(enforcement, { minLength: 1, maxLength: 3 }),
});

/** A syntax tree without ranges. */
export const tree: fc.Arbitrary<Node> = fc.record({
  type: fc.constant("program"),
  rules: fc.uniqueArray(rule, { selector: (one) => one.name, minLength: 1, maxLength: 3 }),
});

/** What may stand between tokens. */
export const gap: fc.Arbitrary<string> = fc.constantFrom(
  " ",
  "\n",
  "\r\n\t",
  " // end\n",
  "# rule @x\r",
  " /* ) \n */ ",
);

/** A tree as a text. Its tokens are joined by what `gaps` gives. */
export function print(node: unknown, gaps: () => string): string {
  return tokensOf(node as Node).reduce((text, token) => text + gaps() + token, "") + gaps();
}

function tokensOf(node: Node): readonly string[] {
  const each = (key: string): (readonly string[])[] => (node[key] as Node[]).map(tokensOf);
  const one = (key: string): readonly string[] => tokensOf(node[key] as Node);
  const word = (key: string): string => String(node[key]);
  switch (node["type"]) {
    case "program":
    case "and":
      return each(node["type"] === "and" ? "operands" : "rules").flat();
    case "rule":
      return [
        ...["rule", "@", word("name"), "trigger", ...one("trigger"), "check", ...one("check")],
        ...["enforce", ...each("enforce").flat(), "end"],
      ];
    case "trigger":
      return each("patterns").flat();
    case "tool_pattern":
      return [word("toolkit"), ".", word("tool")];
    case "not":
      return ["!", ...one("operand")];
    case "predicate":
      return [word("name"), "(", ...separated(each("arguments")), ")"];
    case "literal":
      return [JSON.stringify(node["value"])];
    case "list":
      return ["[", ...separated(each("items")), "]"];
    case "object":
      return ["{", ...separated(each("entries")), "}"];
    case "entry":
      return [JSON.stringify(node["key"]), ":", ...one("value")];
    case "reference":
      return ["args", ...(node["path"] as unknown[]).flatMap((step) => ["[", JSON.stringify(step), "]"])];
    case "user_inspection":
      return ["user_inspection", "(", ...separated((node["fixes"] as string[]).map((fix) => [fix])), ")"];
    case "invoke_action":
      return ["invoke_action", "(", ...word("tool").split(/(\.)/), ",", ...one("args"), ")"];
    default:
      return [word("type")];
  }
}

function separated(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [",", ...part]));
}
