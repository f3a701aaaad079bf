import { DEFAULT_LIMITS } from "@anyurl/core";
import type { Remote } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { approvedAddresses, approvePort, checkAddress, checkHost } from "../../src/connection/approve.ts";
import { dial } from "../../src/connection/dial.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import type { PolicyOptions } from "../../src/index.ts";
import { FakeConnection, FakeTransport, ManualClock, outcome, settled } from "../world.ts";

const { signal } = new AbortController();
const SENDER = { address: "8.8.8.8", host: "menu.example", port: 7070 };

function world(policy: PolicyOptions = {}, caller?: AbortSignal) {
  const [transport, clock] = [new FakeTransport(), new ManualClock()];
  const call = new CallScope(clock, Number.POSITIVE_INFINITY, caller);
  const dialing = {
    ...{ call, clock, transport, limits: DEFAULT_LIMITS, policy: resolvePolicy(policy) },
    ...{ scheme: "gopher", defaultPort: 70 },
  };
  return { transport, dialing };
}

describe("a port of another service, which the policy allows", () => {
  const { dialing } = world({ allowPorts: ["gopher:25"] });
  const approve = async (host: string, sender?: Remote, port = 25) =>
    approvePort(dialing, host, port, sender);
  const blocked = { code: "port-blocked" };

  it("may be in the URL of a user, and not in that of an outside server", async () => {
    await approve("h.example");
    await expect(approve("h.example", undefined, 26)).rejects.toMatchObject(blocked);
    await expect(approve("h.example", SENDER)).rejects.toMatchObject(blocked);
  });

  it("may be in the URL of an outside server that has this host and port itself", async () => {
    const sender = { ...SENDER, port: 25 };
    await approve("MENU.example", sender);
    // Without a name, the server was dialed by its address.
    await approve("8.8.8.8", { address: "8.8.8.8", port: 25 });
    await expect(approve("other.example", sender)).rejects.toMatchObject(blocked);
    await expect(approve("menu.example", SENDER)).rejects.toMatchObject(blocked);
    await expect(approve("8.8.8.8", sender)).rejects.toMatchObject(blocked);
  });

  it("is named in the error, with the option that allows it", async () => {
    await expect(approve("h.example", undefined, 26)).rejects.toMatchObject({
      message: "port 26 is not allowed for gopher; nothing was sent",
      hint: 'add "gopher:26" to the policy option allowPorts',
    });
  });

  it("is one that the caller is asked about, with the scheme and the host", async () => {
    const asked: unknown[] = [];
    const confirm = (question: unknown) => asked.push(question) > 0;
    const asking = world({ confirm }).dialing;
    expect(approvePort(asking, "h.example", 70, undefined)).toBeUndefined();
    await approvePort(asking, "h.example", 1023, SENDER);
    expect(asked).toEqual([{ scheme: "gopher", host: "h.example", port: 1023 }]);
    const refusing = world({ confirm: async () => false }).dialing;
    for (const [sender, hint] of [
      [undefined, 'add "gopher:1023" to the policy option allowPorts'],
      [SENDER, "open that URL directly if you trust the server that named it"],
    ] as const)
      await expect(approvePort(refusing, "h.example", 1023, sender)).rejects.toMatchObject({ hint });
  });

  it("is asked about below 1024, and blocked without a yes", async () => {
    const answers = [true, false];
    const asking = world({ confirm: () => answers.shift() ?? false }).dialing;
    await approvePort(asking, "h.example", 1023, undefined);
    for (let i = 0; i < 2; i++)
      await expect(approvePort(asking, "h.example", 1023, undefined)).rejects.toMatchObject(blocked);
    await expect(approvePort(world().dialing, "h.example", 1023, undefined)).rejects.toMatchObject(blocked);
  });
});

describe("the addresses of a host", () => {
  it("are those of its name, and none is an error that a retry could mend", async () => {
    const { transport, dialing } = world();
    transport.answers = [[]];
    await expect(approvedAddresses(dialing, "h.example", signal)).rejects.toMatchObject({
      code: "connect-failed",
      message: "the host has no address",
      retryable: true,
    });
  });

  it("are blocked with the reason if the policy allows none", async () => {
    const { transport, dialing } = world({ denyAddresses: ["192.0.2.0/24"] });
    transport.answers = [["192.0.2.1"]];
    await expect(approvedAddresses(dialing, "h.example", signal)).rejects.toMatchObject({
      code: "host-blocked",
      message: "the policy blocks this host: its address is denied",
      hint: "remove the address from the policy option denyAddresses",
    });
    transport.answers = [["0.0.0.0"]];
    await expect(approvedAddresses(dialing, "h.example", signal)).rejects.toMatchObject({
      message: "the policy blocks this host: its address is this-host",
      hint: "add the address to the policy option allowAddresses",
    });
  });

  it("are checked one by one for datagrams", () => {
    const policy = resolvePolicy({ denyAddresses: ["192.0.2.0/24"] });
    expect(() => checkAddress(policy, "192.0.2.1")).toThrow(
      expect.objectContaining({ code: "host-blocked" }),
    );
    expect(() => checkAddress(policy, "8.8.4.1")).not.toThrow();
  });

  it.each(["[::1", "1.2.3.4.5.", "a b", "", "h\u0000"])("are not looked up for the host %j", async (host) => {
    const { transport, dialing } = world();
    await expect(approvedAddresses(dialing, host, signal)).rejects.toMatchObject({ code: "bad-host" });
    expect(transport.looked).toEqual([]);
  });

  it("can be those of a valid name only", () => {
    for (const host of ["h.example", "h.example.", "xn--bcher-kva.example"])
      expect(() => checkHost(host), host).not.toThrow();
    for (const host of ["999.1.1.1", "[v1.x]"])
      expect(() => checkHost(host), host).toThrow(expect.objectContaining({ code: "bad-host" }));
  });
});

it("dial closes a connection that is made after the call was aborted", async () => {
  const controller = new AbortController();
  const { transport, dialing } = world({}, controller.signal);
  transport.answers = [["8.8.4.7"]];
  let connected = (_: FakeConnection) => {};
  transport.answer = () =>
    new Promise((resolve) => {
      connected = resolve;
    });
  const dialed = outcome(dial(dialing, { host: "h.example", port: 70 }));
  await settled();
  controller.abort(new Error("enough"));
  await settled();
  expect(dialed.is).toBe(controller.signal.reason);
  const late = new FakeConnection("8.8.4.7", 70);
  connected(late);
  await settled();
  expect(late.closed).toBe(true);
});

it("dial says that a connection was refused only if it was", async () => {
  const { transport, dialing } = world();
  transport.answers = [["8.8.4.7"]];
  const message = async (code: string) => {
    transport.answer = () => Promise.reject(Object.assign(new Error(code), { code }));
    return dial(dialing, { host: "h.example", port: 70 }).catch((error: Error) => error.message);
  };
  expect(await message("ECONNREFUSED")).toBe("cannot connect to port 70: connection refused");
  expect(await message("EHOSTUNREACH")).toBe("cannot connect to port 70");
});
