import { AccessError, isAccessError, parseLogin } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { toDuplex } from "@anyurl/duplex";
import ssh2, { type SFTPWrapper } from "ssh2";
import { findHostKeys, typeOfKey } from "./known-hosts.ts";
import type { SftpOptions } from "./options.ts";
import { DEFAULT_PORT, type SftpUrl } from "./syntax.ts";

/** SFTP over a connection of the context. Disposing of it closes the connection. */
export interface SftpSession extends AsyncDisposable {
  /** Runs a function of ssh2 with a callback. @throws {AccessError} */
  call<T>(
    run: (sftp: SFTPWrapper, done: (error: Error | undefined | null, value?: T) => void) => void,
  ): Promise<T>;
}

/** @throws {AccessError} x-host-key-unknown, x-host-key-changed, auth-required, auth-failed, and those of a connection. */
export async function openSession(url: SftpUrl, context: Context<SftpOptions>): Promise<SftpSession> {
  const { user, password, hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  const ask = async (wanted: "user" | "password", known: string | undefined) =>
    (await context.ask({ scheme: "sftp", host, port, user: known, wanted }))?.[wanted];
  const username = user ?? (await ask("user", undefined));
  if (username === undefined)
    throw new AccessError("auth-required", "sftp requires a user", { hint: "add the user to the URL" });
  const { privateKey, knownHosts } = context.options;
  const secret = privateKey === undefined ? (password ?? (await ask("password", username))) : undefined;
  if (privateKey === undefined && secret === undefined)
    throw new AccessError("auth-required", "sftp requires a password or a private key", {
      hint: "set the option privateKey, or give a password",
    });

  const keys = findHostKeys(knownHosts, host, port);
  // The client of the context opens the connection, so its policy and its limits apply to ssh2.
  const connection = await context.connect({ host, port });
  const sock = toDuplex(connection, { signal: context.signal, phase: "reply" });
  const client = new ssh2.Client();
  let failure: unknown;
  const closed = new Promise<never>((_, reject) => {
    const fail = (error: unknown) => {
      failure ??= error;
      reject(toAccessError(failure));
    };
    sock.on("error", fail);
    client
      .on("error", fail)
      .on("close", () =>
        fail(new AccessError("truncated", "the server closed the connection", { retryable: true })),
      );
  });
  // A failure while nothing is requested is reported by the next request.
  closed.catch(() => {});
  const close = () => {
    client.end();
    sock.destroy();
  };
  try {
    const ready = new Promise<void>((resolve) => void client.once("ready", resolve));
    client.connect({
      sock,
      username,
      ...(secret !== undefined && { password: secret }),
      ...(privateKey !== undefined && { privateKey }),
      readyTimeout: 0,
      algorithms: {
        serverHostKey: { append: [], prepend: keys.flatMap(({ type }) => algorithmsOf(type)), remove: [] },
      },
      hostVerifier: (key: Buffer) => {
        failure = checkHostKey(key, keys, host);
        return failure === undefined;
      },
    });
    await Promise.race([ready, closed]);
    const opened = new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, sftp) => (error ? reject(toAccessError(error)) : resolve(sftp)));
    });
    const sftp = await Promise.race([opened, closed]);
    return {
      call: (run) => {
        const called = new Promise<any>((resolve, reject) =>
          run(sftp, (error, value) => (error ? reject(toAccessError(error)) : resolve(value))),
        );
        return Promise.race([called, closed]);
      },
      [Symbol.asyncDispose]: async () => close(),
    };
  } catch (error) {
    close();
    throw toAccessError(error);
  }
}

/** An RSA key has signatures of newer names (RFC 8332). */
function algorithmsOf(type: string): ssh2.ServerHostKeyAlgorithm[] {
  return (type === "ssh-rsa" ? ["rsa-sha2-512", "rsa-sha2-256"] : [type]) as ssh2.ServerHostKeyAlgorithm[];
}

function checkHostKey(
  key: Buffer,
  known: readonly { key: string; isRevoked: boolean }[],
  host: string,
): AccessError | undefined {
  const text = key.toString("base64");
  const same = known.filter((each) => each.key === text);
  if (same.length > 0 && !same.some(({ isRevoked }) => isRevoked)) return undefined;
  const shown = `${typeOfKey(key)} ${text}`;
  if (known.length > 0)
    return new AccessError(
      "x-host-key-changed",
      `the key of ${host} is another one than the known one: ${shown}`,
      {
        hint: "check with the operator of the server, then correct the option knownHosts",
      },
    );
  return new AccessError("x-host-key-unknown", `the key of ${host} is unknown: ${shown}`, {
    hint: `check it with the operator of the server, then add a line to the option knownHosts`,
  });
}

/** SSH_FX_… (draft-ietf-secsh-filexfer-02 §7). */
const STATUSES: ReadonlyMap<unknown, ConstructorParameters<typeof AccessError>[0]> = new Map([
  [2, "not-found"],
  [3, "permission-denied"],
  [6, "truncated"],
  [7, "truncated"],
  [8, "unsupported"],
]);

function toAccessError(error: unknown): unknown {
  if (isAccessError(error) || !(error instanceof Error) || error.name === "AbortError") return error;
  const { level, code, message } = error as Error & { readonly level?: string; readonly code?: unknown };
  if (level === "client-authentication")
    return new AccessError("auth-failed", "the server rejected the login", { cause: error });
  const known = STATUSES.get(code);
  return new AccessError(known ?? "protocol-error", `sftp: ${message}`, { cause: error, reply: message });
}
