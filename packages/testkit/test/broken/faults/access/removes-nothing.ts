import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a removed resource no longer exists",
  sections: ["access: plan", "access: results", "hostile peers in memory"],
  advice: "round-trip",
  scheme: echoWith((access) => ({
    remove: async (url, context) => void (await access.stat(url, context)),
  })),
};
