import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { createClient } from "@anyurl/client";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { http } from "@anyurl/scheme-http";
import { CA, VALID } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HTTP_DOCUMENTS, seedHttp } from "./http-seeds.ts";
import { FTP_DOCUMENTS, seedFtp } from "./seeds.ts";
import { missing, type Peer, startPeer } from "./start.ts";

/*
 * The rules of Debian's squid.conf: CONNECT to port 443 only.
 */

const needed = ["squid", "squid-common", "nginx", "pure-ftpd"];
const reason = needed.map(missing).find((each) => each !== undefined);

/** A server at port 443, the only one to which Squid opens a tunnel. Its name is in the file hosts of the proxy. */
const SECURE = "127.0.0.91";

describe.skipIf(reason !== undefined)(`squid${reason === undefined ? "" : `: ${reason}`}`, () => {
  let squid: Peer;
  let strict: Peer;
  let nginx: Peer;
  let pure: Peer;
  const secure = createServer(VALID, (_, response) => response.end("over TLS\n"));

  beforeAll(async () => {
    const seedHosts = (root: string) => writeFileSync(join(root, "hosts"), `${SECURE} h.example\n`);
    await new Promise<void>((resolve, reject) => {
      secure.once("error", reject).listen(443, SECURE, resolve);
    });
    squid = await startPeer("squid", seedHosts);
    strict = await startPeer("squid", seedHosts, { SQUID_LOGIN: "me:p4ss wörd" });
    nginx = await startPeer("nginx", seedHttp);
    pure = await startPeer("pure-ftpd", seedFtp);
  });
  afterAll(async () => {
    secure.close();
    for (const peer of [squid, strict, nginx, pure]) await peer?.stop();
  });

  const clientBy = (proxies: object) =>
    createClient({
      schemes: [http, ftp, gopher],
      transport: nodeTransport({ tls: { ca: CA } }),
      proxies,
      connections: { idle: 0 },
    });
  const proxy = () => ({ proxy: `http://127.0.0.1:${squid.port}` });
  const log = () => readFileSync(join(squid.root, "access.log"), "utf8");
  const ftpUrl = (path: string) => `ftp://127.0.0.1:${pure.port}/${path}` as const;

  it("passes on http", async () => {
    const url = `http://127.0.0.1:${nginx.port}/text.txt` as const;
    const client = clientBy(proxy());
    expect(await (await client.get(url)).text()).toBe(HTTP_DOCUMENTS.get("text.txt"));
    expect(await client.stat(url)).toMatchObject({ kind: "file" });
    await expect.poll(log).toContain(`TCP_MISS/200`);
    expect(log()).toContain(`GET ${url}`);
    await expect(client.get(`http://127.0.0.1:${nginx.port}/no`)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("passes on https through a tunnel to port 443", async () => {
    expect(await (await clientBy(proxy()).get("https://h.example/")).text()).toBe("over TLS\n");
    await expect.poll(log).toContain("CONNECT h.example:443");
  });

  it("passes on ftp: the same bytes as without a proxy", async () => {
    for (const path of ["pub/lf.txt", "pub/bytes.bin", "pub/name%20with%20spaces.txt"]) {
      const bytes = Buffer.from(await (await clientBy(proxy()).get(ftpUrl(path))).bytes());
      expect(bytes).toEqual(Buffer.from(FTP_DOCUMENTS.get(decodeURIComponent(path))!));
    }
    // Without a typecode, Squid chooses TYPE A by the end of the name, and changes the line ends.
    await expect.poll(log).toContain(`GET ${ftpUrl("pub/lf.txt")};type=i`);
    const text = await (await clientBy(proxy()).get(ftpUrl("pub/lf.txt;type=a"))).text();
    expect(text.replaceAll("\r\n", "\n")).toBe(FTP_DOCUMENTS.get("pub/lf.txt"));
  });

  it("lists a directory as a page of the proxy", async () => {
    const page = await clientBy(proxy()).get(ftpUrl("pub/"));
    expect(await page.text()).toContain("lf.txt");
    expect(page.mediaType).toMatch(/^text\/html/);
  });

  it("is asked for gopher, which Debian has removed from it", async () => {
    const url = `gopher://127.0.0.1:${nginx.port}/0/text.txt` as const;
    await expect(clientBy(proxy()).get(url)).rejects.toMatchObject({ code: "unsupported", replyCode: 501 });
  });

  it("reports a file that an FTP server does not have", async () => {
    await expect(clientBy(proxy()).get(ftpUrl("pub/no.txt"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("refuses tunnels to other ports, which is an error of the proxy", async () => {
    const client = clientBy({ ...proxy(), tunnel: true });
    await expect(client.get(ftpUrl("pub/lf.txt"))).rejects.toMatchObject({
      code: "proxy-refused",
      replyCode: 403,
    });
  });

  it("gets the login that is asked for after its 407, once", async () => {
    const questions: unknown[] = [];
    const login = (question: unknown) => {
      questions.push(question);
      return { user: "me", password: "p4ss wörd" };
    };
    const client = clientBy({ proxy: `http://127.0.0.1:${strict.port}`, login });
    for (let i = 0; i < 2; i++)
      expect(await (await client.get(`http://127.0.0.1:${nginx.port}/text.txt`)).text()).not.toBe("");
    expect(questions).toEqual([{ proxy: `http://127.0.0.1:${strict.port}`, attempt: 1 }]);
    await client.close();
  });

  it("requires its login for each of them", async () => {
    const to = (login: string) => clientBy({ proxy: `http://${login}127.0.0.1:${strict.port}` });
    const urls = [`http://127.0.0.1:${nginx.port}/text.txt`, "https://h.example/", ftpUrl("pub/lf.txt")];
    for (const url of urls) {
      for (const login of ["", "me:wrong@"])
        await expect(to(login).get(url as "http:")).rejects.toMatchObject({ code: "proxy-auth-required" });
      expect(await (await to("me:p4ss%20w%C3%B6rd@").get(url as "http:")).text()).not.toBe("");
    }
  });
});
