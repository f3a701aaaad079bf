import { writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { type EmbeddedServer, startFtpServer } from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { createAnyurl } from "anyurl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseSchemeOption, schemeOptions } from "../src/verbs/common/scheme-options.ts";
import { run } from "./captured.ts";
import { scratchDirectory } from "./scratch-directory.ts";

const urls = createAnyurl();
const SECRET = "s3cr:t@/%";

let ftp: EmbeddedServer;
const here = scratchDirectory();

beforeAll(async () => {
  ftp = await startFtpServer();
});
afterAll(() => ftp.close());

const tide = () => `${ftp.origin}/poems/tide.txt`;
const sent = () => ftp.received.at(-1)!.map((line) => Buffer.from(line).toString());

describe("--option", () => {
  test.each([
    ["a=b", { scheme: undefined, name: "a", value: "b" }],
    ["a=", { scheme: undefined, name: "a", value: "" }],
    ["a=b=c", { scheme: undefined, name: "a", value: "b=c" }],
    ["a=true", { scheme: undefined, name: "a", value: "true" }],
    ["line-ends=lf", { scheme: undefined, name: "line-ends", value: "lf" }],
    ["ftp.a=b", { scheme: "ftp", name: "a", value: "b" }],
    ["x-1.0.a=b", { scheme: "x-1.0", name: "a", value: "b" }],
    ["fields=accept: a.b=c", { scheme: undefined, name: "fields", value: "accept: a.b=c" }],
    ["a", undefined],
    ["=b", undefined],
    ["__proto__=b", undefined],
  ])("parses %s", (text, option) => {
    expect(parseSchemeOption(text)).toEqual(option);
  });

  test("reads the text by its type, collects repeated options into a list, and applies them to their scheme", () => {
    const read = (schemes: readonly string[], ...texts: readonly string[]) =>
      schemeOptions(
        texts.map((text) => parseSchemeOption(text)!),
        schemes,
        urls,
      );
    const [a, b] = ["wais://h/db/TEXT/a", "wais://h/db/TEXT/b"];
    expect(read(["prospero"], "accessMethods=A,B", "accessMethods=C", "ftp.facts=true")).toEqual({
      prospero: { accessMethods: ["A", "B", "C"] },
      ftp: { facts: true },
    });
    expect(read(["wais"], `like=${a} ${b}`, "maxDocuments=5")).toEqual({
      wais: { like: [a, b], maxDocuments: 5 },
    });
    expect(read(["file", "wais"], "maxDocuments=5")).toEqual({ wais: { maxDocuments: 5 } });
    expect(() => read(["ftp", "nntp"], "tls=required")).toThrow("it can be for ftp or nntp");
    expect(() => read(["wais"], "nosuch.a=b")).toThrow('unknown scheme "nosuch"');
    expect(() => read(["ftp"], "tls=none", "tls=required")).toThrow("expected one value, not several");
  });

  test("rejects an option with the message of the library, also one of the config", async () => {
    const config = here("anyurl.config.json");
    const thrown = async (options: object): Promise<string> => {
      await using opener = createAnyurl({ policy: { allowPorts: ["ftp:*"] } });
      const { code, message, hint } = await opener
        .get(tide() as string, { options: options as Record<string, unknown> })
        .then(
          () => expect.fail("accepted"),
          (error) => error,
        );
      return `anyurl: ${code}: ${message}\n  hint: ${hint}\n`;
    };
    const connections = ftp.received.length;
    for (const [name, value] of [
      ["tsl", "required"],
      ["tls", "requird"],
      ["nonsense", "1"],
    ] as const) {
      await writeFile(config, JSON.stringify({ options: { ftp: { [name]: value } } }));
      const expected = await thrown({ [name]: value });
      const byOption = await run(["get", "--option", `${name}=${value}`, tide()]);
      const byConfig = await run(["get", "--config", config, tide()]);
      for (const { status, err } of [byOption, byConfig]) {
        expect({ name, status, err }).toEqual({ name, status: 4, err: expected });
      }
    }
    expect(ftp.received.length).toBe(connections);
  });

  test("of a copy belongs to the scheme that has it", async () => {
    const argv = ["cp", "--option", "email=me@h.example", tide(), here("tide.txt")];
    expect(await run(argv)).toMatchObject({ status: 0, err: "" });
    expect(sent()).toContain("PASS me@h.example");
    const unknown = await run(["cp", "--option", "nonsense=1", tide(), here("x")]);
    expect([unknown.status, unknown.err]).toEqual([4, expect.stringContaining("bad-option")]);
  });

  test("changes the sent and the planned commands alike", async () => {
    const option = ["--option", "path=full-path"];
    expect((await run(["get", ...option, tide()])).status).toBe(0);
    expect(sent()).toContain("RETR poems/tide.txt");
    expect((await run(["plan", ...option, tide()])).out).toContain("C: RETR poems/tide.txt");
    expect((await run(["get", tide()])).status).toBe(0);
    expect(sent()).toContain("RETR tide.txt");
  });

  test("fails for an unknown option", async () => {
    for (const verb of ["get", "ls", "stat", "cat", "rm", "mkdir", "plan"]) {
      const { status, err } = await run([verb, "--option", "nonesuch=1", tide()]);
      expect({ verb, status }).toEqual({ verb, status: 4 });
      expect(err).toContain("nonesuch");
    }
  });
});

describe("--policy", () => {
  const policy = async (value: unknown) => {
    const file = here("policy.json");
    await writeFile(file, typeof value === "string" ? value : JSON.stringify(value));
    return ["--policy", file];
  };

  test("restricts which resources can be opened", async () => {
    const connections = ftp.received.length;
    const cases = [
      [{ allowSchemes: ["gopher"] }, "scheme-blocked"],
      [{ denyAddresses: ["127.0.0.0/8"] }, "host-blocked"],
      [{ profile: "untrusted" }, "port-blocked"],
      [{ profile: "untrusted", allowPorts: [`ftp:${ftp.port}`] }, "host-blocked"],
    ] as const;
    for (const [value, code] of cases) {
      const { status, err } = await run(["get", ...(await policy(value)), tide()]);
      expect({ value, status, said: err.includes(code) }).toEqual({ value, status: 4, said: true });
    }
    expect(ftp.received.length).toBe(connections);
    expect((await run(["get", ...(await policy({ allowSchemes: ["ftp"] })), tide()])).status).toBe(0);
  });

  test("opens only the files that it declares", async () => {
    const file = here("x.txt");
    await writeFile(file, "x");
    expect((await run(["cat", `file://${file}`])).out).toBe("x");
    expect((await run(["cat", ...(await policy({})), `file://${file}`])).status).toBe(4);
    expect(
      (await run(["cat", ...(await policy({ files: { roots: [here()] } })), `file://${file}`])).out,
    ).toBe("x");
  });

  test.each([
    ["not JSON", "{"],
    ["not an object", "[]"],
    ["null", "null"],
    ["a misspelled name", { denyaddresses: ["10.0.0.0/8"] }],
    ["a number instead of a list", { denyAddresses: 10 }],
    ["a list of the wrong type", { allowPorts: [70] }],
    ["an invalid address block", { denyAddresses: ["10.0.0.0/99"] }],
    ["an unknown profile", { profile: "careful" }],
    ["a misspelled nested name", { files: { roots: ["/"], writable: true } }],
    ["a value that JSON cannot have", { confirm: true }],
    ["files with the profile untrusted", { profile: "untrusted", files: { roots: ["/"] } }],
  ])("rejects an invalid policy before anything is sent: %s", async (_, value) => {
    const connections = ftp.received.length;
    const { status, err } = await run(["get", ...(await policy(value)), tide()]);
    expect({ status, said: err.includes("policy.json: ") }).toEqual({ status: 9, said: true });
    expect(ftp.received.length).toBe(connections);
  });

  test("reports a missing policy file", async () => {
    const { status, err } = await run(["get", "--policy", here("none"), tide()]);
    expect({ status, said: err.includes("no such file") }).toEqual({ status: 9, said: true });
  });
});

describe("--proxy", () => {
  test("uses the proxy and overrides the environment", async () => {
    const asked: string[] = [];
    const proxy = createServer((socket: Socket) => {
      socket.on("error", () => {});
      socket.once("data", (octets) => {
        asked.push(String(octets).split("\r\n")[0]!);
        socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as { port: number };
    const env = { all_proxy: "http://127.0.0.1:1" };
    const { status } = await run(["get", "--proxy", `http://127.0.0.1:${port}`, tide()], { env });
    expect(status).toBe(6);
    // Without a typecode the bytes are unchanged.
    expect(asked).toEqual([`GET ${tide()};type=i HTTP/1.1`]);
    const listed = await run(["ls", "--proxy", `http://127.0.0.1:${port}`, `${ftp.origin}/poems/`], { env });
    expect(listed).toMatchObject({ status: 4, err: expect.stringContaining("use --proxytunnel") });
    const tunnel = ["--proxytunnel", "--proxy", `http://127.0.0.1:${port}`];
    expect((await run(["get", ...tunnel, tide()], { env })).status).toBe(7);
    expect(asked[1]).toBe(`CONNECT ${ftp.host}:${ftp.port} HTTP/1.1`);
    expect((await run(["get", "--proxy", "", tide()], { env })).status).toBe(0);
    expect((await run(["get", tide()], { env })).status).toBe(7);
    await new Promise((resolve) => proxy.close(resolve));
  });

  test("variables of other programs are not proxies", async () => {
    const env = { GIT_PROXY: "/usr/bin/nc", auto_proxy: "http://wpad.example/wpad.dat" };
    expect((await run(["get", tide()], { env })).status).toBe(0);
    const { status, err } = await run(["get", tide()], { env: { gopher_proxy: "/usr/bin/nc" } });
    expect([status === 0, err]).toEqual([false, expect.stringContaining("invalid proxy in the environment")]);
  });

  test("rejects a proxy password on the command line and hides it", async () => {
    const { status, err } = await run(["get", "--proxy", "http://me:hunter22@proxy.example", tide()]);
    expect({ status, shown: err.includes("hunter22") }).toEqual({ status: 2, shown: false });
  });
});

describe("--insecure", () => {
  test("prints a warning each time, and cannot be abbreviated to another option", async () => {
    const { status, err } = await run(["get", "--insecure", tide()]);
    expect({ status, warned: err.includes("certificates are not verified") }).toEqual({
      status: 0,
      warned: true,
    });
    expect((await run(["get", "-k", tide()])).err).toContain("certificates are not verified");
    expect((await run(["get", "--insec", tide()])).status).toBe(2);
  });

  test("accepts an unverified certificate, which fails without it", async () => {
    await using server = await startFtpServer({ tls: SELF_SIGNED });
    const argv = ["get", "--option", "tls=required", `${server.origin}/poems/tide.txt`];
    const refused = await run(argv);
    expect({ status: refused.status, said: refused.err.includes("tls-failed") }).toEqual({
      status: 7,
      said: true,
    });
    expect(await run([...argv, "--insecure", "-q"])).toMatchObject({ status: 0, err: "" });
    const file = here("policy.json");
    const policy = { profile: "untrusted", allowPorts: ["ftp:*"], allowAddresses: ["127.0.0.1"] };
    await writeFile(file, JSON.stringify(policy));
    const stranger = await run([...argv, "--insecure", "--policy", file]);
    expect({ status: stranger.status, said: stranger.err.includes("does not allow insecure TLS") }).toEqual({
      status: 4,
      said: true,
    });
  });
});

describe("--transcript", () => {
  test("prints the transcript on standard error in the format of plan", async () => {
    const { status, out, err } = await run(["get", "--transcript", tide()]);
    expect(status).toBe(0);
    expect(out).toMatch(/^Tide/);
    const said = err.trimEnd().split("\n");
    expect(said[0]).toBe(`-- connect to ${ftp.host}:${ftp.port}`);
    expect(said).toContain("C: CWD poems");
    expect(said).toContain("S/data: 373 bytes");
    expect(said.at(-1)).toBe("-- close");
    const planned = (await run(["plan", tide()])).out.match(/^C: \S.*?(?= {2}|$)/gm);
    expect(said.filter((line) => line.startsWith("C: "))).toEqual(planned);
  });

  test("prints the transcript after a failure, too, and hides passwords", async () => {
    const env = { ANYURL_PASSWORD: SECRET };
    const url = `ftp://alice@${ftp.host}:${ftp.port}/none.txt`;
    const { status, err } = await run(["get", "--transcript", url], { env });
    expect(status).toBe(5);
    expect(err).toContain("C: PASS ***\n");
    expect(err).toMatch(/^S: 550 /m);
    expect(err).not.toContain(SECRET);
  });

  test.each(["ls", "stat", "cat", "rm", "mkdir"])("%s has the option", async (verb) => {
    const { err } = await run([verb, "--transcript", `${ftp.origin}/poems/`]);
    expect(err).toMatch(/^-- connect to .*\nS: 220 /m);
  });
});
