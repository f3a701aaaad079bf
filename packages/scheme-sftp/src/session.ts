import { AccessError, isAccessError, parseLogin } from "@anyurl/core";
import {
  type Connection,
  type Context,
  type Credentials,
  copyBytes,
  type Endpoint,
  type Phase,
} from "@anyurl/core/exchange";
import { Demand, toDuplex } from "@anyurl/duplex";
import ssh2 from "ssh2";
import { checkHostKey, type HostTrust, readTrust } from "./host-key.ts";
import type { SftpSettings } from "./options.ts";
import { DEFAULT_PORT, type SftpUrl } from "./syntax.ts";

type SftpContext = Context<SftpSettings>;

/** Where and as whom a call opens SFTP. */
export interface Access {
  readonly endpoint: Endpoint;
  /** What must be the same for another call to use a pooled connection. */
  readonly key: readonly (string | undefined)[];
  readonly username: string;
  readonly trust: HostTrust;
  readonly login: Login;
}

/**
 * Reads the keys that are trusted, and asks for the user if the URL has none.
 *
 * @throws {AccessError} auth-required; unsupported: the fingerprint of the URL; and errors of the known_hosts file.
 */
export async function prepareAccess(url: SftpUrl, context: SftpContext): Promise<Access> {
  const { hostname: host, port, password } = parseLogin(url, DEFAULT_PORT);
  const trust = await readTrust(host, port, url.parts.fingerprint, context);
  const login = createLogin(url, context);
  const username = await login.user();
  const { privateKey, agent } = context.options;
  return { endpoint: { host, port }, key: [username, password, privateKey, agent], username, trust, login };
}

/**
 * Opens the subsystem of SFTP over SSH.
 *
 * @throws {AccessError} host-key-unknown, host-key-changed, auth-required, auth-failed, …
 */
export async function openSession(
  connection: Connection,
  access: Access,
  context: SftpContext,
): Promise<SshSession> {
  const session = new SshSession(connection, context);
  try {
    await session.open(access);
  } catch (error) {
    session.close();
    throw error;
  }
  return session;
}

/** The login of a URL, and the answers of the caller, who is asked only for what is needed. */
interface Login {
  user(): Promise<string>;
  /** `undefined`: the caller gives no password. */
  password(): Promise<string | undefined>;
}

function createLogin(url: SftpUrl, context: SftpContext): Login {
  const { hostname: host, port, password: given } = parseLogin(url, DEFAULT_PORT);
  const { user: named } = url.parts;
  let answer: Credentials | undefined;
  let user = named === "" ? undefined : named;
  const ask = async (wanted: "user" | "password") => {
    answer = await context.ask({ scheme: "sftp", host, port, user, wanted });
  };
  return {
    async user() {
      if (user === undefined) await ask("user");
      user ??= answer?.user;
      if (user === undefined || user === "")
        throw new AccessError("auth-required", "sftp requires a user", { hint: "write sftp://USER@HOST/…" });
      return user;
    },
    async password() {
      if (given !== undefined) return given;
      if (answer?.password === undefined) await ask("password");
      return answer?.password;
    },
  };
}

/**
 * A client of the library ssh2 over a connection of the context, whose policy and limits apply to it. A session whose
 * connection is pooled serves one call after the other.
 */
export class SshSession {
  readonly #client = new ssh2.Client();
  readonly #demand = new Demand();
  readonly #sock: ReturnType<typeof toDuplex>;
  readonly #closed: Promise<never>;
  #connection: Connection;
  #context: SftpContext;
  #channel: ssh2.ClientChannel | undefined;
  #hostKey: Uint8Array | undefined;
  #phase: Phase = "reply";
  #isReceiving = false;
  #failure: unknown;

  constructor(connection: Connection, context: SftpContext) {
    this.#connection = connection;
    this.#context = context;
    /** The connection of the call that the session serves. */
    const current: Connection = {
      remote: connection.remote,
      send: (octets) => this.#connection.send(octets),
      receive: (phase) => this.#receive(phase),
      close: () => this.#connection.close(),
    };
    this.#sock = toDuplex(current, { demand: this.#demand, phase: () => this.#phase });
    this.#closed = new Promise<never>((_, reject) => {
      const fail = (error: unknown) => {
        this.#failure ??= error;
        reject(this.#toError(this.#failure));
      };
      // The library would wait for the close of a connection that it has not ended itself.
      this.#sock.on("error", fail).on("end", () => fail(cutError()));
      this.#client.on("error", fail).on("close", () => fail(cutError()));
    });
    // What fails while nothing is awaited is the error of the next wait.
    this.#closed.catch(() => {});
  }

  /**
   * Goes on for another call.
   *
   * @throws {AccessError} host-key-unknown, host-key-changed: the key of the host is not one that this call trusts.
   */
  async resume(connection: Connection, { trust }: Access, context: SftpContext): Promise<void> {
    this.#connection = connection;
    this.#context = context;
    await checkHostKey(this.#hostKey!, trust);
  }

  /** Can another call use the connection? Nothing is awaited of it, and nothing is unread. */
  get isIdle(): boolean {
    return !this.#isReceiving && this.#failure === undefined && this.#channel?.readableLength === 0;
  }

  async #receive(phase: Phase | undefined): Promise<Uint8Array | undefined> {
    this.#isReceiving = true;
    try {
      return await this.#connection.receive(phase);
    } finally {
      this.#isReceiving = false;
    }
  }

  async open({ username, trust, login }: Access): Promise<void> {
    const client = this.#client;
    const { privateKey, agent } = this.#context.options;
    const ready = new Promise<void>((resolve) => void client.once("ready", resolve));
    const methods = new AuthMethods(username, login, privateKey, agent);
    client.connect({
      sock: this.#sock,
      username,
      // The limits of the connection apply.
      readyTimeout: 0,
      algorithms: toAlgorithms(trust),
      hostVerifier: (key: Buffer, verify: (isValid: boolean) => void) => {
        this.#hostKey = copyBytes(key);
        checkHostKey(key, trust).then(
          () => verify(true),
          (error: unknown) => {
            this.#failure ??= error;
            verify(false);
          },
        );
      },
      authHandler: (left, _, next) => {
        methods.next(left).then(
          (method) => (next as (method: unknown) => void)(method),
          (error: unknown) => {
            this.#failure ??= error;
            (next as (method: unknown) => void)(false);
          },
        );
      },
    });
    await this.#wait(ready);
    const opening = new Promise<ssh2.ClientChannel>((resolve, reject) => {
      try {
        client.subsys("sftp", (error, channel) => (error ? reject(subsystemError(error)) : resolve(channel)));
      } catch {
        // The server has closed the connection meanwhile.
        reject(cutError());
      }
    });
    this.#channel = await this.#wait(opening);
    // Diagnostics of the server must be read, because they share the window of the data.
    this.#channel.stderr.resume();
    this.#channel.on("error", () => {});
  }

  /** Waits for the library, which receives only meanwhile. */
  #wait<T>(work: Promise<T>, phase: Phase = "reply"): Promise<T> {
    this.#phase = phase;
    return this.#demand.during(Promise.race([work, this.#closed]));
  }

  /** The channel of the subsystem, as a connection. Its close closes that of SSH. */
  get subsystem(): Connection {
    const channel = this.#channel!;
    const arrival = () =>
      new Promise<void>((resolve) => {
        for (const name of ARRIVALS) channel.once(name, done);
        function done() {
          for (const name of ARRIVALS) channel.off(name, done);
          resolve();
        }
      });
    return {
      remote: this.#connection.remote,
      send: (octets) =>
        this.#wait(
          new Promise<void>((resolve, reject) => {
            // A copy: the library encrypts it later.
            channel.write(copyBytes(octets), (error) => (error ? reject(this.#toError(error)) : resolve()));
          }),
        ),
      receive: async (phase = "reply") => {
        for (;;) {
          const chunk = channel.read() as Buffer | null;
          if (chunk !== null) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
          if (channel.readableEnded || channel.destroyed) return undefined;
          await this.#wait(arrival(), phase);
        }
      },
      close: () => this.close(),
    };
  }

  #toError(error: unknown): unknown {
    const { signal } = this.#context;
    return signal.aborted ? signal.reason : toAccessError(error);
  }

  close(): void {
    this.#client.end();
    this.#sock.destroy();
  }
}

/** Events after which a channel has data, or will never have any. */
const ARRIVALS = ["readable", "end", "close"] as const;

/** The login methods, in order: the private key, the keys of the agent, the password. */
class AuthMethods {
  readonly #username: string;
  readonly #login: Login;
  readonly #keys: ssh2.AnyAuthMethod[] = [];
  #hasAsked = false;

  constructor(username: string, login: Login, privateKey: string | undefined, agent: string | undefined) {
    this.#username = username;
    this.#login = login;
    if (privateKey !== undefined) this.#keys.push({ type: "publickey", username, key: privateKey });
    if (agent !== undefined) this.#keys.push({ type: "agent", username, agent });
    if (privateKey !== undefined && !isPrivateKey(privateKey))
      throw new AccessError(
        "bad-option",
        "the sftp option privateKey is not a private key without a passphrase",
      );
  }

  /** Returns the next method that the server accepts; `false` after the last one. @throws {AccessError} auth-required */
  async next(left: readonly string[] | null): Promise<ssh2.AnyAuthMethod | false> {
    const key = this.#keys.shift();
    if (key !== undefined) return key;
    const username = this.#username;
    // Learn the methods before the caller is asked for a password that the server would not take.
    if (left === null) return { type: "none", username };
    const methods = new Set(left);
    if (this.#hasAsked || !(methods.has("password") || methods.has("keyboard-interactive"))) return false;
    this.#hasAsked = true;
    const password = await this.#login.password();
    if (password === undefined)
      throw new AccessError("auth-required", "the server requires a password", {
        hint: "add the password to the client's credentials, or set the sftp option privateKey or agent",
      });
    if (methods.has("password")) return { type: "password", username, password };
    return {
      type: "keyboard-interactive",
      username,
      // Only a prompt whose answer is not shown is one for the password.
      prompt: (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.length === 1 && prompts[0]?.echo !== true ? [password] : prompts.map(() => "")),
    };
  }
}

function isPrivateKey(text: string): boolean {
  const key = ssh2.utils.parseKey(text);
  return !(key instanceof Error) && key.isPrivateKey();
}

/** Without SHA-1 signatures, and with the types of known keys first, so that the server shows one of these. */
function toAlgorithms({ keys, fingerprint }: HostTrust): ssh2.Algorithms {
  const trusted = keys.filter(({ isRevoked }) => !isRevoked);
  const known = [...(fingerprint === undefined ? [] : [fingerprint]), ...trusted].flatMap(({ type }) =>
    type === "ssh-rsa" ? ["rsa-sha2-512", "rsa-sha2-256"] : [type],
  );
  const first = [...new Set(known)].filter((type) => HOST_KEY_TYPES.has(type));
  const without = (...remove: readonly (string | RegExp)[]) => ({ remove });
  return {
    // In this order: the library does not move what is in its list already.
    serverHostKey: { ...without("ssh-rsa", "ssh-dss", ...first), prepend: first },
    kex: without(/sha1$/),
    cipher: without(/-cbc$/),
    hmac: without(/sha1|md5/),
  } as unknown as ssh2.Algorithms;
}

const HOST_KEY_TYPES: ReadonlySet<string> = new Set([
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
]);

function cutError(): AccessError {
  return new AccessError("truncated", "the server closed the connection", { retryable: true });
}

function subsystemError(error: Error): AccessError {
  return new AccessError("unsupported", "the server does not offer SFTP to this user", { cause: error });
}

/** Maps an error of ssh2, whose `level` says what failed. */
function toAccessError(error: unknown): unknown {
  if (isAccessError(error) || !(error instanceof Error)) return error;
  const { level, message } = error as Error & { readonly level?: string };
  if (level === "client-authentication")
    return new AccessError("auth-failed", "the server rejected the login", { cause: error });
  if (level === "agent")
    return new AccessError("auth-failed", "the SSH agent failed", {
      cause: error,
      hint: "check the sftp option agent",
    });
  if (/no matching/i.test(message))
    return new AccessError("unsupported", "the server has no algorithm that is allowed", {
      cause: error,
      reply: message,
    });
  return new AccessError("protocol-error", `SSH failed: ${message}`, { cause: error });
}
