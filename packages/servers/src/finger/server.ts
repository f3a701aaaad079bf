import { octetsOf, textOf } from "@anyurl/core";
import { lookUp } from "../accounts.ts";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { LineReader } from "../line-reader.ts";
import { runSession } from "../session.ts";

export interface FingerUser {
  readonly name: string;
  /** Shown to a request with "/W". Lines end in LF. */
  readonly plan?: string;
}

export interface FingerServerOptions extends ListenOptions {
  /** By login name. Default: two users. */
  readonly users?: Readonly<Record<string, FingerUser>>;
  /** Milliseconds without a request until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

const USERS: Readonly<Record<string, FingerUser>> = {
  keeper: { name: "The Keeper", plan: "To keep the light.\n" },
  gull: { name: "A Gull" },
};

/** Maximum bytes of a request. */
const MAX_REQUEST_BYTES = 1024;

/**
 * Starts a server of user information (RFC 1288) on loopback. It forwards no request.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startFingerServer(options: FingerServerOptions = {}): Promise<EmbeddedServer> {
  const { users = USERS, timeout = 60_000 } = options;
  return startServer("finger", options, (connection) => {
    runSession(connection, {
      createReader: () => new LineReader(MAX_REQUEST_BYTES),
      onItem(line) {
        connection.record(line);
        const text = line.tooLong ? "The request is too long.\n" : answer(textOf(line.octets), users);
        return { octets: octetsOf(text.replaceAll("\n", "\r\n")), next: "close" };
      },
      timeoutMs: timeout,
      onIdle: connection.reset,
    });
    return connection.reset;
  });
}

function answer(request: string, users: Readonly<Record<string, FingerUser>>): string {
  const [, w, asked = ""] = /^(\/W(?= |$))? *(.*)$/i.exec(request) ?? [];
  if (asked.includes("@")) return "Finger forwarding service denied\n";
  if (asked === "")
    return Object.entries(users)
      .map(([login, { name }]) => `${login}  ${name}\n`)
      .join("");
  const user = lookUp(users, asked);
  if (user === undefined) return `finger: ${asked}: no such user\n`;
  const { name, plan } = user;
  return `Login: ${asked}\nName: ${name}\n${w === undefined || plan === undefined ? "" : `Plan:\n${plan}`}`;
}
