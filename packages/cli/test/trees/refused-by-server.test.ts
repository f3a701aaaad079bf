import { mkdir, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";
import { serveHttp } from "../serve-http.ts";

const here = scratchDirectory();
/** The resources of the server, by their paths. A directory has no contents. */
let resources: Map<string, string | undefined>;
/** The status with which the server refuses names that begin with "bad". */
let status: number;

beforeEach(async () => {
  resources = new Map([["/t/", undefined]]);
  await mkdir(here("bad directory"));
  await mkdir(here("good"));
  for (const name of ["a", "bad file", "bad directory/inside", "good/b", "good/bad", "z"])
    await writeFile(here(name), name);
});
const origin = serveHttp((request, response) => void respond(request, response));

/** A WebDAV server (RFC 4918) that does not accept every name. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = String(await buffer(request));
  const { method, url = "" } = request;
  const isRefused = /\/bad[^/]*\/?$/.test(url);
  const end = (code: number, text = "") => void response.writeHead(code).end(text);
  switch (method) {
    case "OPTIONS":
      return void response.writeHead(200, { dav: "1", allow: "PROPFIND, PUT, MKCOL" }).end();
    case "PROPFIND":
      return resources.has(url) ? end(207, describeDirectory(url)) : end(404);
    case "MKCOL":
      if (isRefused || resources.has(url)) return end(isRefused ? status : 405);
      resources.set(url, undefined);
      return end(201);
    case "PUT":
      if (isRefused) return end(status);
      resources.set(url, body);
      return end(201);
    default:
      return end(resources.has(url) ? 200 : 404);
  }
}

function describeDirectory(url: string): string {
  const prop = "<prop><resourcetype><collection/></resourcetype></prop><status>HTTP/1.1 200 OK</status>";
  return `<multistatus xmlns="DAV:"><response><href>${url}</href><propstat>${prop}</propstat></response></multistatus>`;
}

const COMMANDS: readonly (readonly [string, ...string[]])[] = [["cp", "-r"], ["sync"]];

describe.each(COMMANDS)("%s to a WebDAV server that refuses names", (...command) => {
  it.each([400, 403, 409, 422])(
    "reports each of them, and copies the others, if the status is %i",
    async (refusal) => {
      status = refusal;
      const target = `${origin()}/t/`;
      const result = await run([...command, `${here()}/`, target]);
      expect(result).toMatchObject({ status: 11, out: "" });
      expect([...resources.keys()].sort()).toEqual(["/t/", "/t/a", "/t/good/", "/t/good/b", "/t/z"]);
      expect(resources.get("/t/good/b")).toBe("good/b");
      for (const name of ["bad file", "bad directory", "good/bad"])
        expect(result.err).toMatch(new RegExp(`^anyurl: failed ${name}: .+`, "m"));
      expect(result.err).toContain("failed bad directory/inside: its directory was not copied");
    },
  );
});
