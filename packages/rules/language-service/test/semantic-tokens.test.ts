import { openProgram, semanticTokens, semanticTokensData, semanticTokensLegend } from "@helve/language-service";
import { describe, expect, it } from "vitest";
import { host } from "./example-catalogue.ts";

/** The semantic tokens of a text, each with its type and its modifiers: `a class declaration`. */
function typesIn(text: string): readonly string[] {
  return semanticTokens(openProgram(text, host)).map(({ range, type, modifiers }) =>
    [text.slice(range.start.offset, range.end.offset), type, ...modifiers].join(" "),
  );
}

describe("semantic tokens", () => {
  it("have the type of every word of a rule", () => {
    const text = `default deny
/// What it is for.
rule @ask // a comment
severity high priority 2
trigger before_action Gmail.SendEmail | "Turn On" | any
let limit = 1000
check !is_late(args.to[0].name, true) & args.amount not in [limit] | prompt matches "a.*"
enforce user_inspection("Send \${limit} to \${args.to}?", add_contact) invoke_action(Gmail.List, {"k": null})
  follow_dist(10) stop
end`;
    expect(typesIn(text)).toEqual([
      ...["default keyword", "deny enumMember", "/// What it is for. comment documentation"],
      ...["rule keyword", "ask class declaration", "// a comment comment"],
      ...["severity keyword", "high enumMember", "priority keyword", "2 number"],
      ...["trigger keyword", "before_action event", "Gmail namespace", "SendEmail method", "| operator"],
      ...['"Turn On" string', "| operator", "any keyword"],
      ...["let keyword", "limit variable declaration", "= operator", "1000 number"],
      ...["check keyword", "! operator", "is_late function", "args variable defaultLibrary", "to property", "0 number"],
      ...["name property", "true keyword", "& operator", "args variable defaultLibrary", "amount property"],
      ...["not operator", "in operator", "limit variable", "| operator", "prompt variable defaultLibrary"],
      ...["matches operator", '"a.*" regexp'],
      ...["enforce keyword", "user_inspection keyword", '"Send  string', "limit variable", " to  string"],
      ...["args variable defaultLibrary", ".to property", '?" string', "add_contact enumMember"],
      ...["invoke_action keyword", "Gmail namespace", "List method", '"k" property', "null keyword"],
      ...["follow_dist function", "10 number", "stop keyword", "end keyword"],
    ]);
  });

  it("have the type of every word of questions about earlier steps, sources and shared bindings", () => {
    const text = `trust prompt, Gmail.any
let blocked = ["a", 1]
rule @ask trigger Gmail.Send*
check !once(Gmail.List where step.args.to == args.to since Shell within 10 steps)
  sum(step.args.n of Shell within 2h) + count(Shell) > 3 last(Shell).status != "success"
  every(args.to, not in blocked) args.to only from (trusted, Gmail.List) prompt contains "x" ignoring case
enforce stop("no \${args.to}") end`;
    expect(typesIn(text)).toEqual([
      ...["trust keyword", "prompt keyword", "Gmail namespace", "any keyword"],
      ...["let keyword", "blocked variable declaration", "= operator", '"a" string', "1 number"],
      ...["rule keyword", "ask class declaration", "trigger keyword", "Gmail namespace", "Send method"],
      ...["check keyword", "! operator", "once keyword", "Gmail namespace", "List method", "where keyword"],
      ...["step variable defaultLibrary", "args property", "to property", "== operator"],
      ...["args variable defaultLibrary", "to property", "since keyword", "Shell method", "within keyword"],
      ...["10 number", "steps keyword"],
      ...["sum keyword", "step variable defaultLibrary", "args property", "n property", "of keyword", "Shell method"],
      ...["within keyword", "2h number", "+ operator", "count keyword", "Shell method", "> operator", "3 number"],
      ...["last keyword", "Shell method", "status property", "!= operator", '"success" string'],
      ...["every keyword", "args variable defaultLibrary", "to property", "not operator", "in operator"],
      ...["blocked variable", "args variable defaultLibrary", "to property", "only keyword", "from keyword"],
      ...["trusted keyword", "Gmail namespace", "List method", "prompt variable defaultLibrary", "contains operator"],
      ...['"x" string', "ignoring keyword", "case keyword", "enforce keyword", "stop keyword", '"no  string'],
      ...["args variable defaultLibrary", ".to property", '" string', "end keyword"],
    ]);
  });

  it.each<readonly [text: string, types: readonly string[]]>([
    ["rule @a trigger agent_finish check", ["rule keyword", "trigger keyword", "check keyword"]],
    [
      "rule @a trigger agent_finish check enforce stop end",
      [
        ...["rule keyword", "a class declaration", "trigger keyword", "agent_finish event", "check keyword"],
        ...["enforce keyword", "stop keyword", "end keyword"],
      ],
    ],
    [
      "rule @check trigger X.end check eq(amount, 1) enforce self-reflect end",
      [
        ...["rule keyword", "check class declaration", "trigger keyword", "X namespace", "end method", "check keyword"],
        ...["eq function", "amount property", "1 number", "enforce keyword", "self-reflect keyword", "end keyword"],
      ],
    ],
    [
      `rule @a trigger X(size) check enforce warn("\${size}") end`,
      [
        ...["rule keyword", "a class declaration", "trigger keyword", "X method", "check keyword", "enforce keyword"],
        ...["warn keyword", '" string', "size property", '" string', "end keyword"],
      ],
    ],
    ["Some rule to check.\n/* one\n\n two */", ["/* one comment", " two */ comment"]],
  ])("%s", (text, types) => {
    expect(typesIn(text)).toEqual(types);
  });

  it("are encoded as the numbers of LSP", () => {
    const text = "// é\nrule @a trigger any\n  check enforce stop end";
    const tokens = semanticTokens(openProgram(text));
    const { tokenTypes, tokenModifiers } = semanticTokensLegend;
    const data = semanticTokensData(tokens);
    let [line, character] = [0, 0];
    const read = Array.from({ length: data.length / 5 }, (_, index) => {
      const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(5 * index);
      [line, character] = [line + lines, characters + (lines === 0 ? character : 0)];
      const word = text.split("\n")[line]?.slice(character, character + length);
      return [word, tokenTypes[type], ...tokenModifiers.filter((_, bit) => modifiers & (1 << bit))].join(" ");
    });
    expect(read).toEqual(typesIn(text));
  });
});
