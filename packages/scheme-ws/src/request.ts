import { normalizeHost, parseLogin, tooLongError } from "@anyurl/core";
import type { WsSettings } from "./options.ts";
import { DEFAULT_PORT, type WsUrl } from "./syntax.ts";

/** The handshake of a URL (RFC 6455 §4.1). */
export interface Handshake {
  readonly host: string;
  readonly port: number;
  readonly target: string;
  /** The fields before those that the library adds, in order. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns where to connect, and what to request. @throws {AccessError} too-long */
export function toHandshake(
  url: WsUrl,
  { headers }: Pick<WsSettings, "headers">,
  maxCommand: number,
): Handshake {
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  const target = toTarget(url);
  if (target.length > maxCommand)
    throw tooLongError(
      `the resource name exceeds the limit of ${maxCommand} bytes; nothing was sent`,
      "maxCommand",
    );
  const name = normalizeHost(url.host!);
  const authority = port === DEFAULT_PORT[url.scheme] ? name : `${name}:${port}`;
  return { host, port, target, headers: { Host: authority, ...headers } };
}

/** The resource name, without dot segments, as in the normal form. */
function toTarget({ parts, path }: WsUrl): string {
  const query = parts.resourceName.slice(path === "" ? 1 : path.length);
  const kept: string[] = [];
  const raws = path.slice(1).split("/");
  raws.forEach((raw, i) => {
    const name = raw.replaceAll(/%2e/gi, ".");
    if (name !== "." && name !== "..") kept.push(raw);
    else {
      if (name === "..") kept.pop();
      if (i === raws.length - 1) kept.push("");
    }
  });
  return `/${kept.join("/")}${query}`;
}
