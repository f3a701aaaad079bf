import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "stat reports the metadata of what get returns",
  sections: ["access: results"],
  advice: "stat",
  scheme: echoWith((access) => ({
    stat: async (...given) => ({
      ...(await access.stat(...given)),
      size: 512,
    }),
  })),
};
