import { createClient, Transcript } from "@anyurl/client";
import { memoryTransport } from "@anyurl/testkit";
import { expect, it } from "vitest";
import { type FtpOptions, ftp } from "../../src/index.ts";
import { ADDRESS, startTableServer } from "./table-server.ts";

/** Returns the commands of the login as a transcript has them. */
async function shown(login: string, options: FtpOptions = {}): Promise<readonly string[]> {
  const network = memoryTransport();
  startTableServer(network, { replies: { USER: "331 password", PASS: "332 account", ACCT: "230 in" } });
  const client = createClient({
    ...{ schemes: [ftp] as const, transport: network, options: { ftp: options } },
    credentials: ({ user = "asked" }) => ({ user, password: "pw", account: "acc" }),
  });
  const transcript = new Transcript();
  await client.remove(`ftp://${login}${ADDRESS}/x`, { transcript });
  return transcript.entries.flatMap(({ text }) =>
    /^(?:USER|PASS|ACCT)/.test(text ?? "") ? [text!.trim()] : [],
  );
}

it.each<readonly [login: string, options: FtpOptions, expected: readonly string[]]>([
  ["", { email: "me@here.example" }, ["USER anonymous", "PASS me@here.example", "ACCT ***"]],
  ["me:pw@", {}, ["USER me", "PASS ***", "ACCT ***"]],
  ["me@", {}, ["USER me", "PASS ***", "ACCT ***"]],
  ["@", {}, ["USER ***", "PASS ***", "ACCT ***"]],
  ["", { login: "ask" }, ["USER ***", "PASS ***", "ACCT ***"]],
])(
  "a transcript masks what the caller was asked for, and passwords: %s %j",
  async (login, options, expected) => {
    expect(await shown(login, options)).toEqual(expected);
  },
);
