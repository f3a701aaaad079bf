import { defineOptions } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "an option rejects the values that it does not have",
  sections: ["access: options"],
  advice: "options",
  scheme: echoScheme({
    options: defineOptions("x-echo", {
      loud: {
        type: "value",
        read: (value: unknown) => value,
        expected: "a volume",
        description: "how loud to answer",
      },
    }),
  }),
};
