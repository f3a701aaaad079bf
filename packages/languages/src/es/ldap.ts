import type { Catalogue } from "../translate.ts";

/** Texts of ldap and ldaps. */
export const LDAP: Catalogue = {
  "Name, mail address, or user": "Nombre, dirección de correo o usuario",
  "Naming context": "Contexto de nombres",
  "Object classes": "Clases de objeto",
  "Search below this entry": "Buscar debajo de esta entrada",
  "a backslash is not followed by two hexadecimal digits":
    "a una barra invertida no siguen dos dígitos hexadecimales",
  "a backslash must be followed by a special character or two hexadecimal digits":
    "a una barra invertida debe seguir un carácter especial o dos dígitos hexadecimales",
  "a filter has more than {0} levels": "un filtro tiene más de {0} niveles",
  "a filter has no operator": "un filtro no tiene operador",
  "a filter has no valid attribute": "un filtro no tiene un atributo válido",
  "a filter has two asterisks side by side": "un filtro tiene dos asteriscos seguidos",
  "a filter with {0} for the search words": "un filtro con {0} por las palabras de búsqueda",
  "a length of more than 4 bytes": "una longitud de más de 4 bytes",
  "a tag of several bytes": "una etiqueta de varios bytes",
  "a user or password of PLAIN must not contain NUL":
    "un usuario o una contraseña de PLAIN no debe contener NUL",
  "a value contains an asterisk or NUL": "un valor contiene un asterisco o NUL",
  "a value contains an unescaped parenthesis": "un valor contiene un paréntesis sin escape",
  "a value contains an unescaped special character": "un valor contiene un carácter especial sin escape",
  "a value must not begin or end with an unescaped space":
    "un valor no debe empezar ni terminar por un espacio sin escape",
  'a value that begins with "#" must consist of pairs of hexadecimal digits':
    'un valor que empieza por "#" debe consistir en pares de dígitos hexadecimales',
  "an element of another type": "un elemento de otro tipo",
  "an element that ends too early": "un elemento que termina antes de tiempo",
  "an entry": "una entrada",
  "an extensible filter has neither an attribute nor a matching rule":
    "un filtro extensible no tiene ni atributo ni regla de coincidencia",
  "an indefinite length": "una longitud indefinida",
  "an invalid attribute name": "un nombre de atributo no válido",
  "an ldap URL cannot have a fragment": "un URL ldap no puede tener fragmento",
  "cannot follow a referral from here": "no se puede seguir una referencia desde aquí",
  "cannot make a URL from the distinguished name": "no se puede formar un URL con el nombre distinguido",
  "check that the host and the port are those of an LDAP server":
    "compruebe que el host y el puerto son los de un servidor LDAP",
  "check the configuration of the server; after ldaps:, a referral must be to ldaps:":
    "compruebe la configuración del servidor; tras ldaps:, una referencia debe llevar a ldaps:",
  "each part of a distinguished name must be a type, such as cn, and a value":
    "cada parte de un nombre distinguido debe ser un tipo, como cn, y un valor",
  "entries of one page of a search; 0: request no pages":
    "entradas de una página de una búsqueda; 0: no pedir páginas",
  'extensions of the URL; "!" marks a critical one': 'extensiones del URL; "!" marca una crítica',
  "get: ask the servers that referrals and search result references name, without a login":
    "get: preguntar, sin iniciar sesión, a los servidores que nombran las referencias, también las de resultados de búsqueda",
  "how to log in; default: simple if bindDn is set, otherwise anonymous":
    "cómo iniciar sesión; por defecto: simple si bindDn está definida, si no anonymous",
  "increase the ldap option maxEntry": "aumente la opción maxEntry de ldap",
  "increase the limit maxReferrals, or set the ldap option followReferrals to false":
    "aumente el límite maxReferrals, o ponga la opción followReferrals de ldap en false",
  "invalid attribute: expected a name, an OID, *, or +":
    "atributo no válido: se esperaba un nombre, un OID, * o +",
  "invalid attributes: expected names, OIDs, *, or +":
    "attributes no válido: se esperaban nombres, OID, * o +",
  "invalid dn: expected a text": "dn no válido: se esperaba un texto",
  "invalid extension: expected a name or an OID": "extensión no válida: se esperaba un nombre o un OID",
  "invalid extensions: expected each with a name or an OID as its type":
    "extensions no válido: se esperaba cada una con un nombre o un OID como tipo",
  "invalid filter: expected a text or a tree of valid filters":
    "filter no válido: se esperaba un texto o un árbol de filtros válidos",
  'invalid scope: expected "base", "one", or "sub"': 'scope no válido: se esperaba "base", "one" o "sub"',
  "maximum bytes of one message, such as an entry": "máximo de bytes de un mensaje, como una entrada",
  'missing "{0}" in the filter': 'falta "{0}" en el filtro',
  "not a valid LDAP URL": "no es un URL LDAP válido",
  "only the entry itself": "solo la entrada misma",
  "open that URL, or set the ldap option followReferrals":
    "abra ese URL, o active la opción followReferrals de ldap",
  'remove it, or its "!" if it can be ignored': 'quítela, o su "!" si se puede ignorar',
  "remove the attributes and the filter, or add the scope one or sub":
    "quite los atributos y el filtro, o añada el alcance one o sub",
  "remove the filter, or log in": "quite el filtro, o inicie sesión",
  "remove the spaces around the type": "quite los espacios alrededor del tipo",
  "search result reference: {0}": "referencia de resultado de búsqueda: {0}",
  "separate attributes by commas": "separe los atributos con comas",
  'set the ldap option tls to "required", or use ldaps:':
    'ponga la opción tls de ldap en "required", o use ldaps:',
  'set the ldap option tls to "required", use ldaps:, or set the option clearTextLogin':
    'ponga la opción tls de ldap en "required", use ldaps: o active la opción clearTextLogin',
  "set the ldap options bind and bindDn": "defina las opciones bind y bindDn de ldap",
  "the URL has the unknown critical extension {0}": "el URL tiene la extensión crítica desconocida {0}",
  "the URL names an entry, not the entries below it":
    "el URL nombra una entrada, no las entradas debajo de ella",
  "the attributes to return": "los atributos que se devuelven",
  "the condition that the entries must meet": "la condición que deben cumplir las entradas",
  "the distinguished name of the entry": "el nombre distinguido de la entrada",
  "the distinguished name to log in with, or the user of bind=plain; the password is asked for":
    "el nombre distinguido con el que se inicia la sesión, o el usuario de bind=plain; se pide la contraseña",
  "the entries below another one, over TLS": "las entradas debajo de otra, por TLS",
  "the entries directly below it": "las entradas directamente debajo de ella",
  "the entry and everything below it": "la entrada y todo lo que hay debajo de ella",
  "the entry does not match the filter, or may not be read":
    "la entrada no cumple el filtro, o no se puede leer",
  "the filter has no parentheses": "el filtro no tiene paréntesis",
  "the filter of a search for words": "el filtro de una búsqueda de palabras",
  "the ldap URL names no server": "el URL ldap no nombra ningún servidor",
  "the root DSE, which describes a server": "el DSE raíz, que describe un servidor",
  "the server does not accept this kind of login": "el servidor no acepta este tipo de inicio de sesión",
  "the server does not support a critical extension of the request":
    "el servidor no admite una extensión crítica de la petición",
  "the server does not support this way to log in": "el servidor no admite esta forma de iniciar sesión",
  "the server does not use LDAP": "el servidor no usa LDAP",
  "the server has no such entry": "el servidor no tiene esa entrada",
  "the server is unwilling to perform the request": "el servidor no está dispuesto a atender la petición",
  "the server named no valid LDAP URL": "el servidor no nombró ningún URL LDAP válido",
  "the server reached a limit of its operator": "el servidor alcanzó un límite de su operador",
  "the server reached its limit of entries": "el servidor alcanzó su límite de entradas",
  "the server reached its time limit": "el servidor alcanzó su límite de tiempo",
  "the server refers to other servers, but names no LDAP URL to open":
    "el servidor remite a otros servidores, pero no nombra ningún URL LDAP que abrir",
  "the server refers to {0}": "el servidor remite a {0}",
  "the server refused StartTLS, but TLS is required": "el servidor rechazó StartTLS, pero TLS es obligatorio",
  "the server rejected the request with result code {0}":
    "el servidor rechazó la petición con el código de resultado {0}",
  "the server sends empty pages without an end": "el servidor envía páginas vacías sin fin",
  "the server sent a message that answers no request":
    "el servidor envió un mensaje que no responde a ninguna petición",
  "the server sent a referral": "el servidor envió una referencia",
  "the server sent a response of another type": "el servidor envió una respuesta de otro tipo",
  "the server sent a response of another type to a search":
    "el servidor envió a una búsqueda una respuesta de otro tipo",
  "the server sent an unknown notification": "el servidor envió una notificación desconocida",
  "the server sent {0} search result references":
    "el servidor envió {0} referencias de resultados de búsqueda",
  'unexpected "?": an ldap URL has at most four': '"?" inesperado: un URL ldap tiene cuatro como máximo',
  "unexpected text after the filter": "texto inesperado tras el filtro",
  "use StartTLS": "usar StartTLS",
  "use a narrower filter, or set pageSize": "use un filtro más estrecho, o defina pageSize",
  "use another value of the ldap option bind": "use otro valor de la opción bind de ldap",
  "use ldaps: if the server has a port for it": "use ldaps: si el servidor tiene un puerto para él",
  "when the server follows aliases": "cuándo sigue los alias el servidor",
  'write "(" before it and ")" after it': 'escriba "(" antes de él y ")" después',
  'write "(attribute=value)"': 'escriba "(atributo=valor)"',
  'write "\\#" if it is data': 'escriba "\\#" si es dato',
  'write "\\28" or "\\29"': 'escriba "\\28" o "\\29"',
  'write "\\2a" for an asterisk that is data': 'escriba "\\2a" por un asterisco que es dato',
  'write "\\2a" or "\\00"': 'escriba "\\2a" o "\\00"',
  'write "\\5c" for a backslash': 'escriba "\\5c" por una barra invertida',
  'write "base", "one", or "sub"': 'escriba "base", "one" o "sub"',
  'write "type=value"': 'escriba "tipo=valor"',
  'write a "?" that is data as "%3F"': 'escriba "%3F" por un "?" que es dato',
  'write a type, "=", and a value': 'escriba un tipo, "=" y un valor',
  'write an attribute, such as cn, before the "="': 'escriba un atributo, como cn, antes del "="',
  'write it as "\\20"': 'escríbalo como "\\20"',
  'write it with a backslash, for example "\\;"': 'escríbalo con una barra invertida, por ejemplo "\\;"',
  "write ldap://HOST/…": "escriba ldap://HOST/…",
};
