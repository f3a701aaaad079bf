import { APPENDIX_B } from "../abnf.ts";

/*
 * The algorithms of RFC 3986 as the RFC writes them, step by step and without any shortcut: what the code under test is
 * compared with.
 */

/** The five components (§3). `undefined` is "undefined" of the RFC's pseudocode; "" is defined and empty. */
export interface Components {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** Appendix B: any text at all has these components. */
export function split(text: string): Components {
  const groups = APPENDIX_B.exec(text)!;
  return {
    scheme: groups[2],
    authority: groups[4],
    path: groups[5]!,
    query: groups[7],
    fragment: groups[9],
  };
}

/** What is done to the path of a target. */
export type Dots = (path: string) => string;

/** Transform References (§5.2.2), strict: a scheme in the reference is never ignored. */
function transform(base: Components, R: Components, dots: Dots): Components {
  const { fragment } = R;
  if (R.scheme !== undefined) return { ...R, path: dots(R.path) };
  if (R.authority !== undefined) return { ...R, scheme: base.scheme, path: dots(R.path) };
  const { scheme, authority } = base;
  if (R.path === "") {
    const query = R.query !== undefined ? R.query : base.query;
    return { scheme, authority, path: base.path, query, fragment };
  }
  const path = R.path.startsWith("/") ? R.path : merge(base, R.path);
  return { scheme, authority, path: dots(path), query: R.query, fragment };
}

/** Merge Paths (§5.2.3). */
function merge(base: Components, path: string): string {
  if (base.authority !== undefined && base.path === "") return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf("/") + 1) + path;
}

/** Remove Dot Segments (§5.2.4): the input buffer, the output buffer, steps A to E. */
export function removeDotSegments(path: string): string {
  let input = path;
  let output = "";
  while (input !== "") {
    if (input.startsWith("../")) input = input.slice(3);
    else if (input.startsWith("./")) input = input.slice(2);
    else if (input.startsWith("/./")) input = input.slice(2);
    else if (input === "/.") input = "/";
    else if (input.startsWith("/../") || input === "/..") {
      input = input === "/.." ? "/" : input.slice(3);
      output = output.slice(0, Math.max(0, output.lastIndexOf("/")));
    } else if (input === "." || input === "..") input = "";
    else {
      const end = input.indexOf("/", 1);
      const segment = end < 0 ? input : input.slice(0, end);
      output += segment;
      input = input.slice(segment.length);
    }
  }
  return output;
}

/** Component Recomposition (§5.3), with "/." before a path that §3.3 does not allow without an authority. */
function recompose({ scheme, authority, path, query, fragment }: Components): string {
  let result = "";
  if (scheme !== undefined) result += `${scheme}:`;
  if (authority !== undefined) result += `//${authority}`;
  else if (path.startsWith("//")) result += "/.";
  result += path;
  if (query !== undefined) result += `?${query}`;
  if (fragment !== undefined) result += `#${fragment}`;
  return result;
}

/** The target of a reference (§5.2). */
export function target(base: string, reference: string, dots: Dots = removeDotSegments): string {
  return recompose(transform(split(base), split(reference), dots));
}

/** §6.2.2.3 after §6.2.2.2, for the dots alone: a segment whose dots are escaped is a dot segment. */
export function removeEscapedDots(path: string): string {
  const dots = (segment: string) => segment.replace(/%2e/gi, ".");
  const decoded = path
    .split("/")
    .map((segment) => (/^\.{1,2}$/.test(dots(segment)) ? dots(segment) : segment));
  return removeDotSegments(decoded.join("/"));
}

/** Syntax-Based Normalization (§6.2.2) and the port of §6.2.3, for a URL whose host is not an IP literal. */
export function normalForm(text: string, defaultPort: number): string {
  const { scheme, authority, path, query, fragment } = split(text);
  const [, login = "", host = "", port = ""] = /^(.*@)?([^:]*)(:\d*)?$/.exec(authority ?? "")!;
  const number = port === "" || port === ":" ? "" : `:${Number(port.slice(1))}`;
  return recompose({
    scheme: scheme!.toLowerCase(),
    authority:
      authority === undefined
        ? undefined
        : escapes(login) + lowerCase(escapes(host)) + (number === `:${defaultPort}` ? "" : number),
    path: removeDotSegments(escapes(path)),
    query: query === undefined ? undefined : escapes(query),
    fragment: fragment === undefined ? undefined : escapes(fragment),
  });
}

/** §6.2.2.1 and §6.2.2.2: the digits in upper case, unreserved characters decoded. */
function escapes(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(char) ? char : triplet.toUpperCase();
  });
}

function lowerCase(host: string): string {
  return host.replace(/%..|[A-Z]/g, (piece) => (piece.length > 1 ? piece : piece.toLowerCase()));
}
