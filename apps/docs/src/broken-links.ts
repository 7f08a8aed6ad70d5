import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser } from "htmlparser2";
import { repository } from "./repository.ts";

/**
 * The links and assets of a built site that lead nowhere: a missing page, file or anchor, or a file that the repository doesn't have.
 * Links to other sites are not followed.
 *
 * @param folder - where the site is
 * @param base - the path that it is served under, without a slash at its end
 * @returns one sentence for each broken link
 */
export function brokenLinks(folder: string, base: string): readonly string[] {
  const pages = globSync("**/*.html", { cwd: folder }).map((path) => pageLinks(folder, path.replaceAll("\\", "/")));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const prefix = `${base}/`;
  return pages.flatMap(({ path, links }) =>
    links.flatMap((link) => {
      const problem = problemOf(link, new URL(`https://site.invalid${prefix}${path}`));
      return problem === undefined ? [] : [`${path}: ${link} ${problem}`];
    }),
  );

  /** Returns why a link is broken, such as "is not a URL"; `undefined` if it works. */
  function problemOf(link: string, page: URL): string | undefined {
    if (!URL.canParse(link, page)) return "is not a URL";
    const url = new URL(link, page);
    const file = repositoryFile(url);
    if (file !== undefined)
      return existsSync(join(root, file)) ? undefined : "leads to a file that the repository does not have";
    if (url.origin !== page.origin) return;
    const pathname = decodeURIComponent(url.pathname);
    if (!pathname.startsWith(prefix)) return `is outside of ${prefix}`;
    return problemInSite(pathname.slice(prefix.length), decodeURIComponent(url.hash.slice(1)));
  }

  function problemInSite(path: string, id: string): string | undefined {
    const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    const page = byPath.get(file);
    if (page === undefined) {
      const exists = existsSync(join(folder, file)) && statSync(join(folder, file)).isFile();
      return exists ? undefined : "leads to no page";
    }
    return id === "" || id === "_top" || page.ids.has(id) || path.startsWith("playground/")
      ? undefined
      : "leads to no anchor of its page";
  }
}

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The links of a page, and its link targets. */
interface PageLinks {
  /** Its path in the site: `how-to/guard/index.html`. */
  readonly path: string;
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

/** The file of the repository that a URL of its host shows. */
function repositoryFile(url: URL): string | undefined {
  const path = /^\/(?:blob|tree)\/main\/(.*)$/.exec(url.href.replace(/[?#].*$/, "").replace(repository, ""))?.[1];
  return path === undefined ? undefined : decodeURIComponent(path);
}

function pageLinks(folder: string, path: string): PageLinks {
  const [ids, links] = [new Set<string>(), new Set<string>()];
  const parser = new Parser({
    onopentag(name, { id, href, src, srcset }) {
      if (id !== undefined) ids.add(id);
      if (href !== undefined && !(name === "link" && /^https?:/.test(href))) links.add(href);
      if (src !== undefined) links.add(src);
      for (const candidate of srcset?.split(",") ?? []) links.add(candidate.trim().replace(/\s.*$/, ""));
    },
  });
  parser.end(readFileSync(join(folder, path), "utf8"));
  return { path, ids, links: [...links] };
}
