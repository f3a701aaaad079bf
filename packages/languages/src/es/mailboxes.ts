import type { Catalogue } from "../translate.ts";

/** Texts of imap and pop. */
export const MAILBOXES: Catalogue = {
  '";EXPIRE=" needs ";URLAUTH="': '";EXPIRE=" necesita ";URLAUTH="',
  "(no subject)": "(sin asunto)",
  "1 to 255 characters of printable ASCII without spaces":
    "de 1 a 255 caracteres de ASCII imprimible sin espacios",
  "1 to 70 characters of printable ASCII without spaces":
    "de 1 a 70 caracteres de ASCII imprimible sin espacios",
  "Search this mailbox": "Buscar en este buzón",
  "Words in a message": "Palabras de un mensaje",
  'a ";" or "?" in the search keys': 'un ";" o "?" en las claves de búsqueda',
  "a POP3 command": "una orden POP3",
  "a POP3 server": "un servidor POP3",
  "a URL names a mailbox: remove the path": "un URL nombra un buzón: quite la ruta",
  "a limit of the server is reached": "se alcanzó un límite del servidor",
  "a literal has another length than it announces": "un literal no tiene la longitud que anuncia",
  "a login requires a {0}; nothing of it was sent":
    "un inicio de sesión exige {0, select, user {un usuario} password {una contraseña} other {{0}}}; no se ha enviado nada de él",
  'a mailbox cannot have a segment "." or ".." in its name':
    'un buzón no puede tener un segmento "." ni ".." en su nombre',
  "a mailbox, with its messages": "un buzón, con sus mensajes",
  "a message and a search exclude each other": "un mensaje y una búsqueda se excluyen",
  "a message, a search, or a parameter needs a mailbox":
    "un mensaje, una búsqueda o un parámetro necesita un buzón",
  "a part of a message, over TLS": "una parte de un mensaje, por TLS",
  "a part of the message": "una parte del mensaje",
  "a pop URL cannot have a password": "un URL pop no puede tener contraseña",
  "a pop URL cannot have a {0}":
    "un URL pop no puede tener {0, select, path {ruta} query {consulta} fragment {fragmento} other {{0}}}",
  "a pop URL names a mailbox, not a message": "un URL pop nombra un buzón, no un mensaje",
  'a quoted string has no closing """': 'una cadena entre comillas no tiene el """ final',
  "a range of bytes: the offset, and the length": "un intervalo de bytes: la posición y la longitud",
  "a response of the server exceeds the limit of {0} bytes":
    "una respuesta del servidor supera el límite de {0} bytes",
  "a section, a range, or an authorization needs a UID":
    "una sección, un intervalo o una autorización necesita un UID",
  "a server, with the mailboxes of a user": "un servidor, con los buzones de un usuario",
  "a text that is not ASCII needs a literal": "un texto que no es ASCII necesita un literal",
  "a user cannot contain control characters; nothing was sent":
    "un usuario no puede contener caracteres de control; no se ha enviado nada",
  "a user or password must not contain NUL, CR, or LF":
    "un usuario o una contraseña no debe contener NUL, CR ni LF",
  "a user, a mailbox, or a section cannot contain control characters; nothing was sent":
    "un usuario, un buzón o una sección no puede contener caracteres de control; no se ha enviado nada",
  "add a mailbox to the URL: imap://USER@HOST/MAILBOX": "añada un buzón al URL: imap://USUARIO@HOST/BUZÓN",
  "add a user to the URL: imap://USER@HOST/": "añada un usuario al URL: imap://USUARIO@HOST/",
  "allow a password without TLS": "permitir una contraseña sin TLS",
  "an IMAP command": "una orden IMAP",
  "an IMAP server": "un servidor IMAP",
  "an imap URL cannot have a fragment": "un URL imap no puede tener fragmento",
  "an imap URL cannot have a password": "un URL imap no puede tener contraseña",
  "any mechanism of the server": "cualquier mecanismo del servidor",
  "any way to log in": "cualquier forma de iniciar sesión",
  "cannot download a mailbox: {0}": "no se puede descargar un buzón: {0}",
  "cannot open URLs with URLAUTH; nothing was sent":
    "no se pueden abrir los URL con URLAUTH; no se ha enviado nada",
  "cannot send a password without TLS; nothing of it was sent":
    "no se puede enviar una contraseña sin TLS; no se ha enviado nada de ella",
  "get: the number of the message, from 1": "get: el número del mensaje, desde 1",
  "get: the unique id of the message, which list gives":
    "get: el identificador único del mensaje, que da list",
  "if the URL has no user and no mechanism: log in as anonymous, or ask for a login":
    "si el URL no tiene ni usuario ni mecanismo: iniciar sesión como anonymous, o pedir un inicio de sesión",
  "invalid authorization: expected ACCESS:MECHANISM:TOKEN, with a token of at least 32 digits":
    "autorización no válida: se esperaba ACCESO:MECANISMO:TOKEN, con un token de al menos 32 dígitos",
  "invalid date: expected one such as 2026-01-02T03:04:05Z":
    "fecha no válida: se esperaba una como 2026-01-02T03:04:05Z",
  "invalid expire: expected a date, and an authorization":
    "expire no válido: se esperaba una fecha, y una autorización",
  "invalid login: expected a user, a mechanism, or both":
    "inicio de sesión no válido: se esperaba un usuario, un mecanismo o ambos",
  'invalid login: expected a user, and "*", "+APOP", or a SASL mechanism':
    'inicio de sesión no válido: se esperaba un usuario, y "*", "+APOP" o un mecanismo SASL',
  "invalid mechanism": "mecanismo no válido",
  "invalid number: expected 1 to 4294967295": "número no válido: se esperaba de 1 a 4294967295",
  "invalid partial: expected an offset, and a length of at least 1":
    "partial no válido: se esperaba una posición, y una longitud de al menos 1",
  "invalid range: expected OFFSET or OFFSET.LENGTH, with a length of at least 1":
    "intervalo no válido: se esperaba POSICIÓN o POSICIÓN.LONGITUD, con una longitud de al menos 1",
  "invalid search keys: {0}; nothing was sent": "claves de búsqueda no válidas: {0}; no se ha enviado nada",
  "invalid section; nothing was sent": "sección no válida; no se ha enviado nada",
  "invalid urlauth: expected access, mechanism, token":
    "urlauth no válido: se esperaba access, mechanism, token",
  "invalid user or mechanism": "usuario o mecanismo no válido",
  "invalid {0}: expected 1 to {1}": "{0} no válido: se esperaba de 1 a {1}",
  "list it, and get one of its messages": "lístelo, y obtenga uno de sus mensajes",
  "list only this many of the newest messages of a mailbox":
    "listar solo este número de los mensajes más recientes de un buzón",
  "list the mailbox again": "liste otra vez el buzón",
  "list the message, which gives its parts": "liste el mensaje para ver sus partes",
  "list: ask for the header of each message, which has its subject; without it, only for sizes and ids":
    "list: pedir la cabecera de cada mensaje, que tiene su asunto; si no, solo los tamaños y los identificadores",
  "log in with a digest of the password": "iniciar sesión con un resumen de la contraseña",
  "misplaced parameter {0}": "parámetro {0} fuera de lugar",
  'missing ")"': 'falta un ")"',
  'missing "/" before ";{0}="': 'falta "/" antes de ";{0}="',
  'missing "/;UID=" before the parameter': 'falta "/;UID=" antes del parámetro',
  "missing mailbox": "falta el buzón",
  "missing mailbox before the parameter": "falta el buzón antes del parámetro",
  "missing search keys": "faltan las claves de búsqueda",
  "missing section": "falta la sección",
  "missing user": "falta el usuario",
  "no URL can name this mailbox": "ningún URL puede nombrar este buzón",
  "no mailbox: the server itself": "sin buzón: el servidor mismo",
  "not a response of an IMAP server": "no es una respuesta de un servidor IMAP",
  "only a mailbox can be searched": "solo se puede buscar en un buzón",
  "only the URL of a mailbox can have a search": "solo el URL de un buzón puede tener una búsqueda",
  "remove URLAUTH and EXPIRE, and log in": "quite URLAUTH y EXPIRE, e inicie sesión",
  'remove the "#" and the text after it': 'quite el "#" y el texto que lo sigue',
  "remove the section and the range": "quite la sección y el intervalo",
  "remove the transfer encoding of a section that is a part; without it, get returns the raw part":
    "quitar la codificación de transferencia de una sección que es una parte; si no, get devuelve la parte tal cual",
  "search keys cannot contain NUL, CR, or LF; nothing was sent":
    "las claves de búsqueda no pueden contener NUL, CR ni LF; no se ha enviado nada",
  "set the imap option decode to false": "ponga la opción decode de imap en false",
  'set the imap option tls to "required", use imaps:, or set the option clearTextLogin':
    'ponga la opción tls de imap en "required", use imaps: o active la opción clearTextLogin',
  'set the pop option part to "message"': 'ponga la opción part de pop en "message"',
  'set the pop option tls to "required", use pops:, write ";AUTH=+APOP", or set the option clearTextLogin':
    'ponga la opción tls de pop en "required", use pops:, escriba ";AUTH=+APOP" o active la opción clearTextLogin',
  "the URL has no search": "el URL no tiene búsqueda",
  "the URL names a part of a message, not its parts": "el URL nombra una parte de un mensaje, no sus partes",
  "the URL names a server, not a message": "el URL nombra un servidor, no un mensaje",
  "the authorization ends at this time": "la autorización termina en este momento",
  "the exchange emitted no event": "el diálogo no dio ningún evento",
  "the greeting is not that of an IMAP server": "el saludo no es el de un servidor IMAP",
  "the header of a message exceeds the limit of {0} bytes":
    "la cabecera de un mensaje supera el límite de {0} bytes",
  "the mailbox": "el buzón",
  "the mailbox has no message with the UID {0}": "el buzón no tiene ningún mensaje con el UID {0}",
  "the mailbox has no message with this unique id":
    "el buzón no tiene ningún mensaje con este identificador único",
  "the mailbox has no such message": "el buzón no tiene ese mensaje",
  "the mailbox has no unique ids": "el buzón no tiene identificadores únicos",
  "the mailbox is in use": "el buzón está en uso",
  "the mailbox itself": "el buzón mismo",
  "the mailbox must have this version of its UIDs": "el buzón debe tener esta versión de sus UID",
  "the mailbox of a user": "el buzón de un usuario",
  "the mailbox of this user; the password is asked for": "el buzón de este usuario; se pide la contraseña",
  "the mailbox was replaced: its UIDVALIDITY is another one": "el buzón se reemplazó: su UIDVALIDITY es otro",
  "the mechanism of the login": "el mecanismo del inicio de sesión",
  "the message has no such section": "el mensaje no tiene esa sección",
  "the message has no text": "el mensaje no tiene texto",
  "the message with this unique identifier": "el mensaje con este identificador único",
  "the messages that a search finds": "los mensajes que encuentra una búsqueda",
  "the messages that these search keys find": "los mensajes que encuentran estas claves de búsqueda",
  "the name of the mailbox is not UTF-8; nothing was sent":
    "el nombre del buzón no es UTF-8; no se ha enviado nada",
  "the password has expired": "la contraseña ha caducado",
  "the reply exceeds the limit of {0} lines": "la respuesta supera el límite de {0} líneas",
  "the response has more than {0} nested lists": "la respuesta tiene más de {0} listas anidadas",
  "the result of the search has an invalid UID": "el resultado de la búsqueda tiene un UID no válido",
  "the same, over TLS": "lo mismo, por TLS",
  "the same, with a digest of the password": "lo mismo, con un resumen de la contraseña",
  "the search finds no message": "la búsqueda no encuentra ningún mensaje",
  "the search finds {0}{1} messages": "la búsqueda encuentra {0}{1} mensajes",
  "the server allows the next login later": "el servidor permite el siguiente inicio de sesión más tarde",
  "the server asks for data that no command has": "el servidor pide datos que no tiene ninguna orden",
  "the server cannot do this": "el servidor no puede hacer esto",
  "the server cannot open the mailbox": "el servidor no puede abrir el buzón",
  "the server cannot read the mailbox": "el servidor no puede leer el buzón",
  "the server closed the connection before the end of a text":
    "el servidor cerró la conexión antes del final de un texto",
  "the server closed the connection before the end of its response":
    "el servidor cerró la conexión antes del final de su respuesta",
  "the server closes the connection": "el servidor cierra la conexión",
  "the server did not ask for the rest of a command": "el servidor no pidió el resto de una orden",
  "the server did not understand a command": "el servidor no entendió una orden",
  "the server does not let this user act for the other one":
    "el servidor no deja que este usuario actúe por el otro",
  "the server does not offer APOP: its greeting has no timestamp":
    "el servidor no ofrece APOP: su saludo no tiene marca de tiempo",
  "the server does not offer STLS, but TLS is required":
    "el servidor no ofrece STLS, pero TLS es obligatorio",
  "the server does not serve this mailbox": "el servidor no da acceso a este buzón",
  "the server does not support the character set of the search":
    "el servidor no admite el juego de caracteres de la búsqueda",
  "the server has an internal error": "el servidor tiene un error interno",
  "the server has no such mailbox": "el servidor no tiene ese buzón",
  "the server offers no mechanism for a login with a password":
    "el servidor no ofrece ningún mecanismo para iniciar sesión con contraseña",
  "the server rejected a command": "el servidor rechazó una orden",
  "the server rejected the search": "el servidor rechazó la búsqueda",
  "the server sent an invalid drop listing": "el servidor envió una respuesta a STAT no válida",
  "the server sent an invalid response": "el servidor envió una respuesta no válida",
  "the server sent an invalid scan listing": "el servidor envió una línea de LIST no válida",
  "the server sent data before TLS started": "el servidor envió datos antes de empezar TLS",
  "the server sent the status of a command that was not sent":
    "el servidor envió el estado de una orden que no se envió",
  "the server sends no header without its message": "el servidor no envía ninguna cabecera sin su mensaje",
  'unexpected ")"': '")" inesperado',
  'unexpected "/" before ";{0}="': '"/" inesperado antes de ";{0}="',
  'unexpected "{"': "\"'{'\" inesperado",
  "unexpected data from the server: no command was sent":
    "datos inesperados del servidor: no se envió ninguna orden",
  "unknown parameter": "parámetro desconocido",
  'unsupported mechanism "{0}"; nothing was sent': 'mecanismo "{0}" no admitido; no se ha enviado nada',
  "use STARTTLS; imaps uses TLS from the first byte": "usar STARTTLS; imaps usa TLS desde el primer byte",
  "use STLS; pops uses TLS from the first byte": "usar STLS; pops usa TLS desde el primer byte",
  "use imaps: if the server has a port for it": "use imaps: si el servidor tiene un puerto para él",
  "use list, or set the pop option message to the number of a message":
    "use list, o ponga en la opción message de pop el número de un mensaje",
  "use pops: if the server has a port for it": "use pops: si el servidor tiene un puerto para él",
  "what get returns of a message without a section: all of it, its header, or its text":
    "lo que devuelve get de un mensaje sin sección: todo, su cabecera o su texto",
  "what get returns: the whole message, or its header":
    "lo que devuelve get: el mensaje entero o su cabecera",
  "who may open the URL, and the token that proves it": "quién puede abrir el URL, y el token que lo prueba",
  'write "%3B" for a ";" in the name of a mailbox': 'escriba "%3B" por un ";" en el nombre de un buzón',
  'write ";" as "%3B", and "?" as "%3F"': 'escriba ";" como "%3B", y "?" como "%3F"',
  'write ";AUTH=" and "*", "+APOP", or a SASL mechanism; write "%3B" for a ";" in the user':
    'escriba ";AUTH=" y "*", "+APOP" o un mecanismo SASL; escriba "%3B" por un ";" en el usuario',
  'write ";AUTH=*" or ";AUTH=PLAIN"': 'escriba ";AUTH=*" o ";AUTH=PLAIN"',
  'write ";AUTH=*", ";AUTH=+APOP", or ";AUTH=PLAIN"': 'escriba ";AUTH=*", ";AUTH=+APOP" o ";AUTH=PLAIN"',
  'write "?" in a name as "%3F"': 'escriba "?" en un nombre como "%3F"',
  'write "USER;AUTH=MECHANISM", and "%3B" for a semicolon in the user':
    'escriba "USUARIO;AUTH=MECANISMO", y "%3B" por un punto y coma en el usuario',
  'write a user before the ";" or the "@"': 'escriba un usuario antes del ";" o de la "@"',
  "write search keys of IMAP, such as SUBJECT%20tide or SINCE%201-Feb-2026":
    "escriba claves de búsqueda de IMAP, como SUBJECT%20tide o SINCE%201-Feb-2026",
  'write the number of a part, such as "1.2", HEADER, TEXT, or "1.2.MIME"':
    'escriba el número de una parte, como "1.2", HEADER, TEXT o "1.2.MIME"',
};
