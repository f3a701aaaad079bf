import { equal, ok } from "node:assert/strict";
import type { OperationName } from "@anyurl/core";
import { concat, copyBytes, joinBytes } from "@anyurl/core/exchange";
import type { Section } from "../report/results.ts";
import { called } from "./access-call.ts";
import { type AccessExam, type AccessFixture, declareTest, withFixture } from "./access-exam.ts";
import { checkThere, sameOctets } from "./access-results.ts";
import { reusedChunks } from "./reused-memory.ts";
import type { AccessClient } from "./server-kit.ts";

const topic = "chunks";

type Retrieved = Awaited<ReturnType<AccessClient["get"]>>;

/** Checks the ownership of chunks: a body's chunks belong to the scheme, a source's chunks to the caller. */
export function declareChunks(section: Section, exam: AccessExam): void {
  const ofGet = (name: string) => ({ name, topic, advice: "chunk-of-body" }) as const;
  declareTest(section, exam, "get", ofGet("a chunk does not change until the next one is requested"), () =>
    withFixture(exam, async (one) => {
      const retrieved = await opened(one);
      if (retrieved.chunks !== undefined) return checkStays(retrieved.chunks());
      await retrieved.body.cancel();
      return { skipped: "the kit's client has no `chunks()`" };
    }),
  );
  declareTest(
    section,
    exam,
    "get",
    ofGet("all ways to read return the same bytes and leave other buffers intact"),
    async () => {
      let due: Uint8Array | undefined;
      for (const [name, read] of WAYS) {
        await withFixture(exam, async (one) => {
          const neighbor = Buffer.from("neighbor");
          const retrieved = await opened(one);
          const found = await (read(retrieved) ?? withReader(retrieved));
          await retrieved.complete;
          equal(neighbor.toString(), "neighbor", `another Buffer, after ${name}`);
          // Another test checks that these are the server's bytes.
          due ??= found;
          sameOctets(found, due, `the result of ${name}`);
        });
      }
    },
  );
  const reuses = <O extends OperationName>(operation: O, check: Check<O>) => {
    const name = "the source may reuse the memory of a chunk";
    declareTest(section, exam, operation, { name, topic, advice: "chunk-of-source" }, (fixture) =>
      withFixture(exam, async (one) => {
        const { octets } = fixture as { readonly octets: Uint8Array };
        await called(one, operation, {}, undefined, reusedChunks(cut(octets)));
        await check(one, fixture);
      }),
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

/** Size of a reader's buffer in bytes: small, so that one chunk fills several buffers. */
const OWN_BUFFER = 100;

/** All ways to read a body; `undefined` if the client does not support one. */
const WAYS: readonly (readonly [string, (retrieved: Retrieved) => Promise<Uint8Array> | undefined])[] = [
  ["a default reader", withReader],
  ["a reader with its own buffer", withOwnBuffer],
  ["chunks()", ({ chunks }) => chunks && joined(chunks())],
  ["bytes()", ({ bytes }) => bytes?.()],
  ["a Response", async ({ body }) => new Uint8Array(await new Response(body).arrayBuffer())],
];

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

/** Joins the chunks after the last one: a stream's chunks belong to the reader permanently. */
async function withReader({ body }: Retrieved): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return joinBytes(chunks);
}

async function withOwnBuffer({ body }: Retrieved): Promise<Uint8Array> {
  const reader = body.getReader({ mode: "byob" });
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(OWN_BUFFER));
    if (done) return joinBytes(chunks);
    chunks.push(value);
  }
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const copies: Uint8Array[] = [];
  for await (const chunk of chunks) copies.push(copyBytes(chunk));
  return joinBytes(copies);
}
