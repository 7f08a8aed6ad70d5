import type { Tool, ToolResultObject } from "@github/copilot-sdk";
import { GuardedCalls, type GuardedCallsOptions, observationText } from "@helve/adapter";
import type { ActionReturn, ResultPart } from "@helve/core";
import { readDataUrl } from "@helve/core/internal";
import type { ActionExecutor } from "@helve/executor";
import { toMcpTools } from "@helve/opentool";

/**
 * Converts the tools of an executor to tools for `createSession`. Arguments are decoded, and the guards of the executor decide. A call that needs an answer of a
 * person does not run: guard with `helveConfig` to ask.
 *
 * Give guards either to the executor or to `helveConfig`: with both, each call is decided twice.
 *
 * @throws TypeError for something that is no executor, and for an unknown option
 *
 * @example
 * client.createSession({ tools: toCopilotTools(executor), onPermissionRequest });
 */
export function toCopilotTools(executor: ActionExecutor, options: GuardedCallsOptions = {}): Tool[] {
  const calls = new GuardedCalls(executor, options);
  return toMcpTools(executor.tools).tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: inputSchema as Record<string, unknown>,
    handler: async (args, { toolCallId, signal }) => {
      const call = { id: toolCallId, name, arguments: args as ActionReturn["call"]["arguments"] };
      return resultOf(await calls.execute(call, { signal }));
    },
  }));
}

/** Converts what a call returned to a tool result of the Copilot SDK. */
function resultOf(actionReturn: ActionReturn): ToolResultObject {
  const { observation } = actionReturn;
  const textResultForLlm = observationText(actionReturn);
  if (observation.isError || actionReturn.status === "pending") {
    return { textResultForLlm, resultType: "failure", error: textResultForLlm };
  }
  const images = observation.parts.flatMap(imageOf);
  return { textResultForLlm, resultType: "success", binaryResultsForLlm: images.length > 0 ? images : undefined };
}

type ToolBinaryResult = NonNullable<ToolResultObject["binaryResultsForLlm"]>[number];

/** Converts an image to the form of the Copilot SDK; nothing for other parts. */
function imageOf(part: ResultPart): readonly ToolBinaryResult[] {
  if (part.type !== "image") return [];
  const data = readDataUrl(part.content);
  return data === undefined ? [] : [{ type: "image", mimeType: part.mediaType ?? data.mediaType, data: data.base64 }];
}
