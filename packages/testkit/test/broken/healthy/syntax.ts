import {
  type AuthorityInit,
  checkHostport,
  decodeText,
  describeAuthority,
  describeFragment,
  encodeText,
  formatAuthority,
  normalizeAuthority,
  type Part,
  PCHAR,
  type Report,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * x-echo: named texts in one flat directory.
 *
 *     x-echo://[user[:password]@]host[:port]/name
 *
 * A protocol to test the exam itself. Each broken plugin differs from it in one place only.
 */

export interface EchoParts {
  /** "" identifies the list of all names. */
  readonly name: string;
}
export type EchoInit = AuthorityInit & Partial<EchoParts> & { readonly fragment?: string };
export type EchoUrl = Url<"x-echo", EchoParts>;

export const PORT = 7;
export const CITE = "RFC 862";

export function parse(url: Url, report: Report): EchoParts {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  if (url.query !== undefined) {
    const message = "an x-echo URL has no query";
    report({
      code: "query-not-allowed",
      message,
      component: "query",
      start: pathEnd,
      end: queryEnd,
      cite: CITE,
    });
  }
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
  return { name: decodeText(url.urlPath ?? "") };
}

export function format(init: EchoInit): string {
  const fragment = init.fragment === undefined ? "" : `#${encodeText(init.fragment, PCHAR)}`;
  return `x-echo:${formatAuthority(init)}/${encodeText(init.name ?? "", PCHAR)}${fragment}`;
}

export function normalize(url: EchoUrl): string {
  const fragment = url.fragment === undefined ? "" : `#${encodeText(decodeText(url.fragment), PCHAR)}`;
  return `x-echo:${normalizeAuthority(url, PORT)}/${encodeText(url.parts.name, PCHAR)}${fragment}`;
}

export function describe(url: EchoUrl): readonly Part[] {
  const { pathStart, pathEnd } = url.offsets;
  const start = Math.min(pathStart + 1, pathEnd);
  const meaning = "the name of the text";
  const part = { name: "name", start, end: pathEnd, value: url.parts.name, meaning, cite: CITE };
  const fragment = url.fragment === undefined ? [] : [describeFragment(url)];
  return [...describeAuthority(url, PORT), part, ...fragment];
}
