/** Shows the events of a chat turn: the model's text, calls and their results. */
import type { AgentEvent, AgentOutcome } from "@helve/agent";
import type { ActionReturn, ResultPart, RuleRecord } from "@helve/core";
import { describeFindings } from "@helve/enforcer";
import { styles } from "../../styles.ts";
import type { ChatPackages } from "./chat-packages.ts";
import type { Screen } from "./screen.ts";

/** Shows the events of a turn. */
export interface EventView {
  show(event: AgentEvent): void;
}

/** Options of the view of events. */
export interface EventViewOptions {
  readonly screen: Screen;
  readonly colors: boolean;
  /** The name of a tool as rules know it. */
  readonly toolName: (wireName: string) => string;
  readonly packages: Pick<ChatPackages, "agent">;
}

/** Creates a view of the events of a turn. */
export function eventView({ screen, colors, toolName, packages }: EventViewOptions): EventView {
  const { red, yellow, dim, bold } = styles(colors);
  const { plainText } = packages.agent;
  /** The names of the tools that are running, by the ids of the calls. */
  const names = new Map<string, string>();
  const begun = performance.now();

  const result = ({ id, status, error, observation, duration }: ActionReturn): void => {
    const name = names.get(id) ?? "";
    const isAlone = names.size === 1;
    names.delete(id);
    if (status === "stopped" || status === "pending") return; // the verdict was shown
    const text = plainText(observation.parts as readonly ResultPart[]);
    if (status === "success") {
      if (!isAlone) screen.short("·", `${name}:`, dim);
      screen.excerpt(text);
    } else screen.notice("✗", `${name} ${error?.code ?? status}: ${text}`, red);
    if (duration > 1000) screen.notice(" ", seconds(duration), dim);
  };
  const usage = ({ steps, usage, cost }: AgentOutcome): void => {
    const { inputTokens, outputTokens, estimated } = usage;
    const parts = [
      `${steps} ${steps === 1 ? "step" : "steps"}`,
      `${estimated ? "about " : ""}${inputTokens} tokens in, ${outputTokens} out`,
      ...(cost > 0 ? [`cost ${Number(cost.toPrecision(3))}`] : []),
      seconds(performance.now() - begun),
    ];
    screen.notice("·", parts.join(" · "), dim);
  };
  return {
    show: (event) => {
      switch (event.type) {
        case "text":
          screen.text(event.delta);
          break;
        case "reasoning":
          screen.wait("the model thinks");
          break;
        case "retry":
          screen.notice("!", `${event.error.message}; next attempt in ${seconds(event.delay)}`, yellow);
          screen.wait("waiting");
          break;
        case "call": {
          const { id, name, arguments: raw } = event.call;
          names.set(id, toolName(name));
          screen.short("→", `${toolName(name)} ${raw}`, bold);
          screen.wait(toolName(name));
          break;
        }
        case "repairs":
          screen.notice("~", `repaired: ${[...new Set(event.repairs.map(({ kind }) => kind))].join(", ")}`, dim);
          break;
        case "verdict": {
          const { verdict } = event;
          const rules = verdict.decision.passes.flatMap(({ rules }): readonly RuleRecord[] => rules);
          const violated = rules.filter((rule) => rule.violated);
          if (verdict.kind !== "allow") {
            screen.notice("✗", `${verdict.kind === "end" ? "ended" : "stopped"}: ${reasonOf(verdict)}`, red);
          } else if (violated.length > 0) screen.notice("✓", `allowed: ${describeFindings(violated)}`, yellow);
          break;
        }
        case "result":
          result(event.actionReturn);
          screen.wait("the model answers");
          break;
        case "agent":
          if (event.event.type === "call") screen.notice("→", `${event.agent}: ${event.event.call.name}`, dim);
          break;
        case "compaction":
          screen.notice("~", `the conversation was shortened: about ${event.before} → ${event.after} tokens`, dim);
          break;
        case "end":
          outcome(event.outcome);
          usage(event.outcome);
      }
    },
  };

  /** Shows how a turn ended. */
  function outcome(outcome: AgentOutcome): void {
    if (outcome.status === "finished") {
      if (outcome.stopReason === "length") screen.notice("!", "the answer was cut off", yellow);
    } else if (outcome.status === "failed") screen.notice("✗", outcome.error.message, red);
    else if (outcome.status === "aborted") screen.notice("■", outcome.reason, yellow);
    else if (outcome.status !== "pending") screen.notice("■", outcome.reason, yellow);
  }
}

function reasonOf(verdict: object): string {
  return "reason" in verdict ? String(verdict.reason) : "a person has to decide";
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
