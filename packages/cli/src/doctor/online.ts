import { type AccessError, isAccessError, type Url } from "anyurl";
import type { Io } from "../io.ts";
import { type OpenOptions, withClient } from "../opener.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** Looks up a host and requests a resource from it. */
export async function onlineFindings(
  url: Url,
  options: OpenOptions,
  machine: Machine,
  io: Io,
): Promise<readonly Finding[]> {
  return [...(await lookupFindings(url.host ?? "", machine)), await checkOpen(url, options, io)];
}

async function lookupFindings(host: string, { lookup, addresses }: Machine): Promise<readonly Finding[]> {
  if (!/[a-z]/i.test(host) || host.startsWith("[")) return [];
  try {
    const found = await lookup(host);
    const findings = [ok("lookup", `${host}: ${found.join(", ")}`)];
    const hasSix = addresses.some((address) => address.includes(":") && !/^fe[89ab]/i.test(address));
    if (hasSix && !found.some((address) => address.includes(":")))
      findings.push(
        warn(
          "lookup",
          `${host} has no IPv6 address here`,
          "check whether the name server filters IPv6 addresses",
        ),
      );
    return findings;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    return [
      fail(
        "lookup",
        `${host}: ${code ?? (error as Error).message}`,
        "check the name servers and the network connection",
      ),
    ];
  }
}

async function checkOpen(url: Url, options: OpenOptions, io: Io): Promise<Finding> {
  const what = `open ${url.scheme}`;
  const begin = io.elapsed();
  try {
    await withClient(
      { urls: [url], options: { maxTime: LOOKUP_TIMEOUT_S, ...options }, io },
      ({ opener, call }) => opener.stat(url, call),
    );
    return ok(what, `${url.host}, after ${Math.round(io.elapsed() - begin)} ms`);
  } catch (error) {
    io.signal.throwIfAborted();
    const { code, message, hint }: Partial<AccessError> & Error = error as AccessError;
    if (!isAccessError(error)) throw error;
    return fail(
      what,
      `${code}: ${message}`,
      hint ?? HINTS.get(String(code)) ?? 'run "anyurl stat --transcript" with this URL',
    );
  }
}

/** Maximum time of a lookup, in seconds. */
const LOOKUP_TIMEOUT_S = 15;

const HINTS: ReadonlyMap<string, string> = new Map([
  ["connect-failed", "check the network connection, and whether a proxy is required (all_proxy)"],
  ["timeout", "check for a firewall, or set a proxy"],
  ["tls-failed", "if a proxy intercepts TLS, add its certificate authority to NODE_EXTRA_CA_CERTS"],
]);
