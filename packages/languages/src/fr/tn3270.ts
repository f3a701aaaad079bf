import type { Catalogue } from "../translate.ts";

/** Texts of tn3270. */
export const TN3270: Catalogue = {
  "1 to 32 letters, digits, or characters of #@$._-": "de 1 à 32 lettres, chiffres ou caractères de #@$._-",
  "Invalid data: {0}": "Données non valides : {0}",
  "Waiting for the host": "En attente de l’hôte",
  "a name such as IBM-3278-2-E, or up to 16 such names; 2 to 5 are the sizes of the screen":
    "un nom comme IBM-3278-2-E, ou jusqu’à 16 noms de ce genre ; 2 à 5 sont les tailles de l’écran",
  "a record exceeds the limit of {0} bytes": "un enregistrement dépasse la limite de {0} octets",
  "a structured field is incomplete": "un champ structuré est incomplet",
  "a structured field names no partition": "un champ structuré ne nomme aucune partition",
  "a terminal": "un terminal",
  "a tn3270 URL cannot have a fragment": "une URL tn3270 ne peut pas avoir de fragment",
  "a tn3270 URL cannot have a path": "une URL tn3270 ne peut pas avoir de chemin",
  "a tn3270 URL cannot have a query": "une URL tn3270 ne peut pas avoir de requête",
  "a write without a control character": "une écriture sans caractère de contrôle",
  "accept TN3270E if the server offers it; otherwise only traditional TN3270":
    "accepter TN3270E si le serveur l’offre ; sinon, seulement TN3270 traditionnel",
  "accept only digits, a minus, and a decimal point in numeric fields":
    "n’accepter que des chiffres, un signe moins et un point décimal dans les champs numériques",
  "after the last character of the field": "après le dernier caractère du champ",
  "an application for 3270 displays": "une application pour terminaux 3270",
  "an application on another port": "une application sur un autre port",
  "check the port, or use a telnet URL": "vérifiez le port, ou utilisez une URL telnet",
  "check the tn3270 option lu": "vérifiez l’option lu de tn3270",
  "check the tn3270 options deviceTypes, lu, and tn3270e":
    "vérifiez les options deviceTypes, lu et tn3270e de tn3270",
  "delete characters, or press Insert to replace them":
    "supprimez des caractères, ou appuyez sur Insert pour les remplacer",
  "delete the character at the cursor": "supprimer le caractère au curseur",
  "delete the previous character": "supprimer le caractère précédent",
  "device types, in the order of preference": "types de terminal, par ordre de préférence",
  "duplicate: a mark, and the next input field": "dupliquer : une marque, et le champ de saisie suivant",
  "enable the keyboard, and stop inserting": "déverrouiller le clavier, et cesser d’insérer",
  "erase all input fields": "effacer tous les champs de saisie",
  "erase the rest of the field": "effacer le reste du champ",
  "erase the screen, and tell the host": "effacer l’écran, et en avertir l’hôte",
  "field mark": "marque de champ",
  "first input field of the next line": "premier champ de saisie de la ligne suivante",
  "insert characters, or replace them": "insérer des caractères, ou les remplacer",
  "interrupt the application": "interrompre l’application",
  "invalid length of a structured field: {0}": "longueur non valide d’un champ structuré : {0}",
  "move the cursor": "déplacer le curseur",
  "offer the user and the password of the URL as suggestions; they are never sent":
    "proposer l’utilisateur et le mot de passe de l’URL ; ils ne sont jamais envoyés",
  "press Tab to go to the next input field": "appuyez sur Tab pour aller au champ de saisie suivant",
  "previous input field": "champ de saisie précédent",
  "program attention 1": "attention programme 1",
  "program attention 2": "attention programme 2",
  "program attention 3": "attention programme 3",
  "program function {0}{1}": "fonction programme {0}{1}",
  "reason {0}": "motif {0}",
  'remove everything after the "/"; a logical unit is the option lu':
    'retirez tout ce qui suit le "/" ; une unité logique est l’option lu',
  "send what was typed": "envoyer ce qui a été saisi",
  "set the tn3270 option codePage": "définissez l’option codePage de tn3270",
  "set the tn3270 option numericLock to false if the host expects other characters":
    "mettez l’option numericLock de tn3270 à false si l’hôte attend d’autres caractères",
  "speak to the system instead of the application": "parler au système au lieu de l’application",
  "structured fields within a structured field": "des champs structurés dans un champ structuré",
  "the EBCDIC code page of the host": "la page de codes EBCDIC de l’hôte",
  "the address {0} is outside the screen of {1}": "l’adresse {0} est hors de l’écran de {1}",
  "the code page {0} does not have the character U+{1}": "la page de codes {0} n’a pas le caractère U+{1}",
  "the cursor is not in an input field": "le curseur n’est pas dans un champ de saisie",
  "the device type is not supported (INV-DEVICE-TYPE)":
    "le type de terminal n’est pas pris en charge (INV-DEVICE-TYPE)",
  "the field is full": "le champ est plein",
  "the field is numeric: expected digits, a minus, or a decimal point":
    "le champ est numérique : des chiffres, un signe moins ou un point décimal étaient attendus",
  "the host sends text, not records; nothing was sent":
    "l’hôte envoie du texte, pas des enregistrements ; rien n’a été envoyé",
  "the keyboard is locked: the host has not answered yet":
    "le clavier est verrouillé : l’hôte n’a pas encore répondu",
  'the logical unit "{0}"': 'l’unité logique "{0}"',
  "the logical unit or the pool of them to request; without it, the server chooses":
    "l’unité logique, ou le groupe d’unités, à demander ; sans elle, le serveur choisit",
  "the name belongs to a partner (CONN-PARTNER)": "le nom appartient à un appareil associé (CONN-PARTNER)",
  "the name does not fit the device type (TYPE-NAME-ERROR)":
    "le nom ne convient pas au type de terminal (TYPE-NAME-ERROR)",
  "the name is in use (DEVICE-IN-USE)": "le nom est en cours d’utilisation (DEVICE-IN-USE)",
  "the name is unknown (INV-NAME)": "le nom est inconnu (INV-NAME)",
  "the order {0} is incomplete": "l’ordre {0} est incomplet",
  "the request is not one of a printer (INV-ASSOCIATE)":
    "la requête n’est pas celle d’une imprimante (INV-ASSOCIATE)",
  "the server cannot satisfy such a request (UNSUPPORTED-REQ)":
    "le serveur ne peut pas satisfaire une telle requête (UNSUPPORTED-REQ)",
  "the server does not negotiate as a TN3270 server does":
    "le serveur ne négocie pas comme le fait un serveur TN3270",
  "the server does not support the key SysReq": "le serveur ne prend pas en charge la touche SysReq",
  "the server rejected {0}: {1}": "le serveur a refusé {0} : {1}",
  "the server sent a TN3270E message without a header": "le serveur a envoyé un message TN3270E sans en-tête",
  "there is no partition {0}": "il n’y a pas de partition {0}",
  "unknown command 0x{0}": "commande inconnue 0x{0}",
  "unknown error (UNKNOWN-ERROR)": "erreur inconnue (UNKNOWN-ERROR)",
  'unknown key "{0}"': 'touche "{0}" inconnue',
  "unknown order 0x{0}": "ordre inconnu 0x{0}",
  "unknown reply mode {0}": "mode de réponse {0} inconnu",
  "use TLS from the start; the port is then 992, if the URL has none":
    "utiliser TLS dès le début ; le port est alors 992, si l’URL n’en a pas",
  "use one of the keys of the screen": "utilisez l’une des touches de l’écran",
  "wait for the host, or press Reset": "attendez l’hôte, ou appuyez sur Reset",
  "{0} before its first screen": "{0} avant son premier écran",
  "{0} during the negotiation; agreed options: {1}": "{0} pendant la négociation ; options convenues : {1}",
  "{0} in the middle of a record": "{0} au milieu d’un enregistrement",
  "{0} without agreeing to records; agreed options: {1}":
    "{0} sans convenir d’enregistrements ; options convenues : {1}",
};
