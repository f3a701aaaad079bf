import process from "node:process";
import { type ProxyOptions, proxiesFromEnvironment, proxySettingsOf } from "@anyurl/client";
import { type Anyurl, type AnyurlOptions, type CallOptions, createAnyurl, type Url } from "anyurl";
import { credentialsOf } from "./credentials/credentials-of.ts";
import type { CredentialOptions } from "./credentials/options.ts";
import { LocalError } from "./faults.ts";
import type { Io } from "./io.ts";

/** Options of every verb that opens a URL. */
export interface OpenOptions extends CredentialOptions {
  /** Seconds for the whole call. */
  readonly maxTime?: number;
  /** How often what has failed for a while is tried again. */
  readonly retry?: number;
  /** Go to the URL's port even if it belongs to another protocol. */
  readonly anyPort?: boolean;
}

/** What opens a URL, with the logins and the proxies that this run knows. */
export function openerOf({ scheme }: Url, options: OpenOptions, io: Io): Anyurl {
  return createAnyurl({
    policy: {
      // Whoever types a path may do with it what the system lets them do.
      files: { roots: ROOTS, write: true, followLinks: true },
      ...(options.anyPort === true && { allowPorts: [`${scheme}:*`] }),
    },
    credentials: credentialsOf(options, io),
    options: schemeOptions(options, io),
    proxies: proxiesOf(io),
  });
}

/** All there is: of Windows, the root of each drive. */
const ROOTS: readonly string[] =
  process.platform === "win32" ? Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `${letter}:\\`) : ["/"];

/** What the schemes are told. */
function schemeOptions(
  { netrc, netrcFile }: OpenOptions,
  { env }: Io,
): NonNullable<AnyurlOptions["options"]> {
  // A netrc file may have a login where the URL has none: it is looked into before anybody is anonymous.
  const login = (netrc === true || netrcFile !== undefined) && { login: "ask" };
  // Where news is read, for URLs that name no server: as newsreaders have it.
  const servers = (env["NNTPSERVER"] ?? "").split(/[\s,]+/).filter((server) => server !== "");
  const news = servers.length > 0 && { servers };
  return {
    ...(login && { ftp: login, ftps: login }),
    ...(news && { news, snews: news }),
  };
}

/** @throws {LocalError} bad-proxy: what the environment names is none. */
function proxiesOf({ env }: Io): ProxyOptions {
  const proxies = proxiesFromEnvironment(env);
  try {
    proxySettingsOf(proxies);
  } catch (error) {
    const { message } = error as RangeError;
    throw new LocalError(
      "bad-proxy",
      `the environment: ${message}`,
      "see ftp_proxy, all_proxy and their like",
    );
  }
  return proxies;
}

export function callOptions({ maxTime, retry }: OpenOptions, { signal }: Io): CallOptions {
  return {
    signal,
    ...(maxTime !== undefined && { limits: { deadline: maxTime * 1000 } }),
    ...(retry !== undefined && { retry: { attempts: retry } }),
  };
}
