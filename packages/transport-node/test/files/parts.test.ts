import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Files, PartFile } from "@anyurl/core/exchange";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { never, PINNINGS, type World, withCode, world } from "./world.ts";

const onPosix = process.platform !== "win32";
const URL = "ftp://h/f";
const octets = (text: string) => new TextEncoder().encode(text);

describe.each(PINNINGS)("an incomplete file, with directories held by %s", (pinning) => {
  let here: World;
  let files: Files;
  beforeEach(() => {
    here = world(pinning);
    files = here.files();
  });
  afterEach(() => {
    expect(here.open()).toEqual([]);
    here.remove();
  });
  const at = (name: string) => join(here.root, name);
  const listed = () => readdirSync(here.root).sort();
  const failure = new Error("cut");
  const use = (work: (part: PartFile) => Promise<void>, url = URL, how: "replace" | "create" = "replace") =>
    files.withPart!(at("f"), { url, how }, never, work);
  /** Writes text, and fails. */
  const interrupt = (text: string) =>
    expect(
      use(async (part) => {
        await part.note({ url: URL, size: 9, etag: '"e"' });
        await part.write(octets(text));
        throw failure;
      }),
    ).rejects.toBe(failure);
  const seen = async (url = URL) => {
    let found: Pick<PartFile, "length" | "facts" | "discarded"> | undefined;
    await use(async ({ length, facts, discarded }) => {
      found = { length, facts, discarded };
    }, url);
    return found;
  };

  it("outlives a failure with what was noted, and can be continued", async () => {
    await interrupt("one");
    expect(listed()).toEqual([".f.anyurl-part", ".f.anyurl-part.json"]);
    if (onPosix) expect(statSync(at(".f.anyurl-part")).mode & 0o777).toBe(0o600);
    const modified = new Date("2001-02-03T04:05:06Z");
    await use(async (part) => {
      expect(part.length).toBe(3);
      expect(part.facts).toMatchObject({ url: URL, size: 9, etag: '"e"' });
      const into = new Uint8Array(2);
      expect(await part.read(into, 1)).toBe(2);
      expect(into).toEqual(octets("ne"));
      await part.write(octets(" two"));
      await part.complete(modified);
    });
    expect(listed()).toEqual(["f"]);
    expect(readFileSync(at("f"), "utf8")).toBe("one two");
    expect(statSync(at("f")).mtime).toEqual(modified);
  });

  it("keeps what is being written when the caller is aborted", async () => {
    const text = "x".repeat(100_000);
    const aborted = use(async (part) => {
      await part.note({ url: URL });
      part.write(octets(text));
      throw failure;
    });
    await expect(aborted).rejects.toBe(failure);
    expect(await seen()).toMatchObject({ length: text.length, discarded: undefined });
    expect(listed()).toEqual([".f.anyurl-part", ".f.anyurl-part.json"]);
  });

  it("has no notes beside the complete file if the caller is aborted meanwhile", async () => {
    const aborted = use(async (part) => {
      await part.write(octets("all"));
      part.complete();
      throw failure;
    });
    await expect(aborted).rejects.toBe(failure);
    expect(listed()).toEqual(["f"]);
  });

  it("is discarded if it is of another URL, or was changed by another program", async () => {
    await interrupt("one");
    expect(await seen("ftp://h/other")).toEqual({
      length: 0,
      facts: { url: "ftp://h/other" },
      discarded: "other-url",
    });
    expect(listed()).toEqual([]);
    await interrupt("one");
    truncateSync(at(".f.anyurl-part"), 2);
    expect(await seen()).toMatchObject({ length: 0, discarded: "changed-here" });
  });

  it("keeps its bytes if no URL is given", async () => {
    await interrupt("one");
    await files.withPart!(at("f"), { how: "replace" }, never, async ({ length, facts }) => {
      expect({ length, facts }).toMatchObject({ length: 3, facts: { url: URL } });
    });
    expect(await seen()).toMatchObject({ length: 3, discarded: undefined });
  });

  it("has ranges in any order, which the notes tell", async () => {
    const ranges = [
      { start: 0, end: 2 },
      { start: 6, end: 8 },
    ];
    const cut = use(async (part) => {
      expect(part).toMatchObject({ length: 0, discarded: undefined });
      await part.write(octets("gh"), 6);
      await part.write(octets("ab"), 0);
      expect(part.length).toBe(8);
      await part.note({ url: URL, ranges });
      throw failure;
    });
    await expect(cut).rejects.toBe(failure);
    expect(readFileSync(at(".f.anyurl-part"), "utf8")).toBe("ab\0\0\0\0gh");
    expect((await seen())?.facts.ranges).toEqual(ranges);
    await use(async (part) => {
      await part.truncate(2);
      await part.write(octets("c"));
      expect(part.length).toBe(3);
    });
    // Notes of bytes that the file does not have.
    expect((await seen())?.facts.ranges).toEqual([{ start: 0, end: 2 }]);
    expect(readFileSync(at(".f.anyurl-part"), "utf8")).toBe("abc");
  });

  it.each([
    [
      "overlap",
      [
        { start: 0, end: 2 },
        { start: 1, end: 3 },
      ],
      [{ start: 0, end: 2 }],
    ],
    ["are empty", [{ start: 1, end: 1 }], []],
    ["are no numbers", [{ start: 0, end: "2" }, { end: 2 }], []],
    ["lie outside of the file", [{ start: 0, end: 9 }], []],
  ])("leaves out ranges of its notes that %s", async (_, ranges, expected) => {
    await interrupt("one");
    writeFileSync(at(".f.anyurl-part.json"), JSON.stringify({ url: URL, ranges }));
    expect((await seen())?.facts.ranges).toEqual(expected);
  });

  it("keeps the bytes of a process that was killed, whose notes have no length", async () => {
    writeFileSync(at(".f.anyurl-part"), "one", { mode: 0o600 });
    writeFileSync(at(".f.anyurl-part.json"), JSON.stringify({ url: URL }));
    expect(await seen()).toMatchObject({ length: 3, discarded: undefined });
  });

  it("leaves nothing if it has no bytes", async () => {
    await interrupt("");
    expect(listed()).toEqual([]);
  });

  it("is used by one caller at a time", async () => {
    await use(async () => {
      const name = ".f.anyurl-part.lock";
      expect(await use(() => expect.unreachable())).toEqual({ why: "locked", name });
      expect(listed()).toContain(name);
    });
    expect(listed()).toEqual([]);
  });

  it("takes over the lock of a process that was killed", async () => {
    writeFileSync(at(".f.anyurl-part.lock"), String(process.pid));
    expect(await seen()).toMatchObject({ length: 0 });
    expect(listed()).toEqual([]);
  });

  it("replaces a file with the same permissions, and never one that may not be replaced", async () => {
    writeFileSync(at("f"), "old");
    if (onPosix) chmodSync(at("f"), 0o640);
    const write = async (part: PartFile) => {
      await part.write(octets("new"));
      await part.complete();
    };
    await expect(use(write, URL, "create")).rejects.toEqual(withCode("EEXIST"));
    expect(readFileSync(at("f"), "utf8")).toBe("old");
    expect(await use(write)).toBe(undefined);
    expect(readFileSync(at("f"), "utf8")).toBe("new");
    if (onPosix) expect(statSync(at("f")).mode & 0o777).toBe(0o640);
    expect(listed()).toEqual(["f"]);
  });

  it("does not replace a file that appears meanwhile, if it must not exist", async () => {
    const late = async (part: PartFile) => {
      await part.write(octets("ours"));
      writeFileSync(at("f"), "theirs");
      await part.complete();
    };
    await expect(use(late, URL, "create")).rejects.toEqual(withCode("EEXIST"));
    expect(readFileSync(at("f"), "utf8")).toBe("theirs");
  });

  it.runIf(onPosix)("is refused if the target, its notes, or its lock is a link", async () => {
    writeFileSync(join(here.outside, "secret"), "secret");
    for (const [name, why] of [
      ["f", "link"],
      [".f.anyurl-part", "foreign"],
      [".f.anyurl-part.json", "foreign"],
      [".f.anyurl-part.lock", "foreign"],
    ] as const) {
      symlinkSync(join(here.outside, "secret"), at(name));
      expect(await use(() => expect.unreachable())).toEqual({ why, name });
      await files.remove(at(name), never);
      expect(listed()).toEqual([]);
    }
    expect(readFileSync(join(here.outside, "secret"), "utf8")).toBe("secret");
  });

  it("has a name that file systems allow, for a target with the longest one", async () => {
    const long = at("é".repeat(127));
    await files.withPart!(long, { url: URL, how: "create" }, never, async (part) => {
      await part.write(octets("x"));
      await part.complete();
    });
    expect(readFileSync(long, "utf8")).toBe("x");
  });

  it("is not written or completed after an abort", async () => {
    const controller = new AbortController();
    const aborted = files.withPart!(
      at("f"),
      { url: URL, how: "replace" },
      controller.signal,
      async (part) => {
        await part.write(octets("one"));
        controller.abort(failure);
        await expect(part.write(octets(" two"))).rejects.toBe(failure);
        await part.complete();
      },
    );
    await expect(aborted).rejects.toBe(failure);
    expect(listed()).toEqual([".f.anyurl-part", ".f.anyurl-part.json"]);
  });
});
