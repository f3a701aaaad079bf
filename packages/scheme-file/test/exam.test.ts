import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, toFetch } from "@anyurl/client";
import { describeAccess, type HostileProtocol } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { file, fromPath } from "../src/index.ts";

const OCTETS: Uint8Array = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);

/** All directories of the tests. */
const roots = realpathSync(mkdtempSync(join(tmpdir(), "anyurl-file-exam-")));

// There is no server: each question has a directory of its own.
const SERVER = { host: "localhost", port: 0 };

/** Files in memory, of which each call to the system fails, hangs or is aborted. */
const FILES: HostileProtocol = {
  files: true,
  answer: () => [],
  operations: [
    { operation: "get", url: "file:///pub/a.bin", server: SERVER, end: "mark" },
    { operation: "list", url: "file:///pub/", server: SERVER, end: "mark", entry: (name) => name },
    { operation: "stat", url: "file:///pub/a.bin", server: SERVER, end: "mark" },
    { operation: "put", url: "file:///pub/a.bin", server: SERVER, end: "mark" },
    { operation: "append", url: "file:///pub/a.bin", server: SERVER, end: "mark" },
    { operation: "remove", url: "file:///pub/a.bin", server: SERVER, end: "mark" },
    { operation: "rename", url: "file:///pub/a.bin", to: "file:///pub/b.bin", server: SERVER, end: "mark" },
    { operation: "makeDirectory", url: "file:///pub/new/", server: SERVER, end: "mark" },
  ],
};

describeAccess(file, {
  start: async () => {
    const root = mkdtempSync(join(roots, "root-"));
    writeFileSync(join(root, "a.bin"), OCTETS);
    mkdirSync(join(root, "shelf"));
    return {
      url: (path) => `${fromPath(root, { system: "posix" })}${path}`,
      received: [],
      live: 0,
      close: async () => rmSync(root, { recursive: true }),
    };
  },
  client: (world) =>
    createClient({
      schemes: [file],
      transport: nodeTransport(),
      policy: { files: { roots: [roots, "/pub"], write: true } },
      ...world,
    }),
  get: { path: "/a.bin", octets: OCTETS },
  list: { path: "/", names: ["a.bin", "shelf"] },
  put: { path: "/shelf/b%20b.bin", octets: OCTETS.slice(7) },
  append: { path: "/a.bin", before: OCTETS, octets: OCTETS.slice(7) },
  remove: { path: "/a.bin" },
  rename: { path: "/a.bin", to: "/shelf/c.bin", octets: OCTETS },
  makeDirectory: { path: "/shelf/new/" },
  refuses: [
    { operation: "get", path: "/nothing", code: "not-found" },
    { operation: "list", path: "/nothing/", code: "not-found" },
    { operation: "remove", path: "/nothing", code: "not-found" },
    { operation: "remove", path: "/", code: "not-empty" },
  ],
  except: { "limits: list": "a directory of this machine has no text of a server" },
  protocol: FILES,
  fetch: toFetch,
});
