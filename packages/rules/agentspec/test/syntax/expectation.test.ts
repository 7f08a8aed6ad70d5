import { describe, expect, it } from "vitest";
import { issuesOf, linesOf } from "./read.ts";

const anEnforcement =
  "an enforcement: user_inspection, llm_self_reflect, invoke_action, stop, skip, none, allow, warn or log";

describe("the first issue of an invalid program", () => {
  it.each([
    ["hello", "1:1", '"rule"', '"hello"'],
    ["rule", "1:5", "the name of the rule", "the end of the text"],
    ["rule trigger T.X check enforce stop end", "1:6", "the name of the rule", '"trigger"'],
    ["rule @r T.X check enforce stop end", "1:9", '"trigger"', '"T"'],
    ["rule @r trigger check enforce stop end", "1:17", 'an event, a tool or "any"', '"check"'],
    ["rule @r trigger T.1 check enforce stop end", "1:19", 'a tool or "any"', '"1"'],
    ["rule @r trigger T.X p enforce stop end", "1:21", '"check"', '"p"'],
    ["rule @r trigger T.X check p stop end", "1:29", '"enforce"', '"stop"'],
    [
      "rule @r trigger T.X check !stop p(args.stop) user_inspection(a) stop end",
      "1:46",
      '"enforce"',
      '"user_inspection"',
    ],
    ["rule @r trigger T.X check p ) enforce stop end", "1:29", 'a predicate or "enforce"', '")"'],
    ["rule @r trigger T.X check ! enforce stop end", "1:29", "a predicate", '"enforce"'],
    ["rule @r trigger T.X check p(1 2) enforce stop end", "1:31", '"," or ")"', '"2"'],
    ["rule @r trigger T.X check p(:) enforce stop end", "1:29", 'a value or ")"', '":"'],
    ["rule @r trigger T.X check p(1,) enforce stop end", "1:31", "a value", '")"'],
    ["rule @r trigger T.X check p([1 enforce stop end", "1:32", '"," or "]"', '"enforce"'],
    ["rule @r trigger T.X check p({a: 1}) enforce stop end", "1:30", 'a key in "double quotes" or "}"', '"a"'],
    ['rule @r trigger T.X check p({"a" 1}) enforce stop end', "1:34", '":"', '"1"'],
    ["rule @r trigger T.X check p(args.) enforce stop end", "1:34", "a name", '")"'],
    ["rule @r trigger T.X check p(args[x]) enforce stop end", "1:34", 'an index or a key in "double quotes"', '"x"'],
    ["rule @r trigger T.X check enforce end", "1:35", anEnforcement, '"end"'],
    ["rule @r trigger T.X check enforce stop", "1:39", 'an enforcement or "end"', "the end of the text"],
    ["rule @r trigger T.X check enforce user_inspection(1) end", "1:51", 'a message, the name of a fix or ")"', '"1"'],
    ["rule @r trigger T.X check enforce user_inspection(a b) end", "1:53", '"," or ")"', '"b"'],
    ["rule @r trigger T.X check enforce invoke_action end", "1:49", '"("', '"end"'],
    ["rule @r trigger T.X check enforce invoke_action({}) end", "1:49", "the name of a tool", '"{"'],
    ["rule @r trigger T.X check enforce invoke_action(T) end", "1:50", '"," and the arguments in { }', '")"'],
    ["rule @r trigger T.X check enforce invoke_action(T, 1) end", "1:52", "the arguments in { }", '"1"'],
    ["rule @r trigger T.X check enforce stop end and more", "1:44", '"rule"', '"and"'],
  ])("%s", (text, place, expected, found) => {
    expect(linesOf(text)).toEqual([`${place}: expected ${expected} (got ${found})`]);
    expect(issuesOf(text)).toMatchObject([{ code: "unexpected_token", expected }]);
  });
});
