import {
  defineOptions,
  type Entry,
  type Limits,
  limitOptions,
  type OptionSet,
  type OptionsInput,
  type RangeRequest,
  type ResolvedOptions,
  resolveOptions,
} from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import { readRange } from "../body/range.ts";
import { type RetrySettings, retryOptions } from "./retry-options.ts";
import type { Transcript } from "./transcript.ts";

/** How far a body was read. */
export interface ReceiveProgress {
  /** What is read, with "***" instead of a password. A copy of a directory reads many files. */
  readonly url: string;
  /** Bytes of the body that the program has read. */
  readonly received: number;
  /** Size of the body in bytes, if known. */
  readonly total?: number;
}

/** How far a source was written. */
export interface SendProgress {
  /** What is written, with "***" instead of a password. */
  readonly url: string;
  /** Bytes that the server has accepted. */
  readonly sent: number;
}

const DECLARATIONS = {
  signal: {
    type: "object",
    methods: ["addEventListener", "removeEventListener", "throwIfAborted"],
    as: undefined as AbortSignal | undefined,
    expected: "an AbortSignal",
    description: "its abort ends the call at once; the call rejects with its reason",
  },
  limits: {
    type: "group",
    options: limitOptions.declarations as (typeof limitOptions)["declarations"],
    description: "changes to the client's limits for this call",
  },
  retry: {
    type: "group",
    options: retryOptions.declarations as (typeof retryOptions)["declarations"],
    description: "when and how often to retry temporary errors, instead of the client's setting",
  },
  options: {
    type: "object",
    as: undefined as Readonly<Record<string, unknown>> | undefined,
    description: "options for the scheme, which take precedence over those of the client",
  },
  range: {
    type: "value",
    as: undefined as RangeRequest | undefined,
    read: readRange as (range: unknown) => RangeRequest | undefined,
    expected: "{ start, end } with whole numbers; the end is optional, and not below the start",
    description:
      "for `get`: only this range of the resource. With a strong entity tag as `etag`, HTTP sends `If-Range`, and the server sends the whole if it has another version",
  },
  metadata: {
    type: "choice",
    choices: ["sent", "size", "version"],
    default: "sent",
    description:
      "for `get`: what is known before the body: what the response has; also the size; or also the size and the modification time, to recognize this version later. FTP asks for them with SIZE and MDTM",
  },
  onProgress: {
    type: "function",
    as: undefined as ((progress: ReceiveProgress) => void) | undefined,
    description:
      "for `get` and copies: called with the `url`, the bytes `received` of its body, and their `total` if known",
  },
  onSent: {
    type: "function",
    as: undefined as ((progress: SendProgress) => void) | undefined,
    description:
      "for `put`, `append`, `send`, and copies: called with the `url`, and the bytes `sent` that the server has accepted",
  },
  atomic: {
    type: "value",
    as: undefined as boolean | "preferred" | undefined,
    read: (value: unknown): boolean | "preferred" | undefined =>
      typeof value === "boolean" || value === "preferred" ? value : undefined,
    expected: 'true, false, or "preferred"',
    default: false,
    description:
      'for `put` and `copy`: write to a temporary name, and rename the file when it is complete, so that a failed write keeps the old file. If the server rejects the temporary name, `true` fails, and "preferred" writes directly to the target',
  },
  modified: {
    type: "value",
    as: undefined as Date | undefined,
    read: (value: unknown): Date | undefined =>
      value instanceof Date && !Number.isNaN(value.getTime()) ? value : undefined,
    expected: "a valid Date",
    programOnly: true,
    description: "for `put` and `copy`: the modification time of the written file, if the scheme can set it",
  },
  namedBy: {
    type: "value",
    as: undefined as GetResult | Entry | "server" | undefined,
    read: (value: unknown): GetResult | Entry | "server" | undefined =>
      (typeof value === "object" && value !== null) || value === "server"
        ? (value as GetResult | Entry | "server")
        : undefined,
    expected: 'a response, an entry, or "server"',
    description:
      'where a URL given as text was found: a response of this client, an entry of a listing, or "server" for another text of a server. The rules of URLs that a server named then apply. Default: a person chose the URL',
  },
  transcript: {
    type: "object",
    methods: ["add", "note"],
    as: undefined as Transcript | undefined,
    expected: "a Transcript",
    description: "the transcript to record into, for a program that observes a call while it runs",
  },
  insecure: {
    type: "boolean",
    default: false,
    description: 'accept any TLS certificate. Not possible under the policy "untrusted"',
  },
  allowAmbiguous: {
    type: "boolean",
    default: false,
    description: "open a URL such as `ftp://u?x@h/`, in which old software finds a different host",
  },
} as const;

/** The options of a call. */
export const callOptions: OptionSet<typeof DECLARATIONS> = defineOptions("call", DECLARATIONS);

/** @typeParam Options the options of the URL's scheme. */
export interface CallOptions<Options = Readonly<Record<string, unknown>>>
  extends Omit<OptionsInput<typeof callOptions>, "options"> {
  readonly options?: Options | undefined;
}

/** The options of a call, checked, with the client's limits and retries where it does not change them. */
export interface CallSettings extends ResolvedOptions<typeof callOptions> {
  /** The limit maxBytes of the call itself: the maximum bytes of a stream. */
  readonly maxBody?: number | undefined;
}

/** The settings of one attempt. */
export interface AttemptSettings extends CallSettings {
  /** Milliseconds left of the deadline. The deadline itself stays as the caller set it. */
  readonly deadlineLeft?: number;
}

/** Returns the options of the calls of a client with these limits and retries. */
export function createCallOptions(limits: Limits, retry: RetrySettings): typeof callOptions {
  return { ...callOptions, defaults: Object.freeze({ ...callOptions.defaults, limits, retry }) };
}

/** Checks the options of a call. @throws {AccessError} bad-option */
export function resolveCall(
  client: { readonly callOptions: typeof callOptions },
  given: CallOptions | undefined,
): CallSettings {
  if (given === undefined) return client.callOptions.defaults;
  const settings = resolveOptions(client.callOptions, given);
  const maxBody = given.limits?.maxBytes;
  return maxBody === undefined ? settings : { ...settings, maxBody };
}
