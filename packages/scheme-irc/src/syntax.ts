import {
  type AuthorityInit,
  asciiLowerCase,
  type CharSet,
  checkHostport,
  decodeText,
  displayText,
  encodeText,
  formatAuthority,
  formatFragment,
  formatQuery,
  normalizeAuthority,
  normalizeFragment,
  PATH,
  type Report,
  readQuery,
  requireList,
  requireText,
  syntaxError,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * ircURL  = ( "irc" / "ircs" ) "://" [ authinfo "@" ] host [ ":" port ] [ "/" [ entity ] flags [ options ] ]
 * flags   = *( "," flag )
 * options = "?" option *( "&" option )
 * option  = optname [ "=" optparam ]                          (draft-butcher-irc-url-04 §2.5)
 *
 * draft-mirashi-url-irc-01 §3 adds the flags "isnick", which is "isuser", and "needkey" and "needpass".
 */

/** The decoded parts of an IRC URL. Host, port, and login are in the generic URL. */
export interface IrcParts {
  /** A channel or a user, as written: "anyurl", "#anyurl", "joe!j@h.example". `undefined`: the server itself. */
  readonly entity: string | undefined;
  /** What the entity is: "channel", unless the flag "isuser" is given. `undefined` without an entity. */
  readonly enttype: "channel" | "user" | undefined;
  /** The channel with its prefix: "#anyurl" also for the entity "anyurl". */
  readonly channel: string | undefined;
  /** The nickname of a user, without "!user@host". */
  readonly nick: string | undefined;
  /** Is the host a server, or the name of a network of servers? `undefined`: the URL does not say. */
  readonly hosttype: "server" | "network" | undefined;
  /** All flags in lower case, in order, without "ischannel", which is the default. "isnick" is "isuser". */
  readonly flags: readonly string[];
  readonly options: readonly IrcOption[];
  /** The key of the channel: the first option "key". */
  readonly key: string | undefined;
}

export interface IrcOption {
  /** In lower case: names of options have no case. */
  readonly name: string;
  /** `undefined` without "=". */
  readonly value: string | undefined;
}

/** The input of `format`. */
export interface IrcInit extends AuthorityInit, Partial<Pick<IrcParts, "entity" | "flags" | "options">> {
  /** Default "irc". */
  readonly scheme?: IrcName;
  readonly fragment?: string | undefined;
}

export type IrcName = "irc" | "ircs";
export type IrcUrl = Url<IrcName, IrcParts>;

export const DEFAULT_PORT: Readonly<Record<IrcName, number>> = { irc: 6667, ircs: 6697 };

const CITE = "draft-butcher-irc-url-04 §2.5";

/** A "," ends the entity and each flag. */
const FIELD: CharSet = /* @__PURE__ */ PATH.without(",");

/** Characters with which the names of channels begin (RFC 2812 §1.3). */
const PREFIX = /^[#&+!]/;

/** A range of the URL's text. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where the entity and the flags are. */
export interface IrcRanges {
  /** Empty without an entity. */
  readonly entity: TextRange;
  /** Each without its ",". */
  readonly flags: readonly TextRange[];
}

/** Splits what follows the host, before anything is decoded: "%2C" is data. */
export function splitIrc({ href, offsets: { pathStart, pathEnd } }: Url): IrcRanges {
  const start = Math.min(pathStart + 1, pathEnd);
  const ranges: TextRange[] = [];
  for (let at = start; at <= pathEnd; ) {
    const comma = href.indexOf(",", at);
    const end = comma < 0 || comma > pathEnd ? pathEnd : comma;
    ranges.push({ start: at, end });
    at = end + 1;
  }
  const [entity = { start, end: start }, ...flags] = ranges;
  return { entity, flags };
}

/**
 * Checks `irc://<user>:<password>@<host>:<port>/<entity>,<flag>?<option>=<value>`, with the same result in every profile.
 *
 * Reports bad-field; missing-authority, missing-host, bad-host, bad-port; and as warnings control-octet,
 * deprecated-password.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  const { href, fragment } = url;
  const { hostStart, pathStart, queryEnd } = url.offsets;
  if (hostStart < 0) return;
  // The draft allows to read this as a channel (§2.5.1). Then a fragment would decide what is opened.
  if (fragment !== undefined && fragment !== "" && queryEnd <= pathStart + 1) {
    report({
      ...{
        code: "bad-field",
        component: "fragment",
        start: queryEnd,
        end: href.length,
        cite: "RFC 3986 §3.5",
      },
      message: 'the "#" begins a fragment, and not the name of a channel',
      hint: 'write "/%23" instead of "#" or "/#"',
    });
  }
  warnAboutControls(url, [pathStart, queryEnd], "path", report);
  const seen = new Set<string>();
  for (const range of splitIrc(url).flags) {
    const flag = readFlag(href, range);
    const problem = problemOfFlag(flag, seen);
    seen.add(flag);
    if (problem !== undefined)
      report({ code: "bad-field", component: "path", ...range, cite: CITE, ...problem });
  }
}

/** Flags that exclude each other. */
const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ["isuser", "ischannel"],
  ["ischannel", "isuser"],
  ["isserver", "isnetwork"],
  ["isnetwork", "isserver"],
]);

function problemOfFlag(
  flag: string,
  earlier: ReadonlySet<string>,
): { message: string; hint: string } | undefined {
  if (flag === "")
    return {
      message: 'missing flag after ","',
      hint: 'remove the ",", or write "%2C" for a comma in a name',
    };
  // Encoded: a message has no control characters.
  if (earlier.has(flag))
    return { message: `the flag "${encodeText(flag, FIELD)}" is given twice`, hint: "remove one of them" };
  const opposite = OPPOSITE.get(flag);
  if (opposite === undefined || !earlier.has(opposite)) return undefined;
  return { message: `the flags "${opposite}" and "${flag}" exclude each other`, hint: "remove one of them" };
}

function readFlag(href: string, { start, end }: TextRange): string {
  const flag = asciiLowerCase(decodeText(href.slice(start, end)));
  return flag === "isnick" ? "isuser" : flag;
}

/** Reads the parts of a checked URL. */
export function parse(url: Url): IrcParts {
  const { href } = url;
  const ranges = splitIrc(url);
  const raw = href.slice(ranges.entity.start, ranges.entity.end);
  const entity = raw === "" ? undefined : decodeText(raw);
  const flags = ranges.flags.map((range) => readFlag(href, range));
  const options = readQuery(url.query).pairs.map(({ name, value }) =>
    Object.freeze({ name: asciiLowerCase(name), value }),
  );
  const enttype = entity === undefined ? undefined : flags.includes("isuser") ? "user" : "channel";
  return {
    entity,
    enttype,
    channel: enttype === "channel" ? toChannel(entity!) : undefined,
    nick: enttype === "user" ? entity!.replace(/[!@].*$/s, "") : undefined,
    hosttype: flags.includes("isnetwork") ? "network" : flags.includes("isserver") ? "server" : undefined,
    flags: Object.freeze(flags.filter((flag) => flag !== "ischannel")),
    options: Object.freeze(options),
    key: options.find(({ name }) => name === "key")?.value,
  };
}

/** "If no prefix is given, # is presumed." */
function toChannel(entity: string): string {
  return PREFIX.test(entity) ? entity : `#${entity}`;
}

/**
 * Formats an IRC URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: an empty entity, a flag that is empty, not in lower case, given twice, "isnick",
 *   or "ischannel", an option name that is not in lower case, or a fragment without anything before it; bad-query,
 *   password-without-user, bad-host, bad-port.
 */
export function format(init: IrcInit): string {
  const { scheme = "irc", entity, flags = [], options = [], fragment } = init;
  if (entity !== undefined) requireText(entity, "entity");
  if (entity === "") throw badField("the entity is empty", "leave it out");
  requireList(flags, "flags").forEach((flag, i) => {
    if (flag !== asciiLowerCase(flag) || flag === "isnick" || flag === "ischannel")
      throw badField(
        `invalid flag "${displayText(flag)}"`,
        'write flags in lower case, "isuser" for "isnick", and no "ischannel"',
      );
    const problem = problemOfFlag(flag, new Set(flags.slice(0, i)));
    if (problem !== undefined) throw badField(problem.message, problem.hint);
  });
  for (const { name, value } of requireList(options, "options", "object")) {
    if (requireText(name, "name") !== asciiLowerCase(name))
      throw badField(`invalid name of an option: "${displayText(name)}"`, "write it in lower case");
    if (value !== undefined) requireText(value, displayText(name));
  }
  const rest = formatRest({ entity, flags, options });
  if (rest === "/" && fragment !== undefined && fragment !== "")
    throw badField(
      "a fragment needs an entity before it",
      'use an entity that begins with "#" for a channel',
    );
  return `${scheme}:${formatAuthority(init)}${rest}${formatFragment(fragment)}`;
}

function formatRest({ entity, flags, options }: Pick<IrcParts, "entity" | "flags" | "options">): string {
  const path = [entity ?? "", ...flags].map((text) => encodeText(text, FIELD)).join(",");
  const query = formatQuery(options.map(({ name, value }) => [name, value] as const));
  return `/${path}${options.length === 0 ? "" : `?${query}`}`;
}

function badField(message: string, hint: string): Error {
  return syntaxError({ code: "bad-field", message, hint, component: "path", start: 0, end: 0, cite: CITE });
}

/**
 * The normal form: host in lower case, no default port, "/" after it, flags and names of options in lower case, no
 * "ischannel". "chan" and "#chan" stay different: which prefixes are channels is the server's
 * choice (CHANTYPES). Names keep their case (CASEMAPPING).
 */
export function normalize(url: IrcUrl): string {
  const { scheme, parts } = url;
  const rest = formatRest(parts);
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT[scheme])}${rest}${normalizeFragment(url)}`;
}
