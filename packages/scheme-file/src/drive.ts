import { parseReference, resolve, syntaxError } from "@anyurl/core";
import { type FileUrl, formatNormal, isDrive, removeDotSegments } from "./syntax.ts";

/*
 * Functions for a Windows drive in the first segment (RFC 8089, appendix E.2). On other systems, and for the registry,
 * it is an ordinary name; call these functions explicitly.
 */

/** Returns the drive letter as written; `undefined` without one. */
export function parseDrive({ parts: { segments } }: FileUrl): string | undefined {
  const [first = ""] = removeDotSegments(segments, true);
  return isDrive(first) ? first[0] : undefined;
}

/** Returns the normal form for Windows: ".." does not remove the drive, and its letter is in upper case. */
export function normalizeOnWindows(url: FileUrl): string {
  const [first = "", ...rest] = removeDotSegments(url.parts.segments, true);
  return formatNormal(url, [isDrive(first) ? first.toUpperCase() : first, ...rest]);
}

/**
 * Resolves a reference; neither "/" nor ".." leaves the drive of the base (E.2.1).
 *
 * @throws {UrlSyntaxError} bad-scheme: a path with a drive, "C:/x", which is a URL of the scheme "c"; the errors of
 *   generic resolution.
 */
export function resolveOnWindows(base: FileUrl, reference: string): string {
  const { scheme, authority, path } = parseReference(reference);
  if (scheme?.length === 1) throw driveAsSchemeError(reference);
  const [, drive, rest] = /^\/([A-Za-z](?::|%3[Aa]))(\/.*)?$/.exec(base.path) ?? [];
  const staysOnDrive = scheme === undefined && authority === undefined && !/^\/[A-Za-z]:(?:\/|$)/.test(path);
  if (drive === undefined || !staysOnDrive) return resolve(base, reference).href;
  const target = resolve(base.with({ path: rest ?? "/" }), reference);
  return target.with({ path: `/${drive}${target.path}` }).href;
}

function driveAsSchemeError(reference: string): Error {
  return syntaxError({
    ...{ code: "bad-scheme", component: "scheme", start: 0, end: 1, cite: "RFC 8089, appendix E.2.1" },
    message: "drive letter in place of the scheme",
    hint: `use /${reference[0]}:/… or file:///${reference[0]}:/…`,
  });
}
