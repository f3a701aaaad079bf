import type { Catalogue } from "../translate.ts";

/** Texts of opening URLs: policy, connections, TLS, files. */
export const ACCESS: Catalogue = {
  ", waiting for a {0}": ", en espera de {0}",
  ": connection refused": ": conexión rechazada",
  ": it is valid from {0}": ": es válido desde {0}",
  ": it was valid until {0}": ": era válido hasta {0}",
  ": number {0}{1} of {2} is not valid": ": el número {0}{1} de {2} no es válido",
  "; the target may be incomplete": "; el destino puede estar incompleto",
  "; the target may have been replaced": "; el destino puede haberse reemplazado",
  "download it again": "vuelva a descargarlo",
  "EEXIST: file already exists": "EEXIST: el archivo ya existe",
  "it is an incomplete copy of another file": "es una copia incompleta de otro archivo",
  "the file changed on the server while it was fetched in segments":
    "el archivo cambió en el servidor mientras se descargaba por segmentos",
  "the file on the server is longer than the size that the server told":
    "el archivo del servidor es más largo que el tamaño que indicó el servidor",
  "the incomplete file cannot be opened": "no se puede abrir el archivo incompleto",
  "the response ended before the range was complete": "la respuesta terminó antes de completar el rango",
  "the rest of the file is too short for several ranges":
    "el resto del archivo es demasiado corto para varios rangos",
  "the server does not support ranges": "el servidor no admite rangos",
  "the server does not tell the version of the file": "el servidor no indica la versión del archivo",
  "this runtime does not keep incomplete files": "este entorno no conserva archivos incompletos",
  "TLS handshake with {0} failed: {1}": "falló la negociación TLS con {0}: {1}",
  "TLS handshake with {0} failed: {1}{2}": "falló la negociación TLS con {0}: {1}{2}",
  "a character of the label maps to a dot": "un carácter de la etiqueta equivale a un punto",
  "a joiner is not allowed here: its script does not need it":
    "un carácter de unión no se permite aquí: su escritura no lo necesita",
  "a label begins or ends with a hyphen, or has hyphens as its third and fourth characters":
    "una etiqueta empieza o termina con un guion, o tiene guiones como tercer y cuarto carácter",
  "a label begins with a combining mark": "una etiqueta empieza con un signo combinante",
  "a label mixes directions, or does not begin and end with a letter of its direction":
    "una etiqueta mezcla direcciones, o no empieza y termina con una letra de su dirección",
  "a linked directory is not entered in another one": "no se entra en un directorio enlazado dentro de otro",
  "a parent of the path is not a directory": "un directorio superior de la ruta no es un directorio",
  "a transport connects to IP addresses and does not look up names":
    "un transporte se conecta a direcciones IP y no busca nombres",
  'add "/" to the end of the URL to list it': 'añada "/" al final del URL para listarlo',
  'add "{0}:{1}" to the policy option allowPorts': 'añada "{0}:{1}" a la opción allowPorts de la política',
  'add its directory to the policy: files: { roots: ["/srv/pub"] }':
    "añada su directorio a la política: files: '{' roots: [\"/srv/pub\"] '}'",
  "add the address to the policy option allowAddresses":
    "añada la dirección a la opción allowAddresses de la política",
  'add the login to the proxy URL: "http://user:password@proxy.example:3128"':
    'añada el inicio de sesión al URL del proxy: "http://user:password@proxy.example:3128"',
  "allow it with the policy's files: { roots, write: true }":
    "permítalo con la política: files: '{' roots, write: true '}'",
  "another entry has this name on some systems": "otra entrada tiene este nombre en algunos sistemas",
  "another name": "otro nombre",
  "ask the operator of the server for a valid certificate":
    "pida al operador del servidor un certificado válido",
  "blocked a URL from the server: {0}; nothing was sent":
    "se bloqueó un URL del servidor: {0}; no se ha enviado nada",
  "blocked a referral from a public server to a private address; nothing was sent":
    "se bloqueó una referencia de un servidor público a una dirección privada; no se ha enviado nada",
  "blocked by the proxy's rules": "bloqueado por las reglas del proxy",
  "bytes arrived before TLS was active, which an attacker could have sent":
    "llegaron bytes antes de activarse TLS, que un atacante podría haber enviado",
  "cannot connect to any address": "no se puede conectar con ninguna dirección",
  "cannot connect to port {0}{1}": "no se puede conectar con el puerto {0}{1}",
  "cannot look up the host": "no se puede buscar el host",
  "cannot look up the host: {0}": "no se puede buscar el host: {0}",
  "cannot open URLs: this runtime does not have the sockets of Node.js":
    "no se pueden abrir URL: este entorno no tiene los sockets de Node.js",
  "cannot open a URL with a login through a gateway":
    "no se puede abrir por una pasarela un URL con inicio de sesión",
  "cannot open {0} URLs: the package only parses them":
    "no se pueden abrir los URL {0}: el paquete solo los analiza",
  "cannot reach the server": "no se puede llegar al servidor",
  "cannot resume: the file has changed on the server":
    "no se puede reanudar: el archivo ha cambiado en el servidor",
  "cannot send datagrams through a proxy, and one is set for this host":
    "no se pueden enviar datagramas por un proxy, y hay uno para este host",
  "cannot send datagrams to the server": "no se pueden enviar datagramas al servidor",
  "cannot write, rename, or remove a root of the policy":
    "no se puede escribir, renombrar ni borrar una raíz de la política",
  "cannot {0} through a gateway: gateways are read-only":
    "no se puede usar {0} por una pasarela: las pasarelas son de solo lectura",
  "certificates that can be read{0}": "certificados que se pueden leer{0}",
  "check that the server uses TLS on this port, and has a valid certificate for this name":
    "compruebe que el servidor usa TLS en este puerto, y que tiene un certificado válido para este nombre",
  "check that this is a SOCKS proxy and not an HTTP proxy":
    "compruebe que es un proxy SOCKS y no un proxy HTTP",
  "check that this is an HTTP proxy and not a SOCKS proxy":
    "compruebe que es un proxy HTTP y no un proxy SOCKS",
  "check the clock of this machine, or {0}": "compruebe el reloj de este equipo, o {0}",
  "check the host, and use a name of the certificate": "compruebe el host, y use un nombre del certificado",
  "check the spelling of the host name": "compruebe cómo está escrito el nombre del host",
  "check whether the port belongs to another service or expects TLS":
    "compruebe si el puerto es de otro servicio o espera TLS",
  "connection refused": "conexión rechazada",
  "correct the login or the password": "corrija el usuario o la contraseña",
  "decrease tls.minVersion if it is set, or ask the operator of the server for TLS 1.2":
    "disminuya tls.minVersion si está definida, o pida TLS 1.2 al operador del servidor",
  "download it from the beginning": "descárguelo desde el principio",
  'end the URL with "/" to list it': 'termine el URL con "/" para listarlo',
  "exit status {0}": "estado de salida {0}",
  "general failure": "fallo general",
  "host unreachable": "host inalcanzable",
  "if you trust the server, add the certificate of its issuer to tls.ca, or to NODE_EXTRA_CA_CERTS":
    "si confía en el servidor, añada el certificado de su emisor a tls.ca, o a NODE_EXTRA_CA_CERTS",
  "increase the limit maxReferrals": "aumente el límite maxReferrals",
  "invalid field line in the response": "línea de campo no válida en la respuesta",
  "invalid netrc file": "archivo netrc no válido",
  "invalid path: its links form a loop": "ruta no válida: sus enlaces forman un bucle",
  "the name or the path is too long for the file system":
    "el nombre o la ruta es demasiado largo para el sistema de archivos",
  "invalid response": "respuesta no válida",
  "invalid tls option {0}: expected {1}": "opción {0} de tls no válida: se esperaba {1}",
  "it has a different scheme: {0}": "tiene otro esquema: {0}",
  "cannot create symbolic links": "no se pueden crear enlaces simbólicos",
  "the source does not tell where the link leads": "el origen no indica adónde lleva el enlace",
  "the target cannot have symbolic links": "el destino no puede tener enlaces simbólicos",
  "another entry has the name {0}": "otra entrada tiene el nombre {0}",
  "it looks like the escaped form of another name": "parece la forma escapada de otro nombre",
  "the link has an absolute target": "el enlace tiene un destino absoluto",
  "cannot copy a resource to itself": "no se puede copiar un recurso sobre sí mismo",
  "cannot copy a directory into itself": "no se puede copiar un directorio en sí mismo",
  "choose another target": "elija otro destino",
  "choose a target outside of the tree": "elija un destino fuera del árbol",
  "the link leads out of the tree": "el enlace lleva fuera del árbol",
  "it is in a directory that is a link, so it is not removed":
    "está en un directorio que es un enlace, así que no se elimina",
  "its directory has it under another title": "su directorio lo tiene con otro título",
  "it is not a message, so the archive cannot have it": "no es un mensaje, así que el buzón no puede tenerlo",
  "this runtime cannot create symbolic links": "este entorno no puede crear enlaces simbólicos",
  "an archive does not support the options delete and dryRun":
    "un buzón no admite las opciones delete y dryRun",
  "the message is incomplete": "el mensaje está incompleto",
  'the target of the link has ".." after a name': 'el destino del enlace tiene ".." después de un nombre',
  "it is a link": "es un enlace",
  "it is a link to a directory": "es un enlace a un directorio",
  "it is on a different server: {0}:{1}": "está en otro servidor: {0}:{1}",
  "it is outside of the tree": "está fuera del árbol",
  "its URL is not valid": "su URL no es válido",
  "its key has changed from {0} to {1}": "su clave ha cambiado de {0} a {1}",
  "its key matches none of the pins": "su clave no coincide con ninguno de los pins",
  "looking up the host": "la búsqueda del host",
  "more than {0} entries": "más de {0} entradas",
  "more than {0} nested directories": "más de {0} directorios anidados",
  "more than {0} referrals": "más de {0} referencias",
  "network unreachable": "red inalcanzable",
  "no response": "sin respuesta",
  "no such file or directory": "no existe ese archivo o directorio",
  "no type": "sin tipo",
  "not the A-label of any U-label": "no es la A-label de ninguna U-label",
  "open that URL directly if you trust it": "abra ese URL directamente si confía en él",
  "open that URL directly if you trust the server that named it":
    "abra ese URL directamente si confía en el servidor que lo nombró",
  "port {0} is not allowed for {1}; nothing was sent":
    "el puerto {0} no se permite para {1}; no se ha enviado nada",
  "remove its contents first": "borre antes su contenido",
  "remove the address from the policy option denyAddresses":
    "quite la dirección de la opción denyAddresses de la política",
  'remove the last "/"': 'quite el último "/"',
  "remove the option; the runtime verifies certificates by its own authorities":
    "quite la opción; el entorno verifica los certificados con sus propias autoridades",
  'remove the user and password before the "@"': 'quite el usuario y la contraseña antes de la "@"',
  "replace *** with the password, or remove it and enter the password when prompted":
    "cambie *** por la contraseña, o quítela y escríbala cuando se le pida",
  "the Content-Length of the response is invalid or ambiguous":
    "el Content-Length de la respuesta no es válido o es ambiguo",
  "the IANA status of the name is {0}":
    "el estado del nombre en IANA es {0, select, permanent {permanente} provisional {provisional} historical {histórico} other {{0}}}",
  "the IANA status of the name is {0} ({1})":
    "el estado del nombre en IANA es {0, select, permanent {permanente} provisional {provisional} historical {histórico} other {{0}}} ({1})",
  "the TLS handshake for {0} failed; the runtime does not report why":
    "falló la negociación TLS para {0}; el entorno no dice por qué",
  "the URL identifies a directory": "el URL identifica un directorio",
  "the address is not valid": "la dirección no es válida",
  "the body exceeds the limit of {0} bytes": "el cuerpo supera el límite de {0} bytes",
  "the body of the response is not valid HTTP/1.1: invalid {0}":
    "el cuerpo de la respuesta no es HTTP/1.1 válido: {0}",
  "the certificate has expired": "el certificado ha caducado",
  "the certificate has expired: it was valid until {0}": "el certificado ha caducado: era válido hasta {0}",
  "the certificate is not for {0}, but for {1}": "el certificado no es para {0}, sino para {1}",
  "the certificate is not valid for a server": "el certificado no es válido para un servidor",
  "the certificate is not valid yet": "el certificado aún no es válido",
  "the certificate is not valid yet: it is valid from {0}":
    "el certificado aún no es válido: lo es desde {0}",
  "the certificate is self-signed and not trusted": "el certificado es autofirmado y no es de confianza",
  "the certificates of the data and the control connection differ":
    "los certificados de las conexiones de datos y de control son distintos",
  "the connection was closed": "se cerró la conexión",
  "the connection was closed before {0}": "la conexión se cerró antes de que {0}",
  "the connection was closed during the TLS handshake": "la conexión se cerró durante la negociación TLS",
  "the connection was lost": "se perdió la conexión",
  "the connection was released": "la conexión se soltó",
  "the connection was reset": "la conexión se reinició",
  "the datagram exceeds the limit of {0} bytes": "el datagrama supera el límite de {0} bytes",
  "the directory has more than {0} entries": "el directorio tiene más de {0} entradas",
  "the directory is not empty": "el directorio no está vacío",
  'the entry "{0}" has no URL': 'la entrada "{0}" no tiene URL',
  "the file name contains a character that the system does not support":
    "el nombre del archivo contiene un carácter que el sistema no admite",
  "the file or the system is busy": "el archivo o el sistema está ocupado",
  "the file was closed": "el archivo se cerró",
  "the file was removed while it was open": "el archivo se borró mientras estaba abierto",
  "the host has no address": "el host no tiene dirección",
  "the host name has no label": "el nombre de host no tiene etiquetas",
  "the host name {0} does not exist": "el nombre de host {0} no existe",
  "the issuer of the certificate is not trusted, or the server did not send an intermediate certificate":
    "el emisor del certificado no es de confianza, o el servidor no envió un certificado intermedio",
  "the label maps to a number": "la etiqueta equivale a un número",
  "the name maps to an IP address": "el nombre equivale a una dirección IP",
  'the password of this URL is masked as "***"': 'la contraseña de este URL está oculta como "***"',
  "the path changed while it was being opened": "la ruta cambió mientras se abría",
  "the path contains a symbolic link, and the policy does not follow links":
    "la ruta contiene un enlace simbólico, y la política no los sigue",
  "the path is a device, a pipe, or a socket, not a regular file":
    "la ruta es un dispositivo, una tubería o un socket, no un archivo normal",
  "the path is a directory": "la ruta es un directorio",
  "the path is not a directory": "la ruta no es un directorio",
  "the path is outside the directories that the policy allows":
    "la ruta está fuera de los directorios que permite la política",
  'the policy "untrusted" does not allow access to local files':
    'la política "untrusted" no permite acceder a archivos locales',
  'the policy "untrusted" does not allow insecure TLS': 'la política "untrusted" no permite TLS inseguro',
  "the policy blocks {0}": "la política bloquea {0}",
  "the policy does not allow passwords over a connection without TLS":
    "la política no permite contraseñas por una conexión sin TLS",
  "the policy does not allow writing there": "la política no permite escribir allí",
  "the policy does not allow writing to this path": "la política no permite escribir en esta ruta",
  "the policy does not allow {0} URLs": "la política no permite los URL {0}",
  "the private key of the certificate, without a passphrase":
    "la clave privada del certificado, sin frase de paso",
  "the program ended by {0}": "el programa terminó por {0}",
  "the proxy accepts neither an anonymous client nor a user with a password":
    "el proxy no acepta ni un cliente anónimo ni un usuario con contraseña",
  "the proxy cannot connect to port {0}: it replied {1}":
    "el proxy no puede conectar con el puerto {0}: respondió {1}",
  "the proxy cannot connect to the host: {0}": "el proxy no puede conectarse con el host: {0}",
  "the proxy closed the connection without a reply": "el proxy cerró la conexión sin responder",
  "the proxy did not reply with a valid HTTP response": "el proxy no dio una respuesta HTTP válida",
  "the proxy did not reply with a valid SOCKS 5 message": "el proxy no dio un mensaje SOCKS 5 válido",
  "the proxy rejected the login": "el proxy rechazó el inicio de sesión",
  "the proxy requires a login": "el proxy exige iniciar sesión",
  "the referrals form a loop": "las referencias forman un bucle",
  "the request body does not have its declared length of {0} bytes":
    "el cuerpo de la petición no tiene la longitud declarada de {0} bytes",
  "the resolver {0} failed: {1}": "falló el resolutor {0}: {1}",
  "the response began": "empezara la respuesta",
  "the response exceeds the limit of {0} {1}": "la respuesta supera el límite de {0} {1}",
  "the response was complete": "la respuesta estuviera completa",
  "the root certificate of the chain is self-signed and not trusted":
    "el certificado raíz de la cadena es autofirmado y no es de confianza",
  "the server closed the connection without a TLS close_notify: the end of the data may be missing":
    "el servidor cerró la conexión sin un close_notify de TLS: puede faltar el final de los datos",
  "the server did not answer with TLS": "el servidor no respondió con TLS",
  "the server did not send an HTTP/1 response": "el servidor no envió una respuesta HTTP/1",
  "the server does not accept our TLS versions or cipher suites, or requires a client certificate":
    "el servidor no acepta nuestras versiones de TLS o nuestros cifrados, o exige un certificado de cliente",
  "the server does not support a common TLS version": "el servidor no admite una versión común de TLS",
  "the server has no certificate for {0}": "el servidor no tiene certificado para {0}",
  "the server rejected the client certificate": "el servidor rechazó el certificado de cliente",
  "the server rejected the {0} twice": "el servidor rechazó dos veces: {0}",
  "the server requested a connection to port {0}, which belongs to another service":
    "el servidor pidió una conexión al puerto {0}, que es de otro servicio",
  "the server requires a client certificate, or rejected the given one":
    "el servidor exige un certificado de cliente, o rechazó el dado",
  "the server requires a client certificate, or rejected the given one ({0})":
    "el servidor exige un certificado de cliente, o rechazó el dado ({0})",
  "the server sent data before TLS, and an attacker may have injected it":
    "el servidor envió datos antes de TLS, y un atacante puede haberlos inyectado",
  "the server's reply": "la respuesta del servidor",
  "the signature of the certificate is invalid": "la firma del certificado no es válida",
  "the socket was closed": "el socket se cerró",
  "the sockets of this runtime do not support the TLS option {0}":
    "los sockets de este entorno no admiten la opción de TLS {0}",
  "the status of the name is {0}":
    "el estado del nombre es {0, select, permanent {permanente} provisional {provisional} historical {histórico} other {{0}}}",
  "the system does not accept this path": "el sistema no acepta esta ruta",
  "the target is a directory": "el destino es un directorio",
  "this connection already uses TLS": "esta conexión ya usa TLS",
  "this directory was already listed, or has no URL": "este directorio ya se listó, o no tiene URL",
  "this host: its address is denied": "este host: su dirección está denegada",
  "this host: its address is {0}": "este host: su dirección es {0}",
  "too many calls wait for a connection: the limit is {0} (connections.waiting)":
    "demasiadas llamadas esperan una conexión: el límite es {0} (connections.waiting)",
  "use a path inside the root": "use una ruta dentro de la raíz",
  'use a scheme with TLS, or set the policy option clearTextPasswords to "allow"':
    'use un esquema con TLS, o ponga la opción clearTextPasswords de la política en "allow"',
  "use a transport for this runtime, such as @anyurl/transport-web or @anyurl/transport-workerd":
    "use un transporte para este entorno, como @anyurl/transport-web o @anyurl/transport-workerd",
  "use parse, explain, normalize, or compare": "use parse, explain, normalize o compare",
  "use the host name of the server, not another name or address":
    "use el nombre de host del servidor, no otro nombre ni una dirección",
  "use the option allowSpecialFiles to read it": "use la opción allowSpecialFiles para leerlo",
  "use the path without the link, or allow links with the policy's files: { roots, followLinks: true }":
    "use la ruta sin el enlace, o permita enlaces con la política: files: '{' roots, followLinks: true '}'",
  "use the port of the service with TLS, or a scheme without TLS":
    "use el puerto del servicio con TLS, o un esquema sin TLS",
  "waiting for data": "la espera de datos",
  "write it in ASCII digits": "escríbalo con cifras ASCII",
  'the operation "{0}" needs a URL without a fragment, which would not be sent':
    'la operación "{0}" necesita un URL sin fragmento: este no se enviaría',
  '{0} URLs do not support the operation "{1}"': 'los URL {0} no admiten la operación "{1}"',
  "{0} cannot be a name of the DNS": "{0} no puede ser un nombre del DNS",
  "{0} has no address": "{0} no tiene dirección",
  "{0} is not allowed in a host name": "{0} no se permite en un nombre de host",
  "{0} timed out after {1}{2}": "{0}: tiempo agotado tras {1}{2}",
  "{0}: cannot send the login: {1}": "{0}: no se puede enviar el inicio de sesión: {1}",
  "{0}: the connection to the proxy was lost": "{0}: se perdió la conexión con el proxy",
  "{0} passes on {1} only through a tunnel": "{0} deja pasar {1} solo por un túnel",
  "set tunnel: true in the option proxies if the proxy allows CONNECT to this port, or use a SOCKS proxy":
    "ponga tunnel: true en la opción proxies si el proxy permite CONNECT a este puerto, o use un proxy SOCKS",
  "the proxy redirects a request for {0}": "el proxy redirige una petición de {0}",
  "{0}, or use one of: {1}": "{0}, o use una de: {1}",
  "{0} would get the login of this URL": "{0} recibiría el inicio de sesión de este URL",
  '{0}, or remove the user and password before the "@"':
    '{0}, o quite el usuario y la contraseña antes de la "@"',
  "set tunnel: true in the option proxies if the proxy allows CONNECT to this port":
    "ponga tunnel: true en la opción proxies si el proxy permite CONNECT a este puerto",
  "the target of the link has a name that the target of the copy cannot have":
    "el destino del enlace tiene un nombre que el destino de la copia no puede tener",
};
