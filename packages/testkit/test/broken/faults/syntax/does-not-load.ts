import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "access loads",
  sections: [
    "access: operations",
    "access: options",
    "access: plan",
    "access: results",
    "access: failed writes",
    "access: chunks",
    "access: abort",
    "access: limits",
    "access: errors",
    "access: secrets",
    "access: provenance",
    "hostile peers in memory",
    "transcripts",
  ],
  advice: "loads",
  scheme: echoScheme({ access: () => Promise.reject(new Error("Cannot find package 'nowhere'")) }),
};
