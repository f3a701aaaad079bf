import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const PUBLISH = join(ROOT, "tools/release/publish.ts");

const folder = mkdtempSync(join(tmpdir(), "anyurl-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function workspace(version: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "packages/core"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  const manifest = { name: "@anyurl/core", version };
  writeFileSync(join(folder, "packages/core/package.json"), JSON.stringify(manifest));
  return folder;
}

async function publish(root: string, status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[PUBLISH, "--registry", registry, "--root", root],
    ]);
    return stdout;
  } catch (error) {
    return (error as { readonly stderr: string }).stderr;
  } finally {
    server.close();
  }
}

it("a version that the registry has is not published again", async () => {
  expect(await publish(workspace("0.1.0"), 200)).toContain("@anyurl/core@0.1.0 is published already");
});

it("nothing is published while the registry does not say whether it has the version", async () => {
  expect(await publish(workspace("0.1.0"), 503)).toContain("the registry answers 503");
});

it("nothing is published before it has a version", async () => {
  expect(await publish(workspace("0.0.0"), 404)).toContain('run "changeset version" first');
});

it("the workflow has no token, checks advisories first, and publishes with provenance", () => {
  const workflow = readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8");
  expect(workflow).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  expect(workflow).toContain("needs: [test, advisories]");
  expect(workflow).toMatch(/publish\.ts --provenance/);
  // A name can move to another commit; a hash cannot.
  for (const [, ref] of workflow.matchAll(/uses: [^@\s]+@(\S+)/g)) expect(ref).toMatch(/^[0-9a-f]{40}$/);
});
