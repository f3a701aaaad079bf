import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { netrcPath, readNetrcFile } from "../../src/credentials/netrc-file.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const SECRET = `s3cr:t-${Math.random().toString(36).slice(2)}`;
const TEXT = `machine h.example login alice password ${SECRET}\n`;

const here = scratchDirectory();
let file: string;
beforeEach(() => {
  file = here(".netrc");
});

async function write(text: string | Uint8Array, mode = 0o600): Promise<void> {
  await writeFile(file, text);
  await chmod(file, mode);
}

const failure = (): unknown => {
  try {
    readNetrcFile(file);
  } catch (error) {
    expect(JSON.stringify([String(error), error, (error as Error).stack])).not.toContain(SECRET);
    return error;
  }
  return undefined;
};

test("the netrc file is found by NETRC or in the home directory", () => {
  expect(netrcPath({ HOME: "/home/alice" })).toBe("/home/alice/.netrc");
  expect(netrcPath({ HOME: "/home/alice", NETRC: "/etc/n" })).toBe("/etc/n");
  expect(netrcPath({ HOME: "/home/alice", NETRC: "" })).toBe("/home/alice/.netrc");
  expect(() => netrcPath({})).toThrow(expect.objectContaining({ code: "no-netrc" }));
});

test("the netrc file is read if only the user can read it, also through a link", async () => {
  await write(TEXT);
  expect(readNetrcFile(file).entries[0]).toMatchObject({ host: "h.example", login: "alice" });
  await write(TEXT, 0o400);
  await symlink(file, here("link"));
  expect(readNetrcFile(here("link")).entries[0]!.password).toBe(SECRET);
});

test.skipIf(process.platform === "win32").each([0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o644, 0o777])(
  "the netrc file is rejected if others have access: mode %o",
  async (mode) => {
    await write(TEXT, mode);
    expect(failure()).toMatchObject({ code: "open-to-others", hint: expect.stringContaining("chmod 600") });
    // The mode of the link's target counts, not that of the link.
    await symlink(file, here("link"));
    expect(() => readNetrcFile(here("link"))).toThrow(expect.objectContaining({ code: "open-to-others" }));
  },
);

test("reports the numbers of invalid lines but not their contents", async () => {
  await write(`machine h.example login alice password my ${SECRET}\nmachine k password "${SECRET}\n`);
  expect(failure()).toMatchObject({
    code: "bad-netrc",
    message: expect.stringMatching(/\.netrc: line 1: .*; line 2: /),
    hint: expect.any(String),
  });
});

test("the netrc file is rejected if it is missing, a directory, too long, or not text", async () => {
  expect(failure()).toMatchObject({ code: "enoent" });
  await write(new Uint8Array([0xff, 0xfe]));
  expect(failure()).toMatchObject({ code: "bad-netrc" });
  await write(`#${"x".repeat(1024 * 1024)}`);
  expect(failure()).toMatchObject({ code: "bad-netrc" });
  file = here();
  await chmod(here(), 0o700);
  expect(failure()).toMatchObject({ code: "eisdir" });
});

test.skipIf(process.platform === "win32")("the netrc file can be a pipe", async () => {
  file = here("pipe");
  execFileSync("mkfifo", ["-m", "600", file]);
  // Another process writes, because this one blocks until it has read the pipe.
  const writer = spawn("sh", ["-c", 'printf "%s" "$TEXT" > "$PIPE"'], {
    env: { ...process.env, TEXT, PIPE: file },
  });
  const written = once(writer, "exit");
  expect(readNetrcFile(file).entries.length).toBe(1);
  await written;
});

test("does not send its default entry to the host of a redirect", async () => {
  const heard: string[] = [];
  const second = createServer((request, response) => {
    heard.push(String(request.headers.authorization));
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
  });
  await once(second.listen(0, "127.0.0.2"), "listening");
  const first = createServer((_, response) => {
    const { port } = second.address() as AddressInfo;
    response.writeHead(302, { location: `http://127.0.0.2:${port}/x` }).end();
  });
  await once(first.listen(0, "127.0.0.1"), "listening");
  try {
    await write(`default login me password ${SECRET}\n`);
    const url = `http://127.0.0.1:${(first.address() as AddressInfo).port}/`;
    const { status, err } = await run(["get", "--netrc-file", file, url]);
    expect(status).not.toBe(0);
    expect(err).toContain("auth-required");
    expect(heard).toEqual(["undefined"]);
  } finally {
    first.close();
    second.close();
  }
});
