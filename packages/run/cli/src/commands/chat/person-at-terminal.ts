import { explainRule } from "@helve/agentspec";
import type { Inspector, InspectorContext } from "@helve/enforcer";
import { predicateCatalogue } from "@helve/predicates";
import type { ChatHost } from "./chat-host.ts";

/** Asks the person at a terminal the questions of rules. */
export interface PersonAtTerminal {
  readonly inspect: Inspector<Pick<InspectorContext, "signal">>;
  /** Shows something; while a question is open, when it is answered: calls that run meanwhile must not write into it. */
  later(show: () => void): void;
}

/** The terminal of the questions. */
export interface QuestionTerminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly colors: boolean;
  readonly onInterrupt: () => void;
  /** Called before the first of the questions that are open, and after the last one. */
  readonly onBegin: () => void;
  readonly onEnd: () => void;
}

/** Creates the function that asks the person, one question at a time. */
export function personAtTerminal(
  { packages, rules }: Pick<ChatHost, "packages" | "rules">,
  { input, output, colors, onInterrupt, onBegin, onEnd }: QuestionTerminal,
): PersonAtTerminal {
  const sentences = new Map(
    rules.flatMap(({ program }) =>
      program.rules.map((rule) => [
        `${rule.name} ${rule.range.start.line}`,
        explainRule(rule, { predicates: predicateCatalogue }),
      ]),
    ),
  );
  const ask = packages.inspector.terminalInspector({
    input,
    output,
    color: colors,
    onInterrupt,
    describeRule: ({ rule, line }) => sentences.get(`${rule} ${line}`),
  });
  let open = 0;
  const held: (() => void)[] = [];
  const inspect: PersonAtTerminal["inspect"] = async (request, options) => {
    if (open++ === 0) onBegin();
    try {
      return await ask(request, options);
    } finally {
      if (--open === 0) {
        onEnd();
        for (const show of held.splice(0)) show();
      }
    }
  };
  const { onFixApplied } = ask;
  return {
    inspect: onFixApplied === undefined ? inspect : Object.assign(inspect, { onFixApplied }),
    later: (show) => {
      if (open === 0) show();
      else held.push(show);
    },
  };
}
