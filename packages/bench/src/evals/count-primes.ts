/** Counts the prime numbers below a number, slowly. */
export function countPrimes(below: number): number {
  let count = 0;
  for (let number = 2; number < below; number++) {
    let divisor = 2;
    while (divisor * divisor <= number && number % divisor !== 0) divisor++;
    if (divisor * divisor > number) count++;
  }
  return count;
}
