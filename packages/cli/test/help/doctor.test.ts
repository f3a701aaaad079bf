import { chmod } from "node:fs/promises";
import { type EmbeddedServer, startFtpServer } from "@anyurl/servers";
import { parse, type Url } from "anyurl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../src/doctor/finding.ts";
import type { Machine } from "../../src/doctor/machine.ts";
import { addressFinding, networkFindings } from "../../src/doctor/network.ts";
import { onlineFindings } from "../../src/doctor/online.ts";
import { programFindings } from "../../src/doctor/program.ts";
import type { Io } from "../../src/io.ts";
import { run } from "../captured.ts";
import { folderOf, schemeText } from "../config/world.ts";

let ftp: EmbeddedServer;

beforeAll(async () => {
  ftp = await startFtpServer();
});
afterAll(() => ftp.close());

const doctor = async (argv: readonly string[] = [], env: Record<string, string> = {}) => {
  const { status, out } = await run(["doctor", "--json", ...argv], { env });
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: readonly Finding[] };
  const of = (what: string) => findings.filter((finding) => finding.what === what);
  return { status, ok, findings, of };
};

describe("doctor", () => {
  test("reports no problem on a sound system and opens nothing", async () => {
    const { status, ok, findings, of } = await doctor();
    expect({ status, ok }).toEqual({ status: 0, ok: true });
    for (const what of [
      "Node",
      "terminal",
      "config",
      "schemes",
      "netrc",
      "proxies",
      "names",
      "addresses",
      "TLS",
    ])
      expect({ what, there: of(what).length > 0 }).toEqual({ what, there: true });
    expect(of("schemes")[0]!.found.split(" ")).toEqual(expect.arrayContaining(["ftp", "gopher", "prospero"]));
    expect(findings.map(({ what }) => what)).not.toContain("lookup");
    expect(findings.every(({ is, hint }) => is === "ok" || (hint ?? "") !== "")).toBe(true);
    expect(ftp.received.length).toBe(0);
  });

  test("prints one line per check and one per hint", async () => {
    const { status, out } = await run(["doctor"], { env: { ftp_proxy: "ftp://p.example" } });
    expect(status).toBe(9);
    expect(out).toMatch(/^ok {4}Node {7}Node \d+/m);
    expect(out).toMatch(/^fail {2}proxies .*\n {6}-> check ftp_proxy/m);
    const colours = await run(["doctor"], { terminal: true });
    expect(colours.out).toContain("\x1b[32mok");
    expect((await run(["doctor"], { terminal: true, env: { NO_COLOR: "1" } })).out).not.toContain("\x1b");
  });

  test("names the config, its plugins, and missing plugins", async () => {
    await using folder = await folderOf({
      "a.mjs": `export default {
        plugins: [${schemeText("x-word")}, "x-absent", ${schemeText("http")}],
        options: { "x-gone": {}, ftp: { tsl: "required" } },
      };`,
    });
    const { status, of } = await doctor(["--config", folder.at("a.mjs")]);
    expect(status).toBe(9);
    expect(of("config")).toMatchObject([
      { is: "ok", found: expect.stringContaining("a.mjs (from --config)") },
    ]);
    expect(of("plugin")).toMatchObject([
      { is: "ok", found: "plugin 1: x-word" },
      {
        is: "fail",
        found: expect.stringContaining('"x-absent"'),
        hint: expect.stringContaining("npm install"),
      },
      { is: "fail", found: expect.stringContaining("scheme-taken") },
    ]);
    expect(of("options")).toMatchObject([
      { is: "warn", found: expect.stringContaining("x-gone") },
      { is: "fail", found: 'unknown ftp option "tsl"', hint: expect.stringContaining("tls") },
    ]);
    expect(of("schemes")[0]!.found).toMatch(/ x-word$/);
  });

  test("works if the config is invalid", async () => {
    await using folder = await folderOf({ "a.json": { passwords: {} } });
    const { status, of } = await doctor(["--config", folder.at("a.json")]);
    expect(status).toBe(9);
    expect(of("config")).toMatchObject([{ is: "fail", found: expect.stringContaining("passwords") }]);
    expect(of("schemes")).toMatchObject([{ is: "ok" }]);
  });

  test("checks the netrc file and prints nothing of its contents", async () => {
    await using folder = await folderOf({ netrc: "machine h.example login bob password hunter22\n" });
    const env = { NETRC: folder.at("netrc"), ANYURL_PASSWORD: "hunter33" };
    await chmod(folder.at("netrc"), 0o644);
    const open = await doctor([], env);
    expect(open.of("netrc")).toMatchObject([{ is: "fail", hint: expect.stringContaining("chmod 600") }]);
    await chmod(folder.at("netrc"), 0o600);
    const closed = await doctor([], env);
    expect(closed.of("netrc")).toMatchObject([{ is: "ok" }]);
    expect(closed.of("password")).toMatchObject([{ is: "ok" }]);
    expect(JSON.stringify([open.findings, closed.findings])).not.toMatch(/hunter/);
  });

  test("checks proxies and hides their passwords", async () => {
    const { of } = await doctor([], {
      all_proxy: "http://me:hunter22@p.example:3128",
      HTTP_PROXY: "http://q",
    });
    expect(of("proxies")).toMatchObject([
      { is: "ok", found: expect.stringMatching(/^all: http:\/\/me:\*\*\*@p\.example:3128/) },
      { is: "warn", found: expect.stringContaining("HTTP_PROXY is ignored") },
    ]);
  });
});

const machine: Machine = {
  node: "24.1.0",
  readsTypeScript: true,
  cwd: "/nonesuch",
  addresses: ["192.0.2.1", "fe80::1"],
  nameServers: ["192.0.2.53"],
  authorities: 140,
  lookup: async () => ["192.0.2.2"],
};
const world = (change: object = {}) =>
  ({ stdout: { isTerminal: true, columns: 80 }, env: {}, elapsed: () => 0, ...change }) as unknown as Io;

describe("doctor on another machine", () => {
  test("reports an old Node", () => {
    const [tooOld] = programFindings({ ...machine, node: "22.11.0" }, world());
    expect(tooOld).toMatchObject({ is: "fail", hint: expect.stringContaining("22.12") });
    const [plain] = programFindings({ ...machine, node: "22.12.0", readsTypeScript: false }, world());
    expect(plain).toMatchObject({ is: "warn", hint: expect.stringContaining("22.18") });
    expect(programFindings(machine, world())[0]).toMatchObject({ is: "ok" });
  });

  test("reports the terminal", () => {
    const terminal = (env: object) => programFindings(machine, world({ env })).slice(1);
    expect(terminal({})).toMatchObject([{ found: "80 columns, color" }]);
    expect(terminal({ NO_COLOR: "1" })).toMatchObject([{ found: expect.stringContaining("NO_COLOR") }]);
    expect(terminal({ LANG: "de_DE.ISO-8859-1" })[1]).toMatchObject({ is: "warn", what: "characters" });
    expect(terminal({ LANG: "de_DE.UTF-8" })).toHaveLength(1);
  });

  test("reports the addresses and missing name servers", () => {
    expect(addressFinding({ ...machine, addresses: [] })).toMatchObject({ is: "warn" });
    expect(addressFinding(machine).found).toContain("IPv4 only");
    expect(addressFinding({ ...machine, addresses: ["2001:db8::1"] }).found).toBe("IPv6 only");
    expect(networkFindings({ ...machine, nameServers: [] }, world())[1]).toMatchObject({ is: "warn" });
    expect(networkFindings({ ...machine, authorities: 0 }, world())[3]).toMatchObject({ is: "fail" });
    const env = { NODE_EXTRA_CA_CERTS: "/nonesuch.pem", NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect(networkFindings(machine, world({ env })).slice(4)).toMatchObject([{ is: "fail" }, { is: "warn" }]);
  });
});

describe("--online", () => {
  test("opens the URL and reports the result", async () => {
    const { status, of } = await doctor(["--online", `${ftp.origin}/poems/`]);
    expect({ status, found: of("open ftp") }).toMatchObject({ status: 0, found: [{ is: "ok" }] });
    const closed = await doctor(["--online", "ftp://127.0.0.1:9999/"]);
    expect(closed.status).toBe(9);
    expect(closed.of("open ftp")).toMatchObject([
      { is: "fail", found: expect.stringContaining("connect-failed") },
    ]);
  });

  test("looks up names", async () => {
    const url = parse("x-none://h.invalid/") as Url;
    const lookUp = async (change: Partial<Machine>) => {
      const abort = new AbortController();
      const urls = { scheme: () => undefined };
      const io = world({ urls, schemes: [], signal: abort.signal, stderr: { write: async () => {} } });
      return (await onlineFindings(url, {}, { ...machine, ...change }, io))[0]!;
    };
    expect(await lookUp({})).toMatchObject({ is: "ok", found: "h.invalid: 192.0.2.2" });
    const lookup = async () => {
      throw Object.assign(new Error("none"), { code: "ENOTFOUND" });
    };
    expect(await lookUp({ lookup })).toMatchObject({ is: "fail", found: "h.invalid: ENOTFOUND" });
  });
});
