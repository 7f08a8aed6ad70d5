import { readdirSync, readFileSync } from "node:fs";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { playgroundLinks } from "./src/markdown/playground-links.ts";
import { relativeLinks } from "./src/markdown/relative-links.ts";
import { scrollingTables } from "./src/markdown/scrolling-tables.ts";
import { siteBase } from "./src/site-base.ts";

const grammar = new URL("../../packages/rules/agentspec/textmate/agentspec.tmLanguage.json", import.meta.url);
const agentspec = { ...JSON.parse(readFileSync(grammar, "utf8")), name: "agentspec" };

/** The guides, in a group for each package. */
const guides = readdirSync(new URL("./src/content/docs/guides", import.meta.url)).map((name) => ({
  label: name,
  collapsed: true,
  items: [{ autogenerate: { directory: `guides/${name}` } }],
}));

/** A group of the sidebar with the pages of a folder. */
function group(label: string, chinese: string, directory: string) {
  return { label, translations: { "zh-CN": chinese }, items: [{ autogenerate: { directory } }] };
}

export default defineConfig({
  site: process.env["SITE_URL"] || "https://helve-dev.github.io",
  base: `${siteBase}/`,
  trailingSlash: "always",
  markdown: {
    processor: satteri({
      features: { smartPunctuation: false },
      mdastPlugins: [relativeLinks(siteBase), playgroundLinks(siteBase)],
      hastPlugins: [scrollingTables],
    }),
  },
  vite: {
    build: {
      rolldownOptions: {
        onLog: (level, log, handler) => {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") handler(level, log);
        },
      },
    },
  },
  integrations: [
    starlight({
      title: "Helve",
      description: "Describe, decode, guard, run and explain the tool calls of LLM agents.",
      locales: { root: { label: "English", lang: "en" }, zh: { label: "简体中文", lang: "zh-CN" } },
      logo: { src: "./public/favicon.svg" },
      customCss: ["./src/styles/theme.css"],
      social: [{ icon: "github", label: "GitHub", href: "https://github.com/helve-dev/helve" }],
      editLink: { baseUrl: "https://github.com/helve-dev/helve/edit/main/apps/docs/" },
      head: [{ tag: "meta", attrs: { name: "twitter:card", content: "summary" } }],
      expressiveCode: { shiki: { langs: [agentspec] } },
      sidebar: [
        group("Start here", "从这里开始", "start"),
        group("Tutorials", "教程", "tutorials"),
        group("How to", "操作指南", "how-to"),
        group("Cookbook", "规则示例", "cookbook"),
        group("Concepts", "概念", "concepts"),
        { label: "Packages", translations: { "zh-CN": "各个包" }, items: guides },
        {
          label: "Reference",
          translations: { "zh-CN": "参考" },
          items: [
            ...["language-card", "grammar", "semantics", "predicates", "enforcements", "effects", "diagnostics"].map(
              (name) => `reference/${name}`,
            ),
            {
              label: "API",
              collapsed: true,
              items: [{ autogenerate: { directory: "reference/api", collapsed: true } }],
            },
          ],
        },
        group("About", "关于", "about"),
      ],
    }),
  ],
});
