import type { Catalogue } from "../translate.ts";

/** Texts of FTP, Gopher, HTTP, and local files: errors, options, and plans. */
export const TRANSFERS: Catalogue = {
  '"*" or entity-tags with their quotation marks': '"*" ou des entity-tags avec leurs guillemets',
  ", the default": ", la valeur par défaut",
  ": a conflict, such as a missing parent directory, or a directory of this name":
    " : un conflit, par exemple l’absence du répertoire parent, ou un répertoire de ce nom",
  ": a precondition failed": " : une condition préalable n’est pas remplie",
  ": permanently removed": " : supprimé définitivement",
  ": the resource does not support this method": " : la ressource ne prend pas en charge cette méthode",
  'Basic authentication does not allow a ":" in the user name':
    'l’authentification Basic n’autorise pas ":" dans le nom d’utilisateur',
  "a UNC path cannot have an IPv6 address as its server":
    "un chemin UNC ne peut pas avoir une adresse IPv6 comme serveur",
  "a file name cannot contain NUL; such a URL is never opened":
    "un nom de fichier ne peut pas contenir NUL ; une telle URL n’est jamais ouverte",
  "a gopher+ string must not contain CR, LF, or NUL unless it is a form":
    "un texte gopher+ ne doit pas contenir CR, LF ni NUL sauf si c’est un formulaire",
  "a line ends with CR CR LF": "une ligne se termine par CR CR LF",
  "a line ends with LF only": "une ligne se termine par LF seul",
  "a line has fewer than four fields": "une ligne a moins de quatre champs",
  "a line is empty": "une ligne est vide",
  "a line of the attributes exceeds the limit of {0} bytes":
    "une ligne des attributs dépasse la limite de {0} octets",
  "a list of field names": "une liste de noms de champs",
  "a list of host names that are not empty": "une liste de noms d’hôtes non vides",
  "a list of: identity, {0}": "une liste de : identity, {0}",
  'a name contains "/", "\\", or ":", which are separators on Windows':
    'un nom contient "/", "\\" ou ":", qui sont des séparateurs sous Windows',
  'a name contains "/", which separates names on this system':
    'un nom contient "/", qui sépare les noms sur ce système',
  "a name contains a byte that is not UTF-8": "un nom contient un octet qui n’est pas de l’UTF-8",
  "a name ends with a dot or space, which Windows removes":
    "un nom se termine par un point ou un espace, que Windows retire",
  "a name from +VIEWS: printable ASCII without spaces":
    "un nom de +VIEWS : de l’ASCII imprimable sans espaces",
  "a node with a password is not allowed in a URL":
    "un nœud avec mot de passe n’est pas autorisé dans une URL",
  "a path cannot contain NUL": "un chemin ne peut pas contenir NUL",
  "a path of a device or volume has no URL": "un chemin de périphérique ou de volume n’a pas d’URL",
  'a share of "localhost" has no URL': 'un partage de "localhost" n’a pas d’URL',
  "a {0} request has no body": "une requête {0} n’a pas de corps",
  "accept 127.0.0.1 and [::1] as this machine": "accepter 127.0.0.1 et [::1] comme cette machine",
  'add "{0}" to the gopher option quirks': 'ajoutez "{0}" à l’option quirks de gopher',
  "add an authorization to the option fields, or increase the limit maxHeld":
    "ajoutez une authorization à l’option fields, ou augmentez la limite maxHeld",
  "allow get to read devices, pipes, and sockets, which may never end":
    "autoriser get à lire des périphériques, des tubes et des sockets, qui peuvent ne jamais finir",
  "an FTP command": "une commande FTP",
  "an FTP server": "un serveur FTP",
  "an absolute path on Windows must begin with a drive":
    "un chemin absolu de Windows doit commencer par un lecteur",
  "an account": "un compte",
  "an address without spaces and control characters": "une adresse sans espaces ni caractères de contrôle",
  "an array with a string, a boolean, an array of lines, or null for each question":
    "un tableau avec une chaîne, un booléen, un tableau de lignes ou null pour chaque question",
  "an item has extra fields after the port": "un élément a des champs en trop après le port",
  "an item has no valid port": "un élément n’a pas de port valide",
  "an object, pairs of name and value, or a string":
    "un objet, des paires de nom et de valeur, ou une chaîne",
  "called with URL, status, reason, and fields of the final response, before its content":
    "appelée avec l’URL, le statut, le motif et les champs de la réponse finale, avant son contenu",
  "cannot change the login directory": "impossible de modifier le répertoire d’identification",
  "cannot encode a character of the search words in {0}":
    "impossible de coder en {0} un caractère des mots cherchés",
  "cannot follow a redirect of {0} to another server":
    "impossible de suivre une redirection de {0} vers un autre serveur",
  "cannot follow another URL from here": "impossible de suivre une autre URL d’ici",
  "cannot follow the redirect: the body was already sent":
    "impossible de suivre la redirection : le corps a déjà été envoyé",
  "cannot log in: the body was already sent": "impossible de s’identifier : le corps a déjà été envoyé",
  "cannot move to another directory: the working directory is not an absolute path":
    "impossible de déplacer vers un autre répertoire : le répertoire de travail n’est pas un chemin absolu",
  "cannot plan this request: it depends on the form of the server":
    "impossible de planifier cette requête : elle dépend du formulaire du serveur",
  "cannot rename a file to a URL of {0}": "impossible de renommer un fichier en une URL {0}",
  "cannot rename to a different server or user":
    "impossible de renommer vers un autre serveur ou utilisateur",
  "cannot resume the upload: the file on the server is shorter than the offset":
    "impossible de reprendre l’envoi : le fichier du serveur est plus court que la position",
  "check the result on the server before you try again":
    "vérifiez le résultat sur le serveur avant de réessayer",
  "copy the file, then remove it": "copiez le fichier, puis supprimez-le",
  "copy the file, then remove the original": "copiez le fichier, puis supprimez l’original",
  "deviations from RFC 1436 that menus may have": "écarts à la RFC 1436 que les menus peuvent avoir",
  'entity-tags, or "*": only if the resource matches none of them; otherwise get and stat fail with not-modified':
    'entity-tags, ou "*" : seulement si la ressource ne correspond à aucun d’eux ; sinon get et stat échouent avec not-modified',
  'entity-tags, or "*": only if the resource matches one of them; otherwise the call fails with changed':
    'entity-tags, ou "*" : seulement si la ressource correspond à l’un d’eux ; sinon l’appel échoue avec changed',
  "expected at most {0} answers, got {1}": "au plus {0} réponses étaient attendues, il y en a {1}",
  "expected one line of text as answer {0}": "une ligne de texte était attendue comme réponse {0}",
  "expected one of these as answer {0}: {1}": "l’un de ceux-ci était attendu comme réponse {0} : {1}",
  "expected text as answer {0}": "du texte était attendu comme réponse {0}",
  "expected true or false as answer {0}": "true ou false était attendu comme réponse {0}",
  "follow redirects, fail, or return the redirect as the response; or a function that can reject a redirect":
    "suivre les redirections, échouer, ou renvoyer la redirection comme réponse ; ou une fonction qui peut en refuser une",
  "get a moved item (Gopher+ error 3) from its new location":
    "obtenir un élément déplacé (erreur 3 de Gopher+) à son nouvel emplacement",
  'get of a directory without a final "/" in its URL lists its names':
    'get d’un répertoire sans "/" final dans son URL liste ses noms',
  "get the target of an item URL:… instead of the server's page about it":
    "obtenir la cible d’un élément URL:… au lieu de la page du serveur à son sujet",
  "get {0} instead": "demandez plutôt {0}",
  'header fields to send, as lines "name: value"; not those of the connection or of the framing':
    'champs d’en-tête à envoyer, en lignes "nom: valeur" ; pas ceux de la connexion ni du format du message',
  "how to open data connections: client to server, or server to client":
    "comment ouvrir les connexions de données : du client au serveur, ou du serveur au client",
  "if the URL has no typecode: transfer as an image, or as text depending on the suffix of the name":
    "si l’URL n’a pas de typecode : transférer comme image, ou comme texte selon le suffixe du nom",
  "if the URL has no user: log in as anonymous, or ask for a login first":
    "si l’URL n’a pas d’utilisateur : s’identifier comme anonymous, ou demander d’abord une identification",
  'in a search without %09, use the text after a bare "?" as the search words':
    'dans une recherche sans %09, utiliser le texte après un "?" non codé comme mots cherchés',
  "incomplete reply: {0}": "réponse incomplète : {0}",
  "increase the limit maxHeld": "augmentez la limite maxHeld",
  "increase the limit maxRedirects": "augmentez la limite maxRedirects",
  "invalid gopher option answers: {0}": "option answers de gopher non valide : {0}",
  "invalid length in the Gopher+ reply header": "longueur non valide dans l’en-tête de la réponse Gopher+",
  "invalid menu (RFC 1436): {0}": "menu non valide (RFC 1436) : {0}",
  "invalid method": "méthode non valide",
  "invalid name of a field": "nom de champ non valide",
  "invalid name: expected up to 39 letters, digits, hyphens, dollar signs, or underscores":
    "nom non valide : jusqu’à 39 lettres, chiffres, tirets, signes dollar ou tirets bas étaient attendus",
  "invalid redirect target: not a valid URL": "cible de redirection non valide : ce n’est pas une URL valide",
  "invalid reply: expected the port of a data connection":
    "réponse non valide : le port d’une connexion de données était attendu",
  'invalid typecode: expected "a", "i", or "d"': 'typecode non valide : "a", "i" ou "d" était attendu',
  "invalid value of the field {0}": "valeur non valide du champ {0}",
  "line ends of a text: as sent, or converted to LF here and CR LF on the server":
    "fins de ligne d’un texte : telles quelles, ou converties en LF ici et en CR LF sur le serveur",
  'lines "name: value"': 'des lignes "nom: valeur"',
  'list with "LIST -a" on a server without MLSD: many servers then include names that begin with ".", although RFC 959 does not define it':
    'lister avec "LIST -a" sur un serveur sans MLSD : beaucoup incluent alors les noms qui commencent par ".", bien que la RFC 959 ne le définisse pas',
  "missing server in a UNC path": "serveur absent dans un chemin UNC",
  "missing share after the server": "partage absent après le serveur",
  "names of such fields that are secret, in addition to authorization and cookie":
    "noms de ces champs qui sont secrets, en plus d’authorization et cookie",
  'no "{0}", which is set automatically': 'pas "{0}", qui est défini automatiquement',
  "omit the option charset to send the words as UTF-8":
    "omettez l’option charset pour envoyer les mots en UTF-8",
  "one CWD for each segment of the path, one for the whole path, or none":
    "un CWD pour chaque segment du chemin, un pour tout le chemin, ou aucun",
  "only if the resource has changed since then": "seulement si la ressource a changé depuis",
  "only if the resource has not changed since then": "seulement si la ressource n’a pas changé depuis",
  'other host names of this machine besides "localhost"; never looked up in DNS':
    'autres noms d’hôte de cette machine que "localhost" ; jamais cherchés dans le DNS',
  "put and rename overwrite existing files": "put et rename écrasent les fichiers existants",
  'remove the "/" at the end of the URL, or create the directory':
    'retirez le "/" à la fin de l’URL, ou créez le répertoire',
  'remove the "@" to log in as anonymous': 'retirez le "@" pour vous identifier comme anonymous',
  "remove the gopher+ string from the URL": "retirez de l’URL le texte gopher+",
  'remove the gopher+ string, or request all attributes with a single "!" or "$"':
    'retirez le texte gopher+, ou demandez tous les attributs avec un seul "!" ou "$"',
  "request size and date before get; with a range it always does":
    "demander la taille et la date avant get ; avec un intervalle, c’est toujours le cas",
  "retry after {0} s": "réessayez après {0} s",
  "return the content of every response, whatever its status":
    "renvoyer le contenu de chaque réponse, quel que soit son statut",
  "send OPTS UTF8 ON to a server with UTF8, although RFC 2640 does not define it":
    "envoyer OPTS UTF8 ON à un serveur avec UTF8, bien que la RFC 2640 ne le définisse pas",
  "send a form that the URL itself fills in": "envoyer un formulaire que l’URL elle-même remplit",
  "send the empty search before a gopher+ string": "envoyer la recherche vide devant un texte gopher+",
  'set redirect: "follow"': 'mettez redirect: "follow"',
  'set redirect: "manual" to read the response': 'mettez redirect: "manual" pour lire la réponse',
  'set redirect: "manual" to see the target': 'mettez redirect: "manual" pour voir la cible',
  'set the ftp option tls to "none" to connect without TLS':
    'mettez l’option tls de ftp à "none" pour vous connecter sans TLS',
  "set the gopher option allowForms to send it": "activez l’option allowForms de gopher pour l’envoyer",
  "set the option acceptEncoding (the server may ignore it)":
    "définissez l’option acceptEncoding (le serveur peut l’ignorer)",
  'set the option acceptEncoding: "identity"': 'mettez l’option acceptEncoding: "identity"',
  "set the {0} in the client's credentials": "définissez {0} dans l’identification du client",
  "some of the data may have been written": "une partie des données a peut-être été écrite",
  "the URL fills in a form; nothing was sent": "l’URL remplit un formulaire ; rien n’a été envoyé",
  "the URL has an empty user name, and no login is configured":
    "l’URL a un nom d’utilisateur vide, et aucune identification n’est configurée",
  "the answers to the form of an item, in the order of its questions; they are sent":
    "les réponses au formulaire d’un élément, dans l’ordre de ses questions ; elles sont envoyées",
  "the attributes of an item exceed the limit of {0} bytes":
    "les attributs d’un élément dépassent la limite de {0} octets",
  "the change may have been made": "le changement a peut-être été fait",
  "the character set of the server, as a label of the Encoding Standard; without it, UTF-8 with other bytes preserved":
    "le jeu de caractères du serveur, comme étiquette de l’Encoding Standard ; sans lui, UTF-8 et les autres octets sont conservés",
  "the content codings to request, separated by commas, or identity; without it gzip, deflate; br and zstd depend on the runtime":
    "les codages de contenu à demander, séparés par des virgules, ou identity ; sans elle, gzip et deflate ; br et zstd dépendent de l’environnement",
  "the decoded content exceeds {0} times the size of the encoded content":
    "le contenu décodé dépasse {0} fois la taille du contenu codé",
  "the encoded content is invalid": "le contenu codé n’est pas valide",
  "the encoded content is truncated": "le contenu codé est tronqué",
  "the exchange emitted no attributes": "l’échange n’a pas émis d’attributs",
  "the exchange emitted no begin event": "l’échange n’a pas émis l’événement de début",
  "the field {0} is set automatically": "le champ {0} est défini automatiquement",
  "the file was truncated during the read": "le fichier a été tronqué pendant la lecture",
  'the final line "." is missing': 'la ligne finale "." manque',
  "the first segment must be the name of a device": "le premier segment doit être le nom d’un périphérique",
  "the form needs two files, but Gopher+ §2.8 allows only one":
    "le formulaire exige deux fichiers, mais Gopher+ §2.8 n’en permet qu’un",
  "the function redirect rejected the redirect": "la fonction redirect a refusé la redirection",
  "the host or selector of the item is not valid in a URL":
    "l’hôte ou le sélecteur de l’élément n’est pas valide dans une URL",
  "the item has moved": "l’élément a été déplacé",
  "the item has no host": "l’élément n’a pas d’hôte",
  "the item has no valid port": "l’élément n’a pas de port valide",
  'the label of a known character set, for example "iso-8859-1"':
    'l’étiquette d’un jeu de caractères connu, par exemple "iso-8859-1"',
  "the language of that view, as named in +VIEWS: De_DE":
    "la langue de cette vue, selon son nom dans +VIEWS : De_DE",
  "the login directory is unknown": "le répertoire d’identification est inconnu",
  "the meaning of two leading slashes depends on the system":
    "le sens de deux barres initiales dépend du système",
  "the name is a path": "le nom est un chemin",
  "the name is not valid": "le nom n’est pas valide",
  "the name is reserved for a device on Windows": "le nom est réservé à un périphérique sous Windows",
  "the password of an anonymous login; the default identifies no user":
    "le mot de passe d’une identification anonyme ; celui par défaut n’identifie aucun utilisateur",
  "the path contains a different host": "le chemin contient un autre hôte",
  "the path exceeds the limit of {0} directories; nothing was sent":
    "le chemin dépasse la limite de {0} répertoires ; rien n’a été envoyé",
  "the path is not absolute: missing device or directory":
    "le chemin n’est pas absolu : périphérique ou répertoire absent",
  "the redirect has no single, valid Location header":
    "la redirection n’a pas un seul en-tête Location valide",
  "the redirects exceed the limit of {0}": "les redirections dépassent la limite de {0}",
  "the request exceeds the limit of {0} bytes; nothing was sent":
    "la requête dépasse la limite de {0} octets ; rien n’a été envoyé",
  "the request has a NUL, HT, CR, or LF byte, which would end it early; nothing was sent":
    "la requête a un octet NUL, HT, CR ou LF, qui la terminerait trop tôt ; rien n’a été envoyé",
  "the response exceeds the limit of {0} content codings":
    "la réponse dépasse la limite de {0} codages de contenu",
  "the server began a transfer without a data connection":
    "le serveur a commencé un transfert sans connexion de données",
  "the server closed the connection within the reply header":
    "le serveur a fermé la connexion dans l’en-tête de la réponse",
  "the server confirmed the upload before it was complete":
    "le serveur a confirmé l’envoi avant qu’il soit complet",
  "the server does not support the requested TLS protection":
    "le serveur ne prend pas en charge la protection TLS demandée",
  "the server ended the transfer with an error; the data are incomplete":
    "le serveur a terminé le transfert par une erreur ; les données sont incomplètes",
  "the server has no Gopher+ attributes for this item":
    "le serveur n’a pas d’attributs Gopher+ pour cet élément",
  "the server is closing the connection": "le serveur ferme la connexion",
  'the server redirects, but the option redirect is "error"':
    'le serveur redirige, mais l’option redirect est "error"',
  "the server rejected the TLS session of the data connection":
    "le serveur a refusé la session TLS de la connexion de données",
  "the server rejected the request with an unknown error code":
    "le serveur a refusé la requête avec un code d’erreur inconnu",
  "the server requires a different login for this": "le serveur exige une autre identification pour cela",
  "the server requires an account": "le serveur exige un compte",
  "the server sent another range than requested": "le serveur a envoyé un autre intervalle que celui demandé",
  "the size exceeds the limit of 2^53 - 1 bytes": "la taille dépasse la limite de 2^53 - 1 octets",
  "the size of the body of put or send, if known; then it is sent without chunked coding":
    "la taille du corps de put ou send, si elle est connue ; il est alors envoyé sans codage chunked",
  "the text after URL: is not a valid URL": "le texte après URL: n’est pas une URL valide",
  "the transport has no access to files": "le transport n’a pas accès aux fichiers",
  "the view to get, as named in +VIEWS: Text/plain":
    "la vue à obtenir, selon son nom dans +VIEWS : Text/plain",
  "this client does not support HTTP": "ce client ne prend pas en charge HTTP",
  "tokens as names": "des jetons comme noms",
  "unexpected 206 response: the request had no Range header":
    "réponse 206 inattendue : la requête n’avait pas d’en-tête Range",
  "unsupported Content-Encoding": "Content-Encoding non pris en charge",
  "unsupported authentication scheme": "schéma d’authentification non pris en charge",
  "unsupported method {0}": "méthode {0} non prise en charge",
  "unsupported type of question {0} of the form": "type non pris en charge de la question {0} du formulaire",
  "upload the whole file": "envoyez le fichier entier",
  'use "stat" to plan the request for the form': 'utilisez "stat" pour planifier la requête du formulaire',
  "use AUTH TLS before the login; ftps uses TLS from the first byte":
    "utiliser AUTH TLS avant l’identification ; ftps utilise TLS dès le premier octet",
  "use POST, or remove the body": "utilisez POST, ou retirez le corps",
  "use a CSO client (RFC 2378) with {0}:{1}": "utilisez un client CSO (RFC 2378) avec {0}:{1}",
  "use a token": "utilisez un jeton",
  "use a token, such as PATCH": "utilisez un jeton, comme PATCH",
  "use a transport with files, such as @anyurl/transport-node":
    "utilisez un transport avec des fichiers, comme @anyurl/transport-node",
  "use a user and password of the URL as the login, after the server requires one; otherwise such a URL is an error":
    "utiliser l’utilisateur et le mot de passe de l’URL comme identification, quand le serveur l’exige ; sinon une telle URL est une erreur",
  "use an absolute path with a drive": "utilisez un chemin absolu avec un lecteur",
  "use another method": "utilisez une autre méthode",
  "use file:///C:/…": "utilisez file:///C:/…",
  "use file://SERVER/SHARE/…": "utilisez file://SERVEUR/PARTAGE/…",
  "use formatQuery to create it from names and values":
    "créez-la avec formatQuery à partir de noms et de valeurs",
  "use list to read a menu": "utilisez list pour lire un menu",
  'use one "/"': 'utilisez un seul "/"',
  "use stat to read the attributes of one item": "utilisez stat pour lire les attributs d’un élément",
  "use stat to read the form (attribute +ASK), then set the gopher option answers":
    "lisez le formulaire avec stat (attribut +ASK), puis définissez l’option answers de gopher",
  "use stat to read the form: readForm parses its attribute +ASK":
    "lisez le formulaire avec stat : readForm analyse son attribut +ASK",
  "use the option fields to send your own authorization":
    "utilisez l’option fields pour envoyer votre propre authorization",
  "use the path on its drive": "utilisez le chemin sur son lecteur",
  "use the type of the mirrored item": "utilisez le type de l’élément en miroir",
  "use visible ASCII, or single bytes": "utilisez de l’ASCII visible, ou des octets isolés",
  "use {0}, or set the gopher option followMoved": "utilisez {0}, ou activez l’option followMoved de gopher",
  'visible ASCII in one line as the value of "{0}"': 'de l’ASCII visible sur une ligne comme valeur de "{0}"',
  "what ends a download over TLS: a close_notify, or any close; with the latter, a cut listing looks complete":
    "ce qui termine un téléchargement par TLS : un close_notify, ou toute fermeture ; dans ce cas, une liste coupée semble complète",
  "what ends a reply over TLS that does not mark its end: a close_notify, or any close":
    "ce qui termine une réponse par TLS qui ne marque pas sa fin : un close_notify, ou toute fermeture",
  "{0} of {1} bytes are missing": "il manque {0} octets sur {1}",
  "{0}: links are not allowed in a menu": "les liens {0}: ne sont pas autorisés dans un menu",
  "rename it": "renommez-le",
  "servers read this name as the home directory": "les serveurs prennent ce nom pour le répertoire personnel",
  "the server gave it another name, and may have replaced another file":
    "le serveur lui a donné un autre nom, et a pu remplacer un autre fichier",
};
