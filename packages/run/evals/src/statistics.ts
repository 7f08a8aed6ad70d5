/** Means, standard errors and confidence intervals. */
import { randomNumbers } from "./random-numbers.ts";

/** An interval that contains the true value with a probability, its level. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** 0.95 for 95 %. */
  readonly level: number;
  /**
   * `wilson`: the score interval of a proportion (Wilson 1927); `t`: by Student's distribution of the mean; `bootstrap`: the percentiles of the
   * means of samples that are drawn again.
   */
  readonly method: "wilson" | "t" | "bootstrap";
}

/** The arithmetic mean. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The variance of a sample, with n - 1 in the denominator; 0 for one value. */
export function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/**
 * The standard error of the mean of values that come in clusters: the values of a cluster may depend on each other (Miller 2024,
 * "Adding Error Bars to Evals"), with the correction for few clusters.
 */
export function clusteredError(values: readonly number[], clusters: readonly string[]): number {
  const mean = meanOf(values);
  const sums = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    const cluster = clusters[index] ?? "";
    sums.set(cluster, (sums.get(cluster) ?? 0) + value - mean);
  }
  if (sums.size < 2) return 0;
  const squares = [...sums.values()].reduce((sum, value) => sum + value ** 2, 0);
  return Math.sqrt((squares * sums.size) / (sums.size - 1)) / values.length;
}

/** The score interval of a proportion (Wilson 1927). `total` is above 0. */
export function wilsonInterval(successes: number, total: number, level: number): Interval {
  const z = normalQuantile((1 + level) / 2);
  const share = successes / total;
  const center = (share + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half = (z / (1 + z ** 2 / total)) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half), level, method: "wilson" };
}

/** The interval of a mean by Student's distribution; `undefined` for fewer than two values. */
export function tInterval(values: readonly number[], level: number): Interval | undefined {
  if (values.length < 2) return undefined;
  const mean = meanOf(values);
  const half = tQuantile((1 + level) / 2, values.length - 1) * Math.sqrt(varianceOf(values) / values.length);
  return { low: mean - half, high: mean + half, level, method: "t" };
}

/** Computes the means of bootstrap samples, reproducibly by the seed. */
export function bootstrapMeans(values: readonly number[], draws: number, seed: number): readonly number[] {
  const random = randomNumbers(seed);
  return Array.from({ length: draws }, () => {
    let sum = 0;
    for (let index = 0; index < values.length; index++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  });
}

/** The interval between percentiles of the means of samples that are drawn again; `undefined` for fewer than two values. */
export function bootstrapInterval(
  values: readonly number[],
  { level, draws, seed }: { readonly level: number; readonly draws: number; readonly seed: number },
): Interval | undefined {
  if (values.length < 2) return undefined;
  const means = bootstrapMeans(values, draws, seed).toSorted((left, right) => left - right);
  const at = (share: number): number => means[Math.round(share * (means.length - 1))] ?? Number.NaN;
  return { low: at((1 - level) / 2), high: at((1 + level) / 2), level, method: "bootstrap" };
}

/** The value below which a standard normal value lies: Student's distribution with very many degrees of freedom. */
function normalQuantile(probability: number): number {
  return tQuantile(probability, 1e7);
}

/** The value below which a value of Student's distribution lies with a probability of at least 0.5; by bisection. */
function tQuantile(probability: number, degrees: number): number {
  let [low, high] = [0, 1e6];
  for (let step = 0; step < 200 && high - low > 1e-12 * Math.max(1, low); step++) {
    const middle = (low + high) / 2;
    if (tCumulative(middle, degrees) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The cumulative distribution of Student for x ≥ 0, by the incomplete beta function. */
function tCumulative(x: number, degrees: number): number {
  return 1 - 0.5 * incompleteBeta(degrees / (degrees + x ** 2), degrees / 2, 0.5);
}

/** The regularized incomplete beta function, by its continued fraction (Lentz). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log(1 - x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny);
  let h = d;
  for (let m = 1; m < 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}

/** The logarithm of the gamma function for x > 0: Stirling's series, after shifting a small x. */
function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 12; y++) shift -= Math.log(y);
  const inverse = 1 / y ** 2;
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / y;
  return shift + (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + series;
}
