import type { Catalogue } from "../translate.ts";

/** Texts of calls: options, connections, proxies, HTTP, files, and copies. */
export const CLIENT: Catalogue = {
  ' instead of "{0}"': ' en lugar de "{0}"',
  '"host:port" instead of {0}': '"host:puerto" en lugar de {0}',
  '"scheme:port" instead of {0}': '"esquema:puerto" en lugar de {0}',
  ", including trailers": ", incluidos los finales",
  ", {0} of them by responses whose body is unread":
    ", {0} de ellas por respuestas cuyo cuerpo no se ha leído",
  "a SOCKS field must have 1 to 255 bytes: this one would have {0}":
    "un campo SOCKS debe tener de 1 a 255 bytes: este tendría {0}",
  'a URL such as "http://proxy.example:3128"': 'un URL como "http://proxy.example:3128"',
  "a certificate as PEM": "un certificado en PEM",
  "a chunk extension": "una extensión de fragmento",
  "a chunk size": "un tamaño de fragmento",
  "a connection was opened after the call ended": "se abrió una conexión después de terminar la llamada",
  "a connection was used after its release": "se usó una conexión después de soltarla",
  'a list of "scheme:port"': 'una lista de "esquema:puerto"',
  'a list of "sha256/BASE64" or SHA-256 fingerprints for {0}':
    'una lista de "sha256/BASE64" o huellas SHA-256 para {0}',
  "a list of addresses and address blocks": "una lista de direcciones y bloques de direcciones",
  "a list of directories": "una lista de directorios",
  "a list of hosts and address blocks": "una lista de host y bloques de direcciones",
  "a list of schemes": "una lista de esquemas",
  "a login that can be sent ({0})": "un inicio de sesión que se puede enviar ({0})",
  "a number above 0": "un número mayor que 0",
  "a port from 1 to 65535": "un puerto de 1 a 65535",
  "a private key": "una clave privada",
  "a private key as PEM": "una clave privada en PEM",
  "a profile, or options of a policy": "un perfil, u opciones de una política",
  "a proxy URL with {0}": "un URL de proxy con {0}",
  "a proxy cannot use an address with a zone ID":
    "un proxy no puede usar una dirección con identificador de zona",
  "a quotation mark is not closed, or its closing mark is not followed by white space":
    "unas comillas no se cierran, o tras las de cierre no hay un espacio",
  'a response, an entry, or "server"': 'una respuesta, una entrada o "server"',
  'a scheme name or "*" instead of {0}': 'un nombre de esquema o "*" en lugar de {0}',
  "a transfer slower than minRate": "una transferencia más lenta que minRate",
  "a valid Date": "una Date válida",
  "a valid host (unsupported IP literal)": "un host válido (literal IP no admitido)",
  "a valid host ({0})": "un host válido ({0})",
  "a whole number": "un número entero",
  "add a certificate that the server accepts: tls.cert and tls.key":
    "añada un certificado que el servidor acepte: tls.cert y tls.key",
  'add the directory to the policy: files: { roots: ["/srv/pub"] }':
    "añada el directorio a la política: files: '{' roots: [\"/srv/pub\"] '}'",
  "add the host to noProxy in the option proxies": "añada el host a noProxy en la opción proxies",
  'add the login to the proxy URL: "socks5://user:password@proxy.example:1080"':
    'añada el inicio de sesión al URL del proxy: "socks5://user:password@proxy.example:1080"',
  "addresses, or addresses with a prefix length, instead of {0}":
    "direcciones, o direcciones con longitud de prefijo, en lugar de {0}",
  "allows access to other directories only": "solo permite acceder a otros directorios",
  "an AbortSignal": "una AbortSignal",
  'an absolute path without "." and ".."': 'una ruta absoluta sin "." ni ".."',
  "an entry after the default entry never matches":
    "una entrada después de la entrada default nunca coincide",
  'an object such as { "h.example:443": ["sha256/BASE64"] }':
    "un objeto como '{' \"h.example:443\": [\"sha256/BASE64\"] '}'",
  "an object with a URI Template for each scheme": "un objeto con una plantilla URI para cada esquema",
  "another address connected first": "otra dirección se conectó antes",
  "begin another machine entry for another login": "empiece otra entrada machine para otro inicio de sesión",
  "beyond what its content allows": "más de lo que permite su contenido",
  "cannot accept a connection from the server": "no se puede aceptar una conexión del servidor",
  "cannot copy {0}: {1}": "no se puede copiar {0}: {1}",
  "cannot load the access module of the scheme {0}": "no se puede cargar el módulo de acceso del esquema {0}",
  "cannot remove it: {0}": "no se puede borrar: {0}",
  "characters after {0}": "caracteres después de {0}",
  "check that the server runs, and in a browser, that it allows requests from this origin (CORS)":
    "compruebe que el servidor funciona y, en un navegador, que permite peticiones de este origen (CORS)",
  "check what the server has stored, and send it again":
    "compruebe lo que ha guardado el servidor, y envíelo de nuevo",
  "choose another name, or remove the option overwrite: false":
    "elija otro nombre, o quite la opción overwrite: false",
  "compare the new key with the operator of the server, then remove {0} from the store of trusted keys":
    "compare la clave nueva con el operador del servidor, y luego quite {0} del almacén de claves de confianza",
  "copy the file, and then remove it": "copie el archivo y después bórrelo",
  "correct the login; there is no third attempt": "corrija el inicio de sesión; no hay un tercer intento",
  "does not allow access to any directory": "no permite acceder a ningún directorio",
  "duplicate {0} for one machine": "{0} repetido para un machine",
  "expected an object": "se esperaba un objeto",
  "expected names in visible ASCII": "se esperaban nombres en ASCII visible",
  "expected text in one line, without control characters":
    "se esperaba texto en una línea, sin caracteres de control",
  "expected visible ASCII without spaces": "se esperaba ASCII visible sin espacios",
  "fetch failed": "falló fetch",
  "free connection to {0}: {1} of {2} are in use (connections.{3}){4}":
    "conexión libre con {0}: se usan {1} de {2} (connections.{3}){4}",
  "give a string, a URL, or an entry of a listing": "dé un texto, un URL o una entrada de una lista",
  "give a string, bytes, a Blob, a stream, a Response, a file handle, or an async iterable of bytes":
    "dé un texto, bytes, un Blob, un flujo, una Response, un descriptor de archivo o un iterable asíncrono de bytes",
  "give one that nothing has read": "dé uno que nada haya leído",
  'host names, addresses, blocks of addresses, or "*", instead of {0}':
    'nombres de host, direcciones, bloques de direcciones o "*", en lugar de {0}',
  "http://, https://, socks5://, or socks5h://": "http://, https://, socks5:// o socks5h://",
  "idleTimeout, or decrease minRate": "idleTimeout, o disminuya minRate",
  "if the operator of the server has changed the key, change the pins":
    "si el operador del servidor ha cambiado la clave, cambie los pins",
  "in one line": "en una línea",
  "install @anyurl/idna and pass its idna as the client option idna, or write the host with A-labels (xn--…)":
    "instale @anyurl/idna y pase su idna como la opción idna del cliente, o escriba el host con A-labels (xn--…)",
  "invalid URL: null": "URL no válido: null",
  "invalid chunk of the {0}: expected Uint8Array": "fragmento no válido de {0}: se esperaba Uint8Array",
  "invalid credentials: user, password, and account must be strings":
    "credenciales no válidas: user, password y account deben ser textos",
  "invalid {0} of the request": "{0} de la petición no válido",
  "invalid {0}: {1} was read before": "{0} no válido: {1} ya se leyó antes",
  "it contains a character that some systems do not allow":
    "contiene un carácter que algunos sistemas no permiten",
  "it contains a control character or an invisible character": "contiene un carácter de control o invisible",
  "it contains a path separator": "contiene un separador de rutas",
  "it ends with a dot or a space": "termina en un punto o un espacio",
  "it has a login": "tiene un inicio de sesión",
  "it has more than {0} bytes": "tiene más de {0} bytes",
  "it has no URL": "no tiene URL",
  "it has no name": "no tiene nombre",
  "it is a device name on some systems": "es el nombre de un dispositivo en algunos sistemas",
  "it is a local file": "es un archivo local",
  'it is empty, ".", or ".."': 'está vacío, o es "." o ".."',
  "it is not a file: {0}": "no es un archivo: {0}",
  "it is not valid": "no es válido",
  "it is not valid UTF-8": "no es UTF-8 válido",
  "it is on a different server: [{0}]:{1}": "está en otro servidor: [{0}]:{1}",
  "it is the name of a device": "es el nombre de un dispositivo",
  'it starts with "." or "-"': 'empieza por "." o "-"',
  "its directory was not copied": "su directorio no se copió",
  "its name is too long for the target": "su nombre es demasiado largo para el destino",
  "length of one value in UTF-16 code units": "longitud de un valor en unidades UTF-16",
  "length of the file in UTF-16 code units": "longitud del archivo en unidades UTF-16",
  "missing host": "falta el host",
  "missing value after {0}": "falta el valor después de {0}",
  "more than {0} {1}": "más de {0} {1}",
  "move the default entry to the end": "ponga la entrada default al final",
  "no address": "sin dirección",
  'no files under the profile "untrusted"': 'sin archivos con el perfil "untrusted"',
  "no {0}, and none has moved a byte for {1} (queueTimeout)":
    "no hay {0}, y ninguna ha movido un byte en {1} (queueTimeout)",
  "number of entries, including `default`": "número de entradas, incluida `default`",
  "omit the option atomic if the server cannot rename over a file":
    "omita la opción atomic si el servidor no puede renombrar sobre un archivo",
  "one or several certificates as PEM": "uno o varios certificados en PEM",
  "only a host and a port": "solo un host y un puerto",
  "put a value that contains a space in quotation marks":
    "ponga entre comillas un valor que contiene un espacio",
  "raise the limit maxFields": "aumente el límite maxFields",
  "read a large body as a stream, or run fewer calls at the same time":
    "lea un cuerpo grande como flujo, o haga menos llamadas a la vez",
  "read the body as bytes, or as a stream": "lea el cuerpo como bytes o como flujo",
  "read, cancel, or dispose of the bodies of earlier responses":
    "lea, cancele o descarte los cuerpos de las respuestas anteriores",
  "remove the option {0}, or use a transport with sockets":
    "quite la opción {0}, o use un transporte con sockets",
  "return strings from the credentials callback": "devuelva textos en la función de credenciales",
  'set the option atomic to "preferred" if the server rejects only the temporary name':
    'ponga la opción atomic en "preferred" si el servidor solo rechaza el nombre temporal',
  'set the option names to "escape"': 'ponga la opción names en "escape"',
  "set trustProxy: true if the proxy enforces such a policy itself, or use socks5:":
    "ponga trustProxy: true si el propio proxy aplica una política así, o use socks5:",
  "skip entries without a url": "omita las entradas sin url",
  "templates that form no loop, unlike those of {0}":
    "plantillas que no forman un bucle, a diferencia de las de {0}",
  "templates with a scheme, such as https://gw.example/{url}":
    "plantillas con un esquema, como https://gw.example/'{'url'}'",
  "templates with only {0}": "plantillas con solo {0}",
  "the call has ended": "la llamada ha terminado",
  "the HTTP client of this runtime could not send the request":
    "el cliente HTTP de este entorno no pudo enviar la petición",
  "the HTTP client of this runtime does not support {0}": "el cliente HTTP de este entorno no admite {0}",
  "the text is longer than a string of this runtime can be":
    "el texto es más largo de lo que puede ser una cadena de este entorno de ejecución",
  "the URL of a proxy, or an object with a URL for each scheme":
    "el URL de un proxy, o un objeto con un URL para cada esquema",
  "the body of this Response": "el cuerpo de esta Response",
  "the call ended before the request body was complete":
    "la llamada terminó antes de completarse el cuerpo de la petición",
  "the call is over": "la llamada ha terminado",
  "the copy ended before all of the source was read": "la copia terminó antes de leer todo el origen",
  "the credentials callback failed": "falló la función de credenciales",
  "the credentials contain a NUL, CR or LF byte, which no protocol can send":
    "las credenciales contienen un byte NUL, CR o LF, que ningún protocolo puede enviar",
  "the credentials contain an unpaired surrogate": "las credenciales contienen un sustituto suelto",
  "the end of a chunk": "el final de un fragmento",
  "the end of a chunk-size line": "el final de una línea chunk-size",
  "the file system": "el sistema de archivos",
  "the head of the proxy's response exceeds the limit of {0} bytes":
    "la cabecera de la respuesta del proxy supera el límite de {0} bytes",
  "the login contains a control character": "el inicio de sesión contiene un carácter de control",
  "the new name is on another file system": "el nombre nuevo está en otro sistema de archivos",
  'the policy "untrusted" does not allow another TLS server name than the host':
    'la política "untrusted" no permite otro nombre de servidor TLS que el host',
  "the policy {0}": "la política {0}",
  "the proxy does not support the CONNECT command": "el proxy no admite la orden CONNECT",
  "the proxy does not support this address type": "el proxy no admite este tipo de dirección",
  "the proxy looks names up itself, so the policy cannot check the addresses":
    "el proxy busca los nombres por sí mismo, así que la política no puede comprobar las direcciones",
  "the proxy of this host": "el proxy de este host",
  "the range is outside of the document of {0} bytes": "el intervalo está fuera del documento de {0} bytes",
  "the request header exceeds the limit of {0} bytes; nothing was sent":
    "la cabecera de la petición supera el límite de {0} bytes; no se ha enviado nada",
  "the resource is not in the state that the request requires":
    "el recurso no está en el estado que exige la petición",
  "the response body was canceled": "se canceló el cuerpo de la respuesta",
  "the response has more than {0} bytes of chunk extensions {1}":
    "la respuesta tiene más de {0} bytes de extensiones de fragmento {1}",
  "the response has more than {0} fields{1}": "la respuesta tiene más de {0} campos{1}",
  "the scheme of the URL does not support this method": "el esquema del URL no admite este método",
  "the scheme requested invalid pins of a TLS certificate":
    "el esquema pidió pins no válidos de un certificado TLS",
  "the scheme {0} requested credentials for {1}://{2}:{3} without a connection to it":
    "el esquema {0} pidió credenciales para {1}://{2}:{3} sin una conexión con él",
  "the scheme {0} threw an unexpected error": "el esquema {0} lanzó un error inesperado",
  "the server rejected the temporary name: writing directly to the target, not atomically":
    "el servidor rechazó el nombre temporal: se escribe directamente en el destino, no de forma atómica",
  "the server responded before the end of the body, and reads no more of it":
    "el servidor respondió antes del final del cuerpo, y ya no lo lee",
  "the server sent more than {0} interim responses": "el servidor envió más de {0} respuestas provisionales",
  "the server switched to a protocol that was not requested":
    "el servidor cambió a un protocolo que no se pidió",
  "the socket was already closed": "el socket ya estaba cerrado",
  "the store of trusted keys failed": "falló el almacén de claves de confianza",
  "the target cannot have {0} in a name": "el destino no puede tener {0} en un nombre",
  "the target has another entry with this name": "el destino tiene otra entrada con este nombre",
  "the transport reports no certificate": "el transporte no informa del certificado",
  "the tree has {0}": "el árbol tiene {0}",
  "the whole call": "la llamada entera",
  "the write has ended": "la escritura ha terminado",
  "the {0} contains a NUL, CR or LF character, which would end a command early":
    "{0} contiene un carácter NUL, CR o LF, que terminaría una orden antes de tiempo",
  "this connection: the transport connected to an address that was not approved":
    "esta conexión: el transporte se conectó con una dirección no aprobada",
  "this host: the runtime looks names up itself, so the policy cannot check the address":
    "este host: el entorno busca los nombres por sí mismo, así que la política no puede comprobar la dirección",
  "this stream": "este flujo",
  "this transport cannot start TLS on an open connection":
    "este transporte no puede iniciar TLS en una conexión abierta",
  'true, false, or "inside"': 'true, false o "inside"',
  'true, false, or "preferred"': 'true, false o "preferred"',
  "unknown reply code {0}": "código de respuesta desconocido {0}",
  "unknown word: expected machine, default, login, password, account or macdef":
    "palabra desconocida: se esperaba machine, default, login, password, account o macdef",
  "unsupported Content-Range in a PUT request": "Content-Range no admitido en una petición PUT",
  "unsupported request body: MKCOL has none": "cuerpo de petición no admitido: MKCOL no lo tiene",
  "unsupported request condition {0}; nothing was written":
    "condición de la petición no admitida: {0}; no se ha escrito nada",
  "unsupported transfer coding in the response: expected only chunked":
    "codificación de transferencia no admitida en la respuesta: solo se esperaba chunked",
  "use a transport that has the method secure": "use un transporte que tenga el método secure",
  "use a transport with sockets, such as nodeTransport": "use un transporte con sockets, como nodeTransport",
  "wait for earlier calls to end": "espere a que terminen las llamadas anteriores",
  "wait for earlier calls to end, or increase the option connections.waiting":
    "espere a que terminen las llamadas anteriores, o aumente la opción connections.waiting",
  'within "…" write \\" and \\\\': 'dentro de "…" escriba \\" y \\\\',
  "yield bytes": "entregue bytes",
  "yield bytes: new TextEncoder().encode(text)": "entregue bytes: new TextEncoder().encode(text)",
  "{ start, end } with whole numbers; the end is optional, and not below the start":
    "'{' start, end '}' con números enteros; end es opcional, y no menor que start",
  "{0} URLs are the user's own": "los URL {0} son propios del usuario",
  '{0} as PEM, between its "BEGIN" and "END" lines{1}': '{0} en PEM, entre sus líneas "BEGIN" y "END"{1}',
  "{0} before the first machine": "{0} antes del primer machine",
  "{0}, or increase the option connections.{1}": "{0}, o aumente la opción connections.{1}",
  "{0}; the temporary file was not renamed, and the target is unchanged":
    "{0}; el archivo temporal no se renombró, y el destino no ha cambiado",
};
