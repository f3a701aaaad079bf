import { decodeText } from "../syntax/escape.ts";
import { type Host, parseHost } from "../syntax/host.ts";
import { parseLogin, parsePort } from "../syntax/ip-schemepart.ts";
import type { Url } from "../syntax/url.ts";

/** A range of a URL and its meaning: the result of `describe`, which `explain` draws. */
export interface Part {
  /** The RFC's term, for example "host", "cwds[0]", "typecode". */
  readonly name: string;
  /** UTF-16 code units of the URL's text, [start, end). Empty for an implicit part. */
  readonly start: number;
  readonly end: number;
  /** Decoded; "***" for a secret. */
  readonly value: string;
  readonly secret?: boolean;
  /** The meaning in a few words. */
  readonly meaning: string;
  /** The rule, for example "RFC 1738 §3.2.2". */
  readonly cite: string;
}

/** Describes the parts that every URL has by the generic syntax, for an unknown scheme. */
export function describeGeneric(url: Url): readonly Part[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const { path, query, fragment } = url;
  const parts = [...describeAuthority(url, undefined)];
  if (path !== "") {
    parts.push({
      name: "path",
      start: pathStart,
      end: pathEnd,
      value: decodeText(path),
      meaning: "the path of the resource",
      cite: "RFC 3986 §3.3",
    });
  }
  if (query !== undefined) {
    parts.push({
      name: "query",
      start: pathEnd + 1,
      end: queryEnd,
      value: decodeText(query),
      meaning: "additional data",
      cite: "RFC 3986 §3.4",
    });
  }
  if (fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

/** Describes the fragment. It belongs to the reference and not to the resource (RFC 3986 §3.5). */
export function describeFragment(url: Url): Part {
  const { queryEnd } = url.offsets;
  const raw = url.fragment ?? "";
  return {
    name: "fragment",
    start: queryEnd + 1,
    end: queryEnd + 1 + raw.length,
    value: decodeText(raw),
    meaning: "a position within the resource; never sent",
    cite: "RFC 3986 §3.5",
  };
}

/** Describes the scheme and the authority. A password is masked. */
export function describeAuthority(url: Url, defaultPort: number | undefined): readonly Part[] {
  const { schemeEnd, hostStart, hostEnd, pathStart } = url.offsets;
  const parts: Part[] = [
    {
      name: "scheme",
      start: 0,
      end: schemeEnd,
      value: url.scheme,
      meaning: "how to read the rest",
      cite: "RFC 3986 §3.1",
    },
  ];
  if (hostStart < 0) return parts;
  let at = schemeEnd + 3;
  const { user, password } = url;
  if (user !== undefined) {
    const meaning =
      user === "" ? "an empty user name, which differs from a missing one" : "the name to log in with";
    parts.push({
      name: "user",
      start: at,
      end: at + user.length,
      value: decodeText(user),
      meaning,
      cite: "RFC 1738 §3.1",
    });
    at += user.length + 1;
  }
  if (password !== undefined) {
    parts.push({
      name: "password",
      start: at,
      end: at + password.length,
      value: password === "" ? "" : "***",
      secret: true,
      meaning: password === "" ? "an empty password" : "a password in plain text",
      cite: "RFC 1738 §3.1",
    });
  }
  parts.push({
    name: "host",
    start: hostStart,
    end: hostEnd,
    value: parseLogin(url, 0).hostname,
    meaning: HOST_MEANING[parseHost(url.host!).kind],
    cite: "RFC 3986 §3.2.2",
  });
  if (url.port !== undefined) {
    const port = parsePort(url.port);
    const meaning =
      port === undefined
        ? "an empty port: the default applies"
        : port === defaultPort
          ? "the scheme's default port"
          : "the port";
    parts.push({
      name: "port",
      start: hostEnd + 1,
      end: pathStart,
      value: url.port,
      meaning,
      cite: "RFC 3986 §3.2.3",
    });
  }
  return parts;
}

const HOST_MEANING: Readonly<Record<Host["kind"], string>> = {
  name: "a host name",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  ipvfuture: "an address of a future version of IP; no connection is possible",
  empty: "an empty host",
};
