import { AccessError, encodeText, type HostOptions, toAsciiHost, UNRESERVED, type Url } from "@anyurl/core";

/*
 * The host that is used for everything when a URL is opened: lookup, policy, credentials, certificate, and
 * requests. A name in UTF-8 is looked up by its A-labels (RFC 3986 §3.2.2).
 */

/**
 * Returns the URL with the host to look up.
 *
 * @throws {AccessError} bad-host: the host cannot be converted to A-labels.
 */
export function withLookedUpHost(url: Url, idna: HostOptions | undefined): Url {
  const { host } = url;
  if (host === undefined || !/%[89A-F]/i.test(host) || host.startsWith("[")) return url;
  return url.with({ host: converted(host, idna) });
}

/** Does the same for an endpoint, whose host is decoded. */
export function lookedUp<E extends { readonly host?: string }>(
  endpoint: E,
  idna: HostOptions | undefined,
): E {
  const { host } = endpoint;
  if (host === undefined || !/[^\0-\x7f]/.test(host)) return endpoint;
  return { ...endpoint, host: converted(encodeText(host, UNRESERVED), idna) };
}

/** Returns the name to look up for a decoded one. A name that cannot be converted is returned unchanged. */
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
