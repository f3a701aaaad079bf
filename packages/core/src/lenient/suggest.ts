import { findNearest } from "../options/nearest.ts";
import type { Registry } from "../scheme/registry-types.ts";
import { findShorthand } from "../scheme/shorthands.ts";
import type { Url } from "../syntax/url.ts";
import type { LenientOptions } from "./options.ts";
import { type Outcome, readTyped, type Suggestion } from "./parse-lenient.ts";

/** More suggestions than this do not help. */
const MAX_SUGGESTIONS = 3;

/** A text, and how it was read. */
interface Rejected {
  readonly typed: string;
  /** Without white space around it. */
  readonly text: string;
  readonly outcome: Outcome;
  readonly urls: Registry;
  readonly options: LenientOptions;
}

/** Returns texts that the user may have meant, with what each corrects. They are read leniently, and dropped if invalid. */
type Correction = (rejected: Rejected) => readonly (readonly [text: string, message: string])[];

/**
 * Proposes URLs for a text that is not a URL, or that cannot be opened: its readings if it has several, the URL that the
 * lenient parser reads, and corrections of obvious errors. All of them are valid, have a registered scheme, and have no
 * warning. Empty if there is nothing obvious, or nothing to correct.
 */
export function suggestUrls(
  text: string,
  urls: Registry,
  options: LenientOptions = {},
): readonly Suggestion[] {
  const outcome = readTyped(text, urls, options);
  const found = new Map<string, Suggestion>();
  const add = (candidate: string, message: string) => {
    const read = readTyped(candidate, urls, options);
    if (isUsable(read, urls) && read.url.href !== text)
      found.set(read.url.href, { url: read.url.href, message });
  };
  if (isUsable(outcome, urls)) {
    add(outcome.url.href, [...new Set(outcome.changes.map(({ message }) => message))].join("; "));
  }
  for (const { url, message } of outcome.readings ?? []) add(url, message);
  const rejected = { typed: text, text: text.trim(), outcome, urls, options };
  if (found.size === 0 && rejected.text.length <= MAX_TEXT_LENGTH)
    for (const correct of CORRECTIONS)
      for (const [candidate, message] of correct(rejected)) add(candidate, message);
  return [...found.values()].slice(0, MAX_SUGGESTIONS);
}

/** Maximum length of a text to correct, in UTF-16 code units: longer ones were not typed. */
const MAX_TEXT_LENGTH = 2048;

function isUsable(
  outcome: Outcome,
  urls: Registry,
): outcome is Outcome & { readonly ok: true; readonly url: Url } {
  return outcome.ok && outcome.problems.length === 0 && urls.scheme(outcome.url.scheme) !== undefined;
}

const CORRECTIONS: readonly Correction[] = [
  /** `<https://h/`, `https://h/>.` */
  function unclosedDelimiter({ text }) {
    const inner = text.replace(/^[<"'`“‘«]+/, "").replace(/[>"'`”’»]+[.,;:!?]?$/, "");
    return [[inner, "without an unpaired delimiter"]];
  },

  /** `http://https://h/` */
  function doubledScheme({ text, urls }) {
    const [, , name = ""] = /^[a-z][a-z0-9+.-]*:\/\/(([a-z][a-z0-9+.-]*):?\/\/.*)$/is.exec(text) ?? [];
    const rest = text.slice(text.indexOf("//") + 2);
    return urls.scheme(name) === undefined ? [] : [[rest, "without the first of two schemes"]];
  },

  /** `https:/h/`, `https//h/`, `https;//h/`, `https:\\h\a`, `https:h`, and a misspelled scheme */
  function networkScheme({ text, urls }) {
    const match = /^([a-z][a-z0-9+.-]*)\s*([:;]?)\s*([\\/]*)(?=[^\\/\s])/i.exec(text);
    if (match === null) return [];
    const [all, given = "", colon, slashes = ""] = match;
    const rest = text.slice(all.length);
    // With a backslash before an "@", programs disagree on the host.
    if (rest.includes("\\") && rest.includes("@")) return [];
    if (colon === "" ? !/^[\\/]{2}/.test(slashes) : slashes === "" && !rest.includes(".")) return [];
    const target = `://${rest.replaceAll("\\", "/")}`;
    if (isNetworkScheme(given, urls)) return [[given + target, 'with "://" after the scheme']];
    if (colon !== ":" || !slashes.startsWith("//") || urls.scheme(given) !== undefined) return [];
    return findSimilarSchemes(given, urls).map((name) => [name + target, `with the scheme "${name}"`]);
  },

  /** `mailto://joe@h.example` */
  function superfluousSlashes({ text, outcome }) {
    const isRefused = outcome.problems.some(({ code }) => code === "authority-not-allowed");
    return isRefused ? [[text.replace("//", ""), 'without "//"']] : [];
  },

  /** `file://C:/a`, `file:///C|/a` */
  function misplacedDrive({ text, urls }) {
    const [, name = "", drive, path = ""] = /^([a-z]+):\/{1,3}([a-z])[:|]([\\/].*)$/is.exec(text) ?? [];
    if (drive === undefined || findShorthand(urls, "path") !== name.toLowerCase()) return [];
    return [[`${name}:///${drive}:${path.replaceAll("\\", "/")}`, "with the drive in the path"]];
  },

  /** `http://user:password@h/` where the scheme does not allow it */
  function superfluousLogin({ text, outcome }) {
    const login = outcome.problems.find(({ code }) => code === "userinfo-not-allowed");
    if (login === undefined) return [];
    const start = text.indexOf("//") + 2;
    return [[text.slice(0, start) + text.slice(text.indexOf("@", start) + 1), "without the login"]];
  },

  /** `http://::1/`, `2001:db8::1` */
  function bareAddress({ text }) {
    const [, lead = "", address = "", rest = ""] =
      /^([a-z][a-z0-9+.-]*:\/\/)?([0-9a-f:.]+)([/?#].*)?$/is.exec(text) ?? [];
    return [[`${lead}[${address}]${rest}`, "with brackets around the address"]];
  },

  /** `https://h/a\b` */
  function backslashes({ text }) {
    const [, before = "", path = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^\\/?#@]+)([\\/].*)$/is.exec(text) ?? [];
    if (!path.includes("\\") || path.includes("@")) return [];
    return [
      [before + path.replaceAll("\\", "/"), 'with "/" for each backslash'],
      ...(path.startsWith("/")
        ? ([[before + path.replaceAll("\\", "%5C"), "with encoded backslashes"]] as const)
        : []),
    ];
  },

  /** A host that could be mistaken for another one, in the form that shows it. */
  function confusableHost({ typed, outcome, options: { idna } }) {
    const [problem] = outcome.problems;
    if (problem?.code !== "confusable-host" || idna === undefined) return [];
    const { start, end } = problem;
    const ascii = idna.toAscii(typed.slice(start, end));
    return [[typed.slice(0, start) + ascii + typed.slice(end), "with the A-labels of the host"]];
  },
];

/** Has a URL of the scheme an authority? */
function isNetworkScheme(name: string, urls: Registry): boolean {
  return urls.scheme(name)?.defaultPort(name.toLowerCase()) !== undefined;
}

/** Returns the nearest two names of schemes with "://", those of bare hosts first. */
function findSimilarSchemes(given: string, urls: Registry): readonly string[] {
  const isTyped = (name: string) =>
    urls.scheme(name)?.shorthands?.some(({ hosts }) => hosts === undefined) === true;
  const names = urls.names().filter((name) => isNetworkScheme(name, urls));
  const ordered = [...names.filter(isTyped), ...names.filter((name) => !isTyped(name))];
  const first = findNearest(given, ordered);
  const second = findNearest(
    given,
    ordered.filter((name) => name !== first),
  );
  // A short name plus or minus a letter is another scheme: "sftp" is not "ftp".
  return [first, second].filter(
    (name): name is string => name !== undefined && (name.length > 3 || name.length === given.length),
  );
}
