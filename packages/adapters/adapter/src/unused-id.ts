/**
 * Returns the id of a call, or a new one if an earlier call of the conversation has it: some models count from `call_1` again in each turn. SDKs
 * that find results and approvals by the id take those of the earlier call, so adapters change the id where the reply of the model enters the SDK.
 *
 * @param used - the ids of the earlier calls
 */
export function unusedId(id: string, used: ReadonlySet<string>): string {
  return used.has(id) ? `${id}_${crypto.randomUUID()}` : id;
}
