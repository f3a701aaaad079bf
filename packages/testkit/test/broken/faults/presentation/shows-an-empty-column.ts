import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "columns have fields of the entries",
  sections: ["access: presentation"],
  advice: "presentation",
  scheme: echoScheme({
    presentation: {
      view: {
        columns: [
          { field: "name", title: "Name" },
          { field: "attributes.author", title: "Author" },
        ],
      },
    },
  }),
};
