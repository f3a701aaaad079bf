import { convertHost, hostError } from "../syntax/ascii-host.ts";
import { asciiLowerCase, hostProblem, parseHost } from "../syntax/host.ts";
import { encodeNonAscii, type Idna } from "../syntax/iri.ts";
import { type Problem, toProblem, UrlSyntaxError } from "../syntax/problems.ts";

/** A host as it was typed, in the form for a URL; or why it is rejected. */
export type TypedHost =
  | { readonly ok: true; readonly ascii: string }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Converts a host beyond ASCII to A-labels, if it would be displayed as it was typed: otherwise it can be mistaken for
 * another one.
 *
 * @param host without escapes. @param start its offset, for problems.
 */
export function readHost(host: string, start: number, idna: Idna | undefined): TypedHost {
  const end = start + host.length;
  if (/^[\0-\x7f]*$/.test(host)) return { ok: true, ascii: host };
  let ascii: string;
  try {
    ascii = convertHost(encodeNonAscii(host), idna?.toAscii, (fault) =>
      hostError(fault, start + (fault.start ?? 0), start + (fault.end ?? host.length)),
    );
  } catch (error) {
    if (!(error instanceof UrlSyntaxError)) throw error;
    return { ok: false, problem: error.problems[0]! };
  }
  if (idna?.toUnicode(ascii) === foldName(host)) return { ok: true, ascii };
  const problem = toProblem({
    code: "confusable-host",
    message: "the host name can be mistaken for another one",
    component: "host",
    ...{ start, end },
    hint: `check it, and write ${ascii} if you mean this host`,
    cite: "UTS #39 §5",
  });
  return { ok: false, problem };
}

/** Maps a name as UTS #46 maps it, except for invisible characters: width, case of each letter, and dots. */
function foldName(name: string): string {
  const mapped = Array.from(name.normalize("NFKC"), (char) => char.toLowerCase()).join("");
  return mapped.normalize("NFC").replaceAll("\u3002", ".");
}

/** Is it a name with a top-level domain, or an address, which can be a host without a scheme? */
export function isFullHost(ascii: string): boolean {
  const host = parseHost(ascii);
  if (host.kind !== "name") return host.kind === "ipv4" || host.kind === "ipv6";
  return TOP_LEVEL.test(asciiLowerCase(ascii)) && hostProblem(ascii) === undefined;
}

/** The last of several labels, before an optional root dot. */
const TOP_LEVEL = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})\.?$/;

/** Does it end in a number, so that some programs take it for an IPv4 address? */
export function looksLikeAddress(host: string): boolean {
  return /\.(?:[0-9]+|0x[0-9a-f]*)\.?$/i.test(host);
}
