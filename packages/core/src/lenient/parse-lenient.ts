import type { Registry, UrlOf } from "../scheme/registry-types.ts";
import type { Scheme } from "../scheme/scheme.ts";
import { findHostScheme, findShorthand, isDeclaredHost } from "../scheme/shorthands.ts";
import { asciiLowerCase } from "../syntax/host.ts";
import { type Problem, toProblem, UrlSyntaxError } from "../syntax/problems.ts";
import type { Url } from "../syntax/url.ts";
import { type Change, Draft } from "./changes.ts";
import type { LenientOptions, LocalFiles } from "./options.ts";
import { FILE_EXTENSIONS, findPathForm, formatPathUrl, type PathForm } from "./path-form.ts";
import { repairCharacters } from "./repair.ts";
import { isFullHost, looksLikeAddress, readHost } from "./typed-host.ts";
import { type Range, unwrap } from "./unwrap.ts";

/** What a text means, as people type and paste it. */
export type LenientResult<U = Url> =
  | {
      readonly ok: true;
      readonly url: U;
      /** Applied to the text, they give the URL. Empty if the strict parser accepts the text. */
      readonly changes: readonly Change[];
      /** Warnings about the URL, with ranges in it. */
      readonly problems: readonly Problem[];
    }
  | {
      readonly ok: false;
      readonly url: undefined;
      readonly changes: readonly [];
      /** Why the text is rejected, with ranges in the text. */
      readonly problems: readonly Problem[];
    };

/** A URL that a text may mean. */
export interface Suggestion {
  /** A valid URL. It may contain a password that the text contains. */
  readonly url: string;
  /** What it takes the text for, or what it corrects, for example "a local path". */
  readonly message: string;
}

/** The result, and the readings of a rejected text that has several. */
export type Outcome = LenientResult & { readonly readings?: readonly Suggestion[] };

/**
 * Parses a URL as people type and paste it, and returns the changes that make it a valid URL. What the strict parser
 * accepts stays unchanged, if its scheme is registered.
 *
 * It accepts white space and delimiters around a URL, "URL:", line breaks, characters to be encoded, hosts beyond ASCII
 * (with `idna`), and texts without a scheme in the forms that the registered schemes declare. It never selects one of
 * two readings with different hosts, and never changes a user, a password, or a port.
 */
export function tryParseLenient<S extends Scheme, const T extends string>(
  text: T,
  urls: Registry<S>,
  options?: LenientOptions,
): LenientResult<UrlOf<S, T>> {
  const { readings: _, ...result } = readTyped(text, urls, options);
  return result as unknown as LenientResult<UrlOf<S, T>>;
}

/**
 * Like {@link tryParseLenient}, but throws.
 *
 * @throws {UrlSyntaxError} what parse throws; ambiguous-text: the text has several readings; confusable-host: the host
 *   could be mistaken for another one.
 */
export function parseLenient<S extends Scheme, const T extends string>(
  text: T,
  urls: Registry<S>,
  options?: LenientOptions,
): { readonly url: UrlOf<S, T>; readonly changes: readonly Change[] } {
  const result = tryParseLenient(text, urls, options);
  if (result.ok) return { url: result.url, changes: result.changes };
  const errors = result.problems.filter(({ severity }) => severity === "error");
  throw new UrlSyntaxError(errors[0]!, errors);
}

/** Reads a text. */
export function readTyped(text: string, urls: Registry, options: LenientOptions = {}): Outcome {
  const strict = urls.tryParse(text, options) as LenientResult;
  if (strict.ok && urls.scheme(strict.url.scheme) !== undefined) return { ...strict, changes: [] };
  if (strict.problems.some(({ code }) => code === "too-long")) return { ...strict, changes: [] };
  return new Reader(text, urls, options).read();
}

class Reader {
  readonly #typed: string;
  readonly #urls: Registry;
  readonly #options: LenientOptions;
  readonly #draft: Draft;

  constructor(typed: string, urls: Registry, options: LenientOptions) {
    this.#typed = typed;
    this.#urls = urls;
    this.#options = options;
    this.#draft = new Draft(typed);
  }

  read(): Outcome {
    const [start, end] = unwrap(this.#draft, this.#urls);
    const text = this.#typed.slice(start, end);
    if (TWO_URLS.test(text))
      return this.#reject(ambiguousText(start, end, "the text has more than one URL", "enter one URL"));
    const [lead, name] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text) ?? [];
    if (name !== undefined && this.#urls.scheme(name) !== undefined)
      return this.#readUrl([start, end], start + lead!.length, name);
    return (
      this.#readPath([start, end]) ??
      this.#readNetworkPath([start, end]) ??
      this.#readMailbox([start, end]) ??
      this.#readHost([start, end]) ??
      this.#finish()
    );
  }

  /** Reads a URL of a registered scheme. @param rest the offset after its ":". */
  #readUrl([start, end]: Range, rest: number, name: string): Outcome {
    const isPath = findShorthand(this.#urls, "path") === asciiLowerCase(name);
    const [, drivePath] = /^(?:\/?|\/{3})([A-Za-z]:\\.*)$/s.exec(this.#typed.slice(rest, end)) ?? [];
    if (isPath && drivePath !== undefined) return this.#readLocal([start, end], name, drivePath);
    return this.#repair(this.#readAuthority(rest, end), end);
  }

  /** Reads "//" and an authority at `at`. Returns its end, or the problem of its host. */
  #readAuthority(at: number, end: number): number | Problem {
    const typed = this.#typed;
    if (!typed.startsWith("//", at)) return at;
    let authorityEnd = at + 2;
    while (authorityEnd < end && !"/?#\\".includes(typed[authorityEnd]!)) authorityEnd++;
    const authority = typed.slice(at + 2, authorityEnd);
    const hostStart = at + 2 + authority.indexOf("@") + 1;
    const [host] = /^[^:]*/.exec(typed.slice(hostStart, authorityEnd))!;
    // Anything else in an authority is left to the strict parser, which rejects it.
    if (!NON_ASCII.test(host) || /[%@\s\0-\x1f\x7f]/.test(host)) return authorityEnd;
    return this.#convertHost(hostStart, hostStart + host.length) ?? authorityEnd;
  }

  /** Repairs the rest of a URL and finishes it. */
  #repair(from: number | Problem, end: number): Outcome {
    if (typeof from !== "number") return this.#reject(from);
    if (repairCharacters(this.#draft, [from, end])) return this.#finish();
    return this.#reject(
      ambiguousText(
        from,
        end,
        "the text has both line breaks and spaces, so its end is unclear",
        "remove the line breaks, or encode the spaces as %20",
      ),
    );
  }

  /** Converts a host that is not ASCII. */
  #convertHost(start: number, end: number): Problem | undefined {
    const host = readHost(this.#typed.slice(start, end), start, this.#options.idna);
    if (!host.ok) return host.problem;
    this.#draft.replace("ascii-host", start, end, host.ascii);
    return undefined;
  }

  /** Reads a local path, if the text cannot be anything else. */
  #readPath([start, end]: Range): Outcome | undefined {
    const text = this.#typed.slice(start, end);
    const name = findShorthand(this.#urls, "path");
    const form = findPathForm(text);
    if (name === undefined || form === undefined) return undefined;
    const path = this.#toAbsolute(text, form);
    if (this.#options.localFiles !== undefined) return this.#readLocal([start, end], name, path ?? text);
    const readings = path === undefined ? [] : [{ url: formatPathUrl(name, path), message: "a local path" }];
    return this.#reject(
      toProblem({
        ...{ code: "no-scheme", component: "scheme", start, end: start },
        message: "missing scheme: the text is a local path",
        cite: "RFC 3986 §3.1",
      }),
      readings,
    );
  }

  #toAbsolute(text: string, form: PathForm): string | undefined {
    if (form === "drive" || form === "unc") return text;
    return this.#options.localFiles?.toAbsolutePath(text) ?? (form === "rooted" ? text : undefined);
  }

  #readLocal([start, end]: Range, name: string, path: string): Outcome {
    const hidden = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.exec(this.#typed.slice(start, end));
    if (hidden !== null) {
      const at = start + hidden.index;
      return this.#reject(
        toProblem({
          ...{ code: "illegal-character", component: "path", start: at, end: at + hidden[0].length },
          message: "the local path contains an invisible character",
          hint: "write the path as a URL, and encode the character",
          cite: "RFC 3986 §2",
        }),
      );
    }
    this.#draft.replace("local-path", start, end, formatPathUrl(asciiLowerCase(name), path));
    return this.#finish();
  }

  /** Reads `//host/path`. With local files it could be a path on another machine as well. */
  #readNetworkPath([start, end]: Range): Outcome | undefined {
    if (!this.#typed.startsWith("//", start)) return undefined;
    const [host = "", port] = splitHostport(this.#typed.slice(start + 2, end)) ?? [];
    const name = findHostScheme(this.#urls, asciiLowerCase(host), port, this.#options.defaultScheme);
    if (name === undefined) return undefined;
    const files = this.#files;
    const text = this.#typed.slice(start, end);
    if (files !== undefined)
      return this.#reject(ambiguousText(start, end, "the text is a host or a local path"), [
        { url: `${name}:${text}`, message: "a host" },
        { url: formatPathUrl(files.scheme, text.replace(/^\/+/, "/")), message: "a local path" },
      ]);
    this.#draft.addScheme(start, name, ":");
    return this.#repair(this.#readAuthority(start, end), end);
  }

  #readMailbox([start, end]: Range): Outcome | undefined {
    const text = this.#typed.slice(start, end);
    const name = findShorthand(this.#urls, "mailbox");
    const [, domain = ""] = /^[A-Za-z0-9._+-]+@([^\s@/?#:\\%[\]]+)$/.exec(text) ?? [];
    if (name === undefined || domain === "") return undefined;
    const at = end - domain.length;
    const host = readHost(domain, at, this.#options.idna);
    if (!host.ok) return this.#reject(host.problem);
    if (!isFullHost(host.ascii)) return undefined;
    const files = this.#files;
    if (files?.localFiles.exists(text) === true) {
      const url = `${name}:${text.slice(0, -domain.length)}${host.ascii}`;
      return this.#rejectAmbiguousFile([start, end], { url, message: "a mail address" }, files);
    }
    this.#draft.addScheme(start, name, ":");
    if (host.ascii !== domain) this.#draft.replace("ascii-host", at, end, host.ascii);
    return this.#finish();
  }

  /** Reads a host without a scheme. */
  #readHost([start, end]: Range): Outcome | undefined {
    const text = this.#typed.slice(start, end);
    const hostport = splitHostport(text);
    if (hostport === undefined) return undefined;
    const [typedHost, port, length] = hostport;
    // "https//h.example": the ":" is missing.
    if (this.#urls.scheme(typedHost) !== undefined) return undefined;
    const host = readHost(typedHost, start, this.#options.idna);
    if (!host.ok) return typedHost.includes(".") ? this.#reject(host.problem) : undefined;
    const { ascii } = host;
    const rest = text.slice(length);
    const name = findHostScheme(this.#urls, asciiLowerCase(ascii), port, this.#options.defaultScheme);
    if (name === undefined) return undefined;
    const asHost = { url: `${name}://${ascii}${text.slice(typedHost.length)}`, message: "a host" };
    const isDeclared = isDeclaredHost(this.#urls, asciiLowerCase(ascii));
    if (!isDeclared && !isFullHost(ascii) && !looksLikeAddress(ascii))
      return this.#rejectName([start, end], asHost);
    // "good.example#@evil.example": some programs look for the host after the "@".
    if (/^[?#][^/]*@/.test(rest))
      return this.#reject(
        ambiguousText(start, end, 'the host may begin after the "@"', 'write "/" after the host'),
      );
    const files = this.#files;
    if (files !== undefined && isFile(files, text, rest))
      return this.#rejectAmbiguousFile([start, end], asHost, files);
    this.#draft.addScheme(start, name, "://");
    if (ascii !== typedHost) this.#draft.replace("ascii-host", start, start + typedHost.length, ascii);
    return this.#repair(start + length, end);
  }

  /** The local files that have URLs; `undefined` if the program reads none, or no scheme declares paths. */
  get #files(): Files | undefined {
    const { localFiles } = this.#options;
    const scheme = findShorthand(this.#urls, "path");
    if (localFiles === undefined || scheme === undefined) return undefined;
    return { scheme, localFiles };
  }

  /** Rejects a name without a top-level domain, unless its port shows that it is a URL of an unknown scheme. */
  #rejectName([start, end]: Range, asHost: Suggestion): Outcome | undefined {
    const text = this.#typed.slice(start, end);
    if (!/^[A-Za-z0-9-]+(?::\d+)?(?:[/?#].*)?$/s.test(text)) return undefined;
    const files = this.#files;
    if (files !== undefined && !text.includes(":"))
      return this.#rejectAmbiguousFile([start, end], asHost, files);
    const { problems, ...result } = this.#finish();
    return { ...result, problems, readings: [asHost] };
  }

  #rejectAmbiguousFile([start, end]: Range, other: Suggestion, files: Files): Outcome {
    const path = files.localFiles.toAbsolutePath(this.#typed.slice(start, end));
    const readings = [other, { url: formatPathUrl(files.scheme, path), message: "a local path" }];
    return this.#reject(ambiguousText(start, end, `the text is ${other.message} or a local path`), readings);
  }

  #reject(problem: Problem, readings: readonly Suggestion[] = []): Outcome {
    return { ok: false, url: undefined, changes: [], problems: [problem], readings };
  }

  /** Parses the changed text strictly. */
  #finish(): Outcome {
    const draft = this.#draft;
    const { changes } = draft;
    const result = this.#urls.tryParse(draft.apply(), this.#options) as LenientResult;
    if (!result.ok)
      return { ...result, changes: [], problems: result.problems.map((each) => draft.toTyped(each)) };
    const ambiguous = result.problems.find(({ code }) => code === "ambiguous-authority");
    if (changes.length > 0 && ambiguous !== undefined)
      return this.#reject({ ...draft.toTyped(ambiguous), severity: "error" });
    return { ...result, changes };
  }
}

/** The local files of the program, and the scheme of their URLs. */
interface Files {
  readonly localFiles: LocalFiles;
  readonly scheme: string;
}

/** Can a text that begins with a host be a local path? @param rest what follows the host and port. */
function isFile({ localFiles }: Files, text: string, rest: string): boolean {
  const extension = asciiLowerCase(text).slice(text.lastIndexOf(".") + 1);
  if (rest === "" && FILE_EXTENSIONS.has(extension)) return true;
  return [text, text.slice(0, text.length - rest.length)].some((path) => localFiles.exists(path));
}

/** A second URL after white space. */
const TWO_URLS = /\s[A-Za-z][A-Za-z0-9+.-]*:\/\//;
const NON_ASCII = /[^\0-\x7f]/;

/** A host and a port at the start of a text without a scheme, and their length. */
function splitHostport(
  text: string,
): readonly [host: string, port: number | undefined, length: number] | undefined {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[^\s/?#@:\\%[\]<>"|^`{}\0-\x1f\x7f]+)(?::(\d{1,5}))?(?=[/?#]|$)/.exec(
    text,
  );
  if (match === null) return undefined;
  const [all, host, port] = match;
  return [host!, port === undefined ? undefined : Number(port), all.length];
}

function ambiguousText(
  start: number,
  end: number,
  message: string,
  hint = "write the scheme, or begin a local path with ./",
): Problem {
  return toProblem({
    ...{ code: "ambiguous-text", component: "url", start, end, message, hint },
    cite: "RFC 3986 §4.5",
  });
}
