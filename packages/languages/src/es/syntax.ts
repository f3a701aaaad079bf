import type { Catalogue } from "../translate.ts";

/** Texts of core: the generic syntax, explanations, and comparisons. */
export const SYNTAX: Catalogue = {
  " from {0} to {1}": " de {0} a {1}",
  " of bytes": " de bytes",
  " of milliseconds": " de milisegundos",
  '"%" is not followed by two hexadecimal digits': 'al "%" no le siguen dos dígitos hexadecimales',
  '"{0}" could inject a command; the URL can be parsed, but not opened':
    '"{0}" podría inyectar una orden; el URL se puede analizar, pero no abrir',
  '"{0}", which does not need an escape': '"{0}", que no necesita escape',
  ", at least {0}": ", como mínimo {0}",
  ": no command was sent": ": no se ha enviado ninguna orden",
  "CR, the end of a line": "CR, el fin de una línea",
  "ESC, which starts a terminal control sequence": "ESC, que inicia una secuencia de control del terminal",
  "LF, the end of a line": "LF, el fin de una línea",
  'a "{0}" that is data, not a delimiter': 'un "{0}" que es dato, no delimitador',
  'a "{0}", which must be escaped': 'un "{0}", que debe ir con escape',
  'a "}" has no "{"': "a un \"'}'\" le falta su \"'{'\"",
  "a URL of {0} has no query": "un URL {0} no tiene consulta",
  "a backslash": "una barra invertida",
  "a backspace": "un retroceso",
  "a control character": "un carácter de control",
  "a field cannot follow an optional part": "un campo no puede seguir a una parte opcional",
  "a fragment is not part of a URL": "un fragmento no forma parte de un URL",
  "a host name": "un nombre de host",
  "a label of the host name begins or ends with a hyphen":
    "una etiqueta del nombre de host empieza o termina con un guion",
  "a label of the host name exceeds the limit of 63 characters":
    "una etiqueta del nombre de host supera el límite de 63 caracteres",
  "a label of the host name is empty, or begins or ends with a hyphen":
    "una etiqueta del nombre de host está vacía, o empieza o termina con un guion",
  "a line of the text exceeds the limit of {0} bytes": "una línea del texto supera el límite de {0} bytes",
  'a list cannot end at a "/"': 'una lista no puede terminar en "/"',
  "a list of texts, not empty": "una lista de textos, no vacía",
  "a list of {0}strings": "una lista de {0}textos",
  "a list or an object cannot have a :LENGTH": "una lista o un objeto no puede tener :LENGTH",
  "a literal is needed between two fields": "hace falta un literal entre dos campos",
  "a local path": "una ruta local",
  "a lone surrogate": "un sustituto suelto",
  "a mail address": "una dirección de correo",
  "a number{0} from {1} to {2}": "un número{0} de {1} a {2}",
  "a number{0}, at least {1}": "un número{0}, como mínimo {1}",
  "a password in plain text": "una contraseña en texto claro",
  "a password requires a user": "una contraseña necesita un usuario",
  "a percent sign": "un signo de porcentaje",
  "a position within the resource; never sent": "una posición dentro del recurso; nunca se envía",
  "a single letter before a colon is a drive on some systems":
    "una sola letra antes de dos puntos es una unidad de disco en algunos sistemas",
  "a space": "un espacio",
  "a tab": "un tabulador",
  "a whole number{0} from {1} to {2}": "un número entero{0} de {1} a {2}",
  "a whole number{0}, at least {1}": "un número entero{0}, como mínimo {1}",
  "a zone identifier is valid on one machine only": "un identificador de zona solo vale en una máquina",
  "URLs of {0} cannot have a password": "los URL de {0} no pueden tener contraseña",
  "URLs of {0} cannot have a port": "los URL de {0} no pueden tener puerto",
  "URLs of {0} cannot have a user or a password": "los URL de {0} no pueden tener usuario ni contraseña",
  "URLs of {0} have no authority": "los URL de {0} no tienen autoridad",
  "URLs of {0} have no query": "los URL de {0} no tienen consulta",
  "active mode is not available": "no hay modo activo",
  'add "{0}" to the option allowOverride if this program should open {1} URLs with the other scheme':
    'añada "{0}" a la opción allowOverride si este programa debe abrir los URL {1} con el otro esquema',
  'add a scheme, for example "ftp://"': 'añada un esquema, por ejemplo "ftp://"',
  "added a scheme": "se añadió un esquema",
  'added the scheme "{0}"': 'se añadió el esquema "{0}"',
  "additional data": "datos adicionales",
  'ambiguous host: RFC 3986 ends it at the "?", but RFC 1738 starts it after the "@"':
    'host ambiguo: RFC 3986 lo termina en el "?", pero RFC 1738 lo empieza tras la "@"',
  'ambiguous host: it ends at the "?", but old software starts it after the "@"':
    'host ambiguo: termina en el "?", pero el software antiguo lo empieza tras la "@"',
  "an IPv4 address": "una dirección IPv4",
  "an IPv6 address": "una dirección IPv6",
  "an address of a future version of IP; no connection is possible":
    "una dirección de una versión futura de IP; no es posible conectarse",
  "an empty host": "un host vacío",
  "an empty password": "una contraseña vacía",
  "an empty path": "una ruta vacía",
  "an empty port: the default applies": "un puerto vacío: vale el puerto por defecto",
  "an empty user name, which differs from a missing one":
    "un nombre de usuario vacío, que no es lo mismo que ninguno",
  "an escaped delimiter is data; an unescaped one can separate parts":
    "un delimitador con escape es dato; sin escape puede separar partes",
  'an expression has no "}"': "a una expresión le falta su \"'}'\"",
  "an object with the methods {0}": "un objeto con los métodos {0}",
  "an optional part must begin with a literal": "una parte opcional debe empezar por un literal",
  "an optional part must have a field of its own": "una parte opcional debe tener un campo propio",
  "at most {0} ": "como máximo {0} ",
  "begins the port": "empieza el puerto",
  "begins the query": "empieza la consulta",
  "cannot change segments: the path of this {0} URL is opaque":
    "no se pueden cambiar segmentos: la ruta de este URL {0} es opaca",
  "cannot change the name: the last segment of the path has none":
    "no se puede cambiar el nombre: el último segmento de la ruta no tiene",
  "cannot hand over the URL: {0}": "no se puede entregar el URL: {0}",
  "cannot look up a host name that is not in ASCII": "no se puede buscar un nombre de host que no es ASCII",
  "cannot open {0}: URLs: no installed scheme supports them":
    "no se pueden abrir URL {0}: ningún esquema instalado los admite",
  "cannot open {0}: URLs: the scheme package {1} is not loaded":
    "no se pueden abrir URL {0}: el paquete {1} del esquema no está cargado",
  "cannot plan {0} URLs: opening them sends nothing":
    "no se pueden planear los URL {0}: abrirlos no envía nada",
  "cannot plan {0} URLs: the scheme has no plan":
    "no se pueden planear los URL {0}: el esquema no tiene plan",
  "cannot resolve a reference: the path of a URL of {0} is opaque":
    "no se puede resolver una referencia: la ruta de un URL {0} es opaca",
  "cannot start TLS on this kind of connection": "no se puede iniciar TLS en este tipo de conexión",
  'cannot take over the scheme name "{0}": it is protected':
    'no se puede ocupar el nombre de esquema "{0}": está protegido',
  "check a hand-over": "comprobar una entrega a un programa",
  "check it, and write {0} if you mean this host": "compruébelo, y escriba {0} si se refiere a este host",
  "converted a local path": "se convirtió una ruta local",
  "converted the host name to ASCII": "se convirtió el nombre del host a ASCII",
  "dot segments removed": "sin segmentos de puntos",
  'enclose the URL in "<" and ">", and percent-encode characters that are not ASCII':
    'ponga el URL entre "<" y ">", y codifique con "%" los caracteres que no son ASCII',
  "ends the URL; a fragment follows": "termina el URL; sigue un fragmento",
  "ends the authority": "termina la autoridad",
  "ends the login; the host follows": "termina el inicio de sesión; sigue el host",
  "ends the scheme": "termina el esquema",
  "ends the scheme; an authority follows": "termina el esquema; sigue una autoridad",
  "ends the user; the password follows": "termina el usuario; sigue la contraseña",
  "enter one URL": "escriba un solo URL",
  "escapes of unreserved characters decoded": "los escapes de caracteres no reservados, decodificados",
  'expected {0} with any of its optional parts, then "/", "?", or the end':
    'se esperaba {0} con cualquiera de sus partes opcionales, y después "/", "?" o el final',
  'expected "///" after "{0}:", because URLs of {1} have an empty host':
    'se esperaba "///" tras "{0}:", porque los URL de {1} tienen el host vacío',
  "expected a field, a literal, or an optional part": "se esperaba un campo, un literal o una parte opcional",
  "expected a scheme in lower case, and a colon": "se esperaba un esquema en minúsculas y dos puntos",
  "failed to normalize a URL": "no pudo normalizar un URL",
  "failed to normalize a URL: it returned an invalid value":
    "no pudo normalizar un URL: devolvió un valor no válido",
  "failed to parse a URL": "no pudo analizar un URL",
  "failed to parse a URL: it returned an invalid value":
    "no pudo analizar un URL: devolvió un valor no válido",
  "failed to {0}": "falló al {0}",
  "failed to {0}: it returned an invalid value": "falló al {0}: devolvió un valor no válido",
  "find a part": "encontrar una parte",
  "fixed text": "texto fijo",
  "format a URL from these fields": "formar un URL con estos campos",
  "format a URL of its own scheme": "formar un URL de su propio esquema",
  "give the URL to a program: handOver, or anyurl open --program":
    "entregue el URL a un programa: handOver, o anyurl open --program",
  "how to read the rest": "cómo se lee el resto",
  "identify a resource": "identificar un recurso",
  "in this scheme an escape and its character are different":
    "en este esquema un escape y su carácter son distintos",
  "increase the limit {0}": "aumente el límite {0}",
  "increase the option maxMatchSteps": "aumente la opción maxMatchSteps",
  "increase the option maxUrlLength": "aumente la opción maxUrlLength",
  "invalid IP address: expected ASCII": "dirección IP no válida: se esperaba ASCII",
  "invalid IP literal in the brackets": "dirección IP no válida entre los corchetes",
  "invalid character in the host name: expected letters, digits, hyphens, and underscores":
    "carácter no válido en el nombre de host: se esperaban letras, dígitos, guiones y guiones bajos",
  "invalid character in the port: expected digits": "carácter no válido en el puerto: se esperaban dígitos",
  'invalid character in the scheme name: expected letters, digits, "+", "-", or "."':
    'carácter no válido en el nombre del esquema: se esperaban letras, dígitos, "+", "-" o "."',
  'invalid character in the scheme: expected letters, digits, "+", "-", or "."':
    'carácter no válido en el esquema: se esperaban letras, dígitos, "+", "-" o "."',
  "invalid fields: expected an object": "campos no válidos: se esperaba un objeto",
  "invalid host: RFC 1738 allows a name of letters, digits, hyphens, and dots, or four numbers":
    "host no válido: RFC 1738 permite un nombre de letras, dígitos, guiones y puntos, o cuatro números",
  "invalid host: expected a name, or an address in brackets":
    "host no válido: se esperaba un nombre, o una dirección entre corchetes",
  'invalid path: with an authority it must begin with "/"':
    'ruta no válida: con una autoridad debe empezar por "/"',
  "invalid scheme name {0}": "nombre de esquema no válido {0}",
  'invalid segment "{0}": it would be removed from the path':
    'segmento no válido "{0}": se quitaría de la ruta',
  "invalid segment: only the last one can be empty": "segmento no válido: solo el último puede estar vacío",
  'invalid suffix: it must begin with "." and have another character':
    'sufijo no válido: debe empezar por "." y tener otro carácter',
  'invalid suffix: the name would be "." or ".."': 'sufijo no válido: el nombre sería "." o ".."',
  "invalid variable: expected a name of letters, digits, and underscores, and an optional :LENGTH or *":
    "variable no válida: se esperaba un nombre de letras, dígitos y guiones bajos, y opcionalmente :LONGITUD o *",
  "invalid {0}: expected a list of objects": "{0} no válido: se esperaba una lista de objetos",
  "invalid {0}: expected a list of texts": "{0} no válido: se esperaba una lista de textos",
  "invalid {0}: expected text": "{0} no válido: se esperaba un texto",
  "invalid {0} option {1}: expected {2}": "opción {1} de {0} no válida: se esperaba {2}",
  "leave out one": "omita uno de los dos",
  "line exceeds the limit": "la línea supera el límite",
  'missing "//" and a host after "{0}:"': 'faltan "//" y un host tras "{0}:"',
  'missing "]" at the end of the IP literal': 'falta "]" al final del literal IP',
  "missing host in the {0} URL": "falta el host en el URL {0}",
  "missing host: a user, password, or port requires one":
    "falta el host: un usuario, una contraseña o un puerto lo exigen",
  'missing port after the ":"': 'falta el puerto tras el ":"',
  "missing scheme name": "falta el nombre del esquema",
  "missing scheme: a URL begins with a scheme and a colon":
    "falta el esquema: un URL empieza por un esquema y dos puntos",
  "missing scheme: the text is a local path": "falta el esquema: el texto es una ruta local",
  "missing {0} option {1}{2}: expected {3}": "falta la opción {1}{2} de {0}: se esperaba {3}",
  'more than one ":" after the userinfo': 'más de un ":" tras el userinfo',
  'more than one "@" in the authority: programs disagree on which host is meant':
    'más de una "@" en la autoridad: los programas no coinciden en cuál es el host',
  "not a reply of {0}": "no es una respuesta de {0}",
  "not a valid IPv4 address": "no es una dirección IPv4 válida",
  "not a valid IPv6 or IPvFuture address": "no es una dirección IPv6 ni IPvFuture válida",
  "not a valid scheme": "no es un esquema válido",
  "nothing can follow an optional part in which the query begins":
    "nada puede seguir a una parte opcional en la que empieza la consulta",
  "only one URL has a {0} (an empty one counts)": "solo un URL tiene {0} (uno vacío también cuenta)",
  "only what identifies the resource": "solo lo que identifica el recurso",
  'percent-encode it as "{0}"': 'codifíquelo como "{0}"',
  "percent-encode its UTF-8 bytes, each as %XX": "codifique sus bytes UTF-8, cada uno como %XX",
  "percent-encoded characters that are not allowed in a URL":
    "se codificaron caracteres que no se permiten en un URL",
  "read the parts of a URL": "leer las partes de un URL",
  "recognize a directory": "reconocer un directorio",
  "remove NUL, CR, and LF from the URL": "quite NUL, CR y LF del URL",
  'remove everything from the ":" up to the "@"': 'quite todo desde el ":" hasta la "@"',
  'remove everything up to the "@"': 'quite todo hasta la "@"',
  "remove it": "quítelo",
  'remove it, or write a "#" that is data as "%23"': 'quítelo, o escriba "%23" por un "#" que es dato',
  'remove it, or write a "?" that is data as "%3F"': 'quítela, o escriba "%3F" por un "?" que es dato',
  "remove it; you are asked for it when needed": "quítela; se le pedirá cuando haga falta",
  'remove the "//" and everything up to the next "/"': 'quite el "//" y todo hasta el siguiente "/"',
  "remove the line breaks, or encode the spaces as %20":
    "quite los saltos de línea, o codifique los espacios como %20",
  "remove the zone, or set the option zoneId for an address in fe80::/10":
    "quite la zona, o use la opción zoneId para una dirección de fe80::/10",
  "removed line breaks": "se quitaron los saltos de línea",
  "removed the delimiters around the URL": "se quitaron los delimitadores alrededor del URL",
  "removed white space around the URL": "se quitaron los espacios alrededor del URL",
  "return its default port": "dar su puerto por defecto",
  'run "npm install {0}" and add its scheme to the schemes':
    'ejecute "npm install {0}" y añada su esquema a los esquemas',
  'run "npm search keywords:{0} {1}" to find a plugin':
    'ejecute "npm search keywords:{0} {1}" para encontrar un complemento',
  "separates two parts": "separa dos partes",
  "set {0}{1} too": "defina también {0}{1}",
  "text that other software may read as a password": "texto que otro software puede leer como una contraseña",
  "the ASCII form of the host name is not a host name":
    "la forma ASCII del nombre de host no es un nombre de host",
  "the URL contains a password": "el URL contiene una contraseña",
  "the URL ends before a control character that reverses text; it may appear longer than it is":
    "el URL termina antes de un carácter de control que invierte el texto; puede parecer más largo de lo que es",
  "the URL ends where the text after it is not valid in a URL; it may be incomplete":
    "el URL termina donde el texto siguiente no es válido en un URL; puede estar incompleto",
  "the URL exceeds the limit of {0} characters": "el URL supera el límite de {0} caracteres",
  "the base URL has no scheme": "el URL base no tiene esquema",
  "the body ended after {0} of {1} bytes": "el cuerpo terminó tras {0} de {1} bytes",
  "the byte NUL": "el byte NUL",
  "the byte {0}, which is not UTF-8": "el byte {0}, que no es UTF-8",
  "the character is not allowed outside of an expression": "el carácter no se permite fuera de una expresión",
  "the control character DEL": "el carácter de control DEL",
  "the control character {0}": "el carácter de control {0}",
  "the escapes in the host name are not valid UTF-8": "los escapes del nombre de host no son UTF-8 válido",
  'the exchange has no listener "{0}"': 'el diálogo no tiene una escucha "{0}"',
  'the exchange has no open channel "{0}"': 'el diálogo no tiene abierto el canal "{0}"',
  "the hexadecimal digits of escapes in upper case": "los dígitos hexadecimales de los escapes en mayúsculas",
  "the host in A-labels": "el host en A-labels",
  "the host in lower case": "el host en minúsculas",
  'the host may begin after the "@"': 'el host puede empezar tras la "@"',
  "the host name can be mistaken for another one": "el nombre del host se puede confundir con otro",
  "the host name exceeds the limit of 253 characters": "el nombre de host supera el límite de 253 caracteres",
  "the host name has an empty label": "el nombre de host tiene una etiqueta vacía",
  "the last label of the host name does not begin with a letter":
    "la última etiqueta del nombre de host no empieza por una letra",
  "the listing exceeds the limit of {0} {1}": "el listado supera el límite de {0} {1}",
  "the literal after a field must begin with a reserved character":
    "el literal tras un campo debe empezar por un carácter reservado",
  "the local path contains an invisible character": "la ruta local contiene un carácter invisible",
  'the name "{0}" is reserved': 'el nombre "{0}" está reservado',
  "the name to log in with": "el nombre con que se inicia la sesión",
  "the normal form of {0} URLs": "la forma normal de los URL {0}",
  'the operator "{0}" is reserved': 'el operador "{0}" está reservado',
  'the path begins with "//", which begins a host': 'la ruta empieza por "//", que inicia un host',
  "the path of the resource": "la ruta del recurso",
  "the port": "el puerto",
  "the port as a number, without the default": "el puerto como número, sin el valor por defecto",
  "the program was not confirmed; nothing was run": "el programa no se confirmó; no se ha ejecutado nada",
  "the reply exceeds the limit of {0} {1}": "la respuesta supera el límite de {0} {1}",
  "the scheme described an invalid part": "el esquema describió una parte no válida",
  "the scheme described {0} both as a whole and in parts":
    "el esquema describió {0} a la vez entero y por partes",
  "the scheme described {0} over another part": "el esquema describió {0} encima de otra parte",
  "the scheme did not describe all of the {0}": "el esquema no describió todo el componente {0}",
  "the scheme does not begin with a letter": "el esquema no empieza por una letra",
  "the scheme exceeds the limit of {0} characters": "el esquema supera el límite de {0} caracteres",
  "the scheme failed to describe this URL": "el esquema no pudo describir este URL",
  "the scheme failed to parse this URL": "el esquema no pudo analizar este URL",
  "the scheme in lower case": "el esquema en minúsculas",
  'the scheme name "{0}" is already taken': 'el nombre de esquema "{0}" ya está ocupado',
  "the scheme name does not begin with a letter": "el nombre del esquema no empieza por una letra",
  "the scheme name exceeds the limit of {0} characters":
    "el nombre del esquema supera el límite de {0} caracteres",
  "the scheme {0} {1}": "el esquema {0}: {1}",
  "the scheme's default port": "el puerto por defecto del esquema",
  "the server closed the connection instead of replying":
    "el servidor cerró la conexión en lugar de responder",
  "the server closed the connection within a reply":
    "el servidor cerró la conexión en medio de una respuesta",
  "the server sent a line longer than {0} bytes": "el servidor envió una línea de más de {0} bytes",
  "the template and the URL exceed the limit of {0} steps":
    "la plantilla y el URL superan el límite de {0} pasos",
  "the text": "el texto",
  "the text after an optional part can begin like the part":
    "el texto tras una parte opcional puede empezar como ella",
  "the text has both line breaks and spaces, so its end is unclear":
    "el texto tiene saltos de línea y espacios, así que su fin no está claro",
  "the text has more than one URL": "el texto tiene más de un URL",
  "the text has no scheme; a guessed one was added": "el texto no tiene esquema; se añadió uno supuesto",
  "the text has {0} characters, but the limit is {1}": "el texto tiene {0} caracteres, pero el límite es {1}",
  "the text is a host or a local path": "el texto es un host o una ruta local",
  "the text is {0} or a local path": "el texto es {0} o una ruta local",
  'the user contains a ":"': 'el usuario contiene un ":"',
  "the value has a lone surrogate that does not stand for a byte":
    "el valor tiene un sustituto suelto que no representa un byte",
  "the value is not a string, a finite number, a boolean, a list of them, or an object of them":
    "el valor no es un texto, un número finito, un booleano, ni una lista o un objeto de ellos",
  "the {0} contains a delimiter of the next component":
    "{0} contiene un delimitador del componente siguiente",
  "the {0} differs": "el componente {0} es distinto",
  "the {0} is case-sensitive": "el componente {0} distingue mayúsculas y minúsculas",
  "this character": "este carácter",
  "true or false": "true o false",
  'two fields have the name "{0}"': 'dos campos tienen el nombre "{0}"',
  'unescaped ":" in the password: write it as "%3A"': '":" sin escape en la contraseña: escríbalo como "%3A"',
  "unexpected data from the server{0}": "datos inesperados del servidor{0}",
  "unexpected reply from the server": "respuesta inesperada del servidor",
  'unexpected text after the IP literal: expected ":" and a port':
    'texto inesperado tras el literal IP: se esperaba ":" y un puerto',
  'unknown field "{0}" in URLs of {1}': 'campo desconocido "{0}" en los URL de {1}',
  'unknown scheme "{0}"': 'esquema desconocido "{0}"',
  'unknown {0} option "{1}{2}"': 'opción desconocida de {0}: "{1}{2}"',
  'use "/" between path segments; write a backslash that is data as "%5C"':
    'use "/" entre los segmentos de la ruta; escriba "%5C" por una barra invertida que es dato',
  'use an absolute URL, or a path that begins with "/" if the base has a host':
    'use un URL absoluto, o una ruta que empiece por "/" si la base tiene un host',
  "use passive mode": "use el modo pasivo",
  'with "/" for each backslash': 'con "/" por cada barra invertida',
  'with "://" after the scheme': 'con "://" tras el esquema',
  "with brackets around the address": "con corchetes alrededor de la dirección",
  "with encoded backslashes": "con las barras invertidas codificadas",
  "with the A-labels of the host": "con los A-labels del host",
  "with the drive in the path": "con la unidad en la ruta",
  'with the scheme "{0}"': 'con el esquema "{0}"',
  "without an unpaired delimiter": "sin un delimitador desparejado",
  "without the first of two schemes": "sin el primero de dos esquemas",
  "without the login": "sin el inicio de sesión",
  "wrap the scheme that should replace the other one in override()":
    "envuelva en override() el esquema que debe reemplazar al otro",
  'write "/" after the host': 'escriba "/" tras el host',
  'write "/?" before a query, and "%3F" in a user name':
    'escriba "/?" antes de una consulta, y "%3F" en un nombre de usuario',
  'write a "{0}" that is data as "{1}"': 'escriba "{1}" por un "{0}" que es dato',
  'write a percent sign that is data as "%25"': 'escriba "%25" por un signo de porcentaje que es dato',
  'write an "@" that is data as "%40"': 'escriba "%40" por una "@" que es dato',
  "write an IPv4 address as four decimal numbers from 0 to 255 without leading zeros":
    "escriba una dirección IPv4 como cuatro números decimales de 0 a 255 sin ceros a la izquierda",
  "write an IPv6 address in brackets": "escriba una dirección IPv6 entre corchetes",
  'write ":" before a port, not ","': 'escriba ":" antes de un puerto, no ","',
  "write an international name as A-labels (xn--…)": "escriba un nombre internacional como A-labels (xn--…)",
  'write it as "{0}"': 'escríbalo como "{0}"',
  "write it as A-labels (xn--…), or set the option toAscii (see @anyurl/idna)":
    "escríbalo como A-labels (xn--…), o use la opción toAscii (véase @anyurl/idna)",
  "write the path as a URL, and encode the character": "escriba la ruta como URL, y codifique el carácter",
  "write the scheme, or begin a local path with ./": "escriba el esquema, o empiece una ruta local con ./",
  'wrote "%" as "%25" where no escape follows': 'se escribió "%" como "%25" donde no sigue un escape',
  "{0} URLs are not handed over to a program": "los URL {0} no se entregan a un programa",
  "{0} after the check of the URL: {1}": "{0} tras la comprobación del URL: {1}",
  "{0} cannot contain NUL, CR, or LF; nothing was sent":
    "{0} no puede contener NUL, CR ni LF; no se ha enviado nada",
  "{0} exceeds the limit of {1} bytes; nothing was sent":
    "{0} supera el límite de {1} bytes; no se ha enviado nada",
  "{0} is not allowed in the {1}": "{0} no se permite aquí (componente: {1})",
  "{0} must be a list of texts, not empty": "{0} debe ser una lista de textos, no vacía",
  "{0} must be text": "{0} debe ser un texto",
  "{0} must not be empty": "{0} no debe estar vacío",
  "{0} skipped: longer than {1} bytes (increase the limit maxEntryLine)":
    "{0} omitidas: más de {1} bytes (aumente el límite maxEntryLine)",
  "{0}, which is invisible or changes how text is displayed":
    "{0}, que es invisible o cambia cómo se muestra el texto",
  "{0}; the form is {1}": "{0}; la forma es {1}",
};
