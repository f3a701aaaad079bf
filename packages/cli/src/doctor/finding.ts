/** One check and its result. */
export interface Finding {
  /** The name of the check, in a few words: "proxies". */
  readonly what: string;
  /** "warn": something does not work, or not as expected; "fail": what the user asked for does not work. */
  readonly is: "ok" | "warn" | "fail";
  /** The result in one line, without secrets. */
  readonly found: string;
  /** A suggested fix. */
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
