/** Types for the package `turndown-plugin-gfm`, which has none. */

declare module "@joplin/turndown-plugin-gfm" {
  import type Turndown from "turndown";

  const plugins: { readonly gfm: Turndown.Plugin };
  export default plugins;
}
