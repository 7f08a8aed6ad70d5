/** The folder in which the `helve` package is installed. */
import { fileURLToPath } from "node:url";

/** The folder of this package, with a slash at the end. */
export const ownFolder: string = fileURLToPath(new URL("..", import.meta.url));
