import { parentPort } from "node:worker_threads";
import { document, folder, startFtpServer, startGopherServer, startHttpServer } from "@anyurl/servers";

/** Ports of the servers of a walk. They run in a worker, so that the functions they enter are not counted. */
export interface WalkPorts {
  readonly ftp: number;
  readonly gopher: number;
  readonly http: number;
}

const root = folder({
  "welcome.txt": "Welcome to the harbor.\n",
  pub: folder({ "a.txt": document("A text.\n") }),
});
const [ftp, gopher, http] = await Promise.all([
  startFtpServer({ root }),
  startGopherServer({ root }),
  startHttpServer({ root }),
]);
const ports: WalkPorts = { ftp: ftp.port, gopher: gopher.port, http: http.port };
parentPort!.postMessage(ports);
