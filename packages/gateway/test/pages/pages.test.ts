import { describe, expect, it } from "vitest";
import { aboutPage } from "../../src/pages/about.ts";
import { documentPage } from "../../src/pages/document.ts";
import { externalLinkPage } from "../../src/pages/external-link.ts";
import { failurePage } from "../../src/pages/failure.ts";
import { formPage } from "../../src/pages/form.ts";
import type { FormField, FormView, TextSpan } from "../../src/views.ts";
import { FAILURE, FRAME, failing } from "./frames.ts";
import { faultsOf, textOf, unescaped } from "./markup.ts";

describe("every page", () => {
  const page = failurePage(FRAME, FAILURE);

  it("has a title, a skip link, landmarks, a breadcrumb and a contact", () => {
    expect(page).toContain("<title>poems · anyurl</title>");
    expect(page).toContain('<a class="skip" href="#main">');
    expect(page).toContain('<main id="main" tabindex="-1">');
    expect(page).toContain('<nav class="crumbs" aria-label="Breadcrumb">');
    expect(page).toContain('<li><a href="/ftp/ftp.example/"><bdi>ftp.example</bdi></a></li>');
    expect(page).toContain('<span aria-current="page"><bdi>poems</bdi></span>');
    expect(page).toContain('<a href="mailto:abuse@gateway.example" rel="noreferrer">Report abuse</a>');
    expect(faultsOf(page)).toEqual([]);
  });

  it("has no script, and an address form", () => {
    expect(page).not.toContain("<script");
    expect(page).toContain('<form class="address" action="/" method="get">');
    expect(page).toContain('value="ftp://ftp.example/pub/poems/"');
  });

  it("shows no password and no javascript: contact", () => {
    const shown = failurePage(
      { ...FRAME, url: "ftp://u:s3cret@h.example/", contact: "javascript:alert(1)" },
      FAILURE,
    );
    expect(shown).not.toContain("s3cret");
    expect(shown).not.toContain("javascript:");
  });

  it("truncates a long title", () => {
    const long = failurePage({ ...FRAME, title: "x".repeat(500) }, FAILURE);
    expect(/<title>(.*)<\/title>/.exec(long)![1]!.length).toBeLessThan(140);
  });
});

describe("a failure", () => {
  it("shows message, hint, server reply and code", () => {
    const page = failurePage(FRAME, FAILURE);
    for (const each of [
      "the server closed the connection",
      "try again",
      "426 &lt;b&gt;\\u202e",
      "truncated",
      "HTTP 502",
    ])
      expect(page).toContain(each);
  });

  it("omits missing fields", () => {
    const page = failurePage(FRAME, { status: 403, code: "port-blocked", message: "not that port" });
    expect(page).not.toContain("Try this");
    expect(page).not.toContain("Server reply");
  });
});

describe("a document", () => {
  const shown = async (...spans: readonly TextSpan[]) => {
    const page = await textOf(documentPage({ frame: FRAME, text: [spans], toFailure: () => FAILURE }));
    expect(faultsOf(page)).toEqual([]);
    return /<pre class="text">\n(.*)<\/pre>/s.exec(page)![1]!;
  };

  it("shows its text, sanitized and escaped, line by line", async () => {
    expect(await shown({ text: "\n<script>\tx\n\x1b]52;c\x07" })).toBe(
      "\n&lt;script&gt;\tx\n\\x1b]52;c\\x07",
    );
  });

  it("has links to the gateway only", async () => {
    expect(await shown({ text: "see " }, { text: "gopher://h/1", href: "/gopher/h/1" })).toBe(
      'see <a href="/gopher/h/1">gopher://h/1</a>',
    );
    expect(await shown({ text: "x", href: "javascript:alert(1)" })).toBe("x");
    expect(await shown({ text: "x", href: "/_/leave?url=x", leaves: true })).toContain("(external link)");
  });

  it("shows the header first, and streams", async () => {
    let asked = false;
    async function* text() {
      asked = true;
      yield [{ text: "body" }];
    }
    const facts = [{ name: "From", value: "a@b <i>" }];
    const page = documentPage({ frame: FRAME, facts, text: text(), toFailure: () => FAILURE });
    const head = (await page.next()).value as string;
    expect(asked).toBe(false);
    expect(head).toContain("<dt>From</dt><dd><bdi>a@b &lt;i&gt;</bdi></dd>");
    expect((await page.next()).value).toBe("body");
  });

  it("reports an error at its end", async () => {
    const text = failing([{ text: "half" }]);
    const page = await textOf(documentPage({ frame: FRAME, text, toFailure: () => FAILURE }));
    expect(page).toMatch(/half<\/pre>\n<section class="broken"/);
    expect(faultsOf(page)).toEqual([]);
  });
});

describe("a form", () => {
  const FORM: FormView = { title: "Details", action: "/_/form", method: "post", submit: "Send", fields: [] };
  const withField = (field: FormField) => {
    const page = formPage({ frame: FRAME, forms: [{ ...FORM, fields: [field] }] });
    expect(faultsOf(page)).toEqual([]);
    return /<h2.*<button>/s.exec(page)![0];
  };

  it("is sent to its action, which must be a path of the gateway", () => {
    expect(formPage({ frame: FRAME, forms: [FORM] })).toContain('action="/_/form" method="post"');
    const page = formPage({ frame: FRAME, forms: [{ ...FORM, action: "http://evil.example/" }] });
    expect(page).not.toContain("evil.example");
  });

  it("has a label for every field", () => {
    for (const kind of ["text", "multiline", "checkbox"] as const) {
      const shown = withField({ name: "f", label: "A <label>", kind });
      expect(shown).toContain('<label for="form-0-0">A &lt;label&gt;</label>');
      expect(shown).toMatch(/<(input|textarea) [^>]*id="form-0-0"/);
    }
  });

  it("has a radio button for each choice", () => {
    const shown = withField({
      name: "f",
      label: "Metre",
      kind: "choice",
      options: ["iamb", "trochee"],
      value: "iamb",
    });
    expect(shown).toContain("<legend>Metre</legend>");
    expect(shown).toContain('type="radio" id="form-0-0-0" name="f" value="iamb" checked');
    expect(shown).toContain('<label for="form-0-0-1">trochee</label>');
  });

  it("has a checkbox that can be checked", () => {
    expect(withField({ name: "f", label: "More", kind: "checkbox", value: "1" })).toContain(
      '<input type="checkbox" id="form-0-0" name="f" value="1" checked>',
    );
  });

  it("keeps any values unchanged", () => {
    const value = '\n"\t<\u202e\r\n';
    const hidden = withField({ name: "f", label: "", kind: "hidden", value });
    expect(unescaped(/value="([^"]*)"/.exec(hidden)![1]!)).toBe(value);
    const text = withField({ name: "f", label: "x", kind: "multiline", value });
    // Browsers ignore one line end after <textarea>.
    expect(unescaped(/<textarea[^>]*>\n([^<]*)</.exec(text)![1]!)).toBe(value);
  });

  it("shows notes line by line", () => {
    expect(withField({ name: "", label: "one\ntwo <", kind: "note" })).toContain(
      '<p class="note">one\ntwo &lt;</p>',
    );
  });
});

describe("the page for external links", () => {
  const leave = (target: string, href?: string) =>
    externalLinkPage({
      frame: { ...FRAME, title: "Elsewhere" },
      target,
      ...(href !== undefined && { href }),
    });

  it("shows the target, and links to it without a referrer", () => {
    const page = leave("http://h.example/?a=<b>", "http://h.example/?a=%3Cb%3E");
    expect(page).toContain("http://h.example/?a=&lt;b&gt;</code>");
    expect(page).toContain(
      'href="http://h.example/?a=%3Cb%3E" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer"',
    );
    expect(faultsOf(page)).toEqual([]);
  });

  it("offers to open the target through the gateway", () => {
    const forms = [{ text: "Open through this gateway", href: "/http://h.example/" }];
    const page = externalLinkPage({ frame: { ...FRAME, formats: forms }, target: "http://h.example/" });
    expect(page).toContain('<a href="/http://h.example/">Open through this gateway</a>');
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "telnet://h.example/", "file:///etc/passwd"])(
    "shows %s without a link",
    (target) => {
      const page = leave(target, target);
      expect(page).toContain(target);
      expect(page).not.toContain(`href="${target}"`);
      expect(faultsOf(page)).toEqual([]);
    },
  );
});

describe("the about page", () => {
  it("shows schemes, limits and the contact", () => {
    const limits = [{ name: "concurrent requests", value: "64" }];
    const page = aboutPage({ frame: FRAME, opened: ["ftp", "gopher"], read: ["mailto"], limits });
    expect(page).toContain("<code>ftp</code>, <code>gopher</code>");
    expect(page).toContain("<code>mailto</code>");
    expect(page).toContain("concurrent requests");
    expect(page).toContain('<a href="mailto:abuse@gateway.example"');
    expect(faultsOf(page)).toEqual([]);
  });

  it("says if there is no contact", () => {
    const { contact: _, ...frame } = FRAME;
    expect(aboutPage({ frame, opened: [], read: [] })).toContain("has not published a contact address");
  });
});
