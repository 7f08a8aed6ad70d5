/** Guards the SDK's local tools: the shell and the patch tool. */
import type { ApplyPatchTool, Editor, Shell, ShellTool } from "@openai/agents";
import type { ActionCalls } from "./action-calls.ts";

/** A shell tool whose commands are decided about before the shell gets them. Its `onApproval` would answer for the person, and is left out. */
export function guardedShellTool(tool: ShellTool, actions: ActionCalls): ShellTool {
  if (tool.shell === undefined) throw new TypeError(`${tool.name} can't be guarded: it runs at the provider`);
  const { shell, onApproval: _asksItself, ...rest } = tool;
  const guarded: Omit<Extract<ShellTool, { shell: Shell }>, "onApproval"> = {
    ...rest,
    async needsApproval(context, action, callId) {
      const needed = await actions.needsApproval(action, callId);
      return needed === "run" ? tool.needsApproval(context, action, callId) : needed;
    },
    shell: {
      async run(action) {
        const ran = await actions.run(action, (args) => shell.run({ ...action, ...args }));
        if ("result" in ran) return ran.result;
        return { output: [{ stdout: "", stderr: ran.refused, outcome: { type: "exit", exitCode: 1 } }] };
      },
    },
  };
  return guarded;
}

/** An apply_patch tool whose operations are decided about before the editor gets them. */
export function guardedPatchTool(tool: ApplyPatchTool, actions: ActionCalls): ApplyPatchTool {
  const { editor, onApproval: _asksItself, ...rest } = tool;
  const guarded =
    (method: keyof Editor) =>
    // biome-ignore lint/suspicious/noExplicitAny: one function for the three kinds of operations
    async (operation: any, context: any) => {
      const ran = await actions.run(operation, async (args) =>
        editor[method]({ ...operation, ...args, type: operation.type }, context),
      );
      return "result" in ran ? ran.result : { status: "failed" as const, output: ran.refused };
    };
  return {
    ...rest,
    async needsApproval(context, operation, callId) {
      const needed = await actions.needsApproval(operation, callId);
      return needed === "run" ? tool.needsApproval(context, operation, callId) : needed;
    },
    editor: {
      createFile: guarded("createFile"),
      updateFile: guarded("updateFile"),
      deleteFile: guarded("deleteFile"),
    },
  } as ApplyPatchTool;
}
