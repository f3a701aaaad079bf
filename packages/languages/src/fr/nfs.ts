import type { Catalogue } from "../translate.ts";

/** Texts of nfs. */
export const NFS: Catalogue = {
  "1 to 255 characters of printable ASCII": "de 1 à 255 caractères d’ASCII imprimable",
  'a file name on the server cannot contain "/"': 'un nom de fichier du serveur ne peut pas contenir "/"',
  "a file, from the public directory": "un fichier, depuis le répertoire public",
  "a file, from the root of the server": "un fichier, depuis la racine du serveur",
  "an nfs URL cannot have a fragment": "une URL nfs ne peut pas avoir de fragment",
  "an nfs URL cannot have a query": "une URL nfs ne peut pas avoir de requête",
  'ask its operator: some servers accept only ports below 1024 unless the export is "insecure"':
    'demandez à son opérateur : certains serveurs n’acceptent que les ports inférieurs à 1024, sauf si l’export est "insecure"',
  "bytes of one READ, WRITE, or READDIR; larger ones also need a larger limit maxMessage":
    "octets d’un READ, WRITE ou READDIR ; de plus grands exigent aussi une limite maxMessage plus grande",
  "cannot change the public directory of the server":
    "impossible de modifier le répertoire public du serveur",
  "cannot rename to a different server": "impossible de renommer vers un autre serveur",
  "cannot rename to another file system": "impossible de renommer vers un autre système de fichiers",
  "cannot resume an upload over NFS": "impossible de reprendre un envoi par NFS",
  "cannot write to a symbolic link or a device":
    "impossible d’écrire dans un lien symbolique ou un périphérique",
  "check the port": "vérifiez le port",
  'end the URL with "/"': 'terminez l’URL par "/"',
  "has a query or a fragment": "a une requête ou un fragment",
  "has an unknown status": "a un état inconnu",
  "increase the nfs option jukeboxRetries": "augmentez l’option jukeboxRetries de nfs",
  "increase the nfs option maxLinks": "augmentez l’option maxLinks de nfs",
  "increase the nfs option transferSize": "augmentez l’option transferSize de nfs",
  "is empty or contains NUL": "est vide ou contient NUL",
  "is neither accepted nor denied": "n’est ni accepté ni refusé",
  "is not a URL reference": "n’est pas une référence d’URL",
  "is not a reply": "n’est pas une réponse",
  "is not a valid nfs URL": "n’est pas une URL nfs valide",
  "invalid absolute: expected true or false": "absolute non valide : true ou false était attendu",
  "list the directory again": "listez de nouveau le répertoire",
  "maximum number of symbolic links to follow": "nombre maximum de liens symboliques à suivre",
  "maximum number of times to repeat a call if the server is not ready (NFS3ERR_JUKEBOX)":
    "nombre maximum de répétitions d’un appel si le serveur n’est pas prêt (NFS3ERR_JUKEBOX)",
  "more than {0} symbolic links, or a loop": "plus de {0} liens symboliques, ou une boucle",
  "only the owner may do this": "seul le propriétaire peut faire cela",
  'open that URL, or use get with the nfs option links "any"':
    'ouvrez cette URL, ou utilisez get avec l’option links "any" de nfs',
  "port 111 belongs to the portmapper, not to NFS; nothing was sent":
    "le port 111 appartient au portmapper, pas à NFS ; rien n’a été envoyé",
  "read the text of a symbolic link as a URL reference, or as a path of the server":
    "lire le texte d’un lien symbolique comme une référence d’URL, ou comme un chemin du serveur",
  'remove the "/" at the end of the URL': 'retirez le "/" à la fin de l’URL',
  "set the nfs option fallback to true, to use MOUNT":
    "mettez l’option fallback de nfs à true, pour utiliser MOUNT",
  'set the nfs option linkText to "path" if it is a path of the server':
    'mettez l’option linkText de nfs à "path" si c’est un chemin du serveur',
  'set the nfs option links to "server" to follow it':
    'mettez l’option links de nfs à "server" pour le suivre',
  "set the nfs option mountPort if you know the port":
    "définissez l’option mountPort de nfs si vous connaissez le port",
  "set the nfs option portmapperPort for a portmapper at another port":
    "définissez l’option portmapperPort de nfs pour un portmapper sur un autre port",
  "set the nfs options portmapperPort or mountPort, or check the firewall":
    "définissez l’option portmapperPort ou mountPort de nfs, ou vérifiez le pare-feu",
  "set the nfs options uid and gid to a user with access":
    "mettez dans les options uid et gid de nfs un utilisateur qui a accès",
  'the URL ends with "/", but it is not a directory':
    'l’URL se termine par "/", mais ce n’est pas un répertoire',
  "the directory changed while it was listed": "le répertoire a changé pendant qu’il était listé",
  "the file": "le fichier",
  "the file already exists": "le fichier existe déjà",
  "the file changed meanwhile": "le fichier a changé entre-temps",
  "the file has too many hard links": "le fichier a trop de liens physiques",
  "the file is larger than the server allows": "le fichier est plus grand que le serveur ne l’autorise",
  "the file is not ready": "le fichier n’est pas prêt",
  "the file is on another server": "le fichier est sur un autre serveur",
  "the file no longer exists on the server (stale file handle)":
    "le fichier n’existe plus sur le serveur (identifiant de fichier périmé)",
  "the file system of the server is full": "le système de fichiers du serveur est plein",
  "the file system of the server is read-only": "le système de fichiers du serveur est en lecture seule",
  "the file was replaced while it was downloaded": "le fichier a été remplacé pendant le téléchargement",
  'the first segment of a relative path must not be empty: "//" is absolute':
    'le premier segment d’un chemin relatif ne doit pas être vide : "//" est absolu',
  "the group id to claim together with uid; the default is the anonymous group":
    "l’identifiant de groupe à déclarer avec uid ; par défaut, c’est le groupe anonyme",
  "the machine name that AUTH_SYS sends; the default is not the name of this machine":
    "le nom de machine qu’envoie AUTH_SYS ; par défaut, ce n’est pas le nom de cette machine",
  "the name is longer than the server allows": "le nom est plus long que le serveur ne l’autorise",
  "the path has more than {0} segments": "le chemin a plus de {0} segments",
  "the port of MOUNT; the portmapper is then not asked":
    "le port de MOUNT ; le portmapper n’est alors pas interrogé",
  "the port of the portmapper, which knows the port of MOUNT":
    "le port du portmapper, qui connaît le port de MOUNT",
  "the portmapper named the port {0}": "le portmapper a nommé le port {0}",
  "the public directory of a server": "le répertoire public d’un serveur",
  "the quota of the user is exceeded": "le quota de l’utilisateur est dépassé",
  "the server closed the connection before the end of its reply":
    "le serveur a fermé la connexion avant la fin de sa réponse",
  "the server does not know its own file handle":
    "le serveur ne connaît pas son propre identifiant de fichier",
  "the server does not know the public file handle of WebNFS":
    "le serveur ne connaît pas l’identifiant de fichier public de WebNFS",
  "the server does not serve {0} at this port": "le serveur ne sert pas {0} sur ce port",
  "the server does not speak RPC: a message {0}": "le serveur ne parle pas RPC : un message {0}",
  "the server does not support this type of file": "le serveur ne prend pas en charge ce type de fichier",
  "the server does not support {0}: it has {1}": "le serveur ne prend pas en charge {0} : il a {1}",
  "the server exports no directory of this path to this client":
    "le serveur n’exporte à ce client aucun répertoire de ce chemin",
  "the server had an input or output error": "le serveur a eu une erreur d’entrée ou de sortie",
  "the server has no MOUNT service, version 3, over TCP":
    "le serveur n’a pas de service MOUNT, version 3, par TCP",
  "the server has no such device": "le serveur n’a pas ce périphérique",
  "the server has no such file": "le serveur n’a pas ce fichier",
  "the server lists a directory in a loop (file {0})":
    "le serveur liste un répertoire en boucle (fichier {0})",
  "the server rejected an argument of the call": "le serveur a refusé un argument de l’appel",
  "the server rejected the arguments of a call to {0}": "le serveur a refusé les arguments d’un appel à {0}",
  "the server rejected the credential (auth_stat {0})":
    "le serveur a refusé l’identification (auth_stat {0})",
  "the server rejects the public file handle, and cannot be reached at port {0} for {1}: {2}":
    "le serveur refuse l’identifiant de fichier public, et ne peut pas être joint au port {0} pour {1} : {2}",
  "the server restarted during the upload, and may have lost data":
    "le serveur a redémarré pendant l’envoi, et a peut-être perdu des données",
  "the server sent a reply without a call": "le serveur a envoyé une réponse sans appel",
  "the server sent no bytes before the end of the file":
    "le serveur n’a pas envoyé d’octets avant la fin du fichier",
  "the server sent no entries before the end of the directory":
    "le serveur n’a pas envoyé d’entrées avant la fin du répertoire",
  "the server sent the unknown status {0}": "le serveur a envoyé l’état inconnu {0}",
  "the server sent {0} bytes, and says that they are {1}":
    "le serveur a envoyé {0} octets, et dit qu’il y en a {1}",
  "the server wrote {0} of {1} bytes": "le serveur a écrit {0} octets sur {1}",
  "the server's reply ends in the middle of a value":
    "la réponse du serveur se termine au milieu d’une valeur",
  "the server's reply has the boolean {0}": "la réponse du serveur a le booléen {0}",
  "the server's reply has {0} bytes where {1} are allowed":
    "la réponse du serveur a {0} octets là où {1} sont autorisés",
  "the symbolic link was not followed": "le lien symbolique n’a pas été suivi",
  "the text of a symbolic link {0}": "le texte d’un lien symbolique {0}",
  "the transfer size is too small": "la taille de transfert est trop petite",
  "the user id to claim with AUTH_SYS; without it nothing is claimed (AUTH_NONE)":
    "l’identifiant d’utilisateur à déclarer avec AUTH_SYS ; sans lui, rien n’est déclaré (AUTH_NONE)",
  "this is a directory": "c’est un répertoire",
  "this is not a directory": "ce n’est pas un répertoire",
  "time before such a call is repeated": "temps avant de répéter un tel appel",
  "upload the file again": "envoyez de nouveau le fichier",
  "use a shorter name": "utilisez un nom plus court",
  "use the portmapper and MOUNT if the server rejects the public file handle":
    "utiliser le portmapper et MOUNT si le serveur refuse l’identifiant de fichier public",
  "version {0}": "la version {0}",
  "version {0} of {1}": "la version {0} de {1}",
  "versions {0} to {1}": "les versions {0} à {1}",
  "which symbolic links to follow: none, those to the same server, or any (get only)":
    "quels liens symboliques suivre : aucun, ceux vers le même serveur, ou tous (get seulement)",
  'write "#" in a name as "%23"': 'écrivez "#" dans un nom en "%23"',
  'write "/" in place of "%2F" to separate names': 'écrivez "/" à la place de "%2F" pour séparer les noms',
  'write "?" in a name as "%3F", and use options such as mountPort for settings':
    'écrivez "?" dans un nom en "%3F", et utilisez des options comme mountPort pour les réglages',
  "write to the file that the link names, or remove it first":
    "écrivez dans le fichier que nomme le lien, ou supprimez d’abord le lien",
  "{0}, from the public directory of the server": "{0}, depuis le répertoire public du serveur",
  "{0}, from the root of the server": "{0}, depuis la racine du serveur",
  "{0}; the change may have been made": "{0} ; le changement a peut-être été fait",
};
