import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { cid, http, mid } from "anyurl";
import { describe, expect, it } from "vitest";
import { createGateway, type GatewayOptions } from "../src/index.ts";
import { BROWSER, open } from "./world.ts";

const PIXEL = "R0lGODlhAQABAAAAACw=";
const HTML = [
  '<p>Hi <img alt=a src="cid:pic@h"><img alt=b src=cid:other@h><img alt=c src="cid:vector@h">',
  '<img alt=d src="https://h.example/spy.gif"><img alt=e src="data:image/gif;base64,R0lG">',
  '<a href="cid:pic@h">the picture</a></p>',
].join("\n");
const part = (type: string, id: string, content: string) => [
  ...[
    "--b",
    `Content-Type: ${type}`,
    "Content-Transfer-Encoding: base64",
    `Content-ID: <${id}>`,
    "",
    content,
  ],
];
const MESSAGE = octetsOf(
  [
    ...["Message-ID: <m@h>", "Content-Type: multipart/related; boundary=b", ""],
    ...part("text/html; charset=utf-8", "page@h", btoa(HTML)),
    ...part("image/gif", "pic@h", PIXEL),
    ...part("image/svg+xml", "vector@h", btoa("<svg/>")),
    "--b--",
  ].join("\r\n"),
);

function gateway(options: Partial<GatewayOptions> = {}) {
  const client = createClient({
    schemes: [mid, cid, http],
    transport: memoryTransport(),
    policy: "untrusted",
    options: { mid: { store: new Map([["m@h", MESSAGE]]) } },
  });
  return createGateway({ client, hosts: ["gateway.example"], openSchemes: ["mid"], ...options });
}
const page = async (url: string, options?: Partial<GatewayOptions>) =>
  open(gateway(options), url, { accept: BROWSER });

// RFC 2392 §2: a cid URL in a message names a part of the same message.
describe("a message in the gateway", () => {
  it("is a list of its parts", async () => {
    const response = await page("mid:m@h");
    expect(response.status).toBe(200);
    const text = await response.text();
    for (const id of ["page@h", "pic@h", "vector@h"]) expect(text).toContain(`href="/mid:m@h/${id}"`);
  });

  it("shows HTML with the pictures of the same message, and no others", async () => {
    const response = await page("mid:m@h/page@h");
    expect(response.headers.get("content-security-policy")).toContain("img-src data:;");
    const text = await response.text();
    expect(text).toContain(`<img alt=a src="data:image/gif;base64,${PIXEL}">`);
    // Another part, a type that can contain scripts, another server, and a data URL of the sender.
    for (const alt of ["b", "c", "d", "e"]) expect(text).toContain(`<img alt=${alt}>`);
    // A link to a part is not a picture of the page.
    expect(text).toContain("<a>the picture</a>");
  });

  it("leaves pictures out that exceed the limit", async () => {
    const size = atob(PIXEL).length;
    expect(await (await page("mid:m@h/page@h", { maxEmbedded: size - 1 })).text()).toContain("<img alt=a>");
    expect(await (await page("mid:m@h/page@h", { maxEmbedded: size })).text()).toContain(PIXEL);
  });

  it("is not opened unless the operator names the scheme", async () => {
    expect((await page("mid:m@h", { openSchemes: [] })).status).toBe(403);
  });
});
