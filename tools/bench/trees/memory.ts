/**
 * `pnpm exec node --conditions=anyurl-source tools/bench/trees/memory.ts`, after a build: lists and copies a tree of 100,000
 * empty files by FTP, from a server in another process to a target that writes nothing, and prints the peak memory of the
 * client.
 */
import { fork } from "node:child_process";
import process from "node:process";

const FILES = Number(process.argv[3] ?? 100_000);
/** Files of one directory. */
const PER_DIRECTORY = 1000;

if (process.argv[2] === "serve") await serve();
else await measure();

async function serve(): Promise<void> {
  const { document, folder, startFtpServer } = await import("@anyurl/servers");
  const empty = document(new Uint8Array(0));
  const directories = Array.from({ length: Math.ceil(FILES / PER_DIRECTORY) }, (_, i) => {
    const files = Array.from({ length: PER_DIRECTORY }, (__, j) => [`file-${j}.txt`, empty] as const);
    return [`directory-${i}`, folder(files)] as const;
  });
  const server = await startFtpServer({ root: folder(directories) });
  process.send!(server.origin);
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ["serve", String(FILES)]);
  const origin = await new Promise<string>((resolve) =>
    child.once("message", (told) => resolve(String(told))),
  );
  const { createAnyurl } = await import("anyurl");
  await using client = createAnyurl({ connections: { idle: 5_000 }, limits: { maxEntries: 2 * FILES } });
  const target = {
    names: { system: "posix", untrusted: true },
    makeDirectory: async (path: readonly string[]) => ({ to: path.join("/") }),
    async copy({ entry }: { readonly entry: { readonly url?: string } }, path: readonly string[]) {
      const response = await client.get(entry as never);
      let octets = 0;
      for await (const chunk of response.chunks()) octets += chunk.length;
      return { to: path.join("/"), octets };
    },
    isCaseSensitive: async () => true,
  } as const;
  const start = performance.now();
  let files = 0;
  for await (const each of client.copyTree(`${origin}/`, target as never)) if (each.did === "copied") files++;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  const seconds = (performance.now() - start) / 1000;
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  console.log(
    `${files} files: ${seconds.toFixed(1)} s, processor ${cpu.toFixed(1)} s, peak memory ${(maxRSS / 1024).toFixed(0)} MiB, heap at the end ${(heapUsed / 2 ** 20).toFixed(0)} MiB`,
  );
  child.kill();
}
