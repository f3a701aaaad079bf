import { findObstacle, loadOperationNames } from "@anyurl/client/front";
import {
  AccessError,
  type OperationName,
  type Presentation,
  type Problem,
  type Registry,
  redact,
  schemeNotInstalledError,
  type Url,
  UrlSyntaxError,
} from "@anyurl/core";
import { findDocumentPart, getView, listAncestors, type ResolvedView } from "@anyurl/core/presentation";
import { EXTERNAL_LINK, formatLink, pathWithUrl } from "./paths.ts";

/** Maximum length of a URL, in UTF-16 code units: longer than any browser sends. */
export const MAX_URL_LENGTH = 16_384;

/** What the schemes of a client can do in a gateway, and how they are shown. */
export interface ServedSchemes {
  readonly registry: Registry;
  /** The names of schemes that the gateway opens. */
  readonly opened: readonly string[];
  /** The names of schemes that the gateway only explains. */
  readonly read: readonly string[];
  opens(scheme: string): boolean;
  /**
   * Parses the URL of a request.
   *
   * @throws {UrlSyntaxError} the URL is invalid, or contains a user: then it must not be shown.
   */
  parse(text: string): Url;
  /** @throws {AccessError} scheme-blocked, scheme-not-installed, unknown-scheme: the gateway does not open the URL. */
  check(url: Url): void;
  can(url: Pick<Url, "scheme">, operation: "get" | "list" | "search" | "stat"): boolean;
  /** Returns how to show the resource of a URL. @throws {AccessError} plugin-fault. */
  view(url: Url): ResolvedView;
  /** Returns the directories above a URL, from the root of its server. */
  ancestors(url: Url): readonly Url[];
  /** Returns the URL of the part of a document that a URL in it stands for. @throws {AccessError} plugin-fault. */
  part(document: Url, named: Url): string | undefined;
  /** Does the server send size and date only on request, not with the content? */
  statsFirst(url: Pick<Url, "scheme">): boolean;
  /** Is the URL an interactive session, for another program? */
  isSession(url: Pick<Url, "scheme">): boolean;
  /** Returns what IANA's registry says of a scheme; `undefined` if it is not registered. */
  registration(scheme: string): string | undefined;
}

const READ_OPERATIONS: readonly OperationName[] = ["get", "list", "search"];

/** A session scheme that Gopher menus link to (RFC 4266 §2.1), and that no package declares. */
const UNDECLARED_SESSION = "tn3270";

/**
 * Loads the operations of all schemes of a registry. A scheme that fails to load is not served. Neither is one that says
 * so, or that has no port: it names no server, so it can only read what is on the machine of the gateway.
 *
 * @param openSchemes the names of schemes that the operator asked for nevertheless.
 */
export async function loadServedSchemes(
  registry: Registry,
  openSchemes: readonly string[] = [],
): Promise<ServedSchemes> {
  const names = registry.names();
  const { describeRegistration, findIanaScheme } = await import("@anyurl/iana");
  const operations = new Map(
    await Promise.all(names.map(async (name) => [name, await loadOperationNames(registry, name)] as const)),
  );
  const find = (name: string): Presentation => registry.scheme(name)?.presentation ?? {};
  const isSession = (name: string) => find(name).session === true || name === UNDECLARED_SESSION;
  const isRemote = (name: string) =>
    find(name).served !== false && registry.scheme(name)?.defaultPort(name) !== undefined;
  const opened = names.filter(
    (name) =>
      (openSchemes.includes(name) || isRemote(name)) &&
      find(name).message !== true &&
      !isSession(name) &&
      READ_OPERATIONS.some((operation) => operations.get(name)?.has(operation) === true),
  );
  return {
    registry,
    opened,
    read: names.filter((name) => !opened.includes(name)),
    opens: (scheme) => opened.includes(scheme),
    parse: (text) => parseTarget(text, registry),
    check({ scheme }) {
      if (opened.includes(scheme)) return;
      if (registry.scheme(scheme) === undefined) throw schemeNotInstalledError(scheme);
      throw new AccessError("scheme-blocked", `this gateway does not open ${scheme} URLs`, {
        scheme,
        hint: "open it with a program on your own computer",
      });
    },
    can: ({ scheme }, operation) => operations.get(scheme)?.has(operation) === true,
    view: (url) => getView(url, registry.scheme(url.scheme)),
    part: (url, named) => findDocumentPart(url, named, registry.scheme(url.scheme)),
    ancestors: (url) => findDirectories(listAncestors(url, registry.scheme(url.scheme)), registry),
    statsFirst: ({ scheme }) => find(scheme).statFirst === true,
    isSession: ({ scheme }) => isSession(scheme),
    registration: (scheme) =>
      findIanaScheme(scheme) === undefined ? undefined : describeRegistration(scheme),
  };
}

/** Returns the URLs that are valid and, if the scheme can tell, directories. */
function findDirectories(texts: readonly string[], registry: Registry): readonly Url[] {
  return texts.flatMap((text) => {
    const result = registry.tryParse(text);
    if (!result.ok) return [];
    const url: Url = result.url;
    const isFile = registry.scheme(url.scheme)?.isDirectory !== undefined && !registry.isDirectory(url);
    return isFile ? [] : [url];
  });
}

function parseTarget(text: string, registry: Registry): Url {
  const result = registry.tryParse(text, { maxUrlLength: MAX_URL_LENGTH });
  if (!result.ok) {
    const errors = result.problems.filter(({ severity }) => severity === "error");
    throw new UrlSyntaxError(errors[0]!, result.problems);
  }
  const url: Url = result.url;
  if (url.userinfo !== undefined)
    throw new UrlSyntaxError(credentialsProblem(url), [credentialsProblem(url)]);
  return url;
}

function credentialsProblem({ offsets }: Url): Problem {
  return {
    code: "userinfo-not-allowed",
    severity: "error",
    message: "the URL contains a user name or password, and this gateway does not log in",
    component: "userinfo",
    start: offsets.schemeEnd + 3,
    end: offsets.hostStart,
    hint: 'remove everything between "//" and the host, including the "@"',
    cite: "RFC 9110 §4.2.4",
  };
}

/** The link for a URL that a server sent. */
export interface Href {
  /** A path of the gateway. If absent, the URL is shown as text. */
  readonly href?: string;
  /** The path is a page that shows the external target first. */
  readonly leaves?: boolean;
  /** The URL, redacted for display. */
  readonly url: string;
  /** Why there is no link. */
  readonly note?: string;
}

/** Returns the path of a link to a URL, signed if the gateway signs links. */
export type LinkBuilder = (url: Url, path: string) => string | Promise<string>;

/** The web. Browsers open these URLs themselves, so the gateway is not a proxy for them. */
const WEB_SCHEMES: ReadonlySet<string> = new Set(["http", "https"]);

/**
 * Resolves a URL from a server: to its link if the gateway supports the scheme, to the page for external targets if it
 * is a web or session URL, and to no link otherwise.
 */
export async function resolveHref(text: string, served: ServedSchemes, linker: LinkBuilder): Promise<Href> {
  const url = redact(text);
  const result = served.registry.tryParse(text);
  if (!result.ok) return { url, note: "invalid URL" };
  const target: Url = result.url;
  if (target.userinfo !== undefined) return { url, note: "URL with credentials" };
  const obstacle = findObstacle(result.problems);
  if (obstacle !== undefined) return { url, note: obstacle.code };
  const { scheme } = target;
  if (isWeb(target) || served.isSession(target))
    return { url, href: await linker(target, pathWithUrl(EXTERNAL_LINK, target.href)), leaves: true };
  if (served.opens(scheme)) return { url, href: await linker(target, formatLink(target.href)) };
  return { url, note: `${scheme} URLs are not supported here` };
}

export function isWeb({ scheme }: Url): boolean {
  return WEB_SCHEMES.has(scheme);
}
