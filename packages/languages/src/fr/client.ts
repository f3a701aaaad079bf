import type { Catalogue } from "../translate.ts";

/** Texts of calls: options, connections, proxies, HTTP, files, and copies. */
export const CLIENT: Catalogue = {
  ' instead of "{0}"': ' au lieu de "{0}"',
  '"host:port" instead of {0}': '"hôte:port" au lieu de {0}',
  '"scheme:port" instead of {0}': '"schéma:port" au lieu de {0}',
  ", including trailers": ", champs de fin compris",
  ", {0} of them by responses whose body is unread": ", dont {0} par des réponses dont le corps n’est pas lu",
  "a SOCKS field must have 1 to 255 bytes: this one would have {0}":
    "un champ SOCKS doit avoir de 1 à 255 octets : celui-ci en aurait {0}",
  'a URL such as "http://proxy.example:3128"': 'une URL comme "http://proxy.example:3128"',
  "a certificate as PEM": "un certificat en PEM",
  "a chunk extension": "une extension de morceau",
  "a chunk size": "une taille de morceau",
  "a connection was opened after the call ended": "une connexion a été ouverte après la fin de l’appel",
  "a connection was used after its release": "une connexion a été utilisée après sa libération",
  'a list of "scheme:port"': 'une liste de "schéma:port"',
  'a list of "sha256/BASE64" or SHA-256 fingerprints for {0}':
    'une liste de "sha256/BASE64" ou d’empreintes SHA-256 pour {0}',
  "a list of addresses and address blocks": "une liste d’adresses et de blocs d’adresses",
  "a list of directories": "une liste de répertoires",
  "a list of hosts and address blocks": "une liste d’hôtes et de blocs d’adresses",
  "a list of schemes": "une liste de schémas",
  "a login that can be sent ({0})": "une identification qui peut être envoyée ({0})",
  "a number above 0": "un nombre supérieur à 0",
  "a port from 1 to 65535": "un port de 1 à 65535",
  "a private key": "une clé privée",
  "a private key as PEM": "une clé privée en PEM",
  "a profile, or options of a policy": "un profil, ou des options d’une politique",
  "a proxy URL with {0}": "une URL de mandataire avec {0}",
  "a proxy cannot use an address with a zone ID":
    "un mandataire ne peut pas utiliser une adresse avec un identifiant de zone",
  "a quotation mark is not closed, or its closing mark is not followed by white space":
    "un guillemet n’est pas fermé, ou le guillemet fermant n’est pas suivi d’un blanc",
  'a response, an entry, or "server"': 'une réponse, une entrée ou "server"',
  'a scheme name or "*" instead of {0}': 'un nom de schéma ou "*" au lieu de {0}',
  "a transfer slower than minRate": "un transfert plus lent que minRate",
  "a valid Date": "une Date valide",
  "a valid host (unsupported IP literal)": "un hôte valide (littéral IP non pris en charge)",
  "a valid host ({0})": "un hôte valide ({0})",
  "a whole number": "un nombre entier",
  "add a certificate that the server accepts: tls.cert and tls.key":
    "ajoutez un certificat que le serveur accepte : tls.cert et tls.key",
  'add the directory to the policy: files: { roots: ["/srv/pub"] }':
    "ajoutez le répertoire à la politique : files: '{' roots: [\"/srv/pub\"] '}'",
  "add the host to noProxy in the option proxies": "ajoutez l’hôte à noProxy dans l’option proxies",
  'add the login to the proxy URL: "socks5://user:password@proxy.example:1080"':
    'ajoutez l’identification à l’URL du mandataire : "socks5://user:password@proxy.example:1080"',
  "addresses, or addresses with a prefix length, instead of {0}":
    "des adresses, ou des adresses avec longueur de préfixe, au lieu de {0}",
  "allows access to other directories only": "n’autorise l’accès qu’à d’autres répertoires",
  "an AbortSignal": "un AbortSignal",
  'an absolute path without "." and ".."': 'un chemin absolu sans "." ni ".."',
  "an entry after the default entry never matches": "une entrée après l’entrée default ne correspond jamais",
  'an object such as { "h.example:443": ["sha256/BASE64"] }':
    "un objet comme '{' \"h.example:443\": [\"sha256/BASE64\"] '}'",
  "an object with a URI Template for each scheme": "un objet avec un modèle d’URI pour chaque schéma",
  "another address connected first": "une autre adresse s’est connectée avant",
  "begin another machine entry for another login":
    "commencez une autre entrée machine pour une autre identification",
  "beyond what its content allows": "au-delà de ce que permet son contenu",
  "cannot accept a connection from the server": "impossible d’accepter une connexion du serveur",
  "cannot copy {0}: {1}": "impossible de copier {0} : {1}",
  "cannot load the access module of the scheme {0}": "impossible de charger le module d’accès du schéma {0}",
  "cannot remove it: {0}": "impossible de le supprimer : {0}",
  "characters after {0}": "caractères après {0}",
  "check that the server runs, and in a browser, that it allows requests from this origin (CORS)":
    "vérifiez que le serveur fonctionne et, dans un navigateur, qu’il autorise les requêtes de cette origine (CORS)",
  "check what the server has stored, and send it again":
    "vérifiez ce que le serveur a stocké, et renvoyez-le",
  "choose another name, or remove the option overwrite: false":
    "choisissez un autre nom, ou retirez l’option overwrite: false",
  "compare the new key with the operator of the server, then remove {0} from the store of trusted keys":
    "comparez la nouvelle clé avec l’opérateur du serveur, puis retirez {0} du magasin de clés de confiance",
  "copy the file, and then remove it": "copiez le fichier, puis supprimez-le",
  "correct the login; there is no third attempt":
    "corrigez l’identification ; il n’y a pas de troisième essai",
  "does not allow access to any directory": "n’autorise l’accès à aucun répertoire",
  "duplicate {0} for one machine": "{0} en double pour un machine",
  "expected an object": "un objet était attendu",
  "expected names in visible ASCII": "des noms en ASCII visible étaient attendus",
  "expected text in one line, without control characters":
    "un texte sur une ligne, sans caractères de contrôle, était attendu",
  "expected visible ASCII without spaces": "de l’ASCII visible sans espaces était attendu",
  "fetch failed": "échec de fetch",
  "free connection to {0}: {1} of {2} are in use (connections.{3}){4}":
    "connexion libre vers {0} : {1} sur {2} sont utilisées (connections.{3}){4}",
  "give a string, a URL, or an entry of a listing": "donnez une chaîne, une URL ou une entrée d’une liste",
  "give a string, bytes, a Blob, a stream, a Response, a file handle, or an async iterable of bytes":
    "donnez une chaîne, des octets, un Blob, un flux, une Response, un descripteur de fichier ou un itérable asynchrone d’octets",
  "give one that nothing has read": "donnez-en un que rien n’a lu",
  'host names, addresses, blocks of addresses, or "*", instead of {0}':
    'des noms d’hôtes, des adresses, des blocs d’adresses ou "*", au lieu de {0}',
  "http://, https://, socks5://, or socks5h://": "http://, https://, socks5:// ou socks5h://",
  "idleTimeout, or decrease minRate": "idleTimeout, ou diminuez minRate",
  "if the operator of the server has changed the key, change the pins":
    "si l’opérateur du serveur a changé la clé, changez les pins",
  "in one line": "sur une ligne",
  "install @anyurl/idna and pass its idna as the client option idna, or write the host with A-labels (xn--…)":
    "installez @anyurl/idna et passez son idna comme option idna du client, ou écrivez l’hôte en A-labels (xn--…)",
  "invalid URL: null": "URL non valide : null",
  "invalid chunk of the {0}: expected Uint8Array": "morceau non valide de {0} : un Uint8Array était attendu",
  "invalid credentials: user, password, and account must be strings":
    "identification non valide : user, password et account doivent être des chaînes",
  "invalid {0} of the request": "{0} de la requête non valide",
  "invalid {0}: {1} was read before": "{0} non valide : {1} a déjà été lu",
  "it contains a character that some systems do not allow":
    "il contient un caractère que certains systèmes n’autorisent pas",
  "it contains a control character or an invisible character":
    "il contient un caractère de contrôle ou invisible",
  "it contains a path separator": "il contient un séparateur de chemin",
  "it ends with a dot or a space": "il se termine par un point ou un espace",
  "it has a login": "elle a une identification",
  "it has more than {0} bytes": "il a plus de {0} octets",
  "it has no URL": "il n’a pas d’URL",
  "it has no name": "il n’a pas de nom",
  "it is a device name on some systems": "c’est un nom de périphérique sur certains systèmes",
  "it is a local file": "c’est un fichier local",
  'it is empty, ".", or ".."': 'il est vide, ou c’est "." ou ".."',
  "it is not a file: {0}": "ce n’est pas un fichier : {0}",
  "it is not valid": "elle n’est pas valide",
  "it is not valid UTF-8": "ce n’est pas de l’UTF-8 valide",
  "it is on a different server: [{0}]:{1}": "il est sur un autre serveur : [{0}]:{1}",
  "it is the name of a device": "c’est le nom d’un périphérique",
  'it starts with "." or "-"': 'il commence par "." ou "-"',
  "its directory was not copied": "son répertoire n’a pas été copié",
  "its name is too long for the target": "son nom est trop long pour la cible",
  "length of one value in UTF-16 code units": "longueur d’une valeur en unités UTF-16",
  "length of the file in UTF-16 code units": "longueur du fichier en unités UTF-16",
  "missing host": "hôte absent",
  "missing value after {0}": "valeur absente après {0}",
  "more than {0} {1}": "plus de {0} {1}",
  "move the default entry to the end": "placez l’entrée default à la fin",
  "no address": "pas d’adresse",
  'no files under the profile "untrusted"': 'pas de fichiers avec le profil "untrusted"',
  "no {0}, and none has moved a byte for {1} (queueTimeout)":
    "pas de {0}, et aucune n’a transféré d’octet pendant {1} (queueTimeout)",
  "number of entries, including `default`": "nombre d’entrées, `default` comprise",
  "omit the option atomic if the server cannot rename over a file":
    "omettez l’option atomic si le serveur ne peut pas renommer sur un fichier",
  "one or several certificates as PEM": "un ou plusieurs certificats en PEM",
  "only a host and a port": "seulement un hôte et un port",
  "put a value that contains a space in quotation marks":
    "mettez entre guillemets une valeur qui contient un espace",
  "raise the limit maxFields": "augmentez la limite maxFields",
  "read a large body as a stream, or run fewer calls at the same time":
    "lisez un grand corps sous forme de flux, ou faites moins d’appels à la fois",
  "read the body as bytes, or as a stream": "lisez le corps sous forme d’octets ou de flux",
  "read, cancel, or dispose of the bodies of earlier responses":
    "lisez, annulez ou libérez les corps des réponses précédentes",
  "remove the option {0}, or use a transport with sockets":
    "retirez l’option {0}, ou utilisez un transport avec des sockets",
  "return strings from the credentials callback": "renvoyez des chaînes dans la fonction d’identification",
  'set the option atomic to "preferred" if the server rejects only the temporary name':
    'mettez l’option atomic à "preferred" si le serveur ne refuse que le nom temporaire',
  'set the option names to "escape"': 'mettez l’option names à "escape"',
  "set trustProxy: true if the proxy enforces such a policy itself, or use socks5:":
    "mettez trustProxy: true si le mandataire applique lui-même une telle politique, ou utilisez socks5:",
  "skip entries without a url": "ignorez les entrées sans url",
  "templates that form no loop, unlike those of {0}":
    "des modèles qui ne forment pas de boucle, contrairement à ceux de {0}",
  "templates with a scheme, such as https://gw.example/{url}":
    "des modèles avec un schéma, comme https://gw.example/'{'url'}'",
  "templates with only {0}": "des modèles avec seulement {0}",
  "the call has ended": "l’appel est terminé",
  "the HTTP client of this runtime could not send the request":
    "le client HTTP de cet environnement n’a pas pu envoyer la requête",
  "the HTTP client of this runtime does not support {0}":
    "le client HTTP de cet environnement ne prend pas en charge {0}",
  "the text is longer than a string of this runtime can be":
    "le texte est plus long que ne peut l’être une chaîne de cet environnement d’exécution",
  "the URL of a proxy, or an object with a URL for each scheme":
    "l’URL d’un mandataire, ou un objet avec une URL pour chaque schéma",
  "the body of this Response": "le corps de cette Response",
  "the call ended before the request body was complete":
    "l’appel s’est terminé avant que le corps de la requête soit complet",
  "the call is over": "l’appel est terminé",
  "the copy ended before all of the source was read":
    "la copie s’est terminée avant la lecture complète de la source",
  "the credentials callback failed": "échec de la fonction d’identification",
  "the credentials contain a NUL, CR or LF byte, which no protocol can send":
    "l’identification contient un octet NUL, CR ou LF, qu’aucun protocole ne peut envoyer",
  "the credentials contain an unpaired surrogate": "l’identification contient un demi-codet isolé",
  "the end of a chunk": "la fin d’un morceau",
  "the end of a chunk-size line": "la fin d’une ligne chunk-size",
  "the file system": "le système de fichiers",
  "the head of the proxy's response exceeds the limit of {0} bytes":
    "l’en-tête de la réponse du mandataire dépasse la limite de {0} octets",
  "the login contains a control character": "l’identification contient un caractère de contrôle",
  "the new name is on another file system": "le nouveau nom est sur un autre système de fichiers",
  'the policy "untrusted" does not allow another TLS server name than the host':
    'la politique "untrusted" n’autorise pas d’autre nom de serveur TLS que l’hôte',
  "the policy {0}": "la politique {0}",
  "the proxy does not support the CONNECT command":
    "le mandataire ne prend pas en charge la commande CONNECT",
  "the proxy does not support this address type": "le mandataire ne prend pas en charge ce type d’adresse",
  "the proxy looks names up itself, so the policy cannot check the addresses":
    "le mandataire cherche les noms lui-même, et la politique ne peut pas vérifier les adresses",
  "the proxy of this host": "le mandataire de cet hôte",
  "the range is outside of the document of {0} bytes": "l’intervalle est hors du document de {0} octets",
  "the request header exceeds the limit of {0} bytes; nothing was sent":
    "l’en-tête de la requête dépasse la limite de {0} octets ; rien n’a été envoyé",
  "the resource is not in the state that the request requires":
    "la ressource n’est pas dans l’état que la requête exige",
  "the response body was canceled": "le corps de la réponse a été annulé",
  "the response has more than {0} bytes of chunk extensions {1}":
    "la réponse a plus de {0} octets d’extensions de morceau {1}",
  "the response has more than {0} fields{1}": "la réponse a plus de {0} champs{1}",
  "the scheme of the URL does not support this method":
    "le schéma de l’URL ne prend pas en charge cette méthode",
  "the scheme requested invalid pins of a TLS certificate":
    "le schéma a demandé des pins non valides d’un certificat TLS",
  "the scheme {0} requested credentials for {1}://{2}:{3} without a connection to it":
    "le schéma {0} a demandé une identification pour {1}://{2}:{3} sans connexion à celui-ci",
  "the scheme {0} threw an unexpected error": "le schéma {0} a levé une erreur inattendue",
  "the server rejected the temporary name: writing directly to the target, not atomically":
    "le serveur a refusé le nom temporaire : écriture directe dans la cible, non atomique",
  "the server responded before the end of the body, and reads no more of it":
    "le serveur a répondu avant la fin du corps, et ne le lit plus",
  "the server sent more than {0} interim responses": "le serveur a envoyé plus de {0} réponses provisoires",
  "the server switched to a protocol that was not requested":
    "le serveur est passé à un protocole qui n’a pas été demandé",
  "the socket was already closed": "la socket était déjà fermée",
  "the store of trusted keys failed": "échec du magasin de clés de confiance",
  "the target cannot have {0} in a name": "la cible ne peut pas avoir {0} dans un nom",
  "the target has another entry with this name": "la cible a une autre entrée de ce nom",
  "the transport reports no certificate": "le transport n’indique pas de certificat",
  "the tree has {0}": "l’arborescence a {0}",
  "the whole call": "l’appel entier",
  "the write has ended": "l’écriture est terminée",
  "the {0} contains a NUL, CR or LF character, which would end a command early":
    "{0} contient un caractère NUL, CR ou LF, qui terminerait une commande trop tôt",
  "this connection: the transport connected to an address that was not approved":
    "cette connexion : le transport s’est connecté à une adresse non approuvée",
  "this host: the runtime looks names up itself, so the policy cannot check the address":
    "cet hôte : l’environnement cherche les noms lui-même, et la politique ne peut pas vérifier l’adresse",
  "this stream": "ce flux",
  "this transport cannot start TLS on an open connection":
    "ce transport ne peut pas démarrer TLS sur une connexion ouverte",
  'true, false, or "inside"': 'true, false ou "inside"',
  'true, false, or "preferred"': 'true, false ou "preferred"',
  "unknown reply code {0}": "code de réponse inconnu {0}",
  "unknown word: expected machine, default, login, password, account or macdef":
    "mot inconnu : machine, default, login, password, account ou macdef étaient attendus",
  "unsupported Content-Range in a PUT request": "Content-Range non pris en charge dans une requête PUT",
  "unsupported request body: MKCOL has none": "corps de requête non pris en charge : MKCOL n’en a pas",
  "unsupported request condition {0}; nothing was written":
    "condition de requête non prise en charge : {0} ; rien n’a été écrit",
  "unsupported transfer coding in the response: expected only chunked":
    "codage de transfert non pris en charge dans la réponse : seul chunked était attendu",
  "use a transport that has the method secure": "utilisez un transport qui a la méthode secure",
  "use a transport with sockets, such as nodeTransport":
    "utilisez un transport avec des sockets, comme nodeTransport",
  "wait for earlier calls to end": "attendez la fin des appels précédents",
  "wait for earlier calls to end, or increase the option connections.waiting":
    "attendez la fin des appels précédents, ou augmentez l’option connections.waiting",
  'within "…" write \\" and \\\\': 'dans "…" écrivez \\" et \\\\',
  "yield bytes": "produisez des octets",
  "yield bytes: new TextEncoder().encode(text)": "produisez des octets : new TextEncoder().encode(text)",
  "{ start, end } with whole numbers; the end is optional, and not below the start":
    "'{' start, end '}' avec des nombres entiers ; end est facultatif, et pas inférieur à start",
  "{0} URLs are the user's own": "les URL {0} appartiennent à l’utilisateur",
  '{0} as PEM, between its "BEGIN" and "END" lines{1}': '{0} en PEM, entre ses lignes "BEGIN" et "END"{1}',
  "{0} before the first machine": "{0} avant le premier machine",
  "{0}, or increase the option connections.{1}": "{0}, ou augmentez l’option connections.{1}",
  "{0}; the temporary file was not renamed, and the target is unchanged":
    "{0} ; le fichier temporaire n’a pas été renommé, et la cible est inchangée",
};
