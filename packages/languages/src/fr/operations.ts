import type { Catalogue } from "../translate.ts";

/** Texts of the other schemes: errors, options, and plans. */
export const OPERATIONS: Catalogue = {
  " (position {0} in its queue)": " (position {0} dans sa file)",
  " or number": " ou ce numéro",
  '"?=" ends an r-component': '"?=" termine un r-component',
  '"{0}" is not allowed in the name or the value of a field':
    '"{0}" n’est pas autorisé dans le nom ni la valeur d’un champ',
  ", or it ends before byte {0}": ", ou il se termine avant l’octet {0}",
  "NUL, CR, and LF are not allowed in a Prospero name; nothing was sent":
    "NUL, CR et LF ne sont pas autorisés dans un nom de Prospero ; rien n’a été envoyé",
  "Prospero requires UDP, and the transport has no datagrams":
    "Prospero exige UDP, et le transport n’a pas de datagrammes",
  "URL templates with {urn}, {nid}, {nss}, {r}, or the same with {+…}, or functions":
    "des modèles d’URL avec '{urn}', '{nid}', '{nss}', '{r}', ou les mêmes avec '{+…}', ou des fonctions",
  "URLs of documents of the same server; find similar documents (relevance feedback)":
    "URL de documents du même serveur ; chercher des documents semblables (relevance feedback)",
  "a Search must have words (type 3) or the query of a retrieval (type 1)":
    "un Search doit avoir des mots (type 3) ou la requête d’une récupération (type 1)",
  'a URL with "{messageId}", such as news:{messageId}':
    "une URL avec \"'{messageId}'\", comme news:'{messageId}'",
  "a crs must be a label of lower-case letters, digits, and hyphens":
    "un crs doit être une étiquette de lettres minuscules, chiffres et tirets",
  'a database with "@" or ".." may lead to another server or file; nothing was sent':
    'une base de données avec "@" ou ".." peut mener à un autre serveur ou fichier ; rien n’a été envoyé',
  "a diagnostic has no code": "un diagnostic n’a pas de code",
  "a diagnostic has no end of record": "un diagnostic n’a pas de fin d’enregistrement",
  "a document needs both wtype and wpath": "un document exige wtype et wpath",
  "a document that was not requested": "un document qui n’a pas été demandé",
  "a field has an empty name; nothing was sent": "un champ a un nom vide ; rien n’a été envoyé",
  'a field must have a name of letters, digits, "-", ".", "_", and "~"':
    'un champ doit avoir un nom de lettres, chiffres, "-", ".", "_" et "~"',
  "a file with the message, below the file roots of the policy":
    "un fichier avec le message, sous les racines de fichiers de la politique",
  "a filter of the server failed": "un filtre du serveur a échoué",
  "a header of the message exceeds {0} bytes": "un en-tête du message dépasse {0} octets",
  'a length requires the spelling "fields"': 'une longueur exige l’écriture "fields"',
  "a line {0} of the reply has too few tokens": "une ligne {0} de la réponse a trop peu d’éléments",
  'a list of names such as ["AFTP", "GOPHER"]': 'une liste de noms comme ["AFTP", "GOPHER"]',
  "a name of 1 to 40 printable characters without spaces, or up to 16 such names":
    "un nom de 1 à 40 caractères imprimables sans espaces, ou jusqu’à 16 noms de ce genre",
  "a parameter must have a name of lower-case letters, digits, and hyphens":
    "un paramètre doit avoir un nom de lettres minuscules, chiffres et tirets",
  "a part of a document": "une partie d’un document",
  "a password needs a user": "un mot de passe exige un utilisateur",
  "a query can contain only terms and the operator a":
    "une requête ne peut contenir que des termes et l’opérateur a",
  "a response without a text": "une réponse sans texte",
  "a retrieval must name a document and its type": "une récupération doit nommer un document et son type",
  "a retrieval names more than one document or range":
    "une récupération nomme plus d’un document ou intervalle",
  "a store of messages by Message-ID, such as a Map; it is asked first":
    "un magasin de messages par Message-ID, comme une Map ; il est consulté d’abord",
  "a type and the name of a parameter must be in lower case and not empty":
    "un type et le nom d’un paramètre doivent être en minuscules et non vides",
  "a type block": "un bloc de type",
  "absolute paths": "des chemins absolus",
  "accept end-of-record marks": "accepter les marques de fin d’enregistrement",
  "access methods for get, in the order of preference": "méthodes d’accès pour get, par ordre de préférence",
  'allow database names that contain "@" or a ".." segment, which may lead to another server or file':
    'autoriser les noms de bases de données qui contiennent "@" ou un segment "..", qui peuvent mener à un autre serveur ou fichier',
  "an absolute path": "un chemin absolu",
  'an http or https URL that ends with "/"': 'une URL http ou https qui se termine par "/"',
  "an object with a URL template or a function for each namespace":
    "un objet avec un modèle d’URL ou une fonction pour chaque espace de noms",
  "an object with a string for each variable": "un objet avec une chaîne pour chaque variable",
  "cannot download a database or a search": "impossible de télécharger une base de données ou une recherche",
  "cannot follow the access method: the object is at {0}":
    "impossible de suivre la méthode d’accès : l’objet est à {0}",
  "cannot follow the server's referral: {0}": "impossible de suivre le renvoi du serveur : {0}",
  "cannot list a document": "impossible de lister un document",
  "cannot make a URL from the document's type and document-id":
    "impossible de former une URL avec le type et le document-id du document",
  "cannot make a URL from the host and the database":
    "impossible de former une URL avec l’hôte et la base de données",
  "cannot open a DOI name: this client follows no referrals":
    "impossible d’ouvrir un nom DOI : ce client ne suit pas de renvois",
  "cannot open the source: this client follows no referrals":
    "impossible d’ouvrir la source : ce client ne suit pas de renvois",
  "cannot plan a URN with a resolver function: only get calls it":
    "impossible de planifier un URN avec une fonction de résolution : seul get l’appelle",
  "columns and rows from 0 to 65535": "colonnes et lignes de 0 à 65535",
  "control characters are not allowed in a name; nothing was sent":
    "les caractères de contrôle ne sont pas autorisés dans un nom ; rien n’a été envoyé",
  "decrease the wais option maxDocuments": "diminuez l’option maxDocuments de wais",
  "decrease the wais option maxDocuments, in case the response is too long":
    "diminuez l’option maxDocuments de wais, au cas où la réponse serait trop longue",
  "entries missing: {0}": "entrées manquantes : {0}",
  "escape other characters, as encodeText does; an escape is part of the name":
    "codez les autres caractères, comme le fait encodeText ; un échappement fait partie du nom",
  "every field must be a string; the content can also be a Uint8Array":
    "chaque champ doit être une chaîne ; le contenu peut aussi être un Uint8Array",
  "expected a string": "une chaîne était attendue",
  "fetch the descriptions of listed databases and also list the databases":
    "demander les descriptions des bases de données listées et les lister aussi",
  "follow ARDP redirects": "suivre les redirections ARDP",
  "form of the document-id in URLs of results: fields with a length, or bytes":
    "forme du document-id dans les URL des résultats : champs avec longueur, ou octets",
  "function that returns what to type at each prompt": "fonction qui renvoie ce qui est tapé à chaque invite",
  "increase the limit maxMessage": "augmentez la limite maxMessage",
  "increase the limit maxMessage; the server may also have a limit":
    "augmentez la limite maxMessage ; le serveur peut aussi avoir une limite",
  "increase the limit maxNegotiation": "augmentez la limite maxNegotiation",
  "increase the limit replyTimeout: the server requested {0} s{1}":
    "augmentez la limite replyTimeout : le serveur a demandé {0} s{1}",
  "increase the option maxHeaderSize": "augmentez l’option maxHeaderSize",
  "increase the option maxMessages": "augmentez l’option maxMessages",
  "increase the option maxSize": "augmentez l’option maxSize",
  "increase the option maxSubnegotiation": "augmentez l’option maxSubnegotiation",
  "increase the option {0}": "augmentez l’option {0}",
  "invalid OBJECT-VERSION: expected one whole number; nothing was sent":
    "OBJECT-VERSION non valide : un nombre entier était attendu ; rien n’a été envoyé",
  "invalid base64: expected true or false": "base64 non valide : true ou false était attendu",
  "invalid character in the printable encoding": "caractère non valide dans le codage imprimable",
  "invalid length: expected a whole number of bytes":
    "longueur non valide : un nombre entier d’octets était attendu",
  "invalid part of a document: expected a start and an end, in bytes or in lines":
    "partie d’un document non valide : un début et une fin, en octets ou en lignes, étaient attendus",
  "invalid range: expected a start and an end in digits":
    "intervalle non valide : un début et une fin en chiffres étaient attendus",
  'invalid spelling: expected "octets" or "fields"':
    'écriture non valide : "octets" ou "fields" était attendu',
  "it is a name in another virtual system": "c’est un nom d’un autre système virtuel",
  "it is only a forwarding pointer": "ce n’est qu’un pointeur de renvoi",
  "its host has the type {0}": "son hôte a le type {0}",
  "its host or port is invalid": "son hôte ou son port n’est pas valide",
  "its name contains NUL, CR, or LF": "son nom contient NUL, CR ou LF",
  "its name has the type {0}": "son nom a le type {0}",
  "its version is not a number": "sa version n’est pas un nombre",
  "keep or remove highlighting marks in texts": "garder ou retirer les marques de surbrillance des textes",
  "links to {0}: URLs are blocked": "les liens vers des URL {0}: sont bloqués",
  "lists are nested too deeply in the description of a database":
    "les listes sont trop imbriquées dans la description d’une base de données",
  "maximum bytes of one subnegotiation of the server": "maximum d’octets d’une sous-négociation du serveur",
  "maximum number of retransmissions": "nombre maximum de retransmissions",
  "maximum number of search results; a server's response has room for a few hundred":
    "nombre maximum de résultats d’une recherche ; la réponse d’un serveur en contient quelques centaines",
  "maximum number of union links to expand in a listing":
    "nombre maximum de liens d’union à développer dans une liste",
  "mboxes, Maildirs, and files with one message, in this order, below the file roots of the policy":
    "des mbox, des Maildir et des fichiers avec un message, dans cet ordre, sous les racines de fichiers de la politique",
  "more bytes of the document than requested": "plus d’octets du document que demandé",
  "more than {0} levels of parts": "plus de {0} niveaux de parties",
  "more than {0} parts": "plus de {0} parties",
  "multiple texts for one document": "plusieurs textes pour un document",
  'namespaces in lower case, such as "{0}"': 'des espaces de noms en minuscules, comme "{0}"',
  "none of its access methods has a URL": "aucune de ses méthodes d’accès n’a d’URL",
  "not a Search": "ce n’est pas un Search",
  "not a description of a database": "ce n’est pas la description d’une base de données",
  "not an Init": "ce n’est pas un Init",
  "not available": "non disponible",
  'of alternatives with one Content-ID, take the last with one of these media types, such as "image/*"':
    'entre des variantes de même Content-ID, prendre la dernière avec l’un de ces types de média, comme "image/*"',
  "of unknown type": "de type inconnu",
  "open that URL": "ouvrez cette URL",
  "open the URL at that host, or set the prospero option followRedirects":
    "ouvrez l’URL sur cet hôte, ou activez l’option followRedirects de prospero",
  "open the resource that the resolver of DOI names redirects to":
    "ouvrir la ressource vers laquelle redirige le résolveur de noms DOI",
  "received {0} of {1} bytes": "{0} octets reçus sur {1}",
  "remove it from the URL": "retirez-le de l’URL",
  "remove operators and field names: servers support different ones":
    "retirez les opérateurs et les noms de champs : chaque serveur en prend d’autres en charge",
  "remove the length from the URL if it is wrong": "retirez la longueur de l’URL si elle est fausse",
  "replace cid references to pictures in HTML by data URLs, for a program that cannot open cid URLs":
    "remplacer dans le HTML les références cid à des images par des URL data, pour un programme qui ne peut pas ouvrir les URL cid",
  "request binary transmission in both directions, after the server sends a Telnet command":
    "demander la transmission binaire dans les deux sens, après une commande Telnet du serveur",
  "search the database and use the URL of a result":
    "cherchez dans la base de données et utilisez l’URL d’un résultat",
  "send an Init request first, like most software":
    "envoyer d’abord une requête Init, comme la plupart des logiciels",
  "set the prospero option accessMethods": "définissez l’option accessMethods de prospero",
  "set the wais option allowUnsafeNames if you trust the URL":
    "activez l’option allowUnsafeNames de wais si vous faites confiance à l’URL",
  "set the wais option init to false": "mettez l’option init de wais à false",
  "several objects have that name": "plusieurs objets portent ce nom",
  "terminal types, in the order of preference; an empty list sends none":
    "types de terminal, par ordre de préférence ; une liste vide n’en envoie aucun",
  "the Content-ID or number of the part that refers to this one; its multipart/related is searched first":
    "le Content-ID ou le numéro de la partie qui se réfère à celle-ci ; son multipart/related est cherché d’abord",
  "the DOI name has dot segments, which would change the path of the resolver":
    "le nom DOI a des segments de points, qui changeraient le chemin du résolveur",
  "the Init": "l’Init",
  "the InitResponse": "l’InitResponse",
  "the Search": "le Search",
  "the SearchResponse": "le SearchResponse",
  "the URL names a part of a message, which has no list of parts":
    "l’URL nomme une partie d’un message, qui n’a pas de liste de parties",
  "the URL of a message, with {messageId}: it is opened by the client if no mailbox has the message":
    "l’URL d’un message, avec '{messageId}' : le client l’ouvre si aucune boîte aux lettres n’a le message",
  "the announced message exceeds the limit of {0} bytes":
    "le message annoncé dépasse la limite de {0} octets",
  "the base64 of the part ends within a group of four characters":
    "le base64 de la partie se termine dans un groupe de quatre caractères",
  "the body has its own field": "le corps a son propre champ",
  "the bytes of a message, or a function that returns them":
    "les octets d’un message, ou une fonction qui les renvoie",
  "the counted part of the message": "la partie comptée du message",
  "the data does not begin with the header of a WAIS message":
    "les données ne commencent pas par l’en-tête d’un message WAIS",
  "the description has no database name": "la description n’a pas de nom de base de données",
  "the description has no host": "la description n’a pas d’hôte",
  "the description of a database exceeds the limit of {0} characters":
    "la description d’une base de données dépasse la limite de {0} caractères",
  "the document-id cannot be written in fields": "le document-id ne peut pas être écrit en champs",
  "the document-id is empty; nothing was sent": "le document-id est vide ; rien n’a été envoyé",
  "the exchange has no open socket": "l’échange n’a pas de socket ouverte",
  "the headline is not a valid URL": "le titre n’est pas une URL valide",
  "the line contains NUL, CR, LF, or IAC; it was not sent":
    "la ligne contient NUL, CR, LF ou IAC ; elle n’a pas été envoyée",
  "the lines of the reply end in CR LF: expected LF":
    "les lignes de la réponse se terminent par CR LF : LF était attendu",
  "the listing exceeds the limit of {0} union links": "la liste dépasse la limite de {0} liens d’union",
  "the mailbox has more than {0} messages": "la boîte aux lettres a plus de {0} messages",
  "the maximum message size is too small for a document":
    "la taille maximale de message est trop petite pour un document",
  "the maximum number of levels of parts": "le nombre maximum de niveaux de parties",
  "the maximum number of messages of a mailbox that are searched":
    "le nombre maximum de messages d’une boîte aux lettres qui sont cherchés",
  "the maximum number of parts": "le nombre maximum de parties",
  "the maximum size of a message": "la taille maximale d’un message",
  "the maximum size of all data URLs in a part; further pictures are not embedded":
    "la taille maximale de toutes les URL data d’une partie ; les autres images ne sont pas incluses",
  "the maximum size of the content; it is checked before anything is decoded":
    "la taille maximale du contenu ; elle est vérifiée avant tout décodage",
  "the maximum size of the header of a message or part":
    "la taille maximale de l’en-tête d’un message ou d’une partie",
  "the message": "le message",
  "the message exceeds {0} bytes": "le message dépasse {0} octets",
  "the message has another Message-ID than the requested one":
    "le message a un autre Message-ID que celui demandé",
  "the message has {0}": "le message a {0}",
  "the message with the part": "le message avec la partie",
  "the name has dot segments, which would change the path of the resolver":
    "le nom a des segments de points, qui changeraient le chemin du résolveur",
  'the name of the {0} "{1}" is not in lower case': 'le nom de {0} "{1}" n’est pas en minuscules',
  "the namespace must have 2 to 32 lower-case letters, digits, and hyphens":
    "l’espace de noms doit avoir de 2 à 32 lettres minuscules, chiffres et tirets",
  "the object does not match a field of the URL": "l’objet ne correspond pas à un champ de l’URL",
  "the only environment variables that the server can read":
    "les seules variables d’environnement que le serveur peut lire",
  "the option {0} did not return a Uint8Array": "l’option {0} n’a pas renvoyé de Uint8Array",
  "the packets of the response disagree about their number":
    "les paquets de la réponse ne s’accordent pas sur leur nombre",
  'the parameter "{0}" has its own field': 'le paramètre "{0}" a son propre champ',
  "the printable encoding has no valid end": "le codage imprimable n’a pas de fin valide",
  "the q-component cannot be added: the template has a query or a fragment":
    "le q-component ne peut pas être ajouté : le modèle a une requête ou un fragment",
  "the query of a Search": "la requête d’un Search",
  "the referrals of the servers form a loop": "les renvois des serveurs forment une boucle",
  "the replies to the server's option requests exceed the limit of {0} bytes":
    "les réponses aux demandes d’options du serveur dépassent la limite de {0} octets",
  "the reply has an unclosed quote": "la réponse a un guillemet non fermé",
  "the reply has no result": "la réponse n’a pas de résultat",
  "the resolver of DOI names; the name is appended": "le résolveur de noms DOI ; le nom est ajouté à la fin",
  "the resolver of the URN did not return a URL": "le résolveur de l’URN n’a pas renvoyé d’URL",
  "the response exceeds the limit of {0} bytes": "la réponse dépasse la limite de {0} octets",
  "the response exceeds the limit of {0} packets": "la réponse dépasse la limite de {0} paquets",
  "the response exceeds the limit of {0} records": "la réponse dépasse la limite de {0} enregistrements",
  "the response has an encoding that was not requested": "la réponse a un codage qui n’a pas été demandé",
  "the response is not ARDP of this version": "la réponse n’est pas de l’ARDP de cette version",
  "the response to a Search is not a SearchResponse": "la réponse à un Search n’est pas un SearchResponse",
  "the response to a search is the text of a document":
    "la réponse à une recherche est le texte d’un document",
  "the response to an Init is not an InitResponse": "la réponse à un Init n’est pas un InitResponse",
  "the result has no document-id": "le résultat n’a pas de document-id",
  "the server cannot answer the request: no reason given":
    "le serveur ne peut pas répondre à la requête : aucune raison donnée",
  "the server closed the connection in the middle of a response":
    "le serveur a fermé la connexion au milieu d’une réponse",
  "the server closed the connection instead of answering":
    "le serveur a fermé la connexion au lieu de répondre",
  "the server could not parse the request": "le serveur n’a pas pu analyser la requête",
  "the server denied access": "le serveur a refusé l’accès",
  "the server did not respond": "le serveur n’a pas répondu",
  "the server does not know this value": "le serveur ne connaît pas cette valeur",
  "the server does not support this": "le serveur ne prend pas cela en charge",
  "the server does not support version 5 of Prospero":
    "le serveur ne prend pas en charge la version 5 de Prospero",
  "the server failed with an unknown code": "le serveur a échoué avec un code inconnu",
  "the server found more results than it returns": "le serveur a trouvé plus de résultats qu’il n’en renvoie",
  "the server had an internal error": "le serveur a eu une erreur interne",
  "the server has no access method for the object": "le serveur n’a pas de méthode d’accès pour l’objet",
  "the server has no such document{0}": "le serveur n’a pas ce document{0}",
  "the server has only access methods that are disabled or unsupported":
    "le serveur n’a que des méthodes d’accès désactivées ou non prises en charge",
  "the server hides it": "le serveur le cache",
  "the server offered contents but did not send them":
    "le serveur a offert un contenu mais ne l’a pas envoyé",
  "the server redirected the request to {0}, port {1}": "le serveur a redirigé la requête vers {0}, port {1}",
  "the server refused the connection": "le serveur a refusé la connexion",
  "the server rejected the Init request": "le serveur a refusé la requête Init",
  "the server rejected the authentication": "le serveur a refusé l’authentification",
  "the server rejected the request with diagnostic {0}":
    "le serveur a refusé la requête avec le diagnostic {0}",
  "the server requires authentication": "le serveur exige une authentification",
  "the server resolved a part of the name but did not send the link":
    "le serveur a résolu une partie du nom mais n’a pas envoyé le lien",
  "the server sent a subnegotiation longer than {0} bytes":
    "le serveur a envoyé une sous-négociation de plus de {0} octets",
  "the server sent an acknowledgement instead of a response":
    "le serveur a envoyé un accusé de réception au lieu d’une réponse",
  "the server sent data that was not requested": "le serveur a envoyé des données non demandées",
  "the server sent {0}": "le serveur a envoyé {0}",
  "the servers exceeded the limit of {0} referrals": "les serveurs ont dépassé la limite de {0} renvois",
  "the session has ended; nothing was sent": "la session est terminée ; rien n’a été envoyé",
  "the user information": "l’information utilisateur",
  "the user information of the InitResponse": "l’information utilisateur de l’InitResponse",
  "the user or password contains NUL, CR, or LF": "l’utilisateur ou le mot de passe contient NUL, CR ou LF",
  "the words of a Search": "les mots d’un Search",
  "there is no such directory": "ce répertoire n’existe pas",
  "time before the first retransmission; doubled each time":
    "délai avant la première retransmission ; doublé chaque fois",
  "unexpected data after the end of the message": "données inattendues après la fin du message",
  "unknown element in a Search": "élément inconnu dans un Search",
  "unknown form of contents": "forme de contenu inconnue",
  "unknown link type": "type de lien inconnu",
  'unknown transfer encoding "{0}" of the part': 'codage de transfert "{0}" de la partie inconnu',
  "up to 16 URLs of documents of the same server, optionally with start and end":
    "jusqu’à 16 URL de documents du même serveur, éventuellement avec début et fin",
  "use a resolver function, or a template without a query":
    "utilisez une fonction de résolution, ou un modèle sans requête",
  "use a transport with datagrams, such as @anyurl/transport-node":
    "utilisez un transport avec des datagrammes, comme @anyurl/transport-node",
  "use list": "utilisez list",
  'use one field such as ";{0}=3"': 'utilisez un champ comme ";{0}=3"',
  "use the URL of the message, without the second id":
    "utilisez l’URL du message, sans le second identifiant",
  "use words that are less common": "utilisez des mots moins courants",
  "use {nss} instead of {+nss} in the template": "utilisez '{nss}' au lieu de '{+nss}' dans le modèle",
  'who resolves a URN, by namespace or "*": a template such as https://r.example/{nss}, with {urn}, {nid}, {nss}, {r}; or a function that returns a URL':
    "qui résout un URN, par espace de noms ou \"*\" : un modèle comme https://r.example/'{nss}', avec '{urn}', '{nid}', '{nss}', '{r}' ; ou une fonction qui renvoie une URL",
  "window size: { columns: 80, rows: 24 }, or 80x24 as text; without it, unknown until resize":
    "taille de la fenêtre : '{' columns: 80, rows: 24 '}', ou 80x24 en texte ; sans elle, inconnue jusqu’au redimensionnement",
  'write "/" as "%2F" and "?" as "%3F", or remove the password':
    'écrivez "/" en "%2F" et "?" en "%3F", ou retirez le mot de passe',
  'write ";ext=" and digits': 'écrivez ";ext=" et des chiffres',
  'write ";u=" and digits': 'écrivez ";u=" et des chiffres',
  'write "name=value"': 'écrivez "nom=valeur"',
  'write "name=value", or remove the delimiter': 'écrivez "nom=valeur", ou retirez le délimiteur',
  'write a "/" of an id as "%2F"': 'écrivez un "/" d’un identifiant en "%2F"',
  'write a "?" of an id as "%3F"': 'écrivez un "?" d’un identifiant en "%3F"',
  'write a domain, or "+" and digits': 'écrivez un domaine, ou "+" et des chiffres',
  "write a name whose last label begins with a letter, or an IPv4 address":
    "écrivez un nom dont la dernière étiquette commence par une lettre, ou une adresse IPv4",
  "write the field as the README of its scheme says; format escapes what must be escaped":
    "écrivez le champ comme le dit le README de son schéma ; format code ce qui doit l’être",
  "{0} ends before its announced length": "{0} : se termine avant la longueur annoncée",
  "{0} has a number of more than 32 bits": "{0} : a un nombre de plus de 32 bits",
  "{0} has a number of more than eight bytes": "{0} : a un nombre de plus de huit octets",
  "{0} has a number of more than five bytes": "{0} : a un nombre de plus de cinq octets",
  '{0} must be escaped, must not be empty, and must not begin with "/" or "?"':
    '{0} doit être codé, ne doit pas être vide, et ne doit pas commencer par "/" ou "?"',
};
