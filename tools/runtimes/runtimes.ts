import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { CA } from "@anyurl/testkit/certificates";
import { build } from "esbuild";
import type { Need } from "../../examples/programs/test/checks.ts";
import { openBrowser } from "../browser/gateway-browser.ts";
import type { Report, Task } from "./check-runtime.ts";
import { DENO, type Exceptions, WORKERD } from "./exceptions.ts";

/** Milliseconds after which a runtime that has not answered has failed. */
const PATIENCE = 240_000;

export interface Runtime {
  readonly name: string;
  readonly transport: string;
  readonly lacks: readonly Need[];
  readonly exceptions: Exceptions;
  /** @param place the folder with the installed packages, and with this folder in its `tools`. */
  run(task: Task, place: string): Promise<Report>;
}

/** @param programs the folder in which the programs of programs.json are installed. */
export function createRuntimes(programs: string): readonly Runtime[] {
  const inScope = (scope: string, ...path: readonly string[]) => {
    const [folder] = readdirSync(join(programs, "node_modules", scope)).filter((name) =>
      name.includes(process.platform),
    );
    return join(programs, "node_modules", scope, folder!, ...path);
  };
  const like = (
    name: string,
    find: () => Promise<readonly string[]>,
    exceptions: Exceptions = {},
  ): Runtime => ({
    ...{ name, transport: "transport-node", lacks: [], exceptions },
    run: async (task, place) => runProgram(await find(), task, place),
  });
  return [
    like("Node.js 22", async () => [join(await findNode(22), "node")]),
    like("Node.js 24", async () => [process.execPath]),
    like("Deno 2", async () => [inScope("@deno", "deno"), "run", "--allow-all", "--no-remote"], DENO),
    like("Bun 1", async () => [inScope("@oven", "bin/bun"), "run"]),
    {
      ...{ name: "workerd", transport: "transport-workerd", lacks: ["files"], exceptions: WORKERD },
      run: (task, place) => runWorkerd(inScope("@cloudflare", "bin/workerd"), task, place),
    },
    ...(["page", "worker"] as const).map(
      (kind): Runtime => ({
        ...{
          name: `Chromium, ${kind}`,
          transport: "transport-web",
          lacks: ["sockets", "files"],
          exceptions: {},
        },
        run: (task, place) => runChromium(kind, task, place),
      }),
    ),
  ];
}

/** Returns the folder of the program of another version of Node. */
async function findNode(version: number): Promise<string> {
  const args = ["--yes", `--package=node@${version}`, "-c", 'node -p "path.dirname(process.execPath)"'];
  const { stdout } = await promisify(execFile)("npx", args);
  return stdout.trim();
}

async function runProgram([program, ...args]: readonly string[], task: Task, place: string): Promise<Report> {
  const env = { ...process.env, ANYURL_TASK: JSON.stringify(task), NO_COLOR: "1" };
  const entry = join(place, "tools/runtimes/on-node.ts");
  const options = { cwd: place, env, timeout: PATIENCE, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(program!, [...args, entry], options);
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as Report;
}

/** Bundles an entry as the tools of a platform do, by its conditions. */
async function bundle(entry: string, place: string, conditions: readonly string[]): Promise<string> {
  const out = join(place, `${entry}.js`);
  await build({
    ...{
      entryPoints: [join(place, `tools/runtimes/${entry}.ts`)],
      outfile: out,
      bundle: true,
      format: "esm",
    },
    ...{ platform: "browser", conditions: [...conditions], target: "es2022", logLevel: "error" },
    // Modules of the platform, which all tools for workerd leave out.
    external: ["cloudflare:*"],
  });
  return out;
}

async function runWorkerd(program: string, task: Task, place: string): Promise<Report> {
  await bundle("on-workerd", place, ["workerd", "worker", "browser"]);
  writeFileSync(
    join(place, "workerd.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (
      allow = ["public", "private"],
      tlsOptions = (trustedCertificates = [${JSON.stringify(CA)}], trustBrowserCas = false))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "main", esModule = embed "on-workerd.js")],
  compatibilityDate = "2025-01-01",
  bindings = [(name = "TASK", text = ${JSON.stringify(JSON.stringify(task))})],
);
`,
  );
  const child = spawn(program, ["serve", "workerd.capnp", "--control-fd=3"], {
    cwd: place,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  try {
    const port = await listeningPort(child);
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.status !== 200)
      throw new Error(`workerd answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Report;
  } finally {
    child.kill();
  }
}

/** Resolves to the port that workerd reports on its control channel. Rejects if it ends before. */
function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let errors = "";
    child.stderr!.on("data", (chunk: Buffer) => {
      errors += chunk;
    });
    child.once("error", reject).once("exit", () => reject(new Error(`workerd has ended: ${errors}`)));
    child.stdio[3]!.on("data", (chunk: Buffer) => {
      const port = /"port":([0-9]+)/.exec(String(chunk))?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

const PAGES: Readonly<Record<"page" | "worker", string>> = {
  page: '<script type="module" src="/program.js"></script>',
  worker: '<script>new Worker("/program.js", { type: "module" })</script>',
};

async function runChromium(kind: "page" | "worker", task: Task, place: string): Promise<Report> {
  const program = await bundle("on-browser", place, ["browser"]);
  let resolve: (report: Report) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const reported = new Promise<Report>((...settle) => {
    [resolve, reject] = settle;
  });
  const server = createServer((request, response) => {
    const reply = (type: string, content: string) =>
      response.writeHead(200, { "content-type": type }).end(content);
    switch (request.url) {
      case "/":
        return void reply("text/html", `<!doctype html><title>${kind}</title>${PAGES[kind]}`);
      case "/task":
        return void reply("application/json", JSON.stringify(task));
      case "/program.js":
        return void reply("text/javascript", readFileSync(program, "utf8"));
      case `/report/${kind}`: {
        let body = "";
        request.on("data", (chunk: Buffer) => {
          body += chunk;
        });
        return void request.on("end", () => {
          reply("text/plain", "");
          resolve(JSON.parse(body) as Report);
        });
      }
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await openBrowser();
  const timer = setTimeout(() => reject(new Error(`no report from a ${kind} of Chromium`)), PATIENCE);
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => reject(error));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await reported;
  } finally {
    clearTimeout(timer);
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
