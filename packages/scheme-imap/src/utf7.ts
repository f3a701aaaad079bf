import { AccessError } from "@anyurl/core";

/*
 * Modified UTF-7 (RFC 3501 §5.1.3): printable ASCII stands for itself, "&-" for "&", and "&…-" for UTF-16 in base64 with
 * "," for "/", and without padding.
 */

/**
 * Encodes the name of a mailbox.
 *
 * @throws {AccessError} unsupported: the name has bytes that are not UTF-8.
 */
export function encodeMailboxName(name: string): string {
  if (!isUtf8(name))
    throw new AccessError("unsupported", "the name of the mailbox is not UTF-8; nothing was sent");
  return name.replaceAll(/&|[^\x20-\x7e]+/g, (run) => (run === "&" ? "&-" : `&${encodeRun(run)}-`));
}

/** Has the name no bytes that are not UTF-8, which are half characters here? */
export function isUtf8(name: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(name);
}

function encodeRun(run: string): string {
  let octets = "";
  for (let i = 0; i < run.length; i++) {
    const code = run.charCodeAt(i);
    octets += String.fromCharCode(code >> 8, code & 0xff);
  }
  return btoa(octets).replaceAll("/", ",").replace(/=+$/, "");
}

/** Decodes the name of a mailbox; `undefined` if the encoding is not valid. UTF-8 stays unchanged. */
export function decodeMailboxName(encoded: string): string | undefined {
  let isValid = true;
  const name = encoded.replaceAll(/&([^-]*)(-?)/g, (_, base64: string, end: string) => {
    if (base64 === "" && end === "-") return "&";
    const run = end === "-" ? decodeRun(base64) : undefined;
    isValid &&= run !== undefined;
    return run ?? "";
  });
  return isValid ? name : undefined;
}

function decodeRun(base64: string): string | undefined {
  if (!/^[A-Za-z0-9+,]+$/.test(base64) || base64.length % 4 === 1) return undefined;
  const octets = atob(base64.replaceAll(",", "/"));
  if (octets.length % 2 === 1) return undefined;
  let run = "";
  for (let i = 0; i < octets.length; i += 2)
    run += String.fromCharCode((octets.charCodeAt(i) << 8) | octets.charCodeAt(i + 1));
  return run;
}
