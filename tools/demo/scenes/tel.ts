import type { SchemeScenario } from "../scenario.ts";

/** tel, sms, and geo name what a telephone opens. */
export function telBlock(): SchemeScenario {
  return {
    scheme: "tel",
    title: "telephone numbers, text messages, and locations: read and compared, never opened",
    scenes: [
      {
        title: "A number: its hyphens have no meaning",
        url: "tel:+1-201-555-0123;ext=42",
        operation: "explain",
        expected: { normal: "tel:+12015550123;ext=42" },
        anatomy: true,
      },
      {
        title: "A text message to two numbers",
        url: "sms:+15105550101,+1510-555-0102?body=The%20tide%20is%20in.",
        operation: "explain",
        expected: { normal: "sms:+15105550101,+15105550102?body=The%20tide%20is%20in." },
      },
      {
        title: "A location, with its uncertainty in meters",
        url: "geo:48.2010,16.3695,183;u=40",
        operation: "explain",
        expected: { normal: "geo:48.201,16.3695,183;u=40" },
      },
    ],
  };
}
