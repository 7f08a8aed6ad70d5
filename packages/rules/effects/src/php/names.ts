export function outputsOf(_name: string): readonly number[] {
  return [];
}
export function hasEffects(_name: string): boolean {
  return false;
}
