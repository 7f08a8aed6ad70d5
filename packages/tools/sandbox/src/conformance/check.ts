/** The form of a conformance check, and functions that a check uses to compare results. */
import type { Sandbox } from "../sandbox.ts";
import { SandboxError, type SandboxErrorKind } from "../sandbox-error.ts";

/** One check of the conformance suite. */
export interface ConformanceCheck {
  readonly name: string;
  /** `inspect`: one of the checks of Inspect's own suite. `helve`: an addition. */
  readonly source: "inspect" | "helve";
  /** Rejects with a `ConformanceError` if the environment doesn't conform. Leaves nothing behind. */
  run(sandbox: Sandbox): Promise<void>;
}

/** An environment does not behave as a check requires. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
}

/** Checks that two values are equal. @throws ConformanceError unless both values are equal as JSON */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new ConformanceError(`${what}: expected ${excerpt(expected)}, got ${excerpt(actual)}`);
}

/** Checks a condition. @throws ConformanceError unless the condition holds */
export function expectThat(condition: boolean, what: string): void {
  if (!condition) throw new ConformanceError(what);
}

/** Checks that two byte arrays are equal. @throws ConformanceError unless the bytes are equal */
export function expectBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  expectEqual(actual.length, expected.length, `${what}: length`);
  const different = actual.findIndex((byte, index) => byte !== expected[index]);
  expectEqual(different, -1, `${what}: the first byte that differs`);
}

/**
 * Checks that an operation fails.
 *
 * @returns the error
 * @throws ConformanceError unless the operation rejects with an error of this kind, whose message contains the text
 */
export async function expectError(
  operation: Promise<unknown>,
  kind: SandboxErrorKind,
  text = "",
): Promise<SandboxError> {
  const error = await operation.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) throw new ConformanceError(`expected an error of the kind ${kind}, got none`);
  if (!(error instanceof SandboxError)) throw new ConformanceError(`expected ${kind}, got ${String(error)}`);
  expectEqual(error.code, kind, `the kind of the error "${error.message}"`);
  expectThat(error.message.includes(text), `the message "${error.message}" should contain "${text}"`);
  return error;
}

/** Runs a command that has to succeed. */
export async function run(sandbox: Sandbox, ...argv: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await sandbox.exec(argv, { timeout: 60_000 });
  if (!success) throw new ConformanceError(`${argv.join(" ")} failed: ${stderr}`);
  return stdout;
}

/** Runs the work and then removes the paths, whether it succeeded or not. */
export async function removing(sandbox: Sandbox, paths: readonly string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    for (const path of paths) await sandbox.remove(path, { recursive: true }).catch(() => {});
  }
}

/** Creates bytes. */
export function bytes(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** Writes a value as JSON of at most 200 characters. */
function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
