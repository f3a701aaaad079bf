import type { Catalogue } from "../translate.ts";

/** Texts of the pages of the gateway. */
export const GATEWAY: Catalogue = {
  "(empty)": "(vide)",
  "(no name)": "(sans nom)",
  "(no title)": "(sans titre)",
  "; the server replied: {0}": " ; le serveur a répondu : {0}",
  About: "À propos",
  "About this gateway": "À propos de cette passerelle",
  "Address or port not allowed": "Adresse ou port non autorisés",
  Anatomy: "Anatomie",
  "Articles in": "Articles de",
  Breadcrumb: "Fil d’Ariane",
  "Browsers cannot open this URL.": "Les navigateurs ne peuvent pas ouvrir cette URL.",
  "Cannot open this URL": "Impossible d’ouvrir cette URL",
  "Changed host key": "La clé d’hôte a changé",
  "Concurrent requests": "Requêtes simultanées",
  "Concurrent requests per server": "Requêtes simultanées par serveur",
  "Concurrent requests per visitor": "Requêtes simultanées par visiteur",
  Contact: "Contact",
  "Content is provided by third-party servers.": "Le contenu provient de serveurs tiers.",
  "Contents of": "Contenu de",
  Continue: "Continuer",
  "Did you mean {0}?": "Vouliez-vous dire {0} ?",
  "Did you mean:": "Vouliez-vous dire :",
  "Enter a URL of any scheme": "Saisissez une URL de tout schéma",
  Examples: "Exemples",
  Explain: "Expliquer",
  "Explained only": "Expliqués seulement",
  "External link": "Lien externe",
  Home: "Accueil",
  Incomplete: "Incomplet",
  "Input required": "Réponse nécessaire",
  "Invalid URL: {0}.": "URL non valide : {0}.",
  "It connects only to public addresses, on the ports of their protocols, unless the operator allows others.":
    "Elle ne se connecte qu’à des adresses publiques, sur les ports de leurs protocoles, sauf si l’opérateur en autorise d’autres.",
  "It is read-only. It writes no files and sends no mail.":
    "Elle est en lecture seule. Elle n’écrit pas de fichiers et n’envoie pas de courrier.",
  Limits: "Limites",
  "Maximum download size in bytes": "Taille maximale d’un téléchargement en octets",
  "Maximum entries per listing": "Nombre maximal d’entrées par liste",
  "Maximum page size in bytes": "Taille maximale d’une page en octets",
  "Normal form": "Forme normale",
  "Not valid by RFC 1738.": "Non valide selon RFC 1738.",
  "Nothing would be sent:": "Rien ne serait envoyé :",
  Open: "Ouvrir",
  "Open through this gateway": "Ouvrir par cette passerelle",
  "Other formats": "Autres formats",
  "Planned exchange": "Échange prévu",
  "Possible link into your own network": "Lien possible vers votre propre réseau",
  Problems: "Problèmes",
  "Programs can request listings as application/json or text/plain. Range requests for files are supported.":
    "Les programmes peuvent demander les listes en application/json ou text/plain. Les requêtes d’intervalles de fichiers sont prises en charge.",
  "RFC 1738 only": "RFC 1738 seulement",
  "Read as": "Lu comme",
  "Report abuse": "Signaler un abus",
  Restrictions: "Restrictions",
  Schemes: "Schémas",
  "Scripts in documents are disabled.": "Les scripts des documents sont désactivés.",
  "See what each part means and what opening the URL would send. Then open it in this browser: ftp, gopher, news, wais, and the other schemes of RFC 1738.":
    "Voyez ce que chaque partie signifie et ce que l’ouverture de l’URL enverrait. Puis ouvrez-la dans ce navigateur : ftp, gopher, news, wais et les autres schémas de la RFC 1738.",
  "Server reply:": "Réponse du serveur :",
  "Skip to content": "Aller au contenu",
  Supported: "Pris en charge",
  "The anatomy of a URL": "L’anatomie d’une URL",
  "The gateway does not log in. It rejects URLs with a user name or a password.":
    "La passerelle ne s’identifie pas. Elle refuse les URL avec un nom d’utilisateur ou un mot de passe.",
  "The link comes from another server, so the gateway did not open it.":
    "Le lien vient d’un autre serveur, donc la passerelle ne l’a pas ouvert.",
  "The operator has not published a contact address.": "L’opérateur n’a pas publié d’adresse de contact.",
  "The server requests this information. Your answers are sent to it without encryption.":
    "Le serveur demande ces informations. Vos réponses lui sont envoyées sans chiffrement.",
  'This URL opens an interactive session. Use a program on your own computer, for example "anyurl open".':
    'Cette URL ouvre une session interactive. Utilisez un programme sur votre propre machine, par exemple "anyurl open".',
  "This form asks for a password. This gateway does not forward passwords.":
    "Ce formulaire demande un mot de passe. Cette passerelle ne transmet pas de mots de passe.",
  "This form has a question of an unsupported type.":
    "Ce formulaire contient une question d’un type non pris en charge.",
  "This gateway explains {0} URLs but does not open them.":
    "Cette passerelle explique les URL {0}, mais ne les ouvre pas.",
  "This gateway opens URLs of protocols that browsers do not support, and shows the resources as web pages (RFC 1738 §4).":
    "Cette passerelle ouvre des URL de protocoles que les navigateurs ne prennent pas en charge, et montre les ressources comme des pages web (RFC 1738 §4).",
  "To report abuse, or to exclude your server from this gateway, contact the operator:":
    "Pour signaler un abus, ou pour exclure votre serveur de cette passerelle, contactez l’opérateur :",
  "Try this:": "Essayez ceci :",
  "URL to open": "URL à ouvrir",
  "URL with credentials": "URL avec identifiants",
  "Unknown host key": "Clé d’hôte inconnue",
  Validity: "Validité",
  "Warning: {0}.": "Avertissement : {0}.",
  "You are leaving the gateway for another site.": "Vous quittez la passerelle pour un autre site.",
  "a Keyv store": "un magasin Keyv",
  "a Redis cache requires the package @keyv/redis: run npm install @keyv/redis":
    "un cache Redis exige le paquet @keyv/redis : exécutez npm install @keyv/redis",
  'a URL such as "mailto:abuse@gateway.example" or "https://…"':
    'une URL comme "mailto:abuse@gateway.example" ou "https://…"',
  'a URL without a path, such as "https://gateway.example"':
    'une URL sans chemin, comme "https://gateway.example"',
  "a list of { url, text }": "une liste de '{' url, text '}'",
  "a number above 0, or Infinity": "un nombre supérieur à 0, ou Infinity",
  "a page of another site tried to embed or fetch this URL":
    "une page d’un autre site a essayé d’inclure ou de charger cette URL",
  "a secret of {0} bytes or more for each key": "un secret de {0} octets ou plus pour chaque clé",
  "a separate listener for health and metrics": "une écoute à part pour l’état et les métriques",
  "a token such as gateway-1": "un jeton comme gateway-1",
  "add a URL after the first slash, for example /gopher://gopher.example/":
    "ajoutez une URL après la première barre, par exemple /gopher://gopher.example/",
  "add a server to the URL, for example {0}": "ajoutez un serveur à l’URL, par exemple {0}",
  "add the name to the option hosts": "ajoutez le nom à l’option hosts",
  "address of the listener": "adresse de l’écoute",
  "address to listen on": "adresse sur laquelle écouter",
  'addresses or blocks such as "10.0.0.0/8"': 'des adresses ou des blocs comme "10.0.0.0/8"',
  "allow loopback and private networks (not on a public gateway); links on other sites open the home page":
    "autoriser loopback et les réseaux privés (pas sur une passerelle publique) ; les liens d’autres sites ouvrent la page d’accueil",
  "allow or disallow web crawlers": "autoriser ou non les robots d’indexation",
  "an empty line": "une ligne vide",
  "an id of 1 to 16 letters and digits for each key": "un id de 1 à 16 lettres et chiffres pour chaque clé",
  "and {0} more": "et {0} de plus",
  "and {0} more steps": "et {0, plural, one {# autre étape} other {# autres étapes}}",
  "anyurl: any scheme in any browser": "anyurl : tout schéma dans tout navigateur",
  "ask the operator to install a plugin; npm lists them with the keyword anyurl-scheme":
    "demandez à l’opérateur d’installer un greffon ; npm les liste sous le mot-clé anyurl-scheme",
  "called for each request; the record has no search terms and no user":
    "appelée pour chaque requête ; l’enregistrement n’a ni termes de recherche ni utilisateur",
  "called with an internal error, which visitors see as 500":
    "appelée avec une erreur interne, que les visiteurs voient comme 500",
  "calls per second on average; Infinity turns the limit off":
    "appels par seconde en moyenne ; Infinity retire la limite",
  "calls to a host at once": "appels vers un hôte à la fois",
  "check the form fields": "vérifiez les champs du formulaire",
  "concurrent calls to one host; one client can use half of them, but at least one":
    "appels simultanés vers un hôte ; un client peut en utiliser la moitié, mais au moins un",
  "concurrent connections of one address, or of one IPv6 /64; trusted proxies are exempt":
    "connexions simultanées d’une adresse, ou d’un /64 IPv6 ; les mandataires de confiance en sont exemptés",
  "concurrent connections; one more replaces the one that has waited longest for a complete request head":
    "connexions simultanées ; une de plus remplace celle qui attend depuis le plus longtemps un en-tête complet",
  "concurrent requests": "requêtes simultanées",
  "concurrent requests of one client": "requêtes simultanées d’un client",
  "contact URL for abuse reports, shown to visitors":
    "URL de contact pour signaler un abus, montrée aux visiteurs",
  "external link": "lien externe",
  "gateway client": "client de la passerelle",
  "how the address of a client is logged": "comment l’adresse d’un client est journalisée",
  "increase the limit {0} of the gateway": "augmentez la limite {0} de la passerelle",
  "internal gateway error": "erreur interne de la passerelle",
  "invalid content type: expected application/x-www-form-urlencoded":
    "type de contenu non valide : application/x-www-form-urlencoded attendu",
  'invalid line {0} in the key file: expected "ID HEX" with 32 bytes or more':
    'ligne {0} non valide dans le fichier de clés : "ID HEX" avec 32 octets ou plus est attendu',
  "invalid link signature: the gateway opens only links that it created":
    "signature de lien non valide : la passerelle n’ouvre que les liens qu’elle a créés",
  "invalid syntax": "syntaxe non valide",
  "limits of a call": "limites d’un appel",
  "limits of calls for documents that are passed on unchanged; they override `limits`":
    "limites des appels pour les documents transmis tels quels ; elles remplacent `limits`",
  "limits of calls; they override those of the client":
    "limites des appels ; elles remplacent celles du client",
  "maximum size of a form that a visitor sends": "taille maximale d’un formulaire qu’un visiteur envoie",
  "maximum size of a request head; links are as long as their URLs. Above it, the answer is 431":
    "taille maximale de l’en-tête d’une requête ; les liens sont aussi longs que leurs URL. Au-delà, la réponse est 431",
  "missing or invalid Content-Length": "Content-Length manquant ou non valide",
  "name of the gateway in Via. Default: a random name":
    "nom de la passerelle dans Via. Par défaut : un nom aléatoire",
  "names of schemes of the client": "des noms de schémas du client",
  'names such as "gateway.example", "[::1]:8080" or "*"':
    'des noms comme "gateway.example", "[::1]:8080" ou "*"',
  "no request is waiting for this call": "aucune requête n’attend cet appel",
  "not valid": "non valide",
  "number of clients, and of hosts, that the rate limiters track":
    "nombre de clients et d’hôtes que suivent les limites de débit",
  "one or more keys with different ids": "une ou plusieurs clés avec des id différents",
  open: "ouvrir",
  "open a {0} connection to a port that the server chooses":
    "ouvrir une connexion {0} vers un port choisi par le serveur",
  "open it with a program on your own computer": "ouvrez-la avec un programme sur votre propre machine",
  "open it without the gateway": "ouvrez-la sans la passerelle",
  'other users can read the key file: run "chmod 600" on it':
    'd’autres utilisateurs peuvent lire le fichier de clés : exécutez "chmod 600" sur lui',
  "page not found": "page introuvable",
  "port of the listener. Default: no listener": "port de l’écoute. Par défaut : aucune",
  "ports that are not the default of their scheme, for example gopher:7070 or ftp:*":
    "ports qui ne sont pas ceux par défaut de leur schéma, par exemple gopher:7070 ou ftp:*",
  "proxies whose X-Forwarded-For is trusted": "mandataires dont le X-Forwarded-For est de confiance",
  "public URL of the gateway": "URL publique de la passerelle",
  "rate limit per client": "limite de débit par client",
  "rate limit per host": "limite de débit par hôte",
  'remove everything between "//" and the host, including the "@"':
    'retirez tout ce qui est entre "//" et l’hôte, y compris le "@"',
  "request /_/health or /_/metrics": "demandez /_/health ou /_/metrics",
  "requests of a client at once": "requêtes d’un client à la fois",
  "requests per second on average; Infinity turns the limit off":
    "requêtes par seconde en moyenne ; Infinity retire la limite",
  "returns the time in milliseconds since the epoch, for tests":
    "renvoie l’heure en millisecondes depuis 1970, pour les tests",
  "schemes to open although they have no port, so that they can only read local data, or declare that a gateway must not open them":
    "schémas à ouvrir bien qu’ils n’aient pas de port, et ne puissent donc lire que des données locales, ou déclarent qu’une passerelle ne doit pas les ouvrir",
  "search results": "résultats de la recherche",
  "send this message": "envoyer ce message",
  "show HTML documents sandboxed (no scripts, no origin), or as text":
    "afficher les documents HTML isolés (sans scripts, sans origine), ou en texte",
  "sign links, and open only signed links": "signer les liens, et n’ouvrir que des liens signés",
  "start from a page of the gateway": "partez d’une page de la passerelle",
  "the URL contains a user name or password, and this gateway does not log in":
    "l’URL contient un nom d’utilisateur ou un mot de passe, et cette passerelle ne s’identifie pas",
  "the cache for listings and small documents; false for none. Default: in memory":
    "le cache des listes et des petits documents ; false pour aucun. Par défaut : en mémoire",
  "the document exceeds the limit of {0} bytes": "le document dépasse la limite de {0} octets",
  "the document is not in the state that the request requires":
    "le document n’est pas dans l’état que la requête exige",
  "the examples on the home page. Default: one of each scheme":
    "les exemples de la page d’accueil. Par défaut : un de chaque schéma",
  "the exchange cannot be planned": "l’échange ne peut pas être planifié",
  "the form exceeds the limit of {0} bytes": "le formulaire dépasse la limite de {0} octets",
  "the form is too large": "le formulaire est trop grand",
  "the gateway does not link to {0} URLs": "la passerelle ne fait pas de lien vers les URL {0}",
  "the gateway does not serve this host name": "la passerelle ne sert pas ce nom d’hôte",
  "the gateway is busy; try again later": "la passerelle est occupée ; réessayez plus tard",
  "the gateway is read-only": "la passerelle est en lecture seule",
  "the key file exceeds the limit of {0} bytes": "le fichier de clés dépasse la limite de {0} octets",
  "the key file has no keys": "le fichier de clés ne contient aucune clé",
  "the maximum size of the pictures of a message that a page embeds; further ones are left out":
    "la taille maximale des images d’un message qu’une page inclut ; les autres sont omises",
  "the options of the cache, or false": "les options du cache, ou false",
  "the page timed out after {0} ms": "la page a dépassé le délai de {0} ms",
  "the range is outside of the document": "l’intervalle est en dehors du document",
  "the request loops: it already passed this gateway, or it passed too many gateways":
    "la requête tourne en rond : elle est déjà passée par cette passerelle, ou par trop de passerelles",
  "the response was sent": "la réponse a été envoyée",
  "the search text exceeds the limit of {0} characters":
    "le texte de recherche dépasse la limite de {0} caractères",
  "the server has no form for this item": "le serveur n’a pas de formulaire pour cet élément",
  "the store did not answer in time": "le magasin n’a pas répondu à temps",
  "this URL cannot be searched": "on ne peut pas chercher dans cette URL",
  "this URL has no form": "cette URL n’a pas de formulaire",
  "this form was sent from a page of another origin":
    "ce formulaire a été envoyé depuis une page d’une autre origine",
  "this gateway does not open {0} URLs": "cette passerelle n’ouvre pas les URL {0}",
  "this is the address of the gateway itself": "c’est l’adresse de la passerelle elle-même",
  "this link has expired": "ce lien a expiré",
  "time for in-flight requests on shutdown": "délai pour les requêtes en cours à l’arrêt",
  "timeout of a client that reads no bytes of its response":
    "délai maximum d’un client qui ne lit aucun octet de sa réponse",
  "timeout of a connection without a request": "délai maximum d’une connexion sans requête",
  "timeout of a request head, from the first byte or the last response on; then the answer is 408":
    "délai maximum de l’en-tête d’une requête, depuis le premier octet ou la dernière réponse ; la réponse est alors 408",
  "too many concurrent requests from this client": "trop de requêtes simultanées de ce client",
  "too many concurrent requests from this client to one server":
    "trop de requêtes simultanées de ce client vers un serveur",
  "too many concurrent requests to this server": "trop de requêtes simultanées à ce serveur",
  "too many requests from this client in a short time": "trop de requêtes de ce client en peu de temps",
  "too many requests to this server in a short time": "trop de requêtes à ce serveur en peu de temps",
  "use a link instead": "utilisez un lien",
  "use a program on your own computer: this gateway does not log in":
    "utilisez un programme sur votre propre machine : cette passerelle ne s’identifie pas",
  "use a program on your own computer: this gateway does not send passwords":
    "utilisez un programme sur votre propre machine : cette passerelle n’envoie pas de mots de passe",
  "use a program on your own computer: this gateway limits the size":
    "utilisez un programme sur votre propre machine : cette passerelle limite la taille",
  "use a public address: this gateway does not connect to others":
    "utilisez une adresse publique : cette passerelle ne se connecte pas à d’autres",
  "use a registered port of the scheme: this gateway does not connect to others":
    "utilisez un port enregistré du schéma : cette passerelle ne se connecte pas à d’autres",
  'values of Host that are served; "*" for all. Default: the loopback names and the host of publicUrl':
    'valeurs de Host qui sont servies ; "*" pour toutes. Par défaut : les noms de loopback et l’hôte de publicUrl',
  'what a link on a page of another site opens: the resource, or the home page, which shows the URL and opens it when the visitor confirms. Default: "home" if the client reaches a private network, because pages of other sites could make their visitors\' browsers send requests into it; otherwise "open"':
    'ce qu’ouvre un lien d’une page d’un autre site : la ressource, ou la page d’accueil, qui montre l’URL et l’ouvre quand le visiteur confirme. Par défaut : "home" si le client atteint un réseau privé, car les pages d’autres sites pourraient amener les navigateurs de leurs visiteurs à y envoyer des requêtes ; sinon "open"',
  "who can read /_/health and /_/metrics: clients with a loopback address that use a loopback name, all, or none":
    "qui peut lire /_/health et /_/metrics : les clients à adresse de loopback qui utilisent un nom de loopback, tous, ou aucun",
  "{0} URL, {1} part.": "URL {0}, {1} partie.",
  "{0} URL, {1} parts.": "URL {0}, {1} parties.",
  "{0} URLs are not supported here": "les URL {0} ne sont pas prises en charge ici",
};
