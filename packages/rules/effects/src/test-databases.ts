/** Whether the name of a database says that it is one for tests, so that its data is not missed: `shop_test`, `test_shop_2`. */
export function isTestDatabase(name: string): boolean {
  return /^(?:tests?|\w+[_-]tests?(?:[_-]?\d+)?|tests?[_-][\w-]+)$/i.test(name);
}
