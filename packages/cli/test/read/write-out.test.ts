import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { startFtpServer, startGopherServer, startHttpServer } from "@anyurl/servers";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";
import { serveHttp } from "../serve-http.ts";

const here = scratchDirectory({ forAll: true });
/** An HTTP server with a hostile header. */
const origin = serveHttp((request, response) => {
  if (request.url === "/none") response.statusCode = 404;
  if (request.method === "GET") response.setHeader("x-title", "\u009b31mred");
  response.setHeader("content-type", "text/plain;a=\u009b2J");
  request.resume().on("end", () => response.end("hello"));
});
beforeAll(async () => {
  await writeFile(here("five"), "12345");
});

const get = (format: string, ...words: readonly string[]) => run(["get", "-w", format, ...words]);
/** What a format prints after a file that is saved elsewhere. */
const formatted = async (format: string, url: string) => {
  const { out, status } = await get(format, "-o", here("saved"), "-f", url);
  expect(status).toBe(0);
  return out;
};
const SECONDS = /^\d+\.\d{6}$/;

describe("get --write-out", () => {
  it("prints the format after the body, on standard output", async () => {
    await using server = await startGopherServer();
    const plain = await run(["get", `${server.origin}/0/welcome.txt`]);
    const { out, status } = await get("\\n%{url}\\t100%%\\r\\n", `${server.origin}/0/welcome.txt`);
    expect(out).toBe(`${plain.out}\n${server.origin}/0/welcome.txt\t100%\r\n`);
    expect(status).toBe(0);
  });

  it("has the status, the URLs, and the server of HTTP after a redirect", async () => {
    await using server = await startHttpServer({
      redirects: { "/old": { status: 301, location: "/welcome.txt" } },
    });
    const { hostname, port } = new URL(server.origin);
    const format =
      "%{http_code} %{response_code} %{url_effective} %{scheme} %{num_redirects} %{remote_ip} %{remote_port} [%{redirect_url}]";
    expect(await formatted(format, `${server.origin}/old`)).toBe(
      `200 200 ${server.origin}/welcome.txt http 1 ${hostname} ${port} []`,
    );
    const size = (await readFile(here("saved"))).length;
    expect(
      await formatted("%{size_download} %{content_type}|%header{Content-Type}", `${server.origin}/old`),
    ).toBe(`${size} text/plain; charset=utf-8|text/plain; charset=utf-8`);
  });

  it("has the URL of a redirect that is not followed", async () => {
    await using server = await startHttpServer({
      redirects: { "/old": { status: 302, location: "/welcome.txt" } },
    });
    const { out } = await get(
      "%{http_code} %{redirect_url}",
      ...["--option", "redirect=manual", "-o", here("saved"), "-f", `${server.origin}/old`],
    );
    expect(out).toBe(`302 ${server.origin}/welcome.txt`);
  });

  it("has the last reply code of FTP, and the port of its control connection", async () => {
    await using server = await startFtpServer();
    const { port } = new URL(server.origin);
    const format = "%{http_code} %{remote_port} %{num_redirects} %{scheme}";
    expect(await formatted(format, `${server.origin}/welcome.txt`)).toBe(`226 ${port} 0 ftp`);
  });

  // As in curl: 000 is the code of a protocol without codes.
  it("has no status and no server of a file", async () => {
    const url = pathToFileURL(here("five")).href;
    const format = "%{http_code} %{size_download} [%{remote_ip}] %{remote_port} %{filename_effective}";
    expect(await formatted(format, url)).toBe(`000 5 [] 0 ${here("saved")}`);
  });

  it("prints times in seconds with six digits, in the order of the steps", async () => {
    await using server = await startGopherServer();
    const format = "%{time_connect} %{time_starttransfer} %{time_total}";
    const times = (await formatted(format, `${server.origin}/0/welcome.txt`)).split(" ");
    for (const time of times) expect(time).toMatch(SECONDS);
    expect(times.toSorted((a, b) => Number(a) - Number(b))).toEqual(times);
  });

  it("prints the format after an error, too, with its status, code, and message", async () => {
    const { out, err, status } = await get(
      "%{exitcode} %{http_code} %{errormsg} %{size_download}\\n",
      `${origin()}/none`,
    );
    expect(status).toBe(5);
    expect(out).toMatch(/^5 404 .+ 0\n$/);
    expect(err).toContain("not-found");
    const [, , ...message] = out.trim().split(" ");
    expect(err).toContain(message.slice(0, -1).join(" "));
  });

  it("prints the format once for each URL", async () => {
    await using server = await startGopherServer();
    const url = `${server.origin}/0/welcome.txt`;
    const { out } = await get("%{exitcode}\\n", "-o", `${here()}/`, "-f", url, `${server.origin}/0/none`);
    expect(out).toMatch(/^0\n[1-9]\d*\n$/);
  });

  it("has the sizes of both directions of a request", async () => {
    const { out } = await get("\\n%{size_upload} %{size_download}", "-d", "a=bc", "-q", `${origin()}/`);
    expect(out).toBe("hello\n4 5");
  });

  it("reads the format from a file, without its line ends", async () => {
    await writeFile(here("format"), "%{http_code}\r\n %{scheme}\\n\n");
    expect(await formatted(`@${here("format")}`, `${origin()}/`)).toBe("200 http\n");
  });

  it("switches between standard output and standard error", async () => {
    const { out, err } = await get(
      "a%{stderr}%{scheme}\\n%{stdout}b",
      ...["-o", here("saved"), "-f", `${origin()}/`],
    );
    expect([out, err]).toEqual(["ab", "http\n"]);
  });

  it("prints all variables as JSON", async () => {
    const all = JSON.parse(await formatted("%{json}", `${origin()}/`)) as Record<string, unknown>;
    expect(all).toMatchObject({ http_code: 200, url: `${origin()}/`, size_download: 5, redirect_url: null });
    expect(all["time_total"]).toEqual(expect.any(Number));
  });

  it("escapes control characters of a server, on a terminal and in a pipe", async () => {
    for (const format of ["%header{x-title}|%{content_type}\\n", "%{json}\\n"]) {
      for (const terminal of [true, false]) {
        const argv = ["get", "-w", format, "-o", here("saved"), "-f", `${origin()}/`];
        const { octets, out } = await run(argv, { terminal });
        expect(out).toContain("2J");
        expect([...octets].filter((octet) => (octet < 0x20 && octet !== 0x0a) || octet === 0x9b)).toEqual([]);
        expect(out).not.toContain("\u009b");
      }
    }
  });

  it("hides the password of a URL", async () => {
    await using server = await startFtpServer({ accounts: { alice: { password: "geheim" } } });
    const url = `${server.origin.replace("//", "//alice:geheim@")}/welcome.txt`;
    const { out } = await run(["get", "-q", "-w", "%{url} %{url_effective} %{json}", url]);
    expect(out).not.toContain("geheim");
    expect(out).toContain("alice:***@");
  });

  // curl prints nothing for an unknown variable. A script would take that for a value.
  it.each([
    ["%{no_such}", /unknown variable "%\{no_such\}"[\s\S]*http_code[\s\S]*time_total/],
    ["%output{x}", /unknown variable "%output\{x\}"/],
    ["%{http_code", /missing "\}"/],
    ["%{toString}", /unknown variable/],
  ])("rejects %s before it connects", async (format, message) => {
    const { status, err, out } = await get(format, "-o", here("saved"), "-f", "http://127.0.0.1:1/");
    expect(out).toBe("");
    expect(status).toBe(2);
    expect(err).toMatch(message);
  });

  it.each([["--json"], ["-r"]])("does not support %s", async (flag) => {
    const { status, out, err } = await get("%{url}", flag, "-o", `${here()}/`, "ftp://127.0.0.1:1/");
    expect(status).toBe(2);
    expect(out + err).toContain("cannot use --write-out together with");
  });
});

describe("get --json", () => {
  it.each([
    ["to standard output", []],
    ["to a file", ["-o", "saved", "-f"]],
  ])("has the facts about the transfer, %s", async (_, output) => {
    await using server = await startHttpServer({
      redirects: { "/old": { status: 301, location: "/welcome.txt" } },
    });
    const words = output.map((word) => (word === "saved" ? here(word) : word));
    const { out } = await run(["get", "--json", ...words, `${server.origin}/old`]);
    expect(JSON.parse(out)).toMatchObject({
      url: `${server.origin}/old`,
      status: 200,
      finalUrl: `${server.origin}/welcome.txt`,
      redirects: 1,
      remote: { address: "127.0.0.1", port: Number(new URL(server.origin).port) },
      timings: {
        connected: expect.any(Number),
        firstByte: expect.any(Number),
        ended: expect.any(Number),
      },
    });
  });
});

describe("put --write-out", () => {
  it("prints the format after the upload", async () => {
    await using server = await startFtpServer({ writable: "everybody" });
    const { out, status } = await run([
      ...["put", "-w", "%{size_upload} %{exitcode} %{remote_port}\\n", here("five")],
      `${server.origin}/five`,
    ]);
    expect(out).toBe(`5 0 ${new URL(server.origin).port}\n`);
    expect(status).toBe(0);
  });
});
