import { ToolError } from "@helve/tool";
import type pptxgen from "pptxgenjs";
import type { Image } from "./load-image.ts";
import type { Presentation, Slide } from "./presentation.ts";
import { type Theme, themes } from "./themes.ts";

/**
 * Writes a presentation as a file of PowerPoint.
 *
 * @throws Error if `pptxgenjs` is not installed
 */
export async function pptxFile({ theme, slides }: Presentation): Promise<Uint8Array> {
  const PresentationFile = await presentationClass();
  const file = new PresentationFile();
  file.layout = "LAYOUT_WIDE";
  file.title = plain(slides[0]?.title ?? "");
  for (const master of masters(themes[theme])) file.defineSlideMaster(master);
  for (const slide of slides) addSlide(file, slide);
  const written = await file.write({ outputType: "uint8array" });
  if (!(written instanceof Uint8Array)) throw new ToolError("The presentation can't be written");
  return written;
}

/** The types of the package take its module for CommonJS, so that its class is a member of the default export. */
type PptxGen = pptxgen.default;

async function presentationClass(): Promise<new () => PptxGen> {
  const module: unknown = await import("pptxgenjs").catch((cause) => {
    throw new Error("PPT needs the package pptxgenjs: npm install pptxgenjs", { cause });
  });
  const { default: exported } = module as { readonly default: typeof pptxgen | typeof pptxgen.default };
  return "default" in exported ? exported.default : exported;
}

/** The layouts of pages, on 13.33 × 7.5 inches. */
function masters({ background, title, text }: Theme): readonly pptxgen.default.SlideMasterProps[] {
  const place = (name: string, type: "title" | "body", area: Area, options: object) => ({
    placeholder: { options: { name, type, ...area, ...options }, text: "" },
  });
  const heading = place(
    "title",
    "title",
    { x: 0.7, y: 0.4, w: 11.9, h: 1 },
    { color: title, fontSize: 32, bold: true },
  );
  const body = { color: text, fontSize: 20, valign: "top" };
  return [
    {
      title: "title",
      background: { color: background },
      objects: [
        place(
          "title",
          "title",
          { x: 0.7, y: 2.2, w: 11.9, h: 1.6 },
          { color: title, fontSize: 44, bold: true, align: "center" },
        ),
        place("body", "body", { x: 0.7, y: 4, w: 11.9, h: 1 }, { color: text, fontSize: 22, align: "center" }),
      ],
    },
    {
      title: "text",
      background: { color: background },
      objects: [heading, place("body", "body", { x: 0.7, y: 1.6, w: 11.9, h: 5.3 }, body)],
    },
    {
      title: "image",
      background: { color: background },
      objects: [heading, place("body", "body", { x: 0.7, y: 1.6, w: 5.8, h: 5.3 }, body)],
    },
  ] as readonly pptxgen.default.SlideMasterProps[];
}

/** Where the image of a page is. */
const imageArea: Area = { x: 6.8, y: 1.6, w: 5.8, h: 5.3 };

interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function addSlide(file: PptxGen, slide: Slide): void {
  const page = file.addSlide({ masterName: slide.kind });
  page.addText(plain(slide.title), { placeholder: "title" });
  if (slide.kind === "title") {
    page.addText(plain(slide.subtitle), { placeholder: "body" });
    return;
  }
  const items = slide.items.map((item) => ({ text: plain(item), options: { bullet: true, breakLine: true } }));
  page.addText(items.length === 0 ? "" : items, { placeholder: "body" });
  if (slide.kind !== "image") return;
  const data = `image/${slide.image.type};base64,${base64(slide.image.bytes)}`;
  page.addImage({ data, ...fitted(slide.image, imageArea), altText: plain(slide.title) });
}

/** The largest area of the image's proportions in the middle of another. */
function fitted({ width, height }: Image, { x, y, w, h }: Area): Area {
  const scale = Math.min(w / width, h / height);
  const [fittedWidth, fittedHeight] = [width * scale, height * scale];
  return { x: x + (w - fittedWidth) / 2, y: y + (h - fittedHeight) / 2, w: fittedWidth, h: fittedHeight };
}

/** A text without the characters that XML can't have. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "");
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
