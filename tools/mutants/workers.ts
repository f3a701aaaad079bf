import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Job, Outcome, Start } from "./messages.ts";
import { ROOT } from "./select.ts";

/** What became of a job: its outcome, or no outcome before its time limit, or a process that ended. */
export type Result = Outcome | "timeout" | "crash";

/** One process that runs tests. It is killed and started again if a run does not end. */
export class Worker {
  readonly #start: Start;
  readonly #directory: string;
  #process: Promise<ChildProcess> | undefined;

  /** @param directory For the files of the worker; the caller removes it. */
  constructor(start: Start, directory: string) {
    this.#start = start;
    this.#directory = directory;
  }

  /** @param limit In milliseconds. */
  async run(job: Job, limit: number): Promise<Result> {
    this.#process ??= this.#fork();
    const child = await this.#process;
    const result = await new Promise<Result>((resolve) => {
      const end = (outcome: Result): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(outcome);
      };
      const timer = setTimeout(() => end("timeout"), limit);
      child.once("message", end).once("exit", () => end("crash"));
      child.send(job);
    });
    if (typeof result === "string") this.close();
    return result;
  }

  close(): void {
    const child = this.#process;
    this.#process = undefined;
    void child?.then((each) => each.kill("SIGKILL"));
  }

  async #fork(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, "worker.ts"), {
      cwd: ROOT,
      env: { ...process.env, ANYURL_MUTANTS_DIR: this.#directory },
      // What a test prints is of no interest; what breaks the worker itself is.
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.send(this.#start);
    await once(child, "message");
    return child;
  }
}
