import { existsSync } from "node:fs";
import { proxiesFromEnvironment, resolveProxySettings } from "@anyurl/client";
import { redact } from "anyurl";
import type { Io } from "../io.ts";
import { listSchemeNames } from "../load-schemes.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** Checks proxies, DNS, addresses and certificates, as seen from this machine. */
export function networkFindings(machine: Machine, { env, configured }: Io): readonly Finding[] {
  return [
    ...proxyFindings(env, listSchemeNames(configured?.schemes)),
    nameFinding(machine),
    addressFinding(machine),
    ...trustFindings(machine, env),
  ];
}

function proxyFindings(env: Io["env"], schemes: readonly string[]): readonly Finding[] {
  const findings: Finding[] = [];
  const found = proxiesFromEnvironment(env, schemes);
  const { proxy = {} } = found as { readonly proxy?: Readonly<Record<string, string>> };
  const named = Object.entries(proxy).map(
    ([scheme, url]) => `${scheme === "*" ? "all" : scheme}: ${redact(url)}`,
  );
  try {
    resolveProxySettings(found);
    findings.push(ok("proxies", named.length === 0 ? "none in the environment" : named.join(", ")));
  } catch (error) {
    findings.push(
      fail("proxies", (error as Error).message, "check ftp_proxy, all_proxy, and similar variables"),
    );
  }
  if (env["HTTP_PROXY"] !== undefined && env["http_proxy"] === undefined)
    findings.push(
      warn("proxies", "HTTP_PROXY is ignored: in a CGI program it is a request header", "set http_proxy"),
    );
  return findings;
}

function nameFinding({ nameServers }: Machine): Finding {
  if (nameServers.length === 0)
    return warn("names", "no name server is configured", "configure a name server, or use addresses");
  return ok("names", `name servers: ${nameServers.join(", ")}`);
}

/** Describes the addresses of a machine. */
export function addressFinding({ addresses }: Pick<Machine, "addresses">): Finding {
  const six = addresses.filter((address) => address.includes(":") && !/^fe[89ab]/i.test(address));
  const four = addresses.filter((address) => !address.includes(":"));
  if (six.length === 0 && four.length === 0)
    return warn(
      "addresses",
      "only loopback addresses: only servers on this machine can be reached",
      "check the network connection",
    );
  if (six.length === 0) return ok("addresses", "IPv4 only: hosts with only IPv6 addresses cannot be reached");
  return ok("addresses", four.length === 0 ? "IPv6 only" : "IPv4 and IPv6");
}

function trustFindings({ authorities }: Machine, env: Io["env"]): readonly Finding[] {
  const { NODE_EXTRA_CA_CERTS: extra, NODE_TLS_REJECT_UNAUTHORIZED: reject } = env;
  const findings = [
    authorities > 0
      ? ok("TLS", `${authorities} trusted certificate authorities, from Node and from this system`)
      : fail(
          "TLS",
          "no trusted certificate authorities",
          "install ca-certificates, or set NODE_EXTRA_CA_CERTS",
        ),
  ];
  if (extra !== undefined && !existsSync(extra))
    findings.push(
      fail("TLS", `NODE_EXTRA_CA_CERTS: ${extra} does not exist`, "correct or unset the variable"),
    );
  if (reject === "0")
    findings.push(
      warn(
        "TLS",
        "NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect: anyurl verifies certificates",
        "unset the variable",
      ),
    );
  return findings;
}
