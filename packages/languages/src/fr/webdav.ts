import type { Catalogue } from "../translate.ts";

/** Messages of WebDAV. */
export const WEBDAV: Catalogue = {
  "a response without href": "une réponse sans href",
  "an invalid status": "un statut non valide",
  "ask the server for WebDAV: when a directory is listed, made, moved, or removed; for the metadata as well, and fail without it; or never":
    "utiliser WebDAV : pour lister, créer, déplacer ou supprimer un répertoire ; aussi pour les métadonnées, avec une erreur s’il manque ; ou jamais",
  "bytes for one tag or text": "octets pour une balise ou un texte",
  'directories need WebDAV, and the option webdav is "never"':
    "les répertoires exigent WebDAV, et l’option webdav est « never »",
  "invalid WebDAV response: {0}": "réponse WebDAV non valide : {0}",
  "it has a document type": "elle a un type de document",
  "it is not a multistatus element": "ce n’est pas un élément multistatus",
  "its URL is not that of a file": "son URL n’est pas celle d’un fichier",
  "its URL leads out of the directory": "son URL mène hors du répertoire",
  "its URL leads to another server": "son URL mène à un autre serveur",
  "the WebDAV response ended early": "la réponse WebDAV s’est terminée trop tôt",
  "the parent directory does not exist": "le répertoire parent n’existe pas",
  "the resource is a directory": "la ressource est un répertoire",
  "the resource is not a directory": "la ressource n’est pas un répertoire",
  "the server changed only a part of the directory": "le serveur n’a modifié qu’une partie du répertoire",
  "the server does not list this directory: it has no WebDAV there":
    "le serveur ne liste pas ce répertoire : il n’y a pas WebDAV",
  "the server has no WebDAV at this URL": "le serveur n’a pas WebDAV à cette URL",
  "the server responded with {0}": "le serveur a répondu {0}",
  "the server responded with {0} for it": "le serveur a répondu {0} pour lui",
  "the server sent a WebDAV response without a resource":
    "le serveur a envoyé une réponse WebDAV sans ressource",
  "use get for the page of the directory": "utilisez get pour la page du répertoire",
};
