import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

/** Starts two Gopher servers, the first with a menu that links to the second. */
let menu: Server;
let other: Server;
let asked: string[];
const here = scratchDirectory();

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { readonly port: number }).port;
};

let url: string;
let otherPort: number;

beforeEach(async () => {
  asked = [];
  other = createServer((socket) => {
    socket.on("data", (octets) => {
      asked.push(octets.toString());
      socket.end("0inner\tinner\t127.0.0.1\t1\r\n.\r\n");
    });
  });
  otherPort = await listening(other);
  menu = createServer((socket) => {
    socket.once("data", (octets) => {
      if (octets.toString() !== "\r\n") {
        socket.end("text\r\n.\r\n");
        return;
      }
      const port = (menu.address() as { readonly port: number }).port;
      const lines = [
        `0here\there\t127.0.0.1\t${port}`,
        `1docs\tFLUSHALL\t127.0.0.1\t${otherPort}`,
        `0file\tGET secret\t127.0.0.1\t${otherPort}`,
      ];
      socket.end(`${lines.join("\r\n")}\r\n.\r\n`);
    });
  });
  url = `gopher://127.0.0.1:${await listening(menu)}/`;
});

afterEach(async () => {
  menu.close();
  other.close();
});

describe("a tree", () => {
  test("ls -R stays on the server and reports skipped entries", async () => {
    const { status, out, err } = await run(["ls", "-R", url]);
    expect(status).toBe(0);
    expect(out).toContain("here");
    expect(err).toBe(
      `anyurl: skipped docs: it is on a different server: 127.0.0.1:${otherPort}\n` +
        "anyurl: skipped 1 directory\n",
    );
    expect(asked).toEqual([]);
    const { out: json, err: told } = await run(["ls", "-R", "-q", "--json", url]);
    expect(JSON.parse(json).entries[1]).toMatchObject({
      name: "docs",
      unsafe: expect.stringContaining("a different server"),
    });
    expect(told).toBe("");
  });

  test.each([
    ["get -r", () => ["get", "-r", "-o", here("out"), url]],
    ["cp -r", () => ["cp", "-r", url, here("out")]],
  ])("%s stays on the server and reports skipped entries", async (_, argv) => {
    const { status, err } = await run(argv());
    expect(status).toBe(0);
    expect(asked).toEqual([]);
    expect(await readdir(here("out"))).toEqual(["gophermap", "here.txt"]);
    for (const name of ["docs", "file"])
      expect(err).toContain(`anyurl: skipped ${name}: it is on a different server: 127.0.0.1:${otherPort}\n`);
  });

  test("--span-hosts follows links to other servers", async () => {
    const { status, out } = await run(["ls", "-R", "--span-hosts", url]);
    expect({ status, asked }).toEqual({ status: 0, asked: ["FLUSHALL\r\n"] });
    expect(out).toContain("docs/inner");
  });

  test("ls -R fails with what it cannot list, as JSON as well", async () => {
    // No server listens there: a port that was closed may be that of another test by now.
    otherPort = 1;
    const list = (flag: string) => run(["ls", "-R", "-q", flag, "--any-port", "--span-hosts", url]);
    const failure = {
      ok: false,
      code: "connect-failed",
      path: ["docs"],
      url: expect.stringContaining("FLUSHALL"),
    };
    const [json, lines] = [await list("--json"), await list("--jsonl")];
    expect([json.status, lines.status]).toEqual([11, 11]);
    expect(JSON.parse(json.out)).toMatchObject({
      ...{ ok: false, code: "incomplete", url },
      ...{ entries: [{ name: "here" }, { name: "docs" }, { name: "file" }], failures: [failure] },
    });
    const answers = lines.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(answers[3]).toMatchObject(failure);
  });
});
