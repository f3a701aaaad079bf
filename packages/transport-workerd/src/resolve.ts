import type { PlatformFetch } from "@anyurl/transport-web";
import { type AddressType, formatQuery, parseResponse } from "./dns-message.ts";

const MEDIA_TYPE = "application/dns-message";
/** Maximum bytes of a DNS message (RFC 8484 §6). */
const MAX_MESSAGE = 65_535;
const NO_ERROR = 0;
const NAME_ERROR = 3;

/**
 * Resolves a name by DNS over HTTPS (RFC 8484): its IPv6 and then its IPv4 addresses. Rejects with an Error of the code
 * ENOTFOUND if it has none, or EAI_AGAIN if the resolver fails.
 */
export async function resolve(
  name: string,
  { resolver, fetch }: { readonly resolver: string; readonly fetch: PlatformFetch },
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const ask = (type: AddressType) => query(name, type, resolver, fetch, signal);
  const addresses = (await Promise.all([ask("AAAA"), ask("A")])).flat();
  if (addresses.length === 0) throw withCode("ENOTFOUND", `${name} has no address`);
  return addresses;
}

async function query(
  name: string,
  type: AddressType,
  resolver: string,
  fetch: PlatformFetch,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const body = formatQuery(name, type);
  if (body === undefined) throw withCode("ENOTFOUND", `${name} cannot be a name of the DNS`);
  const fail = (why: string, cause?: unknown) =>
    withCode("EAI_AGAIN", `the resolver ${resolver} failed: ${why}`, cause);
  const headers = { accept: MEDIA_TYPE, "content-type": MEDIA_TYPE };
  const answer = await fetch(resolver, { method: "POST", headers, body, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw fail("no response", error);
  });
  const { status, headers: fields } = answer;
  if (status !== 200 || fields.get("content-type") !== MEDIA_TYPE) {
    await answer.body?.cancel();
    throw fail(`status ${status}, ${fields.get("content-type") ?? "no type"}`);
  }
  const message = await readAtMost(answer, MAX_MESSAGE);
  let parsed: ReturnType<typeof parseResponse>;
  try {
    if (message === undefined) throw new RangeError("too many bytes");
    parsed = parseResponse(message, type);
  } catch (error) {
    throw fail("invalid response", error);
  }
  if (parsed.code !== NO_ERROR && parsed.code !== NAME_ERROR) throw fail(`DNS error ${parsed.code}`);
  return parsed.addresses;
}

/** Returns the content, or `undefined` if it has more bytes. */
async function readAtMost({ body }: Response, limit: number): Promise<Uint8Array | undefined> {
  const all = new Uint8Array(limit);
  let size = 0;
  const reader = body!.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (size + next.value.length > limit) {
      await reader.cancel();
      return undefined;
    }
    all.set(next.value, size);
    size += next.value.length;
  }
  return all.subarray(0, size);
}

function withCode(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}
