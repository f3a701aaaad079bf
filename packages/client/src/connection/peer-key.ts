import { AccessError, isAccessError } from "@anyurl/core";
import type { Connection, TlsFacts, TlsRequest } from "@anyurl/core/exchange";
import type { DialOptions } from "./dial-options.ts";
import { isPin, matchesPin } from "./pins.ts";

/** What has to be checked after a handshake, besides the check of the transport. */
export interface KeyChecks {
  /** Lists of pins: the peer must match one of each. */
  readonly pins: readonly (readonly string[])[];
  /** Is a certificate accepted that the trusted authorities do not accept, if its key is that of the first use? */
  readonly firstUse: boolean;
  /** Does the transport verify the certificate, unless the user does not want that? */
  readonly byAuthority: boolean;
}

/**
 * Decides how the certificate of a server is verified: by what the scheme requests, within the policy and the options of
 * the user.
 *
 * @param server "h.example:1965".
 * @throws {AccessError} plugin-fault: the scheme has requested something invalid.
 */
export function decideKeyChecks(
  { tls, pins: userPins, policy }: DialOptions,
  server: string,
  verify: TlsRequest["verify"] = "authority",
): KeyChecks {
  const pins = [userPins?.get(server)].filter((list) => list !== undefined);
  if (verify === "authority") return { pins, firstUse: false, byAuthority: true };
  const byAuthority = policy.firstUse === "refuse";
  if (verify === "first-use") return { pins, firstUse: !byAuthority && tls?.insecure !== true, byAuthority };
  const requested: unknown = verify.pins;
  if (!Array.isArray(requested) || requested.length === 0 || !requested.every(isPin))
    throw new AccessError("plugin-fault", "the scheme requested invalid pins of a TLS certificate");
  return { pins: [...pins, requested], firstUse: false, byAuthority };
}

/**
 * Checks the key of a peer, and closes the connection if it is not accepted.
 *
 * @throws {AccessError} tls-failed.
 */
export async function checkKey(
  { trust }: DialOptions,
  connection: Connection,
  server: string,
  { pins, firstUse }: KeyChecks,
): Promise<void> {
  try {
    const { tls } = connection;
    if (tls === undefined) throw failed(server, "the transport reports no certificate");
    for (const list of pins) {
      if (list.some((pin) => matchesPin(tls, pin))) continue;
      const hint = "if the operator of the server has changed the key, change the pins";
      throw failed(server, "its key matches none of the pins", { hint });
    }
    if (firstUse) await checkFirstUse(trust!, server, tls);
  } catch (error) {
    connection.close();
    if (isAccessError(error)) throw error;
    throw failed(server, "the store of trusted keys failed", { cause: error });
  }
}

async function checkFirstUse(
  trust: NonNullable<DialOptions["trust"]>,
  server: string,
  { authorized, fingerprint, publicKey = fingerprint }: TlsFacts,
): Promise<void> {
  if (publicKey === "") throw failed(server, "the transport reports no certificate");
  const known = await trust.get(server);
  if (known === publicKey) return;
  if (known === undefined || authorized) {
    await trust.set(server, publicKey);
    return;
  }
  throw failed(server, `its key has changed from ${known} to ${publicKey}`, {
    hint: `compare the new key with the operator of the server, then remove ${server} from the store of trusted keys`,
  });
}

function failed(server: string, why: string, init: { hint?: string; cause?: unknown } = {}): AccessError {
  return new AccessError("tls-failed", `TLS handshake with ${server} failed: ${why}`, init);
}
