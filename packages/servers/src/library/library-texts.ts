/* The texts of the library. They were written for it and have the license of this package. */

export const WELCOME = `Welcome, reader.

You have come a long way: a name was looked up, a connection was
made, a few lines were exchanged in plain words, and here you are,
holding a text that was waiting in the memory of a small server.

  poems/      two short ones
  tables/     what a comma can do
  pictures/   a lighthouse and a compass
  octets/     all 256 of them, and the empty set
  names/      names that are hard to say in a URL
  attic/      mind your head
  home/       where alice lives

Nothing here can be broken. You may read, list, search and look
behind every door; nothing can be written, and no one keeps count.

If you do not know where to begin, read how-to-read-a-url.txt.
`;

export const HOW_TO_READ_A_URL = `How to read a URL

  ftp://alice@library.example/poems/tide.txt;type=a
  \\_/   \\___/ \\_____________/ \\___/ \\______/\\_____/
   |      |          |          |      |       |
 scheme  user       host       cwd    name  typecode

Read from left to right, and stop at the first mark you meet:

1. Up to the first colon stands the scheme. It says who may read
   the rest. Read nothing else before you have read this.

2. Two slashes announce a host. The host ends at the next slash.
   What stands before an at sign is who you are, not where you go.

3. Each slash after that is a step. Take the steps one at a time:
   first split, then decode. If you decode first, you find more
   slashes than the writer wrote.

4. A percent sign and two hexadecimal digits are one byte. Not one
   letter: one byte. %C3%A9 is one letter in two bytes; %E9 is one
   byte that once was a letter.

5. An empty part is still a part. "//" is not "/", and "?" with
   nothing after it is not the same as no "?" at all.

And do not mend what looks broken. A URL is a promise from one
person to another; you are only carrying it.
`;

export const POEMS = {
  tide: `Tide

The sea sends its letters in lines of one length,
each ended by sand and a feed of the foam;
the shore reads them all, and acknowledges each,
and lets the next window of water come home.

No packet is lost that was ever a wave:
it falls out of order, it comes back as rain.
The shore keeps no log of the messages read.
The sea does not mind. It will send them again.
`,
  percent: `The percent sign

Before two digits, small and thin,
I stand and let the octets in:
a blank, a slash, a question mark,
an umlaut travelling in the dark.

Decode me once, and all is well.
Decode me twice, and who can tell?
For %25 is only me,
and what comes after me stays free.
`,
} as const;

/** The URL schemes of RFC 1738, their ports, and the text that defines them today. */
export const SCHEMES = `scheme,port,defined in,year
ftp,21,RFC 1738,1994
http,80,RFC 9110,2022
gopher,70,RFC 4266,2005
mailto,,RFC 6068,2010
news,,RFC 5538,2010
nntp,119,RFC 5538,2010
telnet,23,RFC 4248,2005
wais,210,RFC 4156,2005
file,,RFC 8089,2017
prospero,1525,RFC 4157,2005
`;

export const WHERE = {
  root: `You are at the root of the library.

There is another where.txt, in the house of alice. If you meant that
one and came here, a client took %2F for a plain slash.
`,
  alice: `You are in the house of alice.

There is another where.txt, at the root of the library. Alice, who
begins her visits here, reaches it as /%2Fwhere.txt: her first slash
only parts the host from the path, and the second one is the root.
`,
} as const;

export const LETTERS = {
  found: `To the next visitor

Four folders deep, and you took every step: attic, up the stairs,
inside the chimney, and then this sheet. Most visitors guess at the
address and fall off the ladder.

Please leave the door as you found it. The draught gets into the
listings.
`,
  notes: `Things to remember

- the password has a colon, an at sign, a slash and a percent sign
  in it, so that no one can type it into a URL without thinking
- the lighthouse picture is the small one
- ask the sea about its line ends
`,
} as const;
