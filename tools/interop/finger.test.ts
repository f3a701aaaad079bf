import { createClient } from "@anyurl/client";
import { finger } from "@anyurl/scheme-finger";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { describePeer } from "./describe-peer.ts";

describePeer({ name: "fingerd" }, (peer) => {
  const client = createClient({
    ...{ schemes: [finger], transport: nodeTransport() },
    policy: { allowAddresses: ["127.0.0.1"], allowPorts: ["finger:*"] },
  });
  const text = async (path: string, options = {}) =>
    (await client.get(`finger://127.0.0.1:${peer.port}${path}`, { options })).text();

  it("says who is logged in, and what a user is", async () => {
    expect(await text("")).toContain("Alice Example");
    expect(await text("/alice")).toContain("To read URLs.\n");
    expect(await text("/alice")).not.toContain("Office");
    expect(await text("/%2FW%20alice")).toContain("Office: none");
    expect(await text("/alice", { verbose: true })).toContain("Office: none");
  });

  it("says that a user does not exist", async () => {
    expect(await text("/missing")).toContain("finger: missing: no such user.");
  });

  it("answers nothing if it is asked to forward", async () => {
    expect(await text("/bob@h.example", { forward: true })).toBe("");
  });
});
