/** The Chinese texts of `GoogleScholar`. */
import type { ToolkitTexts } from "@helve/tool";

const common = {
  hl: "结果的语言，两个字母",
  no_cache: "是否重新搜索而不使用已存的结果",
  async_req: "服务是否在搜索完成之前就返回",
  output: "格式：json",
};

/** The texts of `GoogleScholar` in Chinese. */
export const chineseScholar: ToolkitTexts = {
  description: "查找学术论文、作者和引用格式。",
  tools: {
    search_google_scholar: {
      description: "查找学术论文。",
      parameters: {
        query: "搜索内容；可用 author: 和 source: 限定",
        cites: "论文的编号；只返回引用它的论文",
        as_ylo: "起始年份",
        as_yhi: "结束年份",
        scisbd: "1 按日期排列最近一年的论文并返回摘要，2 返回全部，0 按相关性排列",
        cluster: "论文的编号；返回其所有版本",
        hl: common.hl,
        lr: "论文的语言，例如 lang_en|lang_fr",
        start: "跳过多少条结果",
        num: "搜索多少条结果，1 到 20",
        as_sdt: "0 不含专利，7 含专利，4 判例；其后为法院",
        safe: "active 或 off：是否过滤成人内容",
        filter: "1 或 0：是否去除相似的结果",
        as_vis: "1 或 0：是否去除引用",
      },
    },
    get_author_information: {
      description: "获取作者的信息。",
      parameters: {
        author_id: "作者的编号，来自 get_author_id",
        hl: common.hl,
        view_op: "view_citation 查看一条引用，list_colleagues 查看所有合作者",
        sort: "title 或 pubdate：论文的排序",
        citation_id: "view_citation 的引用编号",
        start: "跳过多少篇论文",
        num: "获取多少篇论文，1 到 100",
        no_cache: common.no_cache,
        async_req: common.async_req,
        output: common.output,
      },
    },
    get_citation_format: {
      description: "获取论文的常用引用格式。",
      parameters: {
        q: "论文的编号，来自 search_google_scholar",
        no_cache: common.no_cache,
        async_req: common.async_req,
        output: common.output,
      },
    },
    get_author_id: {
      description: "查找作者的编号。",
      parameters: {
        mauthors: "作者的姓名；可用 label: 加上研究领域",
        hl: common.hl,
        after_author: "下一页的标记",
        before_author: "上一页的标记",
        no_cache: common.no_cache,
        async_req: common.async_req,
        output: common.output,
      },
    },
  },
};
