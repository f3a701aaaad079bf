import type { Catalogue } from "../translate.ts";

/** Texts of dict, finger, gemini, and ws. */
export const TEXT_SERVICES: Catalogue = {
  ", asked of another host through this one": ", demandé à un autre hôte à travers celui-ci",
  ", in detail": ", en détail",
  "Answer the server": "Répondre au serveur",
  "Search for words": "Chercher des mots",
  "a URL of the scheme {0}": "une URL du schéma {0}",
  "a URL with a user, or without a host": "une URL avec un utilisateur, ou sans hôte",
  "a database, a strategy, or a number needs a word":
    "une base de données, une stratégie ou un numéro exige un mot",
  "a dict URL cannot have a password": "une URL dict ne peut pas avoir de mot de passe",
  'a dict URL cannot have a query: write "?" as "%3F"':
    'une URL dict ne peut pas avoir de requête : écrivez "?" en "%3F"',
  "a directory of the path": "un répertoire du chemin",
  "a document of the type {0} has no entries": "un document du type {0} n’a pas d’entrées",
  'a finger URL cannot have a query: write "?" as "%3F"':
    'une URL finger ne peut pas avoir de requête : écrivez "?" en "%3F"',
  "a finger URL cannot have a user before the host":
    "une URL finger ne peut pas avoir d’utilisateur devant l’hôte",
  "a finger URL has one path segment, which is the request":
    "une URL finger a un segment de chemin, qui est la requête",
  "a finger request cannot contain control characters; nothing was sent":
    "une requête finger ne peut pas contenir de caractères de contrôle ; rien n’a été envoyé",
  "a line exceeds the limit of {0} bytes": "une ligne dépasse la limite de {0} octets",
  "a list of objects with the texts url, cert and key; url is a gemini URL":
    "une liste d’objets avec les textes url, cert et key ; url est une URL gemini",
  "a list of objects with url, cert and key": "une liste d’objets avec url, cert et key",
  "a picture, at another port": "une image, sur un autre port",
  'a request with "@" asks the server to forward it; nothing was sent':
    'une requête avec "@" demande au serveur de la transmettre ; rien n’a été envoyé',
  "a server, with its databases": "un serveur, avec ses bases de données",
  "a service over TLS": "un service par TLS",
  "a service with a query": "un service avec une requête",
  "a text message must be UTF-8; nothing was sent":
    "un message de texte doit être en UTF-8 ; rien n’a été envoyé",
  "a user, in detail": "un utilisateur, en détail",
  "a word, a name, or a user for DICT cannot contain control characters; nothing was sent":
    "un mot, un nom ou un utilisateur pour DICT ne peut pas contenir de caractères de contrôle ; rien n’a été envoyé",
  'add one, such as "/d:WORD"': 'ajoutez-en un, comme "/d:MOT"',
  "all databases": "toutes les bases de données",
  "all definitions": "toutes les définitions",
  "all matches": "toutes les correspondances",
  "an empty query, which is not sent": "une requête vide, qui n’est pas envoyée",
  "an invalid URL": "une URL non valide",
  "an object of field names and values, without those of the handshake":
    "un objet de noms de champs et de valeurs, sans ceux de la négociation",
  "ask for a MIME header before each definition, which get returns as well":
    "demander un en-tête MIME devant chaque définition, que get renvoie aussi",
  'ask for a longer answer: put "/W" before the request':
    'demander une réponse plus longue : mettre "/W" devant la requête',
  "cannot download a server": "impossible de télécharger un serveur",
  "client certificates, each for a server and the paths below a URL; a server without one gets that of the client":
    "certificats client, chacun pour un serveur et les chemins sous une URL ; un serveur sans certificat reçoit celui du client",
  "definitions cannot have a strategy": "les définitions ne peuvent pas avoir de stratégie",
  "definitions of a word": "définitions d’un mot",
  "different tokens": "des jetons différents",
  "further fields of the handshake, such as Origin, which is not sent otherwise":
    "autres champs de la négociation, comme Origin, qui n’est pas envoyé autrement",
  "give a word": "donnez un mot",
  "give the hosts of a forwarded request as hosts": "donnez dans hosts les hôtes d’une requête transmise",
  'how search matches words; ".": the choice of the server':
    'comment search compare les mots ; "." : le choix du serveur',
  "how the client introduces itself": "comment le client se présente",
  "how words are matched": "comment les mots sont comparés",
  "invalid WebSocket data from the server: {0}": "données WebSocket non valides du serveur : {0}",
  "invalid authentication type": "type d’authentification non valide",
  "invalid character in the query: it must be percent-encoded":
    "caractère non valide dans la requête : il doit être codé",
  'invalid command: expected "define" or "match"': 'commande non valide : "define" ou "match" était attendu',
  'invalid login: expected a user, and "AUTH" or "SASLAUTH=TYPE"':
    'identification non valide : un utilisateur, et "AUTH" ou "SASLAUTH=TYPE" étaient attendus',
  "invalid number: expected 1 to 99999": "numéro non valide : de 1 à 99999 était attendu",
  'invalid request: a user or host cannot be empty, have an "@", or begin with "/W"':
    'requête non valide : un utilisateur ou un hôte ne peut pas être vide, avoir un "@" ni commencer par "/W"',
  "list the databases: open the URL of the server, without a path":
    "listez les bases de données : ouvrez l’URL du serveur, sans chemin",
  "list the strategies: run stat with the URL of the server":
    "listez les stratégies : exécutez stat avec l’URL du serveur",
  "log in with AUTH (§3.11)": "s’identifier avec AUTH (§3.11)",
  "log in with SASLAUTH (§3.12)": "s’identifier avec SASLAUTH (§3.12)",
  "logins with SASLAUTH are not supported": "les identifications avec SASLAUTH ne sont pas prises en charge",
  "missing word": "mot absent",
  "more fields than this form has": "plus de champs que n’en a cette forme",
  "no command: the server itself": "pas de commande : le serveur lui-même",
  'no path: the handshake requests "/"': 'pas de chemin : la négociation demande "/"',
  "no word to search for": "pas de mot à chercher",
  "not a response of a Gemini server": "ce n’est pas une réponse d’un serveur Gemini",
  "offer compression (permessage-deflate)": "offrir la compression (permessage-deflate)",
  "one line with at most 200 characters": "une ligne de 200 caractères au plus",
  "only the definition with this number": "seulement la définition de ce numéro",
  "only the match with this number": "seulement la correspondance de ce numéro",
  "open a URL of the other host, or set the finger option forward":
    "ouvrez une URL de l’autre hôte, ou activez l’option forward de finger",
  "open the URL of the new location": "ouvrez l’URL du nouvel emplacement",
  "remove it; you are asked for it": "retirez-le ; il vous sera demandé",
  "remove the control characters from the URL": "retirez de l’URL les caractères de contrôle",
  "remove the user from the URL": "retirez l’utilisateur de l’URL",
  'run "search" with the answer, or write it after "?" in the URL':
    'exécutez "search" avec la réponse, ou écrivez-la après "?" dans l’URL',
  "send a request with @, which asks the server to forward it to another host":
    "envoyer une requête avec @, qui demande au serveur de la transmettre à un autre hôte",
  'send bytes, or set the ws option messages to "binary"':
    'envoyez des octets, ou mettez l’option messages de ws à "binary"',
  "set a client certificate: the gemini option certificates, or tls.cert and tls.key of the client":
    "définissez un certificat client : l’option certificates de gemini, ou tls.cert et tls.key du client",
  "set credentials, or remove the user from the URL":
    "définissez une identification, ou retirez l’utilisateur de l’URL",
  "subprotocols, the preferred one first; the server chooses one of them":
    "sous-protocoles, le préféré d’abord ; le serveur en choisit un",
  "the URL exceeds the limit of {0} bytes of Gemini; nothing was sent":
    "l’URL dépasse la limite de {0} octets de Gemini ; rien n’a été envoyé",
  "the URL has a user, but there is no password; nothing was sent":
    "l’URL a un utilisateur, mais il n’y a pas de mot de passe ; rien n’a été envoyé",
  "the URL names no word": "l’URL ne nomme pas de mot",
  "the answer to a question of the server": "la réponse à une question du serveur",
  "the client certificate is not authorized": "le certificat client n’est pas autorisé",
  "the client certificate is not valid": "le certificat client n’est pas valide",
  "the database": "la base de données",
  "the database or strategy is empty": "la base de données ou la stratégie est vide",
  "the definitions of a word": "les définitions d’un mot",
  "the document": "le document",
  "the document of the directory": "le document du répertoire",
  "the first database that has the word": "la première base de données qui a le mot",
  "the first definition in one database": "la première définition dans une base de données",
  "the first page of a server": "la première page d’un serveur",
  "the name of a strategy, such as exact or prefix": "le nom d’une stratégie, comme exact ou prefix",
  'the path is neither "/d:" for definitions nor "/m:" for matches':
    'le chemin n’est ni "/d:" pour des définitions ni "/m:" pour des correspondances',
  "the path of the service": "le chemin du service",
  "the resource is gone": "la ressource n’existe plus",
  "the resource name exceeds the limit of {0} bytes; nothing was sent":
    "le nom de la ressource dépasse la limite de {0} octets ; rien n’a été envoyé",
  "the server announced {0}, but sent none": "le serveur a annoncé {0}, mais n’en a envoyé aucune",
  "the server asks a question": "le serveur pose une question",
  "the server asks for a secret": "le serveur demande un secret",
  "the server asks to wait": "le serveur demande d’attendre",
  "the server closed the connection": "le serveur a fermé la connexion",
  "the server closed the connection before its response": "le serveur a fermé la connexion avant sa réponse",
  "the server closed the connection in the middle of a text":
    "le serveur a fermé la connexion au milieu d’un texte",
  "the server does not admit this client": "le serveur n’admet pas ce client",
  "the server does not serve this host": "le serveur ne sert pas cet hôte",
  "the server has fewer than {0} {1}": "le serveur a moins de {0} {1}",
  "the server has no databases": "le serveur n’a pas de bases de données",
  "the server has no logins: its banner has no msg-id":
    "le serveur n’a pas d’identification : son accueil n’a pas de msg-id",
  "the server has no match": "le serveur n’a aucune correspondance",
  "the server has no strategies": "le serveur n’a pas de stratégies",
  "the server has no such database": "le serveur n’a pas cette base de données",
  "the server has no such resource": "le serveur n’a pas cette ressource",
  "the server has no such strategy": "le serveur n’a pas cette stratégie",
  "the server is not available": "le serveur n’est pas disponible",
  "the server is overloaded, or in maintenance": "le serveur est surchargé, ou en maintenance",
  "the server redirects in a loop, or too often": "le serveur redirige en boucle, ou trop souvent",
  "the server redirects the handshake ({0})": "le serveur redirige la négociation ({0})",
  "the server redirects to {0}, which is not followed": "le serveur redirige vers {0}, qui n’est pas suivi",
  "the server refused the handshake with {0}": "le serveur a refusé la négociation avec {0}",
  "the server rejected the request": "le serveur a refusé la requête",
  "the server reports a failure": "le serveur signale un échec",
  "the server reports a temporary failure": "le serveur signale un échec temporaire",
  "the server requires a client certificate": "le serveur exige un certificat client",
  "the server sent a message above the limit maxMessage":
    "le serveur a envoyé un message au-dessus de la limite maxMessage",
  "the server sent an invalid media type": "le serveur a envoyé un type de média non valide",
  "the server's way to match words": "la façon du serveur de comparer les mots",
  "the user, who is asked for": "l’utilisateur, qui est demandé",
  "the user; the password is asked for": "l’utilisateur ; le mot de passe est demandé",
  "the word or the database cannot be looked up": "le mot ou la base de données ne peut pas être consulté",
  "the word to look up": "le mot à consulter",
  'the words that begin with "sun"': 'les mots qui commencent par "sun"',
  "what the words have to match": "ce à quoi les mots doivent correspondre",
  "what write sends: a text message for each line, or one message for each call, as text or binary":
    "ce qu’envoie write : un message de texte pour chaque ligne, ou un message pour chaque appel, en texte ou en binaire",
  "whether to trust the key that a server has on first use, or only trusted authorities":
    "s’il faut faire confiance à la clé qu’a un serveur à la première utilisation, ou seulement aux autorités de confiance",
  "who is logged in": "qui a une session ouverte",
  "words that match": "mots qui correspondent",
  'write "/d:WORD" or "/m:WORD"': 'écrivez "/d:MOT" ou "/m:MOT"',
  'write "AUTH" or "SASLAUTH=TYPE" after the ";", or "%3B" for a semicolon in the user':
    'écrivez "AUTH" ou "SASLAUTH=TYPE" après le ";", ou "%3B" pour un point-virgule dans l’utilisateur',
  'write a "#" that is data as "%23"': 'écrivez en "%23" un "#" qui est une donnée',
  'write a slash of the request as "%2F", and "/W" as "%2FW"':
    'écrivez une barre de la requête en "%2F", et "/W" en "%2FW"',
  "write the user after the host: finger://HOST/USER":
    "écrivez l’utilisateur après l’hôte : finger://HÔTE/UTILISATEUR",
  "{0}, in detail{1}": "{0}, en détail{1}",
};
