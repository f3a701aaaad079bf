import { describe, expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport, line, ManualClock, outcome } from "../world.ts";

describe("a time limit", () => {
  /** A clock that advances by a fraction of a millisecond whenever it is read. */
  class PreciseClock extends ManualClock {
    #looks = 0;
    override elapsed(): number {
      this.#looks += 0.0061;
      return this.now() + this.#looks;
    }
  }

  it("applies to all attempts together, and is reported as configured", async () => {
    const [transport, clock] = [new FakeTransport(), new ManualClock()];
    const refused: ((error: Error) => void)[] = [];
    transport.answer = () => new Promise((_, reject) => refused.push(reject));
    const retry = { attempts: 1, first: 100, random: () => 1 };
    const client = createClient({ schemes: [line] as const, transport, clock, retry });
    const call = outcome(client.get("x-line://h.example/", { limits: { deadline: 1_000 } }));
    await clock.advance(600);
    refused[0]!(Object.assign(new Error("no"), { code: "ECONNREFUSED" }));
    await clock.advance(100);
    expect(refused).toHaveLength(2);
    await clock.advance(299);
    expect(call.is).toBe("waiting");
    await clock.advance(1);
    expect(call.is).toMatchObject({ code: "timeout", message: "the whole call timed out after 1 s" });
  });

  it.each([
    [3_000, "3 s"],
    [2_500, "2500 ms"],
    [999.6, "1 s"],
    [0, "0 ms"],
  ])("formats %d ms as %s in the error", async (deadline, shown) => {
    const [transport, clock] = [new FakeTransport(), new PreciseClock()];
    for (const retry of [{}, { attempts: 2 }]) {
      const client = createClient({ schemes: [line] as const, transport, clock, retry });
      const call = outcome(client.get("x-line://h.example/", { limits: { deadline } }));
      await clock.advance(deadline);
      expect(call.is).toMatchObject({ code: "timeout", message: `the whole call timed out after ${shown}` });
    }
  });
});
