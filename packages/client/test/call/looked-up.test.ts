import type { HostOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type ClientOptions, createClient } from "../../src/index.ts";
import { FakeTransport, line, ManualClock, settled } from "../world.ts";

const idna: HostOptions = { toAscii: (name) => name.toLowerCase().replace("münchen", "xn--mnchen-3ya") };
const ENCODED = "x-line://m%C3%BCnchen.example/p";

function setUp(options: Partial<ClientOptions<readonly [typeof line]>> = {}) {
  const transport = new FakeTransport();
  const client = createClient({ schemes: [line] as const, transport, clock: new ManualClock(), ...options });
  return { transport, client };
}

describe("opening a URL with a host in percent-encoded UTF-8", () => {
  it("looks up the A-labels if the client has idna", async () => {
    const { transport, client } = setUp({ idna });
    const call = client.get(ENCODED);
    call.catch(() => {});
    await settled();
    expect(transport.looked).toEqual(["xn--mnchen-3ya.example"]);
    expect(transport.connections).toHaveLength(1);
    transport.connections[0]!.say("ok\r\n");
    expect((await call).url).toBe("x-line://xn--mnchen-3ya.example/p");
  });

  it("fails with bad-host without idna, says what to install, and looks nothing up", async () => {
    const { transport, client } = setUp();
    await expect(client.get(ENCODED)).rejects.toMatchObject({
      name: "AccessError",
      code: "bad-host",
      hint: expect.stringContaining("install @anyurl/idna"),
    });
    expect(transport.looked).toEqual([]);
  });

  it.each(["x-line://%C3%BC%40h/p", "x-line://%FF/p", "x-line://%EF%BC%91/p"])(
    "fails with bad-host for %s, which has no A-labels",
    async (url) => {
      const { transport, client } = setUp({ idna: { toAscii: () => "127.0.0.1" } });
      await expect(client.get(url)).rejects.toMatchObject({ code: "bad-host" });
      expect(transport.looked).toEqual([]);
    },
  );

  it("does not change other hosts", async () => {
    const { transport, client } = setUp({ idna: { toAscii: () => expect.fail("asked") } });
    client.get("x-line://h%2Dx.example/p").catch(() => {});
    client.get("x-line://[::1]/p").catch(() => {});
    await settled();
    expect(transport.looked).toEqual(["h-x.example"]);
  });
});
