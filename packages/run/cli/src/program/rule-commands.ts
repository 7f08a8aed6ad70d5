/** The commands about rule files. */
import { Option } from "commander";
import type { Io } from "../io.ts";
import { presetNames } from "../preset-text.ts";
import { type AddCommand, collect } from "./command.ts";

/** Adds `helve check`, `fmt`, `explain`, `test` and `replay` to the program. */
export function addRuleCommands(command: AddCommand, io: Io, finish: (code: number) => void): void {
  command("check [FILES...]", "Report problems of rules, policies and OpenTool documents.", [
    "helve check",
    "helve check 'rules/**/*.agentspec' --fix",
    "helve check helve/policy.json --format sarif > findings.sarif",
  ])
    .addOption(new Option("--format <FORMAT>", "how issues are printed").choices(formats).default("text"))
    .option("--json", "the same as --format json")
    .option("--fix", "apply the quick fixes")
    .option(
      "--tools <SOURCE>",
      "the tools that rules may name: an OpenTool document or ./tools.js#EXPORT (repeatable)",
      collect,
      [],
    )
    .action(async (files, options) => finish(await (await import("../commands/check.ts")).check(files, options, io)));

  command("fmt [FILES...]", "Format rule files in the canonical form.", [
    "helve fmt",
    "helve fmt --check",
    "helve fmt - < rules.agentspec",
  ])
    .option("--check", "change nothing, and exit with 1 if a file is not formatted")
    .option("--json", "print the changed files as JSON")
    .action(async (files, options) => finish(await (await import("../commands/fmt.ts")).fmt(files, options, io)));

  command("explain [FILES...]", "Explain rules in words, or what rules read from a user's request.", [
    "helve explain",
    "helve explain --rule inspect_deletion --preset coding-agent",
    "helve explain helve/rules.agentspec --lang zh",
    "helve explain --predicates ./predicates.js#predicates",
    'helve explain --request "Pay the bill that came by mail."',
  ])
    .option("--rule <RULE>", "only this rule")
    .addOption(new Option("--preset <NAME>", "a preset of rules instead of FILES").choices(presetNames))
    .option("--predicates <EXPORT>", "your predicates with phrases (./predicates.js#EXPORT) (repeatable)", collect, [])
    .addOption(new Option("--lang <LANG>", "the language").choices(["en", "zh"]).default("en"))
    .addOption(
      new Option("--request <TEXT>", "what a user asks for (- is standard input)").conflicts([
        "rule",
        "preset",
        "predicates",
      ]),
    )
    .option("--json", "print one object a rule, or the request")
    .action(async (files, options) =>
      finish(await (await import("../commands/explain.ts")).explain(files, options, io)),
    );

  command("test [FILES...]", "Run the tests in rule files.", [
    "helve test",
    "helve test helve/rules.agentspec --coverage --mutate",
    "helve test --watch",
  ])
    .option("--policy <FILE>", "the policy; by default policy.json beside the rules")
    .option("--coverage", "report what the tests don't reach; findings if there is anything")
    .option("--mutate", "report changes of the rules that no test notices; findings if there are any")
    .option("--watch", "run again after each change, until interrupted")
    .option("--json", "print one object a file")
    .action(async (files, options) => finish(await (await import("../commands/test.ts")).test(files, options, io)));

  command("replay <TRACE>", "Decide about recorded calls by other rules, and report where the verdicts differ.", [
    "helve replay calls.jsonl --rules new.agentspec",
    "helve replay calls.jsonl --before old.agentspec --rules new.agentspec --json",
  ])
    .requiredOption("--rules <FILE>", "the other rules")
    .option("--before <FILE>", "the rules to compare with; by default those of the project, or the preset coding-agent")
    .option("--policy <FILE>", "the policy to judge by")
    .option("--json", "print one JSON object")
    .action(async (file, options) => finish(await (await import("../commands/replay.ts")).replay(file, options, io)));
}

const formats = ["text", "json", "sarif", "github"];
