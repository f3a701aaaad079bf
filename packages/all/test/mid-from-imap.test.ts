import { createAnyurl } from "@anyurl/all";
import { startImapServer } from "@anyurl/servers";
import { expect, it } from "vitest";

it("opens a mid URL from an IMAP mailbox, which finds the message by its Message-ID", async () => {
  await using server = await startImapServer();
  const { get } = createAnyurl({});
  const source = `${server.origin}/INBOX?HEADER%20Message-ID%20%22{messageId}%22`;
  const message = await get("mid:m2@library.example", { options: { source } });
  expect(await message.text()).toContain("Message-ID: <m2@library.example>");
  await expect(get("mid:unknown@library.example", { options: { source } })).rejects.toMatchObject({
    code: "not-found",
  });
});
