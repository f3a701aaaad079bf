import { createAnyurl } from "anyurl";
import { expect, test } from "vitest";
import { type Scene, scenesOf } from "../src/demo/scenes.ts";
import { openStage, perform } from "../src/demo/stage.ts";
import { statusOf } from "../src/exit.ts";
import { run } from "./captured.ts";

test("opens every URL, shows each part by part, and ends with status 0", async () => {
  const { status, out, err } = await run(["demo"]);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).toContain("C: RETR welcome.txt");
  expect(out).toContain("     Welcome, reader.");
  expect(out).toMatch(/256 octets, sha256 40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880/);
  expect(out.match(/^ +\^\^\^/gm)?.length).toBe(2);
  expect(out).toMatch(/Done\. 1\d URLs opened, 2 refused/);
  expect(out).not.toContain("s3cr");
  // A pleasure to read: no line is very long, and there are not too many.
  const lines = out.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(lines.length).toBeLessThan(220);
});

test("--json has the same for a program", async () => {
  const results: readonly Record<string, unknown>[] = JSON.parse((await run(["demo", "--json"])).out);
  expect(results.length).toBeGreaterThanOrEqual(10);
  expect(results.filter(({ refused }) => refused !== undefined).length).toBe(2);
});

test("fails with status 1, the URL and the reason when anything differs", async () => {
  await using stage = await openStage();
  const scenes = scenesOf(stage.root);
  const signal = new AbortController().signal;
  const [file, , , , , , listing] = scenes as [Scene, Scene, Scene, Scene, Scene, Scene, Scene];
  const refused = scenes.at(-1)!;
  const wrong: readonly (readonly [Scene, string])[] = [
    [{ ...file, expected: { octets: Uint8Array.of(1) } }, "676 octets came"],
    [{ ...file, path: "/none.txt" }, "none.txt"],
    [{ ...file, expected: { names: [] } }, "something else"],
    [{ ...file, expected: { code: "bad-ftp-type", at: "x" } }, "bad-ftp-type was expected, not an answer"],
    [{ ...listing, expected: { names: ["empty.txt"] } }, "the names are"],
    [{ ...refused, expected: { code: "bad-host", at: "x" } }, "bad-host was expected, not bad-ftp-type"],
    [{ ...refused, expected: { code: "bad-ftp-type", at: "welcome" } }, 'not at ";type=x"'],
  ];
  for (const [scene, why] of wrong) {
    const error: unknown = await perform(scene, stage, createAnyurl(), signal).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({ name: "DemoFailure" });
    expect((error as Error).message).toContain(why);
    expect((error as Error).message).toMatch(/^ftp:\/\//);
    expect(statusOf(error)).toBe(1);
  }
});

test("fails when what is sent is not what was planned", async () => {
  await using stage = await openStage();
  const [file] = scenesOf(stage.root);
  const urls = createAnyurl();
  const liar = { ...urls, plan: () => ({ operation: "get", steps: [] }) } as typeof urls;
  await expect(perform(file!, stage, liar, new AbortController().signal)).rejects.toThrow(
    "0 lines were planned",
  );
});
