import type { Catalogue } from "../translate.ts";

/** Texts of z39.50r and z39.50s. */
export const Z3950: Catalogue = {
  '"{0}" is given twice': '"{0}" aparece dos veces',
  "Words of the record": "Palabras del registro",
  "a database to search": "una base de datos en la que buscar",
  "a diagnostic in an unknown format": "un diagnóstico en un formato desconocido",
  "a full record in USmarc": "un registro completo en USmarc",
  "a length of more than {0} bytes": "una longitud de más de {0} bytes",
  "a login requires a password; nothing was sent":
    "un inicio de sesión exige una contraseña; no se ha enviado nada",
  "a missing element": "un elemento que falta",
  "a negative number of records": "un número negativo de registros",
  "a record of a catalog": "un registro de un catálogo",
  "a record of an unknown kind": "un registro de clase desconocida",
  "a record without a record syntax": "un registro sin sintaxis de registro",
  "a session with a catalog, which can be searched": "una sesión con un catálogo, en el que se puede buscar",
  "a session with two databases": "una sesión con dos bases de datos",
  "a tag of more than {0} bytes": "una etiqueta de más de {0} bytes",
  "a value in parts": "un valor en partes",
  "a value of indefinite length": "un valor de longitud indefinida",
  "a z39.50 URL has no path segments": "un URL z39.50 no tiene segmentos de ruta",
  "add the password to the client's credentials": "añada la contraseña a las credenciales del cliente",
  "an extension that is unknown here, and ignored": "una extensión que aquí no se conoce y se ignora",
  "an invalid number": "un número no válido",
  "an invalid object identifier": "un identificador de objeto no válido",
  "another format": "otro formato",
  "cannot present {0} records at once": "no se pueden presentar {0} registros a la vez",
  "cannot send a password without TLS; nothing was sent":
    "no se puede enviar una contraseña sin TLS; no se ha enviado nada",
  "check that the host and the port are those of a Z39.50 server":
    "compruebe que el host y el puerto son los de un servidor Z39.50",
  "check the host and the port": "compruebe el host y el puerto",
  "check the name of the database": "compruebe el nombre de la base de datos",
  "empty docid": "docid vacío",
  "empty name of a database": "nombre vacío de una base de datos",
  "empty name of a record syntax": "nombre vacío de una sintaxis de registro",
  "empty name of an element set": "nombre vacío de un conjunto de elementos",
  "get: how to return a MARC record: as bytes (ISO 2709), as text for people, or as MARCXML; default: raw if the URL names its record syntax, otherwise text":
    "get: cómo devolver un registro MARC: en bytes (ISO 2709), como texto para personas o como MARCXML; por defecto: raw si el URL nombra su sintaxis de registro, si no text",
  "increase the z39.50 option maxApdu": "aumente la opción maxApdu de z39.50",
  "invalid BER": "BER no válido",
  "invalid extension: expected keyword=value": "extensión no válida: se esperaba clave=valor",
  'invalid extra: expected pairs of a keyword, which is not "esn" or "rs", and a value':
    'extra no válido: se esperaban pares de una palabra clave, que no es "esn" ni "rs", y un valor',
  "invalid kind: a URL of {0} is always a {1}":
    "kind no válido: un URL {0} es siempre {1, select, session {una sesión} retrieval {una recuperación} other {{1}}}",
  "invalid {0}: expected a nonempty text": "{0} no válido: se esperaba un texto no vacío",
  "invalid {0}: expected nonempty texts": "{0} no válido: se esperaban textos no vacíos",
  "list and search: maximum number of records; the last entry says how many more there are":
    "list y search: número máximo de registros; la última entrada dice cuántos más hay",
  "maximum bytes of one message (APDU) of the server": "máximo de bytes de un mensaje (APDU) del servidor",
  "maximum number of BER elements in one message of the server":
    "número máximo de elementos BER en un mensaje del servidor",
  'missing "/" before the "?"': 'falta "/" antes del "?"',
  "missing database: a docid is one of a record in a database":
    "falta la base de datos: un docid es el de un registro de una base de datos",
  "missing database: a docid requires one": "falta la base de datos: un docid exige una",
  "missing database: a retrieval requires one": "falta la base de datos: una recuperación exige una",
  "more than {0} elements; increase the z39.50 option maxElements":
    "más de {0} elementos; aumente la opción maxElements de z39.50",
  "more than {0} nested elements": "más de {0} elementos anidados",
  "names or OIDs of record syntaxes": "nombres u OID de sintaxis de registro",
  "no database: the client chooses": "sin base de datos: elige el cliente",
  "no such records: the last search found {0}": "no hay tales registros: la última búsqueda encontró {0}",
  "records of one Present request": "registros de una petición Present",
  'remove "%00", "%0D", and "%0A"': 'quite "%00", "%0D" y "%0A"',
  'remove ";esn="': 'quite ";esn="',
  'remove it, and its "+"': 'quítelo, y su "+"',
  'remove the "+"': 'quite el "+"',
  'remove the "?"': 'quite el "?"',
  "request fewer, or increase the z39.50 option maxRecords":
    "pida menos, o aumente la opción maxRecords de z39.50",
  "search first, and count from 1": "busque antes, y cuente desde 1",
  "search: the Bib-1 Use attribute of the words: 1016 is any field, 4 a title, 1003 an author":
    "search: el atributo Use de Bib-1 de las palabras: 1016 es cualquier campo, 4 un título, 1003 un autor",
  'set the z39.50 option marc to "raw" to get its bytes':
    'ponga la opción marc de z39.50 en "raw" para obtener sus bytes',
  "set the z39.50 option tls, if the server supports it, or clearTextLogin":
    "active la opción tls de z39.50, si el servidor la admite, o clearTextLogin",
  "set the z39.50 option user": "defina la opción user de z39.50",
  "set the z39.50 option user, if the server requires a login":
    "defina la opción user de z39.50, si el servidor exige iniciar sesión",
  "the URL contains NUL, CR, or LF; nothing was sent": "el URL contiene NUL, CR o LF; no se ha enviado nada",
  "the URL has no docid, so it names no record": "el URL no tiene docid, así que no nombra ningún registro",
  "the URL names a database, and not a record": "el URL nombra una base de datos, y no un registro",
  "the URL names a record, and not a database": "el URL nombra un registro, y no una base de datos",
  "the URL names a record, and not a session": "el URL nombra un registro, y no una sesión",
  "the URL names no known record syntax": "el URL no nombra ninguna sintaxis de registro conocida",
  "the database to search, if the URL of a session names none":
    "la base de datos en la que buscar, si el URL de una sesión no nombra ninguna",
  "the docid is ambiguous: {0} records": "el docid es ambiguo: {0} registros",
  "the element set to request, if the URL names none; default: the server chooses":
    "el conjunto de elementos que se pide, si el URL no nombra ninguno; por defecto: elige el servidor",
  "the identifier of a record: only the server understands it":
    "el identificador de un registro: solo lo entiende el servidor",
  "the preferred format of the record": "el formato preferido del registro",
  "the record has no identifier; open a session to read it":
    "el registro no tiene identificador; abra una sesión para leerlo",
  "the record is not a valid MARC record (ISO 2709)": "el registro no es un registro MARC válido (ISO 2709)",
  "the record syntaxes to request one after the other, if the URL names none":
    "las sintaxis de registro que se piden una tras otra, si el URL no nombra ninguna",
  "the search failed, and the server does not say why": "la búsqueda falló, y el servidor no dice por qué",
  "the search request has {0} bytes, more than the limit of {1}; it was not sent":
    "la petición de búsqueda tiene {0} bytes, más que el límite de {1}; no se ha enviado",
  "the server cannot answer now": "el servidor no puede responder ahora",
  "the server cannot search in this way": "el servidor no puede buscar de este modo",
  "the server cannot search these databases together":
    "el servidor no puede buscar en estas bases de datos a la vez",
  "the server does not accept the term": "el servidor no acepta el término",
  "the server does not have the record in a requested syntax":
    "el servidor no tiene el registro en una sintaxis pedida",
  "the server does not list every record: search for words":
    "el servidor no lista todos los registros: busque palabras",
  "the server does not offer to search and to present records":
    "el servidor no ofrece buscar y presentar registros",
  "the server does not support the element set": "el servidor no admite el conjunto de elementos",
  "the server does not use Z39.50": "el servidor no usa Z39.50",
  "the server dropped the result set": "el servidor desechó el conjunto de resultados",
  "the server ended the association instead of answering":
    "el servidor terminó la asociación en lugar de responder",
  "the server has no record at this position": "el servidor no tiene ningún registro en esta posición",
  "the server has no record with this docid": "el servidor no tiene ningún registro con este docid",
  "the server sent a message longer than {0} bytes": "el servidor envió un mensaje de más de {0} bytes",
  "the server sent a message that does not answer the request":
    "el servidor envió un mensaje que no responde a la petición",
  "the server sent a message that was not requested": "el servidor envió un mensaje que no se pidió",
  "the server sent a message with {0}": "el servidor envió un mensaje con {0}",
  "the server sent more records than were requested":
    "el servidor envió más registros de los que se pidieron",
  "the server sent no record": "el servidor no envió ningún registro",
  "the set of elements of the record to return": "el conjunto de elementos del registro que se devuelve",
  "the user to log in as; the password is asked for":
    "el usuario con el que se inicia la sesión; se pide la contraseña",
  'unexpected ";" before the docid': '";" inesperado antes del docid',
  "use TLS from the first byte, which no z39.50 URL says":
    "usar TLS desde el primer byte, lo que ningún URL z39.50 dice",
  "use a URL with one of the databases": "use un URL con una de las bases de datos",
  "use fewer words, or increase the limit maxCommand": "use menos palabras, o aumente el límite maxCommand",
  "use other words, or another value of the z39.50 option searchUse":
    "use otras palabras, u otro valor de la opción searchUse de z39.50",
  "use search or list, or open a session": "use search o list, o abra una sesión",
  "use z39.50s: to search the database": "use z39.50s: para buscar en la base de datos",
  'write ";esn=" and ";rs=" after the docid, or a ";" in a name as "%3B"':
    'escriba ";esn=" y ";rs=" tras el docid, o un ";" en un nombre como "%3B"',
  'write ";rs=usmarc", ";rs=xml", ";rs=sutrs", or an OID':
    'escriba ";rs=usmarc", ";rs=xml", ";rs=sutrs" o un OID',
  'write "?DOCID" after the database, or use z39.50s: to search the database':
    'escriba "?DOCID" tras la base de datos, o use z39.50s: para buscar en la base de datos',
  'write a "/" in the name of a database as "%2F"':
    'escriba un "/" en el nombre de una base de datos como "%2F"',
  'write a ";" that is data as "%3B"': 'escriba "%3B" por un ";" que es dato',
  'write another one as ";esn="': 'escriba otro en ";esn="',
  'write another one in the URL, such as ";rs=sutrs", or set the z39.50 option recordSyntaxes':
    'escriba otra en el URL, como ";rs=sutrs", o defina la opción recordSyntaxes de z39.50',
  "write z39.50s: to open a session": "escriba z39.50s: para abrir una sesión",
  "{0} more records": "{0} registros más",
};
