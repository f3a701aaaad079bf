import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, test } from "node:test";
import { type CredentialsCallback, createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { sftp } from "../src/index.ts";
import { createHostKey, PASSWORD, startSftpServer } from "./server.ts";

const key = createHostKey();
const LARGE = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) % 251);
const tree = () =>
  new Map([
    ["/", octetsOf("")],
    ["/pub/", octetsOf("")],
    ["/pub/a b;c?d#e%.txt", octetsOf("hello")],
    ["/pub/dir/", octetsOf("")],
    ["/pub/large.bin", LARGE],
  ]);
const credentials: CredentialsCallback = ({ wanted }) =>
  wanted === "password" ? { password: PASSWORD } : undefined;
let known = "";
const create = (world: object = {}) =>
  createClient({
    transport: nodeTransport(),
    credentials,
    ...world,
    schemes: [sftp],
    options: { sftp: { knownHosts: known } },
  });

async function start() {
  const server = await startSftpServer(tree(), key.privateKey);
  known = key.line(server.port);
  const url = (path: string) => `sftp://alice@127.0.0.1:${server.port}${path}`;
  return {
    url,
    port: server.port,
    received: [],
    get live() {
      return server.live;
    },
    close: () => server.close(),
  };
}

describeAccess(sftp, {
  start,
  client: create,
  fetch: toFetch,
  get: { path: "/pub/large.bin", octets: LARGE },
  stat: { path: "/pub/large.bin", kind: "file", size: LARGE.length },
  list: { path: "/pub/", names: ["a b;c?d#e%.txt", "dir", "large.bin"] },
  put: { path: "/pub/new.bin", octets: LARGE },
  remove: { path: "/pub/large.bin" },
  rename: { path: "/pub/large.bin", to: "/pub/moved.bin", octets: LARGE },
  makeDirectory: { path: "/pub/made/" },
  refuses: [
    { operation: "get", path: "/nothing", code: "not-found" },
    { operation: "get", path: "/pub/dir", code: "is-a-directory" },
    { operation: "get", path: "/denied", code: "permission-denied" },
    { operation: "get", path: "/a%2Fb", code: "separator-in-segment" },
    { operation: "list", path: "/pub/large.bin", code: "not-a-directory" },
    { operation: "list", path: "/nothing/", code: "not-found" },
    { operation: "remove", path: "/nothing", code: "not-found" },
  ],
});

const server = await startSftpServer(tree(), key.privateKey);
after(() => server.close());
const ours = key.line(server.port);
const url = (path: string, login = "alice") => `sftp://${login}@127.0.0.1:${server.port}${path}`;
const get = (knownHosts: string, target = url("/pub/large.bin"), by = create()) =>
  by.get(target as "sftp:", { options: { knownHosts }, range: { start: 10, end: 20 } });

test("reads a range, with a key of a plain or a hashed line of known_hosts", async () => {
  const salt = Buffer.from("12345678901234567890");
  const hash = createHmac("sha1", salt).update(`[127.0.0.1]:${server.port}`).digest("base64");
  const hashed = ours.replace(/^\S+/, `|1|${salt.toString("base64")}|${hash}`);
  for (const lines of [ours, `# mine\n${hashed}`])
    deepEqual(await (await get(lines)).bytes(), LARGE.slice(10, 20));
});

test("sends no login to a host whose key is unknown, changed, or revoked", async () => {
  const other = createHostKey().line(server.port);
  const before = server.logins;
  for (const [lines, code] of [
    ["", "x-host-key-unknown"],
    [ours.replace("127.0.0.1", "127.0.0.2"), "x-host-key-unknown"],
    [other, "x-host-key-changed"],
    [`@revoked ${ours}`, "x-host-key-changed"],
  ] as const)
    await rejects(get(lines), { code });
  equal(server.logins, before);
});

test("fails with a wrong password, and without one", async () => {
  const wrong = url("/pub/large.bin", "alice:wrong");
  await rejects(get(ours, wrong), { code: "auth-failed" });
  const silent = createClient({ transport: nodeTransport(), schemes: [sftp] });
  await rejects(get(ours, undefined, silent as never), { code: "auth-required" });
});

test("works in a view, with a password in the base", async () => {
  const client = createClient({
    transport: nodeTransport(),
    schemes: [sftp],
    options: { sftp: { knownHosts: ours } },
  });
  await using at = client.at(url("/pub/", `alice:${encodeURIComponent(PASSWORD)}`) as "sftp:");
  const paths = [];
  for await (const { path } of at.walk("")) paths.push(path.join("/"));
  ok(paths.includes("large.bin"));
});
