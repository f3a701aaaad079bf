import { AccessError } from "@anyurl/core";
import { formatReply, type Reply } from "@anyurl/core/exchange";

/** Parses `229 … (<d><d><d><tcp-port><d>)`, where `<d>` is one printable character, nearly always "|" (RFC 2428 §3). */
export function extendedPort(reply: Reply): number {
  const match = /\(([!-~])\1\1([0-9]{1,5})\1\)/.exec(reply.text);
  return dataPort(match === null ? undefined : Number(match[2]), reply);
}

/**
 * Parses `227 … h1,h2,h3,h4,p1,p2` with or without parentheses: "the format of the 227 reply … is not well
 * standardized", so the search is for the numbers (RFC 1123 §4.1.2.6). The host is ignored.
 */
export function passivePort(reply: Reply): number {
  const match = /(?<![0-9,])([0-9]{1,3}(?:,[0-9]{1,3}){5})(?![0-9,])/.exec(reply.text);
  const numbers = (match?.[1] ?? "").split(",").map(Number);
  const valid = numbers.length === 6 && numbers.every((number) => number <= 255);
  return dataPort(valid ? numbers[4]! * 256 + numbers[5]! : undefined, reply);
}

/** Checks the port: below 1024 it belongs to another service (RFC 2577 §3). */
function dataPort(port: number | undefined, { code, text }: Reply): number {
  if (port !== undefined && port >= 1024 && port <= 65_535) return port;
  const init = { reply: formatReply({ code, text }), replyCode: code };
  throw port === undefined
    ? new AccessError("protocol-error", "invalid reply: expected the port of a data connection", init)
    : new AccessError(
        "bounce-refused",
        `the server named port ${port}, which is not allowed for data connections`,
        init,
      );
}
