import type { SchemeScenario } from "../scenario.ts";

/** sip and sips name who is called. */
export function sipBlock(): SchemeScenario {
  return {
    scheme: "sip",
    title: "calls over the Internet: read and compared, never opened",
    scenes: [
      {
        title: "A user, and how to reach the server",
        url: "sip:alice@ATLANTA.example;transport=TCP",
        operation: "explain",
        expected: { normal: "sip:alice@atlanta.example;transport=tcp" },
        anatomy: true,
      },
      {
        title: "The same over TLS, with a subject",
        url: "sips:alice@atlanta.example?subject=project%20x&priority=urgent",
        operation: "explain",
        expected: { normal: "sips:alice@atlanta.example?subject=project%20x&priority=urgent" },
      },
    ],
  };
}
