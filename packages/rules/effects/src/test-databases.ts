/** Whether the name of a database marks it as a test database, whose data nobody needs: `shop_test`, `test_shop_2`. */
export function isTestDatabase(name: string): boolean {
  return /^(?:tests?|\w+[_-]tests?(?:[_-]?\d+)?|tests?[_-][\w-]+)$/i.test(name);
}
