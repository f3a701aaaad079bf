import type { Catalogue } from "../translate.ts";

/** Texts of core: the generic syntax, explanations, and comparisons. */
export const SYNTAX: Catalogue = {
  " from {0} to {1}": " de {0} à {1}",
  " of bytes": " d’octets",
  " of milliseconds": " de millisecondes",
  '"%" is not followed by two hexadecimal digits': '"%" n’est pas suivi de deux chiffres hexadécimaux',
  '"{0}" could inject a command; the URL can be parsed, but not opened':
    '"{0}" pourrait injecter une commande ; l’URL peut être analysée, mais pas ouverte',
  '"{0}", which does not need an escape': '"{0}", qui n’a pas besoin d’échappement',
  ", at least {0}": ", au moins {0}",
  ": no command was sent": " : aucune commande n’a été envoyée",
  "CR, the end of a line": "CR, la fin d’une ligne",
  "ESC, which starts a terminal control sequence": "ESC, qui commence une séquence de commande du terminal",
  "LF, the end of a line": "LF, la fin d’une ligne",
  'a "{0}" that is data, not a delimiter': 'un "{0}" qui est une donnée, pas un délimiteur',
  'a "{0}", which must be escaped': 'un "{0}", qui doit être échappé',
  'a "}" has no "{"': "il manque le \"'{'\" d’un \"'}'\"",
  "a URL of {0} has no query": "une URL {0} n’a pas de requête",
  "a backslash": "une barre inverse",
  "a backspace": "un retour arrière",
  "a control character": "un caractère de commande",
  "a field cannot follow an optional part": "un champ ne peut pas suivre une partie facultative",
  "a fragment is not part of a URL": "un fragment ne fait pas partie d’une URL",
  "a host name": "un nom d’hôte",
  "a label of the host name begins or ends with a hyphen":
    "une étiquette du nom d’hôte commence ou finit par un tiret",
  "a label of the host name exceeds the limit of 63 characters":
    "une étiquette du nom d’hôte dépasse la limite de 63 caractères",
  "a label of the host name is empty, or begins or ends with a hyphen":
    "une étiquette du nom d’hôte est vide, ou commence ou finit par un tiret",
  "a line of the text exceeds the limit of {0} bytes": "une ligne du texte dépasse la limite de {0} octets",
  'a list cannot end at a "/"': 'une liste ne peut pas se terminer à un "/"',
  "a list of texts, not empty": "une liste de textes, non vide",
  "a list of {0}strings": "une liste de {0}chaînes",
  "a list or an object cannot have a :LENGTH": "une liste ou un objet ne peut pas avoir :LENGTH",
  "a literal is needed between two fields": "il faut un littéral entre deux champs",
  "a local path": "un chemin local",
  "a lone surrogate": "un demi-codet isolé",
  "a mail address": "une adresse de courriel",
  "a number{0} from {1} to {2}": "un nombre{0} de {1} à {2}",
  "a number{0}, at least {1}": "un nombre{0}, au moins {1}",
  "a password in plain text": "un mot de passe en clair",
  "a password requires a user": "un mot de passe exige un utilisateur",
  "a percent sign": "un signe pour cent",
  "a position within the resource; never sent": "une position dans la ressource ; jamais envoyée",
  "a single letter before a colon is a drive on some systems":
    "une seule lettre devant un deux-points est un lecteur sur certains systèmes",
  "a space": "une espace",
  "a tab": "une tabulation",
  "a whole number{0} from {1} to {2}": "un nombre entier{0} de {1} à {2}",
  "a whole number{0}, at least {1}": "un nombre entier{0}, au moins {1}",
  "a zone identifier is valid on one machine only":
    "un identifiant de zone n’est valable que sur une machine",
  "URLs of {0} cannot have a password": "les URL de {0} ne peuvent pas avoir de mot de passe",
  "URLs of {0} cannot have a port": "les URL de {0} ne peuvent pas avoir de port",
  "URLs of {0} cannot have a user or a password":
    "les URL de {0} ne peuvent pas avoir d’utilisateur ni de mot de passe",
  "URLs of {0} have no authority": "les URL de {0} n’ont pas d’autorité",
  "URLs of {0} have no query": "les URL de {0} n’ont pas de requête",
  "active mode is not available": "le mode actif n’est pas disponible",
  'add "{0}" to the option allowOverride if this program should open {1} URLs with the other scheme':
    'ajoutez "{0}" à l’option allowOverride si ce programme doit ouvrir les URL {1} avec l’autre schéma',
  'add a scheme, for example "ftp://"': 'ajoutez un schéma, par exemple "ftp://"',
  "added a scheme": "schéma ajouté",
  'added the scheme "{0}"': 'schéma "{0}" ajouté',
  "additional data": "données supplémentaires",
  'ambiguous host: RFC 3986 ends it at the "?", but RFC 1738 starts it after the "@"':
    'hôte ambigu : la RFC 3986 le termine au "?", mais la RFC 1738 le commence après le "@"',
  'ambiguous host: it ends at the "?", but old software starts it after the "@"':
    'hôte ambigu : il se termine au "?", mais les anciens logiciels le commencent après le "@"',
  "an IPv4 address": "une adresse IPv4",
  "an IPv6 address": "une adresse IPv6",
  "an address of a future version of IP; no connection is possible":
    "une adresse d’une version future d’IP ; aucune connexion n’est possible",
  "an empty host": "un hôte vide",
  "an empty password": "un mot de passe vide",
  "an empty path": "un chemin vide",
  "an empty port: the default applies": "un port vide : le port par défaut s’applique",
  "an empty user name, which differs from a missing one":
    "un nom d’utilisateur vide, qui diffère d’un nom absent",
  "an escaped delimiter is data; an unescaped one can separate parts":
    "un délimiteur échappé est une donnée ; sans échappement, il peut séparer des parties",
  'an expression has no "}"': "il manque le \"'}'\" d’une expression",
  "an object with the methods {0}": "un objet avec les méthodes {0}",
  "an optional part must begin with a literal": "une partie facultative doit commencer par un littéral",
  "an optional part must have a field of its own": "une partie facultative doit avoir un champ à elle",
  "at most {0} ": "au plus {0} ",
  "begins the port": "commence le port",
  "begins the query": "commence la requête",
  "cannot change segments: the path of this {0} URL is opaque":
    "impossible de changer des segments : le chemin de cette URL {0} est opaque",
  "cannot change the name: the last segment of the path has none":
    "impossible de changer le nom : le dernier segment du chemin n’en a pas",
  "cannot hand over the URL: {0}": "impossible de confier l’URL : {0}",
  "cannot look up a host name that is not in ASCII":
    "impossible de chercher un nom d’hôte qui n’est pas en ASCII",
  "cannot open {0}: URLs: no installed scheme supports them":
    "impossible d’ouvrir des URL {0}: aucun schéma installé ne les prend en charge",
  "cannot open {0}: URLs: the scheme package {1} is not loaded":
    "impossible d’ouvrir des URL {0}: le paquet {1} du schéma n’est pas chargé",
  "cannot plan {0} URLs: opening them sends nothing":
    "impossible de planifier les URL {0} : les ouvrir n’envoie rien",
  "cannot plan {0} URLs: the scheme has no plan":
    "impossible de planifier les URL {0} : le schéma n’a pas de plan",
  "cannot resolve a reference: the path of a URL of {0} is opaque":
    "impossible de résoudre une référence : le chemin d’une URL {0} est opaque",
  "cannot start TLS on this kind of connection": "impossible de démarrer TLS sur ce type de connexion",
  'cannot take over the scheme name "{0}": it is protected':
    'impossible de prendre le nom de schéma "{0}" : il est protégé',
  "check a hand-over": "vérifier une remise à un programme",
  "check it, and write {0} if you mean this host": "vérifiez-le, et écrivez {0} si c’est bien cet hôte",
  "converted a local path": "chemin local converti",
  "converted the host name to ASCII": "nom d’hôte converti en ASCII",
  "dot segments removed": "sans segments de points",
  'enclose the URL in "<" and ">", and percent-encode characters that are not ASCII':
    'mettez l’URL entre "<" et ">", et codez avec "%" les caractères hors d’ASCII',
  "ends the URL; a fragment follows": "termine l’URL ; un fragment suit",
  "ends the authority": "termine l’autorité",
  "ends the login; the host follows": "termine l’identification ; l’hôte suit",
  "ends the scheme": "termine le schéma",
  "ends the scheme; an authority follows": "termine le schéma ; une autorité suit",
  "ends the user; the password follows": "termine l’utilisateur ; le mot de passe suit",
  "enter one URL": "saisissez une seule URL",
  "escapes of unreserved characters decoded": "les échappements de caractères non réservés décodés",
  'expected {0} with any of its optional parts, then "/", "?", or the end':
    '{0} avec ses éventuelles parties facultatives, puis "/", "?" ou la fin étaient attendus',
  'expected "///" after "{0}:", because URLs of {1} have an empty host':
    '"///" attendu après "{0}:", car les URL de {1} ont un hôte vide',
  "expected a field, a literal, or an optional part":
    "un champ, un littéral ou une partie facultative étaient attendus",
  "expected a scheme in lower case, and a colon": "un schéma en minuscules et deux-points étaient attendus",
  "failed to normalize a URL": "n’a pas pu normaliser une URL",
  "failed to normalize a URL: it returned an invalid value":
    "n’a pas pu normaliser une URL : il a renvoyé une valeur non valide",
  "failed to parse a URL": "n’a pas pu analyser une URL",
  "failed to parse a URL: it returned an invalid value":
    "n’a pas pu analyser une URL : il a renvoyé une valeur non valide",
  "failed to {0}": "a échoué à {0}",
  "failed to {0}: it returned an invalid value": "a échoué à {0} : valeur rendue non valide",
  "find a part": "trouver une partie",
  "fixed text": "texte fixe",
  "format a URL from these fields": "former une URL avec ces champs",
  "format a URL of its own scheme": "former une URL de son propre schéma",
  "give the URL to a program: handOver, or anyurl open --program":
    "confiez l’URL à un programme : handOver, ou anyurl open --program",
  "how to read the rest": "comment lire le reste",
  "identify a resource": "identifier une ressource",
  "in this scheme an escape and its character are different":
    "dans ce schéma, un échappement et son caractère sont différents",
  "increase the limit {0}": "augmentez la limite {0}",
  "increase the option maxMatchSteps": "augmentez l’option maxMatchSteps",
  "increase the option maxUrlLength": "augmentez l’option maxUrlLength",
  "invalid IP address: expected ASCII": "adresse IP non valide : ASCII attendu",
  "invalid IP literal in the brackets": "adresse IP non valide entre les crochets",
  "invalid character in the host name: expected letters, digits, hyphens, and underscores":
    "caractère non valide dans le nom d’hôte : lettres, chiffres, tirets et soulignés attendus",
  "invalid character in the port: expected digits": "caractère non valide dans le port : chiffres attendus",
  'invalid character in the scheme name: expected letters, digits, "+", "-", or "."':
    'caractère non valide dans le nom du schéma : lettres, chiffres, "+", "-" ou "." sont attendus',
  'invalid character in the scheme: expected letters, digits, "+", "-", or "."':
    'caractère non valide dans le schéma : lettres, chiffres, "+", "-" ou "." attendus',
  "invalid fields: expected an object": "champs non valides : un objet est attendu",
  "invalid host: RFC 1738 allows a name of letters, digits, hyphens, and dots, or four numbers":
    "hôte non valide : la RFC 1738 autorise un nom de lettres, chiffres, tirets et points, ou quatre nombres",
  "invalid host: expected a name, or an address in brackets":
    "hôte non valide : un nom, ou une adresse entre crochets, est attendu",
  'invalid path: with an authority it must begin with "/"':
    'chemin non valide : avec une autorité, il doit commencer par "/"',
  "invalid scheme name {0}": "nom de schéma non valide {0}",
  'invalid segment "{0}": it would be removed from the path':
    'segment non valide "{0}" : il serait retiré du chemin',
  "invalid segment: only the last one can be empty": "segment non valide : seul le dernier peut être vide",
  'invalid suffix: it must begin with "." and have another character':
    'suffixe non valide : il doit commencer par "." et avoir un autre caractère',
  'invalid suffix: the name would be "." or ".."': 'suffixe non valide : le nom serait "." ou ".."',
  "invalid variable: expected a name of letters, digits, and underscores, and an optional :LENGTH or *":
    "variable non valide : un nom de lettres, chiffres et tirets bas est attendu, avec :LONGUEUR ou * facultatifs",
  "invalid {0}: expected a list of objects": "{0} non valide : une liste d’objets était attendue",
  "invalid {0}: expected a list of texts": "{0} non valide : une liste de textes était attendue",
  "invalid {0}: expected text": "{0} non valide : un texte était attendu",
  "invalid {0} option {1}: expected {2}": "option {0} {1} non valide : attendu {2}",
  "leave out one": "omettez l’un des deux",
  "line exceeds the limit": "la ligne dépasse la limite",
  'missing "//" and a host after "{0}:"': '"//" et un hôte manquants après "{0}:"',
  'missing "]" at the end of the IP literal': '"]" manquant à la fin du littéral IP',
  "missing host in the {0} URL": "hôte manquant dans l’URL {0}",
  "missing host: a user, password, or port requires one":
    "hôte manquant : un utilisateur, un mot de passe ou un port en exige un",
  'missing port after the ":"': 'port manquant après le ":"',
  "missing scheme name": "le nom du schéma manque",
  "missing scheme: a URL begins with a scheme and a colon":
    "schéma manquant : une URL commence par un schéma et un deux-points",
  "missing scheme: the text is a local path": "schéma manquant : le texte est un chemin local",
  "missing {0} option {1}{2}: expected {3}": "option {1}{2} de {0} absente : {3} était attendu",
  'more than one ":" after the userinfo': 'plus d’un ":" après l’userinfo',
  'more than one "@" in the authority: programs disagree on which host is meant':
    'plus d’un "@" dans l’autorité : les programmes ne s’accordent pas sur l’hôte',
  "not a reply of {0}": "ce n’est pas une réponse valable pour {0}",
  "not a valid IPv4 address": "ce n’est pas une adresse IPv4 valide",
  "not a valid IPv6 or IPvFuture address": "ce n’est pas une adresse IPv6 ou IPvFuture valide",
  "not a valid scheme": "ce n’est pas un schéma valide",
  "nothing can follow an optional part in which the query begins":
    "rien ne peut suivre une partie facultative où commence la requête",
  "only one URL has a {0} (an empty one counts)": "une seule URL a {0} (un composant vide compte)",
  "only what identifies the resource": "seulement ce qui identifie la ressource",
  'percent-encode it as "{0}"': 'codez-le comme "{0}"',
  "percent-encode its UTF-8 bytes, each as %XX": "codez ses octets UTF-8, chacun comme %XX",
  "percent-encoded characters that are not allowed in a URL":
    'caractères non autorisés dans une URL codés avec "%"',
  "read the parts of a URL": "lire les parties d’une URL",
  "recognize a directory": "reconnaître un répertoire",
  "remove NUL, CR, and LF from the URL": "retirez NUL, CR et LF de l’URL",
  'remove everything from the ":" up to the "@"': 'retirez tout du ":" jusqu’au "@"',
  'remove everything up to the "@"': 'retirez tout jusqu’au "@"',
  "remove it": "retirez-le",
  'remove it, or write a "#" that is data as "%23"':
    'retirez-le, ou écrivez "%23" pour un "#" qui est une donnée',
  'remove it, or write a "?" that is data as "%3F"':
    'retirez-la, ou écrivez "%3F" pour un "?" qui est une donnée',
  "remove it; you are asked for it when needed": "retirez-le ; il vous sera demandé au besoin",
  'remove the "//" and everything up to the next "/"': 'retirez le "//" et tout jusqu’au prochain "/"',
  "remove the line breaks, or encode the spaces as %20":
    "retirez les sauts de ligne, ou codez les espaces en %20",
  "remove the zone, or set the option zoneId for an address in fe80::/10":
    "retirez la zone, ou utilisez l’option zoneId pour une adresse de fe80::/10",
  "removed line breaks": "sauts de ligne retirés",
  "removed the delimiters around the URL": "délimiteurs autour de l’URL retirés",
  "removed white space around the URL": "espaces autour de l’URL retirées",
  "return its default port": "donner son port par défaut",
  'run "npm install {0}" and add its scheme to the schemes':
    'exécutez "npm install {0}" et ajoutez son schéma aux schémas',
  'run "npm search keywords:{0} {1}" to find a plugin':
    'exécutez "npm search keywords:{0} {1}" pour trouver un greffon',
  "separates two parts": "sépare deux parties",
  "set {0}{1} too": "définissez aussi {0}{1}",
  "text that other software may read as a password":
    "texte qu’un autre logiciel peut lire comme un mot de passe",
  "the ASCII form of the host name is not a host name":
    "la forme ASCII du nom d’hôte n’est pas un nom d’hôte",
  "the URL contains a password": "l’URL contient un mot de passe",
  "the URL ends before a control character that reverses text; it may appear longer than it is":
    "l’URL se termine avant un caractère de commande qui inverse le texte ; elle peut paraître plus longue qu’elle n’est",
  "the URL ends where the text after it is not valid in a URL; it may be incomplete":
    "l’URL se termine où la suite du texte n’est pas valide dans une URL ; elle peut être incomplète",
  "the URL exceeds the limit of {0} characters": "l’URL dépasse la limite de {0} caractères",
  "the base URL has no scheme": "l’URL de base n’a pas de schéma",
  "the body ended after {0} of {1} bytes": "le corps s’est terminé après {0} octets sur {1}",
  "the byte NUL": "l’octet NUL",
  "the byte {0}, which is not UTF-8": "l’octet {0}, qui n’est pas de l’UTF-8",
  "the character is not allowed outside of an expression":
    "le caractère n’est pas autorisé hors d’une expression",
  "the control character DEL": "le caractère de commande DEL",
  "the control character {0}": "le caractère de commande {0}",
  "the escapes in the host name are not valid UTF-8":
    "les échappements du nom d’hôte ne sont pas de l’UTF-8 valide",
  'the exchange has no listener "{0}"': 'l’échange n’a pas d’écoute "{0}"',
  'the exchange has no open channel "{0}"': 'l’échange n’a pas de canal ouvert "{0}"',
  "the hexadecimal digits of escapes in upper case":
    "les chiffres hexadécimaux des échappements en majuscules",
  "the host in A-labels": "l’hôte en A-labels",
  "the host in lower case": "l’hôte en minuscules",
  'the host may begin after the "@"': 'l’hôte peut commencer après le "@"',
  "the host name can be mistaken for another one": "le nom d’hôte peut être confondu avec un autre",
  "the host name exceeds the limit of 253 characters": "le nom d’hôte dépasse la limite de 253 caractères",
  "the host name has an empty label": "le nom d’hôte a une étiquette vide",
  "the last label of the host name does not begin with a letter":
    "la dernière étiquette du nom d’hôte ne commence pas par une lettre",
  "the listing exceeds the limit of {0} {1}": "la liste dépasse la limite de {0} {1}",
  "the literal after a field must begin with a reserved character":
    "le littéral après un champ doit commencer par un caractère réservé",
  "the local path contains an invisible character": "le chemin local contient un caractère invisible",
  'the name "{0}" is reserved': 'le nom "{0}" est réservé',
  "the name to log in with": "le nom avec lequel s’identifier",
  "the normal form of {0} URLs": "la forme normale des URL {0}",
  'the operator "{0}" is reserved': 'l’opérateur "{0}" est réservé',
  'the path begins with "//", which begins a host': 'le chemin commence par "//", qui commence un hôte',
  "the path of the resource": "le chemin de la ressource",
  "the port": "le port",
  "the port as a number, without the default": "le port comme nombre, sans la valeur par défaut",
  "the program was not confirmed; nothing was run":
    "le programme n’a pas été confirmé ; rien n’a été exécuté",
  "the reply exceeds the limit of {0} {1}": "la réponse dépasse la limite de {0} {1}",
  "the scheme described an invalid part": "le schéma a décrit une partie non valide",
  "the scheme described {0} both as a whole and in parts":
    "le schéma a décrit {0} à la fois en entier et par parties",
  "the scheme described {0} over another part": "le schéma a décrit {0} par-dessus une autre partie",
  "the scheme did not describe all of the {0}": "le schéma n’a pas décrit tout le composant {0}",
  "the scheme does not begin with a letter": "le schéma ne commence pas par une lettre",
  "the scheme exceeds the limit of {0} characters": "le schéma dépasse la limite de {0} caractères",
  "the scheme failed to describe this URL": "le schéma n’a pas pu décrire cette URL",
  "the scheme failed to parse this URL": "le schéma n’a pas pu analyser cette URL",
  "the scheme in lower case": "le schéma en minuscules",
  'the scheme name "{0}" is already taken': 'le nom de schéma "{0}" est déjà pris',
  "the scheme name does not begin with a letter": "le nom du schéma ne commence pas par une lettre",
  "the scheme name exceeds the limit of {0} characters":
    "le nom du schéma dépasse la limite de {0} caractères",
  "the scheme {0} {1}": "le schéma {0} : {1}",
  "the scheme's default port": "le port par défaut du schéma",
  "the server closed the connection instead of replying":
    "le serveur a fermé la connexion au lieu de répondre",
  "the server closed the connection within a reply":
    "le serveur a fermé la connexion au milieu d’une réponse",
  "the server sent a line longer than {0} bytes": "le serveur a envoyé une ligne de plus de {0} octets",
  "the template and the URL exceed the limit of {0} steps":
    "le modèle et l’URL dépassent la limite de {0} étapes",
  "the text": "le texte",
  "the text after an optional part can begin like the part":
    "le texte après une partie facultative peut commencer comme elle",
  "the text has both line breaks and spaces, so its end is unclear":
    "le texte a des sauts de ligne et des espaces, donc sa fin n’est pas claire",
  "the text has more than one URL": "le texte contient plus d’une URL",
  "the text has no scheme; a guessed one was added":
    "le texte n’a pas de schéma ; un schéma supposé a été ajouté",
  "the text has {0} characters, but the limit is {1}": "le texte a {0} caractères, mais la limite est {1}",
  "the text is a host or a local path": "le texte est un hôte ou un chemin local",
  "the text is {0} or a local path": "le texte est {0} ou un chemin local",
  'the user contains a ":"': 'l’utilisateur contient un ":"',
  "the value has a lone surrogate that does not stand for a byte":
    "la valeur a un demi-codet isolé qui ne représente pas un octet",
  "the value is not a string, a finite number, a boolean, a list of them, or an object of them":
    "la valeur n’est ni une chaîne, ni un nombre fini, ni un booléen, ni une liste ou un objet de ceux-ci",
  "the {0} contains a delimiter of the next component": "{0} contient un délimiteur du composant suivant",
  "the {0} differs": "le composant {0} diffère",
  "the {0} is case-sensitive": "le composant {0} distingue majuscules et minuscules",
  "this character": "ce caractère",
  "true or false": "true ou false",
  'two fields have the name "{0}"': 'deux champs portent le nom "{0}"',
  'unescaped ":" in the password: write it as "%3A"':
    '":" non échappé dans le mot de passe : écrivez-le "%3A"',
  "unexpected data from the server{0}": "données inattendues du serveur{0}",
  "unexpected reply from the server": "réponse inattendue du serveur",
  'unexpected text after the IP literal: expected ":" and a port':
    'texte inattendu après le littéral IP : ":" et un port attendus',
  'unknown field "{0}" in URLs of {1}': 'champ inconnu "{0}" dans les URL de {1}',
  'unknown scheme "{0}"': 'schéma inconnu "{0}"',
  'unknown {0} option "{1}{2}"': 'option {0} inconnue : "{1}{2}"',
  'use "/" between path segments; write a backslash that is data as "%5C"':
    'utilisez "/" entre les segments du chemin ; écrivez "%5C" pour une barre inverse qui est une donnée',
  'use an absolute URL, or a path that begins with "/" if the base has a host':
    'utilisez une URL absolue, ou un chemin qui commence par "/" si la base a un hôte',
  "use passive mode": "utilisez le mode passif",
  'with "/" for each backslash': 'avec "/" pour chaque barre inverse',
  'with "://" after the scheme': 'avec "://" après le schéma',
  "with brackets around the address": "avec des crochets autour de l’adresse",
  "with encoded backslashes": "avec des barres inverses codées",
  "with the A-labels of the host": "avec les A-labels de l’hôte",
  "with the drive in the path": "avec le lecteur dans le chemin",
  'with the scheme "{0}"': 'avec le schéma "{0}"',
  "without an unpaired delimiter": "sans un délimiteur dépareillé",
  "without the first of two schemes": "sans le premier de deux schémas",
  "without the login": "sans l’identification",
  "wrap the scheme that should replace the other one in override()":
    "enveloppez dans override() le schéma qui doit remplacer l’autre",
  'write "/" after the host': 'écrivez "/" après l’hôte',
  'write "/?" before a query, and "%3F" in a user name':
    'écrivez "/?" avant une requête, et "%3F" dans un nom d’utilisateur',
  'write a "{0}" that is data as "{1}"': 'écrivez "{1}" pour un "{0}" qui est une donnée',
  'write a percent sign that is data as "%25"': 'écrivez "%25" pour un signe pour cent qui est une donnée',
  'write an "@" that is data as "%40"': 'écrivez "%40" pour un "@" qui est une donnée',
  "write an IPv4 address as four decimal numbers from 0 to 255 without leading zeros":
    "écrivez une adresse IPv4 comme quatre nombres décimaux de 0 à 255 sans zéros initiaux",
  "write an IPv6 address in brackets": "écrivez une adresse IPv6 entre crochets",
  'write ":" before a port, not ","': 'écrivez ":" avant un port, et non ","',
  "write an international name as A-labels (xn--…)": "écrivez un nom international en A-labels (xn--…)",
  'write it as "{0}"': 'écrivez-le "{0}"',
  "write it as A-labels (xn--…), or set the option toAscii (see @anyurl/idna)":
    "écrivez-le en A-labels (xn--…), ou utilisez l’option toAscii (voir @anyurl/idna)",
  "write the path as a URL, and encode the character":
    "écrivez le chemin comme une URL, et codez le caractère",
  "write the scheme, or begin a local path with ./": "écrivez le schéma, ou commencez un chemin local par ./",
  'wrote "%" as "%25" where no escape follows': '"%" a été écrit "%25" là où aucun échappement ne suit',
  "{0} URLs are not handed over to a program": "les URL {0} ne sont pas confiées à un programme",
  "{0} after the check of the URL: {1}": "{0} après la vérification de l’URL : {1}",
  "{0} cannot contain NUL, CR, or LF; nothing was sent":
    "{0} ne peut pas contenir NUL, CR ni LF ; rien n’a été envoyé",
  "{0} exceeds the limit of {1} bytes; nothing was sent":
    "{0} dépasse la limite de {1} octets ; rien n’a été envoyé",
  "{0} is not allowed in the {1}": "{0} n’est pas autorisé ici (composant : {1})",
  "{0} must be a list of texts, not empty": "{0} doit être une liste de textes, non vide",
  "{0} must be text": "{0} doit être un texte",
  "{0} must not be empty": "{0} ne doit pas être vide",
  "{0} skipped: longer than {1} bytes (increase the limit maxEntryLine)":
    "{0} ignorées : plus de {1} octets (augmentez la limite maxEntryLine)",
  "{0}, which is invisible or changes how text is displayed":
    "{0}, qui est invisible ou change l’affichage du texte",
  "{0}; the form is {1}": "{0} ; la forme est {1}",
};
