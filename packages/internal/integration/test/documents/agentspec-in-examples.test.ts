// Ten true and ten false examples of each predicate in the tables of "AgentSpec". Whether a mail misleads is answered by a scripted judge.

import type { Args, Truth } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { guarded } from "../guarded.ts";
import { morePredicateExamples } from "./more-predicate-examples.ts";
import { predicateExamples } from "./predicate-examples.ts";

const known = predicates({
  judge: ({ texts }) => texts.some(({ text }) => predicateExamples["contain_misleading_info"]?.yes.includes(text)),
  languages: { shell, python, sql },
  tools: { "Terminal.Execute": { code: "command", language: "shell" }, "Gmail.SendEmail": [] },
  contacts: ["mum@home.example", "dad@home.example"],
  workingDirectory: "/home/ada/project",
  home: "/home/ada",
});

/** The call that an example of a predicate is about. */
function callOf(predicate: string, example: string): readonly [tool: string, args: Args] {
  if (predicate.startsWith("is_")) return ["Terminal.Execute", { command: example }];
  if (predicate === "has_external_receiver") return ["Gmail.SendEmail", { to: [example], body: "Hi" }];
  return ["Gmail.SendEmail", { to: ["mum@home.example"], body: example }];
}

async function answer(predicate: string, example: string): Promise<Truth> {
  const host = guarded(`rule @r trigger any.any check ${predicate} enforce warn end`, { predicates: known });
  const { verdict } = await host.call(...callOf(predicate, example));
  return verdict?.decision.passes[0]?.rules[0]?.check ?? "unknown";
}

describe("3.3.1 Predicates", () => {
  it.each([...Object.entries(predicateExamples), ...Object.entries(morePredicateExamples)])(
    "%s: ten true and ten false examples",
    async (predicate, { yes, no }) => {
      expect([yes.length, no.length]).toEqual([10, 10]);
      const wrong: (readonly [string, Truth])[] = [];
      for (const [examples, expected] of [
        [yes, true],
        [no, false],
      ] as const) {
        for (const example of examples) {
          const found = await answer(predicate, example);
          // A rule whose check is unknown counts as violated: Perl is not read.
          if (found !== expected && !(expected && found === "unknown")) wrong.push([example, found]);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
