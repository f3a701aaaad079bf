import { closeSync, constants, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IMMEDIATE, POOLED } from "../../src/files/calls.ts";
import { flushDirectory } from "../../src/files/flush-directory.ts";
import { pinByHandle } from "../../src/files/pin-by-handle.ts";
import { never, source, type World, withCode, world } from "./world.ts";

const { O_RDWR, O_CREAT, O_RDONLY } = constants;

describe.runIf(process.platform === "linux")("system calls in a directory", () => {
  let here: World;
  beforeEach(() => {
    here = world("handles");
  });
  afterEach(() => {
    expect(here.open()).toEqual([]);
    here.remove();
  });

  it("go to the thread pool if its file system is not known to be on this machine", async () => {
    // The system computes what /proc has: its type is not in the list, as that of a network drive.
    await using directory = await pinByHandle("/proc", ["sys"]);
    expect(directory.calls).toBe(POOLED);
  });

  it("are made at once if it is a local disk", async () => {
    for (const _ of ["first", "again"]) {
      await using directory = await pinByHandle(here.root, []);
      expect(directory.calls).toBe(IMMEDIATE);
    }
  });

  it("write a file that is larger than what is written at once", async () => {
    const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(40_000));
    await here.files().write(join(here.root, "f"), source(...texts), "replace", never);
    expect(readFileSync(join(here.root, "f"), "latin1")).toBe(texts.join(""));
  });

  it.each(["read", "sync"] as const)("do not give the number of a file away during a %s", async (what) => {
    const file = await IMMEDIATE.open(join(here.root, "f"), O_RDWR | O_CREAT, 0o600);
    const work = what === "read" ? file.read(new Uint8Array(1), 0, 1, 0) : file.sync();
    const closed = file.close();
    expect(here.open()).toHaveLength(1);
    await expect(file.sync()).rejects.toEqual(withCode("EBADF"));
    await Promise.all([work, closed]);
    expect(here.open()).toEqual([]);
  });

  it("flush a directory once for all files that were written during another flush", async () => {
    mkdirSync(join(here.root, "other"));
    const [fd, other] = [openSync(here.root, O_RDONLY), openSync(join(here.root, "other"), O_RDONLY)];
    const first = flushDirectory(fd);
    const [second, third] = [flushDirectory(fd), flushDirectory(fd)];
    // A flush that has begun may be too early for their names.
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    expect(flushDirectory(other)).not.toBe(second);
    const order: string[] = [];
    await Promise.all([first.then(() => order.push("first")), second.then(() => order.push("second"))]);
    expect(order).toEqual(["first", "second"]);
    await flushDirectory(other);
    for (const each of [fd, other]) closeSync(each);
  });
});
