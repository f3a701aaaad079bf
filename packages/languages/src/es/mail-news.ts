import type { Catalogue } from "../translate.ts";

/** Texts of sending mail and of news: errors, options, and plans. */
export const MAIL_NEWS: Catalogue = {
  " and {0} more": " y {0} más",
  "1 older number was": "1 número anterior",
  "a CR without a following LF": "un CR sin un LF detrás",
  "a domain, or an address literal in brackets": "un dominio, o una dirección literal entre corchetes",
  "a length other than 1 to {0} bytes": "una longitud que no es de 1 a {0} bytes",
  "a line of the head exceeds the limit of {0} bytes":
    "una línea de la cabecera supera el límite de {0} bytes",
  "a line of the head is not a header field": "una línea de la cabecera no es un campo de cabecera",
  "a line of the message exceeds the limit of {0} bytes; nothing was sent":
    "una línea del mensaje supera el límite de {0} bytes; no se ha enviado nada",
  "a list of names of header fields": "una lista de nombres de campos de cabecera",
  'a list without "{0}", which a URL must never set': 'una lista sin "{0}", que un URL nunca debe poner',
  'a list without "{0}", which is always allowed': 'una lista sin "{0}", que siempre se permite',
  "a mail command": "una orden de correo",
  "a mail server": "un servidor de correo",
  "a message contains a NUL, or a CR or LF alone; nothing was sent":
    "un mensaje contiene un NUL, o un CR o LF suelto; no se ha enviado nada",
  'a message-id must have an "@" with text before it': 'un message-id debe tener una "@" con texto delante',
  'a name with an "@" must be a messageId': 'un nombre con una "@" debe ser un messageId',
  "a name with wildcards must be a wildmat": "un nombre con comodines debe ser un wildmat",
  "a news URL must name only one of a group, a pattern and an article":
    "un URL news solo debe nombrar un grupo, un patrón o un artículo",
  "a news server": "un servidor de noticias",
  "a newsgroup or message-id cannot contain NUL, CR or LF":
    "un grupo o un message-id no puede contener NUL, CR ni LF",
  "a reply of the server exceeds the limit": "una respuesta del servidor supera el límite",
  "a space or a control would end an NNTP command early; nothing was sent":
    "un espacio o un carácter de control terminaría una orden NNTP antes de tiempo; no se ha enviado nada",
  "a store of articles by message-id, such as a Map: cached articles are not fetched":
    "un almacén de artículos por message-id, como un Map: los guardados no se piden",
  'a store with "get" and "set", such as a Map or createArticleCache()':
    'un almacén con "get" y "set", como un Map o createArticleCache()',
  "a string without line breaks": "un texto sin saltos de línea",
  "a user, a password or a port requires a host": "un usuario, una contraseña o un puerto exige un host",
  "a wildmat must have a wildcard; use newsgroupName for one group":
    "un wildmat debe tener un comodín; use newsgroupName para un solo grupo",
  "add an article: header fields, an empty line, and text":
    "añada un artículo: campos de cabecera, una línea vacía y texto",
  "add it to the option auth of smtp(…), or to the client's credentials":
    "añádalo a la opción auth de smtp(…), o a las credenciales del cliente",
  "add the option auth to smtp(…)": "añada la opción auth a smtp(…)",
  "add the {0} to the client's credentials": "añada {0} a las credenciales del cliente",
  "allow a login without TLS": "permitir iniciar sesión sin TLS",
  "allow posting of control messages": "permitir publicar mensajes de control",
  "an NNTP command": "una orden NNTP",
  "an article exceeds the limit of {0} bytes": "un artículo supera el límite de {0} bytes",
  'article numbers, for example "5", "5-9" or "5-"': 'números de artículo, por ejemplo "5", "5-9" o "5-"',
  "articles of a newsgroup, by number: 5, 5-9 or 5-": "artículos de un grupo, por número: 5, 5-9 o 5-",
  "called with the result for each recipient, before the call ends":
    "se llama con el resultado de cada destinatario, antes de terminar la llamada",
  "called with the whole article; return true to post it":
    "se llama con el artículo entero; devuelva true para publicarlo",
  "called with the whole message; it is sent if this returns true":
    "se llama con el mensaje entero; se envía si devuelve true",
  "cannot post to an article number: the server assigns it":
    "no se puede publicar en un número de artículo: lo asigna el servidor",
  "cannot post without confirmation; nothing was sent":
    "no se puede publicar sin confirmación; no se ha enviado nada",
  "cannot post: the URL does not name a newsgroup": "no se puede publicar: el URL no nombra un grupo",
  "cannot request a message-id with {0}": "no se puede pedir un message-id con {0}",
  "cannot send a login to a news server without TLS; nothing of it was sent":
    "no se puede enviar un inicio de sesión a un servidor de noticias sin TLS; no se ha enviado nada de él",
  "cannot send mail: no submitter": "no se puede enviar correo: no hay función de envío",
  "cannot send the password without TLS; nothing was sent":
    "no se puede enviar la contraseña sin TLS; no se ha enviado nada",
  "check whether it arrived before you send it again; a retry could deliver it twice":
    "compruebe si llegó antes de enviarlo otra vez; un reintento podría entregarlo dos veces",
  "check whether the article was posted before you send it again":
    "compruebe si el artículo se publicó antes de enviarlo otra vez",
  "control characters are not allowed here": "aquí no se permiten caracteres de control",
  "correct the address, or set the mailto option partial to send to the others":
    "corrija la dirección, o active la opción partial de mailto para enviar a los demás",
  "decode the head and the body of an article": "decodificar la cabecera y el cuerpo de un artículo",
  "do not send it again to all recipients; use the mailto option onReceipt to see who accepted it":
    "no lo envíe otra vez a todos los destinatarios; use la opción onReceipt de mailto para ver quién lo aceptó",
  "duplicate field {0}": "campo {0} repetido",
  "end all lines in the same way, with CR LF or with LF":
    "termine todas las líneas igual, con CR LF o con LF",
  "end each line in CR LF": "termine cada línea en CR LF",
  "further header fields that the URL may set, for example Priority":
    "otros campos de cabecera que el URL puede poner, por ejemplo Priority",
  "get all articles of a newsgroup as one digest; otherwise a newsgroup is listed":
    "obtener todos los artículos de un grupo como un digest; si no, el grupo se lista",
  "include the descriptions of newsgroups in a list": "incluir las descripciones de los grupos en una lista",
  "increase the limits maxReply and maxReplyLines": "aumente los límites maxReply y maxReplyLines",
  "increase the mailto option maxRecipients": "aumente la opción maxRecipients de mailto",
  "increase the option maxArticle": "aumente la opción maxArticle",
  "internal error of the server": "error interno del servidor",
  "invalid address; nothing was sent": "dirección no válida; no se ha enviado nada",
  "invalid field date": "campo date no válido",
  "list only articles that have arrived at the server since then":
    "listar solo los artículos que han llegado al servidor desde entonces",
  "list the newsgroup, or use the option digest to get its articles in one file":
    "liste el grupo, o use la opción digest para obtener sus artículos en un archivo",
  "mailbox not found": "buzón no encontrado",
  "maximum bytes of an article to post": "máximo de bytes de un artículo que se publica",
  "missing article": "falta el artículo",
  "missing empty line between head and body": "falta la línea vacía entre la cabecera y el cuerpo",
  "missing password for the mail server": "falta la contraseña para el servidor de correo",
  "missing user for the mail server": "falta el usuario para el servidor de correo",
  "mixed CR LF and LF line ends": "finales de línea CR LF y LF mezclados",
  "neither PLAIN nor LOGIN": "ni PLAIN ni LOGIN",
  "no article has the number 0": "ningún artículo tiene el número 0",
  "no login": "ningún inicio de sesión",
  "no next article": "no hay artículo siguiente",
  "no previous article": "no hay artículo anterior",
  "no recipients": "sin destinatarios",
  "one to 16 news servers, each a host, host:port or nntps://host, without a login":
    "de uno a 16 servidores de noticias, cada uno un host, host:puerto o nntps://host, sin inicio de sesión",
  "part of an article that get returns": "parte de un artículo que devuelve get",
  "remove it: a body can contain only line breaks and tabs":
    "quítelo: un cuerpo solo puede contener saltos de línea y tabuladores",
  "remove spaces and controls from the newsgroup, article or login":
    "quite los espacios y los caracteres de control del grupo, del artículo o del inicio de sesión",
  "remove the article number": "quite el número de artículo",
  "remove the option auth if the server needs no login; some servers offer a login only under TLS":
    "quite la opción auth si el servidor no necesita iniciar sesión; algunos solo lo ofrecen con TLS",
  "send to the others if the server rejects some recipients; the call then still fails and lists them":
    "enviar a los demás si el servidor rechaza a algunos destinatarios; aun así la llamada falla y los enumera",
  "servers for URLs without one: hosts, host:port or nntps://host, tried in order":
    "servidores para los URL que no tienen: host, host:puerto o nntps://host, por orden",
  "set the mailto option submit, for example to smtp(…) of @anyurl/smtp; use plan to see the message":
    "defina la opción submit de mailto, por ejemplo con smtp(…) de @anyurl/smtp; use plan para ver el mensaje",
  "set the option allowControl": "active la opción allowControl",
  'set the option tls to "required"': 'ponga la opción tls en "required"',
  'set the option tls to "required", use nntps:, or set the option clearTextLogin':
    'ponga la opción tls en "required", use nntps:, o active la opción clearTextLogin',
  "show the article and set confirmed: true, or set the callback confirm, which receives the article":
    "muestre el artículo y ponga confirmed: true, o defina la función confirm, que recibe el artículo",
  "show the message and set the mailto option confirmed: true, or set the option confirm to a function that shows it":
    "muestre el mensaje y ponga la opción confirmed: true de mailto, o defina la opción confirm con una función que lo muestre",
  "the address is not valid in a message": "la dirección no es válida en un mensaje",
  "the article contains {0}; nothing was sent": "el artículo contiene {0}; no se ha enviado nada",
  "the article exceeds the limit of {0} bytes; nothing was sent":
    "el artículo supera el límite de {0} bytes; no se ha enviado nada",
  "the article was not confirmed; nothing was sent": "el artículo no se confirmó; no se ha enviado nada",
  "the body contains a control character; nothing was sent":
    "el cuerpo contiene un carácter de control; no se ha enviado nada",
  "the body is not valid UTF-8; nothing was sent": "el cuerpo no es UTF-8 válido; no se ha enviado nada",
  "the confirm callback failed; nothing was sent": "falló la función confirm; no se ha enviado nada",
  "the connection closed before the end of the text": "la conexión se cerró antes del final del texto",
  "the domain has no A-labels": "el dominio no tiene A-labels",
  "the exchange ended without its first event": "el diálogo terminó sin su primer evento",
  'the field "{0}" contains a control character': 'el campo "{0}" contiene un carácter de control',
  'the field "{0}" is not a valid list of mailboxes': 'el campo "{0}" no es una lista válida de buzones',
  'the field "{0}" must contain only message-ids in ASCII':
    'el campo "{0}" solo debe contener message-id en ASCII',
  "the field from has no address": "el campo from no tiene dirección",
  "the field newsgroups does not contain the newsgroup of the URL":
    "el campo newsgroups no contiene el grupo del URL",
  "the field newsgroups: {0}": "el campo newsgroups: {0}",
  "the field {0} is reserved for servers": "el campo {0} está reservado a los servidores",
  "the field {0} would make this a control message": "el campo {0} haría de esto un mensaje de control",
  "the function that submits the message; required to send":
    "la función que entrega el mensaje; necesaria para enviar",
  "the greeting is not that of a mail server": "el saludo no es el de un servidor de correo",
  "the greeting is not that of a news server": "el saludo no es el de un servidor de noticias",
  "the head begins with white space": "la cabecera empieza con un espacio",
  "the head is not ASCII": "la cabecera no es ASCII",
  "the head of the article exceeds the limit of {0}": "la cabecera del artículo supera el límite de {0}",
  "the last line of the message does not end in CR LF; nothing was sent":
    "la última línea del mensaje no termina en CR LF; no se ha enviado nada",
  "the mailbox is full": "el buzón está lleno",
  "the maximum number of recipients of a message": "el número máximo de destinatarios de un mensaje",
  "the message exceeds the limit of {0} bytes; nothing was sent":
    "el mensaje supera el límite de {0} bytes; no se ha enviado nada",
  "the message exceeds the limit of {0} recipients": "el mensaje supera el límite de {0} destinatarios",
  "the message exceeds the server's size limit": "el mensaje supera el límite de tamaño del servidor",
  "the message has {0} bytes, which exceeds the server's limit of {1} bytes; nothing was sent":
    "el mensaje tiene {0} bytes y supera el límite del servidor de {1} bytes; no se ha enviado nada",
  "the message is not confirmed": "el mensaje no está confirmado",
  "the message was not sent: the server rejected {0}": "el mensaje no se envió: el servidor rechazó {0}",
  "the name of a mail server": "el nombre de un servidor de correo",
  "the newsgroup has no current article": "el grupo no tiene artículo actual",
  "the reply to GROUP does not state the article numbers":
    "la respuesta a GROUP no da los números de los artículos",
  "the server accepted the message for {0}, but rejected it for {1}":
    "el servidor aceptó el mensaje para {0}, pero lo rechazó para {1}",
  "the server cannot do this now": "el servidor no puede hacer esto ahora",
  "the server cannot start TLS": "el servidor no puede iniciar TLS",
  "the server denied permission": "el servidor denegó el permiso",
  "the server did not confirm the article: it may have been posted":
    "el servidor no confirmó el artículo: puede que se haya publicado",
  "the server did not confirm the message: it may have been sent":
    "el servidor no confirmó el mensaje: puede que se haya enviado",
  "the server did not start TLS": "el servidor no inició TLS",
  "the server does not allow mail to this mailbox": "el servidor no permite enviar correo a este buzón",
  "the server does not know this command": "el servidor no conoce esta orden",
  "the server does not offer STARTTLS, but TLS is required":
    "el servidor no ofrece STARTTLS, pero TLS es obligatorio",
  "the server does not offer STARTTLS; nothing was sent":
    "el servidor no ofrece STARTTLS; no se ha enviado nada",
  "the server does not support non-ASCII addresses (SMTPUTF8); nothing was sent":
    "el servidor no admite direcciones no ASCII (SMTPUTF8); no se ha enviado nada",
  "the server does not support non-ASCII messages (8BITMIME); nothing was sent":
    "el servidor no admite mensajes no ASCII (8BITMIME); no se ha enviado nada",
  "the server does not support this command": "el servidor no admite esta orden",
  "the server does not support this feature": "el servidor no admite esta función",
  "the server is in the wrong mode for this command": "el servidor está en un modo que no admite esta orden",
  "the server is shutting down": "el servidor se está apagando",
  "the server offers {0}; nothing was sent": "el servidor ofrece {0}; no se ha enviado nada",
  "the server rejected the address as invalid": "el servidor rechazó la dirección por no ser válida",
  "the server rejected the command as invalid": "el servidor rechazó la orden por no ser válida",
  "the server rejected the connection": "el servidor rechazó la conexión",
  "the server rejected the message": "el servidor rechazó el mensaje",
  "the server rejected the sender": "el servidor rechazó el remitente",
  "the server rejected the user or the password": "el servidor rechazó el usuario o la contraseña",
  "the server reports that no newsgroup is selected":
    "el servidor indica que no hay ningún grupo seleccionado",
  "the server requires TLS": "el servidor exige TLS",
  "the server requires TLS for this login": "el servidor exige TLS para este inicio de sesión",
  "the server requires a login": "el servidor exige iniciar sesión",
  "the submitter returned an invalid receipt; the message may have been sent":
    "la función de envío devolvió un recibo no válido; puede que el mensaje se haya enviado",
  "the user has confirmed the article: post it without asking":
    "el usuario ha confirmado el artículo: publicarlo sin preguntar",
  "the user has seen the message and confirmed it": "el usuario ha visto el mensaje y lo ha confirmado",
  "use an address with an ASCII local-part, or a server with SMTPUTF8 (RFC 6531)":
    "use una dirección con un local-part ASCII, o un servidor con SMTPUTF8 (RFC 6531)",
  "use nntps: if the server has a port for it": "use nntps: si el servidor tiene un puerto para él",
  "use only this many of the newest articles of a newsgroup; default of list: 100":
    "usar solo este número de los artículos más nuevos de un grupo; por defecto en list: 100",
  'use the form "Name: content"': 'use la forma "Nombre: contenido"',
  "use the form local-part@domain, without control characters; spaces must be in quotes":
    "use la forma local-part@dominio, sin caracteres de control; los espacios deben ir entre comillas",
  'use tls: "implicit" if the server has a TLS port, usually 465':
    'use tls: "implicit" si el servidor tiene un puerto TLS, normalmente 465',
  'use tls: "implicit" or "required", or set clearTextPasswords: "allow"':
    'use tls: "implicit" o "required", o ponga clearTextPasswords: "allow"',
  "write other characters as encoded words (RFC 2047)":
    "escriba los demás caracteres como encoded-words (RFC 2047)",
  'write the "@" between the two parts unencoded': 'escriba sin codificar la "@" entre las dos partes',
  "write the domain in lower case, or its labels as xn--…":
    "escriba el dominio en minúsculas, o sus etiquetas como xn--…",
  '{0} has no plan for "{1}" of this URL': '{0} no tiene plan para "{1}" de este URL',
  "{0} older numbers were": "{0} números anteriores",
  "{0} omitted (increase the option newest)": "{0} omitidos (aumente la opción newest)",
  "{0}; nothing was sent": "{0}; no se ha enviado nada",
};
