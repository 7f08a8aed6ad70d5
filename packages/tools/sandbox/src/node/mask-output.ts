import type { DriverCommand, DriverProcess } from "../sandbox-driver.ts";

/**
 * Starts a command whose output has `*` in place of secrets, each as long as the secret. A program can still encode a secret that it got to
 * know: this keeps an echo of a server out of results and logs.
 */
export async function withMaskedOutput(
  command: DriverCommand,
  secrets: ReadonlySet<string>,
  start: (command: DriverCommand) => Promise<DriverProcess>,
): Promise<DriverProcess> {
  const held = { stdout: "", stderr: "" };
  const { onOutput } = command;
  const process = await start({
    ...command,
    onOutput(stream, bytes) {
      if (secrets.size === 0) return onOutput(stream, bytes);
      const text = maskSecrets(held[stream] + Buffer.from(bytes).toString("latin1"), secrets);
      held[stream] = secretStart(text, secrets);
      const ready = text.slice(0, text.length - held[stream].length);
      return ready === "" ? undefined : onOutput(stream, Buffer.from(ready, "latin1"));
    },
  });
  const exit = process.exit.then(async (ended) => {
    for (const stream of ["stdout", "stderr"] as const) {
      if (held[stream] !== "") await onOutput(stream, Buffer.from(held[stream], "latin1"));
    }
    return ended;
  });
  exit.catch(() => {}); // whoever waits for it handles it
  return { ...process, exit };
}

function maskSecrets(text: string, secrets: ReadonlySet<string>): string {
  let masked = text;
  for (const secret of secrets) masked = masked.replaceAll(secret, "*".repeat(secret.length));
  return masked;
}

/** The longest end of a text that a secret begins with: the rest of it may follow. */
function secretStart(text: string, secrets: ReadonlySet<string>): string {
  let longest = "";
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > longest.length; length--) {
      if (text.endsWith(secret.slice(0, length))) longest = secret.slice(0, length);
    }
  }
  return longest;
}
