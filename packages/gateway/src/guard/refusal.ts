/** Why the gateway does not do what a request asks for. No text of a target's server is in it, and no login. */
export interface RefusalInit {
  /** 4xx or 5xx. */
  readonly status: number;
  /** Kebab-case, as the codes of the library are. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Seconds after which it may go better (RFC 9110 §10.2.3). */
  readonly retryAfter?: number;
  /** Methods that there are, for 405 (RFC 9110 §15.5.6). */
  readonly allow?: string;
}

/** Thrown where a request is refused by the gateway itself, and not by a server or by the library. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly retryAfter: number | undefined;
  readonly allow: string | undefined;

  constructor({ status, code, message, hint, retryAfter, allow }: RefusalInit) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.retryAfter = retryAfter;
    this.allow = allow;
  }
}

/** By its name: two copies of a package may be installed. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === "Refusal" && "status" in error;
}

/** The fields that an answer with this refusal has, whatever its content is. */
export function refusalFields({ retryAfter, allow }: Refusal): Record<string, string> {
  return {
    ...(retryAfter !== undefined && { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
    ...(allow !== undefined && { allow }),
    "cache-control": "no-store",
  };
}

/** A code and one line: what is cheap to make, when there are too many to answer. */
export function refusalResponse(refusal: Refusal): Response {
  const { status, code, message, hint } = refusal;
  const text = `${code}: ${message}${hint === undefined ? "" : ` (${hint})`}\n`;
  const octets = new TextEncoder().encode(text);
  const headers = { "content-type": "text/plain; charset=utf-8", "content-length": String(octets.length) };
  return new Response(octets, { status, headers: { ...refusalFields(refusal), ...headers } });
}
