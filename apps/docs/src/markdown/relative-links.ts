import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineMdastPlugin, type MdastPluginEntry } from "satteri";
import { repository } from "../repository.ts";

/**
 * Resolves relative links of pages, which point to files of the repository so that editors and GitHub can follow them: a link to
 * a page becomes its address on the site, a link to any other file leads to the repository. A path of the site gets its base.
 *
 * @param base - the path that the site is served under, without a slash at its end
 */
export function relativeLinks(base: string): MdastPluginEntry {
  return ({ fileURL }) =>
    fileURL !== undefined &&
    defineMdastPlugin({
      name: "helve:relative-links",
      link(node, context) {
        context.setProperty(node, "url", resolved(node.url, fileURL, base));
      },
      definition(node, context) {
        context.setProperty(node, "url", resolved(node.url, fileURL, base));
      },
    });
}

const root = new URL("../../../../", import.meta.url);
const pages = new URL("../content/docs/", import.meta.url);

/** Resolves a link of a page: links to other sites are unchanged, paths get the site's base. */
function resolved(url: string, page: URL, base: string): string {
  if (/^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(url)) return url;
  return url.startsWith("/") ? base + url : siteAddress(new URL(url, page), base);
}

/** Returns the address of a repository file: on the site if it is a page, else on GitHub. */
function siteAddress(file: URL, base: string): string {
  const path = fromFolder(pages, file);
  const page = /^(.*?)(?:index)?\.mdx?$/.exec(path);
  if (!path.startsWith("..") && page !== null) {
    const slug = (page[1] ?? "").replace(/\/$/, "").toLowerCase();
    return `${base}/${slug === "" ? "" : `${slug}/`}${file.hash}`;
  }
  return `${repository}/blob/main/${fromFolder(root, file)}${file.hash}`;
}

/** Writes the path of a file relative to a folder, with `/` on every system. */
function fromFolder(folder: URL, file: URL): string {
  return relative(fileURLToPath(folder), fileURLToPath(new URL(file.pathname, file))).replaceAll("\\", "/");
}
