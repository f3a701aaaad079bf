import { chownSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  OUTSIDE,
  seeLocal,
  type Tree,
  treeOf,
  writeTree,
} from "../../packages/cli/test/trees/random-tree.ts";
import {
  expectEqual,
  MIDDLE,
  NEW,
  OLD,
  SIDES,
  type Side,
  syncSides,
} from "../../packages/cli/test/trees/sides.ts";
import { missing, type Peer, startPeer } from "./start.ts";

/** A listing has one line for each name. */
const LINE_ENDS = /[\r\n]/;
/** Pure-FTPd lists "_" in place of these. */
const CONTROLS = /\p{Cc}/u;
/** pyftpdlib ends the connection when it lists a name that is not UTF-8. */
const NOT_UTF8 = /[\r\n\ud800-\udfff]/u;

/** A server, its tree below the root of the peer and in the URL, and the user that owns the files. */
interface Share {
  readonly name: string;
  readonly folder: string;
  readonly url: (port: number) => string;
  readonly user: number;
  /** Names that the server does not list unchanged. */
  readonly unlisted: RegExp;
  /**
   * A time for files that are newer. A server of HTTP tells the time of the response for a file of the future (RFC 9110
   * §8.8.2.1).
   */
  readonly newer: number;
}

const FTP_URL = (home: string) => (port: number) =>
  `ftp://alice:s3cr%3At%40%2F%25@127.0.0.1:${port}/${home}tree/`;

const ALICE = 1500;
const NOBODY = 65_534;

const SHARES: readonly Share[] = [
  { name: "vsftpd", folder: "home/alice", url: FTP_URL(""), user: ALICE, unlisted: LINE_ENDS, newer: NEW },
  { name: "proftpd", folder: "home/alice", url: FTP_URL(""), user: ALICE, unlisted: LINE_ENDS, newer: NEW },
  { name: "pure-ftpd", folder: "home/alice", url: FTP_URL(""), user: ALICE, unlisted: CONTROLS, newer: NEW },
  {
    name: "pyftpdlib",
    folder: "home/alice",
    url: FTP_URL("home/alice/"),
    user: ALICE,
    unlisted: NOT_UTF8,
    newer: NEW,
  },
  {
    name: "apache2",
    folder: "share",
    url: (port) => `http://127.0.0.1:${port}/share/tree/`,
    user: NOBODY,
    unlisted: LINE_ENDS,
    newer: MIDDLE,
  },
];

/** Pairs of trees for each server and direction. Each run has other ones. */
const RUNS = 1;
const SEED = Number(process.env["ANYURL_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
console.info(`random trees: ANYURL_SEED=${SEED} repeats them`);

function seedShare(root: string): void {
  mkdirSync(join(root, "home/alice"), { recursive: true });
  chownSync(join(root, "home/alice"), ALICE, ALICE);
  mkdirSync(join(root, "share"));
}

for (const share of SHARES) {
  const reason = missing(share.name);
  describe.skipIf(reason !== undefined)(
    `random trees with ${share.name}${reason === undefined ? "" : `: ${reason}`}`,
    () => {
      let peer: Peer;
      let directory = "";
      let local: Side;
      let remote: Side;
      beforeAll(async () => {
        directory = mkdtempSync(join(tmpdir(), "anyurl-random-"));
        writeFileSync(join(directory, OUTSIDE), "secret");
        peer = await startPeer(share.name, seedShare);
        local = await SIDES.file(directory, "local");
        remote = createShareSide(share, peer);
      });
      afterAll(async () => {
        await peer?.stop();
        rmSync(directory, { recursive: true });
      });

      it.each(["to", "from"])(
        "are equal afterwards, or the difference is reported: %s the server",
        async (way) => {
          const [from, to] = way === "to" ? [local, remote] : [remote, local];
          const { unlisted, newer } = share;
          // It could not list the copies of them either.
          const hasAll = unlisted !== NOT_UTF8;
          const tree = treeOf(from.hasLinks, 3).map((each) => (hasAll ? each : listable(each, unlisted)));
          await fc.assert(
            fc.asyncProperty(tree, tree, async (first, second) => {
              await to.fill(new Map(), OLD);
              await from.fill(first, OLD);
              const copied = await syncSides(directory, from, to);
              expectEqual(from, to, copied);
              const again = await syncSides(directory, from, to);
              // What failed is tried again, and can succeed.
              if (copied.every(({ did }) => did !== "failed"))
                expect(again.filter(({ did }) => did === "copied" || did === "made")).toEqual([]);
              await from.fill(second, way === "to" ? NEW : newer);
              const changed = await syncSides(directory, from, to, { delete: true });
              expectEqual(from, to, changed);
            }),
            { numRuns: RUNS, seed: SEED, endOnFailure: true },
          );
        },
      );
    },
  );
}

/** The tree of a server. This test looks at its disk. */
function createShareSide({ folder, url, user, unlisted }: Share, peer: Peer): Side {
  const root = join(peer.root, folder, "tree");
  return {
    url: url(peer.port),
    hasLinks: false,
    isAtomic: false,
    fill: async (tree, time) => {
      writeTree(root, listable(tree, unlisted), time);
      own(Buffer.from(root), user);
    },
    see: (path) => seeLocal(root, path),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Leaves out names that a server cannot list. */
function listable(tree: Tree, unlisted: RegExp): Tree {
  return new Map(
    [...tree].flatMap(([name, node]) => {
      if (unlisted.test(name)) return [];
      return [[name, "below" in node ? { below: listable(node.below, unlisted) } : node] as const];
    }),
  );
}

function own(path: Buffer, user: number): void {
  lchownSync(path, user, user);
  for (const entry of readdirSync(path, { withFileTypes: true, encoding: "buffer" })) {
    const below = Buffer.concat([path, Buffer.from("/"), entry.name]);
    if (entry.isDirectory()) own(below, user);
    else lchownSync(below, user, user);
  }
}
