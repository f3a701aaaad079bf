import { describe, expect, it } from "vitest";
import { bytes, hex, opened, SCREEN, STARTED, same, says, saysAndCloses, TRADITIONAL } from "./world.ts";

/* What a caller gets of a session from its start to its end. */

const HINT = "check the tn3270 options deviceTypes, lu, and tn3270e";

describe("a host that closes the connection before its first screen", () => {
  it.each([
    ["", "truncated", "during the negotiation; agreed options: none", HINT],
    ["FF FD 18", "truncated", "during the negotiation; agreed options: terminal-type", HINT],
    [
      "FF FD 18 FF FD 19 FF FB 19",
      "truncated",
      "during the negotiation; agreed options: terminal-type, end-of-record",
      HINT,
    ],
    [TRADITIONAL, "truncated", "before its first screen", undefined],
    [`${TRADITIONAL} F5`, "truncated", "in the middle of a record", undefined],
  ])("after %s", async (wire, code, message, hint) => {
    const error = await opened(saysAndCloses(wire)).then(
      () => undefined,
      (reason: Error & { hint?: string; code: string }) => reason,
    );
    expect([error?.code, error?.message, error?.hint]).toEqual([
      code,
      `the server closed the connection ${message}`,
      hint,
    ]);
  });
});

describe("a session", () => {
  const readAll = async ({ readable }: { readonly readable: AsyncIterable<Uint8Array> }) => {
    const records: string[] = [];
    for await (const record of readable) records.push(hex(record));
    return records;
  };

  it("gives the records of the application, and not those of the system", async () => {
    const negotiation =
      'FF FD 28 FF FA 28 08 02 FF F0 FF FA 28 02 04 "IBM-3278-2-E" FF F0 FF FA 28 03 04 00 02 04 FF F0';
    const { session } = await opened(
      saysAndCloses(
        `${negotiation} 03 00 00 00 00 31 FF EF 07 00 00 00 00 'sys' FF EF 00 00 00 00 00 ${SCREEN} FF EF`,
        "04 00 00 00 00 01 FF EF 00 00 00 00 00 F1 C3 FF EF 05 00 00 00 00 41 FF EF",
      ),
    );
    expect(await readAll(session)).toEqual([same(SCREEN), "F1 C3"]);
  });

  it("opens with a screen of the system, but not with its other messages", async () => {
    const negotiation =
      'FF FD 28 FF FA 28 08 02 FF F0 FF FA 28 02 04 "IBM-3278-2-E" FF F0 FF FA 28 03 04 00 02 04 FF F0';
    const { session } = await opened(
      says(negotiation, "03 00 00 00 00 31 FF EF", "07 00 00 00 00 'sys' FF EF"),
    );
    expect(session.screen.text.split("\n")[0]).toBe("sys");
    await session[Symbol.asyncDispose]();
    await expect(opened(saysAndCloses(`${negotiation} 03 00 00 00 00 31 FF EF`))).rejects.toMatchObject({
      ...{ code: "truncated", message: "the server closed the connection before its first screen" },
    });
  });

  it("ends with an error if the host closes the connection in a record", async () => {
    const { session } = await opened(saysAndCloses(STARTED, "F1 C3"));
    const read: string[] = [];
    const all = (async () => {
      for await (const record of session.readable) read.push(hex(record));
    })();
    await expect(all).rejects.toMatchObject({
      code: "truncated",
      message: "the server closed the connection in the middle of a record",
    });
    expect(read).toEqual([same(SCREEN)]);
  });

  it("ends with an error if the host sent only text", async () => {
    const { session } = await opened(saysAndCloses('FF FB 03 "login: "'));
    expect(session).toMatchObject({ mode: "nvt", deviceType: undefined, lu: undefined });
    expect(session.optionsInUse).toEqual([{ option: "suppress-go-ahead", side: "him" }]);
    await expect(session.write(bytes("7D"))).rejects.toMatchObject({
      ...{ code: "unsupported", message: "the host sends text, not records; nothing was sent" },
    });
    await expect(readAll(session)).rejects.toMatchObject({
      ...{ code: "unsupported", hint: HINT },
      message:
        "the server closed the connection without agreeing to records; agreed options: suppress-go-ahead",
    });
  });

  it("ends without an error if it is disposed, also in a record or in text", async () => {
    for (const wire of [`${STARTED} F1 C3`, 'FF FB 03 "login: "']) {
      const { session } = await opened(says(wire));
      const read = readAll(session);
      await session[Symbol.asyncDispose]();
      expect(await read).toEqual(wire.startsWith(STARTED) ? [same(SCREEN)] : []);
    }
  });

  it("reports changes of the screen by records, text, and keys, until a listener is removed", async () => {
    const { session } = await opened(says(STARTED, "FF FB 03", "F1 C3 'x' FF EF"));
    const { screen } = session;
    let changes = 0;
    const remove = screen.onChange(() => void changes++);
    await screen.type("a");
    expect(changes).toBe(1);
    await expect(screen.type("日")).rejects.toMatchObject({ code: "bad-argument" });
    expect(changes).toBe(2);
    await screen.press("Tab");
    expect(changes).toBe(3);
    const records = session.readable[Symbol.asyncIterator]();
    await records.next();
    expect(hex((await records.next()).value)).toBe(same("F1 C3 'x'"));
    expect(changes).toBe(4);
    remove();
    await screen.press("Tab");
    expect(changes).toBe(4);
    await session[Symbol.asyncDispose]();
  });

  it("has the rows as text, without blanks at their ends", async () => {
    const { session } = await opened(
      says(`${TRADITIONAL} F5 C3 'ab  ' 1D 4C 'pw' 1D 60 11 C1 50 40 'c' FF EF`),
    );
    expect(session.screen.text).toBe(`ab\n c${"\n".repeat(22)}`);
    await session[Symbol.asyncDispose]();
  });

  it("shows text, and reports it", async () => {
    const { session } = await opened(says('FF FB 03 "one"', '"two"', "FF FD 1D"));
    let changes = 0;
    session.screen.onChange(() => void changes++);
    const read = session.readable[Symbol.asyncIterator]().next();
    await expect.poll(() => session.screen.text.trim()).toBe("onetwo");
    expect(changes).toBe(1);
    await session[Symbol.asyncDispose]();
    await read;
  });

  it.each([
    ["tn3270://a%0Db@192.0.2.1/"],
    ["tn3270://a%0Ab@192.0.2.1/"],
    ["tn3270://a%00b@192.0.2.1/"],
    ["tn3270://a:%00@192.0.2.1/"],
  ])("of %s is not opened", async (url) => {
    await expect(opened(says(STARTED), { url })).rejects.toMatchObject({
      ...{ code: "control-octet", message: "the user or password contains NUL, CR, or LF" },
      hint: "remove it from the URL",
    });
  });
});
