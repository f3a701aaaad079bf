import { describe, expect, it } from "vitest";
import { createRegistry, type Problem } from "../../src/index.ts";
import { diagnose } from "../../src/syntax/diagnose.ts";
import { ftp, http } from "../schemes.ts";

const urls = createRegistry(http, ftp);

/** A problem as one text, with its place. */
function written({ code, component, start, end, message, hint, cite }: Problem): string {
  return `${code} ${component} ${start}-${end}: ${message}${hint === undefined ? "" : `; ${hint}`} (${cite})`;
}

describe("the problems of a text by RFC 3986", () => {
  it.each([
    [
      "",
      'no-scheme scheme 0-0: missing scheme: a URL begins with a scheme and a colon; add a scheme, for example "ftp://" (RFC 3986 §3.1)',
    ],
    [
      "a",
      'no-scheme scheme 0-0: missing scheme: a URL begins with a scheme and a colon; add a scheme, for example "ftp://" (RFC 3986 §3.1)',
    ],
    [
      "a/b",
      'no-scheme scheme 0-0: missing scheme: a URL begins with a scheme and a colon; add a scheme, for example "ftp://" (RFC 3986 §3.1)',
    ],
    [
      "/a:b",
      'no-scheme scheme 0-0: missing scheme: a URL begins with a scheme and a colon; add a scheme, for example "ftp://" (RFC 3986 §3.1)',
    ],
    [
      ":a",
      'no-scheme scheme 0-0: missing scheme: a URL begins with a scheme and a colon; add a scheme, for example "ftp://" (RFC 3986 §3.1)',
    ],
    ["1a:b", "bad-scheme scheme 0-1: the scheme does not begin with a letter (RFC 3986 §3.1)"],
    [
      "a_b:c",
      'bad-scheme scheme 1-2: invalid character in the scheme: expected letters, digits, "+", "-", or "." (RFC 3986 §3.1)',
    ],
    [
      "a b:c",
      'bad-scheme scheme 1-2: invalid character in the scheme: expected letters, digits, "+", "-", or "." (RFC 3986 §3.1)',
    ],
    [
      "é:x",
      'bad-scheme scheme 0-1: invalid character in the scheme: expected letters, digits, "+", "-", or "." (RFC 3986 §3.1)',
    ],
    [`${"x".repeat(64)}:`],
    [
      `${"x".repeat(65)}:`,
      "bad-scheme scheme 64-65: the scheme exceeds the limit of 64 characters (RFC 3986 §3.1)",
    ],
    [
      "x:a b",
      'illegal-character path 3-4: a space is not allowed in the path; write it as "%20" (RFC 3986 §2)',
    ],
    [
      "x:\\",
      'illegal-character path 2-3: a backslash is not allowed in the path; use "/" between path segments; write a backslash that is data as "%5C" (RFC 3986 §2)',
    ],
    [
      "x:\u0080",
      'illegal-character path 2-3: U+0080 is not allowed in the path; percent-encode it as "%C2%80" (RFC 3986 §2)',
    ],
    [
      "x:\u0000",
      'illegal-character path 2-3: a control character is not allowed in the path; write it as "%00" (RFC 3986 §2)',
    ],
    [
      "x:\u001f",
      'illegal-character path 2-3: a control character is not allowed in the path; write it as "%1F" (RFC 3986 §2)',
    ],
    [
      "x:\u007f",
      'illegal-character path 2-3: a control character is not allowed in the path; write it as "%7F" (RFC 3986 §2)',
    ],
    ["x:\ud800", "illegal-character path 2-3: a lone surrogate is not allowed in the path (RFC 3986 §2)"],
    [
      "x:é",
      'illegal-character path 2-3: U+00E9 is not allowed in the path; percent-encode it as "%C3%A9" (RFC 3986 §2)',
    ],
    [
      "x:\ud83d\ude00a",
      'illegal-character path 2-4: U+1F600 is not allowed in the path; percent-encode it as "%F0%9F%98%80" (RFC 3986 §2)',
    ],
    [
      "x:\ufeff",
      'illegal-character path 2-3: U+FEFF is not allowed in the path; percent-encode it as "%EF%BB%BF" (RFC 3986 §2)',
    ],
    ["x:{", 'illegal-character path 2-3: "{" is not allowed in the path; write it as "%7B" (RFC 3986 §2)'],
    ['x:"', 'illegal-character path 2-3: """ is not allowed in the path; write it as "%22" (RFC 3986 §2)'],
    [
      "x:%",
      'bad-escape path 2-3: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
    [
      "x:%4",
      'bad-escape path 2-3: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
    [
      "x:%4g",
      'bad-escape path 2-3: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
    ["x:a%00"],
    [
      "x:?%",
      'bad-escape query 3-4: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
    [
      "x:#%4",
      'bad-escape fragment 3-4: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
    [
      "x:?a b",
      'illegal-character query 4-5: a space is not allowed in the query; write it as "%20" (RFC 3986 §2)',
    ],
    [
      "x:#a#b",
      'illegal-character fragment 4-5: "#" is not allowed in the fragment; write it as "%23" (RFC 3986 §2)',
    ],
    [
      "x://a b@h/",
      'illegal-character userinfo 5-6: a space is not allowed in the userinfo; write it as "%20" (RFC 3986 §2)',
    ],
    [
      "x://é@h/",
      "illegal-character userinfo 4-5: this character is not allowed in the userinfo; percent-encode its UTF-8 bytes, each as %XX (RFC 3986 §2)",
    ],
    [
      "x://\ud800@h/",
      "illegal-character userinfo 4-5: a lone surrogate is not allowed in the userinfo (RFC 3986 §2)",
    ],
    [
      "x://\u0001@h/",
      'illegal-character userinfo 4-5: a control character is not allowed in the userinfo; write it as "%01" (RFC 3986 §2)',
    ],
    [
      "x://\\@h/",
      'illegal-character userinfo 4-5: a backslash is not allowed in the userinfo; use "/" between path segments; write a backslash that is data as "%5C" (RFC 3986 §2)',
    ],
    [
      "x://[@h/",
      'illegal-character userinfo 4-5: this character is not allowed in the userinfo; write it as "%5B" (RFC 3986 §2)',
    ],
    [
      "x://%@h/",
      'bad-escape userinfo 4-5: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
    [
      "x://a@b@h/",
      'bad-userinfo userinfo 7-8: more than one "@" in the authority: programs disagree on which host is meant; write an "@" that is data as "%40" (RFC 3986 §3.2.1)',
    ],
    ["x://[::1/", 'bad-ip-literal host 4-8: missing "]" at the end of the IP literal (RFC 3986 §3.2.2)'],
    ["x://[::1", 'bad-ip-literal host 4-8: missing "]" at the end of the IP literal (RFC 3986 §3.2.2)'],
    [
      "x://[::1]a/",
      'bad-ip-literal host 9-10: unexpected text after the IP literal: expected ":" and a port (RFC 3986 §3.2.2)',
    ],
    ["x://[::1]:a/", "bad-port port 10-11: invalid character in the port: expected digits (RFC 3986 §3.2.3)"],
    ["x://[z]/", "bad-ip-literal host 4-7: not a valid IPv6 or IPvFuture address (RFC 3986 §3.2.2)"],
    [
      "x://[fe80::1%25a]/",
      "zone-id-not-allowed host 12-16: a zone identifier is valid on one machine only; remove the zone, or set the option zoneId for an address in fe80::/10 (RFC 9844)",
    ],
    [
      "x://h{/",
      'illegal-character host 5-6: "{" is not allowed in the host; write it as "%7B" (RFC 3986 §2)',
    ],
    ["x://h:80a/", "bad-port port 8-9: invalid character in the port: expected digits (RFC 3986 §3.2.3)"],
    [
      "x://h:1:2/",
      'bad-host host 7-8: more than one ":" after the userinfo; write an IPv6 address in brackets (RFC 3986 §3.2.2)',
    ],
    [
      "x://[::1]:1:2/",
      "bad-port port 11-12: invalid character in the port: expected digits (RFC 3986 §3.2.3)",
    ],
    [
      "x://u@h b:c/d e?f g#h i",
      'illegal-character host 7-8: a space is not allowed in the host; write it as "%20" (RFC 3986 §2)',
      "bad-port port 10-11: invalid character in the port: expected digits (RFC 3986 §3.2.3)",
      'illegal-character path 13-14: a space is not allowed in the path; write it as "%20" (RFC 3986 §2)',
      'illegal-character query 17-18: a space is not allowed in the query; write it as "%20" (RFC 3986 §2)',
      'illegal-character fragment 21-22: a space is not allowed in the fragment; write it as "%20" (RFC 3986 §2)',
    ],
    [
      "x://h%4/",
      'bad-escape host 5-6: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
    [
      "x://h%/41",
      'bad-escape host 5-6: "%" is not followed by two hexadecimal digits; write a percent sign that is data as "%25" (RFC 3986 §2.1)',
    ],
  ])("%j has every one at its place, with its rule", (text, ...problems) => {
    expect(diagnose(text).map(written)).toEqual(problems);
  });

  it.each([
    [
      "x://h?a@b",
      'ambiguous-authority authority 5-9: ambiguous host: it ends at the "?", but old software starts it after the "@"; write "/?" before a query, and "%3F" in a user name (RFC 3986 §3.2)',
    ],
    ["x://h?a/b@c"],
    [
      "x://h?a@b/c",
      'ambiguous-authority authority 5-11: ambiguous host: it ends at the "?", but old software starts it after the "@"; write "/?" before a query, and "%3F" in a user name (RFC 3986 §3.2)',
    ],
    ["x://h/?a@b"],
    ["x://h?a"],
    ["x:?a@b"],
    [
      "x://?@",
      'ambiguous-authority authority 4-6: ambiguous host: it ends at the "?", but old software starts it after the "@"; write "/?" before a query, and "%3F" in a user name (RFC 3986 §3.2)',
    ],
    [
      "x://h?@b",
      'ambiguous-authority authority 5-8: ambiguous host: it ends at the "?", but old software starts it after the "@"; write "/?" before a query, and "%3F" in a user name (RFC 3986 §3.2)',
    ],
  ])("%j warns of a host that old software reads otherwise", (text, ...problems) => {
    expect(urls.tryParse(text as string).problems.map(written)).toEqual(problems);
  });
});

describe("the problems of a hostile text", () => {
  it.each([
    [`x:${" ".repeat(99)}`, 99],
    [`x:${" ".repeat(100)}`, 100],
    [`x:${" ".repeat(101)}`, 100],
    [`x:${" ".repeat(100)}? #`, 100],
    [`x:${" ".repeat(99)}? # `, 100],
  ])("%j are at most 100: %d", (text, count) => {
    expect(diagnose(text)).toHaveLength(count);
  });
});

describe("the problems of a text by RFC 1738", () => {
  it.each([
    [
      "ftp://::@h/",
      'bad-userinfo userinfo 7-8: unescaped ":" in the password: write it as "%3A" (RFC 1738 §5)',
    ],
    [
      "ftp://u::@h/",
      'bad-userinfo userinfo 8-9: unescaped ":" in the password: write it as "%3A" (RFC 1738 §5)',
    ],
    [
      "ftp://u:p:q@h/",
      'bad-userinfo userinfo 9-10: unescaped ":" in the password: write it as "%3A" (RFC 1738 §5)',
    ],
    ["ftp://u:p@h:q/", "bad-port port 12-13: invalid character in the port: expected digits (RFC 1738 §5)"],
    [
      "ftp://1..2.3/",
      "bad-host host 6-12: a label of the host name is empty, or begins or ends with a hyphen (RFC 1738 §5)",
    ],
    ["ftp://1.2.3.a/"],
    ["ftp://1.2.3.4/"],
    [
      "ftp://1.2.3/",
      "bad-host host 6-11: the last label of the host name does not begin with a letter (RFC 1738 §5)",
    ],
    [
      "ftp://1.2.3.4.5/",
      "bad-host host 6-15: the last label of the host name does not begin with a letter (RFC 1738 §5)",
    ],
    [
      "ftp://a-.b/",
      "bad-host host 6-10: a label of the host name is empty, or begins or ends with a hyphen (RFC 1738 §5)",
    ],
    [
      "ftp://-a/",
      "bad-host host 6-8: a label of the host name is empty, or begins or ends with a hyphen (RFC 1738 §5)",
    ],
    [
      "ftp://a./",
      "bad-host host 6-8: a label of the host name is empty, or begins or ends with a hyphen (RFC 1738 §5)",
    ],
    ["ftp://h:/", 'bad-port port 8-8: missing port after the ":" (RFC 1738 §5)'],
    ["ftp://h:a/", "bad-port port 8-9: invalid character in the port: expected digits (RFC 1738 §5)"],
    [
      "ftp://h_/",
      "bad-host host 7-8: invalid host: RFC 1738 allows a name of letters, digits, hyphens, and dots, or four numbers (RFC 1738 §5)",
    ],
    [
      "ftp://h/~",
      'unsafe-character path 8-9: "~" is not allowed in the path; write it as "%7E" (RFC 1738 §5)',
    ],
    [
      "ftp://h/#",
      'fragment-not-allowed fragment 8-9: a fragment is not part of a URL; remove it, or write a "#" that is data as "%23" (RFC 1738 §2.2)',
    ],
    [
      "ftp://h/a b",
      'illegal-character path 9-10: a space is not allowed in the path; write it as "%20" (RFC 1738 §5)',
    ],
    [
      "ftp://u?x@h/",
      'ambiguous-authority authority 6-11: ambiguous host: RFC 3986 ends it at the "?", but RFC 1738 starts it after the "@"; write "/?" before a query, and "%3F" in a user name (RFC 3986 §3.2)',
    ],
    ["1x:a"],
    ["x-y:~", 'unsafe-character path 4-5: "~" is not allowed in the path; write it as "%7E" (RFC 1738 §5)'],
    ["x-y://a_b/"],
    ["x-y://h:p/"],
    [
      "x-y://u:p:q@h/#",
      'fragment-not-allowed fragment 14-15: a fragment is not part of a URL; remove it, or write a "#" that is data as "%23" (RFC 1738 §2.2)',
    ],
    [
      "ftp:",
      'missing-authority authority 4-4: missing "//" and a host after "ftp:"; write ftp://HOST/… (RFC 1738 §5)',
    ],
    ["ftp://", "missing-host host 6-6: missing host in the ftp URL; write ftp://HOST/… (RFC 1738 §5)"],
    ["+:a"],
    [".a:b"],
  ])("%j has every one at its place, with its rule", (text, ...problems) => {
    expect(urls.tryParse(text as string, { profile: "rfc1738" }).problems.map(written)).toEqual(problems);
  });
});
