/** Why the gateway itself rejects a request. No message contains text of a server, or credentials. */
interface Rejection {
  /** 4xx or 5xx. */
  readonly status: number;
  readonly message: string;
  readonly hint?: string;
  /** Seconds to wait before a retry (RFC 9110 §10.2.3). */
  readonly retryAfter?: number;
  /** Header fields that the status requires. */
  readonly headers?: Readonly<Record<string, string>>;
}

const REJECTIONS = {
  "own-address": {
    status: 403,
    message: "this is the address of the gateway itself",
    hint: "open it without the gateway",
  },
  "bad-signature": {
    status: 403,
    message: "invalid link signature: the gateway opens only links that it created",
    hint: "start from a page of the gateway",
  },
  "link-expired": {
    status: 403,
    message: "this link has expired",
    hint: "start from a page of the gateway",
  },
  "foreign-form": {
    status: 403,
    message: "this form was sent from a page of another origin",
  },
  "cross-site": {
    status: 403,
    message: "a page of another site tried to embed or fetch this URL",
    hint: "use a link instead",
  },
  "not-found": {
    status: 404,
    message: "page not found",
    hint: "add a URL after the first slash, for example /gopher://gopher.example/",
  },
  // RFC 9110 §15.5.6
  "method-not-allowed": {
    status: 405,
    message: "the gateway is read-only",
    headers: { allow: "GET, HEAD" },
  },
  "length-required": { status: 411, message: "missing or invalid Content-Length" },
  "precondition-failed": {
    status: 412,
    message: "the document is not in the state that the request requires",
  },
  "too-large": { status: 413, message: "the form is too large" },
  "bad-form": {
    status: 415,
    message: "invalid content type: expected application/x-www-form-urlencoded",
  },
  "range-not-satisfiable": { status: 416, message: "the range is outside of the document" },
  "host-not-served": {
    status: 421,
    message: "the gateway does not serve this host name",
    hint: "add the name to the option hosts",
  },
  "client-rate": { status: 429, message: "too many requests from this client in a short time" },
  "client-busy": {
    status: 429,
    message: "too many concurrent requests from this client",
    retryAfter: 1,
  },
  "gateway-fault": { status: 500, message: "internal gateway error" },
  "gateway-busy": { status: 503, message: "the gateway is busy; try again later", retryAfter: 2 },
  "target-rate": { status: 503, message: "too many requests to this server in a short time" },
  "target-busy": { status: 503, message: "too many concurrent requests to this server", retryAfter: 2 },
  "gateway-loop": {
    status: 508,
    message: "the request loops: it already passed this gateway, or it passed too many gateways",
  },
} as const;

/** The codes of the gateway. */
export type GatewayCode = keyof typeof REJECTIONS;

/** Thrown if the gateway itself rejects a request, not a server or the library. */
export class GatewayError extends Error {
  override readonly name: string = "GatewayError";
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** @param more what this rejection has instead of what all with its code have. */
  constructor(code: GatewayCode, more: Partial<Rejection> = {}) {
    const { status, message, hint, retryAfter, headers = {} }: Rejection = { ...REJECTIONS[code], ...more };
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
  return error instanceof Error && error.name === "GatewayError" && "status" in error;
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
