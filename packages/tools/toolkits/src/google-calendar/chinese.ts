/** The Chinese texts of the toolkit `GoogleCalendar`. */
import type { ToolkitTexts } from "@helve/tool";

const id = "日程的 ID";
const time = "日期（例如 2026-11-24）或时间（例如 2026-11-24T15:00），按日历的时区";
const limit = "最多列出多少个日程，1 到 100；默认 20";
const page_token = "从哪里继续，见上一个列表";
const event = {
  title: "标题",
  attendees: "参加者的邮件地址，他们会收到邀请；默认无",
  location: "地点；默认无",
  description: "说明文字；默认无",
  time_zone: "时间所在的时区，例如 Europe/Berlin；默认为日历的时区",
  recurrence: "重复规则，例如 FREQ=WEEKLY;COUNT=10；默认不重复",
};

/** The texts of the toolkit in Chinese. */
export const chinese: ToolkitTexts = {
  description: "读取和修改用户的日历。",
  tools: {
    ListEvents: {
      description: "列出一段时间内的日程，最早的在前。列表的第一行是现在的时间。",
      parameters: {
        start: `${time}；默认从现在开始`,
        end: `${time}，日期包含当天；默认为开始后一周`,
        limit,
        page_token,
      },
    },
    SearchEvents: {
      description: "搜索日程，最早的在前。",
      parameters: {
        query: "标题、说明、地点或参加者中的词",
        start: `${time}；默认为 30 天前`,
        end: `${time}，日期包含当天；默认为一年后`,
        limit,
        page_token,
      },
    },
    ReadEvent: { description: "读取一个日程。", parameters: { id } },
    CreateEvent: {
      description: "创建日程并邀请参加者。不要编造时间或地址：不知道时应询问用户。",
      parameters: {
        ...event,
        start: `${time}；只写日期表示全天`,
        end: `${time}；全天日程为最后一天；默认为一小时后或当天`,
      },
    },
    UpdateEvent: {
      description: "修改日程；未给出的内容保持不变。",
      parameters: {
        ...event,
        id: "日程的 ID；系列的 ID 表示修改整个系列",
        title: "新的标题",
        start: `新的开始：${time}`,
        end: `新的结束：${time}；默认保持时长不变`,
        attendees: "所有参加者的邮件地址，替换原来的",
        location: "新的地点",
        description: "新的说明文字",
        recurrence: "新的重复规则，例如 FREQ=WEEKLY;COUNT=10",
      },
    },
    DeleteEvent: { description: "删除日程；系列的 ID 表示删除整个系列。", parameters: { id } },
    FindFreeTime: {
      description: "查找用户以及其他人都有空的时间。",
      parameters: {
        start: time,
        end: `${time}，日期包含当天`,
        minutes: "至少需要多少分钟；默认 30",
        attendees: "其他人的邮件地址，他们也要有空；默认无",
        day_start: "每天从几点开始；默认 09:00",
        day_end: "每天到几点结束；默认 17:00",
      },
    },
  },
};
