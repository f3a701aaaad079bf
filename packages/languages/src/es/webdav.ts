import type { Catalogue } from "../translate.ts";

/** Messages of WebDAV. */
export const WEBDAV: Catalogue = {
  "a response without href": "una respuesta sin href",
  "an invalid status": "un estado no válido",
  "ask the server for WebDAV: when a directory is listed, made, moved, or removed; for the metadata as well, and fail without it; or never":
    "usar WebDAV: al listar, crear, mover o eliminar un directorio; también para los metadatos, con error si no lo hay; o nunca",
  "bytes for one tag or text": "bytes para una etiqueta o un texto",
  'directories need WebDAV, and the option webdav is "never"':
    "los directorios necesitan WebDAV, y la opción webdav es «never»",
  "invalid WebDAV response: {0}": "respuesta WebDAV no válida: {0}",
  "it has a document type": "tiene un tipo de documento",
  "it is not a multistatus element": "no es un elemento multistatus",
  "its URL is not that of a file": "su URL no es el de un archivo",
  "its URL leads out of the directory": "su URL lleva fuera del directorio",
  "its URL leads to another server": "su URL lleva a otro servidor",
  "the WebDAV response ended early": "la respuesta WebDAV terminó antes de tiempo",
  "the parent directory does not exist": "el directorio superior no existe",
  "the resource is a directory": "el recurso es un directorio",
  "the resource is not a directory": "el recurso no es un directorio",
  "the server changed only a part of the directory": "el servidor cambió solo una parte del directorio",
  "the server does not list this directory: it has no WebDAV there":
    "el servidor no lista este directorio: no tiene WebDAV ahí",
  "the server has no WebDAV at this URL": "el servidor no tiene WebDAV en este URL",
  "the server responded with {0}": "el servidor respondió {0}",
  "the server responded with {0} for it": "el servidor respondió {0} para él",
  "the server sent a WebDAV response without a resource":
    "el servidor envió una respuesta WebDAV sin recurso",
  "use get for the page of the directory": "use get para la página del directorio",
};
