/** The Chinese texts of the toolkit `Gmail`. */
import type { ToolkitTexts } from "@helve/tool";

const id = "邮件的 ID";
const limit = "最多列出多少封邮件，1 到 50；默认 20";
const page_token = "从哪里继续，见上一个列表";
const cc = "抄送给谁；默认无";
const bcc = "密送给谁，其他收件人看不到；默认无";

/** The texts of the toolkit in Chinese. */
export const chinese: ToolkitTexts = {
  description: "读取和发送用户的邮件。",
  tools: {
    ListEmails: {
      description: "列出带有某个标签的邮件，最新的在前。",
      parameters: { label: "标签名称；默认 INBOX（收件箱）", limit, page_token },
    },
    SearchEmails: {
      description: "搜索所有邮件，最新的在前。",
      parameters: {
        query: "关键词和条件，例如 from:bob subject:午餐 is:unread has:attachment after:2026/01/31",
        limit,
        page_token,
      },
    },
    ReadEmail: { description: "读取一封邮件。", parameters: { id } },
    ListAttachments: { description: "列出一封邮件的附件。", parameters: { id } },
    ReadAttachment: {
      description: "读取邮件中的文本附件。",
      parameters: { id, name: "附件名称，与列表中的一致" },
    },
    SendEmail: {
      description: "以用户的名义发送邮件。",
      parameters: {
        to: "收件人：ada@fox.example 或 Ada Fox <ada@fox.example>",
        subject: "主题",
        body: "正文",
        cc,
        bcc,
      },
    },
    ReplyToEmail: {
      description: "以用户的名义回复邮件。",
      parameters: {
        id: "要回复的邮件的 ID",
        to: "收件人：通常是该邮件的发件人",
        body: "正文，不包括被回复的邮件",
        cc: "抄送给谁：要回复所有人，则填该邮件的其他收件人",
        bcc,
      },
    },
    ForwardEmail: {
      description: "转发一封邮件及其附件。",
      parameters: { id: "要转发的邮件的 ID", to: "收件人", body: "写在邮件之前的文字；默认无", cc, bcc },
    },
    CreateDraft: {
      description: "保存邮件草稿，由用户检查后发送。",
      parameters: { to: "收件人；可以为空", subject: "主题", body: "正文", cc, bcc },
    },
    DeleteEmail: {
      description: "删除一封邮件。",
      parameters: { id, permanent: "是否永久删除，而不是移到垃圾箱；默认 False（否）" },
    },
    ListLabels: { description: "列出邮件可以带有的标签。" },
    LabelEmail: {
      description: "给邮件添加或移除标签：移除 UNREAD 表示已读，移除 INBOX 表示归档。",
      parameters: { id, add: "要添加的标签；默认无", remove: "要移除的标签；默认无" },
    },
    SearchContacts: { description: "搜索用户的联系人。", parameters: { query: "姓名或地址的一部分" } },
    AddContact: { description: "把某人添加到用户的联系人。", parameters: { name: "姓名", address: "邮件地址" } },
  },
};
