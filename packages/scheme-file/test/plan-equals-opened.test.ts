import { createClient } from "@anyurl/client";
import type { Files } from "@anyurl/core/exchange";
import { textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { file } from "../src/index.ts";

it("opens the planned path on POSIX for any URL", async () => {
  const asked: string[] = [];
  const files = {
    system: "posix",
    facts: async (path: string) => {
      asked.push(path);
      return { kind: "file", size: 0, modified: new Date(0) };
    },
  } as unknown as Files;
  const no = async () => Promise.reject(new Error("there is no network"));
  const client = createClient({
    schemes: [file],
    transport: { resolve: no, connect: no, files: { ...files, below: () => files } },
    policy: { files: { roots: ["/"] } },
  });
  const segment = fc.oneof(fc.constantFrom("", ".", "..", "a/b", "c:", "~"), textWithout("\0"));
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 5 }), async (segments) => {
      const url = client.registry.format("file", { segments }) as "file:///";
      const opened = await client.stat(url).then(
        () => asked.splice(0),
        (error) => error.code,
      );
      let planned: unknown;
      try {
        const steps = client.registry.plan(url, "stat").steps;
        planned = steps.flatMap((step) => (step.do === "file" && step.system === "posix" ? [step.path] : []));
      } catch (error) {
        planned = (error as { code: string }).code;
      }
      expect(opened).toEqual(planned);
    }),
    { numRuns: 500 },
  );
});
