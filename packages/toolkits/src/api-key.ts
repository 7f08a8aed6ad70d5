import { environmentVariable } from "./host.ts";
import { HttpError } from "./http-error.ts";

/**
 * The key of a service: the given one, or that of an environment variable.
 *
 * @param owner - what needs it, in the message
 * @throws TypeError if there is none
 */
export function requiredKey(owner: string, given: string | undefined, variable: string): string {
  const key = given ?? environmentVariable(variable);
  if (key !== undefined && key.trim() !== "") return key.trim();
  throw new TypeError(`${owner} needs an API key: the option "apiKey" or the environment variable ${variable}`);
}

/** Removes a key from the messages of errors, where a service may have repeated it. */
export async function hidingKey<Result>(key: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof HttpError) || !error.message.includes(key)) throw error;
    throw new HttpError(error.message.replaceAll(key, "…"), { status: error.status });
  }
}
