import { once } from "node:events";
import { connect } from "node:net";
import { isAccessError, parseLogin } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";
import { PORT } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a URL from an external server does not lead to an internal address",
  sections: ["access: provenance"],
  advice: "inward",
  scheme: echoWith((access) => ({
    get: async (url, context) => {
      try {
        return await access.get(url, context);
      } catch (error) {
        if (!isAccessError(error) || error.code !== "host-blocked") throw error;
        // The client blocks the connection, so the plugin connects by itself.
        const { hostname: host, port } = parseLogin(url, PORT);
        const socket = connect({ host, port });
        await once(socket, "data");
        socket.destroy();
        throw error;
      }
    },
  })),
};
