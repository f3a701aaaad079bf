import type { Catalogue } from "../translate.ts";

/** Texts of z39.50r and z39.50s. */
export const Z3950: Catalogue = {
  '"{0}" is given twice': '"{0}" est donné deux fois',
  "Words of the record": "Mots de l’enregistrement",
  "a database to search": "une base de données où chercher",
  "a diagnostic in an unknown format": "un diagnostic dans un format inconnu",
  "a full record in USmarc": "un enregistrement complet en USmarc",
  "a length of more than {0} bytes": "une longueur de plus de {0} octets",
  "a login requires a password; nothing was sent":
    "une identification exige un mot de passe ; rien n’a été envoyé",
  "a missing element": "un élément manquant",
  "a negative number of records": "un nombre négatif d’enregistrements",
  "a record of a catalog": "un enregistrement d’un catalogue",
  "a record of an unknown kind": "un enregistrement d’une sorte inconnue",
  "a record without a record syntax": "un enregistrement sans syntaxe d’enregistrement",
  "a session with a catalog, which can be searched": "une session avec un catalogue, où l’on peut chercher",
  "a session with two databases": "une session avec deux bases de données",
  "a tag of more than {0} bytes": "une étiquette de plus de {0} octets",
  "a value in parts": "une valeur en plusieurs parties",
  "a value of indefinite length": "une valeur de longueur indéfinie",
  "a z39.50 URL has no path segments": "une URL z39.50 n’a pas de segments de chemin",
  "add the password to the client's credentials": "ajoutez le mot de passe à l’identification du client",
  "an extension that is unknown here, and ignored": "une extension inconnue ici, et ignorée",
  "an invalid number": "un nombre non valide",
  "an invalid object identifier": "un identifiant d’objet non valide",
  "another format": "un autre format",
  "cannot present {0} records at once": "impossible de présenter {0} enregistrements à la fois",
  "cannot send a password without TLS; nothing was sent":
    "impossible d’envoyer un mot de passe sans TLS ; rien n’a été envoyé",
  "check that the host and the port are those of a Z39.50 server":
    "vérifiez que l’hôte et le port sont ceux d’un serveur Z39.50",
  "check the host and the port": "vérifiez l’hôte et le port",
  "check the name of the database": "vérifiez le nom de la base de données",
  "empty docid": "docid vide",
  "empty name of a database": "nom vide d’une base de données",
  "empty name of a record syntax": "nom vide d’une syntaxe d’enregistrement",
  "empty name of an element set": "nom vide d’un jeu d’éléments",
  "get: how to return a MARC record: as bytes (ISO 2709), as text for people, or as MARCXML; default: raw if the URL names its record syntax, otherwise text":
    "get : comment renvoyer un enregistrement MARC : en octets (ISO 2709), en texte à lire, ou en MARCXML ; par défaut : raw si l’URL nomme sa syntaxe d’enregistrement, sinon text",
  "increase the z39.50 option maxApdu": "augmentez l’option maxApdu de z39.50",
  "invalid BER": "BER non valide",
  "invalid extension: expected keyword=value": "extension non valide : clé=valeur était attendu",
  'invalid extra: expected pairs of a keyword, which is not "esn" or "rs", and a value':
    'extra non valide : des paires d’un mot-clé, qui n’est ni "esn" ni "rs", et d’une valeur étaient attendues',
  "invalid kind: a URL of {0} is always a {1}":
    "kind non valide : une URL {0} est toujours {1, select, session {une session} retrieval {une récupération} other {{1}}}",
  "invalid {0}: expected a nonempty text": "{0} non valide : un texte non vide était attendu",
  "invalid {0}: expected nonempty texts": "{0} non valide : des textes non vides étaient attendus",
  "list and search: maximum number of records; the last entry says how many more there are":
    "list et search : nombre maximum d’enregistrements ; la dernière entrée dit combien il y en a de plus",
  "maximum bytes of one message (APDU) of the server": "maximum d’octets d’un message (APDU) du serveur",
  "maximum number of BER elements in one message of the server":
    "nombre maximum d’éléments BER dans un message du serveur",
  'missing "/" before the "?"': '"/" absent devant le "?"',
  "missing database: a docid is one of a record in a database":
    "base de données absente : un docid est celui d’un enregistrement d’une base de données",
  "missing database: a docid requires one": "base de données absente : un docid en exige une",
  "missing database: a retrieval requires one": "base de données absente : une récupération en exige une",
  "more than {0} elements; increase the z39.50 option maxElements":
    "plus de {0} éléments ; augmentez l’option maxElements de z39.50",
  "more than {0} nested elements": "plus de {0} éléments imbriqués",
  "names or OIDs of record syntaxes": "des noms ou des OID de syntaxes d’enregistrement",
  "no database: the client chooses": "pas de base de données : le client choisit",
  "no such records: the last search found {0}":
    "pas de tels enregistrements : la dernière recherche en a trouvé {0}",
  "records of one Present request": "enregistrements d’une requête Present",
  'remove "%00", "%0D", and "%0A"': 'retirez "%00", "%0D" et "%0A"',
  'remove ";esn="': 'retirez ";esn="',
  'remove it, and its "+"': 'retirez-le, avec son "+"',
  'remove the "+"': 'retirez le "+"',
  'remove the "?"': 'retirez le "?"',
  "request fewer, or increase the z39.50 option maxRecords":
    "demandez-en moins, ou augmentez l’option maxRecords de z39.50",
  "search first, and count from 1": "cherchez d’abord, et comptez à partir de 1",
  "search: the Bib-1 Use attribute of the words: 1016 is any field, 4 a title, 1003 an author":
    "search : l’attribut Use de Bib-1 des mots : 1016 est n’importe quel champ, 4 un titre, 1003 un auteur",
  'set the z39.50 option marc to "raw" to get its bytes':
    'mettez l’option marc de z39.50 à "raw" pour obtenir ses octets',
  "set the z39.50 option tls, if the server supports it, or clearTextLogin":
    "activez l’option tls de z39.50, si le serveur la prend en charge, ou clearTextLogin",
  "set the z39.50 option user": "définissez l’option user de z39.50",
  "set the z39.50 option user, if the server requires a login":
    "définissez l’option user de z39.50, si le serveur exige une identification",
  "the URL contains NUL, CR, or LF; nothing was sent": "l’URL contient NUL, CR ou LF ; rien n’a été envoyé",
  "the URL has no docid, so it names no record":
    "l’URL n’a pas de docid, donc elle ne nomme aucun enregistrement",
  "the URL names a database, and not a record": "l’URL nomme une base de données, et non un enregistrement",
  "the URL names a record, and not a database": "l’URL nomme un enregistrement, et non une base de données",
  "the URL names a record, and not a session": "l’URL nomme un enregistrement, et non une session",
  "the URL names no known record syntax": "l’URL ne nomme aucune syntaxe d’enregistrement connue",
  "the database to search, if the URL of a session names none":
    "la base de données où chercher, si l’URL d’une session n’en nomme pas",
  "the docid is ambiguous: {0} records": "le docid est ambigu : {0} enregistrements",
  "the element set to request, if the URL names none; default: the server chooses":
    "le jeu d’éléments à demander, si l’URL n’en nomme pas ; par défaut : le serveur choisit",
  "the identifier of a record: only the server understands it":
    "l’identifiant d’un enregistrement : seul le serveur le comprend",
  "the preferred format of the record": "le format préféré de l’enregistrement",
  "the record has no identifier; open a session to read it":
    "l’enregistrement n’a pas d’identifiant ; ouvrez une session pour le lire",
  "the record is not a valid MARC record (ISO 2709)":
    "l’enregistrement n’est pas un enregistrement MARC valide (ISO 2709)",
  "the record syntaxes to request one after the other, if the URL names none":
    "les syntaxes d’enregistrement à demander l’une après l’autre, si l’URL n’en nomme pas",
  "the search failed, and the server does not say why":
    "la recherche a échoué, et le serveur ne dit pas pourquoi",
  "the search request has {0} bytes, more than the limit of {1}; it was not sent":
    "la requête de recherche a {0} octets, plus que la limite de {1} ; elle n’a pas été envoyée",
  "the server cannot answer now": "le serveur ne peut pas répondre maintenant",
  "the server cannot search in this way": "le serveur ne peut pas chercher de cette façon",
  "the server cannot search these databases together":
    "le serveur ne peut pas chercher dans ces bases de données à la fois",
  "the server does not accept the term": "le serveur n’accepte pas le terme",
  "the server does not have the record in a requested syntax":
    "le serveur n’a pas l’enregistrement dans une syntaxe demandée",
  "the server does not list every record: search for words":
    "le serveur ne liste pas tous les enregistrements : cherchez des mots",
  "the server does not offer to search and to present records":
    "le serveur n’offre pas de chercher et de présenter des enregistrements",
  "the server does not support the element set": "le serveur ne prend pas en charge le jeu d’éléments",
  "the server does not use Z39.50": "le serveur n’utilise pas Z39.50",
  "the server dropped the result set": "le serveur a abandonné l’ensemble de résultats",
  "the server ended the association instead of answering":
    "le serveur a mis fin à l’association au lieu de répondre",
  "the server has no record at this position": "le serveur n’a pas d’enregistrement à cette position",
  "the server has no record with this docid": "le serveur n’a pas d’enregistrement avec ce docid",
  "the server sent a message longer than {0} bytes": "le serveur a envoyé un message de plus de {0} octets",
  "the server sent a message that does not answer the request":
    "le serveur a envoyé un message qui ne répond pas à la requête",
  "the server sent a message that was not requested":
    "le serveur a envoyé un message qui n’a pas été demandé",
  "the server sent a message with {0}": "le serveur a envoyé un message avec {0}",
  "the server sent more records than were requested":
    "le serveur a envoyé plus d’enregistrements que demandé",
  "the server sent no record": "le serveur n’a pas envoyé d’enregistrement",
  "the set of elements of the record to return": "le jeu d’éléments de l’enregistrement à renvoyer",
  "the user to log in as; the password is asked for":
    "l’utilisateur de l’identification ; le mot de passe est demandé",
  'unexpected ";" before the docid': '";" inattendu devant le docid',
  "use TLS from the first byte, which no z39.50 URL says":
    "utiliser TLS dès le premier octet, ce qu’aucune URL z39.50 ne dit",
  "use a URL with one of the databases": "utilisez une URL avec une des bases de données",
  "use fewer words, or increase the limit maxCommand":
    "utilisez moins de mots, ou augmentez la limite maxCommand",
  "use other words, or another value of the z39.50 option searchUse":
    "utilisez d’autres mots, ou une autre valeur de l’option searchUse de z39.50",
  "use search or list, or open a session": "utilisez search ou list, ou ouvrez une session",
  "use z39.50s: to search the database": "utilisez z39.50s: pour chercher dans la base de données",
  'write ";esn=" and ";rs=" after the docid, or a ";" in a name as "%3B"':
    'écrivez ";esn=" et ";rs=" après le docid, ou un ";" dans un nom en "%3B"',
  'write ";rs=usmarc", ";rs=xml", ";rs=sutrs", or an OID':
    'écrivez ";rs=usmarc", ";rs=xml", ";rs=sutrs" ou un OID',
  'write "?DOCID" after the database, or use z39.50s: to search the database':
    'écrivez "?DOCID" après la base de données, ou utilisez z39.50s: pour y chercher',
  'write a "/" in the name of a database as "%2F"':
    'écrivez en "%2F" un "/" dans le nom d’une base de données',
  'write a ";" that is data as "%3B"': 'écrivez en "%3B" un ";" qui est une donnée',
  'write another one as ";esn="': 'écrivez-en un autre dans ";esn="',
  'write another one in the URL, such as ";rs=sutrs", or set the z39.50 option recordSyntaxes':
    'écrivez-en une autre dans l’URL, comme ";rs=sutrs", ou définissez l’option recordSyntaxes de z39.50',
  "write z39.50s: to open a session": "écrivez z39.50s: pour ouvrir une session",
  "{0} more records": "{0} enregistrements de plus",
};
