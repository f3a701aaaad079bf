import { AccessError, asciiLowerCase, hostProblem, isAccessError, parseHost } from "@anyurl/core";
import type { Remote, Transport } from "@anyurl/core/exchange";
import { type AddressClass, addressSet, ownClass, parseAddress, unmapped } from "./addresses.ts";
import type { DialOptions } from "./dial-options.ts";
import { blockedClass, decidePort, hostBlockedError, type Policy, portBlockedError } from "./policy.ts";
import type { PortQuestion } from "./policy-options.ts";

/**
 * Checks a port. Returns a promise only if the policy asks for a confirmation.
 *
 * @param sender the outside server that named the URL; it may name its own port.
 * @throws {AccessError} port-blocked
 */
export function approvePort(
  { policy, scheme, defaultPort, ports }: DialOptions,
  host: string,
  port: number,
  sender: Remote | undefined,
): Promise<void> | undefined {
  const isOwn =
    sender?.port === port && asciiLowerCase(sender.host ?? sender.address) === asciiLowerCase(host);
  const isSent = sender !== undefined && !isOwn;
  const decision = decidePort(policy, scheme, port, defaultPort, ports, isSent);
  if (decision === "allow") return undefined;
  if (decision === "ask") return confirmPort(policy, { scheme, host, port }, isSent);
  throw portBlockedError(scheme, port, isSent);
}

async function confirmPort(policy: Policy, asked: PortQuestion, isSent: boolean): Promise<void> {
  if ((await policy.confirm?.(asked)) !== true) throw portBlockedError(asked.scheme, asked.port, isSent);
}

/**
 * Returns the allowed addresses of a host, in the order in which to try them.
 *
 * @throws {AccessError} bad-host, host-blocked, no-such-host; connect-failed: the host has no address.
 */
export async function approvedAddresses(
  { transport, policy }: DialOptions,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = lookUpAddresses(transport, host, signal);
  const addresses = found instanceof Promise ? await found : found;
  const refused = addresses.map((address) => blockedClass(policy, address));
  // Under "untrusted", one forbidden address blocks the name. A denied address of "localhost" blocks it under every
  // profile: to deny 127.0.0.0/8 means this machine, and not that ::1 is tried next.
  const suspicious =
    (policy.profile === "untrusted" && refused.some((reason) => reason !== undefined)) ||
    (refused.includes("denied") && isLocalhost(host));
  const approved = suspicious ? [] : addresses.filter((_, i) => refused[i] === undefined);
  if (approved.length > 0) return interleaveFamilies(approved);
  const reason = refused.find((each) => each !== undefined);
  throw reason === undefined
    ? new AccessError("connect-failed", "the host has no address")
    : addressBlocked(reason);
}

/** @throws {AccessError} host-blocked */
export function checkAddress(policy: Policy, address: string): void {
  const reason = blockedClass(policy, address);
  if (reason !== undefined) throw addressBlocked(reason);
}

/** The address classes of this machine and its network, to which outside servers must not refer. */
const INWARD: ReadonlySet<AddressClass> = new Set([
  "loopback",
  "this-host",
  "private",
  "shared",
  "link-local",
]);

/**
 * Returns the outside server among those that named a URL, directly or by a redirect; `undefined` without one. The
 * address of a server behind a proxy that looks names up by itself is not known: it counts as outside.
 */
export function outsideSender(...senders: readonly (Remote | undefined)[]): Remote | undefined {
  return senders.find((sender) => sender !== undefined && !isInside(sender.address));
}

/**
 * Removes the addresses of this machine and its network if an outside server named the URL, whatever the policy allows:
 * an address that a user may choose is not one that an outside server may choose.
 *
 * @throws {AccessError} host-blocked: no address is left.
 */
export function rejectInternal(addresses: readonly string[], sender: Remote | undefined): readonly string[] {
  if (sender === undefined) return addresses;
  const outward = addresses.filter((address) => !isInward(address));
  if (outward.length > 0) return outward;
  throw new AccessError(
    "host-blocked",
    "blocked a referral from a public server to a private address; nothing was sent",
    { hint: "open that URL directly if you trust it" },
  );
}

/**
 * Can this address reach this machine or its network: by itself, or by an IPv4 address that it carries? A proxy that
 * looks names up by itself is given a name: then only `localhost` is known.
 */
export function isInward(address: string): boolean {
  if (isLocalhost(address)) return true;
  const octets = parseAddress(address);
  return octets !== undefined && addressSet(octets).some((each) => INWARD.has(ownClass(each)));
}

/**
 * Does a server with this address belong to this machine or its network? What the address carries does not count: a
 * server chooses its own interface identifier, and with that of ISATAP for 10.0.0.1 it would pass for a neighbor.
 */
function isInside(address: string): boolean {
  const octets = parseAddress(address);
  return octets !== undefined && INWARD.has(ownClass(unmapped(octets)));
}

function addressBlocked(reason: string): AccessError {
  return reason === "denied"
    ? hostBlockedError(
        "this host: its address is denied",
        "remove the address from the policy option denyAddresses",
      )
    : hostBlockedError(`this host: its address is ${reason}`);
}

/**
 * Returns all addresses of a host, allowed or not. A promise only if they are looked up.
 *
 * @throws {AccessError} bad-host, no-such-host, connect-failed
 */
export function lookUpAddresses(
  transport: Transport,
  host: string,
  signal: AbortSignal,
): readonly string[] | Promise<readonly string[]> {
  if (parseAddress(host) !== undefined) return [host];
  checkHost(host);
  // Never looked up: what a name server says of it must not count (RFC 6761 §6.3).
  if (isLocalhost(host)) return ["127.0.0.1", "::1"];
  return lookUpName(transport, host, signal);
}

async function lookUpName(
  transport: Transport,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    return await transport.resolve(host, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (isAccessError(cause)) throw cause;
    if (UNKNOWN_NAME.has((cause as { readonly code?: unknown } | undefined)?.code))
      throw noSuchHost(host, cause);
    throw new AccessError("connect-failed", "cannot look up the host", {
      cause,
    });
  }
}

/** Checks a host that is not a valid address: is it a valid name? @throws {AccessError} bad-host */
export function checkHost(host: string): void {
  const { kind } = parseHost(host);
  const problem = kind === "name" ? hostProblem(host) : { message: "the address is not valid" };
  if (problem !== undefined) throw new AccessError("bad-host", problem.message);
}

/** The system's codes for a name that does not exist. `EAI_AGAIN` means that the name server did not answer. */
const UNKNOWN_NAME: ReadonlySet<unknown> = new Set(["ENOTFOUND", "EAI_NONAME"]);

function noSuchHost(host: string, cause: unknown): AccessError {
  return new AccessError("no-such-host", `the host name ${host} does not exist`, {
    hint: "check the spelling of the host name",
    cause,
  });
}

/** "localhost", and every name below it (RFC 6761 §6.3). */
export function isLocalhost(host: string): boolean {
  return /^(?:.*\.)?localhost\.?$/i.test(host);
}

/** Alternates between the families, starting with that of the first address (RFC 8305 §4). */
export function interleaveFamilies(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 1) return addresses;
  const isV6 = (address: string) => address.includes(":");
  const first = addresses.filter((address) => isV6(address) === isV6(addresses[0]!));
  const second = addresses.filter((address) => isV6(address) !== isV6(addresses[0]!));
  return first
    .flatMap((address, i) => (i < second.length ? [address, second[i]!] : [address]))
    .concat(second.slice(first.length));
}
