import type { Catalogue } from "../translate.ts";

/** Texts of the pages of the gateway. */
export const GATEWAY: Catalogue = {
  "(empty)": "(vacío)",
  "(no name)": "(sin nombre)",
  "(no title)": "(sin título)",
  "; the server replied: {0}": "; el servidor respondió: {0}",
  About: "Acerca de",
  "About this gateway": "Acerca de esta pasarela",
  "Address or port not allowed": "Dirección o puerto no permitidos",
  Anatomy: "Anatomía",
  "Articles in": "Artículos de",
  Breadcrumb: "Ruta de navegación",
  "Browsers cannot open this URL.": "Los navegadores no pueden abrir este URL.",
  "Cannot open this URL": "No se puede abrir este URL",
  "Changed host key": "La clave del host ha cambiado",
  "Concurrent requests": "Peticiones simultáneas",
  "Concurrent requests per server": "Peticiones simultáneas por servidor",
  "Concurrent requests per visitor": "Peticiones simultáneas por visitante",
  Contact: "Contacto",
  "Content is provided by third-party servers.": "El contenido procede de servidores de terceros.",
  "Contents of": "Contenido de",
  Continue: "Continuar",
  "Did you mean {0}?": "¿Quizá quiso decir {0}?",
  "Did you mean:": "¿Quizá quiso decir?",
  "Enter a URL of any scheme": "Escriba un URL de cualquier esquema",
  Examples: "Ejemplos",
  Explain: "Explicar",
  "Explained only": "Solo explicados",
  "External link": "Enlace externo",
  Home: "Inicio",
  Incomplete: "Incompleto",
  "Input required": "Se necesita una respuesta",
  "Invalid URL: {0}.": "URL no válido: {0}.",
  "It connects only to public addresses, on the ports of their protocols, unless the operator allows others.":
    "Solo se conecta a direcciones públicas, en los puertos de sus protocolos, salvo que el operador permita otros.",
  "It is read-only. It writes no files and sends no mail.":
    "Es de solo lectura. No escribe archivos ni envía correo.",
  Limits: "Límites",
  "Maximum download size in bytes": "Tamaño máximo de descarga en bytes",
  "Maximum entries per listing": "Entradas máximas por listado",
  "Maximum page size in bytes": "Tamaño máximo de página en bytes",
  "Normal form": "Forma normal",
  "Not valid by RFC 1738.": "No válido según RFC 1738.",
  "Nothing would be sent:": "No se enviaría nada:",
  Open: "Abrir",
  "Open through this gateway": "Abrir con esta pasarela",
  "Other formats": "Otros formatos",
  "Planned exchange": "Diálogo previsto",
  "Possible link into your own network": "Posible enlace a su propia red",
  Problems: "Problemas",
  "Programs can request listings as application/json or text/plain. Range requests for files are supported.":
    "Los programas pueden pedir los listados como application/json o text/plain. Se admiten peticiones de rangos de archivos.",
  "RFC 1738 only": "Solo RFC 1738",
  "Read as": "Leído como",
  "Report abuse": "Denunciar un abuso",
  Restrictions: "Restricciones",
  Schemes: "Esquemas",
  "Scripts in documents are disabled.": "Los scripts de los documentos están desactivados.",
  "See what each part means and what opening the URL would send. Then open it in this browser: ftp, gopher, news, wais, and the other schemes of RFC 1738.":
    "Vea qué significa cada parte y qué enviaría abrir el URL. Después ábralo en este navegador: ftp, gopher, news, wais y los demás esquemas de RFC 1738.",
  "Server reply:": "Respuesta del servidor:",
  "Skip to content": "Ir al contenido",
  Supported: "Admitidos",
  "The anatomy of a URL": "La anatomía de un URL",
  "The gateway does not log in. It rejects URLs with a user name or a password.":
    "La pasarela no inicia sesión. Rechaza los URL con un nombre de usuario o una contraseña.",
  "The link comes from another server, so the gateway did not open it.":
    "El enlace viene de otro servidor, así que la pasarela no lo abrió.",
  "The operator has not published a contact address.":
    "El operador no ha publicado una dirección de contacto.",
  "The server requests this information. Your answers are sent to it without encryption.":
    "El servidor pide estos datos. Sus respuestas se le envían sin cifrar.",
  'This URL opens an interactive session. Use a program on your own computer, for example "anyurl open".':
    'Este URL abre una sesión interactiva. Use un programa en su propio equipo, por ejemplo "anyurl open".',
  "This form asks for a password. This gateway does not forward passwords.":
    "Este formulario pide una contraseña. Esta pasarela no transmite contraseñas.",
  "This form has a question of an unsupported type.":
    "Este formulario tiene una pregunta de un tipo no admitido.",
  "This gateway explains {0} URLs but does not open them.":
    "Esta pasarela explica los URL {0}, pero no los abre.",
  "This gateway opens URLs of protocols that browsers do not support, and shows the resources as web pages (RFC 1738 §4).":
    "Esta pasarela abre URL de protocolos que los navegadores no admiten, y muestra los recursos como páginas web (RFC 1738 §4).",
  "To report abuse, or to exclude your server from this gateway, contact the operator:":
    "Para denunciar un abuso, o para excluir su servidor de esta pasarela, diríjase al operador:",
  "Try this:": "Pruebe esto:",
  "URL to open": "URL que se abre",
  "URL with credentials": "URL con credenciales",
  "Unknown host key": "Clave del host desconocida",
  Validity: "Validez",
  "Warning: {0}.": "Aviso: {0}.",
  "You are leaving the gateway for another site.": "Va a salir de la pasarela hacia otro sitio.",
  "a Keyv store": "un almacén Keyv",
  "a Redis cache requires the package @keyv/redis: run npm install @keyv/redis":
    "una caché Redis necesita el paquete @keyv/redis: ejecute npm install @keyv/redis",
  'a URL such as "mailto:abuse@gateway.example" or "https://…"':
    'un URL como "mailto:abuse@gateway.example" o "https://…"',
  'a URL without a path, such as "https://gateway.example"':
    'un URL sin ruta, como "https://gateway.example"',
  "a list of { url, text }": "una lista de '{' url, text '}'",
  "a number above 0, or Infinity": "un número mayor que 0, o Infinity",
  "a page of another site tried to embed or fetch this URL":
    "una página de otro sitio intentó incrustar o cargar este URL",
  "a secret of {0} bytes or more for each key": "un secreto de {0} bytes o más para cada clave",
  "a separate listener for health and metrics": "una escucha aparte para el estado y las métricas",
  "a token such as gateway-1": "un token como gateway-1",
  "add a URL after the first slash, for example /gopher://gopher.example/":
    "añada un URL tras la primera barra, por ejemplo /gopher://gopher.example/",
  "add a server to the URL, for example {0}": "añada un servidor al URL, por ejemplo {0}",
  "add the name to the option hosts": "añada el nombre a la opción hosts",
  "address of the listener": "dirección de la escucha",
  "address to listen on": "dirección en la que escuchar",
  'addresses or blocks such as "10.0.0.0/8"': 'direcciones o bloques como "10.0.0.0/8"',
  "allow loopback and private networks (not on a public gateway); links on other sites open the home page":
    "permitir loopback y las redes privadas (no en una pasarela pública); los enlaces de otros sitios abren la página de inicio",
  "allow or disallow web crawlers": "permitir o no los rastreadores web",
  "an empty line": "una línea vacía",
  "an id of 1 to 16 letters and digits for each key": "un id de 1 a 16 letras y dígitos para cada clave",
  "and {0} more": "y {0} más",
  "and {0} more steps": "y {0, plural, one {# paso} other {# pasos}} más",
  "anyurl: any scheme in any browser": "anyurl: cualquier esquema en cualquier navegador",
  "ask the operator to install a plugin; npm lists them with the keyword anyurl-scheme":
    "pida al operador que instale un complemento; npm los lista con la palabra clave anyurl-scheme",
  "called for each request; the record has no search terms and no user":
    "se llama por cada petición; el registro no tiene términos de búsqueda ni usuario",
  "called with an internal error, which visitors see as 500":
    "se llama con un error interno, que los visitantes ven como 500",
  "calls per second on average; Infinity turns the limit off":
    "llamadas por segundo de media; Infinity quita el límite",
  "calls to a host at once": "llamadas a un host a la vez",
  "check the form fields": "compruebe los campos del formulario",
  "concurrent calls to one host; one client can use half of them, but at least one":
    "llamadas simultáneas a un host; un cliente puede usar la mitad, pero al menos una",
  "concurrent connections of one address, or of one IPv6 /64; trusted proxies are exempt":
    "conexiones simultáneas de una dirección, o de un /64 de IPv6; los proxies de confianza están exentos",
  "concurrent connections; one more replaces the one that has waited longest for a complete request head":
    "conexiones simultáneas; una más reemplaza la que lleva más tiempo esperando una cabecera completa",
  "concurrent requests": "peticiones simultáneas",
  "concurrent requests of one client": "peticiones simultáneas de un cliente",
  "contact URL for abuse reports, shown to visitors":
    "URL de contacto para denunciar abusos, que ven los visitantes",
  "external link": "enlace externo",
  "gateway client": "cliente de la pasarela",
  "how the address of a client is logged": "cómo se registra la dirección de un cliente",
  "increase the limit {0} of the gateway": "aumente el límite {0} de la pasarela",
  "internal gateway error": "error interno de la pasarela",
  "invalid content type: expected application/x-www-form-urlencoded":
    "tipo de contenido no válido: se esperaba application/x-www-form-urlencoded",
  'invalid line {0} in the key file: expected "ID HEX" with 32 bytes or more':
    'línea {0} no válida en el archivo de claves: se esperaba "ID HEX" con 32 bytes o más',
  "invalid link signature: the gateway opens only links that it created":
    "firma de enlace no válida: la pasarela solo abre enlaces que ella ha creado",
  "invalid syntax": "sintaxis no válida",
  "limits of a call": "límites de una llamada",
  "limits of calls for documents that are passed on unchanged; they override `limits`":
    "límites de las llamadas por documentos que se entregan sin cambios; reemplazan `limits`",
  "limits of calls; they override those of the client": "límites de las llamadas; reemplazan los del cliente",
  "maximum size of a form that a visitor sends": "tamaño máximo de un formulario que envía un visitante",
  "maximum size of a request head; links are as long as their URLs. Above it, the answer is 431":
    "tamaño máximo de la cabecera de una petición; los enlaces son tan largos como sus URL. Por encima, se responde 431",
  "missing or invalid Content-Length": "Content-Length falta o no es válido",
  "name of the gateway in Via. Default: a random name":
    "nombre de la pasarela en Via. Por defecto: un nombre al azar",
  "names of schemes of the client": "nombres de esquemas del cliente",
  'names such as "gateway.example", "[::1]:8080" or "*"':
    'nombres como "gateway.example", "[::1]:8080" o "*"',
  "no request is waiting for this call": "ninguna petición espera esta llamada",
  "not valid": "no válido",
  "number of clients, and of hosts, that the rate limiters track":
    "número de clientes y de host que siguen los límites de frecuencia",
  "one or more keys with different ids": "una o más claves con id distintos",
  open: "abrir",
  "open a {0} connection to a port that the server chooses":
    "abrir una conexión {0} a un puerto que elige el servidor",
  "open it with a program on your own computer": "ábralo con un programa en su propio equipo",
  "open it without the gateway": "ábralo sin la pasarela",
  'other users can read the key file: run "chmod 600" on it':
    'otros usuarios pueden leer el archivo de claves: ejecute "chmod 600" con él',
  "page not found": "página no encontrada",
  "port of the listener. Default: no listener": "puerto de la escucha. Por defecto: ninguna",
  "ports that are not the default of their scheme, for example gopher:7070 or ftp:*":
    "puertos que no son los predeterminados de su esquema, por ejemplo gopher:7070 o ftp:*",
  "proxies whose X-Forwarded-For is trusted": "proxies en cuyo X-Forwarded-For se confía",
  "public URL of the gateway": "URL público de la pasarela",
  "rate limit per client": "límite de frecuencia por cliente",
  "rate limit per host": "límite de frecuencia por host",
  'remove everything between "//" and the host, including the "@"':
    'quite todo entre "//" y el host, también la "@"',
  "request /_/health or /_/metrics": "pida /_/health o /_/metrics",
  "requests of a client at once": "peticiones de un cliente a la vez",
  "requests per second on average; Infinity turns the limit off":
    "peticiones por segundo de media; Infinity quita el límite",
  "returns the time in milliseconds since the epoch, for tests":
    "devuelve la hora en milisegundos desde 1970, para las pruebas",
  "schemes to open although they have no port, so that they can only read local data, or declare that a gateway must not open them":
    "esquemas que se abren aunque no tienen puerto, así que solo pueden leer datos locales, o declaran que una pasarela no debe abrirlos",
  "search results": "resultados de la búsqueda",
  "send this message": "enviar este mensaje",
  "show HTML documents sandboxed (no scripts, no origin), or as text":
    "mostrar los documentos HTML aislados (sin scripts, sin origen), o como texto",
  "sign links, and open only signed links": "firmar los enlaces, y abrir solo enlaces firmados",
  "start from a page of the gateway": "empiece desde una página de la pasarela",
  "the URL contains a user name or password, and this gateway does not log in":
    "el URL contiene un nombre de usuario o una contraseña, y esta pasarela no inicia sesión",
  "the cache for listings and small documents; false for none. Default: in memory":
    "la caché de listas y documentos pequeños; false para ninguna. Por defecto: en memoria",
  "the document exceeds the limit of {0} bytes": "el documento supera el límite de {0} bytes",
  "the document is not in the state that the request requires":
    "el documento no está en el estado que exige la petición",
  "the examples on the home page. Default: one of each scheme":
    "los ejemplos de la página de inicio. Por defecto: uno de cada esquema",
  "the exchange cannot be planned": "el diálogo no se puede planear",
  "the form exceeds the limit of {0} bytes": "el formulario supera el límite de {0} bytes",
  "the form is too large": "el formulario es demasiado grande",
  "the gateway does not link to {0} URLs": "la pasarela no enlaza URL {0}",
  "the gateway does not serve this host name": "la pasarela no sirve este nombre de host",
  "the gateway is busy; try again later": "la pasarela está ocupada; inténtelo más tarde",
  "the gateway is read-only": "la pasarela es de solo lectura",
  "the key file exceeds the limit of {0} bytes": "el archivo de claves supera el límite de {0} bytes",
  "the key file has no keys": "el archivo de claves no tiene claves",
  "the maximum size of the pictures of a message that a page embeds; further ones are left out":
    "el tamaño máximo de las imágenes de un mensaje que incluye una página; las demás se omiten",
  "the options of the cache, or false": "las opciones de la caché, o false",
  "the page timed out after {0} ms": "la página superó el tiempo máximo de {0} ms",
  "the range is outside of the document": "el rango está fuera del documento",
  "the request loops: it already passed this gateway, or it passed too many gateways":
    "la petición da vueltas: ya pasó por esta pasarela, o pasó por demasiadas",
  "the response was sent": "la respuesta se envió",
  "the search text exceeds the limit of {0} characters":
    "el texto de búsqueda supera el límite de {0} caracteres",
  "the server has no form for this item": "el servidor no tiene formulario para este elemento",
  "the store did not answer in time": "el almacén no respondió a tiempo",
  "this URL cannot be searched": "en este URL no se puede buscar",
  "this URL has no form": "este URL no tiene formulario",
  "this form was sent from a page of another origin":
    "este formulario se envió desde una página de otro origen",
  "this gateway does not open {0} URLs": "esta pasarela no abre los URL {0}",
  "this is the address of the gateway itself": "esta es la dirección de la propia pasarela",
  "this link has expired": "este enlace ha caducado",
  "time for in-flight requests on shutdown": "tiempo para las peticiones en curso al apagar",
  "timeout of a client that reads no bytes of its response":
    "tiempo máximo de un cliente que no lee bytes de su respuesta",
  "timeout of a connection without a request": "tiempo máximo de una conexión sin petición",
  "timeout of a request head, from the first byte or the last response on; then the answer is 408":
    "tiempo máximo de la cabecera de una petición, desde el primer byte o la última respuesta; después se responde 408",
  "too many concurrent requests from this client": "demasiadas peticiones simultáneas de este cliente",
  "too many concurrent requests from this client to one server":
    "demasiadas peticiones simultáneas de este cliente a un servidor",
  "too many concurrent requests to this server": "demasiadas peticiones simultáneas a este servidor",
  "too many requests from this client in a short time":
    "demasiadas peticiones de este cliente en poco tiempo",
  "too many requests to this server in a short time": "demasiadas peticiones a este servidor en poco tiempo",
  "use a link instead": "use un enlace",
  "use a program on your own computer: this gateway does not log in":
    "use un programa en su propio equipo: esta pasarela no inicia sesión",
  "use a program on your own computer: this gateway does not send passwords":
    "use un programa en su propio equipo: esta pasarela no envía contraseñas",
  "use a program on your own computer: this gateway limits the size":
    "use un programa en su propio equipo: esta pasarela limita el tamaño",
  "use a public address: this gateway does not connect to others":
    "use una dirección pública: esta pasarela no se conecta a otras",
  "use a registered port of the scheme: this gateway does not connect to others":
    "use un puerto registrado del esquema: esta pasarela no se conecta a otros",
  'values of Host that are served; "*" for all. Default: the loopback names and the host of publicUrl':
    'valores de Host que se sirven; "*" para todos. Por defecto: los nombres de loopback y el host de publicUrl',
  'what a link on a page of another site opens: the resource, or the home page, which shows the URL and opens it when the visitor confirms. Default: "home" if the client reaches a private network, because pages of other sites could make their visitors\' browsers send requests into it; otherwise "open"':
    'qué abre un enlace de una página de otro sitio: el recurso, o la página de inicio, que muestra el URL y lo abre cuando el visitante lo confirma. Por defecto: "home" si el cliente llega a una red privada, porque las páginas de otros sitios podrían hacer que los navegadores de sus visitantes enviaran peticiones a ella; si no, "open"',
  "who can read /_/health and /_/metrics: clients with a loopback address that use a loopback name, all, or none":
    "quién puede leer /_/health y /_/metrics: los clientes con dirección de loopback que usan un nombre de loopback, todos o ninguno",
  "{0} URL, {1} part.": "URL {0}, {1} parte.",
  "{0} URL, {1} parts.": "URL {0}, {1} partes.",
  "{0} URLs are not supported here": "los URL {0} no se admiten aquí",
};
