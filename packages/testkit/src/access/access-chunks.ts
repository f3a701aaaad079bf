import { equal, ok } from "node:assert/strict";
import type { OperationName } from "@anyurl/core";
import { concat, copyBytes, joinBytes } from "@anyurl/core/exchange";
import { BODY_READERS, LacksReader, readWhole } from "../faults/body-readers.ts";
import type { Section } from "../report/results.ts";
import { called } from "./access-call.ts";
import {
  type AccessExam,
  type AccessFixture,
  declareServerTest,
  declareTest,
  withFixture,
} from "./access-exam.ts";
import { checkThere, sameOctets } from "./access-results.ts";
import { reusedChunks } from "./reused-memory.ts";
import type { AccessClient } from "./server-kit.ts";

const topic = "chunks";

type Retrieved = Awaited<ReturnType<AccessClient["get"]>>;

/** Checks the ownership of chunks: a body's chunks belong to the scheme, a source's chunks to the caller. */
export function declareChunks(section: Section, exam: AccessExam): void {
  const ofGet = (name: string) => ({ name, topic, advice: "chunk-of-body" }) as const;
  declareServerTest(
    section,
    exam,
    "get",
    ofGet("a chunk does not change until the next one is requested"),
    async (one) => {
      const retrieved = await opened(one);
      if (retrieved.chunks !== undefined) return checkStays(retrieved.chunks());
      await retrieved.body.cancel();
      return { skipped: "the kit's client has no `chunks()`" };
    },
  );
  declareTest(
    section,
    exam,
    "get",
    ofGet("all ways to read return the same bytes and leave other buffers intact"),
    async ({ path }) => {
      let due: Uint8Array | undefined;
      for (const reader of BODY_READERS) {
        // It replaces bytes that are not UTF-8.
        if (reader === "text()") continue;
        await withFixture(exam, async ({ client, server, controller }) => {
          const neighbor = Buffer.from("neighbor");
          // Joined after the last one: a stream's chunks belong to the reader permanently.
          const chunks: Uint8Array[] = [];
          const add = (chunk: Uint8Array) => void chunks.push(chunk);
          const how = { reader, toFetch: exam.kit.fetch, add, bufferSize: BUFFER_SIZE };
          try {
            await readWhole(client, server.url(path), { signal: controller.signal }, how);
          } catch (error) {
            if (error instanceof LacksReader) return;
            throw error;
          }
          equal(neighbor.toString(), "neighbor", `another Buffer, after ${reader}`);
          // Another test checks that these are the server's bytes.
          const found = joinBytes(chunks);
          due ??= found;
          sameOctets(found, due, `the result of ${reader}`);
        });
      }
    },
  );
  const reuses = <O extends OperationName>(operation: O, check: Check<O>) => {
    const name = "the source may reuse the memory of a chunk";
    declareServerTest(
      section,
      exam,
      operation,
      { name, topic, advice: "chunk-of-source" },
      async (one, fixture) => {
        const { octets } = fixture as { readonly octets: Uint8Array };
        await called(one, operation, {}, undefined, reusedChunks(cut(octets)));
        await check(one, fixture);
      },
    );
  };
  reuses("put", (one, { path, octets }) => checkThere(one, path, octets));
  reuses("append", (one, { path, before, octets }) => checkThere(one, path, concat(before, octets)));
  reuses("send", async ({ server }, { arrived }) => {
    ok(arrived(server), "the server did not receive the message");
  });
}

type Check<O extends OperationName> = (
  one: AccessFixture,
  fixture: NonNullable<AccessExam["fixtures"][O & keyof AccessExam["fixtures"]]>,
) => Promise<void>;

/** Cuts bytes into five chunks. */
function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  const most = Math.ceil(bytes.length / 5);
  for (let at = 0; at < bytes.length; at += most) yield bytes.subarray(at, at + most);
}

/** Bytes of a reader's own buffer: few, so that one chunk fills several buffers. */
const BUFFER_SIZE = 100;

function opened({ client, server, exam, controller }: AccessFixture): Promise<Retrieved> {
  return client.get(server.url(exam.fixtures.get!.path), { signal: controller.signal });
}

async function checkStays(chunks: AsyncIterable<Uint8Array>): Promise<undefined> {
  for await (const chunk of chunks) {
    const then = copyBytes(chunk);
    // Long enough for a scheme that reads ahead.
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
    sameOctets(chunk, then, "a chunk, some turns after it was yielded,");
  }
  return undefined;
}
