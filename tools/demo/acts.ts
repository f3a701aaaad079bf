import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedServer, folder, startFtpServer } from "@anyurl/servers";
import type { HostIo, Output } from "../../packages/cli/src/host-io.ts";
import { main } from "../../packages/cli/src/main.ts";
import { createPainter } from "../../packages/cli/src/render/style.ts";
import { DemoFailure } from "./failure.ts";
import { fixtureLines } from "./fixtures.ts";
import type { DemoEnvironment } from "./stage.ts";

/** A command line of `anyurl`, which the demo runs and shows with its output. */
interface Act {
  readonly title: string;
  readonly argv: readonly string[];
  /** The expected exit status. */
  readonly status: number;
  /** What standard output must be, without white space at the ends of lines. Default: anything. */
  readonly out?: Uint8Array;
  /** The server must not receive anything. */
  readonly isUnsent?: true;
}

/** Columns before the output of a command. */
const INDENT = "  ";

/**
 * Shows four commands with their real output in about one screen: what a URL means, a text over Gopher, a copy from
 * Gopher to FTP, and a URL that would inject a command.
 *
 * @throws {DemoFailure} a result is not the expected one.
 */
export async function playActs(stage: DemoEnvironment, io: HostIo): Promise<void> {
  const paint = createPainter(io.stdout, io.env);
  await using ftp = await startFtpServer({ root: folder({}), writable: "everybody" });
  const config = await writeConfig(stage, ftp);
  try {
    for (const [i, act] of createActs(stage, ftp).entries()) {
      io.signal.throwIfAborted();
      const command = `$ anyurl ${act.argv.map(quote).join(" ")}`;
      await io.stdout.write(
        `\n${paint("bold", `${i + 1}. ${act.title}`)}\n${INDENT}${paint("cyan", command)}\n`,
      );
      const before = stage.gopher.received.length;
      await playAct(act, io, config.file);
      if (act.isUnsent && stage.gopher.received.length > before)
        throw new DemoFailure(`anyurl ${act.argv[0]}: something was sent`);
    }
  } finally {
    await rm(config.directory, { recursive: true });
  }
}

function createActs({ gopher, root }: DemoEnvironment, ftp: EmbeddedServer): readonly Act[] {
  const poem = `${gopher.origin}/0/poems/tide.txt`;
  return [
    {
      title: "What a URL means",
      argv: ["explain", "gopher://gopher.example/7/search%09blue%20whale"],
      status: 0,
    },
    {
      title: "A poem over Gopher",
      argv: ["cat", poem],
      status: 0,
      out: fixtureLines(root, "poems", "tide.txt"),
    },
    { title: "A copy from Gopher to FTP", argv: ["cp", "--verbose", poem, `${ftp.origin}/`], status: 0 },
    {
      title: "An injection is refused: nothing is sent",
      argv: ["get", `${gopher.origin}/0/welcome.txt%0D%0ADELETE%20everything`],
      status: 4,
      isUnsent: true,
    },
  ];
}

async function playAct({ argv, status, out }: Act, io: HostIo, config: string): Promise<void> {
  const heard: string[] = [];
  const collect = ({ isTerminal, columns }: Output): Output => ({
    isTerminal,
    columns: columns === undefined ? undefined : columns - INDENT.length,
    write: async (data) => void heard.push(typeof data === "string" ? data : Buffer.from(data).toString()),
  });
  const env = { ...io.env, ANYURL_CONFIG: config };
  const ended = await main(argv, { ...io, stdout: collect(io.stdout), stderr: collect(io.stderr), env });
  const text = heard.join("").trimEnd();
  await io.stdout.write(
    text
      .split(/\r?\n/)
      .map((line) => `${line === "" ? "" : INDENT}${line}\n`)
      .join(""),
  );
  if (ended !== status) throw new DemoFailure(`anyurl ${argv[0]}: exit status ${ended} instead of ${status}`);
  const expected = out === undefined ? text : Buffer.from(out).toString();
  if (toLines(text) !== toLines(expected)) throw new DemoFailure(`anyurl ${argv[0]}: unexpected output`);
}

function toLines(text: string): string {
  return text
    .trimEnd()
    .split(/\s*\r?\n/)
    .join("\n");
}

/** The servers have ports that the system has chosen, so the policy has to allow them. */
async function writeConfig({ gopher }: DemoEnvironment, ftp: EmbeddedServer) {
  const directory = await mkdtemp(join(tmpdir(), "anyurl-demo-"));
  const file = join(directory, "anyurl.config.json");
  const allowPorts = [`gopher:${gopher.port}`, `ftp:${ftp.port}`];
  await writeFile(file, JSON.stringify({ policy: { allowPorts } }), { mode: 0o600 });
  return { directory, file };
}

function quote(word: string): string {
  return /[;&]/.test(word) ? `"${word}"` : word;
}
