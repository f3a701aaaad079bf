import { startHttpServer } from "@anyurl/servers";
import { http } from "anyurl";
import { describe, expect, it } from "vitest";
import { createGateway, type Gateway } from "../../src/index.ts";
import { createGatewayClient, serveGateway } from "../../src/node/index.ts";

const open = { allowPrivate: true, allowPorts: ["http:*"] };

describe("a gateway that opens its own URL", () => {
  it("adds its name to Via in HTTP requests", async () => {
    await using server = await startHttpServer();
    const client = createGatewayClient({ schemes: [http], ...open });
    await using serving = await serveGateway(createGateway({ client, name: "gw-1", cache: false }));
    const url = `${serving.url}http://127.0.0.1:${server.port}/welcome.txt`;
    await (await fetch(url, { headers: { via: "1.0 fred" } })).text();
    const lines = server.received.flat().map((line) => Buffer.from(line).toString());
    expect(lines).toContain("via: 1.0 fred, 1.1 gw-1");
  });

  it("rejects its own address, and its own request under any other name", async () => {
    const client = createGatewayClient({ schemes: [http], ...open });
    const ask = async (hosts: readonly string[]) => {
      await using serving = await serveGateway(createGateway({ client, hosts, cache: false }));
      const headers = { accept: "application/json" };
      const target = `http://127.0.0.1:${serving.port}/robots.txt`;
      const response = await fetch(serving.url + target, { headers });
      return { status: response.status, text: await response.text() };
    };
    expect(await ask(["127.0.0.1"])).toMatchObject({
      status: 403,
      text: expect.stringContaining("own-address"),
    });
    const { status, text } = await ask(["*"]);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(text).not.toContain("User-agent");
  });

  it("rejects a loop through another gateway", async () => {
    // Neither knows its own host name, so only Via shows the loop.
    const [one, two] = ["gw-1", "gw-2"].map((name) =>
      createGateway({
        client: createGatewayClient({ schemes: [http], ...open }),
        name,
        hosts: ["*"],
        cache: false,
      }),
    );
    const seen: string[] = [];
    const told = (gateway: Gateway): Gateway => ({
      ...gateway,
      fetch: (request, caller) => {
        seen.push(request.headers.get("via") ?? "");
        return gateway.fetch(request, caller);
      },
    });
    await using first = await serveGateway(told(one!));
    await using second = await serveGateway(told(two!));
    const [a, b] = [`http://127.0.0.1:${first.port}`, `http://127.0.0.1:${second.port}`];
    const response = await fetch(`${a}/${b}/${a}/${b}/${a}/robots.txt`);
    await response.text();
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(seen).toEqual(["", "1.1 gw-1", "1.1 gw-1, 1.1 gw-2"]);
  });
});
