import { unlinkSync, writeFileSync } from "node:fs";
import { open, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { type EmbeddedServer, startNntpServer } from "@anyurl/servers";
import { takeLock } from "@anyurl/transport-node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lockMbox } from "../../src/verbs/write/lock-mbox.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
let server: EmbeddedServer;
beforeEach(async () => {
  server = await startNntpServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server[Symbol.asyncDispose]();
});

const LOCK = ".anyurl-lock";
const add = (verb: readonly string[], to = "a.mbox") =>
  run([...verb, "--archive", "mbox", `nntp://127.0.0.1:${server.port}/local.harbour`, here(to)]);
/** A process that runs as long as the tests, and is not this one. */
const other = process.ppid;
const bootId = async () =>
  (await readFile("/proc/sys/kernel/random/boot_id", "latin1").catch(() => "")).trim();

describe("an mbox", () => {
  test.each([[["cp", "-r"]], [["sync"]]])("that another run writes is not changed: %s", async (verb) => {
    await writeFile(here("a.mbox"), "From x\n\nold\n");
    await using _ = await lockMbox(here("a.mbox"), "a.mbox");
    const { status, err } = await add(verb);
    expect(status).toBe(9);
    expect(err).toContain(`another run adds messages to this mbox; its lock is ${here("a.mbox")}${LOCK}`);
    expect(err).toContain("run the command again when the other run has ended");
    expect(await readFile(here("a.mbox"), "utf8")).toBe("From x\n\nold\n");
    expect(server.received.flat()).toEqual([]);
    const { out } = await add([...verb, "--json"]);
    expect(JSON.parse(out)).toMatchObject({ ok: false, code: "locked" });
  });

  test.skipIf(process.platform === "win32")("has one lock, whatever link leads to it", async () => {
    await writeFile(here("a.mbox"), "");
    await symlink("a.mbox", here("b.mbox"));
    await using _ = await lockMbox(here("a.mbox"), "a.mbox");
    await expect(lockMbox(here("b.mbox"), "b.mbox")).rejects.toMatchObject({ code: "locked" });
  });

  test("is locked while messages are added to it", async () => {
    const runs: { readonly seen: boolean; readonly status: number }[] = [];
    for (const verb of ["cp", "sync"]) {
      let seen = false;
      const ran = add([verb, ...(verb === "cp" ? ["-r"] : [])], `${verb}.mbox`);
      let isOver = false;
      void ran.finally(() => {
        isOver = true;
      });
      // The mbox gets its name when its first messages are complete.
      while (!isOver) {
        const names = await readdir(here());
        if (names.includes(`${verb}.mbox${LOCK}`) && server.received.flat().length > 0) seen = true;
      }
      runs.push({ seen, status: (await ran).status });
    }
    expect(runs).toEqual([
      { seen: true, status: 0 },
      { seen: true, status: 0 },
    ]);
  });

  test("has no lock after a run, and none after a failure", async () => {
    expect((await add(["cp", "-r"])).status).toBe(0);
    expect(await readdir(here())).toEqual(["a.mbox"]);
    await server[Symbol.asyncDispose]();
    expect((await add(["cp", "-r"])).status).not.toBe(0);
    expect(await readdir(here())).toEqual(["a.mbox"]);
  });

  test("has each message once after two runs at the same time", async () => {
    const runs = await Promise.all([add(["cp", "-r"]), add(["cp", "-r"])]);
    // The second one fails, unless the first one has ended before it looks for the lock.
    const statuses = runs.map(({ status }) => status).sort();
    expect([
      [0, 0],
      [0, 9],
    ]).toContainEqual(statuses);
    const text = await readFile(here("a.mbox"), "utf8");
    expect(text.match(/^From MAILER-DAEMON /gm)).toHaveLength(3);
  });
});

describe("the lock of a killed run", () => {
  const lock = () => here(`a.mbox${LOCK}`);
  const minuteAgo = async () => utimes(lock(), Date.now() / 1000 - 60, Date.now() / 1000 - 60);

  test.each<[string, () => Promise<string>]>([
    ["a process that is gone", async () => `${2 ** 30} ${await bootId()}`],
    ["this process number, of an earlier process", async () => `${process.pid} ${await bootId()}`],
    ["a running process, of another boot", async () => `${other} 00000000-0000-0000-0000-000000000000`],
    ["no process at all", async () => "x"],
    ["the format of earlier versions", async () => String(2 ** 30)],
  ])("is replaced: %s", async (_, text) => {
    await writeFile(lock(), await text(), { mode: 0o600 });
    expect((await add(["cp", "-r"])).status).toBe(0);
    expect(await readdir(here())).toEqual(["a.mbox"]);
  });

  test("is replaced if it was killed before it wrote its number, but not at once", async () => {
    await writeFile(lock(), "", { mode: 0o600 });
    expect((await add(["cp", "-r"])).status).toBe(9);
    await minuteAgo();
    expect((await add(["cp", "-r"])).status).toBe(0);
  });

  test("is not replaced if its process runs", async () => {
    for (const text of [`${other} ${await bootId()}`, String(other)]) {
      await writeFile(lock(), text, { mode: 0o600 });
      expect((await add(["cp", "-r"])).status).toBe(9);
      expect(await readFile(lock(), "utf8")).toBe(text);
    }
  });

  test("is taken over by one of several processes", async () => {
    await writeFile(lock(), String(2 ** 30), { mode: 0o600 });
    const taken = await Promise.all([1, 2, 3].map(() => takeLock(lock())));
    expect(taken.filter((each) => each !== "locked")).toHaveLength(1);
    expect(await readFile(lock(), "utf8")).toContain(`${process.pid} ${await bootId()} `);
    expect(await readdir(here())).toEqual([`a.mbox${LOCK}`]);
    for (const each of taken) if (typeof each === "object") await each[Symbol.asyncDispose]();
  });

  /** Runs `event` after the next file is opened, before its facts are read. */
  const afterItIsOpened = async (event: () => void) => {
    await using any = await open(here(), "r");
    const files = Object.getPrototypeOf(any) as typeof any;
    const { stat } = files;
    vi.spyOn(files, "stat").mockImplementationOnce(async function (this: typeof any) {
      event();
      return stat.call(this);
    } as typeof stat);
  };

  test.skipIf(process.platform === "win32")(
    "is not a foreign file if another process removes or replaces it while it is read",
    async () => {
      await writeFile(lock(), String(2 ** 30), { mode: 0o600 });
      await afterItIsOpened(() => {
        unlinkSync(lock());
        writeFileSync(lock(), String(other), { mode: 0o600 });
      });
      expect(await takeLock(lock())).toBe("locked");
      expect(await readFile(lock(), "utf8")).toBe(String(other));
      await afterItIsOpened(() => unlinkSync(lock()));
      const taken = await takeLock(lock());
      if (typeof taken === "string") expect.unreachable(taken);
      await taken[Symbol.asyncDispose]();
    },
  );

  test.skipIf(process.platform === "win32")("a file that is not a lock stays", async () => {
    await symlink("/etc/passwd", lock());
    const { status, err } = await add(["cp", "-r"]);
    expect(status).toBe(9);
    expect(err).toContain(`${lock()}: not a lock of anyurl`);
    expect(err).toContain("remove the file");
  });
});
