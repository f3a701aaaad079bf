import { DEFAULT_LIMITS } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import type { DialOptions } from "../../src/connection/dial-options.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import type { ProxyLogin } from "../../src/proxies/proxy.ts";
import type { ProxyLoginQuestion } from "../../src/proxies/proxy-login.ts";
import { type ProxyOptions, resolveProxySettings } from "../../src/proxies/settings.ts";
import { FakeConnection, FakeTransport, ManualClock } from "../world.ts";
import { connect } from "./managed.ts";

const REQUIRED = "HTTP/1.1 407 Log in\r\ncontent-length: 0\r\n\r\n";
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
const target = { host: "h.example", port: 443 };
const basic = (login: string) => `Basic ${btoa(login)}`;

/** A proxy that sends these replies, one for each connection, and a callback with these answers. */
function proxyWorld(
  replies: readonly (string | Uint8Array)[],
  answers: readonly (ProxyLogin | undefined)[],
  { proxy = "http://p.example:3128", ...more }: ProxyOptions & { proxy?: string } = {},
) {
  const transport = new FakeTransport();
  const [left, known] = [[...replies], [...answers]];
  transport.answer = async ({ address, port }) => {
    const connection = new FakeConnection(address, port);
    connection.say(left.shift() ?? "");
    return connection;
  };
  transport.answers = [["198.51.100.7"]];
  const questions: ProxyLoginQuestion[] = [];
  const login = (question: ProxyLoginQuestion) => {
    questions.push(question);
    return known.shift();
  };
  const clock = new ManualClock();
  const dialling: DialOptions = {
    ...{ transport, clock, scheme: "https", defaultPort: 443, limits: DEFAULT_LIMITS },
    policy: resolvePolicy({ allowAddresses: ["198.51.100.0/24"] }),
    call: new CallScope(clock, Number.POSITIVE_INFINITY, undefined),
    proxies: resolveProxySettings({ proxy, login, ...more }),
  };
  const sent = () => transport.connections.map((connection) => connection.sent.join(""));
  return { dialling, questions, sent };
}

const alice = { user: "alice", password: "secret" };

describe("the login of a proxy that requires one", () => {
  it("is asked for, and the tunnel is requested again", async () => {
    const { dialling, questions, sent } = proxyWorld([REQUIRED, OK], [alice], { tunnel: true });
    await connect(dialling, target);
    expect(questions).toEqual([{ proxy: "http://p.example:3128", attempt: 1 }]);
    expect(sent()[0]).not.toContain("Proxy-Authorization");
    expect(sent()[1]).toContain(`Proxy-Authorization: ${basic("alice:secret")}`);
  });

  it("is not asked for if the host, and so its data connection, is exempt from the proxy", async () => {
    const options = { noProxy: ["h.example:443"] };
    const { dialling, questions, sent } = proxyWorld(["hello", REQUIRED], [alice], options);
    const control = await connect(dialling, target);
    await connect(dialling, { port: 4000 }, { peerOf: control });
    expect([questions, sent()]).toEqual([[], ["", ""]]);
  });

  it("is remembered for the next connection of the client", async () => {
    const { dialling, questions, sent } = proxyWorld([REQUIRED, OK, OK], [alice], { tunnel: true });
    await connect(dialling, target);
    await connect(dialling, target);
    expect(questions).toHaveLength(1);
    expect(sent()[2]).toContain(basic("alice:secret"));
  });

  it("is asked for once by calls at the same time", async () => {
    const replies = [REQUIRED, REQUIRED, OK, OK];
    const { dialling, questions } = proxyWorld(replies, [alice], { tunnel: true });
    await Promise.all([connect(dialling, target), connect(dialling, target)]);
    expect(questions).toHaveLength(1);
  });

  it("has a second attempt, and no third", async () => {
    const replies = [REQUIRED, REQUIRED, REQUIRED, OK];
    const { dialling, questions } = proxyWorld(replies, [alice, alice, alice], { tunnel: true });
    await expect(connect(dialling, target)).rejects.toMatchObject({ code: "proxy-auth-required" });
    expect(questions.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it("is asked for if the proxy rejects the one in the URL", async () => {
    const proxy = "http://bob:old@p.example:3128";
    const { dialling, questions, sent } = proxyWorld([REQUIRED, OK], [alice], { proxy, tunnel: true });
    await connect(dialling, target);
    expect(sent()[0]).toContain(basic("bob:old"));
    expect(sent()[1]).toContain(basic("alice:secret"));
    expect(questions).toEqual([{ proxy: "http://p.example:3128", attempt: 2 }]);
  });

  it("fails with proxy-auth-required without an answer", async () => {
    const { dialling } = proxyWorld([REQUIRED], [undefined], { tunnel: true });
    await expect(connect(dialling, target)).rejects.toMatchObject({ code: "proxy-auth-required" });
  });

  it("is not sent if it has a control character", async () => {
    const { dialling, sent } = proxyWorld([REQUIRED, OK], [{ user: "a\r\nx: y", password: "" }], {
      tunnel: true,
    });
    await expect(connect(dialling, target)).rejects.toMatchObject({ code: "proxy-auth-required" });
    expect(sent()).toHaveLength(1);
  });

  it("is asked for by a SOCKS proxy as well (RFC 1929)", async () => {
    const replies = [Uint8Array.of(5, 0xff), "\x05\x02\x01\x00\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00"];
    const { dialling, sent } = proxyWorld(replies, [alice], { proxy: "socks5h://p.example" });
    await connect(dialling, target);
    expect(sent()[1]).toContain("\x01\x05alice\x06secret");
  });
});
