import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@anyurl/client";
import { createGateway, formatLink } from "@anyurl/gateway";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { board } from "../../../examples/x-board/src/index.ts";
import { startBoardServer } from "../../../examples/x-board/test/server.ts";
import { run } from "../../../packages/cli/test/captured.ts";

/** The scheme of a third party in examples/, which neither the command nor the gateway knows. */
const PLUGIN = pathToFileURL(join(import.meta.dirname, "../../../examples/x-board/src/index.ts")).href;

let server: Awaited<ReturnType<typeof startBoardServer>>;
let folder: string;
let at: string;

beforeAll(async () => {
  const date = "2001-02-03T04:05:06Z";
  server = await startBoardServer(
    new Map([
      ["/lost/umbrella", { author: "alice", date, lines: ["Found: one umbrella.", "Black."] }],
      ["/lost/cat", { author: "bob", date, lines: ["Lost: a gray cat."] }],
    ]),
  );
  at = `x-board://127.0.0.1:${server.port}`;
  folder = await mkdtemp(join(tmpdir(), "anyurl-"));
  await writeFile(
    join(folder, "anyurl.config.ts"),
    `import { board } from ${JSON.stringify(PLUGIN)};\nexport default { plugins: [board] };\n`,
  );
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const anyurl = async (terminal: boolean, ...argv: readonly string[]) => {
  const { status, out, err } = await run([...argv, "--config", folder], { terminal, env: { NO_COLOR: "1" } });
  expect([status, err]).toEqual([0, ""]);
  return out.trimEnd().split("\n");
};

describe("the command shows a third party's scheme", () => {
  it("as a menu with its lines of text", async () => {
    expect(await anyurl(false, "ls", `${at}/`)).toEqual([
      "     Welcome. Pin what you have lost, found, or want to sell.",
      `dir  lost  ${at}/lost/`,
    ]);
  });

  it("with its columns, and with their titles at a terminal", async () => {
    const rows = [
      `Found: one umbrella.  alice   2001-02-03 04:05  umbrella  ${at}/lost/umbrella`,
      `Lost: a gray cat.     bob     2001-02-03 04:05  cat       ${at}/lost/cat`,
    ];
    expect(await anyurl(true, "ls", `${at}/lost/`)).toEqual([
      "Note      First line            Author  Pinned",
      "umbrella  Found: one umbrella.  alice   Feb 03, 2001",
      "cat       Lost: a gray cat.     bob     Feb 03, 2001",
    ]);
    const plain = rows.map((row) => row.replace(/(alice|bob {2}) {3}/, "$1  "));
    expect(await anyurl(false, "ls", `${at}/lost/`)).toEqual(plain);
  });

  it("with the columns of its search results", async () => {
    expect(await anyurl(false, "search", `${at}/`, "gray")).toEqual([
      `Lost: a gray cat.  bob  2001-02-03 04:05  lost/cat  ${at}/lost/cat`,
    ]);
  });
});

describe("the gateway shows a third party's scheme", () => {
  const pageOf = async (url: string, path = formatLink(url)): Promise<string> => {
    const client = createClient({
      schemes: [board],
      transport: nodeTransport(),
      policy: { profile: "untrusted", allowAddresses: ["127.0.0.0/8"], allowPorts: ["x-board:*"] },
    });
    const gateway = createGateway({ client, hosts: ["gateway.example"], crossSite: "open" });
    const headers = { accept: "text/html" };
    return (await gateway.fetch(new Request(`http://gateway.example${path}`, { headers }))).text();
  };

  it("as a menu with a search", async () => {
    const html = await pageOf(`${at}/`);
    expect(html).toContain(
      '<pre class="said">\nWelcome. Pin what you have lost, found, or want to sell.\n</pre>',
    );
    expect(html).toContain('<li><span class="kind">menu</span>');
    expect(html).toContain("Search all boards</h2>");
  });

  it("as a table of articles with its columns", async () => {
    const html = await pageOf(`${at}/lost/`);
    for (const title of ["Note", "First line", "Author", "Pinned"]) expect(html).toContain(`${title}</th>`);
    expect(html).toContain("2 articles</p>");
  });

  it("as search results", async () => {
    const html = await pageOf("", `/_/search?${new URLSearchParams({ url: `${at}/`, q: "gray" })}`);
    expect(html).toContain('<ol class="hits">');
    expect(html).toContain("Lost: a gray cat.");
  });

  it("as an article with a header, and with breadcrumbs", async () => {
    const html = await pageOf(`${at}/lost/umbrella`);
    expect(html).toContain("<h1><bdi>Found: one umbrella.</bdi></h1>");
    expect(html).toMatch(/<dt>Author<\/dt>\s*<dd><bdi>alice/);
    expect(html).toContain("Black.");
    expect(html).toContain(`<a href="/${at}/lost/"><bdi>lost</bdi></a>`);
  });
});
