import { AccessError, optionError, type PortRules, resolveOptions } from "@anyurl/core";
import type { FileRoot } from "@anyurl/core/exchange";
import { resolveFileRoots } from "../files/roots.ts";
import {
  type AddressBlock,
  type AddressClass,
  addressSet,
  isInBlock,
  ownClass,
  parseAddress,
  reachesBlock,
  strictest,
  unmapped,
} from "./addresses.ts";
import { type PolicyOptions, type PortQuestion, type Profile, policyOptions } from "./policy-options.ts";

/** A validated policy. */
export interface Policy {
  readonly profile: Profile;
  readonly allowPorts: ReadonlySet<string>;
  readonly allow: readonly AddressBlock[];
  readonly deny: readonly AddressBlock[];
  readonly schemes: ReadonlySet<string> | undefined;
  readonly clearTextPasswords: "allow" | "refuse";
  readonly firstUse: "allow" | "refuse";
  readonly files: readonly FileRoot[];
  readonly confirm: ((question: PortQuestion) => boolean | Promise<boolean>) | undefined;
}

/** Checks a policy. @throws {AccessError} bad-option */
export function resolvePolicy(options: Profile | PolicyOptions = "default"): Policy {
  const given = typeof options === "string" ? { profile: options } : options;
  const resolved = resolveOptions(policyOptions, given);
  const { profile, allowPorts, allowAddresses, denyAddresses, allowSchemes, files, confirm } = resolved;
  const usual = profile === "untrusted" ? "refuse" : "allow";
  const { clearTextPasswords = usual, firstUse = usual } = resolved;
  if (profile === "untrusted" && given.files !== undefined)
    throw optionError(policyOptions, "files", 'no files under the profile "untrusted"');
  return {
    profile,
    allowPorts,
    allow: allowAddresses,
    deny: denyAddresses,
    schemes: allowSchemes === undefined ? undefined : new Set(allowSchemes),
    clearTextPasswords,
    firstUse,
    files: resolveFileRoots(files),
    confirm,
  };
}

/** The ports that browsers block (WHATWG Fetch, "bad port"): each belongs to another protocol. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export type PortDecision = "allow" | "ask" | "refuse";

/**
 * Decides whether a scheme may connect to a port. RFC 1738 §6: a URL "could be used to cause … an unintended …
 * operation" by a port that is not the protocol's own.
 *
 * @param isSent an outside server named the URL: then no option allows a port that browsers block.
 */
export function decidePort(
  policy: Policy,
  scheme: string,
  port: number,
  defaultPort: number | undefined,
  { reserved = "ask", usual = [] }: PortRules = {},
  isSent = false,
): PortDecision {
  if (port < 1 || port > 65_535) return "refuse";
  if (port === defaultPort || usual.includes(port)) return "allow";
  if (isSent && BLOCKED_PORTS.has(port)) return "refuse";
  if (policy.allowPorts.has(`${scheme}:${port}`) || policy.allowPorts.has(`${scheme}:*`)) return "allow";
  if (policy.profile === "untrusted") return "refuse";
  if (reserved === "any") return "allow";
  if (BLOCKED_PORTS.has(port)) return "refuse";
  return port < 1024 ? reserved : "allow";
}

/** Decides whether the client may connect to a data port that the server requested. */
export function decideDataPort(port: number): PortDecision {
  return port < 1024 || port > 65_535 || BLOCKED_PORTS.has(port) ? "refuse" : "allow";
}

const REFUSED: Readonly<Record<Profile, ReadonlySet<AddressClass>>> = {
  default: new Set<AddressClass>(["this-host", "link-local", "multicast", "reserved"]),
  untrusted: new Set<AddressClass>([
    "loopback",
    "this-host",
    "private",
    "shared",
    "link-local",
    "multicast",
    "reserved",
    "special-purpose",
  ]),
};

/** Returns the class because of which an address is blocked, or `undefined` if it is allowed. */
export function blockedClass(
  policy: Policy,
  address: string,
): AddressClass | "denied" | "no address" | undefined {
  const octets = parseAddress(address);
  if (octets === undefined) return "no address";
  const set = addressSet(octets);
  if (policy.deny.some((block) => reachesBlock(set, block))) return "denied";
  const dialed = unmapped(octets);
  if (policy.allow.some((block) => isInBlock(dialed, block))) return undefined;
  // A zone ("fe80::1%eth0") names the link, so the link-local address itself is meant. What it carries is still judged.
  const namesLink =
    policy.profile === "default" && address.includes("%") && ownClass(octets) === "link-local";
  const addressClass = strictest(namesLink ? set.slice(1) : set);
  return REFUSED[policy.profile].has(addressClass) ? addressClass : undefined;
}

export function portBlockedError(scheme: string, port: number, isSent: boolean): AccessError {
  return new AccessError("port-blocked", `port ${port} is not allowed for ${scheme}; nothing was sent`, {
    hint: isSent
      ? "open that URL directly if you trust the server that named it"
      : `add "${scheme}:${port}" to the policy option allowPorts`,
  });
}

export function hostBlockedError(
  what: string,
  hint = "add the address to the policy option allowAddresses",
): AccessError {
  return new AccessError("host-blocked", `the policy blocks ${what}`, { hint });
}
