/** A presentation while it is being made. */
import type { Image } from "./load-image.ts";
import type { ThemeName } from "./themes.ts";

/** A presentation that is being made. */
export interface Presentation {
  readonly theme: ThemeName;
  /** Where it is saved, in the sandbox. */
  readonly path: string;
  readonly slides: Slide[];
}

/** A page of a presentation. */
export type Slide =
  | { readonly kind: "title"; readonly title: string; readonly subtitle: string }
  | { readonly kind: "text"; readonly title: string; readonly items: readonly string[] }
  | { readonly kind: "image"; readonly title: string; readonly items: readonly string[]; readonly image: Image };
