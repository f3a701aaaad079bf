import { MAX_URL_LENGTH } from "../syntax/limits.ts";
import type { NumberOption, OptionSet, OptionsInput, ResolvedOptions } from "./declaration.ts";
import { defineOptions, resolveOptions } from "./options.ts";

/** The type of each limit, its default, and its description. */
const LIMITS = {
  maxUrlLength: ["integer", MAX_URL_LENGTH as number, "the longest URL, in UTF-16 code units"],
  maxLine: ["bytes", 8_192, "one control line: an FTP reply line or a Gopher+ header"],
  maxReply: ["bytes", 65_536, "all lines of one reply"],
  maxReplyLines: ["integer", 512, "the number of these lines"],
  maxTextLine: ["bytes", 1_048_576, "one line of a text that is read line by line"],
  maxEntryLine: ["bytes", 8_192, "one line of a listing or menu; a longer one is skipped and counted"],
  maxEntries: ["integer", 100_000, "entries in a listing or menu"],
  maxListing: ["bytes", 33_554_432, "all of a listing or menu"],
  maxHeld: ["bytes", 8_388_608, "text that is held back until its end shows how to interpret it"],
  maxBytes: [
    "bytes",
    67_108_864,
    "a body that is read into memory; a stream has no limit unless you set this one",
  ],
  maxCommand: ["bytes", 8_192, "one command or request line that the client sends"],
  maxSegments: ["integer", 128, "path segments that become one command each"],
  maxHead: ["bytes", 65_536, "the head of an HTTP message or an article, including trailers"],
  maxFields: ["integer", 1_000, "the number of its fields"],
  maxCodings: ["integer", 2, "nested content codings"],
  maxRedirects: ["integer", 20, "redirects that one call follows"],
  maxReferrals: ["integer", 5, "referrals from one URL to another that one call follows"],
  maxDepth: ["integer", 32, "nested directories"],
  maxMessage: ["bytes", 100_000, "one protocol message with a length field"],
  maxDatagrams: ["integer", 256, "datagrams of the reply to one request over UDP"],
  maxDatagramOctets: ["bytes", 1_048_576, "all of these datagrams"],
  maxNegotiation: ["bytes", 2_048, "what the client sends in option negotiation"],
  maxBuffer: ["bytes", 262_144, "unread data of one connection; beyond it the peer has to wait"],
  queueTimeout: ["duration", 30_000, "wait for a connection while no byte moves on those in use"],
  connectTimeout: ["duration", 10_000, "lookup of a name, and connection to an address"],
  replyTimeout: ["duration", 30_000, "from a request to the end of its reply, however slowly it arrives"],
  idleTimeout: ["duration", 30_000, "time without a byte of a body"],
  minRate: ["number", 64, "bytes per second below which a body counts as idle, measured over `idleTimeout`"],
  deadline: ["duration", Number.POSITIVE_INFINITY as number, "the whole call"],
  farewellTimeout: ["duration", 1_000, "the farewell after success; then the connection is closed"],
} as const;

type LimitDeclarations = {
  readonly [Name in keyof typeof LIMITS]: NumberOption & { readonly default: number };
};

/** The limits on the cost of a hostile URL or peer. The error that a limit causes gives its name. */
export const limitOptions: OptionSet<LimitDeclarations> = /* @__PURE__ */ defineOptions(
  "limits",
  /* @__PURE__ */ declareLimits(),
);

function declareLimits(): LimitDeclarations {
  const declared = Object.entries(LIMITS).map(([name, [type, usual, description]]) => [
    name,
    { type, unlimited: true, default: usual, description },
  ]);
  return Object.fromEntries(declared);
}

/** The limits of a call, in bytes and milliseconds. `Infinity` turns one off. */
export type Limits = ResolvedOptions<typeof limitOptions>;

export const DEFAULT_LIMITS: Limits = /* @__PURE__ */ resolveLimits();

/** Returns the limits of `base` with changes. @throws {AccessError} bad-option */
export function resolveLimits(changes?: OptionsInput<typeof limitOptions>, base?: Limits): Limits {
  return resolveOptions(base === undefined ? limitOptions : { ...limitOptions, defaults: base }, changes);
}
