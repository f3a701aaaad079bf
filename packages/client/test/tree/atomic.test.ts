import { expect, it } from "vitest";
import { callOptions } from "../../src/call/call-options.ts";
import { cleanUpOptions } from "../../src/tree/atomic.ts";

it("an atomic write removes the temporary file as the write was made, without its signal and with 5 s for it", () => {
  const { defaults } = callOptions;
  const { signal } = new AbortController();
  const options = { account: "a" };
  expect(
    cleanUpOptions({
      ...defaults,
      ...{ signal, options, insecure: true, limits: { ...defaults.limits, maxLine: 9, deadline: 50 } },
    }),
  ).toEqual({
    ...defaults,
    ...{ options, insecure: true, limits: { ...defaults.limits, maxLine: 9, deadline: 5_000 } },
  });
});
