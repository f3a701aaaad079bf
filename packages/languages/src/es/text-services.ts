import type { Catalogue } from "../translate.ts";

/** Texts of dict, finger, gemini, and ws. */
export const TEXT_SERVICES: Catalogue = {
  ", asked of another host through this one": ", preguntado a otro host a través de este",
  ", in detail": ", con detalle",
  "Answer the server": "Responder al servidor",
  "Search for words": "Buscar palabras",
  "a URL of the scheme {0}": "un URL del esquema {0}",
  "a URL with a user, or without a host": "un URL con usuario, o sin host",
  "a database, a strategy, or a number needs a word":
    "una base de datos, una estrategia o un número necesita una palabra",
  "a dict URL cannot have a password": "un URL dict no puede tener contraseña",
  'a dict URL cannot have a query: write "?" as "%3F"':
    'un URL dict no puede tener consulta: escriba "?" como "%3F"',
  "a directory of the path": "un directorio de la ruta",
  "a document of the type {0} has no entries": "un documento del tipo {0} no tiene entradas",
  'a finger URL cannot have a query: write "?" as "%3F"':
    'un URL finger no puede tener consulta: escriba "?" como "%3F"',
  "a finger URL cannot have a user before the host": "un URL finger no puede tener un usuario antes del host",
  "a finger URL has one path segment, which is the request":
    "un URL finger tiene un segmento de ruta, que es la petición",
  "a finger request cannot contain control characters; nothing was sent":
    "una petición finger no puede contener caracteres de control; no se ha enviado nada",
  "a line exceeds the limit of {0} bytes": "una línea supera el límite de {0} bytes",
  "a list of objects with the texts url, cert and key; url is a gemini URL":
    "una lista de objetos con los textos url, cert y key; url es un URL gemini",
  "a list of objects with url, cert and key": "una lista de objetos con url, cert y key",
  "a picture, at another port": "una imagen, en otro puerto",
  'a request with "@" asks the server to forward it; nothing was sent':
    'una petición con "@" pide al servidor que la reenvíe; no se ha enviado nada',
  "a server, with its databases": "un servidor, con sus bases de datos",
  "a service over TLS": "un servicio por TLS",
  "a service with a query": "un servicio con una consulta",
  "a text message must be UTF-8; nothing was sent":
    "un mensaje de texto debe ser UTF-8; no se ha enviado nada",
  "a user, in detail": "un usuario, con detalle",
  "a word, a name, or a user for DICT cannot contain control characters; nothing was sent":
    "una palabra, un nombre o un usuario para DICT no puede contener caracteres de control; no se ha enviado nada",
  'add one, such as "/d:WORD"': 'añada una, como "/d:PALABRA"',
  "all databases": "todas las bases de datos",
  "all definitions": "todas las definiciones",
  "all matches": "todas las coincidencias",
  "an empty query, which is not sent": "una consulta vacía, que no se envía",
  "an invalid URL": "un URL no válido",
  "an object of field names and values, without those of the handshake":
    "un objeto de nombres de campo y valores, sin los de la negociación",
  "ask for a MIME header before each definition, which get returns as well":
    "pedir una cabecera MIME antes de cada definición, que get también devuelve",
  'ask for a longer answer: put "/W" before the request':
    'pedir una respuesta más larga: poner "/W" antes de la petición',
  "cannot download a server": "no se puede descargar un servidor",
  "client certificates, each for a server and the paths below a URL; a server without one gets that of the client":
    "certificados de cliente, cada uno para un servidor y las rutas bajo un URL; un servidor sin uno recibe el del cliente",
  "definitions cannot have a strategy": "las definiciones no pueden tener estrategia",
  "definitions of a word": "definiciones de una palabra",
  "different tokens": "tokens distintos",
  "further fields of the handshake, such as Origin, which is not sent otherwise":
    "otros campos de la negociación, como Origin, que si no no se envía",
  "give a word": "dé una palabra",
  "give the hosts of a forwarded request as hosts": "dé en hosts los host de una petición reenviada",
  'how search matches words; ".": the choice of the server':
    'cómo compara search las palabras; ".": lo que elija el servidor',
  "how the client introduces itself": "cómo se presenta el cliente",
  "how words are matched": "cómo se comparan las palabras",
  "invalid WebSocket data from the server: {0}": "datos WebSocket no válidos del servidor: {0}",
  "invalid authentication type": "tipo de autenticación no válido",
  "invalid character in the query: it must be percent-encoded":
    "carácter no válido en la consulta: debe ir codificado",
  'invalid command: expected "define" or "match"': 'orden no válida: se esperaba "define" o "match"',
  'invalid login: expected a user, and "AUTH" or "SASLAUTH=TYPE"':
    'inicio de sesión no válido: se esperaba un usuario, y "AUTH" o "SASLAUTH=TIPO"',
  "invalid number: expected 1 to 99999": "número no válido: se esperaba de 1 a 99999",
  'invalid request: a user or host cannot be empty, have an "@", or begin with "/W"':
    'petición no válida: un usuario o un host no puede estar vacío, tener "@" ni empezar por "/W"',
  "list the databases: open the URL of the server, without a path":
    "liste las bases de datos: abra el URL del servidor, sin ruta",
  "list the strategies: run stat with the URL of the server":
    "liste las estrategias: ejecute stat con el URL del servidor",
  "log in with AUTH (§3.11)": "iniciar sesión con AUTH (§3.11)",
  "log in with SASLAUTH (§3.12)": "iniciar sesión con SASLAUTH (§3.12)",
  "logins with SASLAUTH are not supported": "los inicios de sesión con SASLAUTH no se admiten",
  "missing word": "falta la palabra",
  "more fields than this form has": "más campos de los que tiene esta forma",
  "no command: the server itself": "sin orden: el propio servidor",
  'no path: the handshake requests "/"': 'sin ruta: la negociación pide "/"',
  "no word to search for": "no hay palabra que buscar",
  "not a response of a Gemini server": "no es una respuesta de un servidor Gemini",
  "offer compression (permessage-deflate)": "ofrecer compresión (permessage-deflate)",
  "one line with at most 200 characters": "una línea con 200 caracteres como máximo",
  "only the definition with this number": "solo la definición con este número",
  "only the match with this number": "solo la coincidencia con este número",
  "open a URL of the other host, or set the finger option forward":
    "abra un URL del otro host, o active la opción forward de finger",
  "open the URL of the new location": "abra el URL del nuevo lugar",
  "remove it; you are asked for it": "quítela; se le pedirá",
  "remove the control characters from the URL": "quite del URL los caracteres de control",
  "remove the user from the URL": "quite el usuario del URL",
  'run "search" with the answer, or write it after "?" in the URL':
    'ejecute "search" con la respuesta, o escríbala tras "?" en el URL',
  "send a request with @, which asks the server to forward it to another host":
    "enviar una petición con @, que pide al servidor que la reenvíe a otro host",
  'send bytes, or set the ws option messages to "binary"':
    'envíe bytes, o ponga la opción messages de ws en "binary"',
  "set a client certificate: the gemini option certificates, or tls.cert and tls.key of the client":
    "defina un certificado de cliente: la opción certificates de gemini, o tls.cert y tls.key del cliente",
  "set credentials, or remove the user from the URL": "defina credenciales, o quite el usuario del URL",
  "subprotocols, the preferred one first; the server chooses one of them":
    "subprotocolos, el preferido primero; el servidor elige uno",
  "the URL exceeds the limit of {0} bytes of Gemini; nothing was sent":
    "el URL supera el límite de {0} bytes de Gemini; no se ha enviado nada",
  "the URL has a user, but there is no password; nothing was sent":
    "el URL tiene un usuario, pero no hay contraseña; no se ha enviado nada",
  "the URL names no word": "el URL no nombra una palabra",
  "the answer to a question of the server": "la respuesta a una pregunta del servidor",
  "the client certificate is not authorized": "el certificado de cliente no está autorizado",
  "the client certificate is not valid": "el certificado de cliente no es válido",
  "the database": "la base de datos",
  "the database or strategy is empty": "la base de datos o la estrategia está vacía",
  "the definitions of a word": "las definiciones de una palabra",
  "the document": "el documento",
  "the document of the directory": "el documento del directorio",
  "the first database that has the word": "la primera base de datos que tiene la palabra",
  "the first definition in one database": "la primera definición en una base de datos",
  "the first page of a server": "la primera página de un servidor",
  "the name of a strategy, such as exact or prefix": "el nombre de una estrategia, como exact o prefix",
  'the path is neither "/d:" for definitions nor "/m:" for matches':
    'la ruta no es "/d:" para definiciones ni "/m:" para coincidencias',
  "the path of the service": "la ruta del servicio",
  "the resource is gone": "el recurso ya no existe",
  "the resource name exceeds the limit of {0} bytes; nothing was sent":
    "el nombre del recurso supera el límite de {0} bytes; no se ha enviado nada",
  "the server announced {0}, but sent none": "el servidor anunció {0}, pero no envió ninguna",
  "the server asks a question": "el servidor hace una pregunta",
  "the server asks for a secret": "el servidor pide un secreto",
  "the server asks to wait": "el servidor pide esperar",
  "the server closed the connection": "el servidor cerró la conexión",
  "the server closed the connection before its response":
    "el servidor cerró la conexión antes de su respuesta",
  "the server closed the connection in the middle of a text":
    "el servidor cerró la conexión en mitad de un texto",
  "the server does not admit this client": "el servidor no admite a este cliente",
  "the server does not serve this host": "el servidor no sirve este host",
  "the server has fewer than {0} {1}": "el servidor tiene menos de {0} {1}",
  "the server has no databases": "el servidor no tiene bases de datos",
  "the server has no logins: its banner has no msg-id":
    "el servidor no tiene inicio de sesión: su saludo no tiene msg-id",
  "the server has no match": "el servidor no tiene ninguna coincidencia",
  "the server has no strategies": "el servidor no tiene estrategias",
  "the server has no such database": "el servidor no tiene esa base de datos",
  "the server has no such resource": "el servidor no tiene ese recurso",
  "the server has no such strategy": "el servidor no tiene esa estrategia",
  "the server is not available": "el servidor no está disponible",
  "the server is overloaded, or in maintenance": "el servidor está sobrecargado, o en mantenimiento",
  "the server redirects in a loop, or too often": "el servidor redirige en bucle, o demasiadas veces",
  "the server redirects the handshake ({0})": "el servidor redirige la negociación ({0})",
  "the server redirects to {0}, which is not followed": "el servidor redirige a {0}, que no se sigue",
  "the server refused the handshake with {0}": "el servidor rechazó la negociación con {0}",
  "the server rejected the request": "el servidor rechazó la petición",
  "the server reports a failure": "el servidor informa de un fallo",
  "the server reports a temporary failure": "el servidor informa de un fallo temporal",
  "the server requires a client certificate": "el servidor exige un certificado de cliente",
  "the server sent a message above the limit maxMessage":
    "el servidor envió un mensaje por encima del límite maxMessage",
  "the server sent an invalid media type": "el servidor envió un tipo de medio no válido",
  "the server's way to match words": "la manera del servidor de comparar palabras",
  "the user, who is asked for": "el usuario, que se pide",
  "the user; the password is asked for": "el usuario; se pide la contraseña",
  "the word or the database cannot be looked up": "la palabra o la base de datos no se puede consultar",
  "the word to look up": "la palabra que se consulta",
  'the words that begin with "sun"': 'las palabras que empiezan por "sun"',
  "what the words have to match": "lo que deben cumplir las palabras",
  "what write sends: a text message for each line, or one message for each call, as text or binary":
    "lo que envía write: un mensaje de texto por cada línea, o un mensaje por cada llamada, como texto o binario",
  "whether to trust the key that a server has on first use, or only trusted authorities":
    "si se confía en la clave que tiene un servidor en el primer uso, o solo en autoridades de confianza",
  "who is logged in": "quién tiene sesión abierta",
  "words that match": "palabras que coinciden",
  'write "/d:WORD" or "/m:WORD"': 'escriba "/d:PALABRA" o "/m:PALABRA"',
  'write "AUTH" or "SASLAUTH=TYPE" after the ";", or "%3B" for a semicolon in the user':
    'escriba "AUTH" o "SASLAUTH=TIPO" tras el ";", o "%3B" para un punto y coma en el usuario',
  'write a "#" that is data as "%23"': 'escriba como "%23" un "#" que es dato',
  'write a slash of the request as "%2F", and "/W" as "%2FW"':
    'escriba una barra de la petición como "%2F", y "/W" como "%2FW"',
  "write the user after the host: finger://HOST/USER":
    "escriba el usuario tras el host: finger://HOST/USUARIO",
  "{0}, in detail{1}": "{0}, con detalle{1}",
};
