/** The subpath `@helve/lagent/ppt`: creates presentations. */
import type { ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import type { Sandbox } from "@helve/sandbox";
import { ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import type { CommonToolkitOptions } from "@helve/toolkits";
import {
  type GuardedFetchOptions,
  guardedFetchOptionNames,
  sandboxPlace,
  sessionSandbox,
  toolkitOptions,
} from "@helve/toolkits/internal";
import { loadImage } from "./ppt/load-image.ts";
import { pptxFile } from "./ppt/pptx-file.ts";
import type { Presentation, Slide } from "./ppt/presentation.ts";
import { themeNames } from "./ppt/themes.ts";

export type { HttpOptions } from "@helve/toolkits";

/** Options of {@link PPT}; those of requests are for images on the web. */
export interface PPTOptions extends CommonToolkitOptions, GuardedFetchOptions {}

/** The report of a tool. */
export interface PPTStatus {
  readonly status: string;
}

/**
 * Creates presentations for PowerPoint in the session's sandbox (Lagent `PPT`). Each sandbox has one presentation at a time. Needs `pptxgenjs`:
 * `npm install pptxgenjs`.
 *
 * @example
 * const executor = new ActionExecutor([new PPT()]);
 * const session = await executor.session({ sandboxes });
 */
export class PPT extends Toolkit {
  override readonly name = "PPT";
  static readonly description =
    "Makes a presentation: create_file first, then pages in their order, then submit_file, which saves it.";
  readonly #options: PPTOptions;
  readonly #presentations = new WeakMap<Sandbox, Presentation>();

  constructor(options: PPTOptions = {}) {
    super({ ...toolkitOptions(options, guardedFetchOptionNames, chinese), place: sandboxPlace({}) });
    this.#options = options;
  }

  @toolApi(
    `Begin a presentation. An earlier one that was not submitted is lost.

    Args:
        theme (str): the colors: Default or Dark
        abs_location (str, optional): the file, which ends in .pptx; presentation.pptx by default

    Returns:
        dict: what was done
            - status (str): what was done`,
    { explodeReturn: true },
  )
  async create_file(theme: string, abs_location: string | undefined, context: ToolContext): Promise<PPTStatus> {
    const known = themeNames.find((name) => name.toLowerCase() === theme.trim().toLowerCase());
    if (known === undefined) {
      throw new ToolError(`"theme" must be ${themeNames.join(" or ")} (got ${JSON.stringify(theme)})`);
    }
    const path = abs_location?.trim() || "presentation.pptx";
    if (!/[^/]\.pptx$/i.test(path)) {
      throw new ToolError(`"abs_location" must be a file that ends in .pptx (got ${JSON.stringify(path)})`);
    }
    this.#presentations.set(await sessionSandbox(context), { theme: known, path, slides: [] });
    return { status: `created a presentation, which submit_file saves as ${path}` };
  }

  @toolApi(
    `Add the first page, with the title of the presentation.

    Args:
        title (str): the title
        subtitle (str): the line below it

    Returns:
        dict: what was done
            - status (str): what was done`,
    { explodeReturn: true },
  )
  add_first_page(title: string, subtitle: string, context: ToolContext): Promise<PPTStatus> {
    return this.#add({ kind: "title", title, subtitle }, context);
  }

  @toolApi(
    `Add a page with a title and bullet points.

    Args:
        title (str): the title
        bullet_items (str): the bullet points, separated by [SPAN]

    Returns:
        dict: what was done
            - status (str): what was done`,
    { explodeReturn: true },
  )
  add_text_page(title: string, bullet_items: string, context: ToolContext): Promise<PPTStatus> {
    return this.#add({ kind: "text", title, items: itemsOf(bullet_items) }, context);
  }

  @toolApi(
    `Add a page with a title, bullet points and an image beside them.

    Args:
        title (str): the title
        bullet_items (str): the bullet points, separated by [SPAN]
        image (str): a file, a URL that begins with https:// or http://, or a data URL; PNG, JPEG or GIF

    Returns:
        dict: what was done
            - status (str): what was done`,
    { explodeReturn: true },
  )
  async add_text_image_page(
    title: string,
    bullet_items: string,
    image: string,
    context: ToolContext,
  ): Promise<PPTStatus> {
    const presentation = this.#presentation(await sessionSandbox(context));
    const loaded = await loadImage(image, context, this.#options);
    return addTo(presentation, { kind: "image", title, items: itemsOf(bullet_items), image: loaded });
  }

  @toolApi(
    `Save the presentation.

    Returns:
        dict: what was done
            - status (str): what was done`,
    { explodeReturn: true },
  )
  async submit_file(context: ToolContext): Promise<PPTStatus> {
    const sandbox = await sessionSandbox(context);
    const presentation = this.#presentation(sandbox);
    const { slides, path } = presentation;
    if (slides.length === 0) throw new ToolError("The presentation has no pages: add some before submit_file");
    await sandbox.writeFile(path, await pptxFile(presentation), { signal: context.signal });
    this.#presentations.delete(sandbox);
    return { status: `saved ${slides.length} ${slides.length === 1 ? "page" : "pages"} as ${path}` };
  }

  async #add(slide: Slide, context: ToolContext): Promise<PPTStatus> {
    return addTo(this.#presentation(await sessionSandbox(context)), slide);
  }

  #presentation(sandbox: Sandbox): Presentation {
    const presentation = this.#presentations.get(sandbox);
    if (presentation === undefined) throw new ToolError("There is no presentation: call create_file first");
    return presentation;
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const pptUses: NonNullable<Policy<never>["tools"]> = {
  // Without a location, the file is created in the working directory, which `list` stands for.
  "PPT.create_file": [{ write: "abs_location" }, { list: "abs_location", when: { abs_location: "" } }],
  "PPT.add_first_page": [],
  "PPT.add_text_page": [],
  "PPT.add_text_image_page": [{ read: "image" }, { fetch: "image" }],
  "PPT.submit_file": [],
};

function addTo(presentation: Presentation, slide: Slide): PPTStatus {
  const { slides } = presentation;
  if (slide.kind === "title" && slides.length > 0) {
    throw new ToolError("There is a first page already: use add_text_page for further pages");
  }
  if (slides.length >= 200) throw new ToolError("A presentation has 200 pages at most");
  slides.push(slide);
  return { status: `added page ${slides.length}` };
}

/** The bullet points of a text in which `[SPAN]` or line ends separate them. */
function itemsOf(text: string): readonly string[] {
  return text
    .split(/\[SPAN\]|\n/)
    .map((item) => item.replace(/^\s*[-*•]\s+/, "").trim())
    .filter((item) => item !== "");
}

const chinese: ToolkitTexts = {
  description: "制作演示文稿：先 create_file，再依次添加页面，最后用 submit_file 保存。",
  tools: {
    create_file: {
      description: "开始一个演示文稿。之前未提交的会丢失。",
      parameters: {
        theme: "配色：Default 或 Dark",
        abs_location: "文件，以 .pptx 结尾；默认为 presentation.pptx",
      },
    },
    add_first_page: {
      description: "添加首页，即演示文稿的标题。",
      parameters: { title: "标题", subtitle: "标题下的一行" },
    },
    add_text_page: {
      description: "添加一页标题和要点。",
      parameters: { title: "标题", bullet_items: "要点，以 [SPAN] 分隔" },
    },
    add_text_image_page: {
      description: "添加一页标题、要点和旁边的图片。",
      parameters: {
        title: "标题",
        bullet_items: "要点，以 [SPAN] 分隔",
        image: "文件、以 https:// 或 http:// 开头的网址，或 data 网址；PNG、JPEG 或 GIF",
      },
    },
    submit_file: { description: "保存演示文稿。" },
  },
};
