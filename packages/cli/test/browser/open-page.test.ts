import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { document, folder, patternDocument, startFtpServer, startGopherServer } from "@anyurl/servers";
import { createAnyurl, type Registry } from "anyurl";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatLine } from "../../src/browser/draw.ts";
import { layOut } from "../../src/browser/layout.ts";
import { type OpenedPage, openPage, type PageRequest } from "../../src/browser/open-page.ts";
import type { Page } from "../../src/browser/page.ts";
import { loadSchemes } from "../../src/load-schemes.ts";
import type { Opener } from "../../src/opener.ts";
import { serveHttp } from "../serve-http.ts";

const client = createAnyurl();
let urls: Registry;

const origin = serveHttp((request, response) => {
  response.setHeader("content-type", "text/html");
  if (request.url === "/cut") response.setHeader("content-length", 1000);
  response.write('<a href="file:///etc/passwd">x</a><a href="/">y</a>');
  if (request.url === "/cut") setImmediate(() => response.destroy());
  else response.end();
});
beforeAll(async () => {
  ({ urls } = await loadSchemes());
});
afterAll(async () => {
  await client.close();
});

function open(request: PageRequest, { maxBytes = 1024, canShow = false } = {}): Promise<OpenedPage> {
  return openPage(request, {
    ...{
      opener: client as unknown as Opener,
      urls,
      call: {},
      signal: new AbortController().signal,
      maxBytes,
    },
    canShow: () => canShow,
    onProgress: () => {},
  });
}

function text(page: Page): string {
  return layOut(page, { width: 200 }).lines.map(formatLine).join("\n");
}

describe("opening a page", () => {
  it("does not follow a link of a server to a local file", async () => {
    const { page } = await open({ url: `${origin()}/` });
    const [link] = page.links;
    if (link?.is !== "url") throw new Error("the page has no link");
    const followed = await open({ url: link.url, namedBy: link.namedBy! });
    expect(followed.page.title).toBe("Error");
    expect(text(followed.page)).toContain("redirect-refused");
  });

  it("shows the begin of a long document, and says so", async () => {
    await using ftp = await startFtpServer({ root: folder({ "a.txt": "x".repeat(3000) }) });
    const { page, source } = await open({ url: `${ftp.origin}/a.txt` });
    expect(source).toBe("x".repeat(1024));
    expect(text(page)).toContain("Only the first 1.0 KiB are shown; use the command d to save all of it.");
  });

  it("shows what has arrived of an incomplete document, and why it is not complete", async () => {
    const { page } = await open({ url: `${origin()}/cut` });
    expect(text(page)).toMatch(/^\[1\]x\[2\]y\n\nThis is not complete: (?:truncated|connection)/);
  });

  it("does not download a file that it cannot show", async () => {
    const content = patternDocument(2 ** 40);
    await using ftp = await startFtpServer({ root: folder({ "a.bin": document(content) }) });
    const { page, source } = await open({ url: `${ftp.origin}/a.bin` });
    expect(source).toBeUndefined();
    expect(text(page)).toContain("a.bin, application/octet-stream, 1.0 TiB");
  });

  it("has the bytes of a picture if the terminal can show it, and a description otherwise", async () => {
    const root = folder({ "a.png": "\x89PNG" });
    await using ftp = await startFtpServer({ root });
    const url = `${ftp.origin}/a.png`;
    expect((await open({ url }, { canShow: true })).page.blocks[0]).toMatchObject({
      is: "picture",
      mediaType: "image/png",
    });
    const { page } = await open({ url });
    expect(text(page)).toContain("a.png, image/png");
    expect(page.blocks[0]).toMatchObject({ is: "paragraph" });
  });

  it("asks the questions of a form, and sends the answers as the option of its scheme", async () => {
    await using gopher = await startGopherServer();
    const menu = await open({ url: `${gopher.origin}/` });
    const form = menu.page.links.find((link) => link.is === "url" && /guestbook/.test(link.url));
    if (form?.is !== "url") throw new Error("the menu has no form");
    const { page } = await open({ url: form.url, namedBy: form.namedBy! });
    expect(page.forms[0]?.action).toMatchObject({ is: "answers" });
    const { action, fields } = page.forms[0]!;
    if (action.is !== "answers") throw new Error("not a form of a server");
    const values = fields.map(({ kind, value }) =>
      kind === "checkbox" ? true : kind === "choice" ? value : "Alice",
    );
    const answered = await open({ url: form.url, answers: { option: action.option, values } });
    expect(answered.page.title).not.toBe("Error");
    expect(text(answered.page)).toContain("Alice");
  });

  it("shows a session, a message, and a telephone number as URLs for other commands", async () => {
    for (const url of ["telnet://h.example/", "mailto:joe@h.example", "tel:+1-201-555-0123"]) {
      const { page } = await open({ url });
      expect(text(page)).toContain(`anyurl help ${url.split(":")[0]}`);
    }
  });

  it("shows an invalid URL as an error", async () => {
    expect(text((await open({ url: "ftp://h.example/a b" })).page)).toContain("invalid URL");
  });

  it("has the transcript of the call, also after an error", async () => {
    await using ftp = await startFtpServer();
    const { page, transcript } = await open({ url: `${ftp.origin}/none` });
    expect(page.title).toBe("Error");
    expect(transcript.entries.some(({ kind }) => kind === "send")).toBe(true);
  });
});

describe("the browser", () => {
  it("has no code for single schemes", () => {
    const directory = join(import.meta.dirname, "../../src/browser");
    const names = urls.names().join("|");
    for (const file of globSync("*.ts", { cwd: directory }))
      expect(readFileSync(join(directory, file), "utf8"), file).not.toMatch(
        new RegExp(`scheme\\)? *[!=]==? *["']|["'](?:${names}):["'/]`),
      );
  });
});
