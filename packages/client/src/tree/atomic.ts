import {
  AccessError,
  decodeText,
  encodeText,
  isAccessError,
  type Scheme,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import { shortenFileName } from "@anyurl/core/exchange";
import { type CallSettings, callOptions } from "../call/call-options.ts";
import { withTarget } from "../call/write-target.ts";

/** The operations of a client that an atomic write uses. */
export interface AtomicSteps {
  put(url: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(url: string): Promise<void>;
  /** Has `put` progressed so far that a file may exist? */
  mayExist(): boolean;
  /** Is writing directly to the target allowed, and does the source still have all of its bytes? */
  canPutDirectly(): boolean;
  /** Writes to the target itself. */
  putDirectly(): Promise<void>;
}

/** Maximum wait for the removal of the temporary file after a failure, in milliseconds. */
const CLEAN_UP = 5_000;

/**
 * Writes to a temporary name next to the target, and renames the file when it is complete. The old file stays until
 * then. After a failure, the temporary file is removed if possible. If the server rejects the temporary name, the
 * function may write directly to the target instead.
 *
 * @throws the error of a step; for the rename, an AccessError with the state of the target.
 */
export async function putAtomically(url: Url, steps: AtomicSteps): Promise<void> {
  const part = besides(url);
  try {
    await steps.put(part);
  } catch (error) {
    const isUntouched = isAccessError(error) && error.target === "unchanged";
    if (isUntouched && isRefusedName(error)) {
      if (steps.canPutDirectly()) return steps.putDirectly();
      throw nameError(error);
    }
    if (!isUntouched && steps.mayExist()) await steps.remove(part).catch(() => {});
    throw withTarget(error, "unchanged");
  }
  try {
    await steps.rename(part, url.href);
  } catch (error) {
    await steps.remove(part).catch(() => {});
    throw isAccessError(error) ? renameError(error) : error;
  }
}

/** Options to remove the temporary file, without the signal of the call, which may be over. */
export function cleanUpOptions({ limits, options, insecure }: CallSettings): CallSettings {
  return { ...callOptions.defaults, limits: { ...limits, deadline: CLEAN_UP }, options, insecure };
}

/**
 * Can the URL be written by way of a temporary name? Not if the scheme cannot rename, if it always replaces whole files
 * itself or writes directly, or if the path has no file name.
 */
export async function canReplace(scheme: Scheme, url: Url): Promise<boolean> {
  if (scheme.writesWhole === true || scheme.writesDirectly === true) return false;
  if (!/\/[^/]+$/.test(url.path)) return false;
  const operations = (await scheme.access?.().catch(() => undefined)) as
    | Readonly<Record<string, unknown>>
    | undefined;
  return typeof operations?.["rename"] === "function" && typeof operations["remove"] === "function";
}

/** Returns the URL with `.anyurl-RANDOM.` before the name, of which at most 200 bytes stay: servers limit names to 255. */
function besides({ href, path, offsets }: Url): string {
  const at = offsets.pathStart + path.lastIndexOf("/") + 1;
  const end = offsets.pathStart + path.length;
  return `${href.slice(0, at)}.anyurl-${randomName()}.${shortenSegment(href.slice(at, end))}${href.slice(end)}`;
}

/** Shortens the name of a segment. Parameters at its end, such as ";type=a", stay (RFC 3986 §3.3). */
function shortenSegment(segment: string): string {
  const [, encoded = segment, parameter = ""] = /^(.*?)(;[a-z]+=[a-z0-9]*)?$/is.exec(segment) ?? [];
  const name = decodeText(encoded);
  const start = shortenFileName(name);
  return start === name ? segment : encodeText(start, UNRESERVED) + parameter;
}

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join("");
}

/** Did the server reject the temporary name? It may also reject the target. */
function isRefusedName({ code, replyCode = 0 }: AccessError): boolean {
  return replyCode >= 400 && REFUSALS.has(code);
}

const REFUSALS: ReadonlySet<string> = new Set(["permission-denied", "not-found", "unsupported"]);

function nameError({ code, message, reply, replyCode, cause }: AccessError): AccessError {
  return new AccessError(code, message, {
    ...{ reply, replyCode, cause },
    hint: 'set the option atomic to "preferred" if the server rejects only the temporary name',
    target: "unchanged",
  });
}

function renameError(error: AccessError): unknown {
  const { code, message, reply, replyCode, cause } = error;
  const isRefused = replyCode === undefined ? !DOUBTFUL.has(code) : replyCode >= 400;
  if (!isRefused) return withTarget(error, "unknown");
  const said = `${message}; the temporary file was not renamed, and the target is unchanged`;
  return new AccessError(code, said, {
    ...{ reply, replyCode, cause },
    hint: "omit the option atomic if the server cannot rename over a file",
    target: "unchanged",
  });
}

/** Errors after which the server may have done the operation. */
const DOUBTFUL: ReadonlySet<string> = new Set([
  "timeout",
  "aborted",
  "truncated",
  "desync",
  "protocol-error",
  "too-large",
  "plugin-fault",
]);
