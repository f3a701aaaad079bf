import { AccessError, encodeText, type HostOptions, toAsciiHost, UNRESERVED, type Url } from "@anyurl/core";

/*
 * One host for everything that opening a URL does: what is looked up, judged, asked a login for, verified and named in
 * requests. A name in UTF-8 is looked up by its A-labels (RFC 3986 §3.2.2).
 */

/** The URL with the host that is looked up for it. @throws {AccessError} bad-host: it has no A-labels here. */
export function withLookedUpHost(url: Url, idna: HostOptions | undefined): Url {
  const { host } = url;
  if (host === undefined || !/%[89A-F]/i.test(host) || host.startsWith("[")) return url;
  return url.with({ host: converted(host, idna) });
}

/** The same for an endpoint, whose host is decoded. */
export function lookedUp<E extends { readonly host?: string }>(
  endpoint: E,
  idna: HostOptions | undefined,
): E {
  const { host } = endpoint;
  if (host === undefined || !/[^\0-\x7f]/.test(host)) return endpoint;
  return { ...endpoint, host: converted(encodeText(host, UNRESERVED), idna) };
}

/** The name that is looked up for a decoded one; a name without A-labels here as it is. */
export function lookedUpName(host: string, idna: HostOptions | undefined): string {
  try {
    return lookedUp({ host }, idna).host;
  } catch {
    return host;
  }
}

function converted(host: string, idna: HostOptions | undefined): string {
  try {
    return toAsciiHost(host, idna);
  } catch (cause) {
    const hint =
      "install @anyurl/idna and pass its idna as the client option idna, or write the host with A-labels (xn--…)";
    const isMissing = idna?.toAscii === undefined;
    throw new AccessError("bad-host", `cannot look up the host: ${(cause as Error).message}`, {
      cause,
      ...(isMissing && { hint }),
    });
  }
}
