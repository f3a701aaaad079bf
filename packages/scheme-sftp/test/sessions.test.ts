import { createRegistry, isAccessError } from "@anyurl/core";
import type { Connection, Context, Endpoint, Lease, LeaseOptions } from "@anyurl/core/exchange";
import ssh2 from "ssh2";
import { describe, expect, it } from "vitest";
import { rename, stat } from "../src/access.ts";
import { type SftpUrl, sftp } from "../src/index.ts";
import type { SftpSettings } from "../src/options.ts";
import { createHostKey } from "./host-keys.ts";
import { createContext, type ServerInit, startTableServer } from "./replies/world.ts";

const urls = createRegistry(sftp);
const parse = (path: string, login = "ann:pw") => urls.parse(`sftp://${login}@h.example${path}`) as SftpUrl;

/** Returns the kind of what STAT tells, or the error: "code: message; hint (retryable, reply)". */
function toResult(call: Promise<{ kind?: string }>): Promise<string> {
  return call.then(
    ({ kind }) => `${kind}`,
    (error: unknown) => {
      if (!isAccessError(error)) throw error;
      const { code, message, hint, retryable, reply } = error;
      const notes = [...(retryable ? ["retryable"] : []), ...(reply === undefined ? [] : ["with the reply"])];
      const advice = hint === undefined ? "" : `; ${hint}`;
      return `${code}: ${message}${advice}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
    },
  );
}

const open = (init: ServerInit, more: Partial<Context<SftpSettings>> = {}) =>
  toResult(stat(parse("/a"), createContext(startTableServer(init), { more })));

const CUT = "truncated: the server closed the connection (retryable)";

describe("an SSH server", () => {
  it("that does not have the subsystem", async () => {
    const due = "unsupported: the server does not offer SFTP to this user";
    expect(await open({ hasSubsystem: false })).toBe(due);
  });

  it.each<[stage: string, event: "greeting" | "authentication" | "ready" | "session"]>([
    ["the key exchange", "greeting"],
    ["the login", "authentication"],
    ["the subsystem", "ready"],
    ["the channel of the subsystem", "session"],
  ])("that closes during %s", async (_, event) => {
    const onClient = (client: ssh2.Connection) => {
      if (event === "greeting") client.end();
      else client.on(event as "ready", () => void client.end());
    };
    expect(await open({ onClient })).toBe(CUT);
  });

  it("that closes after the call was aborted: the reason", async () => {
    const abort = new AbortController();
    const reason = new Error("stop");
    const onClient = (client: ssh2.Connection) =>
      client.on("authentication", () => {
        abort.abort(reason);
        client.end();
      });
    await expect(open({ onClient }, { signal: abort.signal })).rejects.toBe(reason);
  });

  it("that sends garbage", async () => {
    const octets = [..."SSH-2.0-x\r\n".split("").map((each) => each.charCodeAt(0)), ...Array(99).fill(255)];
    const said = [Uint8Array.from(octets)];
    const connection: Connection = {
      remote: { address: "192.0.2.1", port: 22 },
      send: async () => {},
      receive: async () => said.shift(),
      close: async () => {},
    };
    const result = await open({}, { connect: async () => connection });
    expect(result).toMatch(/^protocol-error: SSH failed: \S/);
  });

  it("whose connection fails: the error of the connection", async () => {
    const failure = new Error("reset");
    const connection: Connection = {
      remote: { address: "192.0.2.1", port: 22 },
      send: async () => {},
      receive: () => Promise.reject(failure),
      close: async () => {},
    };
    const result = await open({}, { connect: async () => connection });
    expect(result).toBe("protocol-error: SSH failed: reset");
  });
});

const ECDSA = createHostKey();
const ECDSA_384 = ssh2.utils.generateKeyPairSync("ecdsa", { bits: 384 });
const RSA = ssh2.utils.generateKeyPairSync("rsa", { bits: 2048 });

describe("the algorithms of a server (RFC 4253 §7.1)", () => {
  const REFUSED = "unsupported: the server has no algorithm that is allowed (with the reply)";

  it.each<[algorithms: object, due: string]>([
    [{ kex: ["diffie-hellman-group14-sha256"] }, "unknown"],
    [{ kex: ["diffie-hellman-group14-sha1"] }, REFUSED],
    [{ kex: ["diffie-hellman-group-exchange-sha1"] }, REFUSED],
    [{ cipher: ["aes128-ctr"] }, "unknown"],
    [{ cipher: ["aes256-gcm@openssh.com"] }, "unknown"],
    [{ cipher: ["aes128-cbc"] }, REFUSED],
    [{ cipher: ["3des-cbc"] }, REFUSED],
    [{ cipher: ["aes128-ctr"], hmac: ["hmac-sha2-256"] }, "unknown"],
    [{ cipher: ["aes128-ctr"], hmac: ["hmac-sha1"] }, REFUSED],
    [{ cipher: ["aes128-ctr"], hmac: ["hmac-sha1-96"] }, REFUSED],
    [{ cipher: ["aes128-ctr"], hmac: ["hmac-md5"] }, REFUSED],
    [{ serverHostKey: ["rsa-sha2-256"] }, "unknown"],
    [{ serverHostKey: ["rsa-sha2-512"] }, "unknown"],
    [{ serverHostKey: ["ssh-rsa"] }, REFUSED],
  ])("%j", async (algorithms, due) => {
    const hostKeys = "serverHostKey" in algorithms ? [RSA.private] : [ECDSA.private];
    expect(await open({ algorithms: algorithms as ssh2.Algorithms, hostKeys })).toBe(due);
  });

  /** The type and the key of a public key in a line. */
  const lineOf = (key: { readonly public: string }) => key.public.split(" ").slice(0, 2).join(" ");
  const OTHER_TYPE = "h.example ssh-dss AAAAB3NzaC1kc3M=";

  it.each<[what: string, knownHosts: string, shown: { readonly public: string }]>([
    ["an RSA key, whose signatures have other names", lineOf(RSA), RSA],
    ["a key with a curve that is not the first", lineOf(ECDSA_384), ECDSA_384],
    ["not one that is revoked", `${lineOf(RSA)}\n@revoked h.example ${lineOf(createHostKey())}`, RSA],
    [
      "one after another that is revoked",
      `ssh-dss AA==\n@revoked h.example ${lineOf(createHostKey())}\nh.example ${lineOf(RSA)}`,
      RSA,
    ],
    ["the first of two keys", `${lineOf(ECDSA_384)}\nh.example ${lineOf(RSA)}`, ECDSA_384],
    [
      "the second type, because the first one is not supported",
      `ssh-dss AA==\nh.example ${lineOf(RSA)}`,
      RSA,
    ],
    [
      "a type that the library does not know",
      `sk-ssh-ed25519@openssh.com AA==\nh.example ${lineOf(RSA)}`,
      RSA,
    ],
    ["no key that is supported", OTHER_TYPE.slice("h.example ".length), ECDSA],
  ])("show the key that is known: %s", async (_, known, shown) => {
    const server = startTableServer({ hostKeys: [RSA.private, ECDSA_384.private, ECDSA.private] });
    const knownHosts = `h.example ${known}`;
    const context = createContext(server, { options: { knownHosts } });
    const result = await toResult(stat(parse("/a"), context));
    if (shown === ECDSA) expect(result).toMatch(/^host-key-changed: /);
    else expect(result).toBe("unknown");
  });

  it("show the key that the URL names, before one that is known", async () => {
    const server = startTableServer({ hostKeys: [RSA.private, ECDSA_384.private, ECDSA.private] });
    const context = createContext(server, { options: { knownHosts: `h.example ${lineOf(ECDSA_384)}` } });
    const hash = encodeURIComponent(ECDSA.fingerprint.slice("SHA256:".length));
    const login = `ann;fingerprint=ecdsa-sha2-nistp256-${hash}:pw`;
    expect(await toResult(stat(parse("/a", login), context))).toBe("unknown");
  });
});

describe("a lease of a pool", () => {
  /** A pool of one connection, which the server can close. */
  function createPool(init: ServerInit = {}) {
    const clients: ssh2.Connection[] = [];
    const server = startTableServer({ ...init, onClient: (client) => clients.push(client) });
    const leases: unknown[] = [];
    const kept: { connection: Connection; state: unknown }[] = [];
    const closed: Connection[] = [];
    const lease = async (endpoint: Endpoint, { fresh, key }: LeaseOptions): Promise<Lease> => {
      leases.push({ ...endpoint, fresh, key });
      const pooled = fresh ? undefined : kept.pop();
      const made = pooled?.connection ?? server.connect();
      const connection: Connection = {
        ...made,
        close: async () => {
          closed.push(made);
          await made.close();
        },
      };
      const giveBack = (state: unknown) => void kept.push({ connection: made, state });
      return { connection, state: pooled?.state, giveBack };
    };
    const contextOf = (options: object = { acceptHostKey: () => true }) =>
      createContext(server, { options, more: { lease } });
    return { server, clients, leases, kept, closed, contextOf };
  }

  it("is for the same user, password of the URL, key, and agent", async () => {
    const { leases, contextOf } = createPool();
    await stat(parse("/a"), contextOf());
    await stat(parse("/a", "bob"), contextOf());
    expect(leases).toEqual([
      { host: "h.example", port: 22, fresh: false, key: ["ann", "pw", undefined, undefined] },
      { host: "h.example", port: 22, fresh: false, key: ["bob", undefined, undefined, undefined] },
    ]);
  });

  it("is given back after a call, and the next one goes on: no version, and what the server can", async () => {
    const replies = { INIT: [["VERSION", 3, ["posix-rename@openssh.com", "1"]]] } as const;
    const { server, clients, kept, closed, contextOf } = createPool({ replies });
    await stat(parse("/a"), contextOf());
    expect(kept).toHaveLength(1);
    await rename(parse("/a"), contextOf(), parse("/b"));
    await stat(parse("/b"), contextOf());
    expect(server.sent).toEqual([
      ...["INIT 3", "STAT /a", "EXTENDED posix-rename@openssh.com /a /b", "STAT /b"],
    ]);
    expect([clients.length, kept.length, closed.length]).toEqual([1, 1, 0]);
  });

  it("has ids of requests that go on", async () => {
    const { kept, contextOf } = createPool();
    await stat(parse("/a"), contextOf());
    await stat(parse("/a"), contextOf());
    expect(kept[0]!.state).toMatchObject({ dialogue: { id: 2, renamesOver: false, isOpenSsh: false } });
  });

  it("is closed after a call that fails", async () => {
    const { kept, closed, contextOf } = createPool({ replies: { STAT: [["STATUS", 2]] } });
    expect(await toResult(stat(parse("/a"), contextOf()))).toMatch(/^not-found: /);
    expect([kept.length, closed.length]).toEqual([0, 1]);
  });

  it("is closed if the call does not trust the key of the host", async () => {
    const { kept, closed, server, contextOf } = createPool();
    await stat(parse("/a"), contextOf());
    expect(await toResult(stat(parse("/b"), contextOf({})))).toMatch(/^host-key-unknown: /);
    expect([kept.length, closed.length]).toEqual([0, 1]);
    expect(server.sent).toEqual(["INIT 3", "STAT /a"]);
  });

  it("that the server has closed is replaced by a new one, once", async () => {
    const { clients, leases, server, contextOf } = createPool();
    await stat(parse("/a"), contextOf());
    clients[0]!.end();
    expect(await toResult(stat(parse("/b"), contextOf()))).toBe("unknown");
    expect(leases.map((each) => (each as LeaseOptions).fresh)).toEqual([false, false, true]);
    expect(server.sent.slice(-2)).toEqual(["INIT 3", "STAT /b"]);
  });

  it("is not replaced if it is new", async () => {
    const { leases, contextOf } = createPool({ onClient: () => {}, replies: { STAT: ["CLOSE"] } });
    expect(await toResult(stat(parse("/a"), contextOf()))).toMatch(/^truncated: /);
    expect(leases).toHaveLength(1);
  });
});
