import { createClient } from "@anyurl/client";
import {
  AccessError,
  type Attributes,
  defineOptions,
  defineScheme,
  type Entry,
  type Presentation,
  type Scheme,
  type Url,
} from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { createGateway, type Gateway, type GatewayOptions } from "../src/index.ts";
import { ask, open } from "./world.ts";

interface ShelfParts {
  readonly shelf: string;
  readonly words: string | undefined;
}

type ShelfUrl = Url<"x-shelf", ShelfParts>;

const ENTRIES: readonly Entry[] = [
  {
    name: "Tide",
    kind: "file",
    url: "x-shelf://h.example/poems/tide",
    attributes: { author: "Ada", pages: "12" },
  },
  { name: "About this shelf", kind: "information", url: undefined },
];

type List = (url: ShelfUrl, context: { readonly signal: AbortSignal }) => AsyncGenerator<Entry, void, void>;

async function* listEntries(): ReturnType<List> {
  yield* ENTRIES;
}

/** A scheme of a third party, without a network: the gateway knows of it only what it declares. */
function shelfScheme(presentation: Presentation<ShelfUrl>, list: List = listEntries): Scheme {
  return defineScheme({
    name: "x-shelf",
    cite: ["README"],
    defaultPort: 4000,
    parse: ({ path, query }: Url): ShelfParts => ({ shelf: path.slice(1), words: query }),
    format: ({ shelf = "", words }: { shelf?: string; words?: string | undefined }) =>
      `x-shelf://h.example/${shelf}${words === undefined ? "" : `?${encodeURIComponent(words)}`}`,
    isDirectory: ({ path }: Url) => path.endsWith("/"),
    presentation,
    examples: [{ url: "x-shelf://h.example/", title: "a shelf" }],
    options: defineOptions("x-shelf", {
      part: { type: "string", description: "the part of a work" },
      replies: {
        type: "value",
        read: (value: unknown) => value,
        expected: "a list",
        description: "the answers",
      },
    }),
    access: async () => ({
      list,
      async *search(_: ShelfUrl, __: unknown, words: string): AsyncGenerator<Entry, void, void> {
        yield { name: `found ${words}`, kind: "file", url: "x-shelf://h.example/poems/tide" };
      },
      async stat(): Promise<Attributes> {
        const ask = "name\nsecret";
        return { kind: "file", attributes: { heading: "The tide", author: "Ada", ask, etag: '"1"' } };
      },
      async get(_: ShelfUrl, { options }: { options: Readonly<Record<string, unknown>> }) {
        const text = new TextEncoder().encode(JSON.stringify(options));
        return {
          mediaType: "text/plain",
          body: (async function* () {
            yield text;
            return true as const;
          })(),
        };
      },
    }),
  } as never) as Scheme;
}

/** A server that asks for words with one of these reply codes. */
const QUESTION: Presentation<ShelfUrl> = {
  view: { search: { title: "Answer the server", label: "Answer", part: "words", asked: [10] } },
};

function gatewayWith(
  presentation: Presentation<ShelfUrl>,
  list?: List,
  options: Omit<GatewayOptions, "client"> = {},
): Gateway {
  const client = createClient({
    schemes: [shelfScheme(presentation, list)],
    transport: nodeTransport(),
    policy: "untrusted",
  });
  return createGateway({ client, hosts: ["gateway.example"], ...options });
}

const pageOf = async (presentation: Presentation<ShelfUrl>, url: string): Promise<string> =>
  (await open(gatewayWith(presentation), url)).text();

describe("a scheme of a third party", () => {
  const columns = [
    { field: "name", title: "Work" },
    { field: "attributes.author", title: "Author" },
    { field: "attributes.pages", title: "Pages", numeric: true },
  ] as const;

  it.each([
    [10, true],
    [11, false],
  ])(
    "offers a form if the server asks for words with the reply code %i: %s",
    async (replyCode, isOffered) => {
      const ask: List = async function* () {
        throw new AccessError("input-required", "the server asks", {
          reply: "Which words?",
          replyCode,
          hint: "use X",
        });
      };
      const answer = await open(gatewayWith(QUESTION, ask), "x-shelf://h.example/a/");
      const html = await answer.text();
      expect(answer.status).toBe(400);
      expect(html).toContain("Which words?");
      expect(html.includes('name="q"')).toBe(isOffered);
      expect(html.includes("use X")).toBe(!isOffered);
      if (isOffered) expect(html).toContain('action="/_/search"');
    },
  );

  it("offers no such form before the server asks, and redirects to the URL with the answer", async () => {
    const gateway = gatewayWith(QUESTION);
    const url = "x-shelf://h.example/a/";
    expect(await (await open(gateway, url)).text()).not.toContain('name="q"');
    const found = await ask(gateway, `/_/search?${new URLSearchParams({ url, q: "a b" })}`);
    expect([found.status, found.headers.get("location")]).toEqual([303, `/${url}?a%20b`]);
  });

  it("is shown as files and directories if it declares nothing", async () => {
    const html = await pageOf({}, "x-shelf://h.example/poems/");
    expect(html.match(/<th scope="col"[^>]*>[^<]*/g)?.map((each) => each.replace(/.*>/, ""))).toEqual([
      "Name",
      "Kind",
      "Size",
      "Modified",
    ]);
    expect(html).not.toContain('<form class="asked"');
  });

  it("has its own columns, layout and title", async () => {
    const view = { columns, layout: "articles", title: "The poems" } as const;
    const html = await pageOf({ view }, "x-shelf://h.example/poems/");
    expect(html).toContain('<th scope="col" role="columnheader" class="text">Author</th>');
    expect(html).toContain('<td role="cell" class="text"><bdi>Ada</bdi></td>');
    expect(html).toContain('data-title="Pages"><bdi>12</bdi></td>');
    expect(html).toContain('<td role="cell" colspan="3">About this shelf</td>');
    expect(html).toContain("<h1><bdi>The poems</bdi></h1>");
    expect(html).toContain("1 article</p>");
  });

  it("can have a menu", async () => {
    const html = await pageOf({ view: { layout: "menu", columns } }, "x-shelf://h.example/poems/");
    expect(html).toContain('<ul class="menu">');
    expect(html).toContain('<pre class="said">\nAbout this shelf\n</pre>');
  });

  it("can list the same entry objects again, and still has current pages", async () => {
    let lists = 0;
    let now = 1;
    async function* list(): ReturnType<List> {
      yield ENTRIES[0]!;
      yield { name: `list ${++lists}`, kind: "file", url: undefined };
    }
    const gateway = gatewayWith({}, list, { cache: { ttl: { list: 1000 }, now: () => now } });
    const pages = async (times: number) => {
      const found = new Set<string | undefined>();
      for (let i = 0; i < times; i++) {
        const html = await (await open(gateway, "x-shelf://h.example/poems/")).text();
        found.add(/list \d/.exec(html)?.[0]);
      }
      return [...found];
    };
    expect(await pages(3)).toEqual(["list 1"]);
    now += 1001;
    expect(await pages(3)).toEqual(["list 2"]);
  });

  it("is left without a fault of the gateway if the visitor disconnects", async () => {
    const faults: unknown[] = [];
    let left = 0;
    async function* list(_: ShelfUrl, { signal }: { readonly signal: AbortSignal }): ReturnType<List> {
      try {
        yield ENTRIES[0]!;
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      } finally {
        left++;
      }
    }
    const gateway = gatewayWith({}, list, { onFault: (error) => faults.push(error) });
    const { body } = await open(gateway, "x-shelf://h.example/poems/");
    const reader = body!.getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => left).toBe(1);
    expect(faults).toEqual([]);
  });

  it("has no entity-tag, because only HTTP defines the attribute", async () => {
    const head = { method: "HEAD", accept: "text/plain" };
    const { status, headers } = await open(gatewayWith({}), "x-shelf://h.example/poems/tide.txt", head);
    expect([status, headers.get("etag")]).toEqual([200, null]);
  });

  it("has breadcrumbs of the resources above", async () => {
    const html = await pageOf({ breadcrumbs: "directories" }, "x-shelf://h.example/poems/sea/");
    expect(html).toContain('<a href="/x-shelf://h.example/poems/"><bdi>poems</bdi></a>');
  });

  it("has a search form, and shows the results as it declares", async () => {
    const search = { title: "Search the shelf", label: "Words", results: { layout: "hits" } } as const;
    const gateway = gatewayWith({ view: { search } });
    const html = await (await open(gateway, "x-shelf://h.example/poems/")).text();
    expect(html).toContain("Search the shelf</h2>");
    const query = new URLSearchParams({ url: "x-shelf://h.example/poems/", q: "tide" });
    const found = await (await ask(gateway, `/_/search?${query}`)).text();
    expect(found).toContain('<ol class="hits">');
    expect(found).toContain('<span aria-current="page"><bdi>“tide” in poems</bdi></span>');
  });

  it("asks for search terms first if they are required, and adds them to the URL", async () => {
    const search = { title: "Search", label: "Words", part: "words", required: true };
    const gateway = gatewayWith({ view: { search } });
    const html = await (await open(gateway, "x-shelf://h.example/poems/")).text();
    expect(html).toContain('<form class="asked"');
    expect(html).not.toContain("Tide");
    const query = new URLSearchParams({ url: "x-shelf://h.example/poems/", q: "a b" });
    const found = await ask(gateway, `/_/search?${query}`);
    expect(found.headers.get("location")).toBe("/x-shelf://h.example/poems/?a%20b");
    const results = await (await open(gateway, "x-shelf://h.example/poems/?a%20b")).text();
    expect(results).toContain("Tide");
  });

  it("has a header above its texts", async () => {
    const article = {
      title: "heading",
      fields: [{ attribute: "author", title: "By" }],
      options: { part: "body" },
    };
    const html = await pageOf({ view: { article } }, "x-shelf://h.example/poems/tide");
    expect(html).toContain("<h1><bdi>The tide</bdi></h1>");
    expect(html).toMatch(/<dt>By<\/dt>\s*<dd><bdi>Ada/);
    expect(html).toContain("{&quot;part&quot;:&quot;body&quot;}");
  });

  it("can require a form, whose answers become an option", async () => {
    const read = (text: string) =>
      text.split("\n").map((prompt) => ({ kind: prompt === "secret" ? "yes-no" : "line", prompt }) as const);
    const gateway = gatewayWith({ view: { form: { attribute: "ask", read, option: "replies" } } });
    const html = await (await open(gateway, "x-shelf://h.example/poems/tide")).text();
    expect(html).toContain('name="answer-0"');
    const body = String(
      new URLSearchParams({
        url: "x-shelf://h.example/poems/tide",
        kinds: "line,yes-no",
        "answer-0": "Ada",
        "answer-1": "1",
      }),
    );
    const sent = await ask(gateway, "/_/form", {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) },
      accept: "*/*",
    });
    expect(await sent.text()).toBe('{"replies":["Ada",true]}');
  });

  it("is not opened if it is a session or must not be served", async () => {
    const session = await pageOf({ session: true }, "x-shelf://h.example/");
    expect(session).toContain("interactive session");
    const hidden = await open(gatewayWith({ served: false }), "x-shelf://h.example/", { accept: "*/*" });
    expect([hidden.status, ((await hidden.json()) as { title: string }).title]).toEqual([
      403,
      "scheme-blocked",
    ]);
  });

  it("answers with plugin-fault if its presentation throws", async () => {
    const view = () => JSON.parse("{");
    const response = await open(gatewayWith({ view }), "x-shelf://h.example/poems/");
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).toContain("plugin-fault");
    expect(html).toContain('value="x-shelf://h.example/poems/"');
  });
});
