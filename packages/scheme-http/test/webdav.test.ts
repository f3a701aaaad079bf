import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type CallOptions, type Client, createClient } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { folder, type HttpServer, startHttpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { http } from "../src/index.ts";

const stack: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of stack.splice(0).reverse()) await close();
});

function create(): Client<typeof http> {
  const client = createClient({ schemes: [http], transport: nodeTransport() });
  stack.push(() => client.close());
  return client;
}

async function list(url: string, options: CallOptions = {}): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of create().list(url, options)) entries.push(entry);
  return entries;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server with these answers, which are repeated. Returns its origin, and the requests it has heard. */
async function serve(...answers: readonly Answer[]) {
  const heard: string[] = [];
  const server: Server = createServer((request, response) => {
    const { method, url, headers } = request;
    const more = [headers["depth"], headers["overwrite"]].filter((each) => each !== undefined);
    heard.push([method, url, ...more].join(" "));
    request.resume();
    answers[(heard.length - 1) % answers.length]!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.push(() => new Promise((resolve) => server.close(resolve)));
  return { heard, origin: `http://127.0.0.1:${(server.address() as { port: number }).port}` as const };
}

const status =
  (code: number, fields = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, fields).end();

const resource = (href: string, type = "") =>
  `<response><href>${href}</href><propstat><prop><resourcetype>${type}</resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
const COLLECTION = "<collection/>";

/** A 207 response. */
const multistatus =
  (...resources: readonly string[]): Answer =>
  (_, response) =>
    void response
      .writeHead(207, { "content-type": "application/xml" })
      .end(`<multistatus xmlns="DAV:">${resources.join("")}</multistatus>`);

describe("list", () => {
  it("gives the members with their sizes and times, and not the directory itself (RFC 4918 §9.1)", async () => {
    const pub = folder({ "a b.txt": "text", sub: folder({}) });
    const server = await startHttpServer({ root: folder({ pub }), webdav: true });
    stack.push(() => server.close());
    expect((await list(`${server.origin}/%70ub/`)).map(({ name }) => name)).toEqual(["a b.txt", "sub"]);
    for (const path of ["/pub/", "/pub", "/x/../pub/"]) {
      expect(await list(`${server.origin}${path}`)).toEqual([
        {
          ...{ name: "a b.txt", kind: "file", url: `${server.origin}/pub/a%20b.txt`, size: 4 },
          modified: new Date(Date.UTC(1994, 11, 20, 12)),
        },
        expect.objectContaining({ name: "sub", kind: "directory", url: `${server.origin}/pub/sub/` }),
      ]);
    }
  });

  it("leaves out the URL of what is not in the directory", async () => {
    const { origin } = await serve((request, response) =>
      multistatus(
        ...[resource("/d/", COLLECTION), resource("/d/in"), resource(`http://${request.headers.host}/d/too`)],
        ...[resource("/d/%61b%2525"), resource("/d/ü x"), resource("e"), resource("./f/", COLLECTION)],
        ...["/other", "/d/deep/er", "/", "..", "/d/%2e%2e/%2e%2e/x", "/d//"].map((href) => resource(href)),
        ...["http://other.example/d/x", "//other.example/d/y", "https://h/d/z"].map((href) => resource(href)),
        ...["file:///d/q", "javascript:alert(1)", "/d/x?y", "/d/x#y", "/d/%", "/d/a%2Fb", "/d/%00"].map(
          (href) => resource(href),
        ),
      )(request, response),
    );
    const entries = await list(`${origin}/d/`);
    const opened = entries.filter(({ url }) => url !== undefined);
    expect(opened.map(({ name, url }) => [name, url])).toEqual([
      ...[
        ["in", `${origin}/d/in`],
        ["too", `${origin}/d/too`],
        ["ab%25", `${origin}/d/%61b%2525`],
      ],
      ...[
        ["ü x", `${origin}/d/%C3%BC%20x`],
        ["e", `${origin}/d/e`],
        ["f", `${origin}/d/f/`],
      ],
    ]);
    const others = entries.filter(({ url }) => url === undefined);
    expect(others).toHaveLength(16);
    for (const { unsafe } of others) expect(unsafe).toMatch(/another server|out of the directory|not /);
  });

  it("reports a member that the server does not describe, and leaves out one that is gone", async () => {
    const failed = (href: string, code: number) =>
      `<response><href>${href}</href><status>HTTP/1.1 ${code} No</status></response>`;
    const { origin } = await serve(
      multistatus(resource("/d/", COLLECTION), failed("/d/a", 403), failed("/d/b", 404), resource("/d/c")),
    );
    expect((await list(`${origin}/d/`)).map(({ name, unsafe }) => [name, unsafe])).toEqual([
      ["a", "the server responded with 403 for it"],
      ["c", undefined],
    ]);
  });

  it.each([
    [[status(405)], "unsupported"],
    [[status(501)], "unsupported"],
    [[status(200)], "unsupported"],
    [[status(404)], "not-found"],
    [[status(403)], "permission-denied"],
    [[status(503)], "temporarily-unavailable"],
    [[status(302, { location: "http://127.0.0.1:1/" })], "port-blocked"],
    [[multistatus(resource("/d"))], "not-a-directory"],
  ] as const)("fails as the server says (%#)", async (answers, code) => {
    const { origin, heard } = await serve(...answers);
    await expect(list(`${origin}/d`)).rejects.toMatchObject({ code });
    expect(heard).toEqual(["PROPFIND /d 1"]);
  });

  it("sends nothing with the option webdav: never", async () => {
    const { origin, heard } = await serve(multistatus());
    const options = { options: { webdav: "never" } } as const;
    await expect(list(`${origin}/d/`, options)).rejects.toMatchObject({ code: "unsupported" });
    await expect(create().makeDirectory(`${origin}/d/`, options)).rejects.toMatchObject({
      code: "unsupported",
    });
    await expect(create().rename(`${origin}/a`, `${origin}/b`, options)).rejects.toMatchObject({
      code: "unsupported",
    });
    expect(heard).toEqual([]);
  });

  it("takes the names below the directory that a redirect leads to", async () => {
    const { origin, heard } = await serve(
      status(301, { location: "/e/" }),
      multistatus(resource("/e/", COLLECTION), resource("/e/x")),
    );
    expect((await list(`${origin}/d`)).map(({ url }) => url)).toEqual([`${origin}/e/x`]);
    expect(heard).toEqual(["PROPFIND /d 1", "PROPFIND /e/ 1"]);
  });
});

describe("stat", () => {
  it("asks by PROPFIND with the option webdav: always", async () => {
    const { origin, heard } = await serve(multistatus(resource("/d/", COLLECTION)));
    const found = await create().stat(`${origin}/d/`, { options: { webdav: "always" } });
    expect(found).toEqual({ kind: "directory" });
    expect(heard).toEqual(["PROPFIND /d/ 0"]);
  });
});

describe("remove", () => {
  it("never removes a directory with its contents (RFC 4918 §9.6.1)", async () => {
    const full = multistatus(resource("/d/", COLLECTION), resource("/d/x"));
    const { origin, heard } = await serve(full);
    await expect(create().remove(`${origin}/d/`)).rejects.toMatchObject({ code: "not-empty" });
    await expect(create().remove(`${origin}/d`)).rejects.toMatchObject({ code: "is-a-directory" });
    expect(heard).toEqual(["PROPFIND /d/ 1", "PROPFIND /d 1"]);
  });

  it("removes an empty directory, and a file with the depth 0", async () => {
    const empty = await serve(multistatus(resource("/d/", COLLECTION)), status(204));
    await create().remove(`${empty.origin}/d/`);
    expect(empty.heard).toEqual(["PROPFIND /d/ 1", "DELETE /d/"]);
    const file = await serve(multistatus(resource("/d")), status(204));
    await create().remove(`${file.origin}/d`);
    expect(file.heard).toEqual(["PROPFIND /d 1", "DELETE /d 0"]);
  });

  it("works without WebDAV, unless the option webdav is always", async () => {
    const { origin, heard } = await serve(status(405), status(204), status(204));
    await create().remove(`${origin}/x`);
    await create().remove(`${origin}/x?y`);
    expect(heard).toEqual(["PROPFIND /x 1", "DELETE /x 0", "DELETE /x?y"]);
    const strict = await serve(status(405));
    const options = { options: { webdav: "always" } } as const;
    await expect(create().remove(`${strict.origin}/x`, options)).rejects.toMatchObject({
      code: "unsupported",
    });
    expect(strict.heard).toHaveLength(1);
  });

  it("fails if the server removes only a part (RFC 4918 §9.6.1)", async () => {
    const { origin } = await serve(multistatus(resource("/d/", COLLECTION)), multistatus());
    await expect(create().remove(`${origin}/d/`)).rejects.toMatchObject({ code: "protocol-error" });
  });
});

describe("makeDirectory", () => {
  it.each([
    [[status(201)], undefined],
    [[status(409)], "not-found"],
    [[status(507)], "no-space"],
    [[status(405), multistatus(resource("/d/", COLLECTION))], "already-exists"],
    [[status(405), status(405)], "unsupported"],
  ] as const)("sends MKCOL, and tells why it fails (%#)", async (answers, code) => {
    const { origin, heard } = await serve(...answers);
    const outcome = await create()
      .makeDirectory(`${origin}/d`)
      .catch((error) => error.code);
    expect(outcome).toBe(code);
    expect(heard[0]).toBe("MKCOL /d/");
  });
});

describe("rename", () => {
  const texts = async (server: HttpServer) =>
    [...server.tree().entries].map(([name, node]) => [
      name,
      node.kind === "folder" ? node.entries.size : "file",
    ]);

  it("moves over a file, and not over a directory (RFC 4918 §9.9)", async () => {
    const root = folder({ a: "1", b: "2", d: folder({ x: "3" }) });
    const server = await startHttpServer({ root, webdav: true });
    stack.push(() => server.close());
    const client = create();
    await client.rename(`${server.origin}/a`, `${server.origin}/b`);
    expect(await (await client.get(`${server.origin}/b`)).text()).toBe("1");
    const over = client.rename(`${server.origin}/b`, `${server.origin}/d`);
    await expect(over).rejects.toMatchObject({ code: "already-exists" });
    await client.rename(`${server.origin}/d/`, `${server.origin}/e/`);
    const nowhere = client.rename(`${server.origin}/b`, `${server.origin}/none/b`);
    await expect(nowhere).rejects.toMatchObject({ code: "not-found" });
    expect(await texts(server)).toEqual([
      ["b", "file"],
      ["e", 1],
    ]);
  });

  it("is not possible to another server, and nothing is sent", async () => {
    const { origin, heard } = await serve(status(201));
    const moved = create().rename(`${origin}/a`, "http://h.example/a");
    await expect(moved).rejects.toMatchObject({ code: "unsupported" });
    expect(heard).toEqual([]);
  });
});
