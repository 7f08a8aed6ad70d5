// Commands of clients of cloud services: `new DeleteBucketCommand({ … })` of `@aws-sdk/client-s3`.
import type { RemoteEffect } from "../effects.ts";
import { emit, type Interpreter, type Span } from "./interpreter.ts";
import { exactText, fieldOf, type Value } from "./value.ts";

/** Verbs of commands that change something, and how. Commands with other verbs read. */
const verbs: readonly (readonly [RegExp, RemoteEffect["change"]])[] = [
  [/^(Delete|Terminate|Remove|Purge|Destroy|Deregister)/, "delete"],
  [/^(Create|Run|Start|Launch|Allocate|Register)/, "create"],
  [/^(Put|Update|Modify|Attach|Detach|Set|Add|Stop|Reboot|Enable|Disable|Upload|Publish|Send)/, "change"],
];

/** Emits what a command of a client changes. */
export function emitServiceCommand(name: string, args: readonly Value[], span: Span, interpreter: Interpreter): void {
  const [, service, command] = /^@aws-sdk\/(?:client|lib)-([\w-]+)\.(\w+?)Command$/.exec(name) ?? [];
  if (service === undefined || command === undefined) return;
  const change = verbs.find(([verb]) => verb.test(command))?.[1];
  if (change === undefined) return;
  const what = exactText(fieldOf(args[0], "Bucket") ?? fieldOf(args[0], "TableName")) ?? null;
  emit(interpreter, { kind: "remote", by: `${command}Command`, change, service: "AWS", what }, span);
}
