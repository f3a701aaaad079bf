import type { Catalogue } from "../translate.ts";

/** Texts of the other schemes: errors, options, and plans. */
export const OPERATIONS: Catalogue = {
  " (position {0} in its queue)": " (posición {0} en su cola)",
  " or number": " o número",
  '"?=" ends an r-component': '"?=" termina un r-component',
  '"{0}" is not allowed in the name or the value of a field':
    '"{0}" no se permite en el nombre ni en el valor de un campo',
  ", or it ends before byte {0}": ", o termina antes del byte {0}",
  "NUL, CR, and LF are not allowed in a Prospero name; nothing was sent":
    "NUL, CR y LF no se permiten en un nombre de Prospero; no se ha enviado nada",
  "Prospero requires UDP, and the transport has no datagrams":
    "Prospero exige UDP, y el transporte no tiene datagramas",
  "URL templates with {urn}, {nid}, {nss}, {r}, or the same with {+…}, or functions":
    "plantillas de URL con '{urn}', '{nid}', '{nss}', '{r}', o las mismas con '{+…}', o funciones",
  "URLs of documents of the same server; find similar documents (relevance feedback)":
    "URL de documentos del mismo servidor; buscar documentos parecidos (relevance feedback)",
  "a Search must have words (type 3) or the query of a retrieval (type 1)":
    "un Search debe tener palabras (tipo 3) o la consulta de una recuperación (tipo 1)",
  'a URL with "{messageId}", such as news:{messageId}':
    "un URL con \"'{messageId}'\", como news:'{messageId}'",
  "a crs must be a label of lower-case letters, digits, and hyphens":
    "un crs debe ser una etiqueta de letras minúsculas, dígitos y guiones",
  'a database with "@" or ".." may lead to another server or file; nothing was sent':
    'una base de datos con "@" o ".." puede llevar a otro servidor o archivo; no se ha enviado nada',
  "a diagnostic has no code": "un diagnóstico no tiene código",
  "a diagnostic has no end of record": "un diagnóstico no tiene fin de registro",
  "a document needs both wtype and wpath": "un documento necesita wtype y wpath",
  "a document that was not requested": "un documento que no se pidió",
  "a field has an empty name; nothing was sent": "un campo tiene el nombre vacío; no se ha enviado nada",
  'a field must have a name of letters, digits, "-", ".", "_", and "~"':
    'un campo debe tener un nombre de letras, dígitos, "-", ".", "_" y "~"',
  "a file with the message, below the file roots of the policy":
    "un archivo con el mensaje, bajo las raíces de archivos de la política",
  "a filter of the server failed": "falló un filtro del servidor",
  "a header of the message exceeds {0} bytes": "una cabecera del mensaje supera {0} bytes",
  'a length requires the spelling "fields"': 'una longitud exige la escritura "fields"',
  "a line {0} of the reply has too few tokens": "una línea {0} de la respuesta tiene muy pocos elementos",
  'a list of names such as ["AFTP", "GOPHER"]': 'una lista de nombres como ["AFTP", "GOPHER"]',
  "a name of 1 to 40 printable characters without spaces, or up to 16 such names":
    "un nombre de 1 a 40 caracteres imprimibles sin espacios, o hasta 16 nombres así",
  "a parameter must have a name of lower-case letters, digits, and hyphens":
    "un parámetro debe tener un nombre de letras minúsculas, dígitos y guiones",
  "a part of a document": "una parte de un documento",
  "a password needs a user": "una contraseña necesita un usuario",
  "a query can contain only terms and the operator a":
    "una consulta solo puede contener términos y el operador a",
  "a response without a text": "una respuesta sin texto",
  "a retrieval must name a document and its type": "una recuperación debe nombrar un documento y su tipo",
  "a retrieval names more than one document or range":
    "una recuperación nombra más de un documento o intervalo",
  "a store of messages by Message-ID, such as a Map; it is asked first":
    "un almacén de mensajes por Message-ID, como un Map; se consulta primero",
  "a type and the name of a parameter must be in lower case and not empty":
    "un tipo y el nombre de un parámetro deben ir en minúsculas y no estar vacíos",
  "a type block": "un bloque de tipo",
  "absolute paths": "rutas absolutas",
  "accept end-of-record marks": "aceptar marcas de fin de registro",
  "access methods for get, in the order of preference":
    "métodos de acceso para get, por orden de preferencia",
  'allow database names that contain "@" or a ".." segment, which may lead to another server or file':
    'permitir nombres de bases de datos que contienen "@" o un segmento "..", que pueden llevar a otro servidor o archivo',
  "an absolute path": "una ruta absoluta",
  'an http or https URL that ends with "/"': 'un URL http o https que termina en "/"',
  "an object with a URL template or a function for each namespace":
    "un objeto con una plantilla de URL o una función para cada espacio de nombres",
  "an object with a string for each variable": "un objeto con un texto para cada variable",
  "cannot download a database or a search": "no se puede descargar una base de datos ni una búsqueda",
  "cannot follow the access method: the object is at {0}":
    "no se puede seguir el método de acceso: el objeto está en {0}",
  "cannot follow the server's referral: {0}": "no se puede seguir la referencia del servidor: {0}",
  "cannot list a document": "no se puede listar un documento",
  "cannot make a URL from the document's type and document-id":
    "no se puede formar un URL con el tipo y el document-id del documento",
  "cannot make a URL from the host and the database":
    "no se puede formar un URL con el host y la base de datos",
  "cannot open a DOI name: this client follows no referrals":
    "no se puede abrir un nombre DOI: este cliente no sigue referencias",
  "cannot open the source: this client follows no referrals":
    "no se puede abrir la fuente: este cliente no sigue referencias",
  "cannot plan a URN with a resolver function: only get calls it":
    "no se puede planear un URN con una función de resolución: solo get la llama",
  "columns and rows from 0 to 65535": "columnas y filas de 0 a 65535",
  "control characters are not allowed in a name; nothing was sent":
    "no se permiten caracteres de control en un nombre; no se ha enviado nada",
  "decrease the wais option maxDocuments": "disminuya la opción maxDocuments de wais",
  "decrease the wais option maxDocuments, in case the response is too long":
    "disminuya la opción maxDocuments de wais, por si la respuesta es demasiado larga",
  "entries missing: {0}": "faltan entradas: {0}",
  "escape other characters, as encodeText does; an escape is part of the name":
    "codifique los demás caracteres, como hace encodeText; un escape forma parte del nombre",
  "every field must be a string; the content can also be a Uint8Array":
    "cada campo debe ser un texto; el contenido también puede ser un Uint8Array",
  "expected a string": "se esperaba un texto",
  "fetch the descriptions of listed databases and also list the databases":
    "pedir las descripciones de las bases de datos listadas y listarlas también",
  "follow ARDP redirects": "seguir las redirecciones ARDP",
  "form of the document-id in URLs of results: fields with a length, or bytes":
    "forma del document-id en los URL de los resultados: campos con longitud, o bytes",
  "function that returns what to type at each prompt":
    "función que devuelve lo que se escribe cuando el servidor pregunta",
  "increase the limit maxMessage": "aumente el límite maxMessage",
  "increase the limit maxMessage; the server may also have a limit":
    "aumente el límite maxMessage; el servidor también puede tener un límite",
  "increase the limit maxNegotiation": "aumente el límite maxNegotiation",
  "increase the limit replyTimeout: the server requested {0} s{1}":
    "aumente el límite replyTimeout: el servidor pidió {0} s{1}",
  "increase the option maxHeaderSize": "aumente la opción maxHeaderSize",
  "increase the option maxMessages": "aumente la opción maxMessages",
  "increase the option maxSize": "aumente la opción maxSize",
  "increase the option maxSubnegotiation": "aumente la opción maxSubnegotiation",
  "increase the option {0}": "aumente la opción {0}",
  "invalid OBJECT-VERSION: expected one whole number; nothing was sent":
    "OBJECT-VERSION no válido: se esperaba un número entero; no se ha enviado nada",
  "invalid base64: expected true or false": "base64 no válido: se esperaba true o false",
  "invalid character in the printable encoding": "carácter no válido en la codificación imprimible",
  "invalid length: expected a whole number of bytes":
    "longitud no válida: se esperaba un número entero de bytes",
  "invalid part of a document: expected a start and an end, in bytes or in lines":
    "parte de un documento no válida: se esperaban un principio y un final, en bytes o en líneas",
  "invalid range: expected a start and an end in digits":
    "intervalo no válido: se esperaban un principio y un final en cifras",
  'invalid spelling: expected "octets" or "fields"': 'escritura no válida: se esperaba "octets" o "fields"',
  "it is a name in another virtual system": "es un nombre de otro sistema virtual",
  "it is only a forwarding pointer": "es solo un puntero de reenvío",
  "its host has the type {0}": "su host tiene el tipo {0}",
  "its host or port is invalid": "su host o su puerto no es válido",
  "its name contains NUL, CR, or LF": "su nombre contiene NUL, CR o LF",
  "its name has the type {0}": "su nombre tiene el tipo {0}",
  "its version is not a number": "su versión no es un número",
  "keep or remove highlighting marks in texts": "conservar o quitar las marcas de resaltado de los textos",
  "links to {0}: URLs are blocked": "los enlaces a URL {0}: están bloqueados",
  "lists are nested too deeply in the description of a database":
    "las listas están demasiado anidadas en la descripción de una base de datos",
  "maximum bytes of one subnegotiation of the server": "máximo de bytes de una subnegociación del servidor",
  "maximum number of retransmissions": "número máximo de retransmisiones",
  "maximum number of search results; a server's response has room for a few hundred":
    "número máximo de resultados de una búsqueda; en la respuesta de un servidor caben unos cientos",
  "maximum number of union links to expand in a listing":
    "número máximo de enlaces de unión que se expanden en una lista",
  "mboxes, Maildirs, and files with one message, in this order, below the file roots of the policy":
    "buzones mbox, Maildir y archivos con un mensaje, en este orden, bajo las raíces de archivos de la política",
  "more bytes of the document than requested": "más bytes del documento que los pedidos",
  "more than {0} levels of parts": "más de {0} niveles de partes",
  "more than {0} parts": "más de {0} partes",
  "multiple texts for one document": "varios textos para un documento",
  'namespaces in lower case, such as "{0}"': 'espacios de nombres en minúsculas, como "{0}"',
  "none of its access methods has a URL": "ninguno de sus métodos de acceso tiene URL",
  "not a Search": "no es un Search",
  "not a description of a database": "no es la descripción de una base de datos",
  "not an Init": "no es un Init",
  "not available": "no disponible",
  'of alternatives with one Content-ID, take the last with one of these media types, such as "image/*"':
    'entre alternativas con un mismo Content-ID, tomar la última con uno de estos tipos de medio, como "image/*"',
  "of unknown type": "de tipo desconocido",
  "open that URL": "abra ese URL",
  "open the URL at that host, or set the prospero option followRedirects":
    "abra el URL en ese host, o active la opción followRedirects de prospero",
  "open the resource that the resolver of DOI names redirects to":
    "abrir el recurso al que redirige el resolutor de nombres DOI",
  "received {0} of {1} bytes": "se recibieron {0} de {1} bytes",
  "remove it from the URL": "quítelo del URL",
  "remove operators and field names: servers support different ones":
    "quite los operadores y los nombres de campo: cada servidor admite otros",
  "remove the length from the URL if it is wrong": "quite la longitud del URL si está mal",
  "replace cid references to pictures in HTML by data URLs, for a program that cannot open cid URLs":
    "reemplazar en HTML las referencias cid a imágenes por URL data, para un programa que no puede abrir URL cid",
  "request binary transmission in both directions, after the server sends a Telnet command":
    "pedir transmisión binaria en las dos direcciones, después de que el servidor envíe una orden Telnet",
  "search the database and use the URL of a result":
    "busque en la base de datos y use el URL de un resultado",
  "send an Init request first, like most software":
    "enviar antes una petición Init, como la mayoría de los programas",
  "set the prospero option accessMethods": "defina la opción accessMethods de prospero",
  "set the wais option allowUnsafeNames if you trust the URL":
    "active la opción allowUnsafeNames de wais si confía en el URL",
  "set the wais option init to false": "ponga la opción init de wais en false",
  "several objects have that name": "varios objetos tienen ese nombre",
  "terminal types, in the order of preference; an empty list sends none":
    "tipos de terminal, por orden de preferencia; una lista vacía no envía ninguno",
  "the Content-ID or number of the part that refers to this one; its multipart/related is searched first":
    "el Content-ID o el número de la parte que se refiere a esta; primero se busca en su multipart/related",
  "the DOI name has dot segments, which would change the path of the resolver":
    "el nombre DOI tiene segmentos de puntos, que cambiarían la ruta del resolutor",
  "the Init": "el Init",
  "the InitResponse": "el InitResponse",
  "the Search": "el Search",
  "the SearchResponse": "el SearchResponse",
  "the URL names a part of a message, which has no list of parts":
    "el URL nombra una parte de un mensaje, que no tiene lista de partes",
  "the URL of a message, with {messageId}: it is opened by the client if no mailbox has the message":
    "el URL de un mensaje, con '{messageId}': el cliente lo abre si ningún buzón tiene el mensaje",
  "the announced message exceeds the limit of {0} bytes":
    "el mensaje anunciado supera el límite de {0} bytes",
  "the base64 of the part ends within a group of four characters":
    "el base64 de la parte termina dentro de un grupo de cuatro caracteres",
  "the body has its own field": "el cuerpo tiene su propio campo",
  "the bytes of a message, or a function that returns them":
    "los bytes de un mensaje, o una función que los devuelve",
  "the counted part of the message": "la parte contada del mensaje",
  "the data does not begin with the header of a WAIS message":
    "los datos no empiezan con la cabecera de un mensaje WAIS",
  "the description has no database name": "la descripción no tiene nombre de base de datos",
  "the description has no host": "la descripción no tiene host",
  "the description of a database exceeds the limit of {0} characters":
    "la descripción de una base de datos supera el límite de {0} caracteres",
  "the document-id cannot be written in fields": "el document-id no se puede escribir en campos",
  "the document-id is empty; nothing was sent": "el document-id está vacío; no se ha enviado nada",
  "the exchange has no open socket": "el diálogo no tiene ningún socket abierto",
  "the headline is not a valid URL": "el titular no es un URL válido",
  "the line contains NUL, CR, LF, or IAC; it was not sent":
    "la línea contiene NUL, CR, LF o IAC; no se ha enviado",
  "the lines of the reply end in CR LF: expected LF":
    "las líneas de la respuesta terminan en CR LF: se esperaba LF",
  "the listing exceeds the limit of {0} union links": "la lista supera el límite de {0} enlaces de unión",
  "the mailbox has more than {0} messages": "el buzón tiene más de {0} mensajes",
  "the maximum message size is too small for a document":
    "el tamaño máximo de mensaje es demasiado pequeño para un documento",
  "the maximum number of levels of parts": "el número máximo de niveles de partes",
  "the maximum number of messages of a mailbox that are searched":
    "el número máximo de mensajes de un buzón en los que se busca",
  "the maximum number of parts": "el número máximo de partes",
  "the maximum size of a message": "el tamaño máximo de un mensaje",
  "the maximum size of all data URLs in a part; further pictures are not embedded":
    "el tamaño máximo de todos los URL data de una parte; las demás imágenes no se incluyen",
  "the maximum size of the content; it is checked before anything is decoded":
    "el tamaño máximo del contenido; se comprueba antes de decodificar nada",
  "the maximum size of the header of a message or part":
    "el tamaño máximo de la cabecera de un mensaje o de una parte",
  "the message": "el mensaje",
  "the message exceeds {0} bytes": "el mensaje supera {0} bytes",
  "the message has another Message-ID than the requested one":
    "el mensaje tiene un Message-ID distinto del pedido",
  "the message has {0}": "el mensaje tiene {0}",
  "the message with the part": "el mensaje con la parte",
  "the name has dot segments, which would change the path of the resolver":
    "el nombre tiene segmentos de puntos, que cambiarían la ruta del resolutor",
  'the name of the {0} "{1}" is not in lower case': 'el nombre de {0} "{1}" no está en minúsculas',
  "the namespace must have 2 to 32 lower-case letters, digits, and hyphens":
    "el espacio de nombres debe tener de 2 a 32 letras minúsculas, dígitos y guiones",
  "the object does not match a field of the URL": "el objeto no coincide con un campo del URL",
  "the only environment variables that the server can read":
    "las únicas variables de entorno que puede leer el servidor",
  "the option {0} did not return a Uint8Array": "la opción {0} no devolvió un Uint8Array",
  "the packets of the response disagree about their number":
    "los paquetes de la respuesta no concuerdan en su número",
  'the parameter "{0}" has its own field': 'el parámetro "{0}" tiene su propio campo',
  "the printable encoding has no valid end": "la codificación imprimible no tiene un final válido",
  "the q-component cannot be added: the template has a query or a fragment":
    "no se puede añadir el q-component: la plantilla tiene una consulta o un fragmento",
  "the query of a Search": "la consulta de un Search",
  "the referrals of the servers form a loop": "las referencias de los servidores forman un bucle",
  "the replies to the server's option requests exceed the limit of {0} bytes":
    "las respuestas a las peticiones de opciones del servidor superan el límite de {0} bytes",
  "the reply has an unclosed quote": "la respuesta tiene unas comillas sin cerrar",
  "the reply has no result": "la respuesta no tiene resultado",
  "the resolver of DOI names; the name is appended":
    "el resolutor de nombres DOI; el nombre se añade al final",
  "the resolver of the URN did not return a URL": "el resolutor del URN no devolvió un URL",
  "the response exceeds the limit of {0} bytes": "la respuesta supera el límite de {0} bytes",
  "the response exceeds the limit of {0} packets": "la respuesta supera el límite de {0} paquetes",
  "the response exceeds the limit of {0} records": "la respuesta supera el límite de {0} registros",
  "the response has an encoding that was not requested":
    "la respuesta tiene una codificación que no se pidió",
  "the response is not ARDP of this version": "la respuesta no es ARDP de esta versión",
  "the response to a Search is not a SearchResponse": "la respuesta a un Search no es un SearchResponse",
  "the response to a search is the text of a document":
    "la respuesta a una búsqueda es el texto de un documento",
  "the response to an Init is not an InitResponse": "la respuesta a un Init no es un InitResponse",
  "the result has no document-id": "el resultado no tiene document-id",
  "the server cannot answer the request: no reason given":
    "el servidor no puede responder a la petición: no da el motivo",
  "the server closed the connection in the middle of a response":
    "el servidor cerró la conexión en mitad de una respuesta",
  "the server closed the connection instead of answering":
    "el servidor cerró la conexión en lugar de responder",
  "the server could not parse the request": "el servidor no pudo analizar la petición",
  "the server denied access": "el servidor denegó el acceso",
  "the server did not respond": "el servidor no respondió",
  "the server does not know this value": "el servidor no conoce este valor",
  "the server does not support this": "el servidor no admite esto",
  "the server does not support version 5 of Prospero": "el servidor no admite la versión 5 de Prospero",
  "the server failed with an unknown code": "el servidor falló con un código desconocido",
  "the server found more results than it returns": "el servidor encontró más resultados de los que devuelve",
  "the server had an internal error": "el servidor tuvo un error interno",
  "the server has no access method for the object": "el servidor no tiene método de acceso para el objeto",
  "the server has no such document{0}": "el servidor no tiene ese documento{0}",
  "the server has only access methods that are disabled or unsupported":
    "el servidor solo tiene métodos de acceso desactivados o no admitidos",
  "the server hides it": "el servidor lo oculta",
  "the server offered contents but did not send them": "el servidor ofreció contenido pero no lo envió",
  "the server redirected the request to {0}, port {1}": "el servidor redirigió la petición a {0}, puerto {1}",
  "the server refused the connection": "el servidor rechazó la conexión",
  "the server rejected the Init request": "el servidor rechazó la petición Init",
  "the server rejected the authentication": "el servidor rechazó la autenticación",
  "the server rejected the request with diagnostic {0}":
    "el servidor rechazó la petición con el diagnóstico {0}",
  "the server requires authentication": "el servidor exige autenticación",
  "the server resolved a part of the name but did not send the link":
    "el servidor resolvió una parte del nombre pero no envió el enlace",
  "the server sent a subnegotiation longer than {0} bytes":
    "el servidor envió una subnegociación de más de {0} bytes",
  "the server sent an acknowledgement instead of a response":
    "el servidor envió un acuse de recibo en lugar de una respuesta",
  "the server sent data that was not requested": "el servidor envió datos que no se pidieron",
  "the server sent {0}": "el servidor envió {0}",
  "the servers exceeded the limit of {0} referrals": "los servidores superaron el límite de {0} referencias",
  "the session has ended; nothing was sent": "la sesión ha terminado; no se ha enviado nada",
  "the user information": "la información de usuario",
  "the user information of the InitResponse": "la información de usuario del InitResponse",
  "the user or password contains NUL, CR, or LF": "el usuario o la contraseña contiene NUL, CR o LF",
  "the words of a Search": "las palabras de un Search",
  "there is no such directory": "no existe ese directorio",
  "time before the first retransmission; doubled each time":
    "tiempo antes de la primera retransmisión; se dobla cada vez",
  "unexpected data after the end of the message": "datos inesperados tras el final del mensaje",
  "unknown element in a Search": "elemento desconocido en un Search",
  "unknown form of contents": "forma de contenido desconocida",
  "unknown link type": "tipo de enlace desconocido",
  'unknown transfer encoding "{0}" of the part':
    'codificación de transferencia "{0}" de la parte desconocida',
  "up to 16 URLs of documents of the same server, optionally with start and end":
    "hasta 16 URL de documentos del mismo servidor, si se quiere con principio y final",
  "use a resolver function, or a template without a query":
    "use una función de resolución, o una plantilla sin consulta",
  "use a transport with datagrams, such as @anyurl/transport-node":
    "use un transporte con datagramas, como @anyurl/transport-node",
  "use list": "use list",
  'use one field such as ";{0}=3"': 'use un campo como ";{0}=3"',
  "use the URL of the message, without the second id": "use el URL del mensaje, sin el segundo identificador",
  "use words that are less common": "use palabras menos comunes",
  "use {nss} instead of {+nss} in the template": "use '{nss}' en lugar de '{+nss}' en la plantilla",
  'who resolves a URN, by namespace or "*": a template such as https://r.example/{nss}, with {urn}, {nid}, {nss}, {r}; or a function that returns a URL':
    "quién resuelve un URN, por espacio de nombres o \"*\": una plantilla como https://r.example/'{nss}', con '{urn}', '{nid}', '{nss}', '{r}'; o una función que devuelve un URL",
  "window size: { columns: 80, rows: 24 }, or 80x24 as text; without it, unknown until resize":
    "tamaño de la ventana: '{' columns: 80, rows: 24 '}', o 80x24 como texto; sin él, desconocido hasta que cambie",
  'write "/" as "%2F" and "?" as "%3F", or remove the password':
    'escriba "/" como "%2F" y "?" como "%3F", o quite la contraseña',
  'write ";ext=" and digits': 'escriba ";ext=" y cifras',
  'write ";u=" and digits': 'escriba ";u=" y cifras',
  'write "name=value"': 'escriba "nombre=valor"',
  'write "name=value", or remove the delimiter': 'escriba "nombre=valor", o quite el delimitador',
  'write a "/" of an id as "%2F"': 'escriba un "/" de un identificador como "%2F"',
  'write a "?" of an id as "%3F"': 'escriba un "?" de un identificador como "%3F"',
  'write a domain, or "+" and digits': 'escriba un dominio, o "+" y cifras',
  "write a name whose last label begins with a letter, or an IPv4 address":
    "escriba un nombre cuya última etiqueta empiece por una letra, o una dirección IPv4",
  "write the field as the README of its scheme says; format escapes what must be escaped":
    "escriba el campo como dice el README de su esquema; format codifica lo que debe ir codificado",
  "{0} ends before its announced length": "{0}: termina antes de la longitud anunciada",
  "{0} has a number of more than 32 bits": "{0}: tiene un número de más de 32 bits",
  "{0} has a number of more than eight bytes": "{0}: tiene un número de más de ocho bytes",
  "{0} has a number of more than five bytes": "{0}: tiene un número de más de cinco bytes",
  '{0} must be escaped, must not be empty, and must not begin with "/" or "?"':
    '{0} debe ir codificado, no debe estar vacío y no debe empezar por "/" ni "?"',
};
