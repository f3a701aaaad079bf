/** Maximum length of a URL in UTF-16 code units. */
const MAX_URL_LENGTH = 65_536;
/** Maximum length of a scheme. RFC 3986 has no limit; the longest registered scheme has 36 characters. */
export const MAX_SCHEME_LENGTH = 64;

/**
 * The limits on the cost of a hostile URL or peer, in bytes and milliseconds. `Infinity` turns a limit off. Each is an
 * option by its name, and the error that it causes gives that name.
 */
export interface Limits {
  /** The longest URL, in UTF-16 code units. */
  readonly maxUrlLength: number;
  /** One control line: an FTP reply line or a Gopher+ header. */
  readonly maxLine: number;
  /** All lines of one reply. */
  readonly maxReply: number;
  readonly maxReplyLines: number;
  /** One line of a text that is read line by line. */
  readonly maxTextLine: number;
  /** One line of a listing or menu; a longer one is skipped and counted. */
  readonly maxEntryLine: number;
  readonly maxEntries: number;
  /** All bytes of a listing or menu. */
  readonly maxListing: number;
  /** Bytes of a text that are held back until its end shows how to interpret them. */
  readonly maxHeld: number;
  /** A body that is read into memory. Streams have no limit unless you set this one. */
  readonly maxBytes: number;
  /** One command or request line that the client sends. */
  readonly maxCommand: number;
  /** Path segments that become one command each. */
  readonly maxSegments: number;
  /** The head of an HTTP message or an article, including trailers; and the number of its fields. */
  readonly maxHead: number;
  readonly maxFields: number;
  /** Nested content codings. */
  readonly maxCodings: number;
  /** Redirects that one call follows. */
  readonly maxRedirects: number;
  /** Referrals from one URL to another that one call follows. */
  readonly maxReferrals: number;
  /** Nested directories. */
  readonly maxDepth: number;
  /** One protocol message with a length field. */
  readonly maxMessage: number;
  /** The reply to one request over UDP: datagrams, and their bytes. */
  readonly maxDatagrams: number;
  readonly maxDatagramOctets: number;
  /** Bytes that the client sends in option negotiation, per connection. */
  readonly maxNegotiation: number;
  /** Unread bytes held for one connection; beyond it the peer has to wait. */
  readonly maxBuffer: number;
  /** The wait for a free connection while no byte moves on the connections in use. */
  readonly queueTimeout: number;
  /** A name lookup, and connecting to one of its addresses. */
  readonly connectTimeout: number;
  /** From a request to the end of its reply, however slowly it arrives. */
  readonly replyTimeout: number;
  /** Time without a byte of a body. */
  readonly idleTimeout: number;
  /** Bytes per second below which a body counts as idle, measured over `idleTimeout`. */
  readonly minRate: number;
  /** The whole call. */
  readonly deadline: number;
  /** The farewell after success; then the connection is closed. */
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
 * Returns the maximum length of a URL to parse, validated: an option that is not a number must not turn the limit off.
 *
 * @throws {RangeError} NaN, a negative number, or not a number.
 */
export function resolveMaxUrlLength(given: number = MAX_URL_LENGTH): number {
  if (typeof given !== "number" || !(given >= 0)) {
    throw new RangeError("invalid option maxUrlLength: expected a number from 0 to Infinity");
  }
  return given;
}

/**
 * Returns the defaults overridden by `changes`.
 *
 * @throws {RangeError} an unknown name; NaN, a negative number, or not a number, because it must not mean "no limit" by
 *   accident.
 */
export function resolveLimits(changes?: Partial<Limits>, base: Limits = DEFAULT_LIMITS): Limits {
  if (changes === undefined) return base;
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw new RangeError(`unknown limit "${name}"`);
    if (typeof value !== "number" || !(value >= 0)) {
      throw new RangeError(`invalid limit ${name}: expected a number from 0 to Infinity`);
    }
  }
  return Object.freeze({ ...base, ...changes });
}
