import { type MailtoOptions, smtp as submitter } from "@anyurl/smtp";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function mailtoBlock({ smtp: { host, port } }: DemoEnvironment): SchemeScenario {
  const mailto: MailtoOptions = {
    submit: submitter({ host, port, tls: "none" }),
    from: "The Keeper <keeper@sea.example>",
    confirmed: true,
  };
  const options = { ...mailto };
  return {
    scheme: "mailto",
    title: "a message, sent through the mail server of the sender",
    usual: (line) => !/^(EHLO|MAIL|RCPT|DATA|QUIT)\b/.test(line),
    scenes: [
      {
        title: "A message: the URL does not choose the sender or the mail server",
        url: "mailto:joe@sea.example?bcc=pat@sea.example&subject=Gr%C3%BC%C3%9Fe&body=The%20tide%20is%20in.",
        operation: "send",
        options,
        expected: { recipients: ["joe@sea.example", "pat@sea.example"], unnamed: "pat@" },
        sent: (planned) => [
          "EHLO [127.0.0.1]",
          "MAIL FROM:<keeper@sea.example> SIZE=***",
          "RCPT TO:<joe@sea.example>",
          "RCPT TO:<pat@sea.example>",
          "DATA",
          "From: The Keeper <keeper@sea.example>",
          "Date: ***",
          ...planned.flatMap((line) => {
            if (line.startsWith("Bcc: ")) return [];
            return line.startsWith("Subject: ") ? ["Message-ID: <***@sea.example>", line] : [line];
          }),
          ".",
          "QUIT",
        ],
        dialogue: true,
      },
      {
        title: "Rejected: a subject with a line break would add a header field",
        url: "mailto:joe@sea.example?subject=Hello%0D%0ABcc:%20everybody@sea.example",
        operation: "send",
        options,
        expected: { code: "control-octet", at: "%0D" },
      },
    ],
  };
}
