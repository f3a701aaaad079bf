import type { Catalogue } from "../translate.ts";

/** Texts of sftp. */
export const SFTP: Catalogue = {
  "SSH failed: {0}": "falló SSH: {0}",
  "a file in the home directory": "un archivo del directorio personal",
  "a file, by its absolute path": "un archivo, por su ruta absoluta",
  'a name cannot contain "/"; nothing was sent': 'un nombre no puede contener "/"; no se ha enviado nada',
  "a name cannot contain NUL; nothing was sent": "un nombre no puede contener NUL; no se ha enviado nada",
  "add a name": "añada un nombre",
  "add the password to the client's credentials, or set the sftp option privateKey or agent":
    "añada la contraseña a las credenciales del cliente, o defina la opción privateKey o agent de sftp",
  "an empty name: left out": "un nombre vacío: se omite",
  "an sftp URL cannot have a query": "un URL sftp no puede tener consulta",
  "an unknown parameter, ignored": "un parámetro desconocido, que se ignora",
  "as text: no effect, SFTP transfers files unchanged":
    "como texto: sin efecto, SFTP transfiere los archivos sin cambios",
  "ask the operator of the server for its new key": "pida al operador del servidor la nueva clave",
  "cannot read a known_hosts file: the client has no files":
    "no se puede leer un archivo known_hosts: el cliente no tiene archivos",
  "cannot resume at byte {0}: the file has {1} bytes":
    "no se puede continuar en el byte {0}: el archivo tiene {1} bytes",
  "cannot write to a directory": "no se puede escribir en un directorio",
  "check that the login scripts of this user on the server print nothing":
    "compruebe que los scripts de inicio de sesión de este usuario en el servidor no escriban nada",
  "check the fingerprint with the operator of the server, then add this line to the file of the sftp option knownHostsFile: {0} {1} {2}":
    "compruebe la huella con el operador del servidor, y después añada esta línea al archivo de la opción knownHostsFile de sftp: {0} {1} {2}",
  "check the fingerprint with the operator of the server, then correct the URL":
    "compruebe la huella con el operador del servidor, y después corrija el URL",
  "check the fingerprint with the operator of the server, then replace the line of this host in known_hosts":
    "compruebe la huella con el operador del servidor, y después reemplace la línea de este host en known_hosts",
  "check the sftp option agent": "compruebe la opción agent de sftp",
  "decides whether an unknown key is accepted; a changed key never is":
    "decide si se acepta una clave desconocida; una clave cambiada nunca se acepta",
  "invalid params: expected each with a name of its own":
    "params no válido: se esperaba cada uno con su propio nombre",
  "invalid params: expected pairs of a name and a value":
    "params no válido: se esperaban pares de un nombre y un valor",
  'invalid path: an absolute path has a first segment, which is not "~"':
    'path no válido: una ruta absoluta tiene un primer segmento, que no es "~"',
  "keys of hosts, as the text of a known_hosts file":
    "claves de hosts, como el texto de un archivo known_hosts",
  "missing name of a parameter": "falta el nombre de un parámetro",
  "not the name of one file": "no es el nombre de un solo archivo",
  "parameters need a user, which may be empty": "los parámetros necesitan un usuario, que puede estar vacío",
  "requests of a transfer that are sent before their replies, each for 32 KiB":
    "peticiones de una transferencia que se envían antes de sus respuestas, cada una de 32 KiB",
  "set home to true for a path below the home directory":
    "ponga home en true para una ruta bajo el directorio personal",
  "sftp requires a user": "sftp exige un usuario",
  "the SSH agent failed": "falló el agente SSH",
  "the absolute path of a known_hosts file, which the policy must allow to read":
    "la ruta absoluta de un archivo known_hosts, que la política debe permitir leer",
  "the expected key of the host": "la clave que se espera del host",
  "the file became shorter": "el archivo se acortó",
  "the file or directory": "el archivo o directorio",
  "the fingerprint is given twice": "la huella aparece dos veces",
  "the fingerprint of the URL is not a SHA-256 hash; nothing was sent":
    "la huella del URL no es un hash SHA-256; no se ha enviado nada",
  "the home directory of the user": "el directorio personal del usuario",
  "the key of {0} is revoked: {1}": "la clave de {0} está revocada: {1}",
  "the key of {0} is unknown: {1}": "la clave de {0} no se conoce: {1}",
  "the known_hosts file exceeds the limit of {0} bytes":
    "el archivo known_hosts supera el límite de {0} bytes",
  "the path of the socket of an SSH agent, whose keys are tried":
    "la ruta del socket de un agente SSH, cuyas claves se prueban",
  "the private key of the user, in the format of OpenSSH or as PEM, without a passphrase":
    "la clave privada del usuario, en el formato de OpenSSH o en PEM, sin frase de paso",
  "the server announced a packet of {0} bytes; the limit is {1}":
    "el servidor anunció un paquete de {0} bytes; el límite es {1}",
  "the server did not understand the request": "el servidor no entendió la petición",
  "the server does not offer SFTP to this user": "el servidor no ofrece SFTP a este usuario",
  "the server does not support this operation": "el servidor no admite esta operación",
  "the server does not tell the size of the file": "el servidor no dice el tamaño del archivo",
  "the server has no algorithm that is allowed": "el servidor no tiene ningún algoritmo permitido",
  "the server has no more data": "el servidor no tiene más datos",
  "the server has no space left": "al servidor no le queda espacio",
  "the server lost its connection": "el servidor perdió su conexión",
  "the server replied to no request": "el servidor respondió sin que hubiera petición",
  "the server requires a password": "el servidor exige una contraseña",
  "the server sent a handle of more than 256 bytes": "el servidor envió un handle de más de 256 bytes",
  "the server sent a packet of another type": "el servidor envió un paquete de otro tipo",
  "the server sent text instead of SFTP": "el servidor envió texto en lugar de SFTP",
  "the server sent {0} bytes instead of {1}": "el servidor envió {0} bytes en lugar de {1}",
  "the server speaks version {0} of SFTP; expected 3":
    "el servidor habla la versión {0} de SFTP; se esperaba la 3",
  "the server's packet ends in the middle of a value": "el paquete del servidor termina en mitad de un valor",
  "the sftp option privateKey is not a private key without a passphrase":
    "la opción privateKey de sftp no es una clave privada sin frase de paso",
  "the target exists already": "el destino ya existe",
  "use the sftp option knownHosts, or declare the directory in the policy":
    "use la opción knownHosts de sftp, o declare el directorio en la política",
  "what a path is relative to: the root, as in curl, or the home directory, as in OpenSSH, where // begins at the root":
    "a qué es relativa una ruta: a la raíz, como en curl, o al directorio personal, como en OpenSSH, donde // empieza en la raíz",
  'write "%3B" for a semicolon in the name': 'escriba "%3B" por un punto y coma en el nombre',
  'write "/" for "%2F" between two names': 'escriba "/" por "%2F" entre dos nombres',
  'write parameters as "name=value", separated by commas; write "%3B" for a ";" in a user':
    'escriba los parámetros como "nombre=valor", separados por comas; escriba "%3B" por un ";" en un usuario',
  "write sftp://USER@HOST/…": "escriba sftp://USUARIO@HOST/…",
  'write the type of the key, "-", and what ssh-keygen -l shows after "SHA256:"':
    'escriba el tipo de la clave, "-" y lo que ssh-keygen -l muestra tras "SHA256:"',
  "{0} has another key than the URL says: {1}": "{0} tiene una clave distinta de la que dice el URL: {1}",
  "{0} has another key than the known one: {1}": "{0} tiene una clave distinta de la conocida: {1}",
  "the server sent another number of paths than one": "el servidor envió un número de rutas distinto de uno",
  "the link leads to nothing": "el enlace no lleva a nada",
  "the link leads to more nested directories than the limit maxDepth":
    "el enlace lleva a más directorios anidados que el límite maxDepth",
  "the server created a link with another target": "el servidor creó un enlace con otro destino",
};
