import { createPart, describeAuthority, type Part } from "@anyurl/core";
import { describeSubscriber } from "../describe-subscriber.ts";
import { readFields, readRecipients, type SmsUrl } from "./syntax.ts";

/** Returns the parts of an sms URL: their positions and their meaning. */
export function describe(url: SmsUrl): readonly Part[] {
  const part = createPart(url, "RFC 5724 §2.2");
  let others = 0;
  return [
    ...describeAuthority(url, undefined),
    ...readRecipients(url).flatMap((range, i) =>
      describeSubscriber(url.href, range, part, `recipients[${i}].`),
    ),
    ...readFields(url).flatMap(({ name, range: [start, end], equals }) => {
      if (name === "body") return [part("body", [equals + 1, end], "the text of the message")];
      const field = `fields[${others++}]`;
      return [
        part(`${field}.name`, [start, equals], "the name of a further field"),
        part(`${field}.value`, [equals + 1, end], "its value"),
      ];
    }),
  ];
}
