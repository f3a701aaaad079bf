import {
  AccessError,
  createRegistry,
  DEFAULT_LIMITS,
  type Limits,
  resolveOptions,
  textOf,
} from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import type { FileAttributes } from "../../src/attributes.ts";
import * as change from "../../src/change.ts";
import * as exchange from "../../src/exchange.ts";
import type { Target } from "../../src/find.ts";
import { type NfsOptions, type NfsUrl, nfs } from "../../src/index.ts";
import { nfsOptions } from "../../src/options.ts";
import { NfsSession } from "../../src/session.ts";
import { toTarget } from "../../src/target.ts";
import { encode, encodeCall, record, word } from "./notation.ts";

/*
 * A dialogue of an exchange with a server, as lines:
 *
 *   C LOOKUP '' 'a'       a call: every byte is compared. "C* ": its arguments are bytes of a file
 *   S 0 'handle' 1 file   the results of a call that succeeded
 *   S! 1 0 0 0 4          the words of a reply after its xid
 *   S+5 0                 results with an xid that is 5 higher
 *   S/3 0                 results in fragments of 3 bytes
 *   S= 0                  words without a header
 *   S& 0                  results that arrive together with the reply before them
 *   S end                 the server closes the connection
 *   open, close           a channel; "fail CODE" is the answer to an open
 *   emit                  an event
 *   give 'text', give end the answer to the event "pull"
 *   result, error         the end
 */

export interface Dialogue {
  readonly title: string;
  readonly operation: string;
  readonly url: string;
  readonly given: Given;
  readonly lines: readonly string[];
}

interface Given {
  readonly to?: string;
  readonly options?: NfsOptions;
  readonly limits?: Partial<Limits>;
  readonly range?: { readonly start: number; readonly end?: number };
}

/** Reads dialogues: "# title", "operation url {given}", and lines up to an empty one. */
export function readDialogues(text: string): readonly Dialogue[] {
  return text
    .trim()
    .split(/\n\n+/)
    .map((block) => {
      const [title = "", call = "", ...lines] = block.split("\n");
      const [, operation = "", url = "", given = "{}"] = /^(\S+) (\S+)(?: (\{.*\}))?$/.exec(call) ?? [];
      return { title: title.slice(2), operation, url, given: JSON.parse(given) as Given, lines };
    });
}

const urls = createRegistry(nfs);
const target = (url: string): Target => toTarget(urls.parse(url) as NfsUrl);

function start({ operation, url, given }: Dialogue): Exchange<unknown, unknown> {
  const settings = {
    ...resolveOptions(nfsOptions, given.options ?? {}),
    limits: { ...DEFAULT_LIMITS, ...given.limits },
  };
  const session = new NfsSession(settings, "192.0.2.1");
  const here = target(url);
  switch (operation) {
    case "get":
      return exchange.retrieve(session, here, ...(given.range === undefined ? [] : [given.range]));
    case "list":
      return exchange.list(session, here);
    case "stat":
      return exchange.stat(session, here);
    case "put":
      return change.store(session, here);
    case "remove":
      return change.remove(session, here);
    case "makeDirectory":
      return change.makeDirectory(session, here);
    case "rename":
      return change.rename(session, here, target(given.to!));
    default:
      throw new Error(`no such operation: ${operation}`);
  }
}

/** What notation.ts gives each file without fields of its own. The time has nanoseconds: 0.123999999 s. */
const USUAL = " 644 1000:100 size 18 id 7 1994-12-20T12:00:00.123Z 787924800123999999";

function writtenAttributes({
  type,
  mode,
  uid,
  gid,
  size,
  fileid,
  modified,
  version,
}: FileAttributes): string {
  const id = `${mode.toString(8)} ${uid}:${gid} size ${size} id ${fileid}`;
  return `type ${type} ${id} ${modified.toISOString()} ${version}`.replace(USUAL, "");
}

function written(value: unknown): string {
  if (value instanceof Uint8Array)
    return value.length > 100 ? `${value.length} bytes` : JSON.stringify(textOf(value));
  if (typeof value !== "object" || value === null) return String(value);
  if ("begun" in value) return `begun ${writtenAttributes(value.begun as FileAttributes)}`;
  if ("name" in value && "attributes" in value) {
    const facts = value.attributes as FileAttributes | undefined;
    return `entry ${JSON.stringify(value.name)} ${facts === undefined ? "without attributes" : writtenAttributes(facts)}`;
  }
  if ("type" in value) return writtenAttributes(value as FileAttributes);
  if ("pull" in value) return "pull";
  return JSON.stringify(value);
}

function writtenError(error: unknown): string {
  if (!(error instanceof AccessError)) throw error;
  const { code, message, reply, replyCode, hint, target: left } = error;
  const facts = [
    ...(reply === undefined ? [] : [`reply ${reply}`]),
    ...(replyCode === undefined ? [] : [`status ${replyCode}`]),
    ...(error.retryable ? ["retryable"] : []),
    ...(left === undefined ? [] : [`target ${left}`]),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
  return `error ${code}: ${[message, ...facts].join("; ")}`;
}

function encodeReply(line: string, xid: number): Buffer {
  const [, kind = "", number = "", words = ""] = /^S([!+/=]?)(\d*) ?(.*)$/s.exec(line) ?? [];
  if (kind === "=") return encode(words);
  if (kind === "!") return record(Buffer.concat([word(xid), encode(words)]));
  const id = word(kind === "+" ? xid + Number(number) : xid);
  const message = Buffer.concat([id, encode("1 0 0 '' 0"), encode(words)]);
  return record(message, kind === "/" ? Number(number) : undefined);
}

/** Runs the exchange of a dialogue with its server, and returns its lines as they were. */
export function perform(dialogue: Dialogue): readonly string[] {
  const { lines } = dialogue;
  const done: string[] = [];
  const xids = new Map<string, number>();
  const replies = new Map<string, (Buffer | undefined)[]>();
  const steps = start(dialogue);
  try {
    let next = steps.next();
    while (next.done !== true) {
      const step = next.value;
      const here = lines[done.length] ?? "";
      let answer: Uint8Array | undefined;
      if (step.do === "send") {
        const on = step.on ?? "control";
        const xid = (xids.get(on) ?? 0) + 1;
        xids.set(on, xid);
        const mark = step.body === true ? "C* " : "C ";
        const call = here.startsWith(mark) ? encodeCall(here.slice(mark.length), xid) : undefined;
        const isSame = call?.on === on && call.bytes.equals(step.octets);
        done.push(isSame ? here : `${mark}${on} ${Buffer.from(step.octets).toString("hex")}`);
        const queue = replies.get(on) ?? [];
        replies.set(on, queue);
        for (let line = lines[done.length]; line?.startsWith("S"); line = lines[done.length]) {
          if (line.startsWith("S& ")) {
            const together = [queue.pop() ?? Buffer.alloc(0), encodeReply(line.replace("&", ""), xid)];
            queue.push(Buffer.concat(together));
          } else queue.push(line === "S end" ? undefined : encodeReply(line, xid));
          done.push(line);
        }
      } else if (step.do === "receive") {
        const queue = replies.get(step.on ?? "control") ?? [];
        if (queue.length === 0) throw new Error(`no reply for ${JSON.stringify(done.at(-1))}`);
        answer = queue.shift();
      } else if (step.do === "open") {
        done.push(`open ${step.on} ${step.endpoint.host}:${step.endpoint.port} (${step.cite})`);
        xids.delete(step.on);
        const fail = lines[done.length] ?? "";
        if (fail.startsWith("fail ")) {
          done.push(fail);
          next = steps.throw(new AccessError(fail.slice(5) as "timeout", "the network failed"));
          continue;
        }
      } else if (step.do === "close") done.push(`close ${step.on}`);
      else if (step.do === "emit") {
        done.push(`emit ${written(step.event)}`);
        const event = step.event as exchange.Begun | change.Pull;
        const give = lines[done.length] ?? "";
        if ("pull" in event && give.startsWith("give ")) {
          done.push(give);
          event.octets = give === "give end" ? undefined : encode(give.slice(5)).subarray(4, endOfText(give));
        }
      }
      next = steps.next(answer);
    }
    done.push(`result ${written(next.value)}`);
  } catch (error) {
    done.push(writtenError(error));
  }
  return done;
}

/** Where the text of "give" ends, without the zeros after it. */
function endOfText(give: string): number {
  return 4 + encode(give.slice(5)).readUInt32BE(0);
}
