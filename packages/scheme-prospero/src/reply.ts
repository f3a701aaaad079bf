import { AccessError, type Limits, tooLargeError } from "@anyurl/core";
import { failureError, printableText } from "./failure.ts";
import { splitLines, splitTokens } from "./quoting.ts";

/** One directory entry as the server sent it. Its strings keep their bytes. */
export interface Link {
  /** "L", or "U": the entries of its target belong to this directory. Other letters are unknown. */
  readonly linktype: string;
  /** FILE, DIRECTORY, OBJECT, EXTERNAL, SYMBOLIC, FP, NULL; multiple values are joined by "+". */
  readonly target: string;
  readonly name: string;
  readonly object: ObjectName;
  /** The time until which the name is guaranteed, for example "19991231235959Z". */
  readonly destExp: string | undefined;
  readonly attributes: readonly Attribute[];
}

/** The tokens `host-type host hsoname-type hsoname version` of a line. */
export interface ObjectName {
  readonly hostType: string;
  /** Optionally with a port in parentheses. */
  readonly host: string;
  readonly hsonameType: string;
  readonly hsoname: string;
  readonly version: string;
}

export interface Attribute {
  /** OBJECT, LINK, CACHED, REPLACEMENT or ADDITIONAL. */
  readonly appliesTo: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** A server's reply to one request. */
export interface Reply {
  /** The attributes of the requested object. */
  readonly attributes: readonly Attribute[];
  readonly links: readonly Link[];
  /** The unresolved names, relative to the last link. */
  readonly unresolved: readonly string[] | undefined;
  /** The object to request instead. */
  readonly forwarded: ObjectName | undefined;
  readonly warnings: readonly string[];
  /** Number of lines that were skipped because they were too long. */
  readonly skipped: number;
}

type ReplyLimits = Pick<Limits, "maxEntryLine" | "maxEntries">;

/**
 * Parses a reply. Unknown lines are ignored.
 *
 * @throws {AccessError} the error of a FAILURE line; protocol-error: an ERROR line, a malformed line, or an empty
 *   reply; unsupported: another version; too-large: more links than maxEntries.
 */
export function parseReply(text: Uint8Array, limits: ReplyLimits): Reply {
  const reader = new ReplyParser(limits);
  for (const line of splitLines(text)) reader.take(line);
  return reader.end();
}

class ReplyParser {
  readonly #limits: ReplyLimits;
  readonly #attributes: Attribute[] = [];
  readonly #links: (Link & { readonly attributes: Attribute[] })[] = [];
  readonly #warnings: string[] = [];
  #unresolved: readonly string[] | undefined;
  #forwarded: ObjectName | undefined;
  #skipped = 0;
  #attributesTaken = 0;
  /** Does the reply have a line other than warnings? */
  #answers = false;

  constructor(limits: ReplyLimits) {
    this.#limits = limits;
  }

  take(line: Uint8Array): void {
    const isLong = line.length > this.#limits.maxEntryLine;
    // The contents of a file are one token of a line; any other line has the length limit of a listing.
    if (isLong && !isContents(line)) {
      this.#skipped++;
      this.#answers = true;
      return;
    }
    const [keyword = "", ...tokens] = splitTokens(line, isLong ? CONTENTS_TOKENS : undefined);
    this.#takeTokens(keyword, tokens);
  }

  #takeTokens(keyword: string, tokens: readonly string[]): void {
    switch (keyword) {
      case "LINK":
        this.#takeLink(tokens);
        break;
      case "ATTRIBUTE":
        this.#takeAttribute(parseAttribute(tokens));
        break;
      case "ID":
        // An ID of a link. After FORWARDED it is ignored.
        if (this.#links.length > 0) this.#takeAttribute({ appliesTo: "LINK", name: "ID", values: tokens });
        break;
      case "UNRESOLVED":
        this.#unresolved = tokens.length === 1 ? tokens[0]!.split("/") : tokens;
        break;
      case "FORWARDED":
        this.#forwarded = parseObjectName(tokens);
        break;
      case "NONE-FOUND":
      case "SUCCESS":
        break;
      case "WARNING":
        if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(tokens.join(" "));
        return;
      case "FAILURE":
        throw failureError(tokens);
      case "ERROR":
        throw new AccessError("protocol-error", "the server could not parse the request", {
          reply: printableText(tokens.join(" ")),
        });
      case "VERSION-NOT-SUPPORTED":
        throw new AccessError("unsupported", "the server does not support version 5 of Prospero", {
          reply: printableText(tokens.join(" ")),
        });
      default:
        return;
    }
    this.#answers = true;
  }

  end(): Reply {
    if (!this.#answers) throw new AccessError("protocol-error", "the reply has no result");
    return {
      attributes: this.#attributes,
      links: this.#links,
      unresolved: this.#unresolved,
      forwarded: this.#forwarded,
      warnings: this.#warnings,
      skipped: this.#skipped,
    };
  }

  #takeLink(tokens: readonly string[]): void {
    const [linktype = "", target = "", name = "", ...rest] = tokens;
    const { maxEntries } = this.#limits;
    if (this.#links.length >= maxEntries) throw tooManyError("links", maxEntries);
    const object = parseObjectName(rest);
    const destExp = rest[5] === "DEST-EXP" ? rest[6] : undefined;
    this.#links.push({ linktype, target, name, object, destExp, attributes: [] });
  }

  /** An attribute belongs to the link before it, or to the object if there is no link. */
  #takeAttribute(attribute: Attribute): void {
    const { maxEntries } = this.#limits;
    if (++this.#attributesTaken > maxEntries) throw tooManyError("attributes", maxEntries);
    (this.#links.at(-1)?.attributes ?? this.#attributes).push(attribute);
  }
}

const MAX_WARNINGS = 32;

/** Matches `ATTRIBUTE applies-to namespace CONTENTS type TAGGED name value`. */
const CONTENTS_TOKENS = 8;

function isContents(line: Uint8Array): boolean {
  const [keyword, ...tokens] = splitTokens(line.subarray(0, 64), 5);
  return keyword === "ATTRIBUTE" && tokens.slice(0, 3).includes("CONTENTS");
}

const NAMESPACES: ReadonlySet<string> = new Set(["FIELD", "INTRINSIC", "APPLICATION"]);
const TYPES: ReadonlySet<string> = new Set(["SEQUENCE", "LINK", "FILTER"]);

/** Parses `applies-to namespace name [type] value…`; old servers omit the first tokens. */
function parseAttribute(tokens: readonly string[]): Attribute {
  const whole = NAMESPACES.has(tokens[0] ?? "") ? ["OBJECT", ...tokens] : tokens;
  const [appliesTo, namespace, name, type, ...rest] = whole;
  if (appliesTo === undefined || name === undefined || !NAMESPACES.has(namespace ?? ""))
    throw malformedLineError("ATTRIBUTE");
  const values = type === undefined ? [] : TYPES.has(type) ? rest : [type, ...rest];
  return { appliesTo, name, values };
}

function parseObjectName(tokens: readonly string[]): ObjectName {
  const [hostType, host, hsonameType, hsoname, version = "0"] = tokens;
  if (hostType === undefined || host === undefined || hsonameType === undefined || hsoname === undefined)
    throw malformedLineError("LINK or FORWARDED");
  return { hostType, host, hsonameType, hsoname, version };
}

function malformedLineError(what: string): AccessError {
  return new AccessError("protocol-error", `a line ${what} of the reply has too few tokens`);
}

function tooManyError(what: string, most: number): AccessError {
  return tooLargeError(`the reply exceeds the limit of ${most} ${what}`, "maxEntries");
}
