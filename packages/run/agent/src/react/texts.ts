/** The prompts of the ReAct loop, in English and Chinese. */

/** The texts of the loop for the model. */
export const reactTexts = {
  en: {
    base: "You solve the user's task step by step with your tools. Look at each result before you decide what to do next.",
    submit: (tool: string) =>
      `You solve the user's task step by step with your tools. Look at each result before you decide what to do next. When you are done, call ${tool} with your answer: only what you submit counts.`,
    goOn: (tool: string) => `Go on with the task. If you are done, call ${tool} with your answer.`,
    incorrect: "That answer is not correct. Go on, and submit a better one.",
    description: "Submit the answer to the task.",
    answer: "the answer",
    received: "The answer was submitted.",
  },
  zh: {
    base: "请使用工具，一步一步完成用户的任务。先看每一步的结果，再决定下一步。",
    submit: (tool: string) =>
      `请使用工具，一步一步完成用户的任务。先看每一步的结果，再决定下一步。完成后，调用 ${tool} 提交答案：只有提交的内容才算数。`,
    goOn: (tool: string) => `请继续完成任务。如果已经完成，请调用 ${tool} 提交答案。`,
    incorrect: "这个答案不正确。请继续，并提交更好的答案。",
    description: "提交任务的答案。",
    answer: "答案",
    received: "答案已提交。",
  },
} as const;
