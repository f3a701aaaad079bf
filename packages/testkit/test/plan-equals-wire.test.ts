import { createRegistry, octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { planEqualsWire } from "../src/index.ts";
import { echoScheme } from "./echo.ts";

const registry = createRegistry(echoScheme());
const url = "x-echo://al:s3cret@127.0.0.1:4007/x%FFy";
const WIRE = ["USER al", "PASS s3cret", "x\udcffy"];

/** Creates a server that receives these lines when it is opened, and received others before. */
function compare(...connections: readonly (readonly string[])[]): Promise<void> {
  return compareWithin(50, connections);
}

function compareWithin(patience: number, connections: readonly (readonly string[])[]): Promise<void> {
  const received: Uint8Array[][] = [[octetsOf("before")]];
  const open = async () => {
    for (const lines of connections) received.push(lines.map((line) => octetsOf(line)));
  };
  return planEqualsWire({ registry, url, open, server: { received }, patience });
}

describe("planEqualsWire", () => {
  it("accepts the planned lines, and any secret for the stars of the plan", async () => {
    await compare(WIRE);
    await compare(["USER al", "PASS another", "x\udcffy"]);
  });

  it.each([
    ["another line", [["USER al", "PASS s3cret", "x"]], 'planned "x\\xffy", sent "x"'],
    ["another verb before the secret", [["USER al", "PAST s3cret", "x\udcffy"]], 'planned "PASS ***"'],
    ["an additional line", [[...WIRE, "QUIT"]], 'sent but not planned: "QUIT"'],
    ["a second connection", [WIRE, ["x\udcffy"]], "sent but not planned"],
    ["another order", [["PASS s3cret", "USER al", "x\udcffy"]], 'planned "USER al"'],
  ])("catches %s", async (_name, connections, message) => {
    await expect(compare(...connections)).rejects.toThrow(message);
  });

  it("reports another line without waiting for the lines after it", async () => {
    await expect(compareWithin(60_000, [["USER bob"]])).rejects.toThrow('planned "USER al", sent "USER bob"');
  });

  it("reports a missing line after a short wait", async () => {
    await expect(compare(WIRE.slice(0, 2))).rejects.toThrow('planned but not sent: "x\\xffy"');
  });
});
