import { generateKeyPairSync } from "node:crypto";
import type { Socket } from "node:net";
import ssh2, { type Attributes, type SFTPWrapper } from "ssh2";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
export const PASSWORD = "s3cr:t@/%";

/** A host key, and its line in a known_hosts file for a port. */
export function createHostKey(): { readonly privateKey: string; line(port: number): string } {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const key = parsed.getPublicSSH().toString("base64");
  return { privateKey, line: (port) => `[127.0.0.1]:${port} ssh-rsa ${key}\n` };
}

export interface SftpServer {
  readonly port: number;
  /** Sockets that clients have not closed. */
  readonly live: number;
  readonly logins: number;
  close(): Promise<void>;
}

/** Starts an SSH server on loopback with SFTP for alice, over files in memory. A directory is a path with "/" at its end. */
export async function startSftpServer(
  files: Map<string, Uint8Array>,
  privateKey: string,
): Promise<SftpServer> {
  const sockets = new Set<Socket>();
  let logins = 0;
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (login) => {
      if (login.method === "password" && login.username === "alice" && login.password === PASSWORD) {
        logins++;
        login.accept();
      } else login.reject(["password"]);
    });
    client.on("session", (accept) => {
      accept().on("sftp", (acceptSftp) => serve(acceptSftp() as unknown as SFTPWrapper, files));
    });
  });
  (
    server as unknown as { _srv: { on(name: "connection", listener: (socket: Socket) => void): void } }
  )._srv.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    get live() {
      return sockets.size;
    },
    get logins() {
      return logins;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

interface Handle {
  readonly path: string;
  names?: readonly string[] | undefined;
}

function serve(sftp: SFTPWrapper, files: Map<string, Uint8Array>): void {
  const handles = new Map<number, Handle>();
  let count = 0;
  const open = (id: number, handle: Handle) => {
    handles.set(++count, handle);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(count);
    sftp.handle(id, bytes);
  };
  const at = (bytes: Buffer) => handles.get(bytes.readUInt32BE(0))!;
  const status = (id: number, code: number) => sftp.status(id, code);
  const find = (path: string) => [path, `${path.replace(/\/$/, "")}/`].find((each) => files.has(each));
  const stat = (id: number, path: string) => {
    const found = find(path);
    if (found === undefined) return status(id, STATUS_CODE.NO_SUCH_FILE);
    return sftp.attrs(id, attributesOf(found, files.get(found)!));
  };
  sftp.on("OPEN", (id, path, flags) => {
    if (path.startsWith("/denied")) return status(id, STATUS_CODE.PERMISSION_DENIED);
    if (flags & OPEN_MODE.CREAT && flags & OPEN_MODE.TRUNC) files.set(path, new Uint8Array(0));
    const found = find(path);
    return found === undefined ? status(id, STATUS_CODE.NO_SUCH_FILE) : open(id, { path: found });
  });
  sftp.on("FSTAT", (id, handle) => stat(id, at(handle).path));
  sftp.on("STAT", stat).on("LSTAT", stat);
  sftp.on("READ", (id, handle, offset, length) => {
    const data = files.get(at(handle).path)!.subarray(offset, offset + length);
    if (data.length === 0) status(id, STATUS_CODE.EOF);
    else sftp.data(id, Buffer.from(data));
  });
  sftp.on("WRITE", (id, handle, offset, data) => {
    const { path } = at(handle);
    const before = files.get(path)!;
    const after = new Uint8Array(Math.max(before.length, offset + data.length));
    after.set(before);
    after.set(data, offset);
    files.set(path, after);
    status(id, STATUS_CODE.OK);
  });
  sftp.on("CLOSE", (id) => status(id, STATUS_CODE.OK));
  sftp.on("OPENDIR", (id, path) => {
    const found = find(path);
    if (found === undefined) return status(id, STATUS_CODE.NO_SUCH_FILE);
    if (!found.endsWith("/")) return status(id, STATUS_CODE.FAILURE);
    const names = [...files.keys()].filter(
      (name) => name !== found && name.startsWith(found) && !/\/./.test(name.slice(found.length)),
    );
    return open(id, { path: found, names });
  });
  sftp.on("READDIR", (id, bytes) => {
    const handle = at(bytes);
    const { names, path } = handle;
    if (names === undefined || names.length === 0) return status(id, STATUS_CODE.EOF);
    handle.names = undefined;
    const entries = names.map((name) => ({
      filename: name.slice(path.length).replace(/\/$/, ""),
      longname: "",
      attrs: attributesOf(name, files.get(name)!),
    }));
    return sftp.name(id, entries);
  });
  sftp.on("REMOVE", (id, path) => status(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE));
  sftp.on("RENAME", (id, from, to) => {
    const data = files.get(from);
    if (data === undefined) return status(id, STATUS_CODE.NO_SUCH_FILE);
    files.delete(from);
    files.set(to, data);
    return status(id, STATUS_CODE.OK);
  });
  sftp.on("MKDIR", (id, path) => {
    files.set(`${path.replace(/\/$/, "")}/`, new Uint8Array(0));
    status(id, STATUS_CODE.OK);
  });
}

function attributesOf(path: string, { length }: Uint8Array): Attributes {
  return {
    mode: path.endsWith("/") ? 0o040755 : 0o100644,
    uid: 0,
    gid: 0,
    size: length,
    atime: 981_173_106,
    mtime: 981_173_106,
  };
}
