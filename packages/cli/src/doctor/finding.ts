/** What has been looked at, and how it is. */
export interface Finding {
  /** A few words: "proxies". */
  readonly what: string;
  /** "warn": something does not work, or is not what one may think; "fail": what was asked for does not work. */
  readonly is: "ok" | "warn" | "fail";
  /** What was found, in one line, without secrets. */
  readonly found: string;
  /** What would help. */
  readonly hint?: string;
}

export function ok(what: string, found: string, cure?: string): Finding {
  return { what, is: "ok", found, ...(cure !== undefined && { hint: cure }) };
}

export function warn(what: string, found: string, cure: string): Finding {
  return { what, is: "warn", found, hint: cure };
}

export function fail(what: string, found: string, cure: string): Finding {
  return { what, is: "fail", found, hint: cure };
}
