import ssh2 from "ssh2";
import { lookUp } from "../accounts.ts";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { library } from "../library/library.ts";
import type { Folder } from "../tree.ts";
import { WritableTree } from "../writable-tree.ts";
import { type SftpState, SftpSubsystem } from "./subsystem.ts";

export interface SftpServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /** Allow changes? Default false. */
  readonly writable?: boolean;
  /** The home directory. Default "": the root. */
  readonly home?: string;
  /** The passwords of the users. Default: alice, with the password "wonderland". */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Public keys of any user, as in an authorized_keys file. Default none. */
  readonly authorizedKeys?: readonly string[];
  /** The login methods besides the key. Default: only the password. */
  readonly methods?: readonly ("password" | "keyboard-interactive")[];
  /** The private key of the host, as OpenSSH writes it. Default: a new one of the type ecdsa-sha2-nistp256. * */
  readonly hostKey?: string;
  /** Have the extension posix-rename@openssh.com, and the order of paths of OpenSSH in SYMLINK? Default true. */
  readonly renamesOver?: boolean;
  /**
   * The reply to REALPATH: "follow" follows links, as OpenSSH does; "text" only removes "." and "..", as some servers do;
   * "refuse" does not support it. Default "follow".
   */
  readonly realPath?: "follow" | "text" | "refuse";
  /** Maximum bytes of the tree. Default 64 MiB. */
  readonly maxTree?: number;
  /** Maximum bytes of a packet. Default 256 KiB. */
  readonly maxPacket?: number;
}

export interface SftpServer extends EmbeddedServer {
  /** The key of the host, as a line of a known_hosts file. */
  readonly knownHosts: string;
  /** Its fingerprint: "SHA256:" and base64, as ssh-keygen shows it. */
  readonly fingerprint: string;
}

/**
 * Starts an SSH server with the subsystem SFTP (version 3) on loopback. `received` has the packets of SFTP, with their
 * lengths.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export async function startSftpServer(options: SftpServerOptions = {}): Promise<SftpServer> {
  // ssh2 writes one of 150 ed25519 keys in a form that it cannot read.
  const hostKey = options.hostKey ?? ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 }).private;
  const { maxPacket = 256 * 1024, home = "" } = options;
  const state: SftpState = {
    tree: new WritableTree(options.root ?? library(), options.maxTree ?? 64 * 1024 * 1024),
    writable: options.writable ?? false,
    home: home.split("/").filter((name) => name !== ""),
    renamesOver: options.renamesOver ?? true,
    realPath: options.realPath ?? "follow",
  };
  const ssh = new ssh2.Server({ hostKeys: [hostKey] });
  // The session of a socket, which the library does not tell.
  const sessions = new Map<number, (packet: Uint8Array) => void>();
  ssh.on("connection", (client, { port }) => {
    client.on("error", () => {});
    client.on("authentication", (login) => authenticate(login, options));
    client.on("session", (accept) => {
      const session = accept();
      for (const name of ["pty", "shell", "exec", "env"] as const)
        session.on(name, (_: unknown, reject: (() => void) | undefined) => reject?.());
      const onSubsystem = (
        take: () => ssh2.ServerChannel,
        refuse: () => void,
        { name }: { name: string },
      ) => {
        if (name !== "sftp") return refuse();
        serve(take(), new SftpSubsystem(state), maxPacket, (packet) => sessions.get(port)?.(packet));
      };
      (session as unknown as { on(event: "subsystem", listener: typeof onSubsystem): void }).on(
        "subsystem",
        onSubsystem,
      );
    });
  });
  const server = await startServer("sftp", options, ({ socket, record }) => {
    const { remotePort = 0 } = socket;
    sessions.set(remotePort, (octets) => record({ octets }));
    socket.once("close", () => sessions.delete(remotePort)).once("end", () => socket.destroySoon());
    (ssh as unknown as { injectSocket(socket: unknown): void }).injectSocket(socket);
    return () => void socket.destroySoon();
  });
  const key = publicKey(hostKey).toString("base64");
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", publicKey(hostKey))).toString("base64");
  const type = publicKey(hostKey)
    .subarray(4, 4 + publicKey(hostKey).readUInt32BE(0))
    .toString("latin1");
  // `live` is a getter.
  return Object.defineProperties(server, {
    knownHosts: { value: `[${server.host}]:${server.port} ${type} ${key}\n`, enumerable: true },
    fingerprint: { value: `SHA256:${hash.replace(/=+$/, "")}`, enumerable: true },
  }) as SftpServer;
}

function publicKey(privateKey: string): Buffer<ArrayBuffer> {
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  return Buffer.from(parsed.getPublicSSH());
}

function authenticate(login: ssh2.AuthContext, options: SftpServerOptions): void {
  const { accounts = { alice: "wonderland" }, authorizedKeys = [], methods = ["password"] } = options;
  const password = lookUp(accounts, login.username);
  const offered = [...methods, ...(authorizedKeys.length > 0 ? ["publickey" as const] : [])];
  const refuse = () => login.reject(offered as ssh2.AuthenticationType[]);
  if (login.method === "password" && methods.includes("password") && login.password === password)
    login.accept();
  else if (login.method === "keyboard-interactive" && methods.includes("keyboard-interactive"))
    login.prompt([{ prompt: "Password: ", echo: false }], ([answer]) =>
      answer === password ? login.accept() : refuse(),
    );
  else if (login.method === "publickey" && isAuthorized(login, authorizedKeys)) login.accept();
  else refuse();
}

function isAuthorized(
  { key, blob, signature, hashAlgo }: ssh2.PublicKeyAuthContext,
  keys: readonly string[],
): boolean {
  return keys.some((line) => {
    const known = ssh2.utils.parseKey(line);
    if (known instanceof Error || !known.getPublicSSH().equals(key.data)) return false;
    // Without a signature the client only asks whether the key would do.
    return signature === undefined || known.verify(blob!, signature, hashAlgo) === true;
  });
}

/** Answers the packets of a channel in their order. */
function serve(
  channel: ssh2.ServerChannel,
  subsystem: SftpSubsystem,
  maxPacket: number,
  record: (packet: Uint8Array) => void,
): void {
  let unread = Buffer.alloc(0);
  channel.on("error", () => {});
  channel.on("data", (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 4) {
      const length = unread.readUInt32BE(0);
      if (length > maxPacket) return void channel.destroy();
      if (unread.length < 4 + length) return;
      const packet = new Uint8Array(unread.subarray(0, 4 + length));
      unread = unread.subarray(4 + length);
      record(packet);
      const reply = subsystem.answer(packet.subarray(4));
      if (reply === undefined) return void channel.destroy();
      channel.write(reply);
    }
  });
  channel.on("end", () => channel.end());
}
