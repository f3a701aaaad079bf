import type { Catalogue } from "../translate.ts";

/** Texts of opening URLs: policy, connections, TLS, files. */
export const ACCESS: Catalogue = {
  ", waiting for a {0}": ", en attendant {0}",
  ": connection refused": " : connexion refusée",
  ": it is valid from {0}": " : il est valable à partir du {0}",
  ": it was valid until {0}": " : il était valable jusqu’au {0}",
  ": number {0}{1} of {2} is not valid": " : le numéro {0}{1} sur {2} n’est pas valide",
  "; the target may be incomplete": "; la cible peut être incomplète",
  "; the target may have been replaced": "; la cible peut avoir été remplacée",
  "download it again": "téléchargez-le à nouveau",
  "EEXIST: file already exists": "EEXIST : le fichier existe déjà",
  "it is an incomplete copy of another file": "c’est une copie incomplète d’un autre fichier",
  "the file changed on the server while it was fetched in segments":
    "le fichier a changé sur le serveur pendant son téléchargement par segments",
  "the file on the server is longer than the size that the server told":
    "le fichier du serveur est plus long que la taille indiquée par le serveur",
  "the incomplete file cannot be opened": "impossible d’ouvrir le fichier incomplet",
  "the response ended before the range was complete": "la réponse s’est terminée avant la fin de la plage",
  "the rest of the file is too short for several ranges":
    "le reste du fichier est trop court pour plusieurs plages",
  "the server does not support ranges": "le serveur ne prend pas en charge les plages",
  "the server does not tell the version of the file": "le serveur n’indique pas la version du fichier",
  "this runtime does not keep incomplete files": "cet environnement ne conserve pas les fichiers incomplets",
  "TLS handshake with {0} failed: {1}": "échec de la négociation TLS avec {0} : {1}",
  "TLS handshake with {0} failed: {1}{2}": "échec de la négociation TLS avec {0} : {1}{2}",
  "a character of the label maps to a dot": "un caractère de l’étiquette équivaut à un point",
  "a joiner is not allowed here: its script does not need it":
    "un caractère de liaison n’est pas autorisé ici : son écriture n’en a pas besoin",
  "a label begins or ends with a hyphen, or has hyphens as its third and fourth characters":
    "une étiquette commence ou se termine par un tiret, ou a des tirets en troisième et quatrième caractères",
  "a label begins with a combining mark": "une étiquette commence par un signe combinant",
  "a label mixes directions, or does not begin and end with a letter of its direction":
    "une étiquette mélange les directions, ou ne commence et ne finit pas par une lettre de sa direction",
  "a linked directory is not entered in another one":
    "on n’entre pas dans un répertoire lié à l’intérieur d’un autre",
  "a parent of the path is not a directory": "un parent du chemin n’est pas un répertoire",
  "a transport connects to IP addresses and does not look up names":
    "un transport se connecte à des adresses IP et ne cherche pas de noms",
  'add "/" to the end of the URL to list it': 'ajoutez "/" à la fin de l’URL pour le lister',
  'add "{0}:{1}" to the policy option allowPorts': 'ajoutez "{0}:{1}" à l’option allowPorts de la politique',
  'add its directory to the policy: files: { roots: ["/srv/pub"] }':
    "ajoutez son répertoire à la politique : files: '{' roots: [\"/srv/pub\"] '}'",
  "add the address to the policy option allowAddresses":
    "ajoutez l’adresse à l’option allowAddresses de la politique",
  'add the login to the proxy URL: "http://user:password@proxy.example:3128"':
    'ajoutez l’identification à l’URL du mandataire : "http://user:password@proxy.example:3128"',
  "allow it with the policy's files: { roots, write: true }":
    "autorisez-le avec la politique : files: '{' roots, write: true '}'",
  "another entry has this name on some systems": "une autre entrée porte ce nom sur certains systèmes",
  "another name": "un autre nom",
  "ask the operator of the server for a valid certificate":
    "demandez à l’opérateur du serveur un certificat valide",
  "blocked a URL from the server: {0}; nothing was sent":
    "URL du serveur bloquée : {0} ; rien n’a été envoyé",
  "blocked a referral from a public server to a private address; nothing was sent":
    "renvoi d’un serveur public vers une adresse privée bloqué ; rien n’a été envoyé",
  "blocked by the proxy's rules": "bloqué par les règles du mandataire",
  "bytes arrived before TLS was active, which an attacker could have sent":
    "des octets sont arrivés avant l’activation de TLS, qu’un attaquant a pu envoyer",
  "cannot connect to any address": "impossible de se connecter à une adresse",
  "cannot connect to port {0}{1}": "impossible de se connecter au port {0}{1}",
  "cannot look up the host": "impossible de chercher l’hôte",
  "cannot look up the host: {0}": "impossible de chercher l’hôte : {0}",
  "cannot open URLs: this runtime does not have the sockets of Node.js":
    "impossible d’ouvrir des URL : cet environnement n’a pas les sockets de Node.js",
  "cannot open a URL with a login through a gateway":
    "impossible d’ouvrir par une passerelle une URL avec identification",
  "cannot open {0} URLs: the package only parses them":
    "impossible d’ouvrir les URL {0} : le paquet ne fait que les analyser",
  "cannot reach the server": "impossible de joindre le serveur",
  "cannot resume: the file has changed on the server":
    "impossible de reprendre : le fichier a changé sur le serveur",
  "cannot send datagrams through a proxy, and one is set for this host":
    "impossible d’envoyer des datagrammes par un mandataire, et il y en a un pour cet hôte",
  "cannot send datagrams to the server": "impossible d’envoyer des datagrammes au serveur",
  "cannot write, rename, or remove a root of the policy":
    "impossible d’écrire, de renommer ou de supprimer une racine de la politique",
  "cannot {0} through a gateway: gateways are read-only":
    "impossible d’utiliser {0} par une passerelle : les passerelles sont en lecture seule",
  "certificates that can be read{0}": "des certificats lisibles{0}",
  "check that the server uses TLS on this port, and has a valid certificate for this name":
    "vérifiez que le serveur utilise TLS sur ce port, et a un certificat valide pour ce nom",
  "check that this is a SOCKS proxy and not an HTTP proxy":
    "vérifiez que c’est un mandataire SOCKS et non un mandataire HTTP",
  "check that this is an HTTP proxy and not a SOCKS proxy":
    "vérifiez que c’est un mandataire HTTP et non un mandataire SOCKS",
  "check the clock of this machine, or {0}": "vérifiez l’horloge de cette machine, ou {0}",
  "check the host, and use a name of the certificate": "vérifiez l’hôte, et utilisez un nom du certificat",
  "check the spelling of the host name": "vérifiez l’orthographe du nom d’hôte",
  "check whether the port belongs to another service or expects TLS":
    "vérifiez si le port appartient à un autre service ou attend TLS",
  "connection refused": "connexion refusée",
  "correct the login or the password": "corrigez l’identifiant ou le mot de passe",
  "decrease tls.minVersion if it is set, or ask the operator of the server for TLS 1.2":
    "diminuez tls.minVersion si elle est définie, ou demandez TLS 1.2 à l’opérateur du serveur",
  "download it from the beginning": "téléchargez-le depuis le début",
  'end the URL with "/" to list it': 'terminez l’URL par "/" pour le lister',
  "exit status {0}": "état de sortie {0}",
  "general failure": "échec général",
  "host unreachable": "hôte inaccessible",
  "if you trust the server, add the certificate of its issuer to tls.ca, or to NODE_EXTRA_CA_CERTS":
    "si vous faites confiance au serveur, ajoutez le certificat de son émetteur à tls.ca, ou à NODE_EXTRA_CA_CERTS",
  "increase the limit maxReferrals": "augmentez la limite maxReferrals",
  "invalid field line in the response": "ligne de champ non valide dans la réponse",
  "invalid netrc file": "fichier netrc non valide",
  "invalid path: its links form a loop": "chemin non valide : ses liens forment une boucle",
  "the name or the path is too long for the file system":
    "le nom ou le chemin est trop long pour le système de fichiers",
  "invalid response": "réponse non valide",
  "invalid tls option {0}: expected {1}": "option {0} de tls non valide : {1} était attendu",
  "it has a different scheme: {0}": "il a un autre schéma : {0}",
  "cannot create symbolic links": "impossible de créer des liens symboliques",
  "the source does not tell where the link leads": "la source n’indique pas où mène le lien",
  "the target cannot have symbolic links": "la cible ne peut pas avoir de liens symboliques",
  "another entry has the name {0}": "une autre entrée porte le nom {0}",
  "it looks like the escaped form of another name": "il ressemble à la forme échappée d’un autre nom",
  "the link has an absolute target": "le lien a une cible absolue",
  "cannot copy a resource to itself": "impossible de copier une ressource sur elle-même",
  "cannot copy a directory into itself": "impossible de copier un répertoire dans lui-même",
  "choose another target": "choisissez une autre cible",
  "choose a target outside of the tree": "choisissez une cible en dehors de l’arborescence",
  "the link leads out of the tree": "le lien mène hors de l’arborescence",
  "it is in a directory that is a link, so it is not removed":
    "il est dans un répertoire qui est un lien : il n’est pas supprimé",
  "its directory has it under another title": "son répertoire l’a sous un autre titre",
  "it is not a message, so the archive cannot have it":
    "ce n’est pas un message : l’archive ne peut pas l’avoir",
  "this runtime cannot create symbolic links": "cet environnement ne peut pas créer de liens symboliques",
  "an archive does not support the options delete and dryRun":
    "une archive n’accepte pas les options delete et dryRun",
  "the message is incomplete": "le message est incomplet",
  'the target of the link has ".." after a name': "la cible du lien contient « .. » après un nom",
  "it is a link": "c’est un lien",
  "it is a link to a directory": "c’est un lien vers un répertoire",
  "it is on a different server: {0}:{1}": "il est sur un autre serveur : {0}:{1}",
  "it is outside of the tree": "il est hors de l’arborescence",
  "its URL is not valid": "son URL n’est pas valide",
  "its key has changed from {0} to {1}": "sa clé est passée de {0} à {1}",
  "its key matches none of the pins": "sa clé ne correspond à aucun des pins",
  "looking up the host": "la recherche de l’hôte",
  "more than {0} entries": "plus de {0} entrées",
  "more than {0} nested directories": "plus de {0} répertoires imbriqués",
  "more than {0} referrals": "plus de {0} renvois",
  "network unreachable": "réseau inaccessible",
  "no response": "pas de réponse",
  "no such file or directory": "ce fichier ou répertoire n’existe pas",
  "no type": "pas de type",
  "not the A-label of any U-label": "ce n’est l’A-label d’aucune U-label",
  "open that URL directly if you trust it": "ouvrez cette URL directement si vous lui faites confiance",
  "open that URL directly if you trust the server that named it":
    "ouvrez cette URL directement si vous faites confiance au serveur qui l’a nommée",
  "port {0} is not allowed for {1}; nothing was sent":
    "le port {0} n’est pas autorisé pour {1} ; rien n’a été envoyé",
  "remove its contents first": "supprimez d’abord son contenu",
  "remove the address from the policy option denyAddresses":
    "retirez l’adresse de l’option denyAddresses de la politique",
  'remove the last "/"': 'retirez le dernier "/"',
  "remove the option; the runtime verifies certificates by its own authorities":
    "retirez l’option ; l’environnement vérifie les certificats avec ses propres autorités",
  'remove the user and password before the "@"': 'retirez l’utilisateur et le mot de passe devant le "@"',
  "replace *** with the password, or remove it and enter the password when prompted":
    "remplacez *** par le mot de passe, ou retirez-le et saisissez-le quand il est demandé",
  "the Content-Length of the response is invalid or ambiguous":
    "le Content-Length de la réponse est non valide ou ambigu",
  "the IANA status of the name is {0}":
    "le statut IANA du nom est {0, select, permanent {permanent} provisional {provisoire} historical {historique} other {{0}}}",
  "the IANA status of the name is {0} ({1})":
    "le statut IANA du nom est {0, select, permanent {permanent} provisional {provisoire} historical {historique} other {{0}}} ({1})",
  "the TLS handshake for {0} failed; the runtime does not report why":
    "échec de la négociation TLS pour {0} ; l’environnement ne dit pas pourquoi",
  "the URL identifies a directory": "l’URL désigne un répertoire",
  "the address is not valid": "l’adresse n’est pas valide",
  "the body exceeds the limit of {0} bytes": "le corps dépasse la limite de {0} octets",
  "the body of the response is not valid HTTP/1.1: invalid {0}":
    "le corps de la réponse n’est pas du HTTP/1.1 valide : {0}",
  "the certificate has expired": "le certificat a expiré",
  "the certificate has expired: it was valid until {0}":
    "le certificat a expiré : il était valable jusqu’au {0}",
  "the certificate is not for {0}, but for {1}": "le certificat n’est pas pour {0}, mais pour {1}",
  "the certificate is not valid for a server": "le certificat n’est pas valable pour un serveur",
  "the certificate is not valid yet": "le certificat n’est pas encore valable",
  "the certificate is not valid yet: it is valid from {0}":
    "le certificat n’est pas encore valable : il l’est à partir du {0}",
  "the certificate is self-signed and not trusted": "le certificat est autosigné et n’est pas de confiance",
  "the certificates of the data and the control connection differ":
    "les certificats des connexions de données et de contrôle diffèrent",
  "the connection was closed": "la connexion a été fermée",
  "the connection was closed before {0}": "la connexion a été fermée avant {0}",
  "the connection was closed during the TLS handshake":
    "la connexion a été fermée pendant la négociation TLS",
  "the connection was lost": "la connexion a été perdue",
  "the connection was released": "la connexion a été libérée",
  "the connection was reset": "la connexion a été réinitialisée",
  "the datagram exceeds the limit of {0} bytes": "le datagramme dépasse la limite de {0} octets",
  "the directory has more than {0} entries": "le répertoire a plus de {0} entrées",
  "the directory is not empty": "le répertoire n’est pas vide",
  'the entry "{0}" has no URL': 'l’entrée "{0}" n’a pas d’URL',
  "the file name contains a character that the system does not support":
    "le nom du fichier contient un caractère que le système ne permet pas",
  "the file or the system is busy": "le fichier ou le système est occupé",
  "the file was closed": "le fichier a été fermé",
  "the file was removed while it was open": "le fichier a été supprimé pendant qu’il était ouvert",
  "the host has no address": "l’hôte n’a pas d’adresse",
  "the host name has no label": "le nom d’hôte n’a pas d’étiquette",
  "the host name {0} does not exist": "le nom d’hôte {0} n’existe pas",
  "the issuer of the certificate is not trusted, or the server did not send an intermediate certificate":
    "l’émetteur du certificat n’est pas de confiance, ou le serveur n’a pas envoyé de certificat intermédiaire",
  "the label maps to a number": "l’étiquette équivaut à un nombre",
  "the name maps to an IP address": "le nom équivaut à une adresse IP",
  'the password of this URL is masked as "***"': 'le mot de passe de cette URL est masqué par "***"',
  "the path changed while it was being opened": "le chemin a changé pendant l’ouverture",
  "the path contains a symbolic link, and the policy does not follow links":
    "le chemin contient un lien symbolique, et la politique ne les suit pas",
  "the path is a device, a pipe, or a socket, not a regular file":
    "le chemin est un périphérique, un tube ou une socket, pas un fichier ordinaire",
  "the path is a directory": "le chemin est un répertoire",
  "the path is not a directory": "le chemin n’est pas un répertoire",
  "the path is outside the directories that the policy allows":
    "le chemin est hors des répertoires que la politique autorise",
  'the policy "untrusted" does not allow access to local files':
    'la politique "untrusted" n’autorise pas l’accès aux fichiers locaux',
  'the policy "untrusted" does not allow insecure TLS':
    'la politique "untrusted" n’autorise pas TLS sans vérification',
  "the policy blocks {0}": "la politique bloque {0}",
  "the policy does not allow passwords over a connection without TLS":
    "la politique n’autorise pas les mots de passe sur une connexion sans TLS",
  "the policy does not allow writing there": "la politique n’autorise pas d’y écrire",
  "the policy does not allow writing to this path": "la politique n’autorise pas l’écriture dans ce chemin",
  "the policy does not allow {0} URLs": "la politique n’autorise pas les URL {0}",
  "the private key of the certificate, without a passphrase":
    "la clé privée du certificat, sans phrase secrète",
  "the program ended by {0}": "le programme s’est terminé par {0}",
  "the proxy accepts neither an anonymous client nor a user with a password":
    "le mandataire n’accepte ni client anonyme ni utilisateur avec mot de passe",
  "the proxy cannot connect to port {0}: it replied {1}":
    "le mandataire ne peut pas se connecter au port {0} : il a répondu {1}",
  "the proxy cannot connect to the host: {0}": "le mandataire ne peut pas se connecter à l’hôte : {0}",
  "the proxy closed the connection without a reply": "le mandataire a fermé la connexion sans répondre",
  "the proxy did not reply with a valid HTTP response": "le mandataire n’a pas donné de réponse HTTP valide",
  "the proxy did not reply with a valid SOCKS 5 message":
    "le mandataire n’a pas donné de message SOCKS 5 valide",
  "the proxy rejected the login": "le mandataire a refusé l’identification",
  "the proxy requires a login": "le mandataire exige une identification",
  "the referrals form a loop": "les renvois forment une boucle",
  "the request body does not have its declared length of {0} bytes":
    "le corps de la requête n’a pas sa longueur déclarée de {0} octets",
  "the resolver {0} failed: {1}": "échec du résolveur {0} : {1}",
  "the response began": "le début de la réponse",
  "the response exceeds the limit of {0} {1}": "la réponse dépasse la limite de {0} {1}",
  "the response was complete": "la fin de la réponse",
  "the root certificate of the chain is self-signed and not trusted":
    "le certificat racine de la chaîne est autosigné et n’est pas de confiance",
  "the server closed the connection without a TLS close_notify: the end of the data may be missing":
    "le serveur a fermé la connexion sans close_notify TLS : la fin des données peut manquer",
  "the server did not answer with TLS": "le serveur n’a pas répondu en TLS",
  "the server did not send an HTTP/1 response": "le serveur n’a pas envoyé de réponse HTTP/1",
  "the server does not accept our TLS versions or cipher suites, or requires a client certificate":
    "le serveur n’accepte pas nos versions de TLS ou nos chiffrements, ou exige un certificat client",
  "the server does not support a common TLS version":
    "le serveur ne prend pas en charge de version commune de TLS",
  "the server has no certificate for {0}": "le serveur n’a pas de certificat pour {0}",
  "the server rejected the client certificate": "le serveur a refusé le certificat client",
  "the server rejected the {0} twice": "le serveur a refusé deux fois : {0}",
  "the server requested a connection to port {0}, which belongs to another service":
    "le serveur a demandé une connexion au port {0}, qui appartient à un autre service",
  "the server requires a client certificate, or rejected the given one":
    "le serveur exige un certificat client, ou a refusé celui fourni",
  "the server requires a client certificate, or rejected the given one ({0})":
    "le serveur exige un certificat client, ou a refusé celui fourni ({0})",
  "the server sent data before TLS, and an attacker may have injected it":
    "le serveur a envoyé des données avant TLS, et un attaquant a pu les injecter",
  "the server's reply": "la réponse du serveur",
  "the signature of the certificate is invalid": "la signature du certificat n’est pas valide",
  "the socket was closed": "la socket a été fermée",
  "the sockets of this runtime do not support the TLS option {0}":
    "les sockets de cet environnement ne prennent pas en charge l’option TLS {0}",
  "the status of the name is {0}":
    "le statut du nom est {0, select, permanent {permanent} provisional {provisoire} historical {historique} other {{0}}}",
  "the system does not accept this path": "le système n’accepte pas ce chemin",
  "the target is a directory": "la cible est un répertoire",
  "this connection already uses TLS": "cette connexion utilise déjà TLS",
  "this directory was already listed, or has no URL": "ce répertoire a déjà été listé, ou n’a pas d’URL",
  "this host: its address is denied": "cet hôte : son adresse est refusée",
  "this host: its address is {0}": "cet hôte : son adresse est {0}",
  "too many calls wait for a connection: the limit is {0} (connections.waiting)":
    "trop d’appels attendent une connexion : la limite est {0} (connections.waiting)",
  "use a path inside the root": "utilisez un chemin dans la racine",
  'use a scheme with TLS, or set the policy option clearTextPasswords to "allow"':
    'utilisez un schéma avec TLS, ou mettez l’option clearTextPasswords de la politique à "allow"',
  "use a transport for this runtime, such as @anyurl/transport-web or @anyurl/transport-workerd":
    "utilisez un transport pour cet environnement, comme @anyurl/transport-web ou @anyurl/transport-workerd",
  "use parse, explain, normalize, or compare": "utilisez parse, explain, normalize ou compare",
  "use the host name of the server, not another name or address":
    "utilisez le nom d’hôte du serveur, pas un autre nom ni une adresse",
  "use the option allowSpecialFiles to read it": "utilisez l’option allowSpecialFiles pour le lire",
  "use the path without the link, or allow links with the policy's files: { roots, followLinks: true }":
    "utilisez le chemin sans le lien, ou autorisez les liens avec la politique : files: '{' roots, followLinks: true '}'",
  "use the port of the service with TLS, or a scheme without TLS":
    "utilisez le port du service avec TLS, ou un schéma sans TLS",
  "waiting for data": "l’attente de données",
  "write it in ASCII digits": "écrivez-le en chiffres ASCII",
  'the operation "{0}" needs a URL without a fragment, which would not be sent':
    'l’opération "{0}" demande une URL sans fragment : celui-ci ne serait pas envoyé',
  '{0} URLs do not support the operation "{1}"': 'les URL {0} ne prennent pas en charge l’opération "{1}"',
  "{0} cannot be a name of the DNS": "{0} ne peut pas être un nom du DNS",
  "{0} has no address": "{0} n’a pas d’adresse",
  "{0} is not allowed in a host name": "{0} n’est pas autorisé dans un nom d’hôte",
  "{0} timed out after {1}{2}": "{0} : délai dépassé après {1}{2}",
  "{0}: cannot send the login: {1}": "{0} : impossible d’envoyer l’identification : {1}",
  "{0}: the connection to the proxy was lost": "{0} : la connexion au mandataire a été perdue",
  "{0} passes on {1} only through a tunnel": "{0} ne laisse passer {1} que par un tunnel",
  "set tunnel: true in the option proxies if the proxy allows CONNECT to this port, or use a SOCKS proxy":
    "mettez tunnel: true dans l’option proxies si le proxy autorise CONNECT vers ce port, ou utilisez un proxy SOCKS",
  "the proxy redirects a request for {0}": "le proxy redirige une requête de {0}",
  "{0}, or use one of: {1}": "{0}, ou utilisez l’une de : {1}",
  "{0} would get the login of this URL": "{0} recevrait l’identifiant de cette URL",
  '{0}, or remove the user and password before the "@"':
    '{0}, ou retirez l’utilisateur et le mot de passe avant le "@"',
  "set tunnel: true in the option proxies if the proxy allows CONNECT to this port":
    "mettez tunnel: true dans l’option proxies si le proxy autorise CONNECT vers ce port",
  "the target of the link has a name that the target of the copy cannot have":
    "la cible du lien a un nom que la cible de la copie ne peut pas avoir",
};
