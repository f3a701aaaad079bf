import type { Catalogue } from "../translate.ts";

/** Texts of ldap and ldaps. */
export const LDAP: Catalogue = {
  "Name, mail address, or user": "Nom, adresse de courrier ou utilisateur",
  "Naming context": "Contexte de nommage",
  "Object classes": "Classes d’objet",
  "Search below this entry": "Chercher en dessous de cette entrée",
  "a backslash is not followed by two hexadecimal digits":
    "une barre oblique inverse n’est pas suivie de deux chiffres hexadécimaux",
  "a backslash must be followed by a special character or two hexadecimal digits":
    "une barre oblique inverse doit être suivie d’un caractère spécial ou de deux chiffres hexadécimaux",
  "a filter has more than {0} levels": "un filtre a plus de {0} niveaux",
  "a filter has no operator": "un filtre n’a pas d’opérateur",
  "a filter has no valid attribute": "un filtre n’a pas d’attribut valide",
  "a filter has two asterisks side by side": "un filtre a deux astérisques côte à côte",
  "a filter with {0} for the search words": "un filtre avec {0} pour les mots de recherche",
  "a length of more than 4 bytes": "une longueur de plus de 4 octets",
  "a tag of several bytes": "une étiquette de plusieurs octets",
  "a user or password of PLAIN must not contain NUL":
    "un utilisateur ou un mot de passe de PLAIN ne doit pas contenir NUL",
  "a value contains an asterisk or NUL": "une valeur contient un astérisque ou NUL",
  "a value contains an unescaped parenthesis": "une valeur contient une parenthèse sans échappement",
  "a value contains an unescaped special character":
    "une valeur contient un caractère spécial sans échappement",
  "a value must not begin or end with an unescaped space":
    "une valeur ne doit ni commencer ni finir par un espace sans échappement",
  'a value that begins with "#" must consist of pairs of hexadecimal digits':
    'une valeur qui commence par "#" doit être faite de paires de chiffres hexadécimaux',
  "an element of another type": "un élément d’un autre type",
  "an element that ends too early": "un élément qui se termine trop tôt",
  "an entry": "une entrée",
  "an extensible filter has neither an attribute nor a matching rule":
    "un filtre extensible n’a ni attribut ni règle de correspondance",
  "an indefinite length": "une longueur indéfinie",
  "an invalid attribute name": "un nom d’attribut non valide",
  "an ldap URL cannot have a fragment": "une URL ldap ne peut pas avoir de fragment",
  "cannot follow a referral from here": "impossible de suivre un renvoi d’ici",
  "cannot make a URL from the distinguished name": "impossible de former une URL avec le nom distinctif",
  "check that the host and the port are those of an LDAP server":
    "vérifiez que l’hôte et le port sont ceux d’un serveur LDAP",
  "check the configuration of the server; after ldaps:, a referral must be to ldaps:":
    "vérifiez la configuration du serveur ; après ldaps:, un renvoi doit mener à ldaps:",
  "each part of a distinguished name must be a type, such as cn, and a value":
    "chaque partie d’un nom distinctif doit être un type, comme cn, et une valeur",
  "entries of one page of a search; 0: request no pages":
    "entrées d’une page d’une recherche ; 0 : ne pas demander de pages",
  'extensions of the URL; "!" marks a critical one': 'extensions de l’URL ; "!" en marque une critique',
  "get: ask the servers that referrals and search result references name, without a login":
    "get : interroger, sans identification, les serveurs que nomment les renvois et les références de résultats de recherche",
  "how to log in; default: simple if bindDn is set, otherwise anonymous":
    "comment s’identifier ; par défaut : simple si bindDn est définie, sinon anonymous",
  "increase the ldap option maxEntry": "augmentez l’option maxEntry de ldap",
  "increase the limit maxReferrals, or set the ldap option followReferrals to false":
    "augmentez la limite maxReferrals, ou mettez l’option followReferrals de ldap à false",
  "invalid attribute: expected a name, an OID, *, or +":
    "attribut non valide : un nom, un OID, * ou + était attendu",
  "invalid attributes: expected names, OIDs, *, or +":
    "attributes non valide : des noms, des OID, * ou + étaient attendus",
  "invalid dn: expected a text": "dn non valide : un texte était attendu",
  "invalid extension: expected a name or an OID": "extension non valide : un nom ou un OID était attendu",
  "invalid extensions: expected each with a name or an OID as its type":
    "extensions non valide : chacune devait avoir un nom ou un OID comme type",
  "invalid filter: expected a text or a tree of valid filters":
    "filter non valide : un texte ou un arbre de filtres valides était attendu",
  'invalid scope: expected "base", "one", or "sub"':
    'scope non valide : "base", "one" ou "sub" était attendu',
  "maximum bytes of one message, such as an entry": "maximum d’octets d’un message, comme une entrée",
  'missing "{0}" in the filter': '"{0}" absent dans le filtre',
  "not a valid LDAP URL": "ce n’est pas une URL LDAP valide",
  "only the entry itself": "seulement l’entrée elle-même",
  "open that URL, or set the ldap option followReferrals":
    "ouvrez cette URL, ou activez l’option followReferrals de ldap",
  'remove it, or its "!" if it can be ignored': 'retirez-la, ou son "!" si elle peut être ignorée',
  "remove the attributes and the filter, or add the scope one or sub":
    "retirez les attributs et le filtre, ou ajoutez la portée one ou sub",
  "remove the filter, or log in": "retirez le filtre, ou identifiez-vous",
  "remove the spaces around the type": "retirez les espaces autour du type",
  "search result reference: {0}": "référence de résultat de recherche : {0}",
  "separate attributes by commas": "séparez les attributs par des virgules",
  'set the ldap option tls to "required", or use ldaps:':
    'mettez l’option tls de ldap à "required", ou utilisez ldaps:',
  'set the ldap option tls to "required", use ldaps:, or set the option clearTextLogin':
    'mettez l’option tls de ldap à "required", utilisez ldaps: ou activez l’option clearTextLogin',
  "set the ldap options bind and bindDn": "définissez les options bind et bindDn de ldap",
  "the URL has the unknown critical extension {0}": "l’URL a l’extension critique inconnue {0}",
  "the URL names an entry, not the entries below it": "l’URL nomme une entrée, pas les entrées en dessous",
  "the attributes to return": "les attributs à renvoyer",
  "the condition that the entries must meet": "la condition que les entrées doivent remplir",
  "the distinguished name of the entry": "le nom distinctif de l’entrée",
  "the distinguished name to log in with, or the user of bind=plain; the password is asked for":
    "le nom distinctif de l’identification, ou l’utilisateur de bind=plain ; le mot de passe est demandé",
  "the entries below another one, over TLS": "les entrées en dessous d’une autre, par TLS",
  "the entries directly below it": "les entrées directement en dessous",
  "the entry and everything below it": "l’entrée et tout ce qui est en dessous",
  "the entry does not match the filter, or may not be read":
    "l’entrée ne correspond pas au filtre, ou ne peut pas être lue",
  "the filter has no parentheses": "le filtre n’a pas de parenthèses",
  "the filter of a search for words": "le filtre d’une recherche de mots",
  "the ldap URL names no server": "l’URL ldap ne nomme aucun serveur",
  "the root DSE, which describes a server": "le DSE racine, qui décrit un serveur",
  "the server does not accept this kind of login": "le serveur n’accepte pas ce type d’identification",
  "the server does not support a critical extension of the request":
    "le serveur ne prend pas en charge une extension critique de la requête",
  "the server does not support this way to log in":
    "le serveur ne prend pas en charge cette façon de s’identifier",
  "the server does not use LDAP": "le serveur n’utilise pas LDAP",
  "the server has no such entry": "le serveur n’a pas cette entrée",
  "the server is unwilling to perform the request": "le serveur ne veut pas exécuter la requête",
  "the server named no valid LDAP URL": "le serveur n’a nommé aucune URL LDAP valide",
  "the server reached a limit of its operator": "le serveur a atteint une limite de son opérateur",
  "the server reached its limit of entries": "le serveur a atteint sa limite d’entrées",
  "the server reached its time limit": "le serveur a atteint sa limite de temps",
  "the server refers to other servers, but names no LDAP URL to open":
    "le serveur renvoie à d’autres serveurs, mais ne nomme aucune URL LDAP à ouvrir",
  "the server refers to {0}": "le serveur renvoie à {0}",
  "the server refused StartTLS, but TLS is required": "le serveur a refusé StartTLS, mais TLS est exigé",
  "the server rejected the request with result code {0}":
    "le serveur a refusé la requête avec le code de résultat {0}",
  "the server sends empty pages without an end": "le serveur envoie sans fin des pages vides",
  "the server sent a message that answers no request":
    "le serveur a envoyé un message qui ne répond à aucune requête",
  "the server sent a referral": "le serveur a envoyé un renvoi",
  "the server sent a response of another type": "le serveur a envoyé une réponse d’un autre type",
  "the server sent a response of another type to a search":
    "le serveur a envoyé à une recherche une réponse d’un autre type",
  "the server sent an unknown notification": "le serveur a envoyé une notification inconnue",
  "the server sent {0} search result references":
    "le serveur a envoyé {0} références de résultats de recherche",
  'unexpected "?": an ldap URL has at most four': '"?" inattendu : une URL ldap en a quatre au plus',
  "unexpected text after the filter": "texte inattendu après le filtre",
  "use StartTLS": "utiliser StartTLS",
  "use a narrower filter, or set pageSize": "utilisez un filtre plus étroit, ou définissez pageSize",
  "use another value of the ldap option bind": "utilisez une autre valeur de l’option bind de ldap",
  "use ldaps: if the server has a port for it": "utilisez ldaps: si le serveur a un port pour cela",
  "when the server follows aliases": "quand le serveur suit les alias",
  'write "(" before it and ")" after it': 'écrivez "(" devant et ")" derrière',
  'write "(attribute=value)"': 'écrivez "(attribut=valeur)"',
  'write "\\#" if it is data': 'écrivez "\\#" si c’est une donnée',
  'write "\\28" or "\\29"': 'écrivez "\\28" ou "\\29"',
  'write "\\2a" for an asterisk that is data': 'écrivez "\\2a" pour un astérisque qui est une donnée',
  'write "\\2a" or "\\00"': 'écrivez "\\2a" ou "\\00"',
  'write "\\5c" for a backslash': 'écrivez "\\5c" pour une barre oblique inverse',
  'write "base", "one", or "sub"': 'écrivez "base", "one" ou "sub"',
  'write "type=value"': 'écrivez "type=valeur"',
  'write a "?" that is data as "%3F"': 'écrivez en "%3F" un "?" qui est une donnée',
  'write a type, "=", and a value': 'écrivez un type, "=" et une valeur',
  'write an attribute, such as cn, before the "="': 'écrivez un attribut, comme cn, devant le "="',
  'write it as "\\20"': 'écrivez-le en "\\20"',
  'write it with a backslash, for example "\\;"':
    'écrivez-le avec une barre oblique inverse, par exemple "\\;"',
  "write ldap://HOST/…": "écrivez ldap://HÔTE/…",
};
