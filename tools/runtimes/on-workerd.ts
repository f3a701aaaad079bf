/** Runs in workerd: the task is a binding, and the report the response to any request. */
import { workerdTransport } from "@anyurl/transport-workerd";
import { checkRuntime, type Task } from "./check-runtime.ts";

export default {
  async fetch(_: Request, { TASK }: { readonly TASK: string }): Promise<Response> {
    const task = JSON.parse(TASK) as Task;
    const transport = workerdTransport({ resolver: task.resolver });
    // The runtime was started with the CA of the peers.
    return Response.json(await checkRuntime(task, { transport, ca: false }));
  },
};
