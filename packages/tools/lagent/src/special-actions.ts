/** The subpath `@helve/lagent/special-actions`: Lagent's actions without an effect: the end, no action, and an invalid one. */
import { textParser } from "@helve/core/internal";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, type ToolkitOptions, type ToolkitTexts, toolApi } from "@helve/tool";
import type { CommonToolkitOptions } from "@helve/toolkits";
import { toolkitOptions } from "@helve/toolkits/internal";

/**
 * Ends an agent with its final answer (Lagent `FinishAction`), as a tool that models see like any other.
 *
 * An `ActionExecutor` executes `FinishAction`, `NoAction` and unknown tools without these classes, and its option
 * `specialActions.finishInActions` lists `FinishAction`. Prefer that: the call then has the validity `FINISH`, which agent loops wait for. These
 * classes are for lists of tools without such an executor, for other texts, and for registries that look tools up by Lagent's names. In an
 * executor's tools, each replaces the executor's own, and its calls have the validity `OPEN`, as in Lagent.
 *
 * @example
 * registry.register(FinishAction);
 */
export class FinishAction extends Toolkit {
  override readonly name = "FinishAction";

  constructor(options: CommonToolkitOptions = {}) {
    super({ ...common(options, "FinishAction"), parser: textParser("response") });
  }

  @toolApi(
    `Give the final answer.

    Args:
        response (str): the final answer

    Returns:
        str: the final answer`,
    { idempotent: true },
  )
  run(response: string): string {
    return response;
  }
}

/**
 * Answers a text of a model in which a protocol found no action (Lagent `NoAction`): it fails with its argument as the message. It is disabled
 * by default, as in Lagent, because a protocol calls it, not a model: an executor then uses its own. {@link FinishAction} says when to use it.
 *
 * @example
 * await runTool(new NoAction({ enable: true }), "Write Action: and Action Input:");
 */
export class NoAction extends Toolkit {
  override readonly name = "NoAction";

  constructor(options: CommonToolkitOptions = {}) {
    super({ ...common({ enable: false, ...options }, "NoAction"), parser: textParser("err_msg") });
  }

  @toolApi(
    `Report that no action was found.

    Args:
        err_msg (str, optional): what the model should do`,
    { idempotent: true },
  )
  run(err_msg = "Please follow the format"): never {
    throw new ToolError(err_msg || "Please follow the format");
  }
}

/**
 * Answers a call of a tool that does not exist (Lagent `InvalidAction`): it fails with its argument as the message. It is disabled by default,
 * as in Lagent, because an executor calls it, not a model. An `ActionExecutor` answers such calls itself, and names the tools that exist.
 *
 * @example
 * await runTool(new InvalidAction({ enable: true }), "There is no such tool.");
 */
export class InvalidAction extends Toolkit {
  override readonly name = "InvalidAction";

  constructor(options: CommonToolkitOptions = {}) {
    super({ ...common({ enable: false, ...options }, "InvalidAction"), parser: textParser("err_msg") });
  }

  @toolApi(
    `Report that an action does not exist.

    Args:
        err_msg (str, optional): what the model should do`,
    { idempotent: true },
  )
  run(err_msg = "The action is invalid, please check the action name."): never {
    throw new ToolError(err_msg || "The action is invalid, please check the action name.");
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const specialActionUses: NonNullable<Policy<never>["tools"]> = {
  FinishAction: [],
  NoAction: [],
  InvalidAction: [],
};

/** Returns the options of a special action. */
function common(options: CommonToolkitOptions, name: keyof typeof chinese): ToolkitOptions {
  return toolkitOptions(options, {}, { description: chinese[name].description, tools: { [name]: chinese[name] } });
}

const chinese = {
  FinishAction: { description: "给出最终答案。", parameters: { response: "最终答案" } },
  NoAction: { description: "报告没有找到动作。", parameters: { err_msg: "模型应该怎么做" } },
  InvalidAction: { description: "报告动作不存在。", parameters: { err_msg: "模型应该怎么做" } },
} as const satisfies ToolkitTexts["tools"];
