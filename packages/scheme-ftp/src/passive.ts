import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import type { Exchange, Inbox } from "@anyurl/core/exchange";
import { commandOf, dialogue } from "./command.ts";
import { type Reply, refusal, shorten } from "./reply.ts";

/**
 * Opens the data connection. EPSV first: its reply has a port and no host, so a server cannot send us elsewhere
 * (RFC 2428 §3). From PASV only the port is taken, for the same reason (RFC 2577 §3). Either way it leads to
 * the very address of the control connection.
 *
 * @throws {AccessError} bounce-refused, protocol-error, connect-failed, and what the connection fails with.
 */
export function* openData(inbox: Inbox, limits: Limits): Exchange<never, void> {
  const extended = yield* dialogue(
    inbox,
    commandOf("EPSV", undefined, limits, { cite: "RFC 2428 §3" }),
    limits,
  );
  if (extended.code === 229) {
    try {
      yield { do: "open", on: "data", endpoint: { port: extendedPort(extended) }, cite: "RFC 2428 §3" };
      return;
    } catch (error) {
      // A filter between us may know PASV and not EPSV. Whatever else went wrong, PASV will not mend.
      if (!isAccessError(error) || error.code !== "connect-failed") throw error;
    }
  } else if (extended.code < 400 || extended.code === 421) throw refusal(extended, "data");

  const passive = yield* dialogue(
    inbox,
    commandOf("PASV", undefined, limits, { cite: "RFC 959 §4.1.2" }),
    limits,
  );
  if (passive.code !== 227) throw refusal(passive, "data");
  yield { do: "open", on: "data", endpoint: { port: passivePort(passive) }, cite: "RFC 959 §4.1.2" };
}

/** 229 … (<d><d><d><tcp-port><d>), <d> one printable character, nearly always "|" (RFC 2428 §3). */
export function extendedPort(reply: Reply): number {
  const match = /\(([!-~])\1\1([0-9]{1,5})\1\)/.exec(reply.text.slice(0, 1000));
  return dataPort(match === null ? undefined : Number(match[2]), reply);
}

/**
 * 227 … h1,h2,h3,h4,p1,p2 with or without parentheses: "the format of the 227 reply … is not well standardized",
 * so it is found by its numbers (RFC 1123 §4.1.2.6). The host is not looked at.
 */
export function passivePort(reply: Reply): number {
  const match = /(?<![0-9,])([0-9]{1,3}(?:,[0-9]{1,3}){5})(?![0-9,])/.exec(reply.text.slice(0, 1000));
  const numbers = (match?.[1] ?? "").split(",").map(Number);
  const valid = numbers.length === 6 && numbers.every((number) => number <= 255);
  return dataPort(valid ? numbers[4]! * 256 + numbers[5]! : undefined, reply);
}

/** A data port below 1024 belongs to some other service (RFC 2577 §3). */
function dataPort(port: number | undefined, { code, text }: Reply): number {
  const init = { reply: shorten(`${code} ${text}`), replyCode: code };
  if (port === undefined)
    throw new AccessError("protocol-error", "the reply names no port for the data connection", init);
  if (port < 1024 || port > 65_535) {
    throw new AccessError(
      "bounce-refused",
      `the server names port ${port}, which no data connection uses`,
      init,
    );
  }
  return port;
}
