import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { concat, readDateTime } from "@anyurl/core/exchange";
import { checkMessageId } from "../message-id.ts";
import { checkNewsgroupName } from "../newsgroup-name.ts";
import { type Field, readHead } from "./head.ts";

/** An article to be posted, checked (RFC 5537 §3.4.1). */
export interface ProtoArticle {
  /** Its lines end with CR LF. Dots are not doubled. */
  readonly octets: Uint8Array;
  readonly fields: readonly Field[];
}

export interface ProtoArticleRules {
  /** The newsgroup that the article must contain; added to an article without newsgroups. */
  readonly newsgroupName: string | undefined;
  /** Maximum size in bytes. */
  readonly maxArticle: number;
  /** Whether control messages are allowed, which make servers remove articles and newsgroups (RFC 5537 §5). */
  readonly allowControl: boolean;
}

const CR = 0x0d;
const LF = 0x0a;

/** "Compliant software MUST NOT generate … header field lines of more than 998 octets" (RFC 5536 §2.2). */
const MAX_LINE_BYTES = 998;

/** "Each of these header fields MUST NOT occur more than once" (RFC 5536 §3, RFC 5322 §3.6). */
const UNIQUE_FIELDS: ReadonlySet<string> = new Set(
  (
    "approved archive control date distribution expires followup-to from injection-date lines message-id newsgroups " +
    "organization path references reply-to sender subject summary supersedes user-agent " +
    "content-type content-transfer-encoding mime-version"
  ).split(" "),
);
/** Fields that only servers write (RFC 5537 §3.4.1). */
const RESERVED_FIELDS: ReadonlySet<string> = new Set(["injection-info", "xref"]);
/** Fields that make an article a command to servers (RFC 5536 §3.2.3, RFC 5537 §5). */
const CONTROL_FIELDS: ReadonlySet<string> = new Set(["control", "also-control", "supersedes"]);

const CRLF: Uint8Array = Uint8Array.of(CR, LF);

/**
 * Checks an article before it is posted. All lines may end with LF instead of CR LF. Nothing else is changed, except
 * that the newsgroup is added to an article without one.
 *
 * @throws {AccessError} too-large; control-octet: NUL, or a bare CR or LF; bad-header-field: a mandatory field is
 * missing, or another one is duplicated, not allowed, not ASCII, or malformed; bad-group-name, bad-message-id.
 */
export function checkArticle(octets: Uint8Array, rules: ProtoArticleRules): ProtoArticle {
  const { newsgroupName, maxArticle } = rules;
  if (octets.length > maxArticle) throw tooLargeError(maxArticle);
  const lined = normalizeLineEnds(octets);
  const end = findHeadEnd(lined);
  checkLines(lined.subarray(0, end));
  const limits = { maxFields: Number.POSITIVE_INFINITY };
  let whole = lined;
  if (newsgroupName !== undefined && readHead(lined.subarray(0, end), limits).get("Newsgroups") === undefined)
    whole = concat(octetsOf(`Newsgroups: ${newsgroupName}\r\n`), lined);
  const { fields } = readHead(whole.subarray(0, findHeadEnd(whole)), limits);
  checkFields(fields, rules);
  return { octets: whole, fields };
}

/**
 * Converts all line ends to CR LF and adds a missing last one.
 *
 * @throws {AccessError} control-octet.
 */
function normalizeLineEnds(octets: Uint8Array): Uint8Array {
  let crlf = 0;
  let bare = 0;
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i]!;
    if (octet === 0) throw smugglingError("a NUL");
    if (octet === CR) {
      if (octets[i + 1] !== LF) throw smugglingError("a CR without a following LF");
    } else if (octet === LF) {
      if (octets[i - 1] === CR) crlf++;
      else bare++;
    }
  }
  // Programs disagree on where the lines of such an article end, and so on where its head and the article end.
  if (crlf > 0 && bare > 0) throw smugglingError("mixed CR LF and LF line ends");
  const ended = octets.length === 0 || octets.at(-1) === LF ? octets : concat(octets, CRLF);
  if (bare === 0) return ended;
  const lined = new Uint8Array(ended.length + bare);
  let to = 0;
  for (const [i, octet] of ended.entries()) {
    if (octet === LF && ended[i - 1] !== CR) lined[to++] = CR;
    lined[to++] = octet;
  }
  return lined;
}

/** The offset after the last line of the head; the empty line is not part of it. */
function findHeadEnd(octets: Uint8Array): number {
  for (let at = 0; at < octets.length; ) {
    const lf = octets.indexOf(LF, at);
    if (lf === at + 1) return at;
    at = lf + 1;
  }
  throw badHeaderError("missing empty line between head and body");
}

/** Every line must be a field, or continue one. */
function checkLines(head: Uint8Array): void {
  const text = textOf(head);
  for (const line of text.split("\r\n").slice(0, -1)) {
    if (line.length > MAX_LINE_BYTES)
      throw badHeaderError(`a line of the head exceeds the limit of ${MAX_LINE_BYTES} bytes`);
    if (!/^[\t -~]*$/.test(line))
      throw badHeaderError("the head is not ASCII", "write other characters as encoded words (RFC 2047)");
    if (!/^(?:[!-9;-~]+:[ \t]|[ \t])[ \t]*[!-~]/.test(line))
      throw badHeaderError("a line of the head is not a header field", 'use the form "Name: content"');
  }
  if (/^[ \t]/.test(text)) throw badHeaderError("the head begins with white space");
}

function checkFields(fields: readonly Field[], { newsgroupName, allowControl }: ProtoArticleRules): void {
  const seen = new Map<string, string>();
  for (const { name, body } of fields) {
    const key = name.toLowerCase();
    if (RESERVED_FIELDS.has(key)) throw badHeaderError(`the field ${key} is reserved for servers`);
    if (CONTROL_FIELDS.has(key) && !allowControl)
      throw badHeaderError(
        `the field ${key} would make this a control message`,
        "set the option allowControl",
      );
    if (UNIQUE_FIELDS.has(key) && seen.has(key)) throw badHeaderError(`duplicate field ${key}`);
    seen.set(key, body);
  }
  for (const key of ["from", "newsgroups", "subject"])
    if (!seen.has(key)) throw badHeaderError(`missing field ${key} (RFC 5536 §3.1)`);
  if (!/[^ ,]@[^ ,]/.test(seen.get("from")!)) throw badHeaderError("the field from has no address");
  checkNewsgroups(seen.get("newsgroups")!, newsgroupName);
  const id = seen.get("message-id");
  if (id !== undefined && (!/^<.*>$/s.test(id) || checkMessageId(id.slice(1, -1)) !== undefined))
    throw new AccessError("bad-message-id", "invalid message-id (RFC 5536 §3.1.3)");
  const date = seen.get("date");
  if (date !== undefined && readDateTime(date) === undefined) throw badHeaderError("invalid field date");
}

function checkNewsgroups(text: string, newsgroupName: string | undefined): void {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    const fault = checkNewsgroupName(name);
    if (fault !== undefined) throw new AccessError("bad-group-name", `the field newsgroups: ${fault}`);
  }
  if (newsgroupName !== undefined && !names.includes(newsgroupName))
    throw badHeaderError("the field newsgroups does not contain the newsgroup of the URL");
}

function tooLargeError(max: number): AccessError {
  return new AccessError("too-large", `the article exceeds the limit of ${max} bytes; nothing was sent`, {
    hint: "increase the option maxArticle",
  });
}

function smugglingError(what: string): AccessError {
  return new AccessError("control-octet", `the article contains ${what}; nothing was sent`, {
    hint: "end all lines in the same way, with CR LF or with LF",
  });
}

function badHeaderError(what: string, hint?: string): AccessError {
  return new AccessError("bad-header-field", `${what}; nothing was sent`, { hint });
}
