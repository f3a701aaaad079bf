/** An error response of the gateway. It contains no text from a server and no credentials. */
export interface GatewayErrorInit {
  /** 4xx or 5xx. */
  readonly status: number;
  /** Kebab-case, like the codes of the library. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Seconds to wait before a retry (RFC 9110 §10.2.3). */
  readonly retryAfter?: number;
  /** Header fields that the status requires, such as `Allow` (RFC 9110 §15.5.6). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown if the gateway itself rejects a request, not a server or the library. */
export class GatewayError extends Error {
  override readonly name: string = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, code, message, hint, retryAfter, headers = {} }: GatewayErrorInit) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.retryAfter = retryAfter;
    this.headers = headers;
  }
}

/** Checks the name of the error, because several copies of the package may be installed. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && error.name === "Refusal" && "status" in error;
}

/** Returns the headers of an error response, independent of its content. */
export function gatewayErrorHeaders({ retryAfter, headers }: GatewayError): Record<string, string> {
  return {
    ...(retryAfter !== undefined && { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
    ...headers,
    "cache-control": "no-store",
  };
}

/** Returns an error response of one line, which is cheap to create under load. */
export function gatewayErrorResponse(refusal: GatewayError): Response {
  const { status, code, message, hint } = refusal;
  const text = `${code}: ${message}${hint === undefined ? "" : ` (${hint})`}\n`;
  const octets = new TextEncoder().encode(text);
  const headers = { "content-type": "text/plain; charset=utf-8", "content-length": String(octets.length) };
  return new Response(octets, { status, headers: { ...gatewayErrorHeaders(refusal), ...headers } });
}
