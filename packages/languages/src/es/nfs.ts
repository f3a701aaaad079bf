import type { Catalogue } from "../translate.ts";

/** Texts of nfs. */
export const NFS: Catalogue = {
  "1 to 255 characters of printable ASCII": "de 1 a 255 caracteres de ASCII imprimible",
  'a file name on the server cannot contain "/"': 'un nombre de archivo del servidor no puede contener "/"',
  "a file, from the public directory": "un archivo, desde el directorio público",
  "a file, from the root of the server": "un archivo, desde la raíz del servidor",
  "an nfs URL cannot have a fragment": "un URL nfs no puede tener fragmento",
  "an nfs URL cannot have a query": "un URL nfs no puede tener consulta",
  'ask its operator: some servers accept only ports below 1024 unless the export is "insecure"':
    'pregunte a su operador: algunos servidores solo aceptan puertos por debajo de 1024, salvo si la exportación es "insecure"',
  "bytes of one READ, WRITE, or READDIR; larger ones also need a larger limit maxMessage":
    "bytes de un READ, WRITE o READDIR; los mayores también necesitan un límite maxMessage mayor",
  "cannot change the public directory of the server":
    "no se puede cambiar el directorio público del servidor",
  "cannot rename to a different server": "no se puede renombrar a otro servidor",
  "cannot rename to another file system": "no se puede renombrar a otro sistema de archivos",
  "cannot resume an upload over NFS": "no se puede continuar una subida por NFS",
  "cannot write to a symbolic link or a device":
    "no se puede escribir en un enlace simbólico ni en un dispositivo",
  "check the port": "compruebe el puerto",
  'end the URL with "/"': 'termine el URL con "/"',
  "has a query or a fragment": "tiene una consulta o un fragmento",
  "has an unknown status": "tiene un estado desconocido",
  "increase the nfs option jukeboxRetries": "aumente la opción jukeboxRetries de nfs",
  "increase the nfs option maxLinks": "aumente la opción maxLinks de nfs",
  "increase the nfs option transferSize": "aumente la opción transferSize de nfs",
  "is empty or contains NUL": "está vacío o contiene NUL",
  "is neither accepted nor denied": "no está ni aceptado ni denegado",
  "is not a URL reference": "no es una referencia URL",
  "is not a reply": "no es una respuesta",
  "is not a valid nfs URL": "no es un URL nfs válido",
  "invalid absolute: expected true or false": "absolute no válido: se esperaba true o false",
  "list the directory again": "liste otra vez el directorio",
  "maximum number of symbolic links to follow": "número máximo de enlaces simbólicos que se siguen",
  "maximum number of times to repeat a call if the server is not ready (NFS3ERR_JUKEBOX)":
    "número máximo de veces que se repite una llamada si el servidor no está listo (NFS3ERR_JUKEBOX)",
  "more than {0} symbolic links, or a loop": "más de {0} enlaces simbólicos, o un bucle",
  "only the owner may do this": "solo el propietario puede hacer esto",
  'open that URL, or use get with the nfs option links "any"':
    'abra ese URL, o use get con la opción links "any" de nfs',
  "port 111 belongs to the portmapper, not to NFS; nothing was sent":
    "el puerto 111 es del portmapper, no de NFS; no se ha enviado nada",
  "read the text of a symbolic link as a URL reference, or as a path of the server":
    "leer el texto de un enlace simbólico como una referencia URL, o como una ruta del servidor",
  'remove the "/" at the end of the URL': 'quite el "/" al final del URL',
  "set the nfs option fallback to true, to use MOUNT":
    "ponga la opción fallback de nfs en true, para usar MOUNT",
  'set the nfs option linkText to "path" if it is a path of the server':
    'ponga la opción linkText de nfs en "path" si es una ruta del servidor',
  'set the nfs option links to "server" to follow it':
    'ponga la opción links de nfs en "server" para seguirlo',
  "set the nfs option mountPort if you know the port":
    "defina la opción mountPort de nfs si conoce el puerto",
  "set the nfs option portmapperPort for a portmapper at another port":
    "defina la opción portmapperPort de nfs para un portmapper en otro puerto",
  "set the nfs options portmapperPort or mountPort, or check the firewall":
    "defina la opción portmapperPort o mountPort de nfs, o compruebe el cortafuegos",
  "set the nfs options uid and gid to a user with access":
    "ponga en las opciones uid y gid de nfs un usuario con acceso",
  'the URL ends with "/", but it is not a directory': 'el URL termina con "/", pero no es un directorio',
  "the directory changed while it was listed": "el directorio cambió mientras se listaba",
  "the file": "el archivo",
  "the file already exists": "el archivo ya existe",
  "the file changed meanwhile": "el archivo cambió mientras tanto",
  "the file has too many hard links": "el archivo tiene demasiados enlaces duros",
  "the file is larger than the server allows": "el archivo es mayor de lo que permite el servidor",
  "the file is not ready": "el archivo no está listo",
  "the file is on another server": "el archivo está en otro servidor",
  "the file no longer exists on the server (stale file handle)":
    "el archivo ya no existe en el servidor (identificador de archivo obsoleto)",
  "the file system of the server is full": "el sistema de archivos del servidor está lleno",
  "the file system of the server is read-only": "el sistema de archivos del servidor es de solo lectura",
  "the file was replaced while it was downloaded": "el archivo se reemplazó mientras se descargaba",
  'the first segment of a relative path must not be empty: "//" is absolute':
    'el primer segmento de una ruta relativa no debe estar vacío: "//" es absoluta',
  "the group id to claim together with uid; the default is the anonymous group":
    "el identificador de grupo que se declara junto con uid; por defecto es el grupo anónimo",
  "the machine name that AUTH_SYS sends; the default is not the name of this machine":
    "el nombre de máquina que envía AUTH_SYS; por defecto no es el nombre de esta máquina",
  "the name is longer than the server allows": "el nombre es más largo de lo que permite el servidor",
  "the path has more than {0} segments": "la ruta tiene más de {0} segmentos",
  "the port of MOUNT; the portmapper is then not asked":
    "el puerto de MOUNT; entonces no se pregunta al portmapper",
  "the port of the portmapper, which knows the port of MOUNT":
    "el puerto del portmapper, que conoce el puerto de MOUNT",
  "the portmapper named the port {0}": "el portmapper nombró el puerto {0}",
  "the public directory of a server": "el directorio público de un servidor",
  "the quota of the user is exceeded": "se superó la cuota del usuario",
  "the server closed the connection before the end of its reply":
    "el servidor cerró la conexión antes del final de su respuesta",
  "the server does not know its own file handle": "el servidor no conoce su propio identificador de archivo",
  "the server does not know the public file handle of WebNFS":
    "el servidor no conoce el identificador de archivo público de WebNFS",
  "the server does not serve {0} at this port": "el servidor no sirve {0} en este puerto",
  "the server does not speak RPC: a message {0}": "el servidor no habla RPC: un mensaje {0}",
  "the server does not support this type of file": "el servidor no admite este tipo de archivo",
  "the server does not support {0}: it has {1}": "el servidor no admite {0}: tiene {1}",
  "the server exports no directory of this path to this client":
    "el servidor no exporta a este cliente ningún directorio de esta ruta",
  "the server had an input or output error": "el servidor tuvo un error de entrada o salida",
  "the server has no MOUNT service, version 3, over TCP":
    "el servidor no tiene servicio MOUNT, versión 3, por TCP",
  "the server has no such device": "el servidor no tiene ese dispositivo",
  "the server has no such file": "el servidor no tiene ese archivo",
  "the server lists a directory in a loop (file {0})":
    "el servidor lista un directorio en bucle (archivo {0})",
  "the server rejected an argument of the call": "el servidor rechazó un argumento de la llamada",
  "the server rejected the arguments of a call to {0}":
    "el servidor rechazó los argumentos de una llamada a {0}",
  "the server rejected the credential (auth_stat {0})": "el servidor rechazó la credencial (auth_stat {0})",
  "the server rejects the public file handle, and cannot be reached at port {0} for {1}: {2}":
    "el servidor rechaza el identificador de archivo público, y no se le puede alcanzar en el puerto {0} para {1}: {2}",
  "the server restarted during the upload, and may have lost data":
    "el servidor se reinició durante la subida, y puede haber perdido datos",
  "the server sent a reply without a call": "el servidor envió una respuesta sin llamada",
  "the server sent no bytes before the end of the file":
    "el servidor no envió bytes antes del final del archivo",
  "the server sent no entries before the end of the directory":
    "el servidor no envió entradas antes del final del directorio",
  "the server sent the unknown status {0}": "el servidor envió el estado desconocido {0}",
  "the server sent {0} bytes, and says that they are {1}": "el servidor envió {0} bytes, y dice que son {1}",
  "the server wrote {0} of {1} bytes": "el servidor escribió {0} de {1} bytes",
  "the server's reply ends in the middle of a value":
    "la respuesta del servidor termina en mitad de un valor",
  "the server's reply has the boolean {0}": "la respuesta del servidor tiene el booleano {0}",
  "the server's reply has {0} bytes where {1} are allowed":
    "la respuesta del servidor tiene {0} bytes donde se permiten {1}",
  "the symbolic link was not followed": "el enlace simbólico no se siguió",
  "the text of a symbolic link {0}": "el texto de un enlace simbólico {0}",
  "the transfer size is too small": "el tamaño de transferencia es demasiado pequeño",
  "the user id to claim with AUTH_SYS; without it nothing is claimed (AUTH_NONE)":
    "el identificador de usuario que se declara con AUTH_SYS; sin él no se declara nada (AUTH_NONE)",
  "this is a directory": "esto es un directorio",
  "this is not a directory": "esto no es un directorio",
  "time before such a call is repeated": "tiempo antes de repetir una llamada así",
  "upload the file again": "suba el archivo otra vez",
  "use a shorter name": "use un nombre más corto",
  "use the portmapper and MOUNT if the server rejects the public file handle":
    "usar el portmapper y MOUNT si el servidor rechaza el identificador de archivo público",
  "version {0}": "la versión {0}",
  "version {0} of {1}": "la versión {0} de {1}",
  "versions {0} to {1}": "las versiones {0} a {1}",
  "which symbolic links to follow: none, those to the same server, or any (get only)":
    "qué enlaces simbólicos seguir: ninguno, los del mismo servidor o cualquiera (solo get)",
  'write "#" in a name as "%23"': 'escriba "#" en un nombre como "%23"',
  'write "/" in place of "%2F" to separate names': 'escriba "/" en lugar de "%2F" para separar nombres',
  'write "?" in a name as "%3F", and use options such as mountPort for settings':
    'escriba "?" en un nombre como "%3F", y use opciones como mountPort para los ajustes',
  "write to the file that the link names, or remove it first":
    "escriba en el archivo que nombra el enlace, o borre antes el enlace",
  "{0}, from the public directory of the server": "{0}, desde el directorio público del servidor",
  "{0}, from the root of the server": "{0}, desde la raíz del servidor",
  "{0}; the change may have been made": "{0}; puede que el cambio se haya hecho",
};
