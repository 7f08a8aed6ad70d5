/** The errors of calendars, such as one that can't be read. */
import { ToolError } from "@helve/tool";

/** The error about a calendar that can't be read: it is not known when the person is free. */
export function unreadableCalendar(address: string): ToolError {
  return new ToolError(
    `The calendar of ${address} can't be read, so it is not known when this person is free: ask them, or leave them out.`,
  );
}
