import type { Catalogue } from "../translate.ts";

/** Texts of the command line. */
export const COMMAND: Catalogue = {
  " (in programs and config files only)": " (seulement dans des programmes et des fichiers de configuration)",
  '"-" cannot be one of several sources': "« - » ne peut pas être l’une de plusieurs sources",
  " (separate the items by commas, or repeat the option)":
    " (séparez les éléments par des virgules, ou répétez l’option)",
  '"{0}" in {1} failed: status {2}': 'échec de "{0}" dans {1} : statut {2}',
  '"{0}" in {1} failed: {2}': 'échec de "{0}" dans {1} : {2}',
  '"{0}" looks like an option': '"{0}" ressemble à une option',
  "(hidden from the other recipients)": "(caché aux autres destinataires)",
  "(no URL: {0})": "(pas d’URL : {0})",
  ", or with a unit: 500ms, 30s": ", ou avec une unité : 500ms, 30s",
  ", or with a unit: 64KiB": ", ou avec une unité : 64KiB",
  "--integrity: unsupported hash": "--integrity : fonction de hachage non prise en charge",
  "--option {0} is ambiguous: it can be for {1}": "--option {0} est ambiguë : elle peut être de {1}",
  '--option: unknown scheme "{0}"': '--option : schéma inconnu "{0}"',
  "--program does not apply to {0} URLs": "--program ne s’applique pas aux URL {0}",
  '--recursive does not support "-"': '--recursive n’accepte pas "-"',
  '--recursive does not support a pattern with "*"': '--recursive n’accepte pas de motif avec "*"',
  "--recursive does not support several sources": "--recursive n’accepte pas plusieurs sources",
  "--recursive needs an output directory": "--recursive exige un répertoire de sortie",
  "--resume and --integrity need an output file": "--resume et --integrity exigent un fichier de sortie",
  "--resume, --integrity, and --range do not support --recursive":
    "--resume, --integrity et --range n’acceptent pas --recursive",
  "--resume, --integrity, and --range do not support several files":
    "--resume, --integrity et --range n’acceptent pas plusieurs fichiers",
  "--segments and --resume need a source on a server and a local file as the target":
    "--segments et --resume demandent une source sur un serveur et un fichier local comme cible",
  "--segments does not support a pattern": "--segments n’accepte pas de motif",
  "--segments needs an output file": "--segments nécessite un fichier de sortie",
  "--write-out does not support a pattern": "--write-out n’accepte pas de motif",
  '--segments, --resume, and --no-resume do not support --recursive and "-"':
    "--segments, --resume et --no-resume n’acceptent ni --recursive ni « - »",
  "-J does not support -X, -d, -I, and -i": "-J n’accepte pas -X, -d, -I et -i",
  "-J needs a directory for the file": "-J exige un répertoire pour le fichier",
  "-X, -d, -I, and -i do not support --resume, --integrity, --range, and --recursive":
    "-X, -d, -I et -i n’acceptent pas --resume, --integrity, --range et --recursive",
  "-{0} does not apply to {1} URLs": "-{0} ne s’applique pas aux URL {1}",
  "1 hidden entry; -a shows it": "1 entrée masquée ; -a l’affiche",
  "; default: {0}": " ; par défaut : {0}",
  "<command> [options] <url>": "<commande> [options] <url>",
  "ANYURL_PASSWORD is set, for the user and host in the URL":
    "ANYURL_PASSWORD est définie, pour l’utilisateur et l’hôte de l’URL",
  "Add this plugin? It runs with your rights.": "Ajouter ce greffon ? Il s’exécute avec vos droits.",
  "Already in normal form.": "Déjà sous forme normale.",
  "An empty line returns to the session.": "Une ligne vide revient à la session.",
  "An empty line returns to the session. Press {0} twice to send it.":
    "Une ligne vide revient à la session. Appuyez deux fois sur {0} pour l’envoyer.",
  'Append a file (or "-" for standard input) to a URL.':
    'Ajoute un fichier (ou "-", l’entrée standard) à une URL.',
  "Build a URL from its fields.": "Construit une URL à partir de ses champs.",
  'print this format, or the one in "@FILE", after each transfer, with the variables of curl':
    'afficher ce format, ou celui de "@FILE", après chaque transfert, avec les variables de curl',
  "cannot use --segments together with --no-resume": "--segments ne peut pas être utilisé avec --no-resume",
  "cannot use --segments together with --recursive or --range":
    "--segments ne peut pas être utilisé avec --recursive ou --range",
  "Change components of URLs, or print them in a format.":
    "Modifie des composants d’URL, ou les affiche selon un format.",
  "Character mode: every key is sent immediately; the server echoes.":
    "Mode caractère : chaque touche est envoyée aussitôt ; le serveur fait l’écho.",
  "Check a URL against RFC 3986 and RFC 1738.": "Vérifie une URL selon les RFC 3986 et 1738.",
  "Check this machine and suggest fixes.": "Vérifie cette machine et propose des corrections.",
  "Closed.": "Fermée.",
  "Common options": "Options communes",
  "Common options:": "Options communes :",
  "Compare two URLs and explain the result.": "Compare deux URL et explique le résultat.",
  "Concatenate resources to standard output.": "Concatène des ressources sur la sortie standard.",
  "Connected to {0}.": "Connecté à {0}.",
  'Copy between URLs, local files, and pipes ("-").': 'Copie entre URL, fichiers locaux et tubes ("-").',
  "Create directories.": "Crée des répertoires.",
  "Download a file, or list a directory or menu.":
    "Télécharge un fichier, ou liste un répertoire ou un menu.",
  "Draw a URL, and explain each part with its rule.":
    "Dessine une URL, et explique chaque partie avec sa règle.",
  "Environment:": "Environnement :",
  "Examples:": "Exemples :",
  "Exit status:": "Code de sortie :",
  "Expected ADDRESS:PORT, for example 127.0.0.1:9090.":
    "ADRESSE:PORT est attendu, par exemple 127.0.0.1:9090.",
  "Expected COMPONENT=VALUE with {0}.": "COMPOSANT=VALEUR est attendu avec {0}.",
  'Expected COMPONENT=VALUES, for example "port=80 81".':
    'COMPOSANT=VALEURS est attendu, par exemple "port=80 81".',
  "Expected NAME=VALUE or SCHEME.NAME=VALUE, for example tls=required.":
    "NOM=VALEUR ou SCHÉMA.NOM=VALEUR est attendu, par exemple tls=required.",
  "Expected USER or USER:PASSWORD.": "USER ou USER:PASSWORD attendu.",
  "Expected a byte range, for example 0-499 or 500-.":
    "Un intervalle d’octets est attendu, par exemple 0-499 ou 500-.",
  "Expected a date, for example 2026-01-31 or 2026-01-31T12:00:00Z.":
    "Une date est attendue, par exemple 2026-01-31 ou 2026-01-31T12:00:00Z.",
  "Expected a number of seconds, for example 10 or 0.5.":
    "Un nombre de secondes est attendu, par exemple 10 ou 0.5.",
  "Expected a number of seconds, or a duration such as 500ms.":
    "Un nombre de secondes, ou une durée comme 500ms, est attendu.",
  "Expected a whole number from 0 to 999.": "Un nombre entier de 0 à 999 est attendu.",
  "Expected a whole number from 1 to 999.": "Un nombre entier de 1 à 999 est attendu.",
  "Expected a whole number from 1 to {0}.": "Un nombre entier de 1 à {0} est attendu.",
  "Expected bytes per second, for example 200000, 200k, or 1.5MiB.":
    "Octets par seconde attendus, par exemple 200000, 200k ou 1.5MiB.",
  "Expected one line, for example Accept: text/html.": "Une ligne attendue, par exemple Accept: text/html.",
  "Expected path=SEGMENT or query=NAME=VALUE.": "path=SEGMENT ou query=NOM=VALEUR est attendu.",
  "Expected query=NAME or one of {0}.": "query=NOM est attendu, ou l’un de ceux-ci : {0}.",
  "Extract URLs from a file or from standard input.": "Extrait les URL d’un fichier ou de l’entrée standard.",
  "FIELD=VALUE, FIELD[]=VALUE for a list item, or FIELD:=JSON":
    "CHAMP=VALEUR, CHAMP[]=VALEUR pour un élément de liste, ou CHAMP:=JSON",
  "FORCE_COLOR is {0}": "FORCE_COLOR vaut {0}",
  "HTTP_PROXY is ignored: in a CGI program it is a request header":
    "HTTP_PROXY est ignorée : dans un programme CGI, c’est un en-tête de requête",
  "cannot use --write-out together with --json": "--write-out ne peut pas être utilisé avec --json",
  "cannot use --write-out together with --recursive": "--write-out ne peut pas être utilisé avec --recursive",
  "copy a large file to a local file in N ranges at the same time, if the server can":
    "copier un grand fichier vers un fichier local en N plages à la fois, si le serveur le peut",
  "copy the rest with anyurl sync, which copies only what is missing":
    "copiez le reste avec anyurl sync, qui ne copie que ce qui manque",
  "import the file in anyurl.config.ts, and add its scheme to plugins":
    "importez le fichier dans anyurl.config.ts et ajoutez son schéma à plugins",
  "in fewer segments: {0}": "avec moins de segments : {0}",
  "IPv4 only: hosts with only IPv6 addresses cannot be reached":
    "IPv4 seulement : les hôtes qui n’ont que des adresses IPv6 ne sont pas joignables",
  "JSON file with the access policy (the fields of PolicyOptions)":
    "fichier JSON avec la politique d’accès (les champs de PolicyOptions)",
  "Line mode: lines are edited and echoed locally.":
    "Mode ligne : les lignes sont éditées et affichées localement.",
  "List the entries of a directory or menu.": "Liste les entrées d’un répertoire ou d’un menu.",
  "List the supported schemes and their operations.": "Liste les schémas pris en charge et leurs opérations.",
  "List, add, or remove plugins with more schemes.":
    "Liste, ajoute ou retire des greffons avec d’autres schémas.",
  "List, add, or remove plugins. A plugin is an npm package with schemes; its keyword is anyurl-scheme. It is installed beside the config file, and listed in anyurl.plugins.json there.":
    "Liste, ajoute ou retire des greffons. Un greffon est un paquet npm avec des schémas ; son mot-clé est anyurl-scheme. Il est installé à côté du fichier de configuration, et inscrit dans anyurl.plugins.json à cet endroit.",
  "Message to send through {0}:": "Message à envoyer par {0} :",
  "Message:": "Message :",
  "NODE_EXTRA_CA_CERTS: {0} does not exist": "NODE_EXTRA_CA_CERTS : {0} n’existe pas",
  "NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect: anyurl verifies certificates":
    "NODE_TLS_REJECT_UNAUTHORIZED=0 est sans effet : anyurl vérifie les certificats",
  "NO_COLOR is set": "NO_COLOR est définie",
  "Network options": "Options de réseau",
  "Node {0} cannot read TypeScript: version 22.18 or newer is required":
    "Node {0} ne peut pas lire TypeScript : la version 22.18 ou plus récente est nécessaire",
  'invalid --write-out: missing "}" after "{0}"': '--write-out non valide : il manque "}" après "{0}"',
  'invalid --write-out: unknown variable "{0}"': '--write-out non valide : variable inconnue "{0}"',
  "not in segments: {0}": "sans segments : {0}",
  "Not used from the URL: {0}": "Parties de l’URL non utilisées : {0}",
  "Nothing is sent.": "Rien n’est envoyé.",
  Number: "Numéro",
  "Open an interactive session, for example with telnet:, or run a program with a URL such as tel:. At a terminal, the server can control the screen; --safe prevents it.":
    "Ouvre une session interactive, par exemple avec telnet:, ou exécute un programme avec une URL telle que tel:. Sur un terminal, le serveur peut commander l’écran ; --safe l’empêche.",
  "Open an interactive session, for example with telnet:.":
    "Ouvre une session interactive, par exemple avec telnet:.",
  "Options (--option NAME=VALUE, or in a config file):":
    "Options (--option NOM=VALEUR, ou dans un fichier de configuration) :",
  "Parse, explain, and open URLs of any scheme.": "Analyse, explique et ouvre des URL de tout schéma.",
  "Parts:": "Parties :",
  "Print a shell completion script.": "Affiche un script de complétion du shell.",
  "Print the normal form of a URL.": "Affiche la forme normale d’une URL.",
  "Print the shortest reference from a base URL to another.":
    "Affiche la plus courte référence d’une URL de base à une autre.",
  "Profiles:": "Profils :",
  "Program to run:": "Programme à exécuter :",
  "Remove files or empty directories.": "Supprime des fichiers ou des répertoires vides.",
  "Remove the directory and {0} entries in it?": "Supprimer le répertoire et ses {0} entrées ?",
  "Remove the directory?": "Supprimer le répertoire ?",
  "Rename or move a resource on the same server.": "Renomme ou déplace une ressource sur le même serveur.",
  "Request options": "Options de requête",
  "Resolve a reference against a base URL.": "Résout une référence par rapport à une URL de base.",
  "Rules:": "Règles :",
  "Run a web gateway for all schemes.": "Lance une passerelle web pour tous les schémas.",
  "Run this program?": "Exécuter ce programme ?",
  "Search a server and list the results.": "Cherche sur un serveur et liste les résultats.",
  "Send a mailto: message, or print it without --smtp.":
    "Envoie un message mailto:, ou l’affiche sans --smtp.",
  "Send this message?": "Envoyer ce message ?",
  "Server options: {0}. Client options: {1}.": "Options du serveur : {0}. Options du client : {1}.",
  "Show help for a command or a scheme.": "Affiche l’aide d’une commande ou d’un schéma.",
  "Show the components of a URL and its scheme-specific parts.":
    "Montre les composants d’une URL et les parties propres à son schéma.",
  "Show type, size, and date without downloading.": "Montre le type, la taille et la date sans télécharger.",
  "Show what opening a URL would send, without sending it.":
    "Montre ce que l’ouverture d’une URL enverrait, sans l’envoyer.",
  "TERM is dumb": "TERM vaut dumb",
  "read the same facts from the JSON": "lisez les mêmes données dans le JSON",
  "this download cannot be resumed: the file is a symbolic link":
    "ce téléchargement ne pourra pas être repris : le fichier est un lien symbolique",
  "TLS certificates are not verified: an attacker on the network path can read and change everything, including passwords":
    "les certificats TLS ne sont pas vérifiés : un attaquant sur le réseau peut tout lire et tout changer, mots de passe compris",
  "TLS mode (default: implicit on port 465, otherwise required)":
    "mode TLS (par défaut : implicit sur le port 465, sinon required)",
  "The URL also suggests a password (not shown).": "L’URL suggère aussi un mot de passe (non affiché).",
  "The URL suggests this user name: {0}": "L’URL suggère ce nom d’utilisateur : {0}",
  "The escape key is {0}.": "La touche d’échappement est {0}.",
  "The escape key is {0}: it opens a command prompt.":
    "La touche d’échappement est {0} : elle ouvre l’invite de commandes.",
  "The scheme {0} is not supported, so this is the generic syntax: {1}.":
    "Le schéma {0} n’est pas pris en charge, donc voici la syntaxe générique : {1}.",
  "The server closed the connection.": "Le serveur a fermé la connexion.",
  "This session does not support commands.": "Cette session ne prend pas en charge les commandes.",
  'URLs, or "-" for lines of standard input': 'URL, ou "-" pour les lignes de l’entrée standard',
  'Unknown command. Type "help" for a list.': 'Commande inconnue. Tapez "help" pour la liste.',
  'Unknown field "{{0}}". Expected {url}, a component such as {host} or {:path}, or {query:NAME}.':
    "Champ inconnu \"'{'{0}'}'\". '{url}', un composant comme '{host}' ou '{:path}', ou '{query:NOM}' étaient attendus.",
  'Upload a file (or "-" for standard input) to a URL.':
    'Envoie un fichier (ou "-", l’entrée standard) vers une URL.',
  "Usage: send WHAT, where WHAT is one of: escape, {0}.":
    "Usage : send QUOI, où QUOI est l’un de : escape, {0}.",
  "a command or a scheme": "une commande ou un schéma",
  'a date such as "2026-01-31" or "2026-01-31T12:00:00Z"':
    'une date comme "2026-01-31" ou "2026-01-31T12:00:00Z"',
  "a list of schemes or package names": "une liste de schémas ou de noms de paquets",
  "a list of: {0}": "une liste de : {0}",
  "a part of the path is not a directory": "une partie du chemin n’est pas un répertoire",
  "a pattern can match several files; -o must name a directory":
    "un motif peut correspondre à plusieurs fichiers ; -o doit nommer un répertoire",
  "a public gateway needs --public-url or --name": "une passerelle publique exige --public-url ou --name",
  "abort output": "abandonner la sortie",
  "accept only valid URLs, and do not convert what people type":
    "n’accepter que des URL valides, sans convertir ce que l’on tape",
  'add "/" to the end of the URL': 'ajoutez "/" à la fin de l’URL',
  'add --no-glob if the "*" is a part of the name': 'ajoutez --no-glob si le "*" fait partie du nom',
  "add --program PROGRAM, or set ANYURL_PROGRAM; the program gets the URL as its argument":
    "ajoutez --program PROGRAMME, ou définissez ANYURL_PROGRAM ; le programme reçoit l’URL en argument",
  "add --program PROGRAM, set ANYURL_PROGRAM, or set ANYURL_SMTP":
    "ajoutez --program PROGRAMME, définissez ANYURL_PROGRAM ou définissez ANYURL_SMTP",
  "add --public-url https://gateway.example or --name gateway.example":
    "ajoutez --public-url https://gateway.example ou --name gateway.example",
  "add --yes to remove it without a question": "ajoutez --yes pour supprimer sans question",
  "add -O, or -o DIRECTORY with a slash at its end":
    "ajoutez -O, ou -o RÉPERTOIRE avec une barre oblique à la fin",
  "add -o DIRECTORY": "ajoutez -o RÉPERTOIRE",
  "add -o DIRECTORY with a slash at its end, or -O for the working directory":
    "ajoutez -o DIRECTORY avec une barre à la fin, ou -O pour le répertoire courant",
  "add -o DIRECTORY, or -O for the working directory; use %2A if the * is a part of the name":
    "ajoutez -o RÉPERTOIRE, ou -O pour le répertoire de travail ; utilisez %2A si le * fait partie du nom",
  "add -o FILE": "ajoutez -o FICHIER",
  "add ./ before a file name": "ajoutez ./ devant un nom de fichier",
  "add a URL, or --input-file FILE": "ajoutez un URL, ou --input-file FILE",
  "add a command before the URL, for example: anyurl explain <url>":
    "ajoutez une commande avant l’URL, par exemple : anyurl explain <url>",
  "add a file name to the target": "ajoutez un nom de fichier à la cible",
  "add the scheme, for example {0}.{1}=…": "ajoutez le schéma, par exemple {0}.{1}=…",
  "add without asking; required without a terminal": "ajouter sans demander ; nécessaire sans terminal",
  "add: export default { plugins: […] }": "ajoutez : export default '{' plugins: […] '}'",
  "added {0} to {1}": "{0} ajouté à {1}",
  "additional host name of the gateway (repeatable)": "autre nom d’hôte de la passerelle (répétable)",
  "also find these schemes, separated by commas": "trouver aussi ces schémas, séparés par des virgules",
  "also find www.h.example, ftp.h.example, and joe@h.example":
    "trouver aussi www.h.example, ftp.h.example et joe@h.example",
  'also get the URLs in FILE, one per line ("-" for standard input)':
    "télécharger aussi les URL de FILE, un par ligne (« - » pour l’entrée standard)",
  "also look up and open a URL (default: https://example.com/)":
    "chercher et ouvrir aussi une URL (par défaut : https://example.com/)",
  "an object": "un objet",
  "an object as the options of {0}": "un objet comme options de {0}",
  "an object with the options of each scheme": "un objet avec les options de chaque schéma",
  "another process downloads this file; this download cannot be resumed":
    "un autre processus télécharge ce fichier ; ce téléchargement ne pourra pas être repris",
  "any port": "tout port",
  "append path=SEGMENT or query=NAME=VALUE (can be repeated)":
    "ajouter path=SEGMENT ou query=NOM=VALEUR (répétable)",
  "append to {0} ({1})": "ajouter à {0} ({1})",
  "are you there?": "êtes-vous là ?",
  at: "sur",
  "binary data": "données binaires",
  "build {0}, and install its dependencies": "compilez {0} et installez ses dépendances",
  "built in": "intégré",
  "cache store: memory:, or redis://HOST:PORT/DB, which gateways can share":
    "cache : memory:, ou redis://HÔTE:PORT/BD, que des passerelles peuvent partager",
  "cannot ask for confirmation: not a terminal; nothing was run":
    "impossible de demander confirmation : pas de terminal ; rien n’a été exécuté",
  "cannot ask for confirmation: not a terminal; nothing was sent":
    "impossible de demander confirmation : pas de terminal ; rien n’a été envoyé",
  "cannot ask whether to add the plugin without a terminal":
    "sans terminal, impossible de demander s’il faut ajouter le greffon",
  "cannot build a URL of {0} from these fields": "impossible de construire une URL {0} avec ces champs",
  "cannot check whether the target exists": "impossible de vérifier si la cible existe",
  'cannot copy from "-" to "-"': 'impossible de copier de "-" vers "-"',
  "cannot find .netrc: no home directory": ".netrc introuvable : pas de répertoire personnel",
  "cannot inspect the value: reading it throws an error":
    "impossible d’examiner la valeur : la lire provoque une erreur",
  "cannot open {0} URLs without a program": "impossible d’ouvrir des URL {0} sans programme",
  "cannot open {0} URLs: no mail program, and no way to send":
    "impossible d’ouvrir les URL {0} : pas de programme de messagerie, et aucun moyen d’envoyer",
  "cannot open {0}: URLs: a plugin failed to load: {1}":
    "impossible d’ouvrir les URL {0} : un greffon n’a pas pu être chargé : {1}",
  "cannot read the {0} option {1} from text": "impossible de lire l’option {1} de {0} à partir d’un texte",
  "cannot remove {0}: {1}; nothing was removed": "impossible de supprimer {0} : {1} ; rien n’a été supprimé",
  "cannot run {0}: {1}": "impossible d’exécuter {0} : {1}",
  "cannot show the normal form: other software would see a password in this URL":
    "impossible d’afficher la forme normale : un autre logiciel verrait un mot de passe dans cette URL",
  "cannot show the reference: other software would see a password in this URL":
    "impossible d’afficher la référence : d’autres logiciels verraient un mot de passe dans cette URL",
  "cannot show the result: other software would see a password in this URL":
    "impossible d’afficher le résultat : d’autres logiciels verraient un mot de passe dans cette URL",
  "cannot show the target: other software would see a password in this URL":
    "impossible d’afficher la cible : d’autres logiciels verraient un mot de passe dans cette URL",
  "cannot show {0} on a terminal": "impossible d’afficher sur un terminal : {0}",
  "cannot use --html together with --json": "--html ne peut pas être utilisé avec --json",
  "cannot use --range together with --resume": "--range ne peut pas être utilisé avec --resume",
  "cannot use -O together with --recursive": "-O ne peut pas être utilisé avec --recursive",
  "cannot use -O together with -o": "-O ne peut pas être utilisé avec -o",
  cause: "cause",
  "check --program, or ANYURL_PROGRAM": "vérifiez --program ou ANYURL_PROGRAM",
  "check for a firewall, or set a proxy": "vérifiez s’il y a un pare-feu, ou définissez un mandataire",
  "check ftp_proxy, all_proxy, and similar variables":
    "vérifiez ftp_proxy, all_proxy et les variables semblables",
  "check the name and the plugins": "vérifiez le nom et les greffons",
  "check the name servers and the network connection": "vérifiez les serveurs de noms et la connexion réseau",
  "check the network connection": "vérifiez la connexion réseau",
  "check the network connection, and whether a proxy is required (all_proxy)":
    "vérifiez la connexion réseau, et s’il faut un mandataire (all_proxy)",
  "check whether the name server filters IPv6 addresses":
    "vérifiez si le serveur de noms filtre les adresses IPv6",
  "choices: {0}": "valeurs : {0}",
  "compare the bytes of files with the same size, instead of times":
    "comparer les octets des fichiers de même taille, au lieu des dates",
  "comparison level": "niveau de comparaison",
  'config file, or a directory with a config file ("" for none)':
    'fichier de configuration, ou répertoire qui en contient un ("" pour aucun)',
  "config file, or a directory with a config file, like --config":
    "fichier de configuration, ou répertoire qui en contient un, comme --config",
  "configure a name server, or use addresses": "configurez un serveur de noms, ou utilisez des adresses",
  "connect even if the URL's port belongs to another protocol":
    "se connecter même si le port de l’URL appartient à un autre protocole",
  "connect for {0}, to a port chosen by the server": "connexion {0}, vers un port choisi par le serveur",
  "connect to {0}": "se connecter à {0}",
  "connection timeout in seconds (default: 10)": "délai de connexion en secondes (par défaut : 10)",
  copy: "copier",
  "continuing after {0}": "reprise après {0}",
  "continuing after {0} of {1}": "reprise après {0} sur {1}",
  "copy directories recursively": "copier les répertoires récursivement",
  "correct it in the config": "corrigez-le dans la configuration",
  'correct it, or remove it and use "anyurl plugins add"':
    'corrigez-la, ou supprimez-la et utilisez "anyurl plugins add"',
  "correct or unset the variable": "corrigez la variable, ou retirez-la",
  'correct the config, or use --config "" to ignore it':
    'corrigez la configuration, ou utilisez --config "" pour l’ignorer',
  "correct the file": "corrigez le fichier",
  "correct what the package manager reports": "corrigez ce que signale le gestionnaire de paquets",
  "cp -r, get -r, sync, ls -R: a part of the tree is missing in the result":
    "cp -r, get -r, sync, ls -R : une partie de l’arborescence manque dans le résultat",
  create: "créer",
  "create parent directories too; accept an existing directory":
    "créer aussi les répertoires parents ; accepter un répertoire existant",
  "create the directory {0} ({1})": "créer le répertoire {0} ({1})",
  "default: {0}": "par défaut : {0}",
  "did you mean": "vouliez-vous dire",
  'run "anyurl help {0}"': 'exécutez "anyurl help {0}"',
  "disable color": "désactiver les couleurs",
  "disable color, as NO_COLOR does": "désactiver les couleurs, comme NO_COLOR",
  "disk quota exceeded": "quota de disque dépassé",
  'do not expand "*", lists in braces, and ranges such as [1-9] (%2A is always a literal star)':
    "ne pas développer « * », les listes entre accolades ni les intervalles comme [1-9] (%2A est toujours une étoile littérale)",
  "do not expand lists in braces and ranges such as [1-9] in URLs":
    "ne pas développer les listes entre accolades ni les intervalles comme [1-9] dans les URL",
  "do not resume a partial download, and keep nothing of an interrupted one":
    "ne pas reprendre un téléchargement partiel, et ne rien conserver d’un téléchargement interrompu",
  "do not verify TLS certificates. An attacker on the network path can read and change everything, including passwords":
    "ne pas vérifier les certificats TLS. Un attaquant sur le réseau peut tout lire et tout modifier, mots de passe compris",
  "does not load: {0}": "ne se charge pas : {0}",
  "download a directory tree into the directory given by -o":
    "télécharger une arborescence dans le répertoire de -o",
  "download only these bytes: 0-499, or 500- for the rest":
    "télécharger seulement ces octets : 0-499, ou 500- pour la suite",
  "empty file name": "nom de fichier vide",
  "end URLs before the first character beyond ASCII":
    "terminer les URL avant le premier caractère hors d’ASCII",
  "end of file": "fin de fichier",
  "end of record": "fin d’enregistrement",
  "end the session": "terminer la session",
  'end with a line that has only "."': 'terminez par une ligne qui ne contient que "."',
  equivalent: "équivalentes",
  "erase a character": "effacer un caractère",
  "erase the line": "effacer la ligne",
  "exception from --exclude (repeatable)": "exception à --exclude (répétable)",
  "expected a scheme or a package name": "un schéma ou le nom d’un paquet est attendu",
  failed: "échoués",
  "failed for {0}": "échec pour {0}",
  "file that --netrc reads (default: ~/.netrc)": "fichier que lit --netrc (par défaut : ~/.netrc)",
  files: "fichiers",
  "finishing open requests": "fin des requêtes en cours",
  "for add: NAME, NAME@VERSION, or a .tgz file; for remove: NAME":
    "pour add : NOM, NOM@VERSION, ou un fichier .tgz ; pour remove : NOM",
  "go ahead": "continuez",
  "grammar to use": "grammaire à utiliser",
  "header field to send (repeatable), for schemes that have header fields":
    "champ d’en-tête à envoyer (répétable), pour les schémas qui en ont",
  "health and metrics: {0}_/": "état et métriques : {0}_/",
  "hide warnings and progress": "masquer les avertissements et la progression",
  hint: "conseil",
  "idle timeout in seconds (default: 30)": "délai d’inactivité en secondes (par défaut : 30)",
  "if a proxy intercepts TLS, add its certificate authority to NODE_EXTRA_CA_CERTS":
    "si un mandataire intercepte TLS, ajoutez son autorité de certification à NODE_EXTRA_CA_CERTS",
  in: "en",
  "increase --max-urls": "augmentez --max-urls",
  "increase --max-urls, or use --no-glob to take them literally":
    "augmentez --max-urls, ou utilisez --no-glob pour les prendre à la lettre",
  "install Node {0} or newer": "installez Node {0} ou plus récent",
  "install ca-certificates, or set NODE_EXTRA_CA_CERTS":
    "installez ca-certificates, ou définissez NODE_EXTRA_CA_CERTS",
  "install scripts: {0} (not run)": "scripts d’installation : {0} (non exécutés)",
  "integrity check failed: the hash is {0}-{1}; nothing was saved":
    "échec du contrôle d’intégrité : l’empreinte est {0}-{1} ; rien n’a été enregistré",
  "internal error": "erreur interne",
  "internal error in anyurl or a plugin": "erreur interne d’anyurl ou d’un greffon",
  "interrupt the process": "interrompre le processus",
  interrupted: "interrompu",
  "interrupted (Ctrl-C); 143 after SIGTERM": "interrompu (Ctrl-C) ; 143 après SIGTERM",
  invalid: "non valide",
  'invalid --escape: expected "none", a character, or a control character such as ^]':
    '--escape non valide : "none", un caractère, ou un caractère de contrôle comme ^] est attendu',
  "invalid --proxy: {0}": "--proxy non valide : {0}",
  'invalid JSON after ":="': 'JSON non valide après ":="',
  "invalid URL": "URL non valide",
  'invalid URL "{0}": a URL cannot start with "-"':
    'URL non valide "{0}" : une URL ne peut pas commencer par "-"',
  "invalid cite: expected strings": "cite non valide : des chaînes étaient attendues",
  "invalid command line": "ligne de commande non valide",
  "invalid examples: expected objects with url and title":
    "examples non valide : des objets avec url et title étaient attendus",
  'invalid field "{0}": expected FIELD=VALUE': 'champ non valide "{0}" : CHAMP=VALEUR est attendu',
  "invalid options: use defineOptions to create them": "options non valide : créez-les avec defineOptions",
  "invalid package {0}: expected the name of a package, with or without @VERSION, or a .tgz file":
    "paquet non valide {0} : le nom d’un paquet, avec ou sans @VERSION, ou un fichier .tgz, est attendu",
  "invalid proxy in the environment: {0}": "mandataire non valide dans l’environnement : {0}",
  "invalid range {0}": "intervalle non valide {0}",
  'invalid scheme name "{0}"': 'nom de schéma non valide "{0}"',
  "invalid {0}: expected a list": "{0} non valide : une liste est attendue",
  "invalid {0}: expected an object": "{0} non valide : un objet est attendu",
  "it ended, or took longer than 10 s, without a report":
    "il s’est terminé, ou a pris plus de 10 s, sans rapport",
  "it is a directory": "c’est un répertoire",
  "it is a directory; use --recursive to download it":
    "c’est un répertoire ; utilisez --recursive pour le télécharger",
  'key that opens the command prompt: a character, ^X for Ctrl-X, or "none"':
    'touche qui ouvre l’invite de commandes : un caractère, ^X pour Ctrl-X, ou "none"',
  "kept {0}": "{0} conservés",
  "kept {0} of {1}": "{0} sur {1} conservés",
  "language of messages (default: that of LC_ALL, LC_MESSAGES, or LANG)":
    "langue des messages (par défaut : celle de LC_ALL, LC_MESSAGES ou LANG)",
  "language of messages: English, Spanish, or French": "langue des messages : anglais, espagnol ou français",
  "leave out files that were last changed on or before this date, for example 2026-01-31":
    "laisser de côté les fichiers modifiés pour la dernière fois à cette date ou avant, par exemple 2026-01-31",
  "leave out what is deeper: 1 for no directories":
    "laisser de côté ce qui est plus profond : 1 pour aucun répertoire",
  "leave out what the pattern matches, by the rules of .gitignore (repeatable)":
    "laisser de côté ce qui correspond au motif, selon les règles de .gitignore (répétable)",
  left: "restantes",
  "level: {0}": "niveau : {0}",
  "let HTTP proxies open a tunnel (CONNECT) for every connection, not only for TLS":
    "laisse les proxys HTTP ouvrir un tunnel (CONNECT) pour toute connexion, pas seulement pour TLS",
  "list subdirectories recursively": "lister aussi les sous-répertoires",
  "list {0} ({1})": "afficher le contenu de {0} ({1})",
  "loading timed out after {0} s": "le chargement a dépassé le délai de {0} s",
  "local error: cannot write a file, invalid config, or binary output to a terminal":
    "erreur locale : fichier impossible à écrire, configuration non valide, ou sortie binaire vers un terminal",
  "log in as this user; other users can see a password here: without one, you are asked":
    "s’identifier avec cet utilisateur ; d’autres utilisateurs peuvent voir un mot de passe ici : sans lui, il est demandé",
  "log the protocol exchange to standard error, without passwords":
    "écrire le dialogue du protocole sur la sortie d’erreur, sans mots de passe",
  "login required, login failed, or permission denied":
    "connexion de l’utilisateur requise ou refusée, ou permission refusée",
  "make names links to their URLs (default: auto, on a terminal)":
    "faire des noms des liens vers leurs URL (par défaut : auto, dans un terminal)",
  "maximum bytes per second of all connections together: 200000, 200k, or 1.5MiB":
    "octets par seconde au plus, toutes connexions ensemble : 200000, 200k ou 1.5MiB",
  "maximum number of URLs that lists and ranges can stand for (default: 100000)":
    "nombre maximal d’URL que les listes et les intervalles peuvent représenter (par défaut : 100000)",
  "media type": "type de média",
  "method of the request, for example PUT": "méthode de la requête, par exemple PUT",
  "missing default export": "l’export par défaut manque",
  "missing package: what should plugins {0}?":
    "paquet manquant : avec lequel plugins {0} doit-il travailler ?",
  "missing sender address": "adresse de l’expéditeur manquante",
  "name of a local text file, whose content is sent":
    "nom d’un fichier texte local, dont le contenu est envoyé",
  "name servers: {0}": "serveurs de noms : {0}",
  network: "réseau",
  "network error: no connection, no TLS, or timeout":
    "erreur de réseau : pas de connexion, pas de TLS, ou délai dépassé",
  "news servers for URLs without a server, separated by commas":
    "serveurs de news pour les URL sans serveur, séparés par des virgules",
  "no color: {0}": "sans couleurs : {0}",
  "no default port": "sans port par défaut",
  "no entry matches {0}": "aucune entrée ne correspond à {0}",
  "no name server is configured": "aucun serveur de noms n’est configuré",
  "no operation": "aucune opération",
  "no options": "aucune",
  "no space left on the device": "plus d’espace sur le périphérique",
  "no such directory": "ce répertoire n’existe pas",
  "no trusted certificate authorities": "aucune autorité de certification de confiance",
  none: "aucune",
  "none (anyurl looks in {0} for {1})": "aucun (anyurl cherche {1} dans {0})",
  "none declared": "aucun déclaré",
  "none in the environment": "aucun dans l’environnement",
  "normal form": "forme normale",
  "not a scheme: missing {0}": "ce n’est pas un schéma : {0} manque",
  "not a scheme: use defineScheme to create one":
    "ce n’est pas un schéma : utilisez defineScheme pour en créer un",
  "not equivalent": "non équivalentes",
  "not found, already exists, or a directory instead of a file":
    "introuvable, déjà existant, ou répertoire au lieu d’un fichier",
  "not opened": "non ouvert",
  "not permitted": "non autorisé",
  "not valid by the grammar of RFC 1738": "non valide selon la grammaire de RFC 1738",
  "nothing was sent": "rien n’a été envoyé",
  "number of parallel transfers": "nombre de transferts en parallèle",
  of: "sur",
  "one value, not several": "une seule valeur",
  "only loopback addresses: only servers on this machine can be reached":
    "adresses de loopback seulement : seuls les serveurs de cette machine sont joignables",
  "open does not support --json": "open n’accepte pas --json",
  'open only links that are signed with a key of this file; its lines are "ID HEX"':
    'n’ouvrir que les liens signés avec une clé de ce fichier ; ses lignes sont "ID HEX"',
  "open {0} ({1})": "ouvrir {0} ({1})",
  "operation to plan, for example get or list (default: depends on the URL)":
    "opération à planifier, par exemple get ou list (par défaut : dépend de l’URL)",
  or: "ou",
  "or a URI template (RFC 6570)": "ou un modèle d’URI (RFC 6570)",
  "order of the entries (default: name for directories on a terminal, else none)":
    "ordre des entrées (par défaut : name pour les répertoires dans un terminal, sinon none)",
  "other ports below 1024, and ports of other protocols, need --any-port":
    "les autres ports sous 1024, et ceux d’autres protocoles, exigent --any-port",
  "other users can see a password on the command line":
    "d’autres utilisateurs peuvent voir un mot de passe sur la ligne de commande",
  "other users can see a password on the command line, and the shell saves it in its history":
    "d’autres utilisateurs peuvent voir un mot de passe sur la ligne de commande, et le shell l’enregistre dans son historique",
  "other usual ports: {0}": "autres ports habituels : {0}",
  "overwrite without asking": "écraser sans demander",
  "password for the user in the URL": "mot de passe de l’utilisateur de l’URL",
  "password of {0} for the proxy {1}": "mot de passe de {0} pour le mandataire {1}",
  "permission denied": "permission refusée",
  "plugins are installed beside a config file, and --config is empty":
    "les greffons s’installent à côté d’un fichier de configuration, et --config est vide",
  "plugins list takes no package": "plugins list n’accepte aucun paquet",
  "port to listen on; 0 for any free port": "port d’écoute ; 0 pour n’importe quel port libre",
  "port {0}": "port {0}",
  "ports of other protocols need --any-port": "les ports d’autres protocoles exigent --any-port",
  "press the key of this name": "appuyer sur la touche de ce nom",
  "print an HTML fragment": "afficher un fragment HTML",
  "print line and column before each URL": "afficher la ligne et la colonne avant chaque URL",
  "print one JSON value per line as results arrive":
    "afficher une valeur JSON par ligne à mesure que les résultats arrivent",
  "print the version": "afficher la version",
  "print this help": "afficher cette aide",
  "print this text": "afficher ce texte",
  "print this text, for example '{host}', '{:path}' (as written), or '{query:NAME}'":
    "afficher ce texte, par exemple '''{'host'}''', '''{':path'}''' (tel qu’il est écrit) ou '''{'query:NOM'}'''",
  "print what would be done, and change nothing": "afficher ce qui serait fait, sans rien modifier",
  "program that gets a tel:, sms:, geo:, or mailto: URL as its argument (default: $ANYURL_PROGRAM)":
    "programme qui reçoit en argument une URL tel:, sms:, geo: ou mailto: (par défaut : $ANYURL_PROGRAM)",
  programs: "programmes",
  "proxies, and hosts that bypass them": "mandataires, et hôtes qui les contournent",
  "public URL: {0}": "URL publique : {0}",
  "put credentials into a netrc file, and use --netrc":
    "mettez les identifiants dans un fichier netrc, et utilisez --netrc",
  "put options before --": "mettez les options avant --",
  "read credentials from $NETRC or ~/.netrc": "lire les identifiants dans $NETRC ou ~/.netrc",
  "read credentials from this file (only you may be able to read it)":
    "lire les identifiants dans ce fichier (que vous seul devez pouvoir lire)",
  "read the gateway of {0} as {1} ({2})": "la passerelle de {0} est lue comme {1} ({2})",
  "read the metadata of {0} ({1})": "lire les métadonnées de {0} ({1})",
  "rejected before anything was sent: blocked by the policy, or unsupported":
    "refusé avant tout envoi : bloqué par la politique, ou non pris en charge",
  remove: "supprimer",
  "remove --json": "retirez --json",
  "remove --program": "retirez --program",
  "remove -o, and redirect standard output to write to a device or a pipe":
    "retirez -o, et redirigez la sortie standard pour écrire dans un périphérique ou un tube",
  "remove a component, or all pairs query=NAME (can be repeated)":
    "retirer un composant, ou toutes les paires query=NOM (répétable)",
  "remove directories and everything in them, after a question":
    "supprimer les répertoires et tout leur contenu, après une question",
  "remove it from the URL, and set ANYURL_PASSWORD": "retirez-le de l’URL, et définissez ANYURL_PASSWORD",
  "remove it from the config, or report it to its author":
    "retirez-le de la configuration, ou signalez-le à son auteur",
  "remove it: {0} has no options": "retirez-la : {0} n’a pas d’options",
  "remove the assignment of the password": "retirez l’affectation du mot de passe",
  "remove the file, or add --no-resume": "supprimez le fichier, ou ajoutez --no-resume",
  "remove the password field": "retirez le champ du mot de passe",
  "remove what only the target has": "supprimer ce que seule la cible contient",
  "remove {0} ({1})": "supprimer {0} ({1})",
  removed: "supprimés",
  "removed {0} from {1}": "{0} retiré de {1}",
  repeatable: "répétable",
  "replaces the scheme of anyurl": "remplace le schéma d’anyurl",
  "reply timeout in seconds (default: 30)": "délai de réponse en secondes (par défaut : 30)",
  "report it to its author": "signalez-le à son auteur",
  "report what was done on standard error": "indiquer sur la sortie d’erreur ce qui a été fait",
  "request and show only the header": "demander et afficher seulement l’en-tête",
  "request binary mode in both directions": "demander le mode binaire dans les deux sens",
  "resume a partial download even if the server does not tell the version of the file":
    "reprendre un téléchargement partiel même si le serveur n’indique pas la version du fichier",
  "retry temporary failures up to N times; resume broken transfers":
    "réessayer jusqu’à N fois après un échec temporaire ; reprendre les transferts interrompus",
  "reverse the order": "inverser l’ordre",
  "rfc1738: the grammar of RFC 1738 §5; for --profile of check, norm, same, build, resolve":
    "rfc1738 : la grammaire de RFC 1738 §5 ; pour --profile de check, norm, same, build, resolve",
  "rfc3986 (the default): RFC 3986 and the rules above":
    "rfc3986 (par défaut) : RFC 3986 et les règles ci-dessus",
  'run "anyurl doctor" to see all plugins': 'exécutez "anyurl doctor" pour voir tous les greffons',
  'run "anyurl help" or "anyurl schemes"': 'exécutez "anyurl help" ou "anyurl schemes"',
  'run "anyurl plugins add {0}"': 'exécutez "anyurl plugins add {0}"',
  'run "anyurl plugins list" to see where each plugin is named':
    'exécutez "anyurl plugins list" pour voir où chaque greffon est nommé',
  'run "anyurl stat --transcript" with this URL': 'exécutez "anyurl stat --transcript" avec cette URL',
  'run "chmod 600 {0}"': 'exécutez "chmod 600 {0}"',
  'run "chmod go-w {0}"': 'exécutez "chmod go-w {0}"',
  'run "npm install --prefix {0} {1}"': 'exécutez "npm install --prefix {0} {1}"',
  "run anyurl schemes for a list": "exécutez anyurl schemes pour voir la liste",
  "run the program without confirmation": "exécuter le programme sans confirmation",
  "run the same command again to continue": "exécutez de nouveau la même commande pour continuer",
  "same: the URLs are not equivalent": "same : les URL ne sont pas équivalentes",
  "save under the file name in the URL": "enregistrer sous le nom de fichier de l’URL",
  'scheme names in lower case, and not "{0}"': 'des noms de schéma en minuscules, et non "{0}"',
  "saved in {0}: --netrc reads it": "enregistré dans {0} : --netrc le lit",
  "scheme option, for example tls=required, or ftp.tls=required with two schemes (repeat for a list)":
    "option du schéma, par exemple tls=required, ou ftp.tls=required avec deux schémas (à répéter pour une liste)",
  'send NAME=TEXT or "NAME@FILE" with the content percent-encoded':
    'envoyer NOM=TEXTE ou "NOM@FICHIER" avec le contenu encodé en pourcentages',
  "send does not support {0} URLs": "send n’accepte pas les URL {0}",
  "send even if the server rejects some recipients":
    "envoyer même si le serveur refuse certains destinataires",
  'send this text, or "@FILE" unchanged': 'envoyer ce texte, ou "@FICHIER" inchangé',
  'send this text, or "@FILE" without its line ends, with POST (repeat to join with "&")':
    'envoyer ce texte, ou "@FICHIER" sans ses fins de ligne, avec POST (répéter pour joindre avec "&")',
  "send without confirmation": "envoyer sans confirmation",
  "sent to {0}": "envoyé à {0}",
  "serve /_/health and /_/metrics on this address (default: to loopback clients)":
    "servir /_/health et /_/metrics sur cette adresse (par défaut : aux clients locaux)",
  server: "serveur",
  "server error: protocol violation, too much data, or incomplete transfer":
    "erreur du serveur : protocole non respecté, trop de données, ou transfert incomplet",
  "set LANG=C.UTF-8 if the terminal supports it": "définissez LANG=C.UTF-8 si le terminal le permet",
  'set a component to each value, for example "port=80 81" (can be repeated)':
    'fixer un composant à chaque valeur, par exemple "port=80 81" (répétable)',
  "set a component, for example host=h.example (:= for a value with escapes; can be repeated)":
    "fixer un composant, par exemple host=h.example (:= pour une valeur avec échappements ; répétable)",
  "set a limit by name, in bytes, milliseconds, or items, or with a unit: maxEntries=1000, maxBytes=1GiB":
    "fixer une limite par son nom, en octets, millisecondes ou éléments, ou avec une unité : maxEntries=1000, maxBytes=1GiB",
  "set http_proxy": "définissez http_proxy",
  "set it in a program or in a config file": "fixez-la dans un programme ou dans un fichier de configuration",
  "set the proxy in the environment, for example in all_proxy":
    "indiquez le mandataire dans l’environnement, par exemple dans all_proxy",
  "several URLs need a directory for their files":
    "plusieurs URL demandent un répertoire pour leurs fichiers",
  "shell name, or words: print what completes the last of the words":
    "nom du shell, ou words : affiche ce qui complète le dernier des mots",
  "show escape sequences of the server as text (default: the terminal runs them)":
    "montrer comme du texte les séquences d’échappement du serveur (par défaut, le terminal les exécute)",
  "show exact sizes, dates in UTC, and URLs, as in a pipe":
    "afficher les tailles exactes, les dates en UTC et les URL, comme dans un tube",
  'show names that begin with ".", as in a pipe':
    "afficher les noms qui commencent par « . », comme dans un tube",
  "show sizes with units, also with -l and in a pipe":
    "afficher les tailles avec des unités, aussi avec -l et dans un tube",
  "show the connection and its options": "afficher la connexion et ses options",
  "also show the header of the response": "afficher aussi l’en-tête de la réponse",
  skipped: "ignorés",
  "skipped {0} directories": "{0} répertoires ignorés",
  "skipped {0} directory": "{0} répertoire ignoré",
  "sort by size, the largest first": "trier par taille, les plus grands d’abord",
  "sort by time, the newest first": "trier par date, les plus récents d’abord",
  "sort the pairs of the query by name": "trier par nom les paires de la requête",
  "standard error": "la sortie d’erreur",
  "standard output": "la sortie standard",
  "standard output is not a terminal: no color, no progress":
    "la sortie standard n’est pas un terminal : ni couleurs ni progression",
  "start TLS{0}": "démarrer TLS{0}",
  "starting again: another program has changed the partial download":
    "nouveau départ : un autre programme a modifié le téléchargement partiel",
  "starting again: the file has changed on the server": "nouveau départ : le fichier a changé sur le serveur",
  "starting again: the partial download is of another URL":
    "nouveau départ : le téléchargement partiel est celui d’un autre URL",
  "starting again: the server does not tell the version of the file; --resume continues nevertheless":
    "nouveau départ : le serveur n’indique pas la version du fichier ; --resume reprend malgré cela",
  "status {0}": "statut {0}",
  'terminal type to send to the server, for example "$TERM" (default: none)':
    'type de terminal envoyé au serveur, par exemple "$TERM" (par défaut : aucun)',
  "the URL has no file name": "l’URL n’a pas de nom de fichier",
  "the config has options for {0}:, which is not a supported scheme":
    "la configuration a des options pour {0}:, qui n’est pas un schéma pris en charge",
  "the device reported an I/O error": "le périphérique a signalé une erreur d’E/S",
  "the escape key": "la touche d’échappement",
  "the file exceeds the size limit of the system or of the process":
    "le fichier dépasse la taille limite du système ou du processus",
  "the file system is read-only": "le système de fichiers est en lecture seule",
  "the home directory is unknown": "le répertoire personnel est inconnu",
  "the key {0} has no meaning here": "la touche {0} n’a pas de sens ici",
  "the locale is {0}, but anyurl prints UTF-8": "la locale est {0}, mais anyurl écrit en UTF-8",
  "the name is not allowed there": "ce nom n’y est pas autorisé",
  "the name is too long": "le nom est trop long",
  "the package manager did not install it in {0}": "le gestionnaire de paquets ne l’a pas installé dans {0}",
  "the patterns exceed the limit of {0} URLs": "les motifs dépassent la limite de {0} URL",
  "the plan of this URL has no message": "le plan de cette URL n’a pas de message",
  "the process has too many open files": "le processus a trop de fichiers ouverts",
  "the protocol cannot confirm that this is complete": "le protocole ne peut pas confirmer que c’est complet",
  "the proxy rejected it; try again": "le mandataire l’a refusé ; réessayez",
  "the range {0} exceeds the limit of {1} URLs": "l’intervalle {0} dépasse la limite de {1} URL",
  "the reader closed the pipe, for example `head`": "le lecteur a fermé le tube, par exemple `head`",
  "the resource": "la ressource",
  "the same host": "le même hôte",
  "the server rejected it; try again": "le serveur l’a refusé ; réessayez",
  'the server suggests the name "{0}", which is not used: {1}':
    'le serveur propose le nom "{0}", qui n’est pas utilisé : {1}',
  "the source has no name": "la source n’a pas de nom",
  "the system has not enough memory": "le système manque de mémoire",
  "the system has too many open files": "le système a trop de fichiers ouverts",
  "the target already exists": "la cible existe déjà",
  'the template has no variable "{0}"': 'le modèle n’a pas de variable "{0}"',
  "the text exceeds the limit of {0} bytes": "le texte dépasse la limite de {0} octets",
  "the text is not a valid URL, or not valid for its scheme":
    "le texte n’est pas une URL valide, ou ne l’est pas pour son schéma",
  "the transfer ended early": "le transfert s’est terminé trop tôt",
  "the {0} has two values": "{0} a deux valeurs",
  "the {0} option {1}{2} requires the option {3}": "l’option {1}{2} de {0} exige l’option {3}",
  "this download cannot be resumed: {0}": "ce téléchargement ne pourra pas être repris : {0}",
  "through anyurl, under its policy": "à travers anyurl, selon sa politique",
  "time limit of each call in seconds, including retries":
    "durée limite de chaque appel en secondes, essais compris",
  "to continue": "pour continuer",
  "to remove": "à supprimer",
  "trust the certificate authorities in this file (PEM) instead of those of the system":
    "faire confiance aux autorités de certification de ce fichier (PEM) au lieu de celles du système",
  "trust the key that a server has on first use, for schemes such as gemini whose servers have no certificate of an authority":
    "faire confiance à la clé qu’un serveur a à la première utilisation, pour des schémas comme gemini dont les serveurs n’ont pas de certificat d’une autorité",
  "type help at the prompt for a list of keys": "tapez help à l’invite pour la liste des touches",
  unchanged: "inchangés",
  'unknown command or scheme "{0}"': 'commande ou schéma inconnu "{0}"',
  'unknown language "{0}"': 'langue inconnue "{0}"',
  "unknown time zone": "fuseau horaire inconnu",
  "unset the variable": "retirez la variable",
  "unsupported file type: expected TypeScript, JavaScript, or JSON":
    "type de fichier non pris en charge : TypeScript, JavaScript ou JSON est attendu",
  'use %2A or --no-glob if the "*" is a part of the name':
    'utilisez %2A ou --no-glob si le "*" fait partie du nom',
  "use --any-port to connect anyway": "utilisez --any-port pour se connecter quand même",
  "use --config . to read it": "utilisez --config . pour le lire",
  "use --config to select one": "utilisez --config pour en choisir un",
  "use --config with a directory": "utilisez --config avec un répertoire",
  "use --force to overwrite it": "utilisez --force pour l’écraser",
  "use --netrc, answer at a terminal, or add the user to the URL and set ANYURL_PASSWORD":
    "utilisez --netrc, répondez dans un terminal, ou ajoutez l’utilisateur à l’URL et définissez ANYURL_PASSWORD",
  "use --netrc-file FILE": "utilisez --netrc-file FICHIER",
  "use --port 0 for a free port": "utilisez --port 0 pour un port libre",
  "use --proxy, or set all_proxy in the environment":
    "utilisez --proxy, ou définissez all_proxy dans l’environnement",
  "use --set or --iterate once for it": "utilisez --set ou --iterate une seule fois pour lui",
  "use --yes": "utilisez --yes",
  "use --yes to add it without being asked": "utilisez --yes pour l’ajouter sans confirmation",
  "use --yes to run the program without confirmation":
    "utilisez --yes pour exécuter le programme sans confirmation",
  "use --yes to send without confirmation": "utilisez --yes pour envoyer sans confirmation",
  "use -o FILE to choose a name": "utilisez -o FICHIER pour choisir un nom",
  "use NAME=VALUE, NAME[]=VALUE for a list item, or NAME:=JSON, for example cwds:='[\"pub\"]'":
    "utilisez NOM=VALEUR, NOM[]=VALEUR pour un élément de liste, ou NOM:=JSON, par exemple cwds:='[\"pub\"]'",
  "use a mailto: or news: URL, or anyurl get to open this one":
    "utilisez une URL mailto: ou news:, ou anyurl get pour ouvrir celle-ci",
  "use [1-9], [01-10:2], or [a-z], or add --no-glob":
    "utilisez [1-9], [01-10:2] ou [a-z], ou ajoutez --no-glob",
  "use anyurl cp -r to copy it": "utilisez anyurl cp -r pour le copier",
  "use anyurl.config.js, or Node 22.18 or newer": "utilisez anyurl.config.js, ou Node 22.18 ou plus récent",
  "use anyurl.config.js, or a newer Node": "utilisez anyurl.config.js, ou un Node plus récent",
  'use color everywhere, or "0" for nowhere': "utiliser des couleurs partout, ou « 0 » pour nulle part",
  "use for example mail.h.example, mail.h.example:587, or [::1]:2525":
    "utilisez par exemple mail.h.example, mail.h.example:587 ou [::1]:2525",
  "use get -o FILE to save it, or --raw to show it anyway":
    "utilisez get -o FICHIER pour l’enregistrer, ou --raw pour l’afficher quand même",
  "use one of: {0}": "utilisez l’une de ces valeurs : {0}",
  "use plugins": "utilisez plugins",
  "use sha256-, sha384-, or sha512- and the hash in base64":
    "utilisez sha256-, sha384- ou sha512- et l’empreinte en base64",
  "use the suffix .ts, .mts, .js, .mjs, or .json": "utilisez le suffixe .ts, .mts, .js, .mjs ou .json",
  'use this proxy, for example socks5://proxy.example ("" for none)':
    'utiliser ce mandataire, par exemple socks5://proxy.example ("" pour aucun)',
  "use one of these: {0}": "utilisez l’une de celles-ci : {0}",
  "user for the proxy {0}": "utilisateur pour le mandataire {0}",
  valid: "valide",
  "verify the download against this hash (sha256-BASE64)":
    "vérifier le téléchargement avec cette empreinte (sha256-BASE64)",
  warning: "avertissement",
  "what to do": "que faire",
  "when to use color (default: auto)": "quand utiliser des couleurs (par défaut : auto)",
  "who could replace the config in it": "qui pourraient remplacer la configuration qu’il contient",
  "who could run any code with it": "qui pourrait exécuter n’importe quel code avec lui",
  "with -o or -O, download a large file in N ranges at the same time, if the server can":
    "avec -o ou -O, télécharge un gros fichier en N plages à la fois, si le serveur le peut",
  "in trees, give files the time of the copy, instead of their own modification times":
    "dans les arborescences, donner aux fichiers l’heure de la copie, au lieu de leur propre date de modification",
  "with -O or -o DIRECTORY, save under the name that the server suggests (Content-Disposition), if it is safe":
    "avec -O ou -o RÉPERTOIRE, enregistrer sous le nom que propose le serveur (Content-Disposition), s’il est sûr",
  "in trees, do not look for files that change while they are copied":
    "dans les arborescences, ne pas chercher les fichiers qui changent pendant la copie",
  "keep what was copied and compared for the next run, in the cache directory or in a file beside a local target":
    "garder ce qui a été copié et comparé pour la prochaine exécution, dans le répertoire de cache ou dans un fichier à côté d’une cible locale",
  "with -r, do not ask": "avec -r, ne pas demander",
  "in trees, end with the first error": "dans les arborescences, s’arrêter à la première erreur",
  "in trees, follow entries to other schemes, hosts, and ports":
    "dans les arbres, suivre les entrées vers d’autres schémas, hôtes et ports",
  "in trees, names that the target cannot have: percent-encode, skip the file, or fail":
    "dans les arborescences, noms que la cible ne peut pas avoir : les coder, passer le fichier, ou échouer",
  "an mbox is a file, and {0} is a directory": "un mbox est un fichier, et {0} est un répertoire",
  "add a file name": "ajoutez un nom de fichier",
  "in trees, add the messages of a tree to a Maildir, or to an mbox file":
    "dans les arborescences, ajouter les messages d’une arborescence à un Maildir ou à un fichier mbox",
  renamed: "renommé",
  "in trees, symbolic links: copy them as links, copy what they lead to, or skip them":
    "dans les arborescences, liens symboliques : les copier comme liens, copier ce vers quoi ils mènent, ou les passer",
  "without the policy of anyurl: it imports {0}": "sans la politique d’anyurl : il importe {0}",
  'write one JSON line per request, without search terms ("-" for standard output)':
    'écrire une ligne JSON par requête, sans termes de recherche ("-" pour la sortie standard)',
  "words of a command line, after --": "mots d’une ligne de commande, après --",
  "write the bytes unchanged, even to a terminal": "écrire les octets sans changement, même sur un terminal",
  "write the bytes unchanged, even to a terminal; do not format a directory":
    "écrire les octets sans changement, même sur un terminal ; ne pas mettre en forme un répertoire",
  "write {0} ({1})": "écrire {0} ({1})",
  'write to FILE or into a directory ("-" for standard output)':
    'écrire dans FICHIER ou dans un répertoire ("-" pour la sortie standard)',
  "{0} (cannot check the imports: Node 22.15 or newer is required)":
    "{0} (impossible de vérifier les importations : Node 22.15 ou plus récent est nécessaire)",
  "{0} already exists. Overwrite?": "{0} existe déjà. L’écraser ?",
  "{0} belongs to another user, who can read it; it was not used":
    "{0} appartient à un autre utilisateur, qui peut le lire ; il n’a pas été utilisé",
  "{0} belongs to another user, {1}; it was not used":
    "{0} appartient à un autre utilisateur, {1} ; il n’a pas été utilisé",
  "{0} bytes": "{0, plural, one {# octet} other {# octets}}",
  "{0} does not exist": "{0} n’existe pas",
  "{0} does not load: {1}": "{0} ne se charge pas : {1}",
  "{0} file copied": "{0, plural, one {# fichier copié} other {# fichiers copiés}}",
  "{0} file done": "{0} fichier terminé",
  "{0} file to copy": "{0, plural, one {# fichier} other {# fichiers}} à copier",
  "{0} files copied": "{0, plural, one {# fichier copié} other {# fichiers copiés}}",
  "{0} files done": "{0} fichiers terminés",
  "{0} files to copy": "{0, plural, one {# fichier} other {# fichiers}} à copier",
  "{0} has no IPv6 address here": "{0} n’a pas d’adresse IPv6 ici",
  "{0} has no usable file name: {1}": "{0} n’a pas de nom de fichier utilisable : {1}",
  "{0} has two config files: {1} and {2}": "{0} a deux fichiers de configuration : {1} et {2}",
  "{0} hidden entries; -a shows them": "{0} entrées masquées ; -a les affiche",
  "{0} is a directory, and there is no usable file name: {1}":
    "{0} est un répertoire, et il n’y a pas de nom de fichier utilisable : {1}",
  "{0} is already in use": "{0} est déjà utilisé",
  "{0} is ignored: the author of this directory could run any code with it":
    "{0} est ignoré : l’auteur de ce répertoire pourrait exécuter n’importe quel code avec lui",
  "{0} is not a directory": "{0} n’est pas un répertoire",
  "{0} is not in {1}": "{0} n’est pas dans {1}",
  "{0} is readable or writable by other users; it was not used":
    "d’autres utilisateurs peuvent lire ou modifier {0} ; il n’a pas été utilisé",
  "{0} is trusted on first use, with the key {1}":
    "{0} est de confiance à la première utilisation, avec la clé {1}",
  "{0} is used with --netrc": "{0} est utilisé avec --netrc",
  "{0} is writable by other users, {1}; it was not used":
    "d’autres utilisateurs peuvent écrire dans {0}, {1} ; il n’a pas été utilisé",
  "{0} of the config file": "{0} du fichier de configuration",
  "{0} of {1} failed": "{0} sur {1} ont échoué",
  "{0} of {1} files": "{0} fichiers sur {1}",
  "{0} of {1} for {2} on {3}, port {4}": "{0} de {1} pour {2} sur {3}, port {4}",
  "{0} on port {1}": "{0}, sur le port {1}",
  "{0} trusted certificate authorities, from Node and from this system":
    "{0} autorités de certification de confiance, de Node et de ce système",
  "{0} was not added, and was removed again": "{0} n’a pas été ajouté, et a été retiré",
  "{0} without a port": "{0}, sans port",
  "{0}, after {1} ms": "{0}, après {1} ms",
  '{0}, and "anyurl plugins add" to install it': '{0}, et "anyurl plugins add" pour l’installer',
  "{0}, which cannot read TypeScript": "{0}, qui ne peut pas lire TypeScript",
  "{0}: cannot add the plugin: {1}": "{0} : impossible d’ajouter le greffon : {1}",
  "{0}: cannot remove {1} of {2} entries": "{0} : impossible de supprimer {1} entrées sur {2}",
  '{0}: invalid plugin list: expected an object with "plugins", a list of package names':
    '{0} : liste de greffons non valide : un objet avec "plugins", une liste de noms de paquets, est attendu',
  "{0}: it is a directory": "{0} : c’est un répertoire",
  "{0}: no config file in this directory": "{0} : aucun fichier de configuration dans ce répertoire",
  "{0}: no such file": "{0} : fichier inexistant",
  "{0}: not a directory": "{0} : ce n’est pas un répertoire",
  "it does not exist any more": "il n’existe plus",
  "its size or its time is another one": "sa taille ou sa date est différente",
  "the source changed while it was copied: {0}": "la source a changé pendant la copie : {0}",
  "copy it again": "copiez-la de nouveau",
  "copy one tree at a time": "copiez les arborescences une par une",
  "a journal beside the target needs a local directory":
    "un journal à côté de la cible exige un répertoire local",
  'add "/" at the end of the target': "ajoutez « / » à la fin de la cible",
  "use --journal cache": "utilisez --journal cache",
  "cannot find the cache directory": "répertoire de cache introuvable",
  "cannot move a directory and other sources together":
    "impossible de déplacer un répertoire avec d’autres sources",
  "set XDG_CACHE_HOME or HOME": "définissez XDG_CACHE_HOME ou HOME",
  "{0}: not a journal of anyurl": "{0} : ce n’est pas un journal d’anyurl",
  "remove the file, or use another --journal": "supprimez le fichier, ou utilisez un autre --journal",
  "{0}: not a partial download of anyurl": "{0} : ce n’est pas un téléchargement partiel d’anyurl",
  "{0}: not a regular file": "{0} : ce n’est pas un fichier ordinaire",
  "{0}: not confirmed; nothing was removed": "{0} : pas de confirmation ; rien n’a été supprimé",
  "{0}: not valid JSON": "{0} : JSON non valide",
  "{0}: not valid UTF-8": "{0} : UTF-8 non valide",
  "{0}: the file already exists": "{0} : le fichier existe déjà",
  "{0}: the file exceeds the limit of {1} bytes": "{0} : le fichier dépasse la limite de {1} octets",
  "{0}: {1}; nothing was written": "{0} : {1} ; rien n’a été écrit",
  "mail server to send through (default: ANYURL_SMTP)":
    "serveur de messagerie à utiliser (par défaut : ANYURL_SMTP)",
  "sender address (default: EMAIL)": "adresse de l’expéditeur (par défaut : EMAIL)",
  "send through the program sendmail of this machine": "envoyer avec le programme sendmail de cette machine",
  "the text of the mail, or the article with its header fields (- for standard input)":
    "le texte du courriel, ou l’article avec ses champs d’en-tête (- pour l’entrée standard)",
  "mail server through which send sends mail, as host or host:port":
    "serveur de messagerie par lequel send envoie le courriel, sous la forme hôte ou hôte:port",
  "sender address of mail": "adresse de l’expéditeur du courriel",
  "standard input is not sent; add - to send it as the text":
    "l’entrée standard n’est pas envoyée ; ajoutez - pour l’envoyer comme texte",
  "add --from you@example.org, or set EMAIL": "ajoutez --from you@example.org, ou définissez EMAIL",
  "invalid mail server": "serveur de messagerie non valide",
  "missing message": "message manquant",
  "move the directory by itself": "déplacez le répertoire séparément",
  "cannot use --smtp together with --sendmail": "impossible d’utiliser --smtp avec --sendmail",
  "no way to send the file is set": "aucun moyen d’envoyer le fichier n’est indiqué",
  "add --smtp HOST or --sendmail, or set ANYURL_SMTP":
    "ajoutez --smtp HOST ou --sendmail, ou définissez ANYURL_SMTP",
  "add a file with its header fields and text, or - for standard input":
    "ajoutez un fichier avec ses champs d’en-tête et son texte, ou - pour l’entrée standard",
  "this machine has no program sendmail": "cette machine n’a pas le programme sendmail",
  "use --smtp HOST": "utilisez --smtp HOST",
  "{0} for {1} on {2}, port {3}": "{0} pour {1} sur {2}, port {3}",
  'use --smtp HOST --from ADDRESS or --sendmail to send it, or "anyurl open --program xdg-email URL" to edit it':
    'utilisez --smtp HOST --from ADRESSE ou --sendmail pour l’envoyer, ou "anyurl open --program xdg-email URL" pour le modifier',
  "Save the login of {0} on {1} in {2}, unencrypted?":
    "Enregistrer l’identifiant de {0} sur {1} dans {2}, sans chiffrement ?",
  "set tunnel: true in the option proxies": "mettez tunnel: true dans l’option proxies",
  "use --proxytunnel": "utilisez --proxytunnel",
  "if you trust the server, give a file with the certificate of its issuer to --cacert":
    "si vous faites confiance au serveur, donnez à --cacert un fichier avec le certificat de son émetteur",
  "use the library, which accepts a client certificate: tls.cert and tls.key":
    "utilisez la bibliothèque, qui accepte un certificat client : tls.cert et tls.key",
  "ask the operator of the server for TLS 1.2": "demandez TLS 1.2 à l’opérateur du serveur",
  "use --option {0}={1}": "utilisez --option {0}={1}",
  "sendmail ended with the status {0}": "sendmail s’est terminé avec le code {0}",
  "several sources need a directory as the target, not {0}":
    "plusieurs sources demandent un répertoire comme cible, et non {0}",
  "{0} of at least {1} files": "{0} sur au moins {1} fichiers",
  "of at least": "sur au moins",
  "{0}: another run adds messages to this mbox; its lock is {1}":
    "{0} : une autre exécution ajoute des messages à ce mbox ; son verrou est {1}",
  "run the command again when the other run has ended":
    "relancez la commande quand l’autre exécution est terminée",
  "{0}: not a lock of anyurl": "{0} : ce n’est pas un verrou d’anyurl",
  "remove the file": "supprimez le fichier",
};
