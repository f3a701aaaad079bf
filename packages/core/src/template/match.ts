import { checkHostport, warnAboutControls } from "../syntax/ip-schemepart.ts";
import type { Report } from "../syntax/problems.ts";
import { getScheme, type Url } from "../syntax/url.ts";
import type { TemplateAuthority, TemplateElement, TemplateField, UrlTemplate } from "./grammar.ts";

/** A field or a literal, and its range in a URL. */
export interface TemplateSpan {
  /** `undefined`: a literal. */
  readonly field: TemplateField | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Matches a URL with a template and returns its fields and literals in their order, up to the first problem.
 *
 * Reports missing-authority, missing-host, authority-not-allowed, host-not-local, bad-host, bad-port,
 * userinfo-not-allowed, bad-path, bad-query, query-not-allowed; and as warnings deprecated-password, control-octet.
 */
export function matchTemplate(url: Url, template: UrlTemplate, report: Report): readonly TemplateSpan[] {
  if (!checkAuthority(url, template, report)) return [];
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const spans: TemplateSpan[] = [];
  const at = matchElements(template.elements, pathStart, { url, template, report, spans });
  if (at !== undefined && at < queryEnd) {
    if (at === pathEnd && !template.hasQuery) {
      report({
        code: "query-not-allowed",
        message: `URLs of ${url.scheme} have no query`,
        component: "query",
        start: pathEnd,
        end: queryEnd,
        hint: 'remove it, or write a "?" that is data as "%3F"',
        cite: getCite(url),
      });
    } else {
      // A field stops only at a delimiter, so the character cannot be a part of a secret.
      const char = url.href[at]!;
      const escaped = `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
      const hint = `write a "${char}" that is data as "${escaped}"`;
      reportMismatch(url, template, at, `unexpected "${char}"`, report, hint);
    }
  }
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
  warnAboutControls(url, [pathEnd, queryEnd], "query", report);
  return spans;
}

/** Returns the rule that a URL's scheme cites first. */
export function getCite(url: Url): string {
  const { cite = [] } = (getScheme(url) ?? {}) as { readonly cite?: readonly string[] };
  return cite[0] ?? "RFC 3986 §3";
}

interface Match {
  readonly url: Url;
  readonly template: UrlTemplate;
  readonly report: Report;
  readonly spans: TemplateSpan[];
}

/** Returns the offset after the elements; `undefined` after a problem. */
function matchElements(
  elements: readonly TemplateElement[],
  start: number,
  match: Match,
): number | undefined {
  const { url, template, report, spans } = match;
  const { href, offsets } = url;
  let at: number | undefined = start;
  for (const element of elements) {
    if (element.is === "literal") {
      // With a host, an empty path is the same as "/" (RFC 3986 §6.2.3).
      if (
        element.text === "/" &&
        at === offsets.pathEnd &&
        at === offsets.pathStart &&
        offsets.hostStart >= 0
      )
        continue;
      if (!href.startsWith(element.text, at))
        return reportMismatch(url, template, at, `expected "${element.text}"`, report);
      spans.push({ field: undefined, start: at, end: at + element.text.length });
      at += element.text.length;
    } else if (element.is === "field") {
      const limit = element.component === "path" ? offsets.pathEnd : offsets.queryEnd;
      const end = findFieldEnd(href, at, limit, element);
      if (end === at && element.nonEmpty)
        return reportMismatch(url, template, at, `missing ${element.name}`, report);
      spans.push({ field: element, start: at, end });
      at = end;
    } else if (href.startsWith(element.begins, at)) {
      at = matchElements(element.elements, at, match);
      if (at === undefined) return undefined;
    }
  }
  return at;
}

function findFieldEnd(text: string, start: number, limit: number, { bare, kind }: TemplateField): number {
  let at = start;
  for (; at < limit; at++) {
    const char = text[at]!;
    const isData = char === "%" || bare.has(char.charCodeAt(0)) || (kind === "list" && char === "/");
    if (!isData) break;
  }
  return at;
}

/** Returns false if the path of the URL cannot be read either. */
function checkAuthority(url: Url, template: UrlTemplate, report: Report): boolean {
  const { schemeEnd, hostStart, pathStart } = url.offsets;
  const { authority } = template;
  if (authority?.host === true) {
    checkHostport(url, report, { userinfo: authority.user, cite: getCite(url) });
    if (hostStart >= 0) checkPresence(url, authority, report);
    return hostStart >= 0;
  }
  if (authority !== undefined && (hostStart < 0 || pathStart > hostStart)) {
    report({
      code: hostStart < 0 ? "missing-authority" : "host-not-local",
      message: `expected "///" after "${url.scheme}:", because URLs of ${url.scheme} have an empty host`,
      component: "authority",
      start: schemeEnd + 1,
      end: pathStart,
      hint: `write ${url.scheme}:///…`,
      cite: getCite(url),
    });
    return hostStart >= 0;
  }
  if (authority === undefined && hostStart >= 0) {
    report({
      code: "authority-not-allowed",
      message: `URLs of ${url.scheme} have no authority`,
      component: "authority",
      start: schemeEnd + 1,
      end: pathStart,
      hint: 'remove the "//" and everything up to the next "/"',
      cite: getCite(url),
    });
    return false;
  }
  return true;
}

/** Reports a password or a port that the template does not have. */
function checkPresence(url: Url, { user, password, port }: TemplateAuthority, report: Report): void {
  const { hostStart, hostEnd, pathStart } = url.offsets;
  if (user && !password && url.password !== undefined) {
    report({
      code: "userinfo-not-allowed",
      message: `URLs of ${url.scheme} cannot have a password`,
      component: "userinfo",
      start: hostStart - url.password.length - 2,
      end: hostStart - 1,
      hint: 'remove everything from the ":" up to the "@"',
      cite: getCite(url),
    });
  }
  if (!port && hostEnd !== pathStart) {
    report({
      code: "bad-port",
      message: `URLs of ${url.scheme} cannot have a port`,
      component: "port",
      start: hostEnd,
      end: pathStart,
      hint: "remove it",
      cite: getCite(url),
    });
  }
}

function reportMismatch(
  url: Url,
  { text }: UrlTemplate,
  at: number,
  message: string,
  report: Report,
  hint?: string,
): undefined {
  const { pathEnd, queryEnd } = url.offsets;
  const inPath = at < pathEnd || pathEnd === queryEnd;
  report({
    code: inPath ? "bad-path" : "bad-query",
    message: `${message}; the form is ${text}`,
    component: inPath ? "path" : "query",
    start: at,
    end: inPath ? pathEnd : queryEnd,
    ...(hint !== undefined && { hint }),
    cite: getCite(url),
  });
}
