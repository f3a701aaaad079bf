import { type Limits, octetsOf, tooLargeError } from "@anyurl/core";
import {
  formatHttpAuthority,
  formatHttpHead,
  type HttpField,
  type HttpRequest,
  type HttpResponse,
} from "@anyurl/core/exchange";

/** Fields that may contain credentials. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "authentication-info",
]);

/** Fields of the connection and of the framing, which only this package sets (RFC 9110 §7.6.1, RFC 9112 §6). */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...["connection", "content-length", "expect", "host", "keep-alive", "te", "trailer"],
  ...["transfer-encoding", "upgrade"],
]);

/** The head of a request. */
export interface RequestHead {
  readonly bytes: Uint8Array;
  /** Returns the same with secrets masked, for the transcript. */
  readonly masked: () => Uint8Array;
}

/**
 * Formats the head of a request.
 *
 * @param authority the value of Host.
 * @throws {TypeError} a value that does not fit into its line, or a field that a request must not set.
 * @throws {AccessError} too-large: maxHead
 */
export function formatRequestHead(
  request: HttpRequest,
  keepAlive: boolean,
  { maxHead }: Pick<Limits, "maxHead">,
  authority: string = formatHttpAuthority(request.endpoint),
): RequestHead {
  checkRequest(request);
  const head = { ...request, authority, keepAlive };
  const bytes = joinLines(formatHttpHead(head));
  if (bytes.length > maxHead) {
    const message = `the request header exceeds the limit of ${maxHead} bytes; nothing was sent`;
    throw tooLargeError(message, "maxHead");
  }
  const masked = () => {
    const fields = maskSecrets(request.fields, request.hidden);
    return fields === request.fields ? bytes : joinLines(formatHttpHead({ ...head, fields }));
  };
  return { bytes, masked };
}

/** Formats the head of a response for a transcript, with secrets masked. The minor version of HTTP/1 is left out. */
export function formatResponseHead({
  status,
  reason,
  fields,
}: Pick<HttpResponse, "status" | "reason" | "fields">): Uint8Array {
  const lines = maskSecrets(fields).map(([name, value]) => `${name}: ${value}`);
  return joinLines([`HTTP/1 ${status} ${reason}`, ...lines]);
}

/** A value that stays in its line: no control characters, and no character that a server could read as two. */
function checkRequest({ method, target, fields }: HttpRequest): void {
  if (!TOKEN.test(method)) throw new TypeError("invalid HTTP method: expected a token");
  if (!/^[\x21-\x7e]+$/.test(target)) throw new TypeError("invalid request target: expected visible ASCII");
  for (const [name, value] of fields) {
    if (!TOKEN.test(name) || OWN_FIELDS.has(name))
      throw new TypeError(`invalid request field ${JSON.stringify(name)}`);
    if (!/^[\t\x20-\x7e\udc80-\udcff]*$/.test(value))
      throw new TypeError(`invalid value of the field ${name}`);
  }
}

/** token = 1*tchar   (RFC 9110 §5.6.2) */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function maskSecrets(fields: readonly HttpField[], hidden: readonly string[] = []): readonly HttpField[] {
  const isSecret = ([name]: HttpField) => SECRET_FIELDS.has(name) || hidden.includes(name);
  return fields.some(isSecret)
    ? fields.map((field) => (isSecret(field) ? [field[0], "***"] : field))
    : fields;
}

function joinLines(lines: readonly string[]): Uint8Array {
  return octetsOf(`${lines.join("\r\n")}\r\n\r\n`);
}
