import { createPart, describeAuthority, type Part } from "@anyurl/core";
import { splitSip, type WrittenPair } from "./split.ts";
import type { SipUrl } from "./syntax.ts";

/** What RFC 3261 §19.1.1 says of its parameters. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["transport", "the transport protocol"],
  ["maddr", "the address of the server, in place of the host"],
  ["ttl", "the time to live of a multicast packet"],
  ["user", "whether the user is a telephone number"],
  ["method", "the method of the request"],
  ["lr", "the server supports loose routing"],
]);

/** Returns the parts of a SIP URL: their positions and their meaning. */
export function describe(url: SipUrl): readonly Part[] {
  const { user, password, host, port, parameters, headers = [] } = splitSip(url);
  const part = createPart(url, "RFC 3261 §19.1.1");
  const parts = [...describeAuthority(url, undefined)];
  if (user !== undefined) parts.push(part("user", user, describeUser(url)));
  if (password !== undefined) {
    const value = password[0] === password[1] ? "" : "***";
    parts.push(part("password", password, "a password in plain text", { value, secret: true }));
  }
  parts.push(part("host", host, "the server or domain"));
  if (port !== undefined) parts.push(part("port", port, "the port"));
  const addPair = (field: string, { name, range: [start, end], equals }: WrittenPair, of: string) => {
    const meaning =
      of === "parameter" ? (MEANINGS.get(name) ?? "a further parameter") : "a header of the request";
    parts.push(part(`${field}.name`, [start, equals], meaning));
    if (equals < end) parts.push(part(`${field}.value`, [equals + 1, end], "its value"));
  };
  for (const [i, pair] of parameters.entries()) addPair(`parameters[${i}]`, pair, "parameter");
  for (const [i, pair] of headers.entries()) addPair(`headers[${i}]`, pair, "header");
  return parts;
}

function describeUser({ parts }: SipUrl): string {
  const isPhone = parts.parameters.some(
    ({ name, value }) => name === "user" && value?.toLowerCase() === "phone",
  );
  return isPhone ? "a telephone number" : "a user of the host";
}
