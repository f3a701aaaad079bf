import { AccessError, type Limits } from "@anyurl/core";
import { failure, shown } from "./failure.ts";
import { linesOf, tokensOf } from "./quoting.ts";

/** One entry of a directory, as the server has written it. Its texts keep their octets. */
export interface Link {
  /** "U": the entries of its target belong into this directory. Any other letter but "L" is unknown. */
  readonly linktype: string;
  /** FILE, DIRECTORY, OBJECT, EXTERNAL, SYMBOLIC, FP, NULL; several are joined by "+". */
  readonly target: string;
  readonly name: string;
  readonly object: ObjectName;
  /** Until when that name is promised, as "19991231235959Z". */
  readonly destExp: string | undefined;
  readonly attributes: readonly Attribute[];
}

/** host-type host hsoname-type hsoname version, as they stand in a line. */
export interface ObjectName {
  readonly hostType: string;
  /** With a port in parentheses, or without one. */
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

/** What a server has answered to one request. */
export interface Reply {
  /** Of the object that was asked about. */
  readonly attributes: readonly Attribute[];
  readonly links: readonly Link[];
  /** The names that are still to be looked for, beginning at the last link. */
  readonly unresolved: readonly string[] | undefined;
  /** Whom to ask instead. */
  readonly forwarded: ObjectName | undefined;
  readonly warnings: readonly string[];
  /** Lines that were longer than allowed, and are missing. */
  readonly skipped: number;
}

type ReplyLimits = Pick<Limits, "maxEntryLine" | "maxEntries">;

/**
 * Reads an answer. Lines that nobody knows are passed over.
 *
 * @throws {AccessError} what a FAILURE means; protocol-error: an ERROR, a broken line, or no answer at all; unsupported:
 *   another version; too-large: more links than maxEntries.
 */
export function readReply(text: Uint8Array, limits: ReplyLimits): Reply {
  const reader = new ReplyReader(limits);
  for (const line of linesOf(text)) reader.take(line);
  return reader.end();
}

class ReplyReader {
  readonly #limits: ReplyLimits;
  readonly #attributes: Attribute[] = [];
  readonly #links: (Link & { readonly attributes: Attribute[] })[] = [];
  readonly #warnings: string[] = [];
  #unresolved: readonly string[] | undefined;
  #forwarded: ObjectName | undefined;
  #skipped = 0;
  #attributesTaken = 0;
  /** Is there anything in it that answers a question? */
  #answers = false;

  constructor(limits: ReplyLimits) {
    this.#limits = limits;
  }

  take(line: Uint8Array): void {
    const isLong = line.length > this.#limits.maxEntryLine;
    // The octets of a file are one token of a line; any other line is as long as one of a listing may be.
    if (isLong && !isContents(line)) {
      this.#skipped++;
      this.#answers = true;
      return;
    }
    const [keyword = "", ...tokens] = tokensOf(line, isLong ? CONTENTS_TOKENS : undefined);
    this.#takeTokens(keyword, tokens);
  }

  #takeTokens(keyword: string, tokens: readonly string[]): void {
    switch (keyword) {
      case "LINK":
        this.#takeLink(tokens);
        break;
      case "ATTRIBUTE":
        this.#takeAttribute(attributeOf(tokens));
        break;
      case "ID":
        // Of a link; after FORWARDED it is of no use here.
        if (this.#links.length > 0) this.#takeAttribute({ appliesTo: "LINK", name: "ID", values: tokens });
        break;
      case "UNRESOLVED":
        this.#unresolved = tokens.length === 1 ? tokens[0]!.split("/") : tokens;
        break;
      case "FORWARDED":
        this.#forwarded = objectName(tokens);
        break;
      case "NONE-FOUND":
      case "SUCCESS":
        break;
      case "WARNING":
        if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(tokens.join(" "));
        return;
      case "FAILURE":
        throw failure(tokens);
      case "ERROR":
        throw new AccessError("protocol-error", "the server could not read the request", {
          reply: shown(tokens.join(" ")),
        });
      case "VERSION-NOT-SUPPORTED":
        throw new AccessError("unsupported", "the server speaks another version of Prospero than 5", {
          reply: shown(tokens.join(" ")),
        });
      default:
        return;
    }
    this.#answers = true;
  }

  end(): Reply {
    if (!this.#answers) throw new AccessError("protocol-error", "there is no answer in what the server says");
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
    if (this.#links.length >= maxEntries) throw tooMany("links", maxEntries);
    const object = objectName(rest);
    const destExp = rest[5] === "DEST-EXP" ? rest[6] : undefined;
    this.#links.push({ linktype, target, name, object, destExp, attributes: [] });
  }

  /** They belong to the link before them, or to the object when there is none. */
  #takeAttribute(attribute: Attribute): void {
    const { maxEntries } = this.#limits;
    if (++this.#attributesTaken > maxEntries) throw tooMany("attributes", maxEntries);
    (this.#links.at(-1)?.attributes ?? this.#attributes).push(attribute);
  }
}

const MAX_WARNINGS = 32;

/** ATTRIBUTE applies-to namespace CONTENTS type TAGGED name value */
const CONTENTS_TOKENS = 8;

function isContents(line: Uint8Array): boolean {
  const [keyword, ...tokens] = tokensOf(line.subarray(0, 64), 5);
  return keyword === "ATTRIBUTE" && tokens.slice(0, 3).includes("CONTENTS");
}

const NAMESPACES: ReadonlySet<string> = new Set(["FIELD", "INTRINSIC", "APPLICATION"]);
const TYPES: ReadonlySet<string> = new Set(["SEQUENCE", "LINK", "FILTER"]);

/** applies-to namespace name [type] value…; some of old lack the first of them. */
function attributeOf(tokens: readonly string[]): Attribute {
  const whole = NAMESPACES.has(tokens[0] ?? "") ? ["OBJECT", ...tokens] : tokens;
  const [appliesTo, namespace, name, type, ...rest] = whole;
  if (appliesTo === undefined || name === undefined || !NAMESPACES.has(namespace ?? ""))
    throw broken("ATTRIBUTE");
  const values = type === undefined ? [] : TYPES.has(type) ? rest : [type, ...rest];
  return { appliesTo, name, values };
}

function objectName(tokens: readonly string[]): ObjectName {
  const [hostType, host, hsonameType, hsoname, version = "0"] = tokens;
  if (hostType === undefined || host === undefined || hsonameType === undefined || hsoname === undefined)
    throw broken("LINK or FORWARDED");
  return { hostType, host, hsonameType, hsoname, version };
}

function broken(what: string): AccessError {
  return new AccessError("protocol-error", `a line ${what} of the answer has too few words`);
}

function tooMany(what: string, most: number): AccessError {
  return new AccessError("too-large", `the answer has more than ${most} ${what}`, {
    hint: "raise the limit maxEntries",
  });
}
