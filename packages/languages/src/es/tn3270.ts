import type { Catalogue } from "../translate.ts";

/** Texts of tn3270. */
export const TN3270: Catalogue = {
  "1 to 32 letters, digits, or characters of #@$._-": "de 1 a 32 letras, dígitos o caracteres de #@$._-",
  "Invalid data: {0}": "Datos no válidos: {0}",
  "Waiting for the host": "Esperando al host",
  "a name such as IBM-3278-2-E, or up to 16 such names; 2 to 5 are the sizes of the screen":
    "un nombre como IBM-3278-2-E, o hasta 16 nombres así; de 2 a 5 son los tamaños de la pantalla",
  "a record exceeds the limit of {0} bytes": "un registro supera el límite de {0} bytes",
  "a structured field is incomplete": "un campo estructurado está incompleto",
  "a structured field names no partition": "un campo estructurado no nombra ninguna partición",
  "a terminal": "un terminal",
  "a tn3270 URL cannot have a fragment": "un URL tn3270 no puede tener fragmento",
  "a tn3270 URL cannot have a path": "un URL tn3270 no puede tener ruta",
  "a tn3270 URL cannot have a query": "un URL tn3270 no puede tener consulta",
  "a write without a control character": "una escritura sin carácter de control",
  "accept TN3270E if the server offers it; otherwise only traditional TN3270":
    "aceptar TN3270E si el servidor lo ofrece; si no, solo TN3270 tradicional",
  "accept only digits, a minus, and a decimal point in numeric fields":
    "aceptar solo dígitos, un signo menos y un punto decimal en los campos numéricos",
  "after the last character of the field": "tras el último carácter del campo",
  "an application for 3270 displays": "una aplicación para terminales 3270",
  "an application on another port": "una aplicación en otro puerto",
  "check the port, or use a telnet URL": "compruebe el puerto, o use un URL telnet",
  "check the tn3270 option lu": "compruebe la opción lu de tn3270",
  "check the tn3270 options deviceTypes, lu, and tn3270e":
    "compruebe las opciones deviceTypes, lu y tn3270e de tn3270",
  "delete characters, or press Insert to replace them": "borre caracteres, o pulse Insert para reemplazarlos",
  "delete the character at the cursor": "borrar el carácter en el cursor",
  "delete the previous character": "borrar el carácter anterior",
  "device types, in the order of preference": "tipos de dispositivo, por orden de preferencia",
  "duplicate: a mark, and the next input field": "duplicar: una marca, y el siguiente campo de entrada",
  "enable the keyboard, and stop inserting": "desbloquear el teclado y dejar de insertar",
  "erase all input fields": "borrar todos los campos de entrada",
  "erase the rest of the field": "borrar el resto del campo",
  "erase the screen, and tell the host": "borrar la pantalla y avisar al host",
  "field mark": "marca de campo",
  "first input field of the next line": "primer campo de entrada de la línea siguiente",
  "insert characters, or replace them": "insertar caracteres, o reemplazarlos",
  "interrupt the application": "interrumpir la aplicación",
  "invalid length of a structured field: {0}": "longitud no válida de un campo estructurado: {0}",
  "move the cursor": "mover el cursor",
  "offer the user and the password of the URL as suggestions; they are never sent":
    "ofrecer el usuario y la contraseña del URL como sugerencias; nunca se envían",
  "press Tab to go to the next input field": "pulse Tab para ir al siguiente campo de entrada",
  "previous input field": "campo de entrada anterior",
  "program attention 1": "atención de programa 1",
  "program attention 2": "atención de programa 2",
  "program attention 3": "atención de programa 3",
  "program function {0}{1}": "función de programa {0}{1}",
  "reason {0}": "motivo {0}",
  'remove everything after the "/"; a logical unit is the option lu':
    'quite todo lo que sigue al "/"; una unidad lógica es la opción lu',
  "send what was typed": "enviar lo que se ha escrito",
  "set the tn3270 option codePage": "defina la opción codePage de tn3270",
  "set the tn3270 option numericLock to false if the host expects other characters":
    "ponga la opción numericLock de tn3270 en false si el host espera otros caracteres",
  "speak to the system instead of the application": "hablar con el sistema en lugar de con la aplicación",
  "structured fields within a structured field": "campos estructurados dentro de un campo estructurado",
  "the EBCDIC code page of the host": "la página de códigos EBCDIC del host",
  "the address {0} is outside the screen of {1}": "la dirección {0} está fuera de la pantalla de {1}",
  "the code page {0} does not have the character U+{1}":
    "la página de códigos {0} no tiene el carácter U+{1}",
  "the cursor is not in an input field": "el cursor no está en un campo de entrada",
  "the device type is not supported (INV-DEVICE-TYPE)":
    "el tipo de dispositivo no se admite (INV-DEVICE-TYPE)",
  "the field is full": "el campo está lleno",
  "the field is numeric: expected digits, a minus, or a decimal point":
    "el campo es numérico: se esperaban dígitos, un signo menos o un punto decimal",
  "the host sends text, not records; nothing was sent":
    "el host envía texto, no registros; no se ha enviado nada",
  "the keyboard is locked: the host has not answered yet":
    "el teclado está bloqueado: el host aún no ha respondido",
  'the logical unit "{0}"': 'la unidad lógica "{0}"',
  "the logical unit or the pool of them to request; without it, the server chooses":
    "la unidad lógica, o el grupo de ellas, que se pide; sin ella, elige el servidor",
  "the name belongs to a partner (CONN-PARTNER)": "el nombre es de un dispositivo asociado (CONN-PARTNER)",
  "the name does not fit the device type (TYPE-NAME-ERROR)":
    "el nombre no corresponde al tipo de dispositivo (TYPE-NAME-ERROR)",
  "the name is in use (DEVICE-IN-USE)": "el nombre está en uso (DEVICE-IN-USE)",
  "the name is unknown (INV-NAME)": "el nombre no se conoce (INV-NAME)",
  "the order {0} is incomplete": "la instrucción {0} está incompleta",
  "the request is not one of a printer (INV-ASSOCIATE)":
    "la petición no es la de una impresora (INV-ASSOCIATE)",
  "the server cannot satisfy such a request (UNSUPPORTED-REQ)":
    "el servidor no puede atender una petición así (UNSUPPORTED-REQ)",
  "the server does not negotiate as a TN3270 server does":
    "el servidor no negocia como lo hace un servidor TN3270",
  "the server does not support the key SysReq": "el servidor no admite la tecla SysReq",
  "the server rejected {0}: {1}": "el servidor rechazó {0}: {1}",
  "the server sent a TN3270E message without a header": "el servidor envió un mensaje TN3270E sin cabecera",
  "there is no partition {0}": "no hay una partición {0}",
  "unknown command 0x{0}": "orden desconocida 0x{0}",
  "unknown error (UNKNOWN-ERROR)": "error desconocido (UNKNOWN-ERROR)",
  'unknown key "{0}"': 'tecla "{0}" desconocida',
  "unknown order 0x{0}": "instrucción desconocida 0x{0}",
  "unknown reply mode {0}": "modo de respuesta {0} desconocido",
  "use TLS from the start; the port is then 992, if the URL has none":
    "usar TLS desde el principio; el puerto es entonces 992, si el URL no tiene",
  "use one of the keys of the screen": "use una de las teclas de la pantalla",
  "wait for the host, or press Reset": "espere al host, o pulse Reset",
  "{0} before its first screen": "{0} antes de su primera pantalla",
  "{0} during the negotiation; agreed options: {1}": "{0} durante la negociación; opciones acordadas: {1}",
  "{0} in the middle of a record": "{0} en mitad de un registro",
  "{0} without agreeing to records; agreed options: {1}":
    "{0} sin acordar el uso de registros; opciones acordadas: {1}",
};
