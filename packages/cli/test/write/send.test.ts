import { chmod, readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { type SmtpServer, startNntpServer, startSmtpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HostIo } from "../../src/host-io.ts";
import { main } from "../../src/main.ts";
import { scratchDirectory } from "../scratch-directory.ts";

let server: SmtpServer;
const here = scratchDirectory();
beforeEach(async () => {
  server = await startSmtpServer({ accounts: { alice: "s3cr:t@/%" }, refuse: ["nobody@h.example"] });
});
afterEach(() => server.close());

async function written(name: string, text: string): Promise<string> {
  const file = here(name);
  await writeFile(file, text);
  return file;
}

const URL = "mailto:joe@h.example?subject=caf%C3%A9&bcc=kim@h.example&from=evil@x&body=hi%0D%0Athere";

interface Told {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `anyurl send` with a user who gives this answer, or without a terminal if it is missing. */
async function send(
  argv: readonly string[],
  answer?: string,
  env: Record<string, string> = {},
  more: Partial<HostIo> = {},
): Promise<Told> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const output = (into: Buffer[]) => ({
    isTerminal: false,
    columns: undefined,
    write: async (data: string | Uint8Array) => void into.push(Buffer.from(data as Uint8Array)),
  });
  const io: HostIo = {
    stdout: output(out),
    stderr: output(err),
    env,
    signal: new AbortController().signal,
    now: () => Date.now(),
    elapsed: () => performance.now(),
    ...more,
    ...(answer !== undefined && {
      askLine: async (prompt: string) => {
        err.push(Buffer.from(prompt));
        return answer;
      },
    }),
  };
  const status = await main(["send", ...argv], io);
  return { status, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

const by = (...more: readonly string[]) => [
  ...["--smtp", `${server.host}:${server.port}`, "--tls", "none", "--from", "Me <me@h.example>"],
  ...more,
];

describe("send without a mail server", () => {
  test("prints the message and sends nothing", async () => {
    const { status, out, err } = await send([URL]);
    expect(status).toBe(0);
    expect(out.split("\r\n")).toEqual([
      ...["To: joe@h.example", "Bcc: kim@h.example", "Subject: =?utf-8?Q?caf=C3=A9?=", "MIME-Version: 1.0"],
      ...[
        "Content-Type: text/plain; charset=us-ascii",
        "Content-Transfer-Encoding: 7bit",
        "",
        "hi",
        "there",
        "",
      ],
    ]);
    expect(err).toMatch(/nothing was sent\n[\s\S]*--smtp/);
    expect((await send(["-q", URL])).err).toBe("");
    expect(JSON.parse((await send(["--json", "-q", URL])).out)).toMatchObject({ ok: true, sent: false });
  });

  test("names unused fields and blind-copy recipients", async () => {
    const url = `${URL}&bcc=Lee%20%3Clee@h.example%3E&attach=/etc/passwd&Subject=other`;
    const { err } = await send([url]);
    expect(err.split("\n")).toEqual([
      "anyurl: nothing was sent",
      "  bcc: kim@h.example, Lee <lee@h.example> (hidden from the other recipients)",
      "  Not used from the URL: from, attach, subject",
      '  hint: use --smtp HOST --from ADDRESS or --sendmail to send it, or "anyurl open --program xdg-email URL" to edit it',
      "",
    ]);
    expect(JSON.parse((await send(["--json", url])).out)).toMatchObject({
      leftOut: ["from", "attach", "subject"],
    });
    expect((await send(["mailto:joe@h.example"])).err).not.toMatch(/bcc|not used/i);
    const many = Array.from({ length: 9 }, (_, i) => `someone-${i}@department.h.example`);
    const folded = await send([`mailto:joe@h.example?bcc=${many}&body=Bcc:%20no`]);
    expect(folded.err).toContain(`  bcc: ${many.join(", ")} (`);
    expect((await send(["mailto:joe@h.example?body=%0D%0ABcc:%20no"])).err).not.toContain("bcc");
  });

  test.each([
    ["ftp://h.example/", 4, /does not support/],
    ["mailto:a@h.example?subject=x%0D%0ABcc:%20c@d", 4, /control/],
    ["mailto:a b", 3, /illegal|space/i],
  ])("rejects %s", async (url, status, words) => {
    const told = await send([url]);
    expect(told).toMatchObject({ status, out: "" });
    expect(told.err).toMatch(words);
  });
});

describe("send with a mail server", () => {
  test("shows the decoded message and sends it after confirmation", async () => {
    const { status, out, err } = await send(by(URL), "yes");
    expect({ status, out }).toEqual({ status: 0, out: "sent to joe@h.example, kim@h.example\n" });
    for (const line of [
      `Message to send through ${server.host}:${server.port}:`,
      ...[
        "From: Me <me@h.example>",
        "To: joe@h.example",
        "Bcc: kim@h.example (hidden from the other recipients)",
      ],
      ...["Subject: café", "hi", "there", "Not used from the URL: from"],
    ])
      expect(err.split("\n")).toContain(line);
    expect(server.messages).toMatchObject([
      { from: "me@h.example", recipients: ["joe@h.example", "kim@h.example"] },
    ]);
    expect(Buffer.from(server.messages[0]!.octets).toString()).not.toMatch(/^bcc:|kim@|evil/im);
  });

  test.each(["no", "", "ye", "YES please"])("does not send after the answer %j", async (answer) => {
    const { status, err } = await send(by(URL), answer);
    expect(status).toBe(4);
    expect(err).toContain("nothing was sent");
    expect(server.received).toEqual([]);
  });

  test("sends nothing without a terminal, unless --yes is set", async () => {
    const unasked = await send(by(URL));
    expect(unasked).toMatchObject({ status: 4, out: "" });
    expect(unasked.err).toContain("--yes");
    expect(server.received).toEqual([]);
    const told = await send(by("--yes", "--json", URL));
    expect(told.status).toBe(0);
    expect(JSON.parse(told.out)).toEqual({
      ok: true,
      sent: true,
      accepted: ["joe@h.example", "kim@h.example"],
      reply: "250 2.6.0 OK: message queued",
    });
    expect((await send(by("--yes", "-q", URL))).err).toBe("");
  });

  test("prints the server's reply if it rejects the message", async () => {
    const url = "mailto:joe@h.example,nobody@h.example";
    const told = await send(by("--yes", "-q", url));
    expect(told.status).toBe(5);
    expect(told.err).toMatch(/not sent: the server rejected nobody@h\.example[\s\S]*550 5\.1\.1/);
    expect(server.messages).toEqual([]);
    const partly = await send(by("--yes", "-q", "--partial", url));
    expect(partly.err).toContain("accepted the message for 1 mailbox");
    expect(server.messages).toHaveLength(1);
  });

  test("sends no password without TLS and hides it", async () => {
    const { status, err } = await send(by("--yes", "--user", "alice", URL), undefined, {
      ANYURL_PASSWORD: "s3cr:t@/%",
    });
    expect(status).not.toBe(0);
    expect(err).toMatch(/cannot send the password without TLS/);
    expect(err).not.toContain("s3cr");
    expect(server.received.flat().map((line) => Buffer.from(line).toString())).toEqual([
      "EHLO [127.0.0.1]",
      "QUIT",
    ]);
  });

  test("prompts for the password before anything is sent", async () => {
    const { status, err } = await send(by("--yes", "-q", "--user", "alice", URL));
    expect({ status, received: server.received.flat() }).toEqual({ status: 6, received: [] });
    expect(err).toMatch(/password/);
  });

  test.each([
    [["--smtp", "h", URL]],
    [["--smtp", "h:x", "--from", "a@b", URL]],
    [["--smtp", "h:0", "--from", "a@b", URL]],
    [["--smtp", "h:65536", "--from", "a@b", URL]],
    [["--smtp", "::1", "--from", "a@b", URL]],
    [["--smtp", "a@h", "--from", "a@b", URL]],
    [["--tls", "ssl", URL]],
    [[]],
  ])("fails with a usage error for %j", async (argv) => {
    expect(await send(argv)).toMatchObject({ status: 2, out: "" });
  });

  test("rejects an invalid sender", async () => {
    const argv = ["--smtp", `${server.host}:${server.port}`, "--tls", "none", "--yes", "--from", "me", URL];
    const { status, err } = await send(argv);
    expect(status).toBe(4);
    expect(err).toContain("option from");
    expect(server.received).toEqual([]);
  });
});

describe("send through $ANYURL_SMTP, as $EMAIL", () => {
  const env = () => ({ ANYURL_SMTP: `${server.host}:${server.port}`, EMAIL: "me@h.example" });

  test("needs no option", async () => {
    const { status, err } = await send(
      ["--tls", "none", "--yes", "mailto:joe@h.example?body=hi"],
      undefined,
      env(),
    );
    expect({ status, err }).toMatchObject({ status: 0, err: expect.stringContaining("From: me@h.example") });
    expect(server.messages).toHaveLength(1);
  });

  test("sends the text of a file instead of that of the URL", async () => {
    const file = await written("letter.txt", "dear joe\n");
    await send(["--tls", "none", "--yes", "mailto:joe@h.example?body=hi", file], undefined, env());
    expect(Buffer.from(server.messages[0]!.octets).toString()).toMatch(/\r\n\r\ndear joe\r\n$/);
  });

  test("never drops standard input or a file without a word", async () => {
    const told = await send(["mailto:joe@h.example"], undefined, {}, { pipedInput: true });
    expect(told.err).toContain("standard input is not sent; add - to send it as the text");
    const file = await written("letter.txt", "dear joe\n");
    expect(await send(["mailto:joe@h.example", file])).toMatchObject({ status: 2, out: "" });
  });
});

describe.skipIf(process.platform === "win32")("send --sendmail", () => {
  const by = async (script: string, url: string) => {
    const program = await written("sendmail", `#!/bin/sh\ncd "$(dirname "$0")"\n${script}\n`);
    await chmod(program, 0o755);
    return send(["--sendmail", "--yes", "--from", "me@h.example", url], undefined, {
      PATH: `${here()}:/usr/bin:/bin`,
    });
  };

  test("gives sender, recipients, and the message to the program", async () => {
    const script = 'echo "$@" > arguments; cat > message';
    const { status, out } = await by(script, "mailto:joe@h.example?bcc=kim@h.example&body=.%0D%0Ahi");
    expect({ status, out }).toEqual({ status: 0, out: "sent to joe@h.example, kim@h.example\n" });
    const read = (name: string) => readFile(here(name), "utf8");
    expect(await read("arguments")).toBe("-i -f me@h.example -- joe@h.example kim@h.example\n");
    expect(await read("message")).toMatch(/^From: me@h\.example\n[^\r]*\n\n\.\nhi\n$/);
    expect(await read("message")).not.toContain("kim");
  });

  test.each([
    [67, 5, "not-found"],
    [75, 8, "temporarily-unavailable"],
    [77, 6, "permission-denied"],
    [1, 8, "protocol-error"],
  ])("fails if the program ends with %i", async (ended, status, code) => {
    const told = await by(`cat > /dev/null; echo "no such user" >&2; exit ${ended}`, "mailto:joe@h.example");
    expect(told).toMatchObject({ status, out: "" });
    expect(told.err).toContain(`anyurl: ${code}: sendmail ended with the status ${ended}`);
    expect(told.err).toContain("server: no such user");
  });

  test("is not used together with --smtp", async () => {
    expect(await send(["--smtp", "h.example", "--sendmail", "mailto:joe@h.example"])).toMatchObject({
      status: 2,
    });
  });
});

describe("send to a newsgroup", () => {
  const ARTICLE = "From: me@h.example\nSubject: caf\u00e9\x1b\nDate: Sat, 28 Nov 2026 00:00:00 +0000\n\nhi\n";

  test("posts an article after the user has seen it", async () => {
    await using news = await startNntpServer();
    const file = await written("article.txt", ARTICLE.replace("caf\u00e9\x1b", "hello"));
    const url = `${news.origin.replace("nntp:", "news:")}/local.harbour`;
    expect(await send([url, file], "no")).toMatchObject({ status: expect.any(Number), out: "" });
    const { status, out, err } = await send([url, file], "y");
    expect({ status, out }).toEqual({ status: 0, out: `sent to ${news.host}:${news.port}\n` });
    for (const line of ["Newsgroups: local.harbour", "Subject: hello", "hi"])
      expect(err.split("\n")).toContain(line);
    expect(news.received.flat().filter((line) => Buffer.from(line).toString() === "POST")).toHaveLength(1);
  });

  test("rejects an article before it asks, and without a file sends nothing", async () => {
    await using news = await startNntpServer();
    const url = `${news.origin}/local.harbour`;
    const file = await written("article.txt", "Subject: x\n\nhi\n");
    expect((await send([url, file], "y")).err).toContain("bad-header-field");
    expect(await send([url])).toMatchObject({ status: 2, err: expect.stringContaining("add a file") });
  });
});
