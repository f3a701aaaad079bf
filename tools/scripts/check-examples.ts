/**
 * Tests the packed tarballs like a user, in a directory outside of the workspace: installs the examples and a package
 * of each kind that `npm create anyurl-scheme` writes, runs their tests, builds and packs them, and opens them on the
 * command line through a config file. One install of pnpm is for all of them: it gives a package only what its manifest
 * names. npm installs what these packages are packed to, beside the command. Build the workspace first.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { packAll, pnpm } from "../../examples/pack.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
/** The created packages: names of every length and kind. */
const CREATED: Readonly<Record<string, string>> = {
  tcp: "com.example.my-notes",
  tls: "x-safe",
  wrap: "x-rpc",
  local: "x-settings",
  syntax: "x-id",
};
const FOLDERS = ["x-board", "x-zip", "x-finger", "x-gemini", "x-sftp", "programs"];
const INSTALL = [
  "install",
  // The optional addon of ssh2 is not built.
  "--ignore-scripts",
  "--no-package-lock",
  "--prefer-offline",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];

const start = performance.now();
const place = mkdtempSync(join(tmpdir(), "anyurl-examples-"));
try {
  const tarballs = packAll(join(place, ".packed"));
  const packed = (...names: readonly string[]) => names.map((name) => tarballs.get(name)!);
  for (const folder of FOLDERS) {
    cpSync(join(EXAMPLES, folder), join(place, folder), {
      recursive: true,
      filter: (path) => !["node_modules", "dist"].includes(basename(path)),
    });
  }
  const creator = await makeFolder("creator", [
    ...packed("create-anyurl-scheme", "@anyurl/core", "@anyurl/iana"),
  ]);
  for (const [kind, name] of Object.entries(CREATED)) {
    const command = join(creator, "node_modules/.bin/create-anyurl-scheme");
    const flags = ["--kind", kind, "--dir", join(place, kind), "--package-manager", "npm", "--json"];
    await run(command, [name, ...flags], place);
  }

  await installAll(tarballs);

  // Two at a time: some tests wait for sockets.
  const jobs = [...FOLDERS, ...Object.keys(CREATED)].map((folder) => () => check(folder));
  const work = async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job();
  };
  // Waits for running jobs, because they would write to the removed directory.
  for (const ended of await Promise.allSettled([work(), work()]))
    if (ended.status === "rejected") throw ended.reason;

  await openAll(await makeFolder("user", [...tarballs.values(), ...created()]));
  said(`${jobs.length === 0 ? "all" : "not all"} checked`);
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

/** Creates a folder with a package.json without dependencies, and installs these tarballs. */
async function makeFolder(name: string, files: readonly string[]): Promise<string> {
  const folder = join(place, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await run("npm", [...INSTALL, "--no-save", ...files], folder);
  return folder;
}

/** Installs the examples and the created packages as the packages of one workspace. The tarballs replace the registry. */
async function installAll(tarballs: ReadonlyMap<string, string>): Promise<void> {
  const list = (lines: readonly string[]) => lines.map((line) => `  ${line}\n`).join("");
  const packages = list([...FOLDERS, ...Object.keys(CREATED)].map((folder) => `- ${folder}`));
  const overrides = list([...tarballs].map(([name, file]) => `${JSON.stringify(name)}: "file:${file}"`));
  writeFileSync(join(place, "pnpm-workspace.yaml"), `packages:\n${packages}overrides:\n${overrides}`);
  writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }\n');
  const [command = "", ...args] = pnpm();
  await run(command, [...args, "install", "--ignore-scripts", "--prefer-offline"], place);
  said("installed");
}

/** Tests, type-checks, builds, and packs a package. */
async function check(folder: string): Promise<void> {
  const cwd = join(place, folder);
  await run("npm", ["test"], cwd);
  await run("npm", ["run", "types"], cwd);
  await run("npm", ["pack", "--pack-destination", place, "--loglevel=error"], cwd);
  said(folder);
}

function created(): readonly string[] {
  return readdirSync(place)
    .filter((name) => name.endsWith(".tgz"))
    .map((name) => join(place, name));
}

/** Opens a URL of each scheme with the command, which finds the plugins through a config file. */
async function openAll(user: string): Promise<void> {
  const names = Object.values(CREATED).map((name) => `anyurl-scheme-${name}`);
  writeFileSync(join(user, "anyurl.config.json"), JSON.stringify({ plugins: names }));
  writeFileSync(join(user, "app.toml"), "[server]\nport = 4000\n");
  const anyurl = (config: string, ...argv: readonly string[]) =>
    run(join(user, "node_modules/.bin/anyurl"), [...argv, "--config", config], user);
  const files = pathToFileURL(user).pathname;

  const demo = (await import(join(place, "tcp/test/server.ts"))) as {
    startServer(documents: Map<string, Uint8Array>): Promise<AsyncDisposable & { readonly port: number }>;
  };
  await using one = await demo.startServer(new Map([["/poem", Buffer.from("Tyger tyger")]]));
  await expect("Tyger tyger", anyurl(user, "get", `com.example.my-notes://127.0.0.1:${one.port}/poem`));
  await expect(/\bpoem\b/, anyurl(user, "ls", `com.example.my-notes://127.0.0.1:${one.port}/`));
  await expect(/GET \/poem/, anyurl(user, "plan", "com.example.my-notes://h.example/poem"));
  await expect("4000", anyurl(user, "get", `x-settings://${files}/app.toml?server/port`));
  await expect("x-id:~a", anyurl(user, "norm", "X-ID:%7Ea"));

  const boards = (await import(join(place, "x-board/test/server.ts"))) as {
    startBoardServer(notes: Map<string, object>): Promise<{ readonly port: number; close(): Promise<void> }>;
  };
  const note = { author: "bob", date: "2001-02-03T04:05:06Z", lines: ["One umbrella."] };
  const two = await boards.startBoardServer(new Map([["/lost/umbrella", note]]));
  const board = join(place, "x-board");
  const at = `x-board://127.0.0.1:${two.port}`;
  await expect("One umbrella.\r\n", anyurl(board, "get", `${at}/lost/umbrella`));
  // The board cannot check beforehand whether a note exists.
  await anyurl(board, "put", "--force", join(user, "app.toml"), `${at}/lost/new`);
  await expect(/umbrella.*new/s, anyurl(board, "ls", `${at}/lost/`));
  await expect(/new/, anyurl(board, "search", `${at}/`, "port"));
  await expect(/READ \/lost\/umbrella/, anyurl(board, "plan", `${at}/lost/umbrella`));
  await two.close();

  const { startFingerServer } = (await import(join(place, "x-finger/test/server.ts"))) as {
    startFingerServer(users: object): Promise<Started>;
  };
  const three = await startFingerServer({ alice: "To read URLs.\n" });
  const finger = join(place, "x-finger");
  await expect("To read URLs.", anyurl(finger, "get", `finger://127.0.0.1:${three.port}/alice`));
  await expect(/alice/, anyurl(finger, "plan", "finger://h.example/alice"));
  await three.close();

  // Certificates of their own, without --insecure, and a redirect to another host.
  const { startGeminiServer } = (await import(join(place, "x-gemini/test/server.ts"))) as {
    startGeminiServer(answer: (path: string) => string): Promise<Started>;
  };
  const four = await startGeminiServer(() => "20 text/gemini\r\n=> /lost/ umbrella\n");
  const five = await startGeminiServer(() => `31 gemini://localhost:${four.port}/\r\n`);
  const gemini = join(place, "x-gemini");
  await expect(/umbrella/, anyurl(gemini, "get", `gemini://127.0.0.1:${five.port}/`));
  await expect(/umbrella/, anyurl(gemini, "ls", `gemini://127.0.0.1:${five.port}/`));
  await Promise.all([four.close(), five.close()]);

  const sftp = (await import(join(place, "x-sftp/test/server.ts"))) as {
    createHostKey(): { readonly privateKey: string; line(port: number): string };
    startSftpServer(files: Map<string, Uint8Array>, privateKey: string): Promise<Started>;
    readonly PASSWORD: string;
  };
  const key = sftp.createHostKey();
  const documents = new Map([["/", ""] as const, ["/poem", "Tyger tyger"] as const]);
  const bytes = new Map(Array.from(documents, ([name, text]) => [name, new TextEncoder().encode(text)]));
  const six = await sftp.startSftpServer(bytes, key.privateKey);
  writeFileSync(join(place, "x-sftp/known_hosts"), key.line(six.port));
  const login = `alice:${encodeURIComponent(sftp.PASSWORD)}`;
  const sftpUrl = `sftp://${login}@127.0.0.1:${six.port}/poem`;
  await expect("Tyger tyger", anyurl(join(place, "x-sftp"), "get", sftpUrl));
  await six.close();

  const library = join(place, "x-zip/node_modules/@zip.js/zip.js/index.js");
  const { TextReader, Uint8ArrayWriter, ZipWriter } = await import(library);
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  await writer.add("blake/the tyger.txt", new TextReader("Tyger tyger"));
  writeFileSync(join(user, "poems.zip"), await writer.close());
  const zip = join(place, "x-zip");
  await expect("Tyger tyger", anyurl(zip, "get", `x-zip://${files}/poems.zip=/blake/the%20tyger.txt`));
  await expect(/the tyger\.txt/, anyurl(zip, "ls", `x-zip://${files}/poems.zip=/blake/`));
}

interface Started {
  readonly port: number;
  close(): Promise<void>;
}

async function expect(wanted: string | RegExp, output: Promise<string>): Promise<void> {
  const got = await output;
  const fits = typeof wanted === "string" ? got.trimEnd().includes(wanted.trimEnd()) : wanted.test(got);
  if (!fits) throw new Error(`the command printed ${JSON.stringify(got)}: expected ${wanted}`);
}

/** Runs a command and returns its output. @throws {Error} with the output if it fails. */
async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  // Removes the settings of the npm that runs this script, which npm would use otherwise.
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/.test(name));
  // Keys that are trusted on first use are those of this run only.
  const env = { ...Object.fromEntries(kept), XDG_CONFIG_HOME: join(place, ".config") };
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${basename(command)} ${args.join(" ")} has failed in ${cwd}:\n${stdout}\n${stderr}`);
  }
}

function said(what: string): void {
  console.log(`examples: ${what}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
