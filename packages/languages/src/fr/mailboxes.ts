import type { Catalogue } from "../translate.ts";

/** Texts of imap and pop. */
export const MAILBOXES: Catalogue = {
  '";EXPIRE=" needs ";URLAUTH="': '";EXPIRE=" exige ";URLAUTH="',
  "(no subject)": "(sans objet)",
  "1 to 255 characters of printable ASCII without spaces":
    "de 1 à 255 caractères d’ASCII imprimable sans espaces",
  "1 to 70 characters of printable ASCII without spaces":
    "de 1 à 70 caractères d’ASCII imprimable sans espaces",
  "Search this mailbox": "Chercher dans cette boîte aux lettres",
  "Words in a message": "Mots d’un message",
  'a ";" or "?" in the search keys': 'un ";" ou "?" dans les clés de recherche',
  "a POP3 command": "une commande POP3",
  "a POP3 server": "un serveur POP3",
  "a URL names a mailbox: remove the path": "une URL nomme une boîte aux lettres : retirez le chemin",
  "a limit of the server is reached": "une limite du serveur est atteinte",
  "a literal has another length than it announces": "un littéral n’a pas la longueur qu’il annonce",
  "a login requires a {0}; nothing of it was sent":
    "une identification exige {0, select, user {un utilisateur} password {un mot de passe} other {{0}}} ; rien n’en a été envoyé",
  'a mailbox cannot have a segment "." or ".." in its name':
    'une boîte aux lettres ne peut pas avoir de segment "." ni ".." dans son nom',
  "a mailbox, with its messages": "une boîte aux lettres, avec ses messages",
  "a message and a search exclude each other": "un message et une recherche s’excluent",
  "a message, a search, or a parameter needs a mailbox":
    "un message, une recherche ou un paramètre exige une boîte aux lettres",
  "a part of a message, over TLS": "une partie d’un message, par TLS",
  "a part of the message": "une partie du message",
  "a pop URL cannot have a password": "une URL pop ne peut pas avoir de mot de passe",
  "a pop URL cannot have a {0}":
    "une URL pop ne peut pas avoir de {0, select, path {chemin} query {requête} fragment {fragment} other {{0}}}",
  "a pop URL names a mailbox, not a message": "une URL pop nomme une boîte aux lettres, pas un message",
  'a quoted string has no closing """': 'une chaîne entre guillemets n’a pas de """ final',
  "a range of bytes: the offset, and the length": "un intervalle d’octets : la position et la longueur",
  "a response of the server exceeds the limit of {0} bytes":
    "une réponse du serveur dépasse la limite de {0} octets",
  "a section, a range, or an authorization needs a UID":
    "une section, un intervalle ou une autorisation exige un UID",
  "a server, with the mailboxes of a user": "un serveur, avec les boîtes aux lettres d’un utilisateur",
  "a text that is not ASCII needs a literal": "un texte qui n’est pas en ASCII exige un littéral",
  "a user cannot contain control characters; nothing was sent":
    "un utilisateur ne peut pas contenir de caractères de contrôle ; rien n’a été envoyé",
  "a user or password must not contain NUL, CR, or LF":
    "un utilisateur ou un mot de passe ne doit pas contenir NUL, CR ni LF",
  "a user, a mailbox, or a section cannot contain control characters; nothing was sent":
    "un utilisateur, une boîte aux lettres ou une section ne peut pas contenir de caractères de contrôle ; rien n’a été envoyé",
  "add a mailbox to the URL: imap://USER@HOST/MAILBOX":
    "ajoutez une boîte aux lettres à l’URL : imap://UTILISATEUR@HÔTE/BOÎTE",
  "add a user to the URL: imap://USER@HOST/": "ajoutez un utilisateur à l’URL : imap://UTILISATEUR@HÔTE/",
  "allow a password without TLS": "autoriser un mot de passe sans TLS",
  "an IMAP command": "une commande IMAP",
  "an IMAP server": "un serveur IMAP",
  "an imap URL cannot have a fragment": "une URL imap ne peut pas avoir de fragment",
  "an imap URL cannot have a password": "une URL imap ne peut pas avoir de mot de passe",
  "any mechanism of the server": "n’importe quel mécanisme du serveur",
  "any way to log in": "n’importe quel moyen de s’identifier",
  "cannot download a mailbox: {0}": "impossible de télécharger une boîte aux lettres : {0}",
  "cannot open URLs with URLAUTH; nothing was sent":
    "impossible d’ouvrir les URL avec URLAUTH ; rien n’a été envoyé",
  "cannot send a password without TLS; nothing of it was sent":
    "impossible d’envoyer un mot de passe sans TLS ; rien n’en a été envoyé",
  "get: the number of the message, from 1": "get : le numéro du message, à partir de 1",
  "get: the unique id of the message, which list gives":
    "get : l’identifiant unique du message, que donne list",
  "if the URL has no user and no mechanism: log in as anonymous, or ask for a login":
    "si l’URL n’a ni utilisateur ni mécanisme : s’identifier comme anonymous, ou demander une identification",
  "invalid authorization: expected ACCESS:MECHANISM:TOKEN, with a token of at least 32 digits":
    "autorisation non valide : ACCÈS:MÉCANISME:JETON était attendu, avec un jeton d’au moins 32 chiffres",
  "invalid date: expected one such as 2026-01-02T03:04:05Z":
    "date non valide : une date comme 2026-01-02T03:04:05Z était attendue",
  "invalid expire: expected a date, and an authorization":
    "expire non valide : une date, et une autorisation, étaient attendues",
  "invalid login: expected a user, a mechanism, or both":
    "identification non valide : un utilisateur, un mécanisme ou les deux étaient attendus",
  'invalid login: expected a user, and "*", "+APOP", or a SASL mechanism':
    'identification non valide : un utilisateur, et "*", "+APOP" ou un mécanisme SASL, étaient attendus',
  "invalid mechanism": "mécanisme non valide",
  "invalid number: expected 1 to 4294967295": "nombre non valide : de 1 à 4294967295 était attendu",
  "invalid partial: expected an offset, and a length of at least 1":
    "partial non valide : une position, et une longueur d’au moins 1, étaient attendues",
  "invalid range: expected OFFSET or OFFSET.LENGTH, with a length of at least 1":
    "intervalle non valide : POSITION ou POSITION.LONGUEUR était attendu, avec une longueur d’au moins 1",
  "invalid search keys: {0}; nothing was sent": "clés de recherche non valides : {0} ; rien n’a été envoyé",
  "invalid section; nothing was sent": "section non valide ; rien n’a été envoyé",
  "invalid urlauth: expected access, mechanism, token":
    "urlauth non valide : access, mechanism, token étaient attendus",
  "invalid user or mechanism": "utilisateur ou mécanisme non valide",
  "invalid {0}: expected 1 to {1}": "{0} non valide : de 1 à {1} était attendu",
  "list it, and get one of its messages": "listez-la, et obtenez un de ses messages",
  "list only this many of the newest messages of a mailbox":
    "ne lister que ce nombre des messages les plus récents d’une boîte aux lettres",
  "list the mailbox again": "listez de nouveau la boîte aux lettres",
  "list the message, which gives its parts": "listez le message pour voir ses parties",
  "list: ask for the header of each message, which has its subject; without it, only for sizes and ids":
    "list : demander l’en-tête de chaque message, qui a son objet ; sinon, seulement les tailles et les identifiants",
  "log in with a digest of the password": "s’identifier avec un condensat du mot de passe",
  "misplaced parameter {0}": "paramètre {0} mal placé",
  'missing ")"': '")" absent',
  'missing "/" before ";{0}="': '"/" absent devant ";{0}="',
  'missing "/;UID=" before the parameter': '"/;UID=" absent devant le paramètre',
  "missing mailbox": "boîte aux lettres absente",
  "missing mailbox before the parameter": "boîte aux lettres absente devant le paramètre",
  "missing search keys": "clés de recherche absentes",
  "missing section": "section absente",
  "missing user": "utilisateur absent",
  "no URL can name this mailbox": "aucune URL ne peut nommer cette boîte aux lettres",
  "no mailbox: the server itself": "pas de boîte aux lettres : le serveur lui-même",
  "not a response of an IMAP server": "ce n’est pas une réponse d’un serveur IMAP",
  "only a mailbox can be searched": "la recherche n’est possible que dans une boîte aux lettres",
  "only the URL of a mailbox can have a search":
    "seule l’URL d’une boîte aux lettres peut avoir une recherche",
  "remove URLAUTH and EXPIRE, and log in": "retirez URLAUTH et EXPIRE, et identifiez-vous",
  'remove the "#" and the text after it': 'retirez le "#" et le texte qui le suit',
  "remove the section and the range": "retirez la section et l’intervalle",
  "remove the transfer encoding of a section that is a part; without it, get returns the raw part":
    "retirer le codage de transfert d’une section qui est une partie ; sinon, get renvoie la partie telle quelle",
  "search keys cannot contain NUL, CR, or LF; nothing was sent":
    "les clés de recherche ne peuvent pas contenir NUL, CR ni LF ; rien n’a été envoyé",
  "set the imap option decode to false": "mettez l’option decode d’imap à false",
  'set the imap option tls to "required", use imaps:, or set the option clearTextLogin':
    'mettez l’option tls d’imap à "required", utilisez imaps: ou activez l’option clearTextLogin',
  'set the pop option part to "message"': 'mettez l’option part de pop à "message"',
  'set the pop option tls to "required", use pops:, write ";AUTH=+APOP", or set the option clearTextLogin':
    'mettez l’option tls de pop à "required", utilisez pops:, écrivez ";AUTH=+APOP" ou activez l’option clearTextLogin',
  "the URL has no search": "l’URL n’a pas de recherche",
  "the URL names a part of a message, not its parts": "l’URL nomme une partie d’un message, pas ses parties",
  "the URL names a server, not a message": "l’URL nomme un serveur, pas un message",
  "the authorization ends at this time": "l’autorisation prend fin à cet instant",
  "the exchange emitted no event": "l’échange n’a émis aucun événement",
  "the greeting is not that of an IMAP server": "l’accueil n’est pas celui d’un serveur IMAP",
  "the header of a message exceeds the limit of {0} bytes":
    "l’en-tête d’un message dépasse la limite de {0} octets",
  "the mailbox": "la boîte aux lettres",
  "the mailbox has no message with the UID {0}": "la boîte aux lettres n’a pas de message avec l’UID {0}",
  "the mailbox has no message with this unique id":
    "la boîte aux lettres n’a pas de message avec cet identifiant unique",
  "the mailbox has no such message": "la boîte aux lettres n’a pas ce message",
  "the mailbox has no unique ids": "la boîte aux lettres n’a pas d’identifiants uniques",
  "the mailbox is in use": "la boîte aux lettres est en cours d’utilisation",
  "the mailbox itself": "la boîte aux lettres elle-même",
  "the mailbox must have this version of its UIDs":
    "la boîte aux lettres doit avoir cette version de ses UID",
  "the mailbox of a user": "la boîte aux lettres d’un utilisateur",
  "the mailbox of this user; the password is asked for":
    "la boîte aux lettres de cet utilisateur ; le mot de passe est demandé",
  "the mailbox was replaced: its UIDVALIDITY is another one":
    "la boîte aux lettres a été remplacée : son UIDVALIDITY est différent",
  "the mechanism of the login": "le mécanisme de l’identification",
  "the message has no such section": "le message n’a pas cette section",
  "the message has no text": "le message n’a pas de texte",
  "the message with this unique identifier": "le message avec cet identifiant unique",
  "the messages that a search finds": "les messages que trouve une recherche",
  "the messages that these search keys find": "les messages que trouvent ces clés de recherche",
  "the name of the mailbox is not UTF-8; nothing was sent":
    "le nom de la boîte aux lettres n’est pas en UTF-8 ; rien n’a été envoyé",
  "the password has expired": "le mot de passe a expiré",
  "the reply exceeds the limit of {0} lines": "la réponse dépasse la limite de {0} lignes",
  "the response has more than {0} nested lists": "la réponse a plus de {0} listes imbriquées",
  "the result of the search has an invalid UID": "le résultat de la recherche a un UID non valide",
  "the same, over TLS": "la même chose, par TLS",
  "the same, with a digest of the password": "la même chose, avec un condensat du mot de passe",
  "the search finds no message": "la recherche ne trouve aucun message",
  "the search finds {0}{1} messages": "la recherche trouve {0}{1} messages",
  "the server allows the next login later": "le serveur autorise l’identification suivante plus tard",
  "the server asks for data that no command has": "le serveur demande des données qu’aucune commande n’a",
  "the server cannot do this": "le serveur ne peut pas faire cela",
  "the server cannot open the mailbox": "le serveur ne peut pas ouvrir la boîte aux lettres",
  "the server cannot read the mailbox": "le serveur ne peut pas lire la boîte aux lettres",
  "the server closed the connection before the end of a text":
    "le serveur a fermé la connexion avant la fin d’un texte",
  "the server closed the connection before the end of its response":
    "le serveur a fermé la connexion avant la fin de sa réponse",
  "the server closes the connection": "le serveur ferme la connexion",
  "the server did not ask for the rest of a command": "le serveur n’a pas demandé le reste d’une commande",
  "the server did not understand a command": "le serveur n’a pas compris une commande",
  "the server does not let this user act for the other one":
    "le serveur ne laisse pas cet utilisateur agir pour l’autre",
  "the server does not offer APOP: its greeting has no timestamp":
    "le serveur n’offre pas APOP : son accueil n’a pas d’horodatage",
  "the server does not offer STLS, but TLS is required": "le serveur n’offre pas STLS, mais TLS est exigé",
  "the server does not serve this mailbox": "le serveur ne donne pas accès à cette boîte aux lettres",
  "the server does not support the character set of the search":
    "le serveur ne prend pas en charge le jeu de caractères de la recherche",
  "the server has an internal error": "le serveur a une erreur interne",
  "the server has no such mailbox": "le serveur n’a pas cette boîte aux lettres",
  "the server offers no mechanism for a login with a password":
    "le serveur n’offre aucun mécanisme d’identification par mot de passe",
  "the server rejected a command": "le serveur a refusé une commande",
  "the server rejected the search": "le serveur a refusé la recherche",
  "the server sent an invalid drop listing": "le serveur a envoyé une réponse à STAT non valide",
  "the server sent an invalid response": "le serveur a envoyé une réponse non valide",
  "the server sent an invalid scan listing": "le serveur a envoyé une ligne de LIST non valide",
  "the server sent data before TLS started": "le serveur a envoyé des données avant le démarrage de TLS",
  "the server sent the status of a command that was not sent":
    "le serveur a envoyé l’état d’une commande qui n’a pas été envoyée",
  "the server sends no header without its message": "le serveur n’envoie aucun en-tête sans son message",
  'unexpected ")"': '")" inattendu',
  'unexpected "/" before ";{0}="': '"/" inattendu devant ";{0}="',
  'unexpected "{"': "\"'{'\" inattendu",
  "unexpected data from the server: no command was sent":
    "données inattendues du serveur : aucune commande n’a été envoyée",
  "unknown parameter": "paramètre inconnu",
  'unsupported mechanism "{0}"; nothing was sent': 'mécanisme "{0}" non pris en charge ; rien n’a été envoyé',
  "use STARTTLS; imaps uses TLS from the first byte":
    "utiliser STARTTLS ; imaps utilise TLS dès le premier octet",
  "use STLS; pops uses TLS from the first byte": "utiliser STLS ; pops utilise TLS dès le premier octet",
  "use imaps: if the server has a port for it": "utilisez imaps: si le serveur a un port pour cela",
  "use list, or set the pop option message to the number of a message":
    "utilisez list, ou mettez l’option message de pop au numéro d’un message",
  "use pops: if the server has a port for it": "utilisez pops: si le serveur a un port pour cela",
  "what get returns of a message without a section: all of it, its header, or its text":
    "ce que renvoie get d’un message sans section : le tout, son en-tête ou son texte",
  "what get returns: the whole message, or its header":
    "ce que renvoie get : le message entier, ou son en-tête",
  "who may open the URL, and the token that proves it": "qui peut ouvrir l’URL, et le jeton qui le prouve",
  'write "%3B" for a ";" in the name of a mailbox':
    'écrivez "%3B" pour un ";" dans le nom d’une boîte aux lettres',
  'write ";" as "%3B", and "?" as "%3F"': 'écrivez ";" en "%3B", et "?" en "%3F"',
  'write ";AUTH=" and "*", "+APOP", or a SASL mechanism; write "%3B" for a ";" in the user':
    'écrivez ";AUTH=" et "*", "+APOP" ou un mécanisme SASL ; écrivez "%3B" pour un ";" dans l’utilisateur',
  'write ";AUTH=*" or ";AUTH=PLAIN"': 'écrivez ";AUTH=*" ou ";AUTH=PLAIN"',
  'write ";AUTH=*", ";AUTH=+APOP", or ";AUTH=PLAIN"': 'écrivez ";AUTH=*", ";AUTH=+APOP" ou ";AUTH=PLAIN"',
  'write "?" in a name as "%3F"': 'écrivez "?" dans un nom en "%3F"',
  'write "USER;AUTH=MECHANISM", and "%3B" for a semicolon in the user':
    'écrivez "UTILISATEUR;AUTH=MÉCANISME", et "%3B" pour un point-virgule dans l’utilisateur',
  'write a user before the ";" or the "@"': 'écrivez un utilisateur devant le ";" ou le "@"',
  "write search keys of IMAP, such as SUBJECT%20tide or SINCE%201-Feb-2026":
    "écrivez des clés de recherche d’IMAP, comme SUBJECT%20tide ou SINCE%201-Feb-2026",
  'write the number of a part, such as "1.2", HEADER, TEXT, or "1.2.MIME"':
    'écrivez le numéro d’une partie, comme "1.2", HEADER, TEXT ou "1.2.MIME"',
};
