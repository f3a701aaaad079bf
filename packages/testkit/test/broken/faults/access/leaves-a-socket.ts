import { connect } from "node:net";
import { parseLogin } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";
import { PORT } from "../../healthy/syntax.ts";

/** Fails each lookup, because the exam has no network. */
const failLookup: typeof import("node:dns").lookup = ((
  _name: string,
  _options: unknown,
  done: (error: Error) => void,
) => done(new Error("no such name"))) as never;

export const fault: Fault = {
  breaks: "bytes and sockets come only from the context",
  sections: ["access: plan", "access: results", "access: abort", "access: secrets"],
  advice: "leaks",
  scheme: echoWith((access) => ({
    stat: (url, context) => {
      const { hostname, port } = parseLogin(url, PORT);
      // Checks first whether a server listens.
      const socket = connect({ host: hostname, port, lookup: failLookup });
      socket.on("error", () => {});
      return access.stat(url, context);
    },
  })),
};
