/** Validates the arguments of a sandbox's operations, such as a command or a path. */
import { unknownOption } from "@helve/core/internal";
import { SandboxError } from "./sandbox-error.ts";

/**
 * Checks the program and arguments of a command.
 *
 * @throws SandboxError `invalid_argument` unless the value is a program with its arguments
 */
export function checkArgv(argv: readonly string[]): void {
  if (!Array.isArray(argv) || argv.length === 0) {
    throw invalid(`A command must be an array of the program and its arguments (got ${JSON.stringify(argv)})`);
  }
  for (const [index, argument] of argv.entries()) checkText(argument, `argument ${index} of the command`);
  if (argv[0] === "") throw invalid("The program of a command must not be empty");
}

/** Checks environment variables. @throws SandboxError `invalid_argument` unless names and values can be environment variables */
export function checkEnv(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || name.includes("=") || name.includes("\0")) {
      throw invalid(`${JSON.stringify(name)} can't be the name of an environment variable`);
    }
    checkText(value, `the environment variable ${name}`);
  }
}

/** Checks a path. @throws SandboxError `invalid_argument` unless the value can be a path */
export function checkPath(path: string): void {
  checkText(path, "a path");
  if (path === "") throw invalid("A path must not be empty");
}

/** Checks a limit. @throws SandboxError `invalid_argument` unless the value is a number that is greater than zero */
export function checkLimit(name: string, value: number, unit: string): void {
  if (typeof value === "number" && value > 0) return;
  throw invalid(`"${name}" must be a number of ${unit} greater than 0 (got ${JSON.stringify(value)})`);
}

/** Checks that options are an object. @throws SandboxError `invalid_argument` unless the value is an object */
export function checkOptions(options: object): void {
  if (typeof options === "object" && options !== null) return;
  throw invalid(`The options must be an object (got ${JSON.stringify(options)})`);
}

/**
 * Checks the names of options.
 *
 * @param method - whose options they are
 * @throws SandboxError `invalid_argument` if the options are not an object, or one does not exist
 */
export function checkOptionNames(options: object, method: string, names: readonly string[]): void {
  checkOptions(options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(unknownOption(unknown, method, names).message);
}

/** Checks the contents of a file. @throws SandboxError `invalid_argument` unless the value is text or bytes */
export function checkContents(name: string, contents: string | Uint8Array): void {
  if (typeof contents === "string" || contents instanceof Uint8Array) return;
  throw invalid(`${name} must be a string or a Uint8Array (got ${JSON.stringify(contents)})`);
}

/** Checks an option with fixed choices. @throws SandboxError `invalid_argument` unless the value is one of several */
export function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw invalid(`"${name}" must be one of ${choices.join(", ")} (got ${JSON.stringify(value)})`);
}

function checkText(text: string, name: string): void {
  if (typeof text !== "string") throw invalid(`${name} must be a string (got ${JSON.stringify(text)})`);
  if (text.includes("\0")) throw invalid(`${name} must not contain a null byte`);
}

/** Builds the error for an argument that is not valid. */
function invalid(message: string): SandboxError {
  return new SandboxError("invalid_argument", message.slice(0, 300));
}
