import type { Catalogue } from "../translate.ts";

/** Texts of FTP, Gopher, HTTP, and local files: errors, options, and plans. */
export const TRANSFERS: Catalogue = {
  '"*" or entity-tags with their quotation marks': '"*" o entity-tags con sus comillas',
  ", the default": ", el valor por defecto",
  ": a conflict, such as a missing parent directory, or a directory of this name":
    ": un conflicto, como la falta del directorio superior, o un directorio con este nombre",
  ": a precondition failed": ": no se cumple una condición previa",
  ": permanently removed": ": eliminado de forma permanente",
  ": the resource does not support this method": ": el recurso no admite este método",
  'Basic authentication does not allow a ":" in the user name':
    'la autenticación Basic no permite ":" en el nombre de usuario',
  "a UNC path cannot have an IPv6 address as its server":
    "una ruta UNC no puede tener como servidor una dirección IPv6",
  "a file name cannot contain NUL; such a URL is never opened":
    "un nombre de archivo no puede contener NUL; un URL así nunca se abre",
  "a gopher+ string must not contain CR, LF, or NUL unless it is a form":
    "un texto gopher+ no debe contener CR, LF ni NUL si no es un formulario",
  "a line ends with CR CR LF": "una línea termina en CR CR LF",
  "a line ends with LF only": "una línea termina solo en LF",
  "a line has fewer than four fields": "una línea tiene menos de cuatro campos",
  "a line is empty": "una línea está vacía",
  "a line of the attributes exceeds the limit of {0} bytes":
    "una línea de los atributos supera el límite de {0} bytes",
  "a list of field names": "una lista de nombres de campos",
  "a list of host names that are not empty": "una lista de nombres de host no vacíos",
  "a list of: identity, {0}": "una lista de: identity, {0}",
  'a name contains "/", "\\", or ":", which are separators on Windows':
    'un nombre contiene "/", "\\" o ":", que son separadores en Windows',
  'a name contains "/", which separates names on this system':
    'un nombre contiene "/", que separa los nombres en este sistema',
  "a name contains a byte that is not UTF-8": "un nombre contiene un byte que no es UTF-8",
  "a name ends with a dot or space, which Windows removes":
    "un nombre termina en un punto o un espacio, que Windows quita",
  "a name from +VIEWS: printable ASCII without spaces": "un nombre de +VIEWS: ASCII imprimible sin espacios",
  "a node with a password is not allowed in a URL": "un nodo con contraseña no se permite en un URL",
  "a path cannot contain NUL": "una ruta no puede contener NUL",
  "a path of a device or volume has no URL": "una ruta de un dispositivo o volumen no tiene URL",
  'a share of "localhost" has no URL': 'un recurso compartido de "localhost" no tiene URL',
  "a {0} request has no body": "una petición {0} no tiene cuerpo",
  "accept 127.0.0.1 and [::1] as this machine": "aceptar 127.0.0.1 y [::1] como este equipo",
  'add "{0}" to the gopher option quirks': 'añada "{0}" a la opción quirks de gopher',
  "add an authorization to the option fields, or increase the limit maxHeld":
    "añada una authorization a la opción fields, o aumente el límite maxHeld",
  "allow get to read devices, pipes, and sockets, which may never end":
    "permitir que get lea dispositivos, tuberías y sockets, que pueden no terminar nunca",
  "an FTP command": "una orden FTP",
  "an FTP server": "un servidor FTP",
  "an absolute path on Windows must begin with a drive":
    "una ruta absoluta de Windows debe empezar por una unidad",
  "an account": "una cuenta",
  "an address without spaces and control characters": "una dirección sin espacios ni caracteres de control",
  "an array with a string, a boolean, an array of lines, or null for each question":
    "un array con un texto, un booleano, un array de líneas o null por cada pregunta",
  "an item has extra fields after the port": "un elemento tiene campos de más tras el puerto",
  "an item has no valid port": "un elemento no tiene un puerto válido",
  "an object, pairs of name and value, or a string": "un objeto, pares de nombre y valor, o un texto",
  "called with URL, status, reason, and fields of the final response, before its content":
    "se llama con URL, estado, motivo y campos de la respuesta final, antes de su contenido",
  "cannot change the login directory": "no se puede cambiar el directorio de inicio de sesión",
  "cannot encode a character of the search words in {0}":
    "no se puede codificar en {0} un carácter de las palabras buscadas",
  "cannot follow a redirect of {0} to another server":
    "no se puede seguir una redirección de {0} a otro servidor",
  "cannot follow another URL from here": "desde aquí no se puede seguir otro URL",
  "cannot follow the redirect: the body was already sent":
    "no se puede seguir la redirección: el cuerpo ya se envió",
  "cannot log in: the body was already sent": "no se puede iniciar sesión: el cuerpo ya se envió",
  "cannot move to another directory: the working directory is not an absolute path":
    "no se puede mover a otro directorio: el directorio de trabajo no es una ruta absoluta",
  "cannot plan this request: it depends on the form of the server":
    "no se puede planear esta petición: depende del formulario del servidor",
  "cannot rename a file to a URL of {0}": "no se puede renombrar un archivo a un URL {0}",
  "cannot rename to a different server or user": "no se puede renombrar a otro servidor o usuario",
  "cannot resume the upload: the file on the server is shorter than the offset":
    "no se puede reanudar la subida: el archivo del servidor es más corto que la posición",
  "check the result on the server before you try again":
    "compruebe el resultado en el servidor antes de intentarlo otra vez",
  "copy the file, then remove it": "copie el archivo y después bórrelo",
  "copy the file, then remove the original": "copie el archivo y después borre el original",
  "deviations from RFC 1436 that menus may have": "desviaciones de RFC 1436 que pueden tener los menús",
  'entity-tags, or "*": only if the resource matches none of them; otherwise get and stat fail with not-modified':
    'entity-tags, o "*": solo si el recurso no coincide con ninguno; si no, get y stat fallan con not-modified',
  'entity-tags, or "*": only if the resource matches one of them; otherwise the call fails with changed':
    'entity-tags, o "*": solo si el recurso coincide con uno; si no, la llamada falla con changed',
  "expected at most {0} answers, got {1}": "se esperaban como máximo {0} respuestas, y hay {1}",
  "expected one line of text as answer {0}": "se esperaba una línea de texto como respuesta {0}",
  "expected one of these as answer {0}: {1}": "se esperaba uno de estos como respuesta {0}: {1}",
  "expected text as answer {0}": "se esperaba texto como respuesta {0}",
  "expected true or false as answer {0}": "se esperaba true o false como respuesta {0}",
  "follow redirects, fail, or return the redirect as the response; or a function that can reject a redirect":
    "seguir las redirecciones, fallar, o devolver la redirección como respuesta; o una función que puede rechazar una",
  "get a moved item (Gopher+ error 3) from its new location":
    "pedir un elemento trasladado (error 3 de Gopher+) en su nuevo lugar",
  'get of a directory without a final "/" in its URL lists its names':
    'get de un directorio sin "/" final en su URL lista sus nombres',
  "get the target of an item URL:… instead of the server's page about it":
    "pedir el destino de un elemento URL:… en lugar de la página del servidor sobre él",
  "get {0} instead": "pida en su lugar {0}",
  'header fields to send, as lines "name: value"; not those of the connection or of the framing':
    'campos de cabecera que se envían, como líneas "nombre: valor"; no los de la conexión ni los del formato del mensaje',
  "how to open data connections: client to server, or server to client":
    "cómo se abren las conexiones de datos: del cliente al servidor, o del servidor al cliente",
  "if the URL has no typecode: transfer as an image, or as text depending on the suffix of the name":
    "si el URL no tiene typecode: transferir como imagen, o como texto según el sufijo del nombre",
  "if the URL has no user: log in as anonymous, or ask for a login first":
    "si el URL no tiene usuario: iniciar sesión como anonymous, o pedir antes un inicio de sesión",
  'in a search without %09, use the text after a bare "?" as the search words':
    'en una búsqueda sin %09, usar el texto tras un "?" sin codificar como palabras buscadas',
  "incomplete reply: {0}": "respuesta incompleta: {0}",
  "increase the limit maxHeld": "aumente el límite maxHeld",
  "increase the limit maxRedirects": "aumente el límite maxRedirects",
  "invalid gopher option answers: {0}": "opción answers de gopher no válida: {0}",
  "invalid length in the Gopher+ reply header": "longitud no válida en la cabecera de la respuesta Gopher+",
  "invalid menu (RFC 1436): {0}": "menú no válido (RFC 1436): {0}",
  "invalid method": "método no válido",
  "invalid name of a field": "nombre de campo no válido",
  "invalid name: expected up to 39 letters, digits, hyphens, dollar signs, or underscores":
    "nombre no válido: se esperaban hasta 39 letras, dígitos, guiones, signos de dólar o guiones bajos",
  "invalid redirect target: not a valid URL": "destino de redirección no válido: no es un URL válido",
  "invalid reply: expected the port of a data connection":
    "respuesta no válida: se esperaba el puerto de una conexión de datos",
  'invalid typecode: expected "a", "i", or "d"': 'typecode no válido: se esperaba "a", "i" o "d"',
  "invalid value of the field {0}": "valor no válido del campo {0}",
  "line ends of a text: as sent, or converted to LF here and CR LF on the server":
    "finales de línea de un texto: como se envían, o convertidos a LF aquí y a CR LF en el servidor",
  'lines "name: value"': 'líneas "nombre: valor"',
  'list with "LIST -a" on a server without MLSD: many servers then include names that begin with ".", although RFC 959 does not define it':
    'listar con "LIST -a" en un servidor sin MLSD: muchos incluyen entonces los nombres que empiezan por ".", aunque RFC 959 no lo define',
  "missing server in a UNC path": "falta el servidor en una ruta UNC",
  "missing share after the server": "falta el recurso compartido tras el servidor",
  "names of such fields that are secret, in addition to authorization and cookie":
    "nombres de estos campos que son secretos, además de authorization y cookie",
  'no "{0}", which is set automatically': 'no "{0}", que se pone automáticamente',
  "omit the option charset to send the words as UTF-8":
    "omita la opción charset para enviar las palabras en UTF-8",
  "one CWD for each segment of the path, one for the whole path, or none":
    "un CWD por cada segmento de la ruta, uno por toda la ruta, o ninguno",
  "only if the resource has changed since then": "solo si el recurso ha cambiado desde entonces",
  "only if the resource has not changed since then": "solo si el recurso no ha cambiado desde entonces",
  'other host names of this machine besides "localhost"; never looked up in DNS':
    'otros nombres de host de este equipo además de "localhost"; nunca se buscan en el DNS',
  "put and rename overwrite existing files": "put y rename sobrescriben los archivos existentes",
  'remove the "/" at the end of the URL, or create the directory':
    'quite el "/" del final del URL, o cree el directorio',
  'remove the "@" to log in as anonymous': 'quite la "@" para iniciar sesión como anonymous',
  "remove the gopher+ string from the URL": "quite del URL el texto gopher+",
  'remove the gopher+ string, or request all attributes with a single "!" or "$"':
    'quite el texto gopher+, o pida todos los atributos con un solo "!" o "$"',
  "request size and date before get; with a range it always does":
    "pedir el tamaño y la fecha antes de get; con un intervalo siempre se piden",
  "retry after {0} s": "inténtelo de nuevo tras {0} s",
  "return the content of every response, whatever its status":
    "devolver el contenido de cada respuesta, sea cual sea su estado",
  "send OPTS UTF8 ON to a server with UTF8, although RFC 2640 does not define it":
    "enviar OPTS UTF8 ON a un servidor con UTF8, aunque RFC 2640 no lo define",
  "send a form that the URL itself fills in": "enviar un formulario que rellena el propio URL",
  "send the empty search before a gopher+ string": "enviar la búsqueda vacía antes de un texto gopher+",
  'set redirect: "follow"': 'ponga redirect: "follow"',
  'set redirect: "manual" to read the response': 'ponga redirect: "manual" para leer la respuesta',
  'set redirect: "manual" to see the target': 'ponga redirect: "manual" para ver el destino',
  'set the ftp option tls to "none" to connect without TLS':
    'ponga la opción tls de ftp en "none" para conectarse sin TLS',
  "set the gopher option allowForms to send it": "active la opción allowForms de gopher para enviarlo",
  "set the option acceptEncoding (the server may ignore it)":
    "defina la opción acceptEncoding (el servidor puede no hacerle caso)",
  'set the option acceptEncoding: "identity"': 'ponga la opción acceptEncoding: "identity"',
  "set the {0} in the client's credentials": "defina {0} en las credenciales del cliente",
  "some of the data may have been written": "puede que parte de los datos se haya escrito",
  "the URL fills in a form; nothing was sent": "el URL rellena un formulario; no se ha enviado nada",
  "the URL has an empty user name, and no login is configured":
    "el URL tiene un nombre de usuario vacío, y no hay inicio de sesión configurado",
  "the answers to the form of an item, in the order of its questions; they are sent":
    "las respuestas al formulario de un elemento, en el orden de sus preguntas; se envían",
  "the attributes of an item exceed the limit of {0} bytes":
    "los atributos de un elemento superan el límite de {0} bytes",
  "the change may have been made": "puede que el cambio se haya hecho",
  "the character set of the server, as a label of the Encoding Standard; without it, UTF-8 with other bytes preserved":
    "el juego de caracteres del servidor, con una etiqueta del Encoding Standard; sin él, UTF-8 y los demás bytes se conservan",
  "the content codings to request, separated by commas, or identity; without it gzip, deflate; br and zstd depend on the runtime":
    "las codificaciones de contenido que se piden, separadas por comas, o identity; sin ella, gzip y deflate; br y zstd dependen del entorno",
  "the decoded content exceeds {0} times the size of the encoded content":
    "el contenido decodificado supera {0} veces el tamaño del codificado",
  "the encoded content is invalid": "el contenido codificado no es válido",
  "the encoded content is truncated": "el contenido codificado está cortado",
  "the exchange emitted no attributes": "el diálogo no dio atributos",
  "the exchange emitted no begin event": "el diálogo no dio el evento de inicio",
  "the field {0} is set automatically": "el campo {0} se pone automáticamente",
  "the file was truncated during the read": "el archivo se cortó durante la lectura",
  'the final line "." is missing': 'falta la línea final "."',
  "the first segment must be the name of a device": "el primer segmento debe ser el nombre de un dispositivo",
  "the form needs two files, but Gopher+ §2.8 allows only one":
    "el formulario necesita dos archivos, pero Gopher+ §2.8 solo permite uno",
  "the function redirect rejected the redirect": "la función redirect rechazó la redirección",
  "the host or selector of the item is not valid in a URL":
    "el host o el selector del elemento no es válido en un URL",
  "the item has moved": "el elemento se ha trasladado",
  "the item has no host": "el elemento no tiene host",
  "the item has no valid port": "el elemento no tiene un puerto válido",
  'the label of a known character set, for example "iso-8859-1"':
    'la etiqueta de un juego de caracteres conocido, por ejemplo "iso-8859-1"',
  "the language of that view, as named in +VIEWS: De_DE":
    "el idioma de esa vista, con su nombre de +VIEWS: De_DE",
  "the login directory is unknown": "el directorio de inicio de sesión es desconocido",
  "the meaning of two leading slashes depends on the system":
    "el significado de dos barras iniciales depende del sistema",
  "the name is a path": "el nombre es una ruta",
  "the name is not valid": "el nombre no es válido",
  "the name is reserved for a device on Windows": "el nombre está reservado a un dispositivo en Windows",
  "the password of an anonymous login; the default identifies no user":
    "la contraseña de un inicio de sesión anónimo; la de por defecto no identifica a ningún usuario",
  "the path contains a different host": "la ruta contiene otro host",
  "the path exceeds the limit of {0} directories; nothing was sent":
    "la ruta supera el límite de {0} directorios; no se ha enviado nada",
  "the path is not absolute: missing device or directory":
    "la ruta no es absoluta: falta el dispositivo o el directorio",
  "the redirect has no single, valid Location header":
    "la redirección no tiene una sola cabecera Location válida",
  "the redirects exceed the limit of {0}": "las redirecciones superan el límite de {0}",
  "the request exceeds the limit of {0} bytes; nothing was sent":
    "la petición supera el límite de {0} bytes; no se ha enviado nada",
  "the request has a NUL, HT, CR, or LF byte, which would end it early; nothing was sent":
    "la petición tiene un byte NUL, HT, CR o LF, que la terminaría antes de tiempo; no se ha enviado nada",
  "the response exceeds the limit of {0} content codings":
    "la respuesta supera el límite de {0} codificaciones de contenido",
  "the server began a transfer without a data connection":
    "el servidor empezó una transferencia sin conexión de datos",
  "the server closed the connection within the reply header":
    "el servidor cerró la conexión en la cabecera de la respuesta",
  "the server confirmed the upload before it was complete":
    "el servidor confirmó la subida antes de que estuviera completa",
  "the server does not support the requested TLS protection":
    "el servidor no admite la protección TLS pedida",
  "the server ended the transfer with an error; the data are incomplete":
    "el servidor terminó la transferencia con un error; los datos están incompletos",
  "the server has no Gopher+ attributes for this item":
    "el servidor no tiene atributos Gopher+ de este elemento",
  "the server is closing the connection": "el servidor cierra la conexión",
  'the server redirects, but the option redirect is "error"':
    'el servidor redirige, pero la opción redirect es "error"',
  "the server rejected the TLS session of the data connection":
    "el servidor rechazó la sesión TLS de la conexión de datos",
  "the server rejected the request with an unknown error code":
    "el servidor rechazó la petición con un código de error desconocido",
  "the server requires a different login for this": "el servidor exige otro inicio de sesión para esto",
  "the server requires an account": "el servidor exige una cuenta",
  "the server sent another range than requested": "el servidor envió un intervalo distinto del pedido",
  "the size exceeds the limit of 2^53 - 1 bytes": "el tamaño supera el límite de 2^53 - 1 bytes",
  "the size of the body of put or send, if known; then it is sent without chunked coding":
    "el tamaño del cuerpo de put o send, si se conoce; entonces se envía sin codificación chunked",
  "the text after URL: is not a valid URL": "el texto tras URL: no es un URL válido",
  "the transport has no access to files": "el transporte no tiene acceso a archivos",
  "the view to get, as named in +VIEWS: Text/plain":
    "la vista que se pide, con su nombre de +VIEWS: Text/plain",
  "this client does not support HTTP": "este cliente no admite HTTP",
  "tokens as names": "tokens como nombres",
  "unexpected 206 response: the request had no Range header":
    "respuesta 206 inesperada: la petición no tenía cabecera Range",
  "unsupported Content-Encoding": "Content-Encoding no admitido",
  "unsupported authentication scheme": "esquema de autenticación no admitido",
  "unsupported method {0}": "método {0} no admitido",
  "unsupported type of question {0} of the form": "tipo no admitido de la pregunta {0} del formulario",
  "upload the whole file": "suba el archivo entero",
  'use "stat" to plan the request for the form': 'use "stat" para planear la petición del formulario',
  "use AUTH TLS before the login; ftps uses TLS from the first byte":
    "usar AUTH TLS antes de iniciar sesión; ftps usa TLS desde el primer byte",
  "use POST, or remove the body": "use POST, o quite el cuerpo",
  "use a CSO client (RFC 2378) with {0}:{1}": "use un cliente CSO (RFC 2378) con {0}:{1}",
  "use a token": "use un token",
  "use a token, such as PATCH": "use un token, como PATCH",
  "use a transport with files, such as @anyurl/transport-node":
    "use un transporte con archivos, como @anyurl/transport-node",
  "use a user and password of the URL as the login, after the server requires one; otherwise such a URL is an error":
    "usar el usuario y la contraseña del URL para iniciar sesión, cuando el servidor lo exige; si no, un URL así es un error",
  "use an absolute path with a drive": "use una ruta absoluta con una unidad",
  "use another method": "use otro método",
  "use file:///C:/…": "use file:///C:/…",
  "use file://SERVER/SHARE/…": "use file://SERVIDOR/RECURSO/…",
  "use formatQuery to create it from names and values":
    "créelo con formatQuery a partir de nombres y valores",
  "use list to read a menu": "use list para leer un menú",
  'use one "/"': 'use un solo "/"',
  "use stat to read the attributes of one item": "use stat para leer los atributos de un elemento",
  "use stat to read the form (attribute +ASK), then set the gopher option answers":
    "lea el formulario con stat (atributo +ASK), y después defina la opción answers de gopher",
  "use stat to read the form: readForm parses its attribute +ASK":
    "lea el formulario con stat: readForm analiza su atributo +ASK",
  "use the option fields to send your own authorization":
    "use la opción fields para enviar su propia authorization",
  "use the path on its drive": "use la ruta en su unidad",
  "use the type of the mirrored item": "use el tipo del elemento replicado",
  "use visible ASCII, or single bytes": "use ASCII visible, o bytes sueltos",
  "use {0}, or set the gopher option followMoved": "use {0}, o active la opción followMoved de gopher",
  'visible ASCII in one line as the value of "{0}"': 'ASCII visible en una línea como valor de "{0}"',
  "what ends a download over TLS: a close_notify, or any close; with the latter, a cut listing looks complete":
    "qué termina una descarga por TLS: un close_notify, o cualquier cierre; con lo segundo, una lista cortada parece completa",
  "what ends a reply over TLS that does not mark its end: a close_notify, or any close":
    "qué termina una respuesta por TLS que no marca su final: un close_notify, o cualquier cierre",
  "{0} of {1} bytes are missing": "faltan {0} de {1} bytes",
  "{0}: links are not allowed in a menu": "los enlaces {0}: no se permiten en un menú",
  "rename it": "cámbiele el nombre",
  "servers read this name as the home directory":
    "los servidores toman este nombre por el directorio personal",
  "the server gave it another name, and may have replaced another file":
    "el servidor le dio otro nombre, y puede haber reemplazado otro archivo",
};
