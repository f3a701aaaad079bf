import { expect, it } from "vitest";
import { type Exchange, mapEvents } from "../../src/exchange/index.ts";

it("maps each event to none, one or several, and forwards steps, their results and errors", () => {
  function* within(): Exchange<number, string> {
    yield { do: "emit", event: 0 };
    yield { do: "emit", event: 2 };
    const octets = yield { do: "receive" };
    yield { do: "emit", event: octets?.length ?? 0 };
    try {
      yield { do: "receive" };
    } catch (error) {
      return (error as Error).message;
    }
    return "no error";
  }
  const mapped = mapEvents(within(), (count) => Array.from({ length: count }, (_, i) => `${count}.${i}`));
  expect(mapped.next().value).toEqual({ do: "emit", event: "2.0" });
  expect(mapped.next().value).toEqual({ do: "emit", event: "2.1" });
  expect(mapped.next().value).toEqual({ do: "receive" });
  expect(mapped.next(Uint8Array.of(7)).value).toEqual({ do: "emit", event: "1.0" });
  expect(mapped.next().value).toEqual({ do: "receive" });
  expect(mapped.throw(new Error("the connection is lost"))).toEqual({
    done: true,
    value: "the connection is lost",
  });
});
