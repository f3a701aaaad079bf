import { createHash } from "node:crypto";
import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { DEFAULT_PASSWORDS, lookUp } from "../accounts.ts";
import { type Connection, type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { formatDotBlock } from "../library/dot-block.ts";
import { LineReader } from "../line-reader.ts";
import { createServerTls, runSession, startServerTls } from "../session.ts";
import { MAIL_LIBRARY } from "./mail-library.ts";

export interface PopServerOptions extends ListenOptions {
  /** With LF as line ends. Every user has the same. Default: the INBOX of the mail library. */
  readonly messages?: readonly string[];
  /** Passwords by user. Default: `alice`, with `s3cr:t@/%`. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Optional commands. Default: all. */
  readonly features?: readonly PopFeature[];
  /**
   * A certificate and its key, as PEM. The server then supports STLS, and accepts no password without TLS; with
   * `implicit`, TLS from the first byte. Default: no TLS, and unencrypted logins.
   */
  readonly tls?: { readonly cert: string; readonly key: string; readonly implicit?: boolean };
  /** Milliseconds without a command until the session ends. Default ten minutes. */
  readonly timeout?: number;
}

export type PopFeature = "APOP" | "CAPA" | "TOP" | "UIDL";

/** Every feature. */
export const POP_FEATURES: readonly PopFeature[] = ["APOP", "CAPA", "TOP", "UIDL"];

const MAX_LINE_BYTES = 512;
const OK = "+OK\r\n";
const REJECTED = "-ERR [AUTH] rejected\r\n";

/**
 * Starts a POP3 server (RFC 1939) on loopback, for readers: USER, APOP, and PLAIN, STAT, LIST, UIDL, TOP, RETR.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startPopServer(options: PopServerOptions = {}): Promise<EmbeddedServer> {
  const scheme = options.tls?.implicit === true ? "pops" : "pop";
  return startServer(scheme, options, (connection) => servePop(connection, options));
}

let sessions = 0;

function servePop(connection: Connection, options: PopServerOptions): () => void {
  const { accounts = DEFAULT_PASSWORDS, features = POP_FEATURES, tls } = options;
  const secureContext = tls && createServerTls(tls);
  const messages = (options.messages ?? MAIL_LIBRARY["INBOX"]!).map((text) =>
    octetsOf(text.replaceAll(/\r?\n/g, "\r\n")),
  );
  const timestamp = features.includes("APOP") ? ` <${++sessions}@mail.example>` : "";
  let isSecured = tls?.implicit ?? false;
  let isAdmitted = false;
  let named = "";

  function admit(user: string, isValid: (password: string) => boolean): string {
    const password = lookUp(accounts, user);
    const isClear = tls !== undefined && !isSecured;
    isAdmitted = password !== undefined && !isClear && isValid(password);
    return isAdmitted ? OK : REJECTED;
  }

  function logIn(verb: string, first: string, rest: string): string | undefined {
    switch (verb) {
      case "USER":
        named = first;
        return OK;
      case "PASS":
        return admit(named, (password) => password === rest);
      case "APOP": {
        const [, digest] = rest.split(" ");
        const md5 = (text: string) => createHash("md5").update(octetsOf(text)).digest("hex");
        return admit(first, (password) => timestamp !== "" && digest === md5(timestamp.trim() + password));
      }
      case "AUTH": {
        const [, user = "", given] = textOf(Buffer.from(rest.split(" ")[1] ?? "", "base64")).split("\0");
        return admit(user, (password) => password === given);
      }
      default:
        return undefined;
    }
  }

  const listOf = (lines: readonly string[]) => `${OK}${lines.map((line) => `${line}\r\n`).join("")}.\r\n`;
  const idOf = (i: number) => `m${i + 1}@mail.example`;

  function handle(line: string): Uint8Array | string {
    const [word = "", first = "", second = ""] = line.split(" ");
    const verb = word.toUpperCase();
    if (verb === "CAPA" && features.includes("CAPA"))
      return listOf(["USER", "SASL PLAIN", "TOP", "UIDL", ...(tls && !isSecured ? ["STLS"] : [])]);
    if (verb === "NOOP") return OK;
    if (!isAdmitted) return logIn(verb, first, line.slice(verb.length + 1)) ?? "-ERR log in first\r\n";
    const message = messages[Number(first) - 1];
    if (first !== "" && message === undefined) return "-ERR no such message\r\n";
    switch (verb) {
      case "STAT":
        return `+OK ${messages.length} ${messages.reduce((sum, { length }) => sum + length, 0)}\r\n`;
      case "LIST":
        if (message !== undefined) return `+OK ${first} ${message.length}\r\n`;
        return listOf(messages.map(({ length }, i) => `${i + 1} ${length}`));
      case "UIDL":
        if (!features.includes("UIDL")) break;
        if (message !== undefined) return `+OK ${first} ${idOf(Number(first) - 1)}\r\n`;
        return listOf(messages.map((_, i) => `${i + 1} ${idOf(i)}`));
      case "TOP":
        if (!features.includes("TOP") || message === undefined || second === "") break;
        return formatText(message.subarray(0, textOf(message).indexOf("\r\n\r\n") + "\r\n\r\n".length));
      case "RETR":
        if (message !== undefined) return formatText(message);
    }
    return "-ERR unknown command\r\n";
  }

  const session = runSession(connection, {
    createReader: () => new LineReader(MAX_LINE_BYTES),
    greeting: octetsOf(`+OK ready${timestamp}\r\n`),
    implicitTls: isSecured,
    startTls(socket) {
      isSecured = true;
      return startServerTls(socket, { secureContext: secureContext! });
    },
    isStrictAboutTls: true,
    onItem(line) {
      connection.record(line);
      if (line.tooLong) return { octets: octetsOf("-ERR line too long\r\n") };
      const text = textOf(line.octets);
      if (/^QUIT$/i.test(text)) return { octets: octetsOf("+OK bye\r\n"), next: "close" };
      if (/^STLS$/i.test(text) && tls !== undefined && !isSecured)
        return { octets: octetsOf(OK), next: "tls" };
      const answer = handle(text);
      return { octets: typeof answer === "string" ? octetsOf(answer) : answer };
    },
    timeoutMs: options.timeout ?? 600_000,
    onIdle: () => octetsOf("-ERR idle\r\n"),
  });
  return () => session.end();
}

function formatText(octets: Uint8Array): Uint8Array {
  return joinBytes([octetsOf(OK), ...formatDotBlock([octets])]);
}
