import { createHash, createHmac } from "node:crypto";
import { DEFAULT_LIMITS } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { checkHostKey, readTrust } from "../src/host-key.ts";
import type { SftpSettings } from "../src/options.ts";

/* The keys that are trusted, by known_hosts (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT), the URL, and the caller. */

/** A key as the server sends it: its type, and 32 bytes (RFC 4253 §6.6). */
function createKey(type: string, fill: number): { octets: Uint8Array; base64: string; hash: string } {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(type.length);
  const octets = Buffer.concat([length, Buffer.from(type, "latin1"), Buffer.alloc(32, fill)]);
  return {
    octets: new Uint8Array(octets),
    base64: octets.toString("base64"),
    hash: createHash("sha256").update(octets).digest("base64").replace(/=+$/, ""),
  };
}

const TYPE = "ssh-ed25519";
const KEY = createKey(TYPE, 7);
const OTHER = createKey(TYPE, 8);

interface World {
  readonly host?: string;
  readonly port?: number;
  readonly fingerprint?: string | undefined;
  readonly options?: Partial<SftpSettings>;
  readonly key?: Uint8Array;
  readonly context?: Partial<Context>;
}

/** Decides about a key. Returns "trusted", or the error as "code: message; hint". */
async function decide(world: World): Promise<string> {
  const { host = "h.example", port = 22, fingerprint, options = {}, key = KEY.octets } = world;
  const context = { options, limits: DEFAULT_LIMITS, ...world.context } as Context<SftpSettings>;
  try {
    await checkHostKey(key, await readTrust(host, port, fingerprint, context));
    return "trusted";
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint?: string };
    return `${code}: ${message}${hint === undefined ? "" : `; ${hint}`}`;
  }
}

const SHOWN = `${TYPE} SHA256:${KEY.hash}`;
const unknown = (name: string) =>
  `host-key-unknown: the key of h.example is unknown: ${SHOWN}; check the fingerprint with the operator of the ` +
  `server, then add this line to the file of the sftp option knownHostsFile: ${name} ${TYPE} ${KEY.base64}`;
const UNKNOWN = unknown("h.example");
const CHANGED =
  `host-key-changed: h.example has another key than the known one: ${SHOWN}; check the fingerprint with the operator ` +
  "of the server, then replace the line of this host in known_hosts";
const REVOKED = `host-key-changed: the key of h.example is revoked: ${SHOWN}; ask the operator of the server for its new key`;
const DIFFERS =
  `host-key-changed: h.example has another key than the URL says: ${SHOWN}; check the fingerprint with the operator ` +
  "of the server, then correct the URL";

const hashed = (name: string, salt = "12345678901234567890") => {
  const hash = createHmac("sha1", salt).update(name).digest("base64");
  return `|1|${Buffer.from(salt).toString("base64")}|${hash}`;
};

describe("a line of known_hosts", () => {
  const line = (names: string, key = KEY) => `${names} ${TYPE} ${key.base64}`;

  it.each<[names: string, due: string, port?: number]>([
    // Plain names, without case.
    ["h.example", "trusted"],
    ["H.Example", "trusted"],
    ["h.example.", UNKNOWN],
    ["example", UNKNOWN],
    ["a,h.example", "trusted"],
    ["h.example,192.0.2.1", "trusted"],
    ["a,b", UNKNOWN],
    // "a name … may be enclosed within [ and ] brackets then followed by : and a non-standard port number"
    ["[h.example]:22", UNKNOWN],
    ["[h.example]:2222", "trusted", 2222],
    ["h.example", unknown("[h.example]:2222"), 2222],
    ["[h.example]:222", unknown("[h.example]:2222"), 2222],
    // "* and ? act as wildcards"
    ["*", "trusted"],
    ["**", "trusted"],
    ["?.example", "trusted"],
    ["??.example", UNKNOWN],
    ["h.exampl?", "trusted"],
    ["h.example?", UNKNOWN],
    ["?", UNKNOWN],
    ["*.example", "trusted"],
    ["h.*", "trusted"],
    ["h.example*", "trusted"],
    ["*h.example", "trusted"],
    ["h*e", "trusted"],
    ["h*x", UNKNOWN],
    ["h*a*e", "trusted"],
    ["*e*e", "trusted"],
    ["*.e?a*e", "trusted"],
    ["*example*example", UNKNOWN],
    ["*xample", "trusted"],
    ["[*]:22*", "trusted", 2222],
    // "the host name is not accepted (by that line) even if it matched another pattern"
    ["!h.example", UNKNOWN],
    ["*,!h.example", UNKNOWN],
    ["!h.*,*", UNKNOWN],
    ["*,!a.example", "trusted"],
    ["!a.example,*", "trusted"],
    ["!a.example", UNKNOWN],
    // Hashed names.
    [hashed("h.example"), "trusted"],
    [hashed("a.example"), UNKNOWN],
    [hashed("[h.example]:2222"), "trusted", 2222],
    [hashed("h.example").replace("|1|", "|2|"), UNKNOWN],
  ])("with the names %s", async (names, due, port = 22) => {
    expect(await decide({ port, options: { knownHosts: line(names) } })).toBe(due);
  });

  it.each<[text: string, due: string]>([
    ["", UNKNOWN],
    ["\n\n", UNKNOWN],
    [`# ${line("h.example")}`, UNKNOWN],
    [`#${line("h.example")}`, UNKNOWN],
    [` \t${line("h.example")} a comment`, "trusted"],
    [`h.example\t${TYPE} \t${KEY.base64}\r\n`, "trusted"],
    [`${line("a")}\n${line("h.example")}`, "trusted"],
    [`h.example ${TYPE}`, UNKNOWN],
    [`h.example ${KEY.base64}`, UNKNOWN],
    [`h.example ${TYPE} ${KEY.base64}!`, UNKNOWN],
    // A key of another host, and another key of this host.
    [line("a", OTHER), UNKNOWN],
    [line("h.example", OTHER), CHANGED],
    [`${line("h.example", OTHER)}\n${line("h.*")}`, "trusted"],
    // Markers.
    [`@revoked ${line("h.example")}`, REVOKED],
    [` @revoked \t${line("*")}\n${line("h.example")}`, REVOKED],
    [`${line("h.example")}\n@revoked ${line("*")}`, REVOKED],
    [`@revoked ${line("a")}\n${line("h.example")}`, "trusted"],
    [`@revoked ${line("h.example", OTHER)}`, UNKNOWN],
    [`@revoked ${line("h.example", OTHER)}\n${line("h.example")}`, "trusted"],
    [`@cert-authority ${line("h.example")}`, UNKNOWN],
    [`@cert-authority ${line("h.example", OTHER)}\n${line("h.example")}`, "trusted"],
    [`@ ${line("h.example")}`, UNKNOWN],
  ])("in the file %j", async (knownHosts, due) => {
    expect(await decide({ options: { knownHosts } })).toBe(due);
  });

  it("names the type of a key in printable characters, at most 64", async () => {
    for (const [type, shown] of [
      ["a b\n\x7f\x1b!~", "a?b???!~"],
      ["x".repeat(64), "x".repeat(64)],
      ["x".repeat(65), "x".repeat(64)],
    ] as const)
      expect(await decide({ key: createKey(type, 1).octets })).toContain(`is unknown: ${shown} SHA256:`);
  });

  it("is written for the host in lower case, with its port unless it is 22", async () => {
    expect(await decide({ host: "H.Example" })).toContain(`knownHostsFile: h.example ${TYPE}`);
    expect(await decide({ host: "2001:db8::1", port: 23 })).toContain("knownHostsFile: [2001:db8::1]:23 ");
  });
});

describe("the fingerprint of the URL", () => {
  const UNSUPPORTED =
    "unsupported: the fingerprint of the URL is not a SHA-256 hash; nothing was sent; " +
    'write the type of the key, "-", and what ssh-keygen -l shows after "SHA256:"';
  // A hash with "+", "/", or both, of some key.
  const tricky = Array.from({ length: 200 }, (_, i) => createKey(TYPE, i)).find(
    ({ hash }) => hash.includes("+") && hash.includes("/"),
  )!;

  it.each<[text: string | undefined, due: string, key?: Uint8Array]>([
    [`${TYPE}-${KEY.hash}`, "trusted"],
    [`${TYPE}-${KEY.hash}=`, "trusted"],
    [`${TYPE}-SHA256:${KEY.hash}`, "trusted"],
    [`${TYPE}-${tricky.hash}`, "trusted", tricky.octets],
    // base64url
    [`${TYPE}-${tricky.hash.replaceAll("+", "-").replaceAll("/", "_")}`, "trusted", tricky.octets],
    [`${TYPE}-${OTHER.hash}`, DIFFERS],
    [`ssh-rsa-${KEY.hash}`, DIFFERS],
    [undefined, UNKNOWN],
    ["", UNSUPPORTED],
    [TYPE, UNSUPPORTED],
    [`-${KEY.hash}`, UNSUPPORTED],
    [KEY.hash, UNSUPPORTED],
    [`${TYPE}-${KEY.hash}==`, UNSUPPORTED],
    [`${TYPE}-${KEY.hash.slice(1)}`, UNSUPPORTED],
    ["ssh-dss-c1-b1-30-29-d7-b8-de-6c-97-77-10-d7-46-41-63-87", UNSUPPORTED],
  ])("%s", async (fingerprint, due, key) => {
    expect(await decide({ fingerprint, ...(key && { key }) })).toBe(due);
  });

  it("decides whatever known_hosts and the caller say, except of a revoked key", async () => {
    const line = `h.example ${TYPE} ${KEY.base64}`;
    const options = { knownHosts: line, acceptHostKey: () => true };
    expect(await decide({ fingerprint: `${TYPE}-${OTHER.hash}`, options })).toBe(DIFFERS);
    const fingerprint = `${TYPE}-${KEY.hash}`;
    const other = { knownHosts: `h.example ${TYPE} ${OTHER.base64}` };
    expect(await decide({ fingerprint, options: other })).toBe("trusted");
    expect(await decide({ fingerprint, options: { knownHosts: `@revoked ${line}` } })).toBe(REVOKED);
  });
});

describe("the function acceptHostKey", () => {
  it.each<[answer: unknown, due: string]>([
    [true, "trusted"],
    [Promise.resolve(true), "trusted"],
    [false, UNKNOWN],
    [1, UNKNOWN],
    [undefined, UNKNOWN],
  ])("that returns %s", async (answer, due) => {
    const acceptHostKey = (() => answer) as never;
    expect(await decide({ options: { acceptHostKey } })).toBe(due);
  });

  it("is asked about an unknown key, and about no other", async () => {
    const asked: unknown[] = [];
    const acceptHostKey = (key: unknown) => asked.push(key) > 0;
    for (const [knownHosts, due] of [
      ["", "trusted"],
      [`h.example ${TYPE} ${KEY.base64}`, "trusted"],
      [`h.example ${TYPE} ${OTHER.base64}`, CHANGED],
    ] as const)
      expect(await decide({ options: { knownHosts, acceptHostKey } })).toBe(due);
    expect(asked).toEqual([{ host: "h.example", port: 22, type: TYPE, fingerprint: `SHA256:${KEY.hash}` }]);
  });
});

describe("the file knownHostsFile", () => {
  /** A file that gives at most `most` bytes at once, and says that it has another size. */
  function fileOf(text: string, { most = 1_000, size = text.length } = {}) {
    const octets = new TextEncoder().encode(text);
    const state = { opened: "", closed: 0 };
    const handle = {
      size: async () => size,
      read: async (into: Uint8Array, at: number) => {
        const piece = octets.subarray(at, at + Math.min(most, into.length));
        into.set(piece);
        return piece.length;
      },
      [Symbol.asyncDispose]: async () => void state.closed++,
    };
    const open = async (path: string) => {
      state.opened = path;
      return handle;
    };
    return { state, files: { open } as unknown as NonNullable<Context["files"]> };
  }

  const options = { knownHostsFile: "/k" };
  const LINE = `h.example ${TYPE} ${KEY.base64}`;

  it.each([{}, { most: 7 }, { size: LINE.length + 5 }])("is read whole, and closed, with %j", async (how) => {
    const { files, state } = fileOf(LINE, how);
    expect(await decide({ options, context: { files } })).toBe("trusted");
    expect(state).toEqual({ opened: "/k", closed: 1 });
  });

  it("comes after the option knownHosts", async () => {
    const { files } = fileOf(`\n@revoked ${LINE}`);
    expect(await decide({ options: { ...options, knownHosts: LINE }, context: { files } })).toBe(REVOKED);
  });

  it("can have as many bytes as the limit maxHeld, and no more", async () => {
    for (const [maxHeld, due] of [
      [LINE.length, "trusted"],
      [
        LINE.length - 1,
        `too-large: the known_hosts file exceeds the limit of ${LINE.length - 1} bytes; increase the limit maxHeld`,
      ],
    ] as const) {
      const { files, state } = fileOf(LINE);
      const limits = { ...DEFAULT_LIMITS, maxHeld };
      expect(await decide({ options, context: { files, limits } })).toBe(due);
      expect(state.closed).toBe(1);
    }
  });

  it("cannot be read by a client without files", async () => {
    expect(await decide({ options })).toBe(
      "unsupported: cannot read a known_hosts file: the client has no files; " +
        "use the sftp option knownHosts, or declare the directory in the policy",
    );
  });
});
