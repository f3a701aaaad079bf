import { createClient } from "@anyurl/client";
import { defineScheme, override, type Presentation, type Scheme } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { file } from "@anyurl/scheme-file";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { createGateway, type GatewayOptions } from "../src/index.ts";
import { ask, open } from "./world.ts";

const SECRET = "a line of a local file";

interface LocalScheme {
  readonly name: string;
  readonly defaultPort?: number;
  readonly presentation?: Presentation;
  readonly get?: (url: unknown, context: Context) => Promise<unknown>;
}

/** A scheme of a third party that reads a file by itself, so that no policy stops it. */
function localScheme({ name, get, ...more }: LocalScheme): Scheme {
  const readSecret = async () => ({
    mediaType: "text/plain",
    body: (async function* () {
      yield new TextEncoder().encode(SECRET);
      return true as const;
    })(),
  });
  return defineScheme({
    name,
    cite: ["README"],
    format: ({ path = "" }: { path?: string }) => `${name}://${path}`,
    examples: [{ url: `${name}:///etc/motd`, title: "a file" }],
    access: async () => ({ get: get ?? readSecret }),
    ...more,
  } as never) as Scheme;
}

function request(schemes: readonly Scheme[], url: string, options: Partial<GatewayOptions> = {}) {
  const client = createClient({
    schemes,
    allowOverride: ["file"],
    transport: nodeTransport(),
    policy: "untrusted",
  });
  return open(createGateway({ client, hosts: ["gateway.example"], ...options }), url, { accept: "*/*" });
}

const codeOf = async (response: Response) => ((await response.json()) as { readonly title: string }).title;

// S24 and S44: a visitor never reads a file of the machine on which the gateway runs.
describe("a gateway", () => {
  it.each([
    ["without a port", {}],
    ["with a port", { defaultPort: 4000 }],
    ["that says it can be served", { defaultPort: 4000, presentation: { served: true } }],
  ])("does not open the URLs of an override of file %s", async (_, more) => {
    const mine = override(localScheme({ name: "file", ...more }));
    const response = await request([file, mine], "file:///etc/passwd");
    expect([response.status, await codeOf(response)]).toEqual([403, "scheme-blocked"]);
  });

  it("does not open the URLs of a scheme that has no port, and so names no server", async () => {
    const response = await request([localScheme({ name: "x-disk" })], "x-disk:///etc/passwd");
    expect([response.status, await codeOf(response)]).toEqual([403, "scheme-blocked"]);
  });

  it("opens such URLs if the operator names their schemes", async () => {
    const disk = localScheme({ name: "x-disk", presentation: { served: false } });
    const response = await request([disk], "x-disk:///etc/motd", { openSchemes: ["x-disk"] });
    expect([response.status, await response.text()]).toEqual([200, SECRET]);
  });

  it("does not open a scheme that the operator did not name", async () => {
    const schemes = [localScheme({ name: "x-disk" }), localScheme({ name: "x-tape" })];
    const response = await request(schemes, "x-tape:///etc/motd", { openSchemes: ["x-disk"] });
    expect(response.status).toBe(403);
  });

  it("rejects the name of a scheme that its client does not have", async () => {
    const client = createClient({ schemes: [file], transport: nodeTransport(), policy: "untrusted" });
    expect(() => createGateway({ client, openSchemes: ["x-dsik"] })).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining("openSchemes") }),
    );
  });

  it("gives no scheme the files of the machine, even if the operator names it", async () => {
    const disk = localScheme({
      name: "x-disk",
      defaultPort: 4000,
      get: async (_, { files, signal }) => files!.facts("/etc/passwd", signal),
    });
    const response = await request([disk], "x-disk:///etc/passwd", { openSchemes: ["x-disk"] });
    expect([response.status, await codeOf(response)]).toEqual([403, "path-blocked"]);
  });

  it("shows the schemes that it does not open as such", async () => {
    const client = createClient({
      schemes: [localScheme({ name: "x-disk" })],
      transport: nodeTransport(),
      policy: "untrusted",
    });
    const page = await ask(createGateway({ client, hosts: ["gateway.example"] }), "/?url=x-disk:///a");
    expect(await page.text()).toContain("does not open x-disk URLs");
  });
});
