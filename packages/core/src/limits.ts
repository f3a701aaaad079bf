/** The longest text that is read as a URL, in UTF-16 code units. */
const MAX_URL_LENGTH = 65_536;
/** A scheme has no limit in RFC 3986; the longest registered one has 36 characters. */
export const MAX_SCHEME_LENGTH = 64;

/**
 * What a hostile URL or peer may cost at most. Octets and milliseconds; `Infinity` turns a limit off. Each is
 * an option by its name, and the error that it causes names it.
 */
export interface Limits {
  /** The longest URL, in UTF-16 code units. */
  readonly maxUrlLength: number;
  /** One control line: an FTP reply line, a Gopher+ header. */
  readonly maxLine: number;
  /** All lines of one reply. */
  readonly maxReply: number;
  readonly maxReplyLines: number;
  /** One line of a text that is read line by line. */
  readonly maxTextLine: number;
  /** One line of a listing or menu; a longer one is skipped and counted. */
  readonly maxEntryLine: number;
  readonly maxEntries: number;
  /** All octets of a listing or menu. */
  readonly maxListing: number;
  /** Octets of a text that are held back until its end tells how they are to be read. */
  readonly maxHeld: number;
  /** A body that is read into memory. Streams have no cap unless this one is given to them. */
  readonly maxBytes: number;
  /** One command or request line that we send. */
  readonly maxCommand: number;
  /** Path segments that become one command each. */
  readonly maxSegments: number;
  /** The head of an HTTP message or of an article, with its trailers; and how many fields it may have. */
  readonly maxHead: number;
  readonly maxFields: number;
  /** Content codings, one around the other. */
  readonly maxCodings: number;
  /** Redirects that one call follows. */
  readonly maxRedirects: number;
  /** Referrals from one URL to another that one call follows. */
  readonly maxReferrals: number;
  /** Directories within directories. */
  readonly maxDepth: number;
  /** One message of a protocol that says how long it is. */
  readonly maxMessage: number;
  /** What one request may bring over UDP: datagrams, and their octets. */
  readonly maxDatagrams: number;
  readonly maxDatagramOctets: number;
  /** Octets that we answer in the negotiation of options, a connection. */
  readonly maxNegotiation: number;
  /** Unread octets held for one connection; beyond them the peer waits. */
  readonly maxBuffer: number;
  /** Waiting for a free connection while no byte moves on those in use. */
  readonly queueTimeout: number;
  /** Looking up a name and reaching one of its addresses. */
  readonly connectTimeout: number;
  /** From a request to the end of its reply, however it drips. */
  readonly replyTimeout: number;
  /** No octet in a body. */
  readonly idleTimeout: number;
  /** Octets a second below which a body counts as idle, over `idleTimeout`. */
  readonly minRate: number;
  /** The whole call. */
  readonly deadline: number;
  /** The goodbye after success; then the connection is cut. */
  readonly farewellTimeout: number;
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  maxUrlLength: MAX_URL_LENGTH,
  maxLine: 8 * 1024,
  maxReply: 64 * 1024,
  maxReplyLines: 512,
  maxTextLine: 1024 * 1024,
  maxEntryLine: 8 * 1024,
  maxEntries: 100_000,
  maxListing: 32 * 1024 * 1024,
  maxHeld: 8 * 1024 * 1024,
  maxBytes: 64 * 1024 * 1024,
  maxCommand: 8 * 1024,
  maxSegments: 128,
  maxHead: 64 * 1024,
  maxFields: 1_000,
  maxCodings: 2,
  maxRedirects: 20,
  maxReferrals: 5,
  maxDepth: 32,
  maxMessage: 100_000,
  maxDatagrams: 256,
  maxDatagramOctets: 1024 * 1024,
  maxNegotiation: 2_048,
  maxBuffer: 256 * 1024,
  queueTimeout: 30_000,
  connectTimeout: 10_000,
  replyTimeout: 30_000,
  idleTimeout: 30_000,
  minRate: 64,
  deadline: Number.POSITIVE_INFINITY,
  farewellTimeout: 1_000,
});

/**
 * The longest text that a parse takes, checked: an option that is no number must not turn the limit off.
 *
 * @throws {RangeError} NaN, a negative number, or no number at all.
 */
export function maxUrlLengthOf(given: number = MAX_URL_LENGTH): number {
  if (typeof given !== "number" || !(given >= 0)) {
    throw new RangeError("invalid option maxUrlLength: expected a number from 0 to Infinity");
  }
  return given;
}

/**
 * The defaults with `changes` over them.
 *
 * @throws {RangeError} an unknown name; NaN, a negative number, or no number at all. Never "no limit" by accident.
 */
export function limitsOf(changes?: Partial<Limits>, base: Limits = DEFAULT_LIMITS): Limits {
  if (changes === undefined) return base;
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw new RangeError(`unknown limit "${name}"`);
    if (typeof value !== "number" || !(value >= 0)) {
      throw new RangeError(`invalid limit ${name}: expected a number from 0 to Infinity`);
    }
  }
  return Object.freeze({ ...base, ...changes });
}
