/** Runs in Node.js, Deno, and Bun: the task is in the environment, and the report on standard output. */
import { nodeTransport } from "@anyurl/transport-node";
import { checkRuntime, type Task } from "./check-runtime.ts";

const task = JSON.parse(process.env["ANYURL_TASK"]!) as Task;
console.log(JSON.stringify(await checkRuntime(task, { transport: nodeTransport() })));
process.exit();
