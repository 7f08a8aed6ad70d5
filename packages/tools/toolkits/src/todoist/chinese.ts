/** The Chinese texts of the toolkit `Todoist`. */
import type { ToolkitTexts } from "@helve/tool";

const id = "任务的 ID";
const limit = "最多列出多少个任务，1 到 100；默认 30";
const page_token = "从哪里继续，见上一个列表";
const due = "截止时间，例如 2026-11-24、tomorrow at 15:00 或 every monday";
const priority = "优先级，从 1（普通）到 4（紧急）";

/** The texts of the toolkit in Chinese. */
export const chinese: ToolkitTexts = {
  description: "读取和修改用户的任务。",
  tools: {
    ListTasks: {
      description: "列出未完成的任务。",
      parameters: { project: "项目的名称或 ID；默认所有项目", label: "标签；默认不限", limit, page_token },
    },
    SearchTasks: {
      description: "用 Todoist 的过滤器搜索未完成的任务。",
      parameters: { query: "过滤器，例如 today | overdue、p1 & @home、#Work 或 search: 牛奶", limit, page_token },
    },
    ReadTask: { description: "读取一个任务及其评论。", parameters: { id } },
    CreateTask: {
      description: "创建任务。",
      parameters: {
        content: "要做什么",
        description: "说明文字；默认无",
        due: `${due}；默认无`,
        priority: `${priority}；默认 1`,
        labels: "标签；默认无",
        project: "项目的名称或 ID；默认收件箱",
      },
    },
    UpdateTask: {
      description: "修改任务；未给出的内容保持不变。",
      parameters: {
        id,
        content: "新的内容",
        description: "新的说明文字",
        due: `新的${due}；no date 表示无截止时间`,
        priority: `新的${priority}`,
        labels: "所有标签，替换原来的",
        project: "移到的项目的名称或 ID",
      },
    },
    CompleteTask: { description: "完成任务；重复的任务会移到下一个日期。", parameters: { id } },
    ReopenTask: { description: "重新打开已完成的任务。", parameters: { id } },
    DeleteTask: { description: "永久删除任务；做完的任务应该用 CompleteTask 完成。", parameters: { id } },
    AddComment: { description: "给任务添加评论。", parameters: { id, text: "评论内容" } },
    ListProjects: { description: "列出所有项目。" },
    CreateProject: { description: "创建项目。", parameters: { name: "项目名称" } },
    DeleteProject: { description: "永久删除项目及其所有任务。", parameters: { id: "项目的 ID" } },
    ListLabels: { description: "列出任务的标签。" },
  },
};
