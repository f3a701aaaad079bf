import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

const PROGRAM = join(process.env["ANYURL_PEERS"] ?? "/var/cache/anyurl-peers", "s3270/usr/bin/s3270");

/** The scripted terminal s3270, another client of the same hosts. */
export class S3270 implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    this.#child = spawn(PROGRAM, ["-utf8", "-codepage", "cp037"], { stdio: ["pipe", "pipe", "ignore"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Runs an action, such as "Enter()". Returns its data lines. @throws {Error} the action fails. */
  async run(action: string): Promise<readonly string[]> {
    this.#child.stdin.write(`${action}\n`);
    const data: string[] = [];
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done === true || value === "error") throw new Error(`s3270: ${action}: ${data.join("; ")}`);
      if (value === "ok") return data;
      if (value.startsWith("data: ")) data.push(value.slice("data: ".length));
    }
  }

  /** The rows of its screen, without blanks at their ends. */
  async text(): Promise<string> {
    return (await this.run("Ascii()")).map((row) => row.trimEnd()).join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill();
    await ended;
  }
}
