import { writeFile } from "node:fs/promises";
import { type FtpServer, startFtpServer } from "@anyurl/servers";
import { CA, EXPIRED, SELF_SIGNED, type TestCertificate, VALID } from "@anyurl/testkit/certificates";
import { beforeAll, describe, expect, test } from "vitest";
import { toCliOptionNames } from "../src/limits.ts";
import { run } from "./captured.ts";
import { scratchDirectory } from "./scratch-directory.ts";

const HINT = "hint: if you trust the server, give a file with the certificate of its issuer to --cacert\n";

const here = scratchDirectory({ forAll: true });
let authority: string;
beforeAll(async () => {
  authority = here("ca.pem");
  await writeFile(authority, CA);
});

/** Downloads a file over TLS from a server with this certificate. */
async function get(certificate: TestCertificate, ...options: readonly string[]) {
  await using server: FtpServer = await startFtpServer({ tls: certificate });
  return await run(["get", "--option", "tls=required", ...options, `${server.origin}/poems/tide.txt`]);
}

describe("--cacert", () => {
  test("trusts the authorities in the file, which are rejected without it", async () => {
    const trusted = await get(VALID, "--cacert", authority);
    expect(trusted).toMatchObject({ status: 0, err: "", out: expect.stringMatching(/^Tide/) });
    const refused = await get(VALID);
    expect(refused).toMatchObject({ status: 7, out: "", err: expect.stringContaining("tls-failed") });
  });

  test("still rejects other authorities and expired certificates", async () => {
    expect(await get(SELF_SIGNED, "--cacert", authority)).toMatchObject({ status: 7, out: "" });
    const { status, err } = await get(EXPIRED, "--cacert", authority);
    expect([status, err]).toEqual([7, expect.stringContaining("the certificate has expired")]);
    expect(err).toContain("hint: check the clock of this machine, or ask the operator");
  });

  test("fails with status 9 if the file is missing, and connects to no server", async () => {
    const missing = here("none.pem");
    const { status, err } = await run(["get", "--cacert", missing, "ftp://127.0.0.1:1/x"]);
    expect([status, err]).toEqual([9, expect.stringContaining(missing)]);
  });
});

describe("the hint of a failed TLS handshake", () => {
  test("names --cacert, as text and as JSON", async () => {
    expect((await get(SELF_SIGNED)).err).toContain(HINT);
    expect((await get(VALID)).err).toContain(HINT);
    const { out } = await get(SELF_SIGNED, "--json");
    expect(JSON.parse(out)).toMatchObject({ code: "tls-failed", hint: HINT.slice(6).trimEnd() });
  });

  test("names no option that the command does not have", () => {
    expect(toCliOptionNames("add a certificate that the server accepts: tls.cert and tls.key")).toBe(
      "use the library, which accepts a client certificate: tls.cert and tls.key",
    );
    expect(
      toCliOptionNames("decrease tls.minVersion if it is set, or ask the operator of the server for TLS 1.2"),
    ).toBe("ask the operator of the server for TLS 1.2");
  });
});
