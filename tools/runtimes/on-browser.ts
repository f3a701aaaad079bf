/** Runs in a page and in a worker of a browser: the server has the task, and takes the report. */
import { webTransport } from "@anyurl/transport-web";
import { checkRuntime, type Task } from "./check-runtime.ts";

const task = (await (await fetch("/task")).json()) as Task;
const noSockets = "a browser has no sockets";
const report = await checkRuntime(task, { transport: webTransport(), noSockets });
const kind = "document" in globalThis ? "page" : "worker";
await fetch(`/report/${kind}`, { method: "POST", body: JSON.stringify(report) });
