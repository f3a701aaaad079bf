import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  folder,
  library,
  patternDocument,
  startFtpServer,
  startGopherServer,
  startHttpServer,
  startNntpServer,
} from "@anyurl/servers";

/** Servers on loopback, as plain data for a program in another process. */
export interface World {
  /** With a login, which may write. Ends with "/". */
  readonly ftp: string;
  readonly gopher: string;
  readonly http: string;
  readonly news: string;
  /** A directory to write to, of files. Ends with "/". */
  readonly directory: string;
}

export interface RunningWorld extends AsyncDisposable {
  readonly world: World;
  /** How many connections are open. */
  readonly live: () => number;
}

/** Starts a server of each protocol that the programs use, with a library of documents. */
export async function startWorld(): Promise<RunningWorld> {
  const root = folder([...library().entries, ["large.bin", patternDocument(64 * 1024 * 1024)]]);
  const servers = [
    await startFtpServer({ root: library(), writable: true }),
    await startGopherServer({ root }),
    await startHttpServer({ root }),
    await startNntpServer(),
  ] as const;
  const [ftp, gopher, http, news] = servers;
  const directory = mkdtempSync(join(tmpdir(), "anyurl-programs-"));
  return {
    world: {
      ftp: `ftp://alice:s3cr%3At%40%2F%25@${ftp.host}:${ftp.port}/`,
      gopher: gopher.origin,
      http: http.origin,
      news: news.origin,
      directory: `${pathToFileURL(directory).href}/`,
    },
    live: () => servers.reduce((sum, { live }) => sum + live, 0),
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
