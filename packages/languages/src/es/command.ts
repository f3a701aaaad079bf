import type { Catalogue } from "../translate.ts";

/** Texts of the command line. */
export const COMMAND: Catalogue = {
  " (in programs and config files only)": " (solo en programas y archivos de configuración)",
  '"-" cannot be one of several sources': '"-" no puede ser uno de varios orígenes',
  " (separate the items by commas, or repeat the option)":
    " (separe los elementos con comas, o repita la opción)",
  '"{0}" in {1} failed: status {2}': 'falló "{0}" en {1}: estado {2}',
  '"{0}" in {1} failed: {2}': 'falló "{0}" en {1}: {2}',
  '"{0}" looks like an option': '"{0}" parece una opción',
  "(hidden from the other recipients)": "(oculto para los demás destinatarios)",
  "(no URL: {0})": "(sin URL: {0})",
  ", or with a unit: 500ms, 30s": ", o con una unidad: 500ms, 30s",
  ", or with a unit: 64KiB": ", o con una unidad: 64KiB",
  "--integrity: unsupported hash": "--integrity: función hash no admitida",
  "--option {0} is ambiguous: it can be for {1}": "--option {0} es ambigua: puede ser de {1}",
  '--option: unknown scheme "{0}"': '--option: esquema desconocido "{0}"',
  "--program does not apply to {0} URLs": "--program no se aplica a los URL {0}",
  '--recursive does not support "-"': '--recursive no admite "-"',
  '--recursive does not support a pattern with "*"': '--recursive no admite un patrón con "*"',
  "--recursive does not support several sources": "--recursive no admite varios orígenes",
  "--recursive needs an output directory": "--recursive necesita un directorio de salida",
  "--resume and --integrity need an output file": "--resume y --integrity necesitan un archivo de salida",
  "--resume, --integrity, and --range do not support --recursive":
    "--resume, --integrity y --range no admiten --recursive",
  "--resume, --integrity, and --range do not support several files":
    "--resume, --integrity y --range no admiten varios archivos",
  "--segments and --resume need a source on a server and a local file as the target":
    "--segments y --resume necesitan un origen en un servidor y un archivo local como destino",
  "--segments does not support a pattern": "--segments no admite un patrón",
  "--segments needs an output file": "--segments necesita un archivo de salida",
  "--write-out does not support a pattern": "--write-out no admite un patrón",
  '--segments, --resume, and --no-resume do not support --recursive and "-"':
    '--segments, --resume y --no-resume no admiten --recursive ni "-"',
  "-J does not support -X, -d, -I, and -i": "-J no admite -X, -d, -I ni -i",
  "-J needs a directory for the file": "-J necesita un directorio para el archivo",
  "-X, -d, -I, and -i do not support --resume, --integrity, --range, and --recursive":
    "-X, -d, -I y -i no admiten --resume, --integrity, --range ni --recursive",
  "-{0} does not apply to {1} URLs": "-{0} no se aplica a los URL {1}",
  "1 hidden entry; -a shows it": "1 entrada oculta; -a la muestra",
  "; default: {0}": "; por defecto: {0}",
  "<command> [options] <url>": "<orden> [opciones] <url>",
  "ANYURL_PASSWORD is set, for the user and host in the URL":
    "ANYURL_PASSWORD está definida, para el usuario y el host del URL",
  "Add this plugin? It runs with your rights.":
    "¿Añadir este complemento? Se ejecuta con los permisos de usted.",
  "Already in normal form.": "Ya está en forma normal.",
  "An empty line returns to the session.": "Una línea vacía vuelve a la sesión.",
  "An empty line returns to the session. Press {0} twice to send it.":
    "Una línea vacía vuelve a la sesión. Pulse {0} dos veces para enviarla.",
  'Append a file (or "-" for standard input) to a URL.':
    'Añade un archivo (o "-", la entrada estándar) a un URL.',
  "Build a URL from its fields.": "Construye un URL a partir de sus campos.",
  'print this format, or the one in "@FILE", after each transfer, with the variables of curl':
    'imprimir este formato, o el de "@FILE", después de cada transferencia, con las variables de curl',
  "cannot use --segments together with --no-resume": "no se puede usar --segments junto con --no-resume",
  "cannot use --segments together with --recursive or --range":
    "no se puede usar --segments junto con --recursive o --range",
  "Change components of URLs, or print them in a format.":
    "Cambia componentes de URL, o los muestra con un formato.",
  "Character mode: every key is sent immediately; the server echoes.":
    "Modo de caracteres: cada tecla se envía enseguida; el servidor hace el eco.",
  "Check a URL against RFC 3986 and RFC 1738.": "Comprueba un URL según RFC 3986 y RFC 1738.",
  "Check this machine and suggest fixes.": "Comprueba este equipo y propone arreglos.",
  "Closed.": "Cerrada.",
  "Common options": "Opciones comunes",
  "Common options:": "Opciones comunes:",
  "Compare two URLs and explain the result.": "Compara dos URL y explica el resultado.",
  "Concatenate resources to standard output.": "Concatena recursos en la salida estándar.",
  "Connected to {0}.": "Conectado con {0}.",
  'Copy between URLs, local files, and pipes ("-").': 'Copia entre URL, archivos locales y tuberías ("-").',
  "Create directories.": "Crea directorios.",
  "Download a file, or list a directory or menu.": "Descarga un archivo, o lista un directorio o menú.",
  "Draw a URL, and explain each part with its rule.": "Dibuja un URL y explica cada parte con su regla.",
  "Environment:": "Entorno:",
  "Examples:": "Ejemplos:",
  "Exit status:": "Estado de salida:",
  "Expected ADDRESS:PORT, for example 127.0.0.1:9090.":
    "Se esperaba DIRECCIÓN:PUERTO, por ejemplo 127.0.0.1:9090.",
  "Expected COMPONENT=VALUE with {0}.": "Se esperaba COMPONENTE=VALOR con {0}.",
  'Expected COMPONENT=VALUES, for example "port=80 81".':
    'Se esperaba COMPONENTE=VALORES, por ejemplo "port=80 81".',
  "Expected NAME=VALUE or SCHEME.NAME=VALUE, for example tls=required.":
    "Se esperaba NOMBRE=VALOR o ESQUEMA.NOMBRE=VALOR, por ejemplo tls=required.",
  "Expected USER or USER:PASSWORD.": "Se esperaba USUARIO o USUARIO:CONTRASEÑA.",
  "Expected a byte range, for example 0-499 or 500-.":
    "Se esperaba un intervalo de bytes, por ejemplo 0-499 o 500-.",
  "Expected a date, for example 2026-01-31 or 2026-01-31T12:00:00Z.":
    "Se esperaba una fecha, por ejemplo 2026-01-31 o 2026-01-31T12:00:00Z.",
  "Expected a number of seconds, for example 10 or 0.5.":
    "Se esperaba un número de segundos, por ejemplo 10 o 0.5.",
  "Expected a number of seconds, or a duration such as 500ms.":
    "Se esperaba un número de segundos, o una duración como 500ms.",
  "Expected a whole number from 0 to 999.": "Se esperaba un número entero de 0 a 999.",
  "Expected a whole number from 1 to 999.": "Se esperaba un número entero de 1 a 999.",
  "Expected a whole number from 1 to {0}.": "Se esperaba un número entero de 1 a {0}.",
  "Expected bytes per second, for example 200000, 200k, or 1.5MiB.":
    "Se esperaban bytes por segundo, por ejemplo 200000, 200k o 1.5MiB.",
  "Expected one line, for example Accept: text/html.":
    "Se esperaba una línea, por ejemplo Accept: text/html.",
  "Expected path=SEGMENT or query=NAME=VALUE.": "Se esperaba path=SEGMENTO o query=NOMBRE=VALOR.",
  "Expected query=NAME or one of {0}.": "Se esperaba query=NOMBRE, o uno de estos: {0}.",
  "Extract URLs from a file or from standard input.":
    "Extrae los URL de un archivo o de la entrada estándar.",
  "FIELD=VALUE, FIELD[]=VALUE for a list item, or FIELD:=JSON":
    "CAMPO=VALOR, CAMPO[]=VALOR para un elemento de lista, o CAMPO:=JSON",
  "FORCE_COLOR is {0}": "FORCE_COLOR es {0}",
  "HTTP_PROXY is ignored: in a CGI program it is a request header":
    "HTTP_PROXY no se usa: en un programa CGI es una cabecera de la petición",
  "cannot use --write-out together with --json": "no se puede usar --write-out junto con --json",
  "cannot use --write-out together with --recursive": "no se puede usar --write-out junto con --recursive",
  "copy a large file to a local file in N ranges at the same time, if the server can":
    "copiar un archivo grande a un archivo local en N rangos a la vez, si el servidor puede",
  "copy the rest with anyurl sync, which copies only what is missing":
    "copie el resto con anyurl sync, que copia solo lo que falta",
  "import the file in anyurl.config.ts, and add its scheme to plugins":
    "importe el archivo en anyurl.config.ts y añada su esquema a plugins",
  "in fewer segments: {0}": "con menos segmentos: {0}",
  "IPv4 only: hosts with only IPv6 addresses cannot be reached":
    "solo IPv4: no se alcanzan los host que solo tienen direcciones IPv6",
  "JSON file with the access policy (the fields of PolicyOptions)":
    "archivo JSON con la política de acceso (los campos de PolicyOptions)",
  "Line mode: lines are edited and echoed locally.":
    "Modo de líneas: las líneas se editan y se muestran localmente.",
  "List the entries of a directory or menu.": "Lista las entradas de un directorio o menú.",
  "List the supported schemes and their operations.": "Lista los esquemas admitidos y sus operaciones.",
  "List, add, or remove plugins with more schemes.": "Lista, añade o quita complementos con más esquemas.",
  "List, add, or remove plugins. A plugin is an npm package with schemes; its keyword is anyurl-scheme. It is installed beside the config file, and listed in anyurl.plugins.json there.":
    "Lista, añade o quita complementos. Un complemento es un paquete npm con esquemas; su palabra clave es anyurl-scheme. Se instala junto al archivo de configuración y se anota allí en anyurl.plugins.json.",
  "Message to send through {0}:": "Mensaje que se enviará por {0}:",
  "Message:": "Mensaje:",
  "NODE_EXTRA_CA_CERTS: {0} does not exist": "NODE_EXTRA_CA_CERTS: {0} no existe",
  "NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect: anyurl verifies certificates":
    "NODE_TLS_REJECT_UNAUTHORIZED=0 no tiene efecto: anyurl verifica los certificados",
  "NO_COLOR is set": "NO_COLOR está definida",
  "Network options": "Opciones de red",
  "Node {0} cannot read TypeScript: version 22.18 or newer is required":
    "Node {0} no puede leer TypeScript: hace falta la versión 22.18 o posterior",
  'invalid --write-out: missing "}" after "{0}"': '--write-out no válido: falta "}" después de "{0}"',
  'invalid --write-out: unknown variable "{0}"': '--write-out no válido: variable desconocida "{0}"',
  "not in segments: {0}": "sin segmentos: {0}",
  "Not used from the URL: {0}": "Partes del URL que no se usan: {0}",
  "Nothing is sent.": "No se envía nada.",
  Number: "Número",
  "Open an interactive session, for example with telnet:, or run a program with a URL such as tel:. At a terminal, the server can control the screen; --safe prevents it.":
    "Abre una sesión interactiva, por ejemplo con telnet:, o ejecuta un programa con un URL como tel:. En un terminal, el servidor puede controlar la pantalla; --safe lo impide.",
  "Open an interactive session, for example with telnet:.":
    "Abre una sesión interactiva, por ejemplo con telnet:.",
  "Options (--option NAME=VALUE, or in a config file):":
    "Opciones (--option NOMBRE=VALOR, o en un archivo de configuración):",
  "Parse, explain, and open URLs of any scheme.": "Analiza, explica y abre URL de cualquier esquema.",
  "Parts:": "Partes:",
  "Print a shell completion script.": "Muestra un script para completar órdenes.",
  "Print the normal form of a URL.": "Muestra la forma normal de un URL.",
  "Print the shortest reference from a base URL to another.":
    "Muestra la referencia más corta de un URL base a otro.",
  "Profiles:": "Perfiles:",
  "Program to run:": "Programa que se ejecutará:",
  "Remove files or empty directories.": "Borra archivos o directorios vacíos.",
  "Remove the directory and {0} entries in it?": "¿Eliminar el directorio y sus {0} entradas?",
  "Remove the directory?": "¿Eliminar el directorio?",
  "Rename or move a resource on the same server.": "Renombra o mueve un recurso en el mismo servidor.",
  "Request options": "Opciones de petición",
  "Resolve a reference against a base URL.": "Resuelve una referencia respecto a un URL base.",
  "Rules:": "Reglas:",
  "Run a web gateway for all schemes.": "Ejecuta una pasarela web para todos los esquemas.",
  "Run this program?": "¿Ejecutar este programa?",
  "Search a server and list the results.": "Busca en un servidor y lista los resultados.",
  "Send a mailto: message, or print it without --smtp.": "Envía un mensaje mailto:, o lo muestra sin --smtp.",
  "Send this message?": "¿Enviar este mensaje?",
  "Server options: {0}. Client options: {1}.": "Opciones del servidor: {0}. Opciones del cliente: {1}.",
  "Show help for a command or a scheme.": "Muestra la ayuda de una orden o de un esquema.",
  "Show the components of a URL and its scheme-specific parts.":
    "Muestra los componentes de un URL y las partes de su esquema.",
  "Show type, size, and date without downloading.": "Muestra tipo, tamaño y fecha sin descargar.",
  "Show what opening a URL would send, without sending it.":
    "Muestra lo que enviaría abrir un URL, sin enviarlo.",
  "TERM is dumb": "TERM es dumb",
  "read the same facts from the JSON": "lea los mismos datos en el JSON",
  "this download cannot be resumed: the file is a symbolic link":
    "esta descarga no se podrá reanudar: el archivo es un enlace simbólico",
  "TLS certificates are not verified: an attacker on the network path can read and change everything, including passwords":
    "los certificados TLS no se verifican: un atacante en la red puede leerlo y cambiarlo todo, también las contraseñas",
  "TLS mode (default: implicit on port 465, otherwise required)":
    "modo de TLS (por defecto: implicit en el puerto 465; si no, required)",
  "The URL also suggests a password (not shown).": "El URL también sugiere una contraseña (no se muestra).",
  "The URL suggests this user name: {0}": "El URL sugiere este nombre de usuario: {0}",
  "The escape key is {0}.": "La tecla de escape es {0}.",
  "The escape key is {0}: it opens a command prompt.": "La tecla de escape es {0}: abre la línea de órdenes.",
  "The scheme {0} is not supported, so this is the generic syntax: {1}.":
    "El esquema {0} no se admite, así que esta es la sintaxis genérica: {1}.",
  "The server closed the connection.": "El servidor cerró la conexión.",
  "This session does not support commands.": "Esta sesión no admite órdenes.",
  'URLs, or "-" for lines of standard input': 'URL, o "-" para las líneas de la entrada estándar',
  'Unknown command. Type "help" for a list.': 'Orden desconocida. Escriba "help" para ver la lista.',
  'Unknown field "{{0}}". Expected {url}, a component such as {host} or {:path}, or {query:NAME}.':
    "Campo desconocido \"'{'{0}'}'\". Se esperaba '{url}', un componente como '{host}' o '{:path}', o '{query:NOMBRE}'.",
  'Upload a file (or "-" for standard input) to a URL.':
    'Sube un archivo (o "-", la entrada estándar) a un URL.',
  "Usage: send WHAT, where WHAT is one of: escape, {0}.":
    "Uso: send QUÉ, donde QUÉ es uno de estos: escape, {0}.",
  "a command or a scheme": "una orden o un esquema",
  'a date such as "2026-01-31" or "2026-01-31T12:00:00Z"':
    'una fecha como "2026-01-31" o "2026-01-31T12:00:00Z"',
  "a list of schemes or package names": "una lista de esquemas o nombres de paquetes",
  "a list of: {0}": "una lista de: {0}",
  "a part of the path is not a directory": "una parte de la ruta no es un directorio",
  "a pattern can match several files; -o must name a directory":
    "un patrón puede coincidir con varios archivos; -o debe nombrar un directorio",
  "a public gateway needs --public-url or --name": "una pasarela pública necesita --public-url o --name",
  "abort output": "descartar la salida",
  "accept only valid URLs, and do not convert what people type":
    "aceptar solo URL válidos, sin convertir lo que la gente escribe",
  'add "/" to the end of the URL': 'añada "/" al final del URL',
  'add --no-glob if the "*" is a part of the name': 'añada --no-glob si el "*" forma parte del nombre',
  "add --program PROGRAM, or set ANYURL_PROGRAM; the program gets the URL as its argument":
    "añada --program PROGRAMA, o defina ANYURL_PROGRAM; el programa recibe el URL como argumento",
  "add --program PROGRAM, set ANYURL_PROGRAM, or set ANYURL_SMTP":
    "añada --program PROGRAMA, defina ANYURL_PROGRAM o defina ANYURL_SMTP",
  "add --public-url https://gateway.example or --name gateway.example":
    "añada --public-url https://gateway.example o --name gateway.example",
  "add --yes to remove it without a question": "añada --yes para eliminarlo sin preguntar",
  "add -O, or -o DIRECTORY with a slash at its end": "añada -O, o -o DIRECTORIO con una barra al final",
  "add -o DIRECTORY": "añada -o DIRECTORIO",
  "add -o DIRECTORY with a slash at its end, or -O for the working directory":
    "añada -o DIRECTORY con una barra al final, o -O para el directorio de trabajo",
  "add -o DIRECTORY, or -O for the working directory; use %2A if the * is a part of the name":
    "añada -o DIRECTORIO, o -O para el directorio de trabajo; use %2A si el * forma parte del nombre",
  "add -o FILE": "añada -o ARCHIVO",
  "add ./ before a file name": "añada ./ antes de un nombre de archivo",
  "add a URL, or --input-file FILE": "añada un URL, o --input-file FILE",
  "add a command before the URL, for example: anyurl explain <url>":
    "añada una orden antes del URL, por ejemplo: anyurl explain <url>",
  "add a file name to the target": "añada un nombre de archivo al destino",
  "add the scheme, for example {0}.{1}=…": "añada el esquema, por ejemplo {0}.{1}=…",
  "add without asking; required without a terminal": "añadir sin preguntar; necesario sin un terminal",
  "add: export default { plugins: […] }": "añada: export default '{' plugins: […] '}'",
  "added {0} to {1}": "{0} añadido a {1}",
  "additional host name of the gateway (repeatable)": "otro nombre de host de la pasarela (repetible)",
  "also find these schemes, separated by commas": "encontrar también estos esquemas, separados por comas",
  "also find www.h.example, ftp.h.example, and joe@h.example":
    "encontrar también www.h.example, ftp.h.example y joe@h.example",
  'also get the URLs in FILE, one per line ("-" for standard input)':
    'descargar también los URL de FILE, uno por línea ("-" para la entrada estándar)',
  "also look up and open a URL (default: https://example.com/)":
    "también buscar y abrir un URL (por defecto: https://example.com/)",
  "an object": "un objeto",
  "an object as the options of {0}": "un objeto como opciones de {0}",
  "an object with the options of each scheme": "un objeto con las opciones de cada esquema",
  "another process downloads this file; this download cannot be resumed":
    "otro proceso descarga este archivo; esta descarga no se podrá reanudar",
  "any port": "cualquier puerto",
  "append path=SEGMENT or query=NAME=VALUE (can be repeated)":
    "añadir path=SEGMENTO o query=NOMBRE=VALOR (repetible)",
  "append to {0} ({1})": "añadir a {0} ({1})",
  "are you there?": "¿sigue ahí?",
  at: "en",
  "binary data": "datos binarios",
  "build {0}, and install its dependencies": "compile {0} e instale sus dependencias",
  "built in": "incorporado",
  "cache store: memory:, or redis://HOST:PORT/DB, which gateways can share":
    "almacén de la caché: memory:, o redis://HOST:PUERTO/BD, que pueden compartir varias pasarelas",
  "cannot ask for confirmation: not a terminal; nothing was run":
    "no se puede pedir confirmación: no hay terminal; no se ha ejecutado nada",
  "cannot ask for confirmation: not a terminal; nothing was sent":
    "no se puede pedir confirmación: no hay terminal; no se ha enviado nada",
  "cannot ask whether to add the plugin without a terminal":
    "sin un terminal no se puede preguntar si se añade el complemento",
  "cannot build a URL of {0} from these fields": "no se puede construir un URL {0} con estos campos",
  "cannot check whether the target exists": "no se puede comprobar si el destino existe",
  'cannot copy from "-" to "-"': 'no se puede copiar de "-" a "-"',
  "cannot find .netrc: no home directory": "no se encuentra .netrc: no hay directorio personal",
  "cannot inspect the value: reading it throws an error":
    "no se puede examinar el valor: leerlo provoca un error",
  "cannot open {0} URLs without a program": "no se pueden abrir URL {0} sin un programa",
  "cannot open {0} URLs: no mail program, and no way to send":
    "no se pueden abrir los URL de {0}: no hay programa de correo ni forma de enviar",
  "cannot open {0}: URLs: a plugin failed to load: {1}":
    "no se pueden abrir URL {0}: no se pudo cargar un complemento: {1}",
  "cannot read the {0} option {1} from text": "no se puede leer de un texto la opción {1} de {0}",
  "cannot remove {0}: {1}; nothing was removed": "no se puede eliminar {0}: {1}; no se eliminó nada",
  "cannot run {0}: {1}": "no se puede ejecutar {0}: {1}",
  "cannot show the normal form: other software would see a password in this URL":
    "no se puede mostrar la forma normal: otro software vería una contraseña en este URL",
  "cannot show the reference: other software would see a password in this URL":
    "no se puede mostrar la referencia: otro software vería una contraseña en este URL",
  "cannot show the result: other software would see a password in this URL":
    "no se puede mostrar el resultado: otro software vería una contraseña en este URL",
  "cannot show the target: other software would see a password in this URL":
    "no se puede mostrar el destino: otro software vería una contraseña en este URL",
  "cannot show {0} on a terminal": "no se puede mostrar en un terminal: {0}",
  "cannot use --html together with --json": "no se puede usar --html con --json",
  "cannot use --range together with --resume": "no se puede usar --range con --resume",
  "cannot use -O together with --recursive": "no se puede usar -O con --recursive",
  "cannot use -O together with -o": "no se puede usar -O con -o",
  cause: "causa",
  "check --program, or ANYURL_PROGRAM": "compruebe --program o ANYURL_PROGRAM",
  "check for a firewall, or set a proxy": "compruebe si hay un cortafuegos, o defina un proxy",
  "check ftp_proxy, all_proxy, and similar variables":
    "compruebe ftp_proxy, all_proxy y las variables similares",
  "check the name and the plugins": "compruebe el nombre y los complementos",
  "check the name servers and the network connection":
    "compruebe los servidores de nombres y la conexión de red",
  "check the network connection": "compruebe la conexión de red",
  "check the network connection, and whether a proxy is required (all_proxy)":
    "compruebe la conexión de red, y si hace falta un proxy (all_proxy)",
  "check whether the name server filters IPv6 addresses":
    "compruebe si el servidor de nombres filtra las direcciones IPv6",
  "choices: {0}": "valores: {0}",
  "compare the bytes of files with the same size, instead of times":
    "comparar los bytes de los archivos del mismo tamaño, en vez de las fechas",
  "comparison level": "nivel de la comparación",
  'config file, or a directory with a config file ("" for none)':
    'archivo de configuración, o un directorio que lo contiene ("" para ninguno)',
  "config file, or a directory with a config file, like --config":
    "archivo de configuración, o un directorio que lo contiene, como --config",
  "configure a name server, or use addresses": "configure un servidor de nombres, o use direcciones",
  "connect even if the URL's port belongs to another protocol":
    "conectarse aunque el puerto del URL sea de otro protocolo",
  "connect for {0}, to a port chosen by the server": "conectar {0}, a un puerto que elige el servidor",
  "connect to {0}": "conectarse a {0}",
  "connection timeout in seconds (default: 10)": "tiempo máximo de conexión en segundos (por defecto: 10)",
  copy: "copiar",
  "continuing after {0}": "se continúa después de {0}",
  "continuing after {0} of {1}": "se continúa después de {0} de {1}",
  "copy directories recursively": "copiar los directorios con su contenido",
  "correct it in the config": "corríjalo en la configuración",
  'correct it, or remove it and use "anyurl plugins add"': 'corríjala, o bórrela y use "anyurl plugins add"',
  "correct or unset the variable": "corrija la variable, o quítela",
  'correct the config, or use --config "" to ignore it':
    'corrija la configuración, o use --config "" para no usarla',
  "correct the file": "corrija el archivo",
  "correct what the package manager reports": "corrija lo que indica el gestor de paquetes",
  "cp -r, get -r, sync, ls -R: a part of the tree is missing in the result":
    "cp -r, get -r, sync, ls -R: falta una parte del árbol en el resultado",
  create: "crear",
  "create parent directories too; accept an existing directory":
    "crear también los directorios superiores; aceptar un directorio existente",
  "create the directory {0} ({1})": "crear el directorio {0} ({1})",
  "default: {0}": "por defecto: {0}",
  "did you mean": "quizá quiso decir",
  'run "anyurl help {0}"': 'ejecute "anyurl help {0}"',
  "disable color": "desactivar los colores",
  "disable color, as NO_COLOR does": "desactivar los colores, como NO_COLOR",
  "disk quota exceeded": "se ha superado la cuota de disco",
  'do not expand "*", lists in braces, and ranges such as [1-9] (%2A is always a literal star)':
    'no expandir "*", listas entre llaves ni intervalos como [1-9] (%2A es siempre un asterisco literal)',
  "do not expand lists in braces and ranges such as [1-9] in URLs":
    "no expandir listas entre llaves ni intervalos como [1-9] en los URL",
  "do not resume a partial download, and keep nothing of an interrupted one":
    "no reanudar una descarga parcial ni conservar nada de una interrumpida",
  "do not verify TLS certificates. An attacker on the network path can read and change everything, including passwords":
    "no verificar los certificados TLS. Un atacante en la red puede leerlo y cambiarlo todo, también las contraseñas",
  "does not load: {0}": "no se puede cargar: {0}",
  "download a directory tree into the directory given by -o":
    "descargar un árbol de directorios en el directorio de -o",
  "download only these bytes: 0-499, or 500- for the rest":
    "descargar solo estos bytes: 0-499, o 500- para el resto",
  "empty file name": "nombre de archivo vacío",
  "end URLs before the first character beyond ASCII":
    "terminar los URL antes del primer carácter fuera de ASCII",
  "end of file": "fin de archivo",
  "end of record": "fin de registro",
  "end the session": "terminar la sesión",
  'end with a line that has only "."': 'termine con una línea que tenga solo "."',
  equivalent: "equivalentes",
  "erase a character": "borrar un carácter",
  "erase the line": "borrar la línea",
  "exception from --exclude (repeatable)": "excepción de --exclude (repetible)",
  "expected a scheme or a package name": "se esperaba un esquema o el nombre de un paquete",
  failed: "fallidos",
  "failed for {0}": "falló con {0}",
  "file that --netrc reads (default: ~/.netrc)": "archivo que lee --netrc (por defecto: ~/.netrc)",
  files: "archivos",
  "finishing open requests": "terminando las peticiones abiertas",
  "for add: NAME, NAME@VERSION, or a .tgz file; for remove: NAME":
    "para add: NOMBRE, NOMBRE@VERSIÓN o un archivo .tgz; para remove: NOMBRE",
  "go ahead": "adelante",
  "grammar to use": "gramática que se usa",
  "header field to send (repeatable), for schemes that have header fields":
    "campo de cabecera que se envía (repetible), para esquemas que los tienen",
  "health and metrics: {0}_/": "estado y métricas: {0}_/",
  "hide warnings and progress": "ocultar los avisos y el progreso",
  hint: "sugerencia",
  "idle timeout in seconds (default: 30)": "tiempo máximo de inactividad en segundos (por defecto: 30)",
  "if a proxy intercepts TLS, add its certificate authority to NODE_EXTRA_CA_CERTS":
    "si un proxy intercepta TLS, añada su autoridad de certificación a NODE_EXTRA_CA_CERTS",
  in: "en",
  "increase --max-urls": "aumente --max-urls",
  "increase --max-urls, or use --no-glob to take them literally":
    "aumente --max-urls, o use --no-glob para tomarlos literalmente",
  "install Node {0} or newer": "instale Node {0} o posterior",
  "install ca-certificates, or set NODE_EXTRA_CA_CERTS":
    "instale ca-certificates, o defina NODE_EXTRA_CA_CERTS",
  "install scripts: {0} (not run)": "scripts de instalación: {0} (no ejecutados)",
  "integrity check failed: the hash is {0}-{1}; nothing was saved":
    "la comprobación de integridad falló: el hash es {0}-{1}; no se ha guardado nada",
  "internal error": "error interno",
  "internal error in anyurl or a plugin": "error interno de anyurl o de un complemento",
  "interrupt the process": "interrumpir el proceso",
  interrupted: "interrumpido",
  "interrupted (Ctrl-C); 143 after SIGTERM": "interrumpido (Ctrl-C); 143 tras SIGTERM",
  invalid: "no válido",
  'invalid --escape: expected "none", a character, or a control character such as ^]':
    '--escape no válido: se esperaba "none", un carácter o un carácter de control como ^]',
  "invalid --proxy: {0}": "--proxy no válido: {0}",
  'invalid JSON after ":="': 'JSON no válido después de ":="',
  "invalid URL": "URL no válido",
  'invalid URL "{0}": a URL cannot start with "-"': 'URL no válido "{0}": un URL no puede empezar por "-"',
  "invalid cite: expected strings": "cite no válido: se esperaban textos",
  "invalid command line": "línea de órdenes no válida",
  "invalid examples: expected objects with url and title":
    "examples no válido: se esperaban objetos con url y title",
  'invalid field "{0}": expected FIELD=VALUE': 'campo no válido "{0}": se esperaba CAMPO=VALOR',
  "invalid options: use defineOptions to create them": "options no válido: créelas con defineOptions",
  "invalid package {0}: expected the name of a package, with or without @VERSION, or a .tgz file":
    "paquete no válido {0}: se esperaba el nombre de un paquete, con o sin @VERSIÓN, o un archivo .tgz",
  "invalid proxy in the environment: {0}": "proxy no válido en el entorno: {0}",
  "invalid range {0}": "intervalo no válido {0}",
  'invalid scheme name "{0}"': 'nombre de esquema no válido "{0}"',
  "invalid {0}: expected a list": "{0} no válido: se esperaba una lista",
  "invalid {0}: expected an object": "{0} no válido: se esperaba un objeto",
  "it ended, or took longer than 10 s, without a report": "terminó, o tardó más de 10 s, sin dar un informe",
  "it is a directory": "es un directorio",
  "it is a directory; use --recursive to download it": "es un directorio; use --recursive para descargarlo",
  'key that opens the command prompt: a character, ^X for Ctrl-X, or "none"':
    'tecla que abre la línea de órdenes: un carácter, ^X para Ctrl-X, o "none"',
  "kept {0}": "se conservan {0}",
  "kept {0} of {1}": "se conservan {0} de {1}",
  "language of messages (default: that of LC_ALL, LC_MESSAGES, or LANG)":
    "idioma de los mensajes (por defecto: el de LC_ALL, LC_MESSAGES o LANG)",
  "language of messages: English, Spanish, or French": "idioma de los mensajes: inglés, español o francés",
  "leave out files that were last changed on or before this date, for example 2026-01-31":
    "omitir los archivos modificados por última vez en esta fecha o antes, por ejemplo 2026-01-31",
  "leave out what is deeper: 1 for no directories":
    "omitir lo que está a mayor profundidad: 1 para ningún directorio",
  "leave out what the pattern matches, by the rules of .gitignore (repeatable)":
    "omitir lo que coincide con el patrón, según las reglas de .gitignore (repetible)",
  left: "restantes",
  "level: {0}": "nivel: {0}",
  "let HTTP proxies open a tunnel (CONNECT) for every connection, not only for TLS":
    "deja que los proxies HTTP abran un túnel (CONNECT) para toda conexión, no solo para TLS",
  "list subdirectories recursively": "listar también los subdirectorios",
  "list {0} ({1})": "mostrar el contenido de {0} ({1})",
  "loading timed out after {0} s": "la carga superó el tiempo máximo de {0} s",
  "local error: cannot write a file, invalid config, or binary output to a terminal":
    "error local: no se puede escribir un archivo, configuración no válida o salida binaria a un terminal",
  "log in as this user; other users can see a password here: without one, you are asked":
    "iniciar sesión con este usuario; otros usuarios pueden ver aquí una contraseña: sin ella, se le pregunta",
  "log the protocol exchange to standard error, without passwords":
    "registrar el diálogo del protocolo en la salida de errores, sin contraseñas",
  "login required, login failed, or permission denied":
    "se necesita iniciar sesión, el inicio de sesión falló o permiso denegado",
  "make names links to their URLs (default: auto, on a terminal)":
    "convertir los nombres en enlaces a sus URL (por defecto: auto, en un terminal)",
  "maximum bytes per second of all connections together: 200000, 200k, or 1.5MiB":
    "máximo de bytes por segundo de todas las conexiones: 200000, 200k o 1.5MiB",
  "maximum number of URLs that lists and ranges can stand for (default: 100000)":
    "número máximo de URL que pueden representar las listas y los intervalos (por defecto: 100000)",
  "media type": "tipo de medio",
  "method of the request, for example PUT": "método de la petición, por ejemplo PUT",
  "missing default export": "falta la exportación por defecto",
  "missing package: what should plugins {0}?": "falta el paquete: ¿con cuál debe trabajar plugins {0}?",
  "missing sender address": "falta la dirección del remitente",
  "name of a local text file, whose content is sent":
    "nombre de un archivo de texto local, cuyo contenido se envía",
  "name servers: {0}": "servidores de nombres: {0}",
  network: "red",
  "network error: no connection, no TLS, or timeout": "error de red: sin conexión, sin TLS o tiempo agotado",
  "news servers for URLs without a server, separated by commas":
    "servidores de noticias para los URL sin servidor, separados por comas",
  "no color: {0}": "sin colores: {0}",
  "no default port": "sin puerto por defecto",
  "no entry matches {0}": "ninguna entrada coincide con {0}",
  "no name server is configured": "no hay ningún servidor de nombres configurado",
  "no operation": "sin operación",
  "no options": "ninguna",
  "no space left on the device": "no queda espacio en el dispositivo",
  "no such directory": "no existe ese directorio",
  "no trusted certificate authorities": "no hay autoridades de certificación de confianza",
  none: "ninguna",
  "none (anyurl looks in {0} for {1})": "ninguno (anyurl busca en {0} {1})",
  "none declared": "ninguno declarado",
  "none in the environment": "ninguno en el entorno",
  "normal form": "forma normal",
  "not a scheme: missing {0}": "no es un esquema: falta {0}",
  "not a scheme: use defineScheme to create one": "no es un esquema: use defineScheme para crear uno",
  "not equivalent": "no equivalentes",
  "not found, already exists, or a directory instead of a file":
    "no encontrado, ya existe, o es un directorio en lugar de un archivo",
  "not opened": "no se abre",
  "not permitted": "no permitido",
  "not valid by the grammar of RFC 1738": "no válido según la gramática de RFC 1738",
  "nothing was sent": "no se ha enviado nada",
  "number of parallel transfers": "número de transferencias en paralelo",
  of: "de",
  "one value, not several": "un valor, no varios",
  "only loopback addresses: only servers on this machine can be reached":
    "solo direcciones de loopback: solo se alcanzan servidores de este equipo",
  "open does not support --json": "open no admite --json",
  'open only links that are signed with a key of this file; its lines are "ID HEX"':
    'abrir solo enlaces firmados con una clave de este archivo; sus líneas son "ID HEX"',
  "open {0} ({1})": "abrir {0} ({1})",
  "operation to plan, for example get or list (default: depends on the URL)":
    "operación que se planea, por ejemplo get o list (por defecto: depende del URL)",
  or: "o",
  "or a URI template (RFC 6570)": "o una plantilla de URI (RFC 6570)",
  "order of the entries (default: name for directories on a terminal, else none)":
    "orden de las entradas (por defecto: name para directorios en un terminal, si no none)",
  "other ports below 1024, and ports of other protocols, need --any-port":
    "otros puertos por debajo de 1024, y los de otros protocolos, necesitan --any-port",
  "other users can see a password on the command line":
    "otros usuarios pueden ver una contraseña en la línea de órdenes",
  "other users can see a password on the command line, and the shell saves it in its history":
    "otros usuarios pueden ver una contraseña en la línea de órdenes, y el intérprete la guarda en su historial",
  "other usual ports: {0}": "otros puertos habituales: {0}",
  "overwrite without asking": "sobrescribir sin preguntar",
  "password for the user in the URL": "contraseña del usuario del URL",
  "password of {0} for the proxy {1}": "contraseña de {0} para el proxy {1}",
  "permission denied": "permiso denegado",
  "plugins are installed beside a config file, and --config is empty":
    "los complementos se instalan junto a un archivo de configuración, y --config está vacío",
  "plugins list takes no package": "plugins list no admite ningún paquete",
  "port to listen on; 0 for any free port": "puerto en el que se escucha; 0 para cualquiera libre",
  "port {0}": "puerto {0}",
  "ports of other protocols need --any-port": "los puertos de otros protocolos necesitan --any-port",
  "press the key of this name": "pulsar la tecla con este nombre",
  "print an HTML fragment": "mostrar un fragmento HTML",
  "print line and column before each URL": "mostrar línea y columna antes de cada URL",
  "print one JSON value per line as results arrive":
    "mostrar un valor JSON por línea según llegan los resultados",
  "print the version": "mostrar la versión",
  "print this help": "mostrar esta ayuda",
  "print this text": "mostrar este texto",
  "print this text, for example '{host}', '{:path}' (as written), or '{query:NAME}'":
    "mostrar este texto, por ejemplo '''{'host'}''', '''{':path'}''' (como está escrito) o '''{'query:NOMBRE'}'''",
  "print what would be done, and change nothing": "mostrar lo que se haría, sin cambiar nada",
  "program that gets a tel:, sms:, geo:, or mailto: URL as its argument (default: $ANYURL_PROGRAM)":
    "programa que recibe como argumento un URL tel:, sms:, geo: o mailto: (por defecto: $ANYURL_PROGRAM)",
  programs: "programas",
  "proxies, and hosts that bypass them": "proxies, y hosts que no los usan",
  "public URL: {0}": "URL público: {0}",
  "put credentials into a netrc file, and use --netrc":
    "ponga las credenciales en un archivo netrc, y use --netrc",
  "put options before --": "ponga las opciones antes de --",
  "read credentials from $NETRC or ~/.netrc": "leer las credenciales de $NETRC o ~/.netrc",
  "read credentials from this file (only you may be able to read it)":
    "leer las credenciales de este archivo (solo usted debe poder leerlo)",
  "read the gateway of {0} as {1} ({2})": "la pasarela de {0} se lee como {1} ({2})",
  "read the metadata of {0} ({1})": "leer los metadatos de {0} ({1})",
  "rejected before anything was sent: blocked by the policy, or unsupported":
    "rechazado antes de enviar nada: bloqueado por la política o no admitido",
  remove: "borrar",
  "remove --json": "quite --json",
  "remove --program": "quite --program",
  "remove -o, and redirect standard output to write to a device or a pipe":
    "quite -o y redirija la salida estándar para escribir en un dispositivo o una tubería",
  "remove a component, or all pairs query=NAME (can be repeated)":
    "quitar un componente, o todos los pares query=NOMBRE (repetible)",
  "remove directories and everything in them, after a question":
    "eliminar directorios y todo su contenido, tras una pregunta",
  "remove it from the URL, and set ANYURL_PASSWORD": "quítela del URL y defina ANYURL_PASSWORD",
  "remove it from the config, or report it to its author":
    "quítelo de la configuración, o comuníquelo a su autor",
  "remove it: {0} has no options": "quítela: {0} no tiene opciones",
  "remove the assignment of the password": "quite la asignación de la contraseña",
  "remove the file, or add --no-resume": "elimine el archivo o añada --no-resume",
  "remove the password field": "quite el campo de la contraseña",
  "remove what only the target has": "borrar lo que solo tiene el destino",
  "remove {0} ({1})": "borrar {0} ({1})",
  removed: "borrados",
  "removed {0} from {1}": "{0} quitado de {1}",
  repeatable: "repetible",
  "replaces the scheme of anyurl": "reemplaza el esquema de anyurl",
  "reply timeout in seconds (default: 30)": "tiempo máximo de respuesta en segundos (por defecto: 30)",
  "report it to its author": "informe a su autor",
  "report what was done on standard error": "informar en la salida de errores de lo que se hizo",
  "request and show only the header": "pedir y mostrar solo la cabecera",
  "request binary mode in both directions": "pedir modo binario en ambos sentidos",
  "resume a partial download even if the server does not tell the version of the file":
    "reanudar una descarga parcial aunque el servidor no indique la versión del archivo",
  "retry temporary failures up to N times; resume broken transfers":
    "repetir hasta N veces tras un fallo temporal; reanudar las transferencias cortadas",
  "reverse the order": "invertir el orden",
  "rfc1738: the grammar of RFC 1738 §5; for --profile of check, norm, same, build, resolve":
    "rfc1738: la gramática de RFC 1738 §5; para --profile de check, norm, same, build, resolve",
  "rfc3986 (the default): RFC 3986 and the rules above":
    "rfc3986 (por defecto): RFC 3986 y las reglas de arriba",
  'run "anyurl doctor" to see all plugins': 'ejecute "anyurl doctor" para ver todos los complementos',
  'run "anyurl help" or "anyurl schemes"': 'ejecute "anyurl help" o "anyurl schemes"',
  'run "anyurl plugins add {0}"': 'ejecute "anyurl plugins add {0}"',
  'run "anyurl plugins list" to see where each plugin is named':
    'ejecute "anyurl plugins list" para ver dónde se nombra cada complemento',
  'run "anyurl stat --transcript" with this URL': 'ejecute "anyurl stat --transcript" con este URL',
  'run "chmod 600 {0}"': 'ejecute "chmod 600 {0}"',
  'run "chmod go-w {0}"': 'ejecute "chmod go-w {0}"',
  'run "npm install --prefix {0} {1}"': 'ejecute "npm install --prefix {0} {1}"',
  "run anyurl schemes for a list": "ejecute anyurl schemes para ver la lista",
  "run the program without confirmation": "ejecutar el programa sin confirmación",
  "run the same command again to continue": "ejecute de nuevo la misma orden para continuar",
  "same: the URLs are not equivalent": "same: los URL no son equivalentes",
  "save under the file name in the URL": "guardar con el nombre de archivo del URL",
  'scheme names in lower case, and not "{0}"': 'nombres de esquema en minúsculas, y no "{0}"',
  "saved in {0}: --netrc reads it": "guardado en {0}: --netrc lo lee",
  "scheme option, for example tls=required, or ftp.tls=required with two schemes (repeat for a list)":
    "opción del esquema, por ejemplo tls=required, o ftp.tls=required con dos esquemas (repítala para una lista)",
  'send NAME=TEXT or "NAME@FILE" with the content percent-encoded':
    'enviar NOMBRE=TEXTO o "NOMBRE@ARCHIVO" con el contenido codificado con porcentajes',
  "send does not support {0} URLs": "send no admite los URL {0}",
  "send even if the server rejects some recipients":
    "enviar aunque el servidor rechace algunos destinatarios",
  'send this text, or "@FILE" unchanged': 'enviar este texto, o "@ARCHIVO" sin cambios',
  'send this text, or "@FILE" without its line ends, with POST (repeat to join with "&")':
    'enviar este texto, o "@ARCHIVO" sin sus finales de línea, con POST (repetir para unir con "&")',
  "send without confirmation": "enviar sin confirmación",
  "sent to {0}": "enviado a {0}",
  "serve /_/health and /_/metrics on this address (default: to loopback clients)":
    "servir /_/health y /_/metrics en esta dirección (por defecto: a los clientes locales)",
  server: "servidor",
  "server error: protocol violation, too much data, or incomplete transfer":
    "error del servidor: protocolo incumplido, demasiados datos o transferencia incompleta",
  "set LANG=C.UTF-8 if the terminal supports it": "defina LANG=C.UTF-8 si el terminal lo admite",
  'set a component to each value, for example "port=80 81" (can be repeated)':
    'fijar un componente a cada valor, por ejemplo "port=80 81" (repetible)',
  "set a component, for example host=h.example (:= for a value with escapes; can be repeated)":
    "fijar un componente, por ejemplo host=h.example (:= para un valor con escapes; repetible)",
  "set a limit by name, in bytes, milliseconds, or items, or with a unit: maxEntries=1000, maxBytes=1GiB":
    "fijar un límite por su nombre, en bytes, milisegundos o elementos, o con unidad: maxEntries=1000, maxBytes=1GiB",
  "set http_proxy": "defina http_proxy",
  "set it in a program or in a config file": "fíjela en un programa o en un archivo de configuración",
  "set the proxy in the environment, for example in all_proxy":
    "indique el proxy en el entorno, por ejemplo en all_proxy",
  "several URLs need a directory for their files": "varios URL necesitan un directorio para sus archivos",
  "shell name, or words: print what completes the last of the words":
    "nombre del intérprete de órdenes, o words: muestra lo que completa la última de las palabras",
  "show escape sequences of the server as text (default: the terminal runs them)":
    "mostrar como texto las secuencias de escape del servidor (por defecto, el terminal las ejecuta)",
  "show exact sizes, dates in UTC, and URLs, as in a pipe":
    "mostrar tamaños exactos, fechas en UTC y URL, como en una tubería",
  'show names that begin with ".", as in a pipe': 'mostrar nombres que empiezan por ".", como en una tubería',
  "show sizes with units, also with -l and in a pipe":
    "mostrar tamaños con unidades, también con -l y en una tubería",
  "show the connection and its options": "mostrar la conexión y sus opciones",
  "also show the header of the response": "mostrar también la cabecera de la respuesta",
  skipped: "omitidos",
  "skipped {0} directories": "{0} directorios omitidos",
  "skipped {0} directory": "{0} directorio omitido",
  "sort by size, the largest first": "ordenar por tamaño, primero lo más grande",
  "sort by time, the newest first": "ordenar por fecha, primero lo más reciente",
  "sort the pairs of the query by name": "ordenar por nombre los pares de la consulta",
  "standard error": "la salida de errores",
  "standard output": "la salida estándar",
  "standard output is not a terminal: no color, no progress":
    "la salida estándar no es un terminal: sin colores ni progreso",
  "start TLS{0}": "iniciar TLS{0}",
  "starting again: another program has changed the partial download":
    "se empieza de nuevo: otro programa modificó la descarga parcial",
  "starting again: the file has changed on the server":
    "se empieza de nuevo: el archivo cambió en el servidor",
  "starting again: the partial download is of another URL":
    "se empieza de nuevo: la descarga parcial es de otro URL",
  "starting again: the server does not tell the version of the file; --resume continues nevertheless":
    "se empieza de nuevo: el servidor no indica la versión del archivo; --resume continúa a pesar de ello",
  "status {0}": "estado {0}",
  'terminal type to send to the server, for example "$TERM" (default: none)':
    'tipo de terminal que se envía al servidor, por ejemplo "$TERM" (por defecto: ninguno)',
  "the URL has no file name": "el URL no tiene nombre de archivo",
  "the config has options for {0}:, which is not a supported scheme":
    "la configuración tiene opciones para {0}:, que no es un esquema admitido",
  "the device reported an I/O error": "el dispositivo ha notificado un error de E/S",
  "the escape key": "la tecla de escape",
  "the file exceeds the size limit of the system or of the process":
    "el archivo supera el límite de tamaño del sistema o del proceso",
  "the file system is read-only": "el sistema de archivos es de solo lectura",
  "the home directory is unknown": "no se conoce el directorio personal",
  "the key {0} has no meaning here": "la tecla {0} no tiene significado aquí",
  "the locale is {0}, but anyurl prints UTF-8": "el locale es {0}, pero anyurl escribe UTF-8",
  "the name is not allowed there": "ese nombre no se permite allí",
  "the name is too long": "el nombre es demasiado largo",
  "the package manager did not install it in {0}": "el gestor de paquetes no lo instaló en {0}",
  "the patterns exceed the limit of {0} URLs": "los patrones superan el límite de {0} URL",
  "the plan of this URL has no message": "el plan de este URL no tiene ningún mensaje",
  "the process has too many open files": "el proceso tiene demasiados archivos abiertos",
  "the protocol cannot confirm that this is complete": "el protocolo no puede confirmar que esté completo",
  "the proxy rejected it; try again": "el proxy la rechazó; inténtelo de nuevo",
  "the range {0} exceeds the limit of {1} URLs": "el intervalo {0} supera el límite de {1} URL",
  "the reader closed the pipe, for example `head`": "el lector cerró la tubería, por ejemplo `head`",
  "the resource": "el recurso",
  "the same host": "el mismo host",
  "the server rejected it; try again": "el servidor la rechazó; inténtelo de nuevo",
  'the server suggests the name "{0}", which is not used: {1}':
    'el servidor sugiere el nombre "{0}", que no se usa: {1}',
  "the source has no name": "el origen no tiene nombre",
  "the system has not enough memory": "el sistema no tiene memoria suficiente",
  "the system has too many open files": "el sistema tiene demasiados archivos abiertos",
  "the target already exists": "el destino ya existe",
  'the template has no variable "{0}"': 'la plantilla no tiene la variable "{0}"',
  "the text exceeds the limit of {0} bytes": "el texto supera el límite de {0} bytes",
  "the text is not a valid URL, or not valid for its scheme":
    "el texto no es un URL válido, o no lo es para su esquema",
  "the transfer ended early": "la transferencia terminó antes de tiempo",
  "the {0} has two values": "{0} tiene dos valores",
  "the {0} option {1}{2} requires the option {3}": "la opción {1}{2} de {0} necesita la opción {3}",
  "this download cannot be resumed: {0}": "esta descarga no se podrá reanudar: {0}",
  "through anyurl, under its policy": "a través de anyurl, según su política",
  "time limit of each call in seconds, including retries":
    "tiempo máximo de cada llamada en segundos, con los reintentos",
  "to continue": "para continuar",
  "to remove": "por borrar",
  "trust the certificate authorities in this file (PEM) instead of those of the system":
    "confiar en las autoridades de certificación de este archivo (PEM) en lugar de las del sistema",
  "trust the key that a server has on first use, for schemes such as gemini whose servers have no certificate of an authority":
    "confiar en la clave que un servidor tiene en el primer uso, para esquemas como gemini cuyos servidores no tienen certificado de una autoridad",
  "type help at the prompt for a list of keys":
    "escriba help en la línea de órdenes para ver la lista de teclas",
  unchanged: "sin cambios",
  'unknown command or scheme "{0}"': 'orden o esquema desconocido "{0}"',
  'unknown language "{0}"': 'idioma desconocido "{0}"',
  "unknown time zone": "zona horaria desconocida",
  "unset the variable": "quite la variable",
  "unsupported file type: expected TypeScript, JavaScript, or JSON":
    "tipo de archivo no admitido: se esperaba TypeScript, JavaScript o JSON",
  'use %2A or --no-glob if the "*" is a part of the name':
    'use %2A o --no-glob si el "*" forma parte del nombre',
  "use --any-port to connect anyway": "use --any-port para conectarse de todos modos",
  "use --config . to read it": "use --config . para leerlo",
  "use --config to select one": "use --config para elegir uno",
  "use --config with a directory": "use --config con un directorio",
  "use --force to overwrite it": "use --force para sobrescribirlo",
  "use --netrc, answer at a terminal, or add the user to the URL and set ANYURL_PASSWORD":
    "use --netrc, responda en un terminal, o ponga el usuario en el URL y defina ANYURL_PASSWORD",
  "use --netrc-file FILE": "use --netrc-file ARCHIVO",
  "use --port 0 for a free port": "use --port 0 para un puerto libre",
  "use --proxy, or set all_proxy in the environment": "use --proxy, o defina all_proxy en el entorno",
  "use --set or --iterate once for it": "use --set o --iterate una sola vez para él",
  "use --yes": "use --yes",
  "use --yes to add it without being asked": "use --yes para añadirlo sin que se le pregunte",
  "use --yes to run the program without confirmation": "use --yes para ejecutar el programa sin confirmación",
  "use --yes to send without confirmation": "use --yes para enviar sin confirmación",
  "use -o FILE to choose a name": "use -o ARCHIVO para elegir un nombre",
  "use NAME=VALUE, NAME[]=VALUE for a list item, or NAME:=JSON, for example cwds:='[\"pub\"]'":
    "use NOMBRE=VALOR, NOMBRE[]=VALOR para un elemento de una lista, o NOMBRE:=JSON, por ejemplo cwds:='[\"pub\"]'",
  "use a mailto: or news: URL, or anyurl get to open this one":
    "use un URL mailto: o news:, o anyurl get para abrir este",
  "use [1-9], [01-10:2], or [a-z], or add --no-glob": "use [1-9], [01-10:2] o [a-z], o añada --no-glob",
  "use anyurl cp -r to copy it": "use anyurl cp -r para copiarlo",
  "use anyurl.config.js, or Node 22.18 or newer": "use anyurl.config.js, o Node 22.18 o posterior",
  "use anyurl.config.js, or a newer Node": "use anyurl.config.js, o un Node más reciente",
  'use color everywhere, or "0" for nowhere': 'usar colores siempre, o "0" para nunca',
  "use for example mail.h.example, mail.h.example:587, or [::1]:2525":
    "use por ejemplo mail.h.example, mail.h.example:587 o [::1]:2525",
  "use get -o FILE to save it, or --raw to show it anyway":
    "use get -o ARCHIVO para guardarlo, o --raw para mostrarlo de todos modos",
  "use one of: {0}": "use uno de estos valores: {0}",
  "use plugins": "use plugins",
  "use sha256-, sha384-, or sha512- and the hash in base64":
    "use sha256-, sha384- o sha512- y el hash en base64",
  "use the suffix .ts, .mts, .js, .mjs, or .json": "use el sufijo .ts, .mts, .js, .mjs o .json",
  'use this proxy, for example socks5://proxy.example ("" for none)':
    'usar este proxy, por ejemplo socks5://proxy.example ("" para ninguno)',
  "use one of these: {0}": "use una de estas: {0}",
  "user for the proxy {0}": "usuario para el proxy {0}",
  valid: "válido",
  "verify the download against this hash (sha256-BASE64)":
    "comprobar la descarga con este hash (sha256-BASE64)",
  warning: "aviso",
  "what to do": "qué hacer",
  "when to use color (default: auto)": "cuándo usar colores (por defecto: auto)",
  "who could replace the config in it": "que podrían reemplazar la configuración que contiene",
  "who could run any code with it": "que podría ejecutar cualquier código con él",
  "with -o or -O, download a large file in N ranges at the same time, if the server can":
    "con -o u -O, descarga un archivo grande en N rangos a la vez, si el servidor puede",
  "in trees, give files the time of the copy, instead of their own modification times":
    "en árboles, dar a los archivos la hora de la copia, en lugar de su propia fecha de modificación",
  "with -O or -o DIRECTORY, save under the name that the server suggests (Content-Disposition), if it is safe":
    "con -O o -o DIRECTORIO, guardar con el nombre que sugiere el servidor (Content-Disposition), si es seguro",
  "in trees, do not look for files that change while they are copied":
    "en árboles, no buscar archivos que cambian mientras se copian",
  "keep what was copied and compared for the next run, in the cache directory or in a file beside a local target":
    "guardar lo que se copió y comparó para la próxima ejecución, en el directorio de caché o en un archivo junto a un destino local",
  "with -r, do not ask": "con -r, no preguntar",
  "in trees, end with the first error": "en árboles, terminar con el primer error",
  "in trees, follow entries to other schemes, hosts, and ports":
    "en árboles, seguir las entradas hacia otros esquemas, hosts y puertos",
  "in trees, names that the target cannot have: percent-encode, skip the file, or fail":
    "en árboles, nombres que el destino no puede tener: codificarlos, saltar el archivo o fallar",
  "an mbox is a file, and {0} is a directory": "un mbox es un archivo, y {0} es un directorio",
  "add a file name": "añada un nombre de archivo",
  "in trees, add the messages of a tree to a Maildir, or to an mbox file":
    "en árboles, añade los mensajes de un árbol a un Maildir o a un archivo mbox",
  renamed: "renombrado",
  "in trees, symbolic links: copy them as links, copy what they lead to, or skip them":
    "en árboles, enlaces simbólicos: copiarlos como enlaces, copiar aquello a lo que apuntan, o saltarlos",
  "without the policy of anyurl: it imports {0}": "sin la política de anyurl: importa {0}",
  'write one JSON line per request, without search terms ("-" for standard output)':
    'escribir una línea JSON por petición, sin términos de búsqueda ("-" para la salida estándar)',
  "words of a command line, after --": "palabras de una línea de órdenes, después de --",
  "write the bytes unchanged, even to a terminal": "escribir los bytes sin cambios, también en un terminal",
  "write the bytes unchanged, even to a terminal; do not format a directory":
    "escribir los bytes sin cambios, también en un terminal; no dar formato a un directorio",
  "write {0} ({1})": "escribir {0} ({1})",
  'write to FILE or into a directory ("-" for standard output)':
    'escribir en ARCHIVO o en un directorio ("-" para la salida estándar)',
  "{0} (cannot check the imports: Node 22.15 or newer is required)":
    "{0} (no se pueden comprobar las importaciones: hace falta Node 22.15 o posterior)",
  "{0} already exists. Overwrite?": "{0} ya existe. ¿Sobrescribirlo?",
  "{0} belongs to another user, who can read it; it was not used":
    "{0} pertenece a otro usuario, que puede leerlo; no se ha usado",
  "{0} belongs to another user, {1}; it was not used": "{0} pertenece a otro usuario, {1}; no se ha usado",
  "{0} bytes": "{0, plural, one {# byte} other {# bytes}}",
  "{0} does not exist": "{0} no existe",
  "{0} does not load: {1}": "{0} no se puede cargar: {1}",
  "{0} file copied": "{0, plural, one {# archivo copiado} other {# archivos copiados}}",
  "{0} file done": "{0} archivo terminado",
  "{0} file to copy": "{0, plural, one {# archivo} other {# archivos}} por copiar",
  "{0} files copied": "{0, plural, one {# archivo copiado} other {# archivos copiados}}",
  "{0} files done": "{0} archivos terminados",
  "{0} files to copy": "{0, plural, one {# archivo} other {# archivos}} por copiar",
  "{0} has no IPv6 address here": "{0} no tiene aquí dirección IPv6",
  "{0} has no usable file name: {1}": "{0} no tiene un nombre de archivo utilizable: {1}",
  "{0} has two config files: {1} and {2}": "{0} tiene dos archivos de configuración: {1} y {2}",
  "{0} hidden entries; -a shows them": "{0} entradas ocultas; -a las muestra",
  "{0} is a directory, and there is no usable file name: {1}":
    "{0} es un directorio, y no hay un nombre de archivo utilizable: {1}",
  "{0} is already in use": "{0} ya está en uso",
  "{0} is ignored: the author of this directory could run any code with it":
    "{0} no se usa: el autor de este directorio podría ejecutar cualquier código con él",
  "{0} is not a directory": "{0} no es un directorio",
  "{0} is not in {1}": "{0} no está en {1}",
  "{0} is readable or writable by other users; it was not used":
    "otros usuarios pueden leer o modificar {0}; no se ha usado",
  "{0} is trusted on first use, with the key {1}": "se confía en {0} en el primer uso, con la clave {1}",
  "{0} is used with --netrc": "{0} se usa con --netrc",
  "{0} is writable by other users, {1}; it was not used":
    "otros usuarios pueden escribir en {0}, {1}; no se ha usado",
  "{0} of the config file": "{0} del archivo de configuración",
  "{0} of {1} failed": "{0} de {1} fallaron",
  "{0} of {1} files": "{0} de {1} archivos",
  "{0} of {1} for {2} on {3}, port {4}": "{0} de {1} para {2} en {3}, puerto {4}",
  "{0} on port {1}": "{0}, en el puerto {1}",
  "{0} trusted certificate authorities, from Node and from this system":
    "{0} autoridades de certificación de confianza, de Node y de este sistema",
  "{0} was not added, and was removed again": "{0} no se añadió, y se ha vuelto a quitar",
  "{0} without a port": "{0}, sin puerto",
  "{0}, after {1} ms": "{0}, tras {1} ms",
  '{0}, and "anyurl plugins add" to install it': '{0}, y "anyurl plugins add" para instalarlo',
  "{0}, which cannot read TypeScript": "{0}, que no puede leer TypeScript",
  "{0}: cannot add the plugin: {1}": "{0}: no se puede añadir el complemento: {1}",
  "{0}: cannot remove {1} of {2} entries": "{0}: no se pueden eliminar {1} de {2} entradas",
  '{0}: invalid plugin list: expected an object with "plugins", a list of package names':
    '{0}: lista de complementos no válida: se esperaba un objeto con "plugins", una lista de nombres de paquetes',
  "{0}: it is a directory": "{0}: es un directorio",
  "{0}: no config file in this directory": "{0}: no hay archivo de configuración en este directorio",
  "{0}: no such file": "{0}: no existe el archivo",
  "{0}: not a directory": "{0}: no es un directorio",
  "it does not exist any more": "ya no existe",
  "its size or its time is another one": "su tamaño o su fecha es otra",
  "the source changed while it was copied: {0}": "el origen cambió mientras se copiaba: {0}",
  "copy it again": "cópielo de nuevo",
  "copy one tree at a time": "copie los árboles uno por uno",
  "a journal beside the target needs a local directory":
    "un registro junto al destino necesita un directorio local",
  'add "/" at the end of the target': 'añada "/" al final del destino',
  "use --journal cache": "use --journal cache",
  "cannot find the cache directory": "no se encuentra el directorio de caché",
  "cannot move a directory and other sources together":
    "no se puede mover un directorio junto con otros orígenes",
  "set XDG_CACHE_HOME or HOME": "defina XDG_CACHE_HOME o HOME",
  "{0}: not a journal of anyurl": "{0}: no es un registro de anyurl",
  "remove the file, or use another --journal": "elimine el archivo, o use otro --journal",
  "{0}: not a partial download of anyurl": "{0}: no es una descarga parcial de anyurl",
  "{0}: not a regular file": "{0}: no es un archivo normal",
  "{0}: not confirmed; nothing was removed": "{0}: sin confirmar; no se eliminó nada",
  "{0}: not valid JSON": "{0}: JSON no válido",
  "{0}: not valid UTF-8": "{0}: no es UTF-8 válido",
  "{0}: the file already exists": "{0}: el archivo ya existe",
  "{0}: the file exceeds the limit of {1} bytes": "{0}: el archivo supera el límite de {1} bytes",
  "{0}: {1}; nothing was written": "{0}: {1}; no se ha escrito nada",
  "mail server to send through (default: ANYURL_SMTP)":
    "servidor de correo por el que se envía (por defecto: ANYURL_SMTP)",
  "sender address (default: EMAIL)": "dirección del remitente (por defecto: EMAIL)",
  "send through the program sendmail of this machine": "enviar con el programa sendmail de esta máquina",
  "the text of the mail, or the article with its header fields (- for standard input)":
    "el texto del correo, o el artículo con sus campos de cabecera (- para la entrada estándar)",
  "mail server through which send sends mail, as host or host:port":
    "servidor de correo por el que send envía correo, como host o host:puerto",
  "sender address of mail": "dirección del remitente del correo",
  "standard input is not sent; add - to send it as the text":
    "no se envía la entrada estándar; añada - para enviarla como texto",
  "add --from you@example.org, or set EMAIL": "añada --from you@example.org, o defina EMAIL",
  "invalid mail server": "servidor de correo no válido",
  "missing message": "falta el mensaje",
  "move the directory by itself": "mueva el directorio por separado",
  "cannot use --smtp together with --sendmail": "no se puede usar --smtp junto con --sendmail",
  "no way to send the file is set": "no se ha indicado cómo enviar el archivo",
  "add --smtp HOST or --sendmail, or set ANYURL_SMTP": "añada --smtp HOST o --sendmail, o defina ANYURL_SMTP",
  "add a file with its header fields and text, or - for standard input":
    "añada un archivo con sus campos de cabecera y su texto, o - para la entrada estándar",
  "this machine has no program sendmail": "esta máquina no tiene el programa sendmail",
  "use --smtp HOST": "use --smtp HOST",
  "{0} for {1} on {2}, port {3}": "{0} para {1} en {2}, puerto {3}",
  'use --smtp HOST --from ADDRESS or --sendmail to send it, or "anyurl open --program xdg-email URL" to edit it':
    'use --smtp HOST --from DIRECCIÓN o --sendmail para enviarlo, o "anyurl open --program xdg-email URL" para editarlo',
  "Save the login of {0} on {1} in {2}, unencrypted?":
    "¿Guardar el inicio de sesión de {0} en {1} en {2}, sin cifrar?",
  "set tunnel: true in the option proxies": "ponga tunnel: true en la opción proxies",
  "use --proxytunnel": "use --proxytunnel",
  "if you trust the server, give a file with the certificate of its issuer to --cacert":
    "si confía en el servidor, dé a --cacert un archivo con el certificado de su emisor",
  "use the library, which accepts a client certificate: tls.cert and tls.key":
    "use la biblioteca, que admite un certificado de cliente: tls.cert y tls.key",
  "ask the operator of the server for TLS 1.2": "pida TLS 1.2 al operador del servidor",
  "use --option {0}={1}": "use --option {0}={1}",
  "sendmail ended with the status {0}": "sendmail terminó con el estado {0}",
  "several sources need a directory as the target, not {0}":
    "varios orígenes necesitan un directorio como destino, no {0}",
  "{0} of at least {1} files": "{0} de al menos {1} archivos",
  "of at least": "de al menos",
  "{0}: another run adds messages to this mbox; its lock is {1}":
    "{0}: otra ejecución añade mensajes a este mbox; su bloqueo es {1}",
  "run the command again when the other run has ended":
    "repita la orden cuando la otra ejecución haya terminado",
  "{0}: not a lock of anyurl": "{0}: no es un bloqueo de anyurl",
  "remove the file": "elimine el archivo",
};
