import type { TreeEntry } from "@anyurl/client";
import { AccessError } from "anyurl";
import { describe, expect, it } from "vitest";
import type { Io } from "../src/io.ts";
import { type TransferOptions, type TreeTarget, transferTree } from "../src/verbs/common/transfer-tree.ts";
import { capture, type World } from "./captured.ts";

function entryAt(
  path: string,
  more: Partial<TreeEntry> & { readonly kind?: "file" | "directory" } = {},
): TreeEntry {
  const { kind = "file", ...rest } = more;
  const names = path.split("/");
  const entry = { name: names.at(-1)!, kind, url: `ftp://h.example/${path}`, size: 10 };
  return { entry, path: names, localPath: names, ...rest };
}

/** Transfers entries to a target that only records what it gets. */
async function transfer(
  found: readonly TreeEntry[],
  copy: TreeTarget["copy"] = async (_, localPath) => ({ to: localPath.join("/"), octets: 10 }),
  options: TransferOptions = {},
  world: World = {},
) {
  const made: string[] = [];
  const target: TreeTarget = {
    async makeDirectory(localPath) {
      made.push(localPath.join("/"));
      return localPath.join("/");
    },
    copy,
    toJson: ({ did, path }) => ({ did, name: path.join("/") }),
  };
  let results: Awaited<ReturnType<typeof transferTree>> = [];
  const { out, err } = await capture(async (io) => {
    results = await transferTree(found, target, options, io as Io, {});
    return 0;
  }, world);
  return { results: results.map(({ did, path }) => `${did} ${path.join("/")}`), made, out, err };
}

describe("transferTree", () => {
  it("returns the results in the order of the tree, whichever file is first", async () => {
    const found = [entryAt("d", { kind: "directory" }), entryAt("d/slow"), entryAt("fast"), entryAt("last")];
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { results } = await transfer(found, async ({ path }, localPath) => {
      if (path.at(-1) === "slow") await slow;
      if (path.at(-1) === "last") finish();
      return { to: localPath.join("/"), octets: 10 };
    });
    expect(results).toEqual(["made d", "copied d/slow", "copied fast", "copied last"]);
  });

  it("creates no directory that the walk did not enter", async () => {
    const found = [
      entryAt("other", { kind: "directory", unsafe: "it is on a different server", leftOut: true }),
    ];
    const { results, made, err } = await transfer(found);
    expect({ results, made }).toEqual({ results: ["skipped other"], made: [] });
    expect(err).toBe("anyurl: skipped other: it is on a different server\n");
  });

  it("skips a file whose own error it is, and fails with any other error", async () => {
    const failing = (code: "not-found" | "connect-failed"): TreeTarget["copy"] => {
      return async ({ path }, localPath) => {
        if (path[0] === "bad") throw new AccessError(code, "it failed");
        return { to: localPath.join("/"), octets: 10 };
      };
    };
    const found = [entryAt("bad"), entryAt("good")];
    const { results, err } = await transfer(found, failing("not-found"));
    expect({ results, err }).toEqual({
      results: ["skipped bad", "copied good"],
      err: "anyurl: skipped bad: it failed\n",
    });
    const one = { parallel: 1 };
    await expect(transfer(found, failing("connect-failed"), one)).rejects.toMatchObject({
      code: "connect-failed",
    });
  });

  it("counts the files and bytes that are done", async () => {
    let time = 0;
    const found = [entryAt("a"), entryAt("b")];
    const { err } = await transfer(
      found,
      async (_, localPath, { onProgress }) => {
        time += 5_000;
        onProgress?.({ received: 5 } as never);
        return { to: localPath.join("/"), octets: 10 };
      },
      { parallel: 1 },
      { errTerminal: true, now: () => time },
    );
    expect(err).toMatch(/0 of 2 files +5 bytes, 25 %/);
    expect(err).toMatch(/1 of 2 files +15 bytes, 75 %/);
  });

  it("prints each result as a line of JSON, or nothing until all are done", async () => {
    const found = [entryAt("a"), entryAt("b", { localPath: undefined, unsafe: "no name" })];
    const { out, err } = await transfer(found, undefined, { jsonl: true });
    expect(out.trim().split("\n").sort()).toEqual([
      '{"did":"copied","name":"a"}',
      '{"did":"skipped","name":"b"}',
    ]);
    expect(err).toBe("");
    expect(await transfer(found, undefined, { json: true })).toMatchObject({ out: "", err: "" });
  });
});
