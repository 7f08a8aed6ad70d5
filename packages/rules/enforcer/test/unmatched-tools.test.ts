import { parseProgram } from "@helve/agentspec";
import { Engine, type EngineOptions, PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";

const tools = ["Terminal.Execute", "Gmail.SendEmail", "Gmail.DeleteAll"].map((name) => ({ name }));

function engineFor(text: string, options: Partial<EngineOptions> = {}): { engine: Engine; warnings: string[] } {
  const warnings: string[] = [];
  const warn = ({ message }: { message: string }) => void warnings.push(message);
  return { engine: new Engine(parseProgram(text), { predicates: [], warn, ...options }), warnings };
}

describe("a tool in a rule that the executor doesn't have", () => {
  it.each([
    ["trigger Terminal.Exec check", 'Terminal.Exec is none of the 3 tools (did you mean "Terminal.Execute"?)'],
    ["trigger Gmial.any check", 'Gmial.any is none of the 3 tools (did you mean "Gmail.any"?)'],
    ["trigger SendEmails check", 'SendEmails is none of the 3 tools (did you mean "SendEmail"?)'],
    ["trigger Gmail.Send2* check", "Gmail.Send2* is none of the 3 tools"],
    ["trigger any.any check once(Web.Read)", "Web.Read is none of the 3 tools"],
    ["trigger any.any check args.x from Web.Read", "Web.Read is none of the 3 tools"],
  ])("is reported once: %s", (rule, message) => {
    const { engine, warnings } = engineFor(`rule @r ${rule} enforce stop end`);
    engine.toolsChanged(tools);
    engine.toolsChanged(tools);
    expect(warnings).toEqual([`rule @r: ${message}`]);
  });

  it("is reported in the header and in shared values", () => {
    const { engine, warnings } = engineFor(
      `trust prompt, Gmial.any untrusted Web.any let sent = count(Gmail.Send)
       rule @r trigger any.any check sent > 3 enforce stop end`,
    );
    engine.toolsChanged(tools);
    expect(warnings).toEqual([
      'the header: Gmial.any is none of the 3 tools (did you mean "Gmail.any"?)',
      "the header: Web.any is none of the 3 tools",
      "let sent: Gmail.Send is none of the 3 tools",
    ]);
  });

  it("is reported where a rule invokes it", () => {
    const { engine, warnings } = engineFor("rule @r trigger any.any check enforce invoke_action(Trash.Move, {}) end");
    engine.toolsChanged(tools);
    expect(warnings).toEqual(["rule @r: Trash.Move is none of the 3 tools"]);
  });

  it("is not reported if it matches, or if there are no tools yet", () => {
    const rules = ["Terminal.Execute", "Gmail.any", "SendEmail", "Gmail.Delete*", "any"].map(
      (tool, nth) => `rule @r${nth} trigger ${tool} check enforce stop end`,
    );
    const { engine, warnings } = engineFor(rules.join("\n"));
    engine.toolsChanged(tools);
    engineFor("rule @r trigger Web.Read check enforce stop end").engine.toolsChanged([]);
    expect(warnings).toEqual([]);
  });

  it("is not reported if it names the method of a tool without a toolkit", () => {
    const { engine, warnings } = engineFor("rule @r trigger Bold.run | Bold.any check enforce stop end");
    engine.toolsChanged([{ name: "Bold" }]);
    expect(warnings).toEqual([]);
  });

  it("is an error with strict, also when the rules are reloaded", () => {
    const { engine } = engineFor("rule @r trigger Terminal.Execute check enforce stop end", { strict: true });
    engine.toolsChanged(tools);
    const misspelled = parseProgram("rule @r trigger Terminal.Exec check enforce stop end");
    expect(() => engine.reload(misspelled)).toThrow(PlanError);
    expect(() => new Engine(misspelled, { predicates: [], strict: true }).toolsChanged(tools)).toThrow(
      'Terminal.Exec is none of the 3 tools (did you mean "Terminal.Execute"?)',
    );
  });
});
