/** Finds test files that a program runs without naming them: `node --test`, `bats .`. */
import type { CommandEffect } from "@helve/effects";
import { runtimeKind } from "./code-programs.ts";
import { compiled } from "./task-files.ts";
import { programName } from "./words.ts";

/** Whether a test command may load a file. */
export function isTestOf(command: CommandEffect, key: string): boolean {
  return ((testFiles.test(key) && !compiled.test(key)) || loadedByTests.test(key)) && runsTests(command);
}

/** Files of languages without a reader that follows what a test loads. */
const loadedByTests = /\.(?:rb|p[lm]|php|lua)$/;

/** Whether a command runs tests. */
function runsTests({ words: [program, ...words] }: CommandEffect): boolean {
  const name = programName(program);
  if (runtimeKind(name) === undefined)
    return testRunners.test(name) || (!packageManagers.test(name) && /^(?:test|spec)$/.test(words[0]?.text ?? ""));
  // A runtime: `node --test`, `deno test`, `python3 -m unittest`.
  return words.some(({ text }, index) => {
    const isWord = /^(?:--test|test)$/.test(text ?? "") && (index === 0 || /^-/.test(text ?? ""));
    return isWord || (words[index - 1]?.text === "-m" && testRunners.test(text ?? ""));
  });
}

/** Programs whose tests readers follow. */
const packageManagers = /^(?:npm|pnpm|yarn|make|gmake|just|task|go|cargo)$/;

/** Programs that by their names run tests. */
const testRunners =
  /tests?(?:r|er|ify|-.*)?$|^test|spec|^(?:py\.?test.*|ptw|nose2?|green|ward|trial|stestr|behave|lettuce|robot|avocado|cram|sybil|coverage|mocha|jest|jasmine|ava|tap|tape|uvu|borp|brittle|lab|qunit|zora|pta|wtr|karma|cypress|playwright|bats|shellspec|roundup|shunit2|bash_unit|minitest|cutest|cucumber|phpunit|pest|codecept|behat|kahlan|atoum|busted|yath|prove|ginkgo|expecto|kotest)$/i;

/** Matches the paths of tests by the conventions of many languages. */
const testFiles =
  /(?:^|[/._-])(?:tests?|spec|specs|cy|e2e|bench|steps)\.\w+$|(?:^|\/)(?:test[_-]|Test)[^/]*\.\w+$|(?:Tests?|Spec|Cest|Cept)\.\w+$|(?:^|\/)(?:__tests__|tests?|t|specs?|e2e|cypress|features|steps)\/(?:.*\/)?[^/]+\.\w+$|\.(?:bats|t|feature)$/;
