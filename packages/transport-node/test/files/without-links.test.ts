import { execFile } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NO_HARD_LINK_CODES } from "../../src/files/write.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "anyurl-links-")));
});
afterEach(() => rmSync(root, { recursive: true }));

const program = fileURLToPath(new URL("without-links.ts", import.meta.url));

/** Creates the file f where a hard link fails with this code. Returns the code of the error. */
async function create(code: string, appears?: string): Promise<string> {
  const args = [
    "--conditions=anyurl-source",
    program,
    code,
    root,
    join(root, "f"),
    ...(appears ? [appears] : []),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}

const text = (): string => readFileSync(join(root, "f"), "utf8");

describe("a new file on a file system without hard links", () => {
  it("has a code in the list for each system", () => {
    // link(2) of Linux: EPERM; of macOS and BSD: ENOTSUP, EOPNOTSUPP; a network drive: ENOSYS; one link only: EMLINK.
    expect([...NO_HARD_LINK_CODES].sort()).toEqual(["EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM"]);
  });

  it.each(["EPERM", "ENOSYS"])("is written whole (%s)", async (code) => {
    expect(await create(code)).toBe("");
    expect(text()).toBe("new text");
    expect(readdirSync(root)).toEqual(["f"]);
    if (process.platform !== "win32") expect(statSync(join(root, "f")).mode & 0o777).toBe(0o666 & ~umask());
  });

  it("never replaces a file that appears in the meantime, and leaves no other file", async () => {
    expect(await create("EPERM", "of another program")).toBe("EEXIST");
    expect(text()).toBe("of another program");
    expect(readdirSync(root)).toEqual(["f"]);
  });

  it("is not created, and no part of it is left, if the link fails for another reason", async () => {
    expect(await create("EIO")).toBe("EIO");
    expect(readdirSync(root)).toEqual([]);
    writeFileSync(join(root, "f"), "old");
    expect(await create("EPERM")).not.toBe("");
    expect(text()).toBe("old");
  });
});

function umask(): number {
  return process.umask();
}
