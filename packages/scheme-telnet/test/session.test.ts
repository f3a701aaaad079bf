import { createRegistry, octetsOf, textOf } from "@anyurl/core";
import type { MemoryPeer } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type SessionEvent, type SuggestedLogin, telnet } from "../src/index.ts";
import { all, octets, opened, same } from "./world.ts";

/** Sends everything, and closes after a number of bytes from the client. */
function says(wire: string, awaited = 0): (peer: MemoryPeer) => Promise<void> {
  return async (peer) => {
    await peer.send(octets(wire));
    let heard = 0;
    while (heard < awaited) {
      const got = await peer.receive();
      if (got === undefined) return;
      heard += got.length;
    }
    peer.end();
  };
}

/** Until the client disconnects. */
const listens = async (peer: MemoryPeer) => void (await peer.closed);

describe("a session", () => {
  it("resolves after connecting, and sends nothing by itself", async () => {
    const world = await opened(listens);
    expect(world.sent).toBe("");
    expect(world.session.echoes).toBe(false);
    expect(world.session.optionsInUse).toEqual([]);
    await world.session[Symbol.asyncDispose]();
    expect(world.transport.open).toBe(0);
  });

  it("returns data, negotiates options, and ends when the server closes", async () => {
    const world = await opened(says('FF FB 01 "login: " 0D 0A FF FB 03 "x" FF FD 63', 9));
    expect(await all(world.session)).toBe("login: \r\nx");
    expect(world.sent).toBe(same("FF FD 01 FF FD 03 FF FC 63"));
    expect(world.session.echoes).toBe(true);
    expect(world.transport.open).toBe(0);
    expect(world.events.map(({ do: what }) => what)).toEqual(["receive", "send", "send", "send", "close"]);
  });

  it("replies before it returns later data", async () => {
    const world = await opened(says('FF FB 01 "Password:"'));
    const sentBefore: string[] = [];
    for await (const piece of world.session.readable) sentBefore.push(`${textOf(piece)} ${world.sent}`);
    expect(sentBefore).toEqual(["Password: FF FD 01"]);
  });

  it("continues in another loop without losing data", async () => {
    const world = await opened(says('"one" FF F1 "two" FF F1 "three"'));
    const seen: string[] = [];
    for (const last of ["one", "two", "three"]) {
      for await (const piece of world.session.readable) {
        seen.push(textOf(piece));
        if (seen.at(-1) === last) break;
      }
      expect(world.transport.open).toBe(1);
    }
    expect(seen).toEqual(["one", "two", "three"]);
    expect(await all(world.session)).toBe("");
    expect(world.transport.open).toBe(0);
  });

  it("encodes data for the NVT, and sends raw bytes in BINARY mode", async () => {
    const world = await opened(says('FF FD 00 "go"', 100));
    await world.session.write(octets("0D 0A FF"));
    for await (const _ of world.session.readable) break;
    await world.session.write(octets("0D 0A FF"));
    expect(world.sent).toBe(same("0D 0A FF FF FF FB 00 0D 0A FF FF"));
    await world.session.write(octets("0D"));
    expect(world.sent.endsWith("FF FF 0D")).toBe(true);
    await world.session[Symbol.asyncDispose]();
  });

  it("sends in the order of the calls", async () => {
    const world = await opened(listens);
    const { session } = world;
    await Promise.all([session.write(octetsOf("a")), session.send("IP"), session.write(octetsOf("b"))]);
    expect(world.sent).toBe("61 FF F4 62");
    await session[Symbol.asyncDispose]();
  });

  it("reports other events in order with the data", async () => {
    const world = await opened(says('"a" FF FB 01 "b" FF F6 "c" FF FC 01', 6), {
      options: { endOfRecord: true },
    });
    const told: string[] = [];
    const tell = (event: SessionEvent) =>
      told.push(event.is === "command" ? event.command : `${event.on ? "+" : "-"}${event.option}`);
    world.session.onEvent(tell);
    const stop = world.session.onEvent(() => told.push("never"));
    stop();
    for await (const piece of world.session.readable) told.push(textOf(piece));
    expect(told).toEqual(["a", "+echo", "b", "AYT", "c", "-echo"]);
  });

  it("supports end-of-record marks if enabled (RFC 885)", async () => {
    const world = await opened(says('FF FB 19 FF FD 19 "rec" FF EF', 8), { options: { endOfRecord: true } });
    const events: SessionEvent[] = [];
    world.session.onEvent((event) => events.push(event));
    for await (const _ of world.session.readable) await world.session.send("EOR");
    expect(world.sent).toBe(same("FF FD 19 FF FB 19 FF EF"));
    expect(events.at(-1)).toEqual({ is: "command", command: "EOR" });
  });

  it("reports the window size when it is known", async () => {
    const world = await opened(says('FF FD 1F "x"', 24));
    for await (const _ of world.session.readable) break;
    await world.session.resize(80, 24);
    expect(world.sent).toBe(same("FF FC 1F FF FB 1F"));
    await expect(world.session.resize(80, -1)).rejects.toThrow(RangeError);
    await world.session[Symbol.asyncDispose]();
  });

  it("fails to send after the end", async () => {
    const world = await opened(says(""));
    await all(world.session);
    await expect(world.session.write(octetsOf("x"))).rejects.toMatchObject({ code: "truncated" });
    await expect(world.session.send("NO SUCH" as never)).rejects.toThrow(TypeError);
  });

  it("ends a pending read when it is disposed", async () => {
    const world = await opened(listens);
    const read = all(world.session);
    await world.session[Symbol.asyncDispose]();
    await world.session[Symbol.asyncDispose]();
    expect(await read).toBe("");
    expect(world.events.filter(({ do: what }) => what === "close")).toHaveLength(1);
  });

  it("fails after a connection reset", async () => {
    const world = await opened(async (peer) => {
      await peer.send(octets('FF FB 01 "half" FF'));
      peer.reset();
    });
    await expect(all(world.session)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(world.transport.open).toBe(0);
  });

  it("uses port 992 and TLS for telnets:", async () => {
    const world = await opened(says('"x"'), { url: "telnets://192.0.2.1/" });
    expect(await all(world.session)).toBe("x");
    expect(world.transport.dialled[0]).toMatchObject({ port: 992, tls: { serverName: "192.0.2.1" } });
  });
});

describe("user and password of the URL", () => {
  const url = "telnet://joe%20x:s3cret%21@192.0.2.1:2300/";

  it("are suggestions, and never sent", async () => {
    const asks =
      'FF FD 18 FF FD 27 FF FD 24 FF FD 23 FF FA 18 01 FF F0 FF FA 27 01 00 "USER" FF F0 "login: "';
    const world = await opened(says(asks, 24), { url });
    expect(world.session.suggestedUser).toBe("joe x");
    expect(world.session.suggestedPassword()).toBe("s3cret!");
    expect(await all(world.session)).toBe("login: ");
    const sent = Buffer.from(world.sent.replaceAll(" ", ""), "hex").toString("latin1");
    expect(sent).not.toMatch(/joe|s3cret/);
    expect(world.sent).toBe(same('FF FB 18 FF FC 27 FF FC 24 FF FC 23 FF FA 18 00 "UNKNOWN" FF F0'));
    expect(JSON.stringify(world.session)).not.toContain("s3cret");
  });

  it("the environment of the process is never sent", async () => {
    const every = Array.from({ length: 256 }, (_, i) => i.toString(16));
    const wire = every.map((code) => `FF FD ${code} FF FB ${code} FF FA ${code} 01 FF F0`).join(" ");
    const world = await opened(says(wire), { options: { size: { columns: 80, rows: 24 } } });
    await all(world.session);
    const sent = Buffer.from(world.sent.replaceAll(" ", ""), "hex").toString("latin1");
    expect(sent.length).toBeLessThanOrEqual(2048);
    for (const value of Object.values(process.env)) {
      if (value !== undefined && value.length > 3) expect(sent).not.toContain(value);
    }
  });

  it.each(["telnet://a%0D%0Ab@192.0.2.1/", "telnet://a:b%00@192.0.2.1/"])(
    "%s fails before connecting",
    async (bad) => {
      await expect(opened(listens, { url: bad })).rejects.toMatchObject({ code: "control-octet" });
    },
  );
});

describe("autoLogin", () => {
  /** A prompt, a line, another prompt … */
  const dialogue =
    (...prompts: readonly string[]) =>
    async (peer: MemoryPeer) => {
      for (const prompt of prompts) {
        await peer.send(prompt);
        await peer.receive();
      }
      await peer.send("\r\nwelcome\r\n> ");
      peer.end();
    };

  const logIn = async (prompt: string, login: SuggestedLogin) => {
    if (/login: $/.test(prompt)) return login.user;
    return /Password: $/.test(prompt) ? login.password() : undefined;
  };

  it("types the line of its callback, and hides the password", async () => {
    const prompts: string[] = [];
    const world = await opened(dialogue("\x1b[2Jhost\r\nlogin: ", "\r\nPassword: "), {
      url: "telnet://joe:s3cret@192.0.2.1/",
      options: {
        autoLogin: (prompt, login) => {
          prompts.push(prompt);
          return logIn(prompt, login);
        },
      },
    });
    expect(await all(world.session)).toContain("welcome");
    expect(world.sent).toBe(same('"joe" 0D 0A "s3cret" 0D 0A'));
    expect(world.secrets).toEqual([same('"s3cret" 0D 0A')]);
    expect(prompts).toEqual(["login: ", "Password: ", "> "]);
    // Only the length is recorded.
    expect(world.events.filter((event) => event.do === "send" && !event.body)).toEqual([]);
  });

  it("uses the caller's credentials if the URL has no password", async () => {
    const world = await opened(dialogue("login: ", "Password: "), {
      url: "telnet://joe@192.0.2.1/",
      options: { autoLogin: logIn },
      password: "asked for",
    });
    await all(world.session);
    expect(world.sent).toBe(same('"joe" 0D 0A "asked" 20 "for" 0D 0A'));
  });

  it("gets the unfinished line for all chunk boundaries, and its end", async () => {
    const prompts: string[] = [];
    const world = await opened(
      async (peer) => {
        for (const piece of ["abc", "def\r\nlog", "in: ", `\r\n${"x".repeat(200)}`, "y".repeat(100)])
          await peer.send(piece);
        peer.end();
      },
      { options: { autoLogin: (prompt) => void prompts.push(prompt) } },
    );
    await all(world.session);
    const long = ["x".repeat(200), "x".repeat(156) + "y".repeat(100)];
    expect(prompts).toEqual(["abc", "log", "login: ", ...long]);
  });

  it("types nothing if the callback returns undefined", async () => {
    const world = await opened(says('"login: "'), {
      url: "telnet://joe:s3cret@192.0.2.1/",
      options: { autoLogin: () => undefined },
    });
    await all(world.session);
    expect(world.sent).toBe("");
  });

  it.each(["a\r\nb", "a\n", "a\0", "\udcff", "a\r"])("rejects a line with %j", async (line) => {
    const world = await opened(says('"login: "', 1), { options: { autoLogin: () => line } });
    await expect(all(world.session)).rejects.toMatchObject({ code: "control-octet" });
    expect(world.sent).toBe("");
    expect(world.transport.open).toBe(0);
  });

  it("types at most eight lines, and gets 256 bytes of a line", async () => {
    let longest = 0;
    const world = await opened(
      async (peer) => {
        for (let i = 0; i < 20; i++) {
          await peer.send(`${"x".repeat(5000)}Password: `);
          if (i < 8) await peer.receive();
        }
        peer.end();
      },
      {
        options: {
          autoLogin: (prompt) => {
            longest = Math.max(longest, prompt.length);
            return "s";
          },
        },
      },
    );
    await all(world.session);
    expect(world.sent).toBe(same('"s" 0D 0A '.repeat(8)));
    expect(longest).toBe(256);
  });
});

describe("the plan equals the sent bytes", () => {
  it.each(["telnet://192.0.2.1/", "telnet://a:b@192.0.2.1:23", "telnets://a@192.0.2.1"])(
    "%s",
    async (url) => {
      const { steps } = createRegistry(telnet).plan(url);
      expect(steps.map(({ do: what }) => what)).toEqual(["connect"]);
      const world = await opened(says('"welcome" 0D 0A'), { url });
      await all(world.session);
      expect(world.sent).toBe("");
      expect(world.transport.dialled).toHaveLength(1);
      expect(steps[0]).toMatchObject({ host: "192.0.2.1", port: world.transport.dialled[0]!.port });
    },
  );
});

describe("options of the scheme", () => {
  it.each<[string, unknown]>([
    ["terminalType", ""],
    ["terminalType", "two words"],
    ["terminalType", "x".repeat(41)],
    ["terminalType", ["VT100", 5]],
    ["terminalType", null],
    ["terminalType", "a\xff\xf0"],
    ["terminalType", Array.from({ length: 17 }, () => "X")],
    ["size", { columns: 80 }],
    ["size", { columns: 80, rows: -1 }],
    ["size", { columns: "80", rows: 24 }],
    ["size", null],
    ["binary", 1],
    ["endOfRecord", "yes"],
    ["env", ["A"]],
    ["env", { A: 1 }],
    ["env", { "": "x" }],
    ["env", { A: "\ud800" }],
    ["env", null],
    ["autoLogin", true],
    ["maxSubnegotiation", Number.NaN],
    ["maxSubnegotiation", -1],
    ["maxSubnegotiation", "4096"],
  ])("reject %s: %j", async (name, value) => {
    await expect(opened(listens, { options: { [name]: value } })).rejects.toMatchObject({
      name: "AccessError",
      code: "bad-option",
      message: expect.stringMatching(`telnet option ${name}.*: expected`),
    });
  });

  it("send the terminal name and variables of the caller, and no others", async () => {
    const wire = "FF FD 18 FF FA 18 01 FF F0 FF FD 27 FF FA 27 01 FF F0";
    const world = await opened(says(wire), { options: { terminalType: "VT100", env: { LANG: "de" } } });
    await all(world.session);
    expect(world.sent).toBe(
      same('FF FB 18 FF FA 18 00 "VT100" FF F0 FF FB 27 FF FA 27 00 03 "LANG" 01 "de" FF F0'),
    );
  });
});
