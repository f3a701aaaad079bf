/** Messages by mailbox, with LF as line ends. The first message has the UID 1. */
export type Mailboxes = Readonly<Record<string, readonly string[]>>;

const WELCOME = `From: The Keeper <keeper@library.example>
To: alice@library.example
Subject: Welcome to the library
Date: Sat, 3 Feb 2001 04:05:01 +0000
Message-ID: <m1@library.example>

Dear Alice,

the library is open. A line with one dot is next:
.
..and one with two begins this one.

The Keeper
`;

const CAFE = `From: =?UTF-8?Q?Ren=C3=A9?= <rene@library.example>
To: Alice Reader <alice@library.example>, bob@library.example
Cc: keeper@library.example
Subject: =?UTF-8?Q?Caf=C3=A9_at_noon=3F?=
Date: Sun, 4 Feb 2001 11:30:00 +0100
Message-ID: <m2@library.example>
In-Reply-To: <m1@library.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

See you at the caf=C3=A9, after the tide. This line is longer than the others=
 and goes on.
Ren=C3=A9
`;

const TABLES = `From: "Harbour, Office of the" <harbour@library.example>
To: alice@library.example
Subject: Tide tables
Date: Mon, 5 Feb 2001 09:00:00 -0500
Message-ID: <m3@library.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=us-ascii

The tables are attached.
--inner
Content-Type: text/html; charset=us-ascii

<p>The tables are <b>attached</b>.</p>
--inner--
--outer
Content-Type: text/csv; name="tides.csv"
Content-Disposition: attachment; filename="tides.csv"
Content-Transfer-Encoding: base64

dGltZSxoZWlnaHQNCjA0OjEyLDAuOA0KMTA6MzAsNC4yDQo=
--outer
Content-Type: message/rfc822

From: pilot@library.example
Subject: Re: Tide tables
Date: Fri, 2 Feb 2001 08:00:00 +0000
Message-ID: <m0@library.example>

Please send the tables.
--outer--
`;

const OLD = `From: keeper@library.example
To: alice@library.example
Subject: Stocktaking
Date: Tue, 2 Jan 2001 10:00:00 +0000
Message-ID: <m4@library.example>

All books were found.
`;

const DRAFT = `From: alice@library.example
Subject: A note
Date: Tue, 6 Feb 2001 10:00:00 +0000
Message-ID: <m5@library.example>

Not finished.
`;

/** The mail of alice. */
export const MAIL_LIBRARY: Mailboxes = {
  INBOX: [WELCOME, CAFE, TABLES],
  "Archive/2001": [OLD],
  Entwürfe: [DRAFT],
};
