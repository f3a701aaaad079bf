import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { pnpm } from "../../../examples/pack.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PUBLISH = join(ROOT, "tools/release/publish.ts");

const folder = mkdtempSync(join(tmpdir(), "anyurl-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function workspace(version: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "packages/core"), { recursive: true });
  writeFileSync(join(folder, "pnpm-workspace.yaml"), 'packages: ["packages/*"]\npmOnFail: ignore\n');
  writeFileSync(
    join(folder, "packages/core/package.json"),
    JSON.stringify({ name: "@anyurl/core", version }),
  );
  return folder;
}

/** Publishes to a registry that answers each question with this status. `node` runs a script of Node. */
async function publish(root: string, status: number, node: readonly string[] = [process.execPath]) {
  const uploads: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === "PUT") uploads.push(request.url!);
    response.writeHead(request.method === "PUT" ? 201 : status).end("{}");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const [program, ...args] = [...node, PUBLISH, "--registry", registry, "--root", root];
  const ended = await promisify(execFile)(program!, args, { cwd: ROOT }).then(
    () => "published",
    (error: { readonly stderr: string; readonly stdout: string }) => error.stdout + error.stderr,
  );
  server.close();
  return { ended, uploads };
}

it("publishes a version that the registry does not have", async () => {
  const { ended, uploads } = await publish(workspace("0.1.0"), 404, [...pnpm(), "exec", "node"]);
  expect({ ended, uploads }).toEqual({ ended: "published", uploads: ["/@anyurl%2fcore"] });
});

it("does not publish a version that the registry has", async () => {
  const { ended, uploads } = await publish(workspace("0.1.0"), 200);
  expect({ ended, uploads }).toEqual({ ended: "published", uploads: [] });
});

it("publishes nothing while the registry does not say whether it has the version", async () => {
  const { ended, uploads } = await publish(workspace("0.1.0"), 503);
  expect(uploads).toEqual([]);
  expect(ended).toContain("503");
});

it("publishes nothing before it has a version", async () => {
  const { ended, uploads } = await publish(workspace("0.0.0"), 404);
  expect(uploads).toEqual([]);
  expect(ended).toContain('run "changeset version" first');
});

it("the workflow has no token, checks advisories first, and publishes with provenance", () => {
  const workflow = readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8");
  expect(workflow).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  expect(workflow).toContain("needs: [test, advisories]");
  expect(workflow).toMatch(/publish\.ts --provenance/);
  // A name can move to another commit; a hash cannot.
  for (const [, ref] of workflow.matchAll(/uses: [^@\s]+@(\S+)/g)) expect(ref).toMatch(/^[0-9a-f]{40}$/);
});
