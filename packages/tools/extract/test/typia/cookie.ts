type PartitionedCookieConstraint = { partitioned: true; secure: true } | { partitioned?: boolean; secure?: boolean };

export type CookieOptions = {
  domain?: string;
  httpOnly?: boolean;
  /** Seconds. */
  maxAge?: number;
  path?: string;
  sameSite?: "Strict" | "Lax" | "None" | "strict" | "lax" | "none";
  priority?: "Low" | "Medium" | "High";
  prefix?: "host" | "secure";
} & PartitionedCookieConstraint;

/** The cookies of Hono. */
export class Cookies {
  /** Sets a cookie. */
  set(input: { name: string; value: string; options?: CookieOptions }): string {
    return `${input.name}=${input.value}`;
  }

  /** Sets a signed cookie. */
  setSigned(input: { cookies: Record<string, string | false>; secret: string }): void {
    void input;
  }

  /** Sets a cookie until a date. */
  setUntil(input: { name: string; expires: Date }): void {
    void input;
  }
}
