import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

const README = new URL("../README.md", import.meta.url);
const INDEX = new URL("../src/index.ts", import.meta.url);

test("runs the examples of the README", async () => {
  const examples = (await readFile(README, "utf8")).split("```ts\n").slice(1);
  expect(examples).toHaveLength(2);
  const folder = await mkdtemp(join(tmpdir(), "anyurl-servers-"));
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    for (const [i, example] of examples.entries()) {
      const code = example
        .slice(0, example.indexOf("```"))
        .replace('"@anyurl/servers"', JSON.stringify(INDEX.href));
      const file = join(folder, `${i}.ts`);
      await writeFile(file, code);
      await import(/* @vite-ignore */ file);
    }
    expect(log.mock.calls[0]?.[0]).toMatch(/^ftp:\/\/127\.0\.0\.1:\d+\/poems\/tide\.txt$/);
    expect(log.mock.calls[1]).toEqual([[], 0]);
    expect(log.mock.calls[2]?.join(" ")).toMatch(/^ftp:\/\/.* gopher:\/\//);
  } finally {
    log.mockRestore();
    await rm(folder, { recursive: true });
  }
});
