import type { Catalogue } from "../translate.ts";

/** Texts of sending mail and of news: errors, options, and plans. */
export const MAIL_NEWS: Catalogue = {
  " and {0} more": " et {0} de plus",
  "1 older number was": "1 numéro plus ancien",
  "a CR without a following LF": "un CR non suivi de LF",
  "a domain, or an address literal in brackets": "un domaine, ou une adresse littérale entre crochets",
  "a length other than 1 to {0} bytes": "une longueur autre que 1 à {0} octets",
  "a line of the head exceeds the limit of {0} bytes":
    "une ligne de l’en-tête dépasse la limite de {0} octets",
  "a line of the head is not a header field": "une ligne de l’en-tête n’est pas un champ d’en-tête",
  "a line of the message exceeds the limit of {0} bytes; nothing was sent":
    "une ligne du message dépasse la limite de {0} octets ; rien n’a été envoyé",
  "a list of names of header fields": "une liste de noms de champs d’en-tête",
  'a list without "{0}", which a URL must never set':
    'une liste sans "{0}", qu’une URL ne doit jamais définir',
  'a list without "{0}", which is always allowed': 'une liste sans "{0}", qui est toujours autorisé',
  "a mail command": "une commande de courrier",
  "a mail server": "un serveur de courrier",
  "a message contains a NUL, or a CR or LF alone; nothing was sent":
    "un message contient un NUL, ou un CR ou LF isolé ; rien n’a été envoyé",
  'a message-id must have an "@" with text before it': 'un message-id doit avoir un "@" précédé de texte',
  'a name with an "@" must be a messageId': 'un nom avec un "@" doit être un messageId',
  "a name with wildcards must be a wildmat": "un nom avec des jokers doit être un wildmat",
  "a news URL must name only one of a group, a pattern and an article":
    "une URL news ne doit nommer qu’un groupe, un motif ou un article",
  "a news server": "un serveur de news",
  "a newsgroup or message-id cannot contain NUL, CR or LF":
    "un groupe ou un message-id ne peut pas contenir NUL, CR ni LF",
  "a reply of the server exceeds the limit": "une réponse du serveur dépasse la limite",
  "a space or a control would end an NNTP command early; nothing was sent":
    "un espace ou un caractère de contrôle terminerait trop tôt une commande NNTP ; rien n’a été envoyé",
  "a store of articles by message-id, such as a Map: cached articles are not fetched":
    "un magasin d’articles par message-id, comme une Map : ceux qui y sont ne sont pas demandés",
  'a store with "get" and "set", such as a Map or createArticleCache()':
    'un magasin avec "get" et "set", comme une Map ou createArticleCache()',
  "a string without line breaks": "une chaîne sans sauts de ligne",
  "a user, a password or a port requires a host": "un utilisateur, un mot de passe ou un port exige un hôte",
  "a wildmat must have a wildcard; use newsgroupName for one group":
    "un wildmat doit avoir un joker ; utilisez newsgroupName pour un seul groupe",
  "add an article: header fields, an empty line, and text":
    "ajoutez un article : champs d’en-tête, une ligne vide et du texte",
  "add it to the option auth of smtp(…), or to the client's credentials":
    "ajoutez-le à l’option auth de smtp(…), ou à l’identification du client",
  "add the option auth to smtp(…)": "ajoutez l’option auth à smtp(…)",
  "add the {0} to the client's credentials": "ajoutez {0} à l’identification du client",
  "allow a login without TLS": "autoriser une identification sans TLS",
  "allow posting of control messages": "autoriser la publication de messages de contrôle",
  "an NNTP command": "une commande NNTP",
  "an article exceeds the limit of {0} bytes": "un article dépasse la limite de {0} octets",
  'article numbers, for example "5", "5-9" or "5-"': 'des numéros d’articles, par exemple "5", "5-9" ou "5-"',
  "articles of a newsgroup, by number: 5, 5-9 or 5-": "articles d’un groupe, par numéro : 5, 5-9 ou 5-",
  "called with the result for each recipient, before the call ends":
    "appelée avec le résultat de chaque destinataire, avant la fin de l’appel",
  "called with the whole article; return true to post it":
    "appelée avec l’article entier ; renvoyez true pour le publier",
  "called with the whole message; it is sent if this returns true":
    "appelée avec le message entier ; il est envoyé si elle renvoie true",
  "cannot post to an article number: the server assigns it":
    "impossible de publier à un numéro d’article : le serveur l’attribue",
  "cannot post without confirmation; nothing was sent":
    "impossible de publier sans confirmation ; rien n’a été envoyé",
  "cannot post: the URL does not name a newsgroup": "impossible de publier : l’URL ne nomme pas de groupe",
  "cannot request a message-id with {0}": "impossible de demander un message-id avec {0}",
  "cannot send a login to a news server without TLS; nothing of it was sent":
    "impossible d’envoyer une identification à un serveur de news sans TLS ; rien n’en a été envoyé",
  "cannot send mail: no submitter": "impossible d’envoyer du courrier : pas de fonction d’envoi",
  "cannot send the password without TLS; nothing was sent":
    "impossible d’envoyer le mot de passe sans TLS ; rien n’a été envoyé",
  "check whether it arrived before you send it again; a retry could deliver it twice":
    "vérifiez s’il est arrivé avant de le renvoyer ; un nouvel essai pourrait le remettre deux fois",
  "check whether the article was posted before you send it again":
    "vérifiez si l’article a été publié avant de le renvoyer",
  "control characters are not allowed here": "les caractères de contrôle ne sont pas autorisés ici",
  "correct the address, or set the mailto option partial to send to the others":
    "corrigez l’adresse, ou activez l’option partial de mailto pour envoyer aux autres",
  "decode the head and the body of an article": "décoder l’en-tête et le corps d’un article",
  "do not send it again to all recipients; use the mailto option onReceipt to see who accepted it":
    "ne le renvoyez pas à tous les destinataires ; utilisez l’option onReceipt de mailto pour voir qui l’a accepté",
  "duplicate field {0}": "champ {0} en double",
  "end all lines in the same way, with CR LF or with LF":
    "terminez toutes les lignes de la même façon, par CR LF ou par LF",
  "end each line in CR LF": "terminez chaque ligne par CR LF",
  "further header fields that the URL may set, for example Priority":
    "autres champs d’en-tête que l’URL peut définir, par exemple Priority",
  "get all articles of a newsgroup as one digest; otherwise a newsgroup is listed":
    "obtenir tous les articles d’un groupe en un digest ; sinon le groupe est listé",
  "include the descriptions of newsgroups in a list": "inclure les descriptions des groupes dans une liste",
  "increase the limits maxReply and maxReplyLines": "augmentez les limites maxReply et maxReplyLines",
  "increase the mailto option maxRecipients": "augmentez l’option maxRecipients de mailto",
  "increase the option maxArticle": "augmentez l’option maxArticle",
  "internal error of the server": "erreur interne du serveur",
  "invalid address; nothing was sent": "adresse non valide ; rien n’a été envoyé",
  "invalid field date": "champ date non valide",
  "list only articles that have arrived at the server since then":
    "ne lister que les articles arrivés au serveur depuis",
  "list the newsgroup, or use the option digest to get its articles in one file":
    "listez le groupe, ou utilisez l’option digest pour obtenir ses articles en un fichier",
  "mailbox not found": "boîte aux lettres introuvable",
  "maximum bytes of an article to post": "maximum d’octets d’un article à publier",
  "missing article": "article absent",
  "missing empty line between head and body": "ligne vide absente entre l’en-tête et le corps",
  "missing password for the mail server": "mot de passe absent pour le serveur de courrier",
  "missing user for the mail server": "utilisateur absent pour le serveur de courrier",
  "mixed CR LF and LF line ends": "des fins de ligne CR LF et LF mélangées",
  "neither PLAIN nor LOGIN": "ni PLAIN ni LOGIN",
  "no article has the number 0": "aucun article n’a le numéro 0",
  "no login": "aucune identification",
  "no next article": "pas d’article suivant",
  "no previous article": "pas d’article précédent",
  "no recipients": "pas de destinataires",
  "one to 16 news servers, each a host, host:port or nntps://host, without a login":
    "d’un à 16 serveurs de news, chacun un hôte, hôte:port ou nntps://hôte, sans identification",
  "part of an article that get returns": "partie d’un article que get renvoie",
  "remove it: a body can contain only line breaks and tabs":
    "retirez-le : un corps ne peut contenir que des sauts de ligne et des tabulations",
  "remove spaces and controls from the newsgroup, article or login":
    "retirez les espaces et les caractères de contrôle du groupe, de l’article ou de l’identification",
  "remove the article number": "retirez le numéro d’article",
  "remove the option auth if the server needs no login; some servers offer a login only under TLS":
    "retirez l’option auth si le serveur n’exige pas d’identification ; certains ne l’offrent qu’avec TLS",
  "send to the others if the server rejects some recipients; the call then still fails and lists them":
    "envoyer aux autres si le serveur refuse certains destinataires ; l’appel échoue quand même et les énumère",
  "servers for URLs without one: hosts, host:port or nntps://host, tried in order":
    "serveurs pour les URL qui n’en ont pas : hôtes, hôte:port ou nntps://hôte, essayés dans l’ordre",
  "set the mailto option submit, for example to smtp(…) of @anyurl/smtp; use plan to see the message":
    "définissez l’option submit de mailto, par exemple avec smtp(…) de @anyurl/smtp ; utilisez plan pour voir le message",
  "set the option allowControl": "activez l’option allowControl",
  'set the option tls to "required"': 'mettez l’option tls à "required"',
  'set the option tls to "required", use nntps:, or set the option clearTextLogin':
    'mettez l’option tls à "required", utilisez nntps:, ou activez l’option clearTextLogin',
  "show the article and set confirmed: true, or set the callback confirm, which receives the article":
    "montrez l’article et mettez confirmed: true, ou définissez la fonction confirm, qui reçoit l’article",
  "show the message and set the mailto option confirmed: true, or set the option confirm to a function that shows it":
    "montrez le message et mettez l’option confirmed: true de mailto, ou définissez l’option confirm avec une fonction qui le montre",
  "the address is not valid in a message": "l’adresse n’est pas valide dans un message",
  "the article contains {0}; nothing was sent": "l’article contient {0} ; rien n’a été envoyé",
  "the article exceeds the limit of {0} bytes; nothing was sent":
    "l’article dépasse la limite de {0} octets ; rien n’a été envoyé",
  "the article was not confirmed; nothing was sent": "l’article n’a pas été confirmé ; rien n’a été envoyé",
  "the body contains a control character; nothing was sent":
    "le corps contient un caractère de contrôle ; rien n’a été envoyé",
  "the body is not valid UTF-8; nothing was sent":
    "le corps n’est pas de l’UTF-8 valide ; rien n’a été envoyé",
  "the confirm callback failed; nothing was sent": "échec de la fonction confirm ; rien n’a été envoyé",
  "the connection closed before the end of the text": "la connexion s’est fermée avant la fin du texte",
  "the domain has no A-labels": "le domaine n’a pas d’A-labels",
  "the exchange ended without its first event": "l’échange s’est terminé sans son premier événement",
  'the field "{0}" contains a control character': 'le champ "{0}" contient un caractère de contrôle',
  'the field "{0}" is not a valid list of mailboxes':
    'le champ "{0}" n’est pas une liste valide de boîtes aux lettres',
  'the field "{0}" must contain only message-ids in ASCII':
    'le champ "{0}" ne doit contenir que des message-id en ASCII',
  "the field from has no address": "le champ from n’a pas d’adresse",
  "the field newsgroups does not contain the newsgroup of the URL":
    "le champ newsgroups ne contient pas le groupe de l’URL",
  "the field newsgroups: {0}": "le champ newsgroups : {0}",
  "the field {0} is reserved for servers": "le champ {0} est réservé aux serveurs",
  "the field {0} would make this a control message": "le champ {0} en ferait un message de contrôle",
  "the function that submits the message; required to send":
    "la fonction qui remet le message ; nécessaire pour envoyer",
  "the greeting is not that of a mail server": "l’accueil n’est pas celui d’un serveur de courrier",
  "the greeting is not that of a news server": "l’accueil n’est pas celui d’un serveur de news",
  "the head begins with white space": "l’en-tête commence par un blanc",
  "the head is not ASCII": "l’en-tête n’est pas en ASCII",
  "the head of the article exceeds the limit of {0}": "l’en-tête de l’article dépasse la limite de {0}",
  "the last line of the message does not end in CR LF; nothing was sent":
    "la dernière ligne du message ne se termine pas par CR LF ; rien n’a été envoyé",
  "the mailbox is full": "la boîte aux lettres est pleine",
  "the maximum number of recipients of a message": "le nombre maximum de destinataires d’un message",
  "the message exceeds the limit of {0} bytes; nothing was sent":
    "le message dépasse la limite de {0} octets ; rien n’a été envoyé",
  "the message exceeds the limit of {0} recipients": "le message dépasse la limite de {0} destinataires",
  "the message exceeds the server's size limit": "le message dépasse la limite de taille du serveur",
  "the message has {0} bytes, which exceeds the server's limit of {1} bytes; nothing was sent":
    "le message a {0} octets, ce qui dépasse la limite du serveur de {1} octets ; rien n’a été envoyé",
  "the message is not confirmed": "le message n’est pas confirmé",
  "the message was not sent: the server rejected {0}":
    "le message n’a pas été envoyé : le serveur a refusé {0}",
  "the name of a mail server": "le nom d’un serveur de courrier",
  "the newsgroup has no current article": "le groupe n’a pas d’article courant",
  "the reply to GROUP does not state the article numbers":
    "la réponse à GROUP n’indique pas les numéros d’articles",
  "the server accepted the message for {0}, but rejected it for {1}":
    "le serveur a accepté le message pour {0}, mais l’a refusé pour {1}",
  "the server cannot do this now": "le serveur ne peut pas faire cela maintenant",
  "the server cannot start TLS": "le serveur ne peut pas démarrer TLS",
  "the server denied permission": "le serveur a refusé l’autorisation",
  "the server did not confirm the article: it may have been posted":
    "le serveur n’a pas confirmé l’article : il a peut-être été publié",
  "the server did not confirm the message: it may have been sent":
    "le serveur n’a pas confirmé le message : il a peut-être été envoyé",
  "the server did not start TLS": "le serveur n’a pas démarré TLS",
  "the server does not allow mail to this mailbox":
    "le serveur n’autorise pas le courrier vers cette boîte aux lettres",
  "the server does not know this command": "le serveur ne connaît pas cette commande",
  "the server does not offer STARTTLS, but TLS is required":
    "le serveur n’offre pas STARTTLS, mais TLS est exigé",
  "the server does not offer STARTTLS; nothing was sent":
    "le serveur n’offre pas STARTTLS ; rien n’a été envoyé",
  "the server does not support non-ASCII addresses (SMTPUTF8); nothing was sent":
    "le serveur ne prend pas en charge les adresses non ASCII (SMTPUTF8) ; rien n’a été envoyé",
  "the server does not support non-ASCII messages (8BITMIME); nothing was sent":
    "le serveur ne prend pas en charge les messages non ASCII (8BITMIME) ; rien n’a été envoyé",
  "the server does not support this command": "le serveur ne prend pas en charge cette commande",
  "the server does not support this feature": "le serveur ne prend pas en charge cette fonction",
  "the server is in the wrong mode for this command":
    "le serveur n’est pas dans le bon mode pour cette commande",
  "the server is shutting down": "le serveur s’arrête",
  "the server offers {0}; nothing was sent": "le serveur offre {0} ; rien n’a été envoyé",
  "the server rejected the address as invalid": "le serveur a refusé l’adresse comme non valide",
  "the server rejected the command as invalid": "le serveur a refusé la commande comme non valide",
  "the server rejected the connection": "le serveur a refusé la connexion",
  "the server rejected the message": "le serveur a refusé le message",
  "the server rejected the sender": "le serveur a refusé l’expéditeur",
  "the server rejected the user or the password": "le serveur a refusé l’utilisateur ou le mot de passe",
  "the server reports that no newsgroup is selected": "le serveur indique qu’aucun groupe n’est choisi",
  "the server requires TLS": "le serveur exige TLS",
  "the server requires TLS for this login": "le serveur exige TLS pour cette identification",
  "the server requires a login": "le serveur exige une identification",
  "the submitter returned an invalid receipt; the message may have been sent":
    "la fonction d’envoi a renvoyé un reçu non valide ; le message a peut-être été envoyé",
  "the user has confirmed the article: post it without asking":
    "l’utilisateur a confirmé l’article : le publier sans demander",
  "the user has seen the message and confirmed it": "l’utilisateur a vu le message et l’a confirmé",
  "use an address with an ASCII local-part, or a server with SMTPUTF8 (RFC 6531)":
    "utilisez une adresse avec un local-part ASCII, ou un serveur avec SMTPUTF8 (RFC 6531)",
  "use nntps: if the server has a port for it": "utilisez nntps: si le serveur a un port pour cela",
  "use only this many of the newest articles of a newsgroup; default of list: 100":
    "n’utiliser que ce nombre des articles les plus récents d’un groupe ; par défaut pour list : 100",
  'use the form "Name: content"': 'utilisez la forme "Nom: contenu"',
  "use the form local-part@domain, without control characters; spaces must be in quotes":
    "utilisez la forme local-part@domaine, sans caractères de contrôle ; les espaces doivent être entre guillemets",
  'use tls: "implicit" if the server has a TLS port, usually 465':
    'utilisez tls: "implicit" si le serveur a un port TLS, d’ordinaire 465',
  'use tls: "implicit" or "required", or set clearTextPasswords: "allow"':
    'utilisez tls: "implicit" ou "required", ou mettez clearTextPasswords: "allow"',
  "write other characters as encoded words (RFC 2047)":
    "écrivez les autres caractères comme des encoded-words (RFC 2047)",
  'write the "@" between the two parts unencoded': 'écrivez sans le coder le "@" entre les deux parties',
  "write the domain in lower case, or its labels as xn--…":
    "écrivez le domaine en minuscules, ou ses étiquettes en xn--…",
  '{0} has no plan for "{1}" of this URL': '{0} n’a pas de plan pour "{1}" de cette URL',
  "{0} older numbers were": "{0} numéros plus anciens",
  "{0} omitted (increase the option newest)": "{0} omis (augmentez l’option newest)",
  "{0}; nothing was sent": "{0} ; rien n’a été envoyé",
};
