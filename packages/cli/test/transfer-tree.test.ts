import type { TreeCopyResult } from "@anyurl/client";
import type { Entry } from "anyurl";
import { describe, expect, it } from "vitest";
import type { Io } from "../src/io.ts";
import { type TransferOptions, type TreeProgress, transferTree } from "../src/verbs/common/transfer-tree.ts";
import { capture, type World } from "./captured.ts";

function result(path: string, more: object): TreeCopyResult {
  const names = path.split("/");
  const entry: Entry = { name: names.at(-1)!, kind: "file", url: `ftp://h.example/${path}` };
  return { entry, path: names, localPath: names, ...more } as unknown as TreeCopyResult;
}

const RESULTS = [
  result("b", { did: "copied", to: "file:///b", octets: 10 }),
  result("a", { did: "failed", why: "it is \x1b[31mred" }),
  result("telnet", { did: "skipped", why: "it is not a file: session" }),
];

/** Reports these results. */
async function report(
  results: readonly TreeCopyResult[],
  options: TransferOptions = {},
  world: World = {},
  during: (progress: Parameters<Parameters<typeof transferTree>[0]>[0]) => void = () => {},
) {
  return capture(async (io) => {
    async function* copy(progress: Parameters<Parameters<typeof transferTree>[0]>[0]) {
      during(progress);
      yield* results;
    }
    const toJson = ({ did, path }: TreeCopyResult) => ({ did, name: path.join("/") });
    return transferTree(copy, { shown: "to", toJson, json: {} }, options, io as Io);
  }, world);
}

describe("transferTree", () => {
  it("lists what failed and what does not belong to the tree, sums up, and ends with status 11", async () => {
    let time = 0;
    expect(await report(RESULTS, {}, { elapsed: () => (time += 1_000) })).toMatchObject({
      status: 11,
      out: "",
      err:
        "anyurl: failed a: it is \\x1b[31mred\n" +
        "anyurl: skipped telnet: it is not a file: session\n" +
        "to: 1 file copied, 1 skipped, 1 failed; 10 bytes in 0:02\n",
    });
  });

  it("ends with status 0 and says nothing if everything was copied", async () => {
    expect(await report(RESULTS.slice(0, 1))).toMatchObject({ status: 0, out: "", err: "" });
  });

  it("with --quiet, lists only what failed", async () => {
    const { status, err } = await report(RESULTS, { quiet: true });
    expect({ status, err }).toEqual({ status: 11, err: "anyurl: failed a: it is \\x1b[31mred\n" });
  });

  it("with --json, prints the results in the order of their paths", async () => {
    const { status, out, err } = await report(RESULTS, { json: true });
    expect({ status, err }).toEqual({ status: 11, err: "" });
    expect(JSON.parse(out)).toEqual({
      ok: false,
      code: "incomplete",
      entries: [
        { did: "failed", name: "a" },
        { did: "copied", name: "b" },
        { did: "skipped", name: "telnet" },
      ],
    });
  });

  it("with --jsonl, prints each result as a line", async () => {
    const { status, out } = await report(RESULTS, { jsonl: true });
    const lines = out.trim().split("\n");
    expect({ status, lines: lines.map((line) => JSON.parse(line)) }).toEqual({
      status: 11,
      lines: [
        { ok: true, did: "copied", name: "b" },
        { ok: false, code: "incomplete", did: "failed", name: "a" },
        { ok: true, did: "skipped", name: "telnet" },
      ],
    });
  });

  it("shows the files in progress on a terminal", async () => {
    let time = 0;
    const { err } = await report(RESULTS, {}, { errTerminal: true, elapsed: () => time }, (progress) => {
      progress.onProgress({ url: "ftp://h.example/b", received: 5, total: 10 });
      time += 5_000;
      progress.onProgress({ url: "ftp://h.example/b", received: 6, total: 10 });
    });
    expect(err).toMatch(/b +6 bytes of 10 bytes, 60 %/);
    expect(err).toMatch(/0 files done +6 bytes/);
  });

  it("counts what is done: copied, unchanged, and failed files, but no directories", async () => {
    let time = 0;
    const entries = [
      result("a", { did: "copied", to: "file:///a", octets: 3 }),
      result("b", { did: "unchanged", to: "file:///b" }),
      result("c", { did: "failed", why: "x" }),
      { ...result("d", { did: "made", to: "file:///d" }), entry: { name: "d", kind: "directory" } },
      { ...result("e", { did: "removed", to: "file:///e" }) },
    ].map((each) => ({ ...each, entry: { size: 3, ...each.entry } }) as TreeCopyResult);
    const { err } = await capture(
      async (io) => {
        async function* copy({ onProgress, onTotal }: TreeProgress) {
          onTotal({ files: 4, octets: 12, unsized: 0, isFinal: true });
          yield* entries;
          time += 5_000;
          onProgress({ url: "ftp://h.example/z", received: 1, total: 3 });
        }
        return transferTree(copy, { shown: "to", toJson: () => ({}), json: {} }, {}, io as Io);
      },
      { errTerminal: true, elapsed: () => time },
    );
    expect(err).toMatch(/3 of 4 files +10 bytes of 12 bytes, 83 %/);
  });
});
