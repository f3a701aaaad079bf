import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { describe } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a password is described as ***",
  sections: ["vectors", "laws"],
  advice: "secret-part",
  scheme: echoScheme({
    describe: (url) =>
      describe(url).map((part) =>
        part.secret ? { ...part, value: ".".repeat(url.password!.length) } : part,
      ),
  }),
};
