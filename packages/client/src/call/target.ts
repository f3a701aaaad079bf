import {
  AccessError,
  type OperationName,
  type Problem,
  rejectFragment,
  resolveSchemeOptions,
  type Url,
  UrlSyntaxError,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { ClientSettings } from "../client-options.ts";
import type { CallSettings } from "./call-options.ts";
import { type ForwardedUrl, forwardUrl } from "./forwarded.ts";
import { applyGateways } from "./gateways.ts";
import { findScheme, type InstalledScheme } from "./installed-scheme.ts";
import { withLookedUpHost } from "./looked-up.ts";
import { type NamedUrl, type Provenance, withProvenance } from "./provenance.ts";

/** What a call opens. */
export interface CallTarget {
  /** With the host to look up; after gateways were applied. */
  readonly url: Url;
  readonly installed: InstalledScheme;
  /** The resolved options of the scheme. */
  readonly schemeOptions: Context["options"];
  /** `undefined`: a person chose the URL. */
  readonly provenance: Provenance | undefined;
  /** How a proxy is asked for the URL. `undefined`: its server is asked, directly or through a tunnel. */
  readonly forwarded: ForwardedUrl | undefined;
}

/**
 * Parses the URL of a call, and rejects it if it must not be opened. Nothing is connected.
 *
 * @throws {UrlSyntaxError} the text is not a valid URL. @throws {AccessError} it is rejected before any connection.
 */
export function resolveTarget(
  settings: ClientSettings,
  { text, provenance }: NamedUrl,
  operation: OperationName,
  options: CallSettings,
): CallTarget {
  const { registry, policy, gateways, limits, idna } = settings;
  const { schemes } = policy;
  const parsed = registry.tryParse(text, { maxUrlLength: limits.maxUrlLength });
  if (!parsed.ok) {
    const errors = parsed.problems.filter(({ severity }) => severity === "error");
    throw new UrlSyntaxError(errors[0]!, parsed.problems);
  }
  const asked: Url = provenance === undefined ? parsed.url : withProvenance(parsed.url, provenance, settings);
  if (schemes?.has(asked.scheme) === false) throw schemeBlocked(asked);
  // Few URLs have a "#", which always begins a fragment: the others skip the call.
  if (text.includes("#")) rejectFragment(asked, operation);
  const written = gateways.size === 0 ? asked : applyGateways(asked, gateways, registry, operation);
  const installed = findScheme(settings, written.scheme);
  if (schemes?.has(written.scheme) === false) throw schemeBlocked(written);
  // Schemes without a default port have no server to look up.
  const hasServer = installed.defaultPort !== undefined;
  const url = hasServer && written.host?.includes("%") ? withLookedUpHost(written, idna) : written;
  if (parsed.problems.length > 0 || asked.password === "***")
    refuseObstacles(asked, parsed.problems, operation, options);
  const schemeOptions = readSchemeOptions(settings, installed, operation, options.options);
  if (options.insecure && policy.profile === "untrusted")
    throw new AccessError("unsupported", 'the policy "untrusted" does not allow insecure TLS');
  // The caller chose the gateway, so the provenance of the URL does not matter.
  const forwarded = settings.proxies ? forwardUrl(url, installed, operation, settings) : undefined;
  return { url, installed, schemeOptions, provenance: written === asked ? provenance : undefined, forwarded };
}

/**
 * Resolves the options of the client and of the call, which take precedence. Those of the client alone are resolved once.
 *
 * @throws {AccessError} bad-option.
 */
function readSchemeOptions(
  { options }: ClientSettings,
  installed: InstalledScheme,
  operation: string,
  ofCall: CallSettings["options"],
): Context["options"] {
  if (ofCall === undefined && installed.options !== undefined) return installed.options;
  const { name, scheme } = installed;
  const ofClient = options[name];
  const given =
    ofClient === undefined || ofCall === undefined ? (ofCall ?? ofClient) : { ...ofClient, ...ofCall };
  const resolved = resolveSchemeOptions(scheme, given, { scheme: name, operation });
  if (ofCall === undefined) installed.options = resolved;
  return resolved;
}

function schemeBlocked({ scheme }: Url): AccessError {
  return new AccessError("scheme-blocked", `the policy does not allow ${scheme} URLs`, { scheme });
}

/** Rejects URLs with problems that prevent access. */
function refuseObstacles(
  url: Url,
  problems: readonly Problem[],
  operation: string,
  { allowAmbiguous }: CallSettings,
): void {
  const init = { scheme: url.scheme, operation };
  const obstacle = findObstacle(problems, allowAmbiguous);
  if (obstacle !== undefined) {
    const { code, message, hint } = obstacle;
    throw new AccessError(code, message, { ...init, hint });
  }
  if (url.password === "***") {
    throw new AccessError("bad-userinfo", 'the password of this URL is masked as "***"', {
      ...init,
      hint: "replace *** with the password, or remove it and enter the password when prompted",
    });
  }
}

/** Returns the first warning that keeps a valid URL from being opened. */
export function findObstacle(
  problems: readonly Problem[],
  allowAmbiguous: boolean = false,
): Problem | undefined {
  return problems.find(
    ({ code }) => code === "control-octet" || (code === "ambiguous-authority" && !allowAmbiguous),
  );
}
