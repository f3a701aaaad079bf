import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** A registry on loopback, which asks another one for packages of others. */
export interface LoopbackRegistry extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts Verdaccio on loopback.
 *
 * @param program the path of its program.
 * @param upstream the registry of packages that are not ours.
 * @param folder an empty folder for its data and its log.
 */
export async function startRegistry(
  program: string,
  upstream: string,
  folder: string,
): Promise<LoopbackRegistry> {
  const port = await findFreePort();
  const ours = { access: "$all", publish: "$all", unpublish: "$all" };
  const others = { access: "$all", proxy: "upstream" };
  const config = {
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: -1 } },
    uplinks: { upstream: { url: upstream, maxage: "1h" } },
    // Ours are never asked for upstream, and never sent there: Verdaccio only reads an uplink.
    packages: { "@anyurl/*": ours, anyurl: ours, "create-anyurl-scheme": ours, "**": others },
    log: { type: "file", path: join(folder, "verdaccio.log"), level: "warn" },
    web: { enable: false },
    max_body_size: "50mb",
  };
  // JSON is YAML.
  writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
  const args = [program, "--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/`;
  await waitUntilReady(`${url}-/ping`, child);
  return {
    url,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const exited = once(child, "exit");
      // SIGTERM would wait for idle connections.
      child.kill("SIGKILL");
      await exited;
    },
  };
}

const START_TIMEOUT_MS = 60_000;

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`verdaccio exited with status ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error("verdaccio did not start in time");
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
}
