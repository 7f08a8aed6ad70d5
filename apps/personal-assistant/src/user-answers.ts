import { createInterface } from "node:readline/promises";
import type { AskUser } from "@helve/agent";
import type { AnswerOptions } from "./answers.ts";

/** The user's answers to the questions of `ask_user`: from the terminal, unless the answers are prepared. */
export function userAnswers({ tour, approve, reject }: AnswerOptions): AskUser {
  if (tour) {
    const answers = tourAnswers.values();
    return () => answers.next().value ?? unsaid;
  }
  if (approve || reject || !process.stdin.isTTY) return () => unsaid;
  return async (question, { signal }) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await terminal.question(`${question} `, { signal });
    } finally {
      terminal.close();
    }
  };
}

const tourAnswers: readonly string[] = ["2026-12-01T09:30", "front@reed.example"];

const unsaid = "I don't want to say that.";
