import { PPT, type PPTOptions, pptUses } from "@helve/lagent/ppt";
import type { Sandbox } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { localService } from "@helve/toolkit-tests/local-service";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGNgYGBgYPgPAAEEAQBQvtE2AAAAAElFTkSuQmCC",
  "base64",
);
const gif = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc00011080002000303012200021101031101ffd9", "hex");

/** A toolkit whose tools run in a sandbox. */
function toolsIn(sandbox: Sandbox, options: PPTOptions = {}) {
  const kit = new PPT(options);
  return (name: string, args: Readonly<Record<string, string>> = {}) =>
    callTool(kit, name, args, { sandbox: async () => sandbox });
}

/** The files in a presentation, by name. */
async function opened(sandbox: Sandbox, path: string): Promise<Readonly<Record<string, string>>> {
  const files = unzipSync(await sandbox.readBytes(path));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** The paragraphs of a slide. */
function paragraphs(slide: string | undefined): readonly string[] {
  const texts = Array.from(slide?.matchAll(/<a:p>([\s\S]*?)<\/a:p>/g) ?? [], ([, paragraph = ""]) =>
    Array.from(paragraph.matchAll(/<a:t>([\s\S]*?)<\/a:t>/g), ([, text]) => text).join(""),
  );
  return texts.filter((text) => text !== "");
}

describe("PPT", () => {
  testDescriptions({ document: "ppt", create: (locale) => new PPT({ locale }), uses: pptUses });

  it("needs a sandbox", async () => {
    const created = callTool(new PPT(), "create_file", { theme: "Default" });
    await expect(created).rejects.toThrow("This tool needs a sandbox, and the session has none.");
  });

  it("saves a presentation that PowerPoint can open", async () => {
    await using sandbox = await memorySandbox({ files: { "saw.png": png } });
    const call = toolsIn(sandbox);
    expect(await call("create_file", { theme: "dark", abs_location: "out/tools.pptx" })).toEqual({
      status: "created a presentation, which submit_file saves as out/tools.pptx",
    });
    await call("add_first_page", { title: "Tools & <more>", subtitle: "An overview\0" });
    await call("add_text_page", { title: "Saws", bullet_items: "Hand saw[SPAN] - Jig saw [SPAN][SPAN]Band saw\n圆锯" });
    await call("add_text_image_page", { title: "A saw", bullet_items: "Sharp", image: "saw.png" });
    expect(await call("submit_file")).toEqual({ status: "saved 3 pages as out/tools.pptx" });

    const files = await opened(sandbox, "out/tools.pptx");
    const slide = (number: number) => files[`ppt/slides/slide${number}.xml`];
    expect(files["[Content_Types].xml"]).toContain("presentationml.presentation.main+xml");
    expect([1, 2, 3, 4].map((number) => paragraphs(slide(number)))).toEqual([
      ["Tools &amp; &lt;more&gt;", "An overview"],
      ["Saws", "Hand saw", "Jig saw", "Band saw", "圆锯"],
      ["A saw", "Sharp"],
      [],
    ]);
    expect(slide(1)).toMatch(/<p:ph\s[^>]*type="title"/);
    expect(slide(2)?.match(/<a:buSzPct|<a:buChar/g)?.length).toBeGreaterThanOrEqual(4);
    expect(slide(3)).toContain("<p:pic>");
    expect(files["ppt/slideMasters/slideMaster1.xml"]).toContain("<p:sldMaster");
    expect(Object.values(files).some((text) => text.includes("111827"))).toBe(true);
    const media = Object.entries(unzipSync(await sandbox.readBytes("out/tools.pptx"))).filter(([name]) =>
      /^ppt\/media\/./.test(name),
    );
    expect(media.map(([, bytes]) => Buffer.from(bytes).equals(png))).toEqual([true]);
  });

  it("keeps the proportions of images", async () => {
    await using sandbox = await memorySandbox();
    const call = toolsIn(sandbox);
    await call("create_file", { theme: "Default" });
    for (const [type, image] of Object.entries({ png, gif, jpeg })) {
      const url = `data:image/${type};base64,${image.toString("base64")}`;
      await call("add_text_image_page", { title: type, bullet_items: "", image: url });
    }
    await call("submit_file");
    const files = await opened(sandbox, "presentation.pptx");
    const ratios = [1, 2, 3].map((number) => {
      const picture = /<p:pic>[\s\S]*?<a:ext cx="(\d+)" cy="(\d+)"/.exec(files[`ppt/slides/slide${number}.xml`] ?? "");
      return Number(picture?.[1]) / Number(picture?.[2]);
    });
    expect(ratios.map((ratio) => Math.round(ratio * 100) / 100)).toEqual([2, 1, 1.5]);
  });

  it("takes images from the web, but not from the local network", async () => {
    await using service = await localService(({ url }) =>
      url.pathname === "/saw.png"
        ? { status: 200, headers: { "content-type": "image/png" }, body: png }
        : { status: 404, body: "none" },
    );
    await using sandbox = await memorySandbox();
    const call = toolsIn(sandbox, { allowPrivateHosts: true });
    await call("create_file", { theme: "Default" });
    const page = { title: "A saw", bullet_items: "" };
    expect(await call("add_text_image_page", { ...page, image: `${service.url}/saw.png` })).toEqual({
      status: "added page 1",
    });
    await expect(call("add_text_image_page", { ...page, image: `${service.url}/x.png` })).rejects.toMatchObject({
      code: "http_error",
      status: 404,
    });
    const guarded = toolsIn(sandbox);
    await guarded("create_file", { theme: "Default" });
    await expect(guarded("add_text_image_page", { ...page, image: `${service.url}/saw.png` })).rejects.toThrow(
      "127.0.0.1 is a loopback address",
    );
    await expect(guarded("add_text_image_page", { ...page, image: "file:///etc/passwd" })).rejects.toThrow(
      "must begin with https:// or http://",
    );
  });

  it("reports images that can't be read", async () => {
    await using sandbox = await memorySandbox({ files: { "a.txt": "no image" } });
    const call = toolsIn(sandbox);
    await call("create_file", { theme: "Default" });
    const add = (image: string) => call("add_text_image_page", { title: "A", bullet_items: "", image });
    await expect(add("none.png")).rejects.toMatchObject({ code: "not_found" });
    await expect(add("a.txt")).rejects.toThrow('"image" must be a PNG, JPEG or GIF image: "a.txt" is none');
    await expect(add("data:image/png;base64,AAAA")).rejects.toThrow("must be a PNG, JPEG or GIF image");
    await expect(add("data:image/png,AAAA")).rejects.toThrow("must have the form data:image/png;base64,…");
    await expect(add("data:image/png;base64,A")).rejects.toThrow("must contain valid base64");
    await expect(add(" ")).rejects.toThrow('"image" must be a file or a URL of an image');
    await expect(add(`data:image/png;base64,${png.subarray(0, 20).toString("base64")}`)).rejects.toThrow("PNG");
    await expect(call("submit_file")).rejects.toThrow("The presentation has no pages");
  });

  it("reports calls in another order", async () => {
    await using sandbox = await memorySandbox();
    const call = toolsIn(sandbox);
    const page = { title: "A", bullet_items: "b" };
    for (const early of [
      call("add_first_page", { title: "A", subtitle: "b" }),
      call("add_text_page", page),
      call("add_text_image_page", { ...page, image: "a.png" }),
      call("submit_file"),
    ]) {
      await expect(early).rejects.toThrow("There is no presentation: call create_file first");
    }
    await call("create_file", { theme: "Default" });
    await call("add_text_page", page);
    await expect(call("add_first_page", { title: "A", subtitle: "b" })).rejects.toThrow(
      "There is a first page already",
    );
    await call("submit_file");
    await expect(call("submit_file")).rejects.toThrow("There is no presentation");
  });

  it("refuses other themes and files", async () => {
    await using sandbox = await memorySandbox();
    const call = toolsIn(sandbox);
    await expect(call("create_file", { theme: "Pink" })).rejects.toThrow(
      '"theme" must be Default or Dark (got "Pink")',
    );
    for (const abs_location of ["a.txt", ".pptx", "out/.pptx", "a.pptx/"]) {
      await expect(call("create_file", { theme: "Default", abs_location })).rejects.toThrow(
        "must be a file that ends in .pptx",
      );
    }
  });

  it("keeps the presentations of sandboxes apart", async () => {
    await using one = await memorySandbox();
    await using other = await memorySandbox();
    const kit = new PPT();
    const call = (sandbox: Sandbox, name: string, args: Readonly<Record<string, string>> = {}) =>
      callTool(kit, name, args, { sandbox: async () => sandbox });
    await call(one, "create_file", { theme: "Default" });
    await expect(call(other, "submit_file")).rejects.toThrow("There is no presentation");
    await call(one, "add_text_page", { title: "A", bullet_items: "b" });
    expect(await call(one, "submit_file")).toEqual({ status: "saved 1 page as presentation.pptx" });
  });
});
