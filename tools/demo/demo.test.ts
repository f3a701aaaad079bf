import { access } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createAnyurl } from "@anyurl/all";
import { type Anyurl, octetsOf } from "anyurl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toExitStatus } from "../../packages/cli/src/exit-status.ts";
import { capture } from "../../packages/cli/test/captured.ts";
import { NO_PTY, startPty } from "../../packages/cli/test/terminal/pty.ts";
import { createScenarios } from "./blocks.ts";
import { findOpener } from "./browse.ts";
import { runDemo } from "./run-demo.ts";
import { runSession } from "./run-session.ts";
import type { Scenario, SchemeScenario, SessionScenario, Step } from "./scenario.ts";
import { type DemoEnvironment, type StepServers, startDemoServers } from "./stage.ts";
import { runStep } from "./step.ts";

const SCHEMES = "ftp http gopher mailto news nntp telnet wais file prospero".split(" ");

describe("the demo without options", () => {
  test.each([40, 80, 200])("shows four acts, with lines of at most %s columns", async (columns) => {
    const { status, out, err } = await capture((io) => runDemo([], io), {
      terminal: true,
      columns,
      env: { NO_COLOR: "1" },
    });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out.match(/^\d\. .+$/gm)).toEqual([
      "1. What a URL means",
      "2. A poem over Gopher",
      "3. A copy from Gopher to FTP",
      "4. An injection is refused: nothing is sent",
    ]);
    expect(out).toMatch(/^ {2}The sea sends its letters in lines of one length,$/m);
    // A copy that takes a second or longer says how long, and how fast.
    expect(out).toMatch(/\/tide\.txt: 384 bytes(?: in .+)?$/m);
    expect(out).toContain("control-octet");
    expect(out).toContain("npm start -- --all");
    // About one screen; a URL is not broken, so that it can be copied.
    if (columns >= 80) expect(out.split("\n").length).toBeLessThan(60);
  });

  test("says where the browser is, and opens none without a display", () => {
    expect(findOpener({}, "linux")).toBeUndefined();
    expect(findOpener({ DISPLAY: ":0" }, "linux")).toEqual(["xdg-open"]);
    expect(findOpener({ WAYLAND_DISPLAY: "wayland-0" }, "linux")).toEqual(["xdg-open"]);
    expect(findOpener({}, "darwin")).toEqual(["open"]);
  });
});

describe("the demo", () => {
  test("opens URLs of every scheme of RFC 1738, prints each step, and exits with status 0", async () => {
    const { status, out, err } = await capture((io) => runDemo(["--rfc1738"], io));
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(Array.from(out.matchAll(/^\d+\/10 {2}([a-z]+): /gm), (match) => match[1])).toEqual(SCHEMES);
    for (const line of [
      "C: RETR welcome.txt",
      "C: EPSV | RETR percent.txt",
      "C: GET /poem HTTP/1.1 | GET /poems/tide.txt HTTP/1.1",
      "range: bytes=9-15",
      "256 bytes, sha256 40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880",
      "RCPT TO:<pat@sea.example>",
      "ARTICLE <two$1%2@harbour.example>",
      "Grüße von der Mühle",
      "S: UNKNOWN, 80 columns by 24 rows.",
      '-- neither "guest" nor a password was sent',
      "rejected: separator-in-segment",
      "rejected: path-blocked",
    ])
      expect(out).toContain(line);
    expect(out.match(/^ +\^\^\^/gm)?.length).toBe(4);
    expect(out).toMatch(/Done\. 37 URLs opened, 6 rejected/);
    expect(out).toContain("npm start -- --all");
    expect(out).not.toContain("s3cr");
    // The output is readable: short lines, and not too many.
    const lines = out.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(lines.length).toBeLessThan(400);
  });

  test("prints the same as JSON with --json", async () => {
    const { out } = await capture((io) => runDemo(["--json"], io));
    const results: readonly Record<string, unknown>[] = JSON.parse(out);
    expect([...new Set(results.map(({ scheme }) => scheme))]).toEqual(SCHEMES);
    expect(results.length).toBe(37 + 6);
    // Two more steps fail as expected: the removed file and the target of a redirect.
    expect(results.filter(({ failed }) => failed !== undefined).length).toBe(6 + 2);
    expect(out).not.toContain("s3cr");
  });

  test("shows a URL of every scheme of @anyurl/all with --all", async () => {
    const { status, out, err } = await capture((io) => runDemo(["--all"], io));
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const shown = new Set(
      Array.from(out.matchAll(/^ {4}(?:[a-z]+ )?([a-z0-9.+-]+):\S/gim), (match) => match[1]!.toLowerCase()),
    );
    const all = createAnyurl();
    // A scheme has several names if it has one for TLS.
    const missing = all.names().filter((name) => !all.scheme(name)!.names.some((each) => shown.has(each)));
    expect(missing).toEqual([]);
    expect(out).toContain("-- normal form: tel:+12015550123;ext=42");
    expect(out).toMatch(/Done\. \d+ URLs opened, \d+ explained, \d+ rejected/);
    expect(out).not.toContain("s3cr");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  test("exits with status 2 for an unknown option", async () => {
    const { status, out, err } = await capture((io) => runDemo(["--al"], io));
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain('unknown option "--al"');
  });

  test("exits with the status of an interruption and leaves no files", async () => {
    const controller = new AbortController();
    let writes = 0;
    const onWrite = () => {
      if (++writes === 5) controller.abort(Object.assign(new Error("interrupted"), { signalNumber: 2 }));
    };
    const { status, out } = await capture((io) => runDemo(["--rfc1738"], io), {
      signal: controller.signal,
      onWrite,
    });
    expect(status).toBe(130);
    expect(out).not.toContain("Done");
  });

  test("nothing of the stage is left", async () => {
    const stage = await startDemoServers();
    const directory = fileURLToPath(stage.directory);
    await access(directory);
    await stage[Symbol.asyncDispose]();
    await expect(access(directory)).rejects.toThrow("ENOENT");
    expect(stage.servers.map(({ live }) => live)).toEqual(stage.servers.map(() => 0));
    for (const { origin } of [stage.ftp, stage.http, stage.gopher, stage.nntp, stage.telnet, stage.wais])
      await expect(fetch(origin.replace(/^[a-z]+:/, "http:")), origin).rejects.toThrow("fetch failed");
  });
});

test.skipIf(NO_PTY !== undefined)("at a terminal, the demo serves its URLs until Ctrl-C", async () => {
  const run = join(import.meta.dirname, "run.ts");
  const quiet = "unset DISPLAY WAYLAND_DISPLAY; trap : INT";
  await using pty = await startPty(
    `${quiet}; '${process.execPath}' -C anyurl-source '${run}'; echo "status $?"`,
  );
  await pty.sees("5. The same in a browser");
  await pty.sees(/http:\/\/127\.0\.0\.1:\d+\/gopher\S+/);
  await pty.sees("Press Ctrl-C to stop.");
  pty.type("\x03");
  await pty.sees("status 0");
});

describe("fails with status 1, the URL and the reason when", () => {
  let stage: DemoEnvironment;
  let blocks: ReadonlyMap<string, SchemeScenario>;
  beforeAll(async () => {
    stage = await startDemoServers();
    blocks = new Map(createScenarios(stage, true).map((block) => [block.scheme, block]));
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** Use a short wait for missing files. */
  const impatient = (): StepServers => ({ ...stage, arrival: 25 });
  const { signal } = new AbortController();

  function scene(scheme: string, title: RegExp): Scenario {
    const found = blocks.get(scheme)?.scenes.find((each) => title.test(each.title));
    if (found === undefined) throw new RangeError(`there is no such scene of ${scheme}`);
    return found;
  }

  function act(scheme: string, title: RegExp, index = 0): Step {
    const found = scene(scheme, title);
    if ("lines" in found) throw new RangeError("this is a conversation");
    return "acts" in found ? found.acts[index]! : found;
  }

  async function failure(attempt: Promise<unknown>, scheme: string): Promise<string> {
    const error: unknown = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: "DemoFailure" });
    expect(toExitStatus(error)).toBe(1);
    const { message } = error as Error;
    expect(message.startsWith(`${scheme}:`)).toBe(true);
    expect(message).not.toContain("s3cr");
    return message;
  }

  function performing(act: Step, urls: Anyurl = stage.urls, on: StepServers = impatient()) {
    return failure(runStep(act, on, urls, signal), act.url.slice(0, act.url.indexOf(":")));
  }

  test("the body differs", async () => {
    const file = act("ftp", /^A file/);
    expect(await performing({ ...file, expected: { octets: Uint8Array.of(1) } })).toContain(
      "received 676 bytes",
    );
    expect(await performing({ ...file, expected: { ending: octetsOf("x") } })).toContain("received 1 bytes");
    expect(await performing({ ...file, expected: { names: [] } })).toContain("unexpected type of result");
    expect(await performing({ ...file, url: `${file.url}x` })).toContain("welcome.txtx");
    const part = act("http", /^A range/);
    expect(await performing({ ...part, range: { start: 0, end: 7 } })).toContain("received 7 bytes");
  });

  test("other names or URLs are listed", async () => {
    const listing = act("gopher", /^A menu/);
    expect(await performing({ ...listing, expected: { names: ["tide.txt"] } })).toContain("the names are");
    const links = act("prospero", /^A directory/);
    const names = ["tide.txt", "percent.txt"];
    expect(await performing({ ...links, expected: { names, urls: [] } })).toContain("the URLs are ftp://");
  });

  test("the metadata differs", async () => {
    const facts = { kind: "file", size: 676, modified: new Date(Date.UTC(1994, 11, 20, 12)) } as const;
    const stat = act("http", /^Metadata/);
    for (const wrong of [{ size: 677 }, { modified: new Date(0) }, { kind: "directory" }] as const) {
      const expected = { facts: { ...facts, ...wrong } };
      expect(await performing({ ...stat, expected })).toContain("file, 676 bytes, 1994-12-20");
    }
    await runStep({ ...stat, expected: { facts } }, stage, stage.urls, signal);
  });

  test("the normal form differs", async () => {
    const number = act("tel", /^A number/);
    expect(await performing({ ...number, expected: { normal: "tel:1" } })).toContain(
      "the normal form is tel:+1",
    );
    expect(await performing({ ...number, expected: { done: true } })).toContain("unexpected type of result");
  });

  test("a message has other recipients, or names a blind copy", async () => {
    const message = act("mailto", /^A message/);
    const recipients = ["joe@sea.example", "pat@sea.example"];
    expect(
      await performing({ ...message, expected: { recipients: recipients.slice(1), unnamed: "pat@" } }),
    ).toContain("unexpected recipients: joe@");
    expect(await performing({ ...message, expected: { recipients, unnamed: "joe@" } })).toContain(
      "the message names joe@",
    );
    expect(await performing({ ...message, sent: (planned) => planned })).toContain("sent lines differ from");
  });

  test("the URL is accepted, or rejected with another code or position", async () => {
    const file = act("ftp", /^A file/);
    const code = "bad-ftp-type";
    expect(await performing({ ...file, expected: { code } })).toContain(
      `expected ${code} from get, but got an answer`,
    );
    const refused = act("ftp", /^Rejected/);
    expect(await performing({ ...refused, expected: { code: "bad-host" } })).toContain(`but got ${code}`);
    expect(await performing({ ...refused, expected: { code, at: "welcome" } })).toContain(
      'expected the problem at "welcome", but it is at ";type=x"',
    );
    const outside = act("file", /outside/);
    expect(await performing({ ...outside, expected: { code: "path-blocked", at: "what" } })).toContain(
      "no position",
    );
    const taken = act("http", /^Write/, 1);
    expect(await performing({ ...taken, expected: { code: "path-blocked" } })).toContain("but got not-found");
  });

  test("the URL is rejected after something was sent", async () => {
    const { sent: _, ...redirect } = act("http", /which is not followed/);
    expect(await performing(redirect)).toContain("the URL was rejected, but something was sent");
  });

  test("the sent lines differ from the plan", async () => {
    const file = act("ftp", /^A file/);
    const liar: Anyurl = { ...stage.urls, plan: () => ({ operation: "get", steps: [] }) };
    expect(await performing(file, liar)).toContain("the 6 sent lines differ from the 0 planned lines");
    expect(await performing({ ...file, sent: ([, ...rest]) => ["USER alice", ...rest] })).toContain(
      "the 6 sent lines differ from the 6 planned lines",
    );
    expect(await performing({ ...file, sent: (planned) => [...planned, "NOOP"] })).toContain(
      "the 6 sent lines differ from the 7 planned lines",
    );
    const login = act("ftp", /^A login/);
    for (const other of ["PASS *** ", "PASSWORD ***"]) {
      const sent = (planned: readonly string[]) =>
        planned.map((line) => (line === "PASS ***" ? other : line));
      expect(await performing({ ...login, sent })).toContain("sent lines differ from");
    }
    // A referral leads to another server. Lines sent to that server count as well.
    expect(
      await performing({ ...act("prospero", /over FTP/), sent: (planned) => planned.slice(0, 3) }),
    ).toContain("the 10 sent lines differ from the 3 planned lines");
  });

  test("a connection is not reused", async () => {
    const [first, second] = [0, 1].map((index) => act("ftp", /^Two files/, index));
    expect(await performing(first!, stage.urls)).toContain(
      "the 7 sent lines differ from the 7 planned lines",
    );
    expect(await performing(second!, stage.urls)).toContain(
      "the 7 sent lines differ from the 2 planned lines",
    );
  });

  test("another file is written than planned", async () => {
    const put = act("file", /^Write and read/);
    const elsewhere = { ...put, url: put.url.replace("whale", "krill") };
    await runStep(put, stage, stage.urls, signal);
    const liar: Anyurl = { ...stage.urls, plan: () => stage.urls.plan(elsewhere.url, "put") };
    expect(await performing(put, liar)).toContain("does not have the written contents");
    await runStep({ ...elsewhere, source: octetsOf("krill") }, stage, stage.urls, signal);
    expect(await performing(put, liar)).toContain("does not have the written contents");
    const silent: Anyurl = { ...stage.urls, plan: () => ({ operation: "put", steps: [] }) };
    expect(await performing(put, silent)).toContain("the planned file (none)");
  });

  test("a session differs", async () => {
    const talk = scene("telnet", /^A session/) as SessionScenario;
    const conversing = (
      conversation: SessionScenario,
      on: Pick<DemoEnvironment, "servers" | "arrival"> = impatient(),
    ) => failure(runSession(conversation, on, stage.urls, signal), "telnet");
    expect(await conversing({ ...talk, user: "alice" })).toContain(
      "expected the suggested user alice, but got guest",
    );
    const deaf = talk.lines.map((line) => ({ ...line, hear: `${line.hear}.` }));
    expect(await conversing({ ...talk, lines: deaf })).toContain('unexpected answer to "list poems"');
    expect(await conversing({ ...talk, options: {} })).toContain('unexpected answer to "screen"');
    expect(await conversing(talk, { servers: [], arrival: 0 })).toContain(
      "the 0 sent lines differ from the 4 planned lines",
    );
    const { lines } = await runSession(talk, stage, stage.urls, signal);
    expect(lines.length).toBe(4);
  });
});
