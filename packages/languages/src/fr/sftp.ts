import type { Catalogue } from "../translate.ts";

/** Texts of sftp. */
export const SFTP: Catalogue = {
  "SSH failed: {0}": "échec de SSH : {0}",
  "a file in the home directory": "un fichier du répertoire personnel",
  "a file, by its absolute path": "un fichier, par son chemin absolu",
  'a name cannot contain "/"; nothing was sent': 'un nom ne peut pas contenir "/" ; rien n’a été envoyé',
  "a name cannot contain NUL; nothing was sent": "un nom ne peut pas contenir NUL ; rien n’a été envoyé",
  "add a name": "ajoutez un nom",
  "add the password to the client's credentials, or set the sftp option privateKey or agent":
    "ajoutez le mot de passe à l’identification du client, ou définissez l’option privateKey ou agent de sftp",
  "an empty name: left out": "un nom vide : omis",
  "an sftp URL cannot have a query": "une URL sftp ne peut pas avoir de requête",
  "an unknown parameter, ignored": "un paramètre inconnu, ignoré",
  "as text: no effect, SFTP transfers files unchanged":
    "comme texte : sans effet, SFTP transfère les fichiers tels quels",
  "ask the operator of the server for its new key": "demandez à l’opérateur du serveur sa nouvelle clé",
  "cannot read a known_hosts file: the client has no files":
    "impossible de lire un fichier known_hosts : le client n’a pas de fichiers",
  "cannot resume at byte {0}: the file has {1} bytes":
    "impossible de reprendre à l’octet {0} : le fichier a {1} octets",
  "cannot write to a directory": "impossible d’écrire dans un répertoire",
  "check that the login scripts of this user on the server print nothing":
    "vérifiez que les scripts de connexion de cet utilisateur sur le serveur n’affichent rien",
  "check the fingerprint with the operator of the server, then add this line to the file of the sftp option knownHostsFile: {0} {1} {2}":
    "vérifiez l’empreinte avec l’opérateur du serveur, puis ajoutez cette ligne au fichier de l’option knownHostsFile de sftp : {0} {1} {2}",
  "check the fingerprint with the operator of the server, then correct the URL":
    "vérifiez l’empreinte avec l’opérateur du serveur, puis corrigez l’URL",
  "check the fingerprint with the operator of the server, then replace the line of this host in known_hosts":
    "vérifiez l’empreinte avec l’opérateur du serveur, puis remplacez la ligne de cet hôte dans known_hosts",
  "check the sftp option agent": "vérifiez l’option agent de sftp",
  "decides whether an unknown key is accepted; a changed key never is":
    "décide si une clé inconnue est acceptée ; une clé changée ne l’est jamais",
  "invalid params: expected each with a name of its own":
    "params non valide : chacun devait avoir un nom à lui",
  "invalid params: expected pairs of a name and a value":
    "params non valide : des paires d’un nom et d’une valeur étaient attendues",
  'invalid path: an absolute path has a first segment, which is not "~"':
    'path non valide : un chemin absolu a un premier segment, qui n’est pas "~"',
  "keys of hosts, as the text of a known_hosts file": "clés d’hôtes, comme le texte d’un fichier known_hosts",
  "missing name of a parameter": "nom d’un paramètre absent",
  "not the name of one file": "ce n’est pas le nom d’un seul fichier",
  "parameters need a user, which may be empty": "des paramètres exigent un utilisateur, qui peut être vide",
  "requests of a transfer that are sent before their replies, each for 32 KiB":
    "requêtes d’un transfert qui sont envoyées avant leurs réponses, chacune de 32 Kio",
  "set home to true for a path below the home directory":
    "mettez home à true pour un chemin sous le répertoire personnel",
  "sftp requires a user": "sftp exige un utilisateur",
  "the SSH agent failed": "échec de l’agent SSH",
  "the absolute path of a known_hosts file, which the policy must allow to read":
    "le chemin absolu d’un fichier known_hosts, dont la politique doit autoriser la lecture",
  "the expected key of the host": "la clé attendue de l’hôte",
  "the file became shorter": "le fichier a raccourci",
  "the file or directory": "le fichier ou répertoire",
  "the fingerprint is given twice": "l’empreinte est donnée deux fois",
  "the fingerprint of the URL is not a SHA-256 hash; nothing was sent":
    "l’empreinte de l’URL n’est pas un hachage SHA-256 ; rien n’a été envoyé",
  "the home directory of the user": "le répertoire personnel de l’utilisateur",
  "the key of {0} is revoked: {1}": "la clé de {0} est révoquée : {1}",
  "the key of {0} is unknown: {1}": "la clé de {0} est inconnue : {1}",
  "the known_hosts file exceeds the limit of {0} bytes":
    "le fichier known_hosts dépasse la limite de {0} octets",
  "the path of the socket of an SSH agent, whose keys are tried":
    "le chemin de la socket d’un agent SSH, dont les clés sont essayées",
  "the private key of the user, in the format of OpenSSH or as PEM, without a passphrase":
    "la clé privée de l’utilisateur, au format d’OpenSSH ou en PEM, sans phrase secrète",
  "the server announced a packet of {0} bytes; the limit is {1}":
    "le serveur a annoncé un paquet de {0} octets ; la limite est {1}",
  "the server did not understand the request": "le serveur n’a pas compris la requête",
  "the server does not offer SFTP to this user": "le serveur n’offre pas SFTP à cet utilisateur",
  "the server does not support this operation": "le serveur ne prend pas en charge cette opération",
  "the server does not tell the size of the file": "le serveur ne dit pas la taille du fichier",
  "the server has no algorithm that is allowed": "le serveur n’a aucun algorithme autorisé",
  "the server has no more data": "le serveur n’a plus de données",
  "the server has no space left": "le serveur n’a plus d’espace",
  "the server lost its connection": "le serveur a perdu sa connexion",
  "the server replied to no request": "le serveur a répondu sans qu’il y ait de requête",
  "the server requires a password": "le serveur exige un mot de passe",
  "the server sent a handle of more than 256 bytes": "le serveur a envoyé un handle de plus de 256 octets",
  "the server sent a packet of another type": "le serveur a envoyé un paquet d’un autre type",
  "the server sent text instead of SFTP": "le serveur a envoyé du texte au lieu de SFTP",
  "the server sent {0} bytes instead of {1}": "le serveur a envoyé {0} octets au lieu de {1}",
  "the server speaks version {0} of SFTP; expected 3":
    "le serveur parle la version {0} de SFTP ; la 3 était attendue",
  "the server's packet ends in the middle of a value":
    "le paquet du serveur se termine au milieu d’une valeur",
  "the sftp option privateKey is not a private key without a passphrase":
    "l’option privateKey de sftp n’est pas une clé privée sans phrase secrète",
  "the target exists already": "la cible existe déjà",
  "use the sftp option knownHosts, or declare the directory in the policy":
    "utilisez l’option knownHosts de sftp, ou déclarez le répertoire dans la politique",
  "what a path is relative to: the root, as in curl, or the home directory, as in OpenSSH, where // begins at the root":
    "à quoi un chemin est relatif : à la racine, comme dans curl, ou au répertoire personnel, comme dans OpenSSH, où // commence à la racine",
  'write "%3B" for a semicolon in the name': 'écrivez "%3B" pour un point-virgule dans le nom',
  'write "/" for "%2F" between two names': 'écrivez "/" pour "%2F" entre deux noms',
  'write parameters as "name=value", separated by commas; write "%3B" for a ";" in a user':
    'écrivez les paramètres comme "nom=valeur", séparés par des virgules ; écrivez "%3B" pour un ";" dans un utilisateur',
  "write sftp://USER@HOST/…": "écrivez sftp://UTILISATEUR@HÔTE/…",
  'write the type of the key, "-", and what ssh-keygen -l shows after "SHA256:"':
    'écrivez le type de la clé, "-" et ce que ssh-keygen -l affiche après "SHA256:"',
  "{0} has another key than the URL says: {1}": "{0} a une autre clé que celle que dit l’URL : {1}",
  "{0} has another key than the known one: {1}": "{0} a une autre clé que celle qui est connue : {1}",
  "the server sent another number of paths than one":
    "le serveur a envoyé un nombre de chemins différent de un",
  "the link leads to nothing": "le lien ne mène à rien",
  "the link leads to more nested directories than the limit maxDepth":
    "le lien mène à plus de répertoires imbriqués que la limite maxDepth",
  "the server created a link with another target": "le serveur a créé un lien avec une autre cible",
};
