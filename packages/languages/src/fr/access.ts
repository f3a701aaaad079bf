import type { Catalogue } from "../translate.ts";

/** Texts of opening URLs: policy, connections, TLS, files. */
export const ACCESS: Catalogue = {
  ", waiting for a {0}": ", en attendant {0}",
  ": connection refused": " : connexion refusée",
  "; the target may be incomplete": "; la cible peut être incomplète",
  "; the target may have been replaced": "; la cible peut avoir été remplacée",
  "TLS handshake with {0} failed: {1}": "échec de la négociation TLS avec {0} : {1}",
  "TLS handshake with {0} failed: {1}{2}": "échec de la négociation TLS avec {0} : {1}{2}",
  "a linked directory is not entered in another one":
    "on n’entre pas dans un répertoire lié à l’intérieur d’un autre",
  "a parent of the path is not a directory": "un parent du chemin n’est pas un répertoire",
  'add "/" to the end of the URL to list it': 'ajoutez "/" à la fin de l’URL pour le lister',
  'add "{0}:{1}" to the policy option allowPorts': 'ajoutez "{0}:{1}" à l’option allowPorts de la politique',
  "add the address to the policy option allowAddresses":
    "ajoutez l’adresse à l’option allowAddresses de la politique",
  'add the login to the proxy URL: "http://user:password@proxy.example:3128"':
    'ajoutez l’identification à l’URL du mandataire : "http://user:password@proxy.example:3128"',
  "allow it with the policy's files: { roots, write: true }":
    "autorisez-le avec la politique : files: '{' roots, write: true '}'",
  "another entry has this name on some systems": "une autre entrée porte ce nom sur certains systèmes",
  "ask the operator of the server for a valid certificate":
    "demandez à l’opérateur du serveur un certificat valide",
  "blocked a URL from the server: {0}; nothing was sent":
    "URL du serveur bloquée : {0} ; rien n’a été envoyé",
  "blocked a referral from a public server to a private address; nothing was sent":
    "renvoi d’un serveur public vers une adresse privée bloqué ; rien n’a été envoyé",
  "blocked by the proxy's rules": "bloqué par les règles du mandataire",
  "cannot connect to any address": "impossible de se connecter à une adresse",
  "cannot connect to port {0}{1}": "impossible de se connecter au port {0}{1}",
  "cannot look up the host": "impossible de chercher l’hôte",
  "cannot look up the host: {0}": "impossible de chercher l’hôte : {0}",
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
  "cannot {0} through a gateway: gateways are read-only":
    "impossible d’utiliser {0} par une passerelle : les passerelles sont en lecture seule",
  "check that this is a SOCKS proxy and not an HTTP proxy":
    "vérifiez que c’est un mandataire SOCKS et non un mandataire HTTP",
  "check that this is an HTTP proxy and not a SOCKS proxy":
    "vérifiez que c’est un mandataire HTTP et non un mandataire SOCKS",
  "check the host, and use a name of the certificate": "vérifiez l’hôte, et utilisez un nom du certificat",
  "check the spelling of the host name": "vérifiez l’orthographe du nom d’hôte",
  "check whether the port belongs to another service or expects TLS":
    "vérifiez si le port appartient à un autre service ou attend TLS",
  "connection refused": "connexion refusée",
  "correct the login or the password": "corrigez l’identifiant ou le mot de passe",
  "download it from the beginning": "téléchargez-le depuis le début",
  'end the URL with "/" to list it': 'terminez l’URL par "/" pour le lister',
  "general failure": "échec général",
  "host unreachable": "hôte inaccessible",
  "if you trust the server, add the certificate of its issuer to tls.ca, or to NODE_EXTRA_CA_CERTS":
    "si vous faites confiance au serveur, ajoutez le certificat de son émetteur à tls.ca, ou à NODE_EXTRA_CA_CERTS",
  "increase the limit maxBytes": "augmentez la limite maxBytes",
  "increase the limit maxEntries": "augmentez la limite maxEntries",
  "increase the limit maxReferrals": "augmentez la limite maxReferrals",
  "increase the limit maxReply": "augmentez la limite maxReply",
  "invalid field line in the response": "ligne de champ non valide dans la réponse",
  "invalid netrc file": "fichier netrc non valide",
  "invalid path: it is too long, or its links form a loop":
    "chemin non valide : il est trop long, ou ses liens forment une boucle",
  "it has a different scheme: {0}": "il a un autre schéma : {0}",
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
  "no such file or directory": "ce fichier ou répertoire n’existe pas",
  "open that URL directly if you trust it": "ouvrez cette URL directement si vous lui faites confiance",
  "open that URL directly if you trust the server that named it":
    "ouvrez cette URL directement si vous faites confiance au serveur qui l’a nommée",
  "port {0} is not allowed for {1}; nothing was sent":
    "le port {0} n’est pas autorisé pour {1} ; rien n’a été envoyé",
  "remove its contents first": "supprimez d’abord son contenu",
  "remove the address from the policy option denyAddresses":
    "retirez l’adresse de l’option denyAddresses de la politique",
  'remove the last "/"': 'retirez le dernier "/"',
  'remove the user and password before the "@"': 'retirez l’utilisateur et le mot de passe devant le "@"',
  "replace *** with the password, or remove it and enter the password when prompted":
    "remplacez *** par le mot de passe, ou retirez-le et saisissez-le quand il est demandé",
  "the Content-Length of the response is invalid or ambiguous":
    "le Content-Length de la réponse est non valide ou ambigu",
  "the IANA status of the name is {0}{1}": "le statut IANA du nom est {0}{1}",
  "the URL identifies a directory": "l’URL désigne un répertoire",
  "the address is not valid": "l’adresse n’est pas valide",
  "the body exceeds the limit of {0} bytes": "le corps dépasse la limite de {0} octets",
  "the body of the response is not valid HTTP/1.1: invalid {0}":
    "le corps de la réponse n’est pas du HTTP/1.1 valide : {0}",
  "the certificate has expired": "le certificat a expiré",
  "the certificate has expired: it was valid until {0}":
    "le certificat a expiré : il était valable jusqu’au {0}",
  "the certificate is not for {0}, but for {1}": "le certificat n’est pas pour {0}, mais pour {1}",
  "the certificate is self-signed and not trusted": "le certificat est autosigné et n’est pas de confiance",
  "the certificates of the data and the control connection differ":
    "les certificats des connexions de données et de contrôle diffèrent",
  "the connection was closed": "la connexion a été fermée",
  "the connection was closed before {0}": "la connexion a été fermée avant {0}",
  "the connection was lost": "la connexion a été perdue",
  "the connection was reset": "la connexion a été réinitialisée",
  "the directory has more than {0} entries": "le répertoire a plus de {0} entrées",
  "the directory is not empty": "le répertoire n’est pas vide",
  'the entry "{0}" has no URL': 'l’entrée "{0}" n’a pas d’URL',
  "the file name contains a character that the system does not support":
    "le nom du fichier contient un caractère que le système ne permet pas",
  "the file or the system is busy": "le fichier ou le système est occupé",
  "the file was removed while it was open": "le fichier a été supprimé pendant qu’il était ouvert",
  "the host has no address": "l’hôte n’a pas d’adresse",
  "the host name {0} does not exist": "le nom d’hôte {0} n’existe pas",
  "the issuer of the certificate is not trusted, or the server did not send an intermediate certificate":
    "l’émetteur du certificat n’est pas de confiance, ou le serveur n’a pas envoyé de certificat intermédiaire",
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
  "the response began": "le début de la réponse",
  "the response exceeds the limit of {0} {1}": "la réponse dépasse la limite de {0} {1}",
  "the response was complete": "la fin de la réponse",
  "the server did not answer with TLS": "le serveur n’a pas répondu en TLS",
  "the server did not send an HTTP/1 response": "le serveur n’a pas envoyé de réponse HTTP/1",
  "the server rejected the {0} twice": "le serveur a refusé deux fois : {0}",
  "the server requested a connection to port {0}, which belongs to another service":
    "le serveur a demandé une connexion au port {0}, qui appartient à un autre service",
  "the server requires a client certificate, or rejected the given one ({0})":
    "le serveur exige un certificat client, ou a refusé celui fourni ({0})",
  "the server sent data before TLS, and an attacker may have injected it":
    "le serveur a envoyé des données avant TLS, et un attaquant a pu les injecter",
  "the server's reply": "la réponse du serveur",
  "the system does not accept this path": "le système n’accepte pas ce chemin",
  "the target is a directory": "la cible est un répertoire",
  "this connection already uses TLS": "cette connexion utilise déjà TLS",
  "this directory was already listed, or has no URL": "ce répertoire a déjà été listé, ou n’a pas d’URL",
  "this host: its address is denied": "cet hôte : son adresse est refusée",
  "this host: its address is {0}": "cet hôte : son adresse est {0}",
  "too many calls wait for a connection: the limit is {0} (connections.waiting)":
    "trop d’appels attendent une connexion : la limite est {0} (connections.waiting)",
  'use a scheme with TLS, or set the policy option clearTextPasswords to "allow"':
    'utilisez un schéma avec TLS, ou mettez l’option clearTextPasswords de la politique à "allow"',
  "use parse, explain, normalize, or compare": "utilisez parse, explain, normalize ou compare",
  "use the port of the service with TLS, or a scheme without TLS":
    "utilisez le port du service avec TLS, ou un schéma sans TLS",
  "waiting for data": "l’attente de données",
  '{0} URLs do not support the operation "{1}"': 'les URL {0} ne prennent pas en charge l’opération "{1}"',
  "{0} timed out after {1}{2}": "{0} : délai dépassé après {1}{2}",
  "{0}: the connection to the proxy was lost": "{0} : la connexion au mandataire a été perdue",
};
