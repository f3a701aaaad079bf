import { startNntpServer } from "@anyurl/servers";
import { expect, it } from "vitest";
import { run } from "../captured.ts";

it("uses the server of NNTPSERVER for news URLs", async () => {
  await using server = await startNntpServer();
  const env = { NNTPSERVER: `127.0.0.1:${server.port}` };
  const listed = await run(["ls", "--json", "news:local.harbour"], { env });
  expect({ status: listed.status, err: listed.err }).toEqual({ status: 0, err: "" });
  expect(listed.out).toContain("news:");
  expect(await run(["ls", "news:local.harbour"])).toMatchObject({
    status: expect.any(Number),
    err: expect.stringContaining("no news server is set"),
  });
});
