import { defineOptions, type OptionSet, type OptionsInput, resolveOptions, type Scheme } from "@anyurl/core";
import { callOptions } from "../call/call-options.ts";
import { type Clock, systemClock } from "../call/clock.ts";
import type { Target } from "./target.ts";
import type { FetchOperations } from "./task.ts";

const { signal: _, range: __, ...CALL } = callOptions.declarations;

const DECLARATIONS = {
  errors: {
    type: "choice",
    choices: ["platform", "response", "throw"],
    default: "platform",
    description:
      '"platform": a request for an HTTP URL rejects as the platform\'s fetch does, with a TypeError and its cause; for other schemes, as "response". Otherwise, whether an error that the text, the server, or a policy caused becomes a Response with a status and a problem (RFC 9457), or is thrown. Errors of HTTP itself, such as an unknown method, always become a Response',
  },
  call: {
    type: "group",
    options: CALL as Omit<(typeof callOptions)["declarations"], "signal" | "range">,
    description: "options for every call that a Request does not have, such as limits and retry",
  },
  problems: {
    type: "string",
    description:
      'the URL of a page that explains the codes. The `type` of a problem is then `page#code`. Default: "about:blank"',
  },
  clock: {
    type: "object",
    methods: ["now"],
    as: undefined as Pick<Clock, "now"> | undefined,
    description: "the source of time",
  },
} as const;

/** The options of `toFetch`. */
export const fetchOptions: OptionSet<typeof DECLARATIONS> = defineOptions("fetch", DECLARATIONS);

export type FetchOptions = OptionsInput<typeof fetchOptions>;

/**
 * A function with the signature of `fetch`, for URLs of every scheme. A string is parsed strictly, and never repaired.
 */
export type UrlFetch = (input: Target, init?: RequestInit) => Promise<Response>;

/**
 * Creates a standard `fetch` from a client. GET calls `get`, or `list` for a directory; HEAD calls `stat`, or a GET
 * whose body is canceled; PUT calls `put`; POST calls `append` or `send`; DELETE calls `remove`; MKCOL calls
 * `makeDirectory` (RFC 4918 §9.3). For HTTP URLs it works as the `fetch` of the platform does, with any method, within the
 * policy of the client: without cookies, caches, and CORS. The `cache`, `mode` and `credentials` of an `init` are
 * ignored.
 *
 * @throws {AccessError} bad-option. The returned function rejects with the abort reason, with the
 *   error of the request's body, and with a TypeError in the same cases as `fetch`.
 */
export function toFetch<S extends Scheme>(client: FetchOperations<S>, options: FetchOptions = {}): UrlFetch {
  const { errors, clock = systemClock } = resolveOptions(fetchOptions, options);
  // Whether the scheme supports the method is checked for each request.
  const opener = client as unknown as FetchOperations;
  return async (input, init) => {
    // Most programs that have a client do not need it.
    const { fetchUrl } = await import("./fetch-url.ts");
    return fetchUrl(input, init, opener, { ...options, errors }, clock);
  };
}
