import { expect, test } from "vitest";
import { run } from "./captured.ts";

test("an unknown scheme names what IANA says, the search for a plugin, and the command that installs it", async () => {
  const { status, err } = await run(["get", "acap://h.example/"]);
  expect(status).toBe(4);
  expect(err.replace(/\s+/g, " ")).toContain(
    'hint: the IANA status of the name is permanent (RFC 2244); run "npm search keywords:anyurl-scheme acap" to find a plugin, and "anyurl plugins add" to install it',
  );
  const unregistered = await run(["get", "x-absent:a"]);
  expect(unregistered.err).toContain('hint: run "npm search keywords:anyurl-scheme x-absent" to find');
});
