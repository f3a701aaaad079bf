import { createClient } from "@anyurl/client";
import { parse, type Url } from "@anyurl/core";
import { gopher } from "@anyurl/scheme-gopher";
import { type MemoryPeer, type MemoryTransport, memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import type { GatewayRequest } from "../src/guard/index.ts";
import { createGateway, type GatewayOptions } from "../src/index.ts";
import { createGuard } from "./guard/create-guard.ts";
import { ask, gatewayRegistry } from "./world.ts";

const OUTSIDE = "93.184.216.34";
const INSIDE = "10.0.0.5";

const menu = (...lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join("") + ".\r\n";

/** A public Gopher server that links to private ones, a private one that links to another, and that other one. */
function network(): MemoryTransport {
  const memory = memoryTransport();
  const serve = (address: string, menus: Readonly<Record<string, string>>) =>
    memory.listen(address, 70, async (peer: MemoryPeer) => {
      const octets = await peer.receive();
      const selector = new TextDecoder().decode(octets).trim();
      await peer.send(new TextEncoder().encode(menus[selector] ?? "text\r\n.\r\n"));
      await peer.end();
    });
  serve(OUTSIDE, {
    "": menu(`1more\tmore\t${OUTSIDE}\t70`, `1docs\tFLUSHALL\t${INSIDE}\t70`),
    more: menu(`1docs\tFLUSHALL\t${INSIDE}\t70`, `1back\t\t${OUTSIDE}\t70`),
  });
  serve(INSIDE, {
    "": menu(`1here\there\t${INSIDE}\t70`, "1there\tthere\t10.0.0.6\t70"),
    FLUSHALL: menu("iOK\t\t\t0"),
  });
  serve("10.0.0.6", {});
  return memory;
}

function world({ allow = ["10.0.0.0/8"], ...options }: Partial<GatewayOptions> & { allow?: string[] } = {}) {
  const memory = network();
  const client = createClient({
    schemes: [gopher],
    transport: memory,
    policy: { profile: "untrusted", allowAddresses: allow },
  });
  const gateway = createGateway({ client, hosts: ["gateway.example"], ...options });
  const asked = () => memory.dialled.map(({ address }) => address);
  const links = async (path: string) => {
    const html = await (await ask(gateway, path)).text();
    return Array.from(html.matchAll(/href="([^"]*gopher:[^"]*)"/g), ([, href]) => href!);
  };
  return { gateway, asked, links };
}

describe("a gateway that reaches a private network", () => {
  it("marks links to another server, and every link of a page that such a link opened", async () => {
    const { links } = world();
    const first = await links(`/gopher://${OUTSIDE}/`);
    expect(first).toContain(`/gopher://${OUTSIDE}/1more`);
    expect(first).toContain(`/_/named/gopher://${INSIDE}/1FLUSHALL`);
    expect(first).not.toContain(`/gopher://${INSIDE}/1FLUSHALL`);
    const second = await links(`/_/named/gopher://${OUTSIDE}/1more`);
    expect(second).toContain(`/_/named/gopher://${OUTSIDE}/`);
    expect(second.filter((link) => !link.startsWith("/_/named/"))).toEqual([]);
  });

  it("does not open a marked link into the private network, and offers an unmarked link", async () => {
    const { gateway, asked, links } = world();
    const path = `/_/named/gopher://${INSIDE}/1FLUSHALL`;
    const refused = await ask(gateway, path);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain(`<a href="/gopher://${INSIDE}/1FLUSHALL">`);
    expect(asked()).toEqual([]);
    const problem = await ask(gateway, path, { accept: "application/json" });
    expect(await problem.json()).toMatchObject({ title: "host-blocked", status: 403 });
    expect(await links(`/gopher://${INSIDE}/`)).toContain(`/gopher://${INSIDE}/1here`);
    expect(asked()).toEqual([INSIDE]);
  });

  it("does not answer a marked link from the cache entry of an unmarked one", async () => {
    const { gateway } = world();
    expect((await ask(gateway, `/gopher://${INSIDE}/1FLUSHALL`)).status).toBe(200);
    expect((await ask(gateway, `/_/named/gopher://${INSIDE}/1FLUSHALL`)).status).toBe(403);
  });

  it("opens a marked link to a public server", async () => {
    const { gateway, asked } = world();
    expect((await ask(gateway, `/_/named/gopher://${OUTSIDE}/`)).status).toBe(200);
    expect((await ask(gateway, `/_/named/_/json/gopher://${OUTSIDE}/`)).status).toBe(200);
    expect(asked()).toContain(OUTSIDE);
  });

  it("signs marked links", async () => {
    const sign = { keys: [{ id: "a", secret: new Uint8Array(32) }] };
    const guard = createGuard({
      registry: gatewayRegistry(),
      reachesInside: true,
      sign,
      hosts: ["gateway.example"],
    });
    const href = await linkOf(guard, "gopher://a.example/", "gopher://b.example/");
    expect(href).toMatch(/^\/_\/s\/a\.\d+\.[0-9a-f]{64}\/_\/named\/gopher:\/\/b\.example\/$/);
  });

  it.each([
    ["http://a.example/x", "http://a.example/y", false],
    ["http://a.example/", "http://A.example:80/", false],
    ["http://a.example/", "https://a.example/", false],
    ["https://a.example/", "http://a.example/", true],
    ["http://a.example/", "https://a.example:8443/", true],
    ["http://a.example/", "http://a.example:8080/", true],
    ["http://a.example:8080/", "https://a.example/", true],
    ["gopher://a.example:80/", "https://a.example/", true],
    ["http://a.example/", "http://b.example/", true],
    ["http://a.example/", "gopher://a.example/", true],
  ])("on a page of %s, marks a link to %s: %s", async (page, target, isMarked) => {
    const guard = createGuard({
      registry: gatewayRegistry(),
      reachesInside: true,
      hosts: ["gateway.example"],
    });
    expect((await linkOf(guard, page, target)).startsWith("/_/named/")).toBe(isMarked);
  });
});

describe("a gateway that reaches public addresses only", () => {
  it("marks no link", async () => {
    const { links } = world({ allow: [] });
    expect(await links(`/gopher://${OUTSIDE}/`)).toContain(`/gopher://${INSIDE}/1FLUSHALL`);
  });
});

/** The path of a link on a page. */
async function linkOf(guard: ReturnType<typeof createGuard>, page: string, target: string): Promise<string> {
  let path = "";
  const route = async (incoming: GatewayRequest) => {
    await incoming.target(parse(page) as Url).catch(() => {});
    path = await incoming.href(parse(target) as Url, `/${target}`);
    return new Response("");
  };
  await guard.answer(new Request("http://gateway.example/"), undefined, route);
  return path;
}
