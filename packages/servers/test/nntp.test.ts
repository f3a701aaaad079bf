import { once } from "node:events";
import { connect } from "node:net";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { describe, expect, it } from "vitest";
import { type NntpServerOptions, startNntpServer } from "../src/index.ts";
import { until } from "./raw-client.ts";

/**
 * Sends all lines at once and reads to the end of the connection; returns the code of each line, and the lines of
 * blocks.
 */
async function dialogue(options: NntpServerOptions, ...lines: readonly string[]): Promise<readonly string[]> {
  await using server = await startNntpServer(options);
  const heard = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(server.port, server.host);
    socket.setEncoding("latin1");
    socket.on("data", (more: string) => {
      text += more;
    });
    socket.once("error", reject).once("close", () => resolve(text));
    socket.write([...lines, "QUIT", ""].join("\r\n"));
  });
  return heard.split("\r\n").slice(1, -2);
}

const codes = (lines: readonly string[]) => lines.map((line) => line.slice(0, 3));

describe("embedded news server", () => {
  it("selects a newsgroup and moves through it (RFC 3977 §6.1)", async () => {
    expect(
      await dialogue(
        {},
        "STAT",
        "GROUP no.such",
        "GROUP local.gap",
        "STAT",
        "NEXT",
        "NEXT",
        "LAST",
        "LAST",
        "STAT 3",
      ),
    ).toEqual([
      "412 No newsgroup is selected",
      "411 There is no such newsgroup",
      "211 2 2 5 local.gap",
      "223 2 <gap2@harbour.example>",
      "223 5 <gap5@harbour.example>",
      "421 No article in that direction",
      "223 2 <gap2@harbour.example>",
      "422 No article in that direction",
      "423 No article has this number",
    ]);
  });

  it("reports an empty newsgroup in the recommended way (§6.1.1.2)", async () => {
    expect(await dialogue({}, "GROUP local.empty", "STAT", "OVER", "LISTGROUP")).toEqual([
      ...["211 0 1 0 local.empty", "420 There is no current article", "420 There is no current article"],
      ...["211 0 1 0 local.empty list follows", "."],
    ]);
  });

  it("doubles dots, and accepts a message-id without a selected newsgroup (§3.1.1, §6.2.3)", async () => {
    expect(await dialogue({}, "BODY <dots@harbour.example>")).toEqual([
      ...[
        "222 0 <dots@harbour.example>",
        "one line before a dot",
        "..",
        "...two dots",
        "....three",
        ".. and a blank",
        ".",
      ],
    ]);
  });

  it("lists numbers, fields and newsgroups (§6.1.2, §7.6, §8.3, §8.5)", async () => {
    expect(
      await dialogue({}, "LISTGROUP local.gap 3-", "HDR subject 5", "OVER 9-", "LIST ACTIVE *.gap"),
    ).toEqual([
      ...["211 2 2 5 local.gap list follows", "5", ".", "225 Header fields:", "5 five", "."],
      ...["423 No articles in that range", "215 Newsgroups:", "local.gap 5 2 y", "."],
    ]);
    expect(
      await dialogue(
        {},
        "LIST NEWSGROUPS local.e*,!local.empty",
        "LIST WHAT",
        "NEWNEWS local.gap 20000101 000000",
      ),
    ).toEqual([
      ...["215 Descriptions:", ".", "501 There is no such list"],
      ...["230 New articles:", "<gap2@harbour.example>", "<gap5@harbour.example>", "."],
    ]);
  });

  it("accepts a valid article, and rejects others (§6.3.1)", async () => {
    const post = (...lines: readonly string[]) => ["POST", ...lines, "."];
    const head = ["From: a@b.example", "Newsgroups: local.empty", "Subject: x", "Message-ID: <x@b.example>"];
    const said = await dialogue(
      {},
      ...post(...head, "", "..dot", "..."),
      ...post(...head, "", "again"),
      ...post("Subject: x", "", "x"),
      ...post(...head.map((field) => field.replace("local.empty", "local.notices")), "", "x"),
      ...post("no empty line"),
      "GROUP local.empty",
      "BODY 1",
    );
    expect(codes(said.slice(0, 11))).toEqual([
      "340",
      "240",
      "340",
      "441",
      "340",
      "441",
      "340",
      "441",
      "340",
      "441",
      "211",
    ]);
    expect(said.slice(11)).toEqual(["222 1 <x@b.example>", "..dot", "...", "."]);
    expect(codes(await dialogue({ posting: false }, "POST"))).toEqual(["440"]);
  });

  it("requires a login if it is configured (RFC 4643)", async () => {
    const login = ["AUTHINFO USER alice", "AUTHINFO PASS s3cr:t@/%"];
    const options = { loginFor: "reading" } as const;
    expect(codes(await dialogue(options, "GROUP local.gap", ...login, "GROUP local.gap", ...login))).toEqual([
      ...["480", "381", "281", "211", "502", "502"],
    ]);
    expect(
      codes(await dialogue(options, "AUTHINFO PASS x", login[0]!, "AUTHINFO PASS x", "AUTHINFO SASL x")),
    ).toEqual([...["482", "381", "481", "501"]]);
    expect(codes(await dialogue({ loginFor: "posting" }, "GROUP local.gap", "POST"))).toEqual(["211", "480"]);
  });

  it("can be a server of RFC 977", async () => {
    expect(
      codes(
        await dialogue(
          { features: [] },
          "CAPABILITIES",
          "MODE READER",
          "OVER 1-",
          "XOVER 1-",
          "LIST ACTIVE *",
        ),
      ),
    ).toEqual([...["500", "500", "500", "500", "501"]]);
  });

  it("can require MODE READER before reading (§3.4.2)", async () => {
    const said = await dialogue(
      { transit: true },
      "GROUP local.gap",
      "CAPABILITIES",
      "MODE READER",
      "GROUP local.gap",
    );
    expect(said).toContain("MODE-READER");
    expect(said).not.toContain("READER");
    expect([said[0], ...said.slice(-2)]).toEqual([
      "401 MODE-READER",
      "200 Posting allowed",
      "211 2 2 5 local.gap",
    ]);
  });

  it("rejects malformed commands", async () => {
    expect(
      codes(
        await dialogue(
          {},
          "",
          "WHAT",
          "GROUP",
          "ARTICLE 1 2",
          `GROUP ${"x".repeat(600)}`,
          "GROUP local.gap",
          "ARTICLE x",
        ),
      ),
    ).toEqual([...["500", "500", "501", "501", "501", "211", "501"]]);
  });
});

describe("TLS from the first byte", () => {
  it.each([["nothing"], ["a part of it"]])(
    "closes the connection if the client sends %s instead of a handshake",
    async (said) => {
      await using server = await startNntpServer({ tls: { ...SELF_SIGNED, implicit: true } });
      const socket = connect({ port: server.port, host: server.host, allowHalfOpen: true });
      await once(socket, "connect");
      // The header of a TLS record without the rest (RFC 8446 §5.1).
      if (said === "a part of it") socket.write(Uint8Array.of(22, 3, 1, 0, 200, 1));
      socket.end();
      await until(() => server.live === 0);
      socket.destroy();
    },
  );
});
