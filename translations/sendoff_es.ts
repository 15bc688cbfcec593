<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AccountDialog</name>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Dirección</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>&amp;Keep account</source>
        <translation>Conse&amp;rvar la cuenta</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>&amp;Service</source>
        <translation>&amp;Servicio</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>&amp;Token</translation>
    </message>
    <message>
        <source>Add an account</source>
        <translation>Añadir una cuenta</translation>
    </message>
    <message>
        <source>Another {service} site</source>
        <translation>Otro sitio {service}</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Preguntando al servicio…</translation>
    </message>
    <message>
        <source>Edit the account</source>
        <translation>Editar la cuenta</translation>
    </message>
    <message>
        <source>Leave empty to keep the current one</source>
        <translation>Déjelo vacío para conservar el actual</translation>
    </message>
    <message>
        <source>Signed in as {name}.</source>
        <translation>Sesión iniciada como {name}.</translation>
    </message>
    <message>
        <source>T&amp;est connection</source>
        <translation>&amp;Probar la conexión</translation>
    </message>
    <message>
        <source>These plug-ins cannot be loaded: {names}</source>
        <translation>Estos complementos no se pueden cargar: {names}</translation>
    </message>
    <message>
        <source>What you call it</source>
        <translation>Como usted la llame</translation>
    </message>
</context>
<context>
    <name>AccountsTab</name>
    <message>
        <source>&amp;Add…</source>
        <translation>&amp;Añadir…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>&amp;Editar…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Quitar</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>&amp;Probar la conexión</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Cuentas</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Preguntando al servicio…</translation>
    </message>
    <message>
        <source>Signed in as {name}.</source>
        <translation>Sesión iniciada como {name}.</translation>
    </message>
    <message>
        <source>The connection works.</source>
        <translation>La conexión funciona.</translation>
    </message>
</context>
<context>
    <name>Action</name>
    <message>
        <source>Check again</source>
        <translation>Comprobar de nuevo</translation>
    </message>
    <message>
        <source>Correct the form</source>
        <translation>Corregir el formulario</translation>
    </message>
    <message>
        <source>Discard draft</source>
        <translation>Descartar el borrador</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>No hay nada que hacer</translation>
    </message>
    <message>
        <source>Open record</source>
        <translation>Abrir el registro</translation>
    </message>
    <message>
        <source>Resume upload</source>
        <translation>Reanudar la subida</translation>
    </message>
    <message>
        <source>Retry finalization</source>
        <translation>Reintentar la finalización</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>Iniciar sesión de nuevo</translation>
    </message>
</context>
<context>
    <name>App</name>
    <message>
        <source>River levels, with a map and notes</source>
        <translation>Niveles del río, con un mapa y notas</translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message>
        <source>&amp;Stay</source>
        <translation>&amp;Quedarse</translation>
    </message>
    <message>
        <source>A save is running</source>
        <translation>Hay un guardado en curso</translation>
    </message>
    <message>
        <source>It can continue in the background. If it is stopped, what the server has confirmed stays there, and Sendoff offers to resume next time.</source>
        <translation>Puede continuar en segundo plano. Si se detiene, lo que el servidor confirmó se conserva allí y Sendoff ofrecerá reanudarlo la próxima vez.</translation>
    </message>
    <message>
        <source>It can continue in the background. The current step can&apos;t be stopped: if you quit, Sendoff asks the server next time how it ended.</source>
        <translation>Puede continuar en segundo plano. El paso en curso no se puede detener: si sale, Sendoff preguntará al servidor la próxima vez cómo terminó.</translation>
    </message>
    <message>
        <source>Keep uploading in the &amp;background</source>
        <translation>Seguir subiendo en &amp;segundo plano</translation>
    </message>
    <message>
        <source>Stop and &amp;quit</source>
        <translation>&amp;Detener y salir</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Show Sendoff</source>
        <translation>Mostrar Sendoff</translation>
    </message>
</context>
<context>
    <name>Confirm</name>
    <message>
        <source>&amp;Discard draft</source>
        <translation>&amp;Descartar el borrador</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Olvidar</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Conservar</translation>
    </message>
    <message>
        <source>&amp;Take out</source>
        <translation>&amp;Retirar</translation>
    </message>
    <message>
        <source>Discard the draft?</source>
        <translation>¿Descartar el borrador?</translation>
    </message>
    <message>
        <source>Forget this save?</source>
        <translation>¿Olvidar este guardado?</translation>
    </message>
    <message>
        <source>Sendoff&apos;s own note of “{title}” is removed, with its receipt. Nothing is deleted at {account} or among your files.</source>
        <translation>Se elimina la anotación de Sendoff sobre «{title}», con su recibo. No se elimina nada en {account} ni entre sus archivos.</translation>
    </message>
    <message>
        <source>Take the files out again?</source>
        <translation>¿Volver a retirar los archivos?</translation>
    </message>
    <message numerus="yes">
        <source>The draft “{title}” and %n file(s) that are on the server will be deleted at {account}. The files on this computer stay.</source>
        <translation>
            <numerusform>El borrador «{title}» y %n archivo que está en el servidor se eliminarán en {account}. Los archivos de este equipo se conservan.</numerusform>
            <numerusform>El borrador «{title}» y %n archivos que están en el servidor se eliminarán en {account}. Los archivos de este equipo se conservan.</numerusform>
        </translation>
    </message>
    <message>
        <source>What this save has put into the draft “{title}” will be deleted at {account}. The draft itself and the files on this computer stay.</source>
        <translation>Lo que este guardado puso en el borrador «{title}» se eliminará en {account}. El borrador y los archivos de este equipo se conservan.</translation>
    </message>
</context>
<context>
    <name>DetailsDrawer</name>
    <message>
        <source>Close &amp;details</source>
        <translation>&amp;Ocultar detalles</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Cerrar detalles</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy re&amp;port</source>
        <translation>Copiar in&amp;forme</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Copiar el informe</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Report of this save, without secrets</source>
        <translation>Informe de este guardado, sin secretos</translation>
    </message>
</context>
<context>
    <name>DraftChooser</name>
    <message>
        <source>A new record</source>
        <translation>Un registro nuevo</translation>
    </message>
    <message>
        <source>Attach to</source>
        <translation>Adjuntar a</translation>
    </message>
    <message>
        <source>List the drafts again</source>
        <translation>Volver a listar los borradores</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Mirar de nuevo</translation>
    </message>
    <message>
        <source>New record or existing draft</source>
        <translation>Registro nuevo o borrador existente</translation>
    </message>
    <message>
        <source>Repair draft…</source>
        <translation>Reparar borrador…</translation>
    </message>
    <message>
        <source>Repair the chosen draft</source>
        <translation>Reparar el borrador elegido</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>A draft of an earlier attempt came late and was left as it is: {record}.</source>
        <translation>Un borrador de un intento anterior llegó tarde y se dejó como está: {record}.</translation>
    </message>
    <message>
        <source>A draft of an earlier attempt came late; it was empty and was removed.</source>
        <translation>Un borrador de un intento anterior llegó tarde; estaba vacío y se eliminó.</translation>
    </message>
    <message>
        <source>A field</source>
        <translation>Un campo</translation>
    </message>
    <message>
        <source>A finalized record takes no files: keep your own files, and save them to a new record.</source>
        <translation>Un registro finalizado no admite archivos: conserve los suyos y guárdelos en un registro nuevo.</translation>
    </message>
    <message>
        <source>A new journal was begun; the old one was kept beside it.</source>
        <translation>Se empezó un diario nuevo; el anterior se conservó a su lado.</translation>
    </message>
    <message>
        <source>A part of the name is empty or holds dots only.</source>
        <translation>Una parte del nombre está vacía o solo contiene puntos.</translation>
    </message>
    <message>
        <source>A web page answered in place of the service: perhaps a network&apos;s login page, or the address is not the service&apos;s.</source>
        <translation>Respondió una página web en lugar del servicio: quizá la página de acceso de una red, o la dirección no es la del servicio.</translation>
    </message>
    <message>
        <source>An earlier attempt of this step is not over yet.</source>
        <translation>Un intento anterior de este paso aún no ha terminado.</translation>
    </message>
    <message>
        <source>Another process holds the records of this computer and does not answer.</source>
        <translation>Otro proceso tiene ocupados los registros de este equipo y no responde.</translation>
    </message>
    <message>
        <source>Another program holds Sendoff&apos;s journal of saves.</source>
        <translation>Otro programa tiene ocupado el diario de guardados de Sendoff.</translation>
    </message>
    <message>
        <source>Another program holds this file.</source>
        <translation>Otro programa tiene ocupado este archivo.</translation>
    </message>
    <message>
        <source>Another window or program of yours runs this save now.</source>
        <translation>Otra ventana o programa suyo está ejecutando ahora este guardado.</translation>
    </message>
    <message>
        <source>Ask the owner of the record, or use a token with more rights.</source>
        <translation>Consulte al propietario del registro o use un token con más permisos.</translation>
    </message>
    <message>
        <source>Change them on the service&apos;s own page, then go on here without a change.</source>
        <translation>Cámbielos en la página del servicio y siga aquí sin cambios.</translation>
    </message>
    <message>
        <source>Check again to see how it ended.</source>
        <translation>Compruebe de nuevo para ver cómo terminó.</translation>
    </message>
    <message>
        <source>Choose another account or add this one.</source>
        <translation>Elija otra cuenta o añada esta.</translation>
    </message>
    <message>
        <source>Choose at least one file, then save again.</source>
        <translation>Elija al menos un archivo y guarde de nuevo.</translation>
    </message>
    <message>
        <source>Choose whether to send what is there now, or to leave them out.</source>
        <translation>Elija si enviar lo que hay ahora o dejarlos fuera.</translation>
    </message>
    <message>
        <source>Close the other program, then try again.</source>
        <translation>Cierre el otro programa e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Copy it again from the service&apos;s own page.</source>
        <translation>Cópielo de nuevo desde la página del propio servicio.</translation>
    </message>
    <message>
        <source>Copy the address of its start page, such as https://example.org.</source>
        <translation>Copie la dirección de su página de inicio, como https://example.org.</translation>
    </message>
    <message>
        <source>Correct it, then save again: nothing is sent twice.</source>
        <translation>Corríjalo y guarde de nuevo: nada se envía dos veces.</translation>
    </message>
    <message>
        <source>Desktops and tools leave this behind: it is sent only where you ask for it.</source>
        <translation>Lo dejan los escritorios y las herramientas: solo se envía si usted lo pide.</translation>
    </message>
    <message>
        <source>Each of them says why: send them again, or go on without them.</source>
        <translation>Cada uno dice por qué: envíelos de nuevo o siga sin ellos.</translation>
    </message>
    <message>
        <source>End the other process, then try again.</source>
        <translation>Cierre el otro proceso y vuelva a intentarlo.</translation>
    </message>
    <message>
        <source>Enter a new token: the save goes on where it was.</source>
        <translation>Introduzca un token nuevo: el guardado continúa donde estaba.</translation>
    </message>
    <message>
        <source>Enter its token, then go on.</source>
        <translation>Introduzca su token y continúe.</translation>
    </message>
    <message>
        <source>Enter them in the settings, under proxy; they are not your token.</source>
        <translation>Introdúzcalos en la configuración, en el apartado del proxy; no son su token.</translation>
    </message>
    <message>
        <source>Files have changed or gone since they were chosen.</source>
        <translation>Hay archivos que han cambiado o desaparecido desde que se eligieron.</translation>
    </message>
    <message>
        <source>Follow it there, or close that one first.</source>
        <translation>Sígalo allí o cierre primero esa ventana.</translation>
    </message>
    <message>
        <source>Give it another name here; your own file keeps its name.</source>
        <translation>Asígnele aquí otro nombre; su archivo conserva el suyo.</translation>
    </message>
    <message>
        <source>Give one of them another name here; your own files keep theirs.</source>
        <translation>Asigne aquí otro nombre a uno de ellos; sus archivos conservan los suyos.</translation>
    </message>
    <message>
        <source>It asks to wait {seconds} s.</source>
        <translation>Pide esperar {seconds} s.</translation>
    </message>
    <message>
        <source>It can be resumed or discarded.</source>
        <translation>Se puede reanudar o descartar.</translation>
    </message>
    <message>
        <source>It is never sent.</source>
        <translation>Nunca se envía.</translation>
    </message>
    <message>
        <source>It is not sent; the other files are.</source>
        <translation>No se envía; los demás archivos sí.</translation>
    </message>
    <message>
        <source>It was not opened: look for the record on the service&apos;s own page.</source>
        <translation>No se abrió: busque el registro en la página propia del servicio.</translation>
    </message>
    <message>
        <source>It was not sent: choose it again, or go on without it.</source>
        <translation>No se envió: elíjalo de nuevo o siga sin él.</translation>
    </message>
    <message>
        <source>It was not sent: choose whether to send what is there now.</source>
        <translation>No se envió: elija si enviar lo que hay ahora.</translation>
    </message>
    <message>
        <source>It was not sent: move it to a shorter path and choose it again, or leave it out.</source>
        <translation>No se envió: muévalo a una ruta más corta y elíjalo de nuevo, u omítalo.</translation>
    </message>
    <message>
        <source>It was stopped on request.</source>
        <translation>Se detuvo a petición.</translation>
    </message>
    <message>
        <source>List the saves to see their names.</source>
        <translation>Muestre la lista de guardados para ver sus nombres.</translation>
    </message>
    <message>
        <source>Look at the address of the account and at your network connection.</source>
        <translation>Revise la dirección de la cuenta y la conexión de red.</translation>
    </message>
    <message>
        <source>Look at the address of the account; if it is right, show the report to those who run the service.</source>
        <translation>Revise la dirección de la cuenta; si es correcta, muestre el informe a quienes administran el servicio.</translation>
    </message>
    <message>
        <source>Look at the proxy in the settings.</source>
        <translation>Revise el proxy en la configuración.</translation>
    </message>
    <message>
        <source>Look at the record on the service, then decide how to go on.</source>
        <translation>Mire el registro en el servicio y decida cómo seguir.</translation>
    </message>
    <message>
        <source>Make a token with this scope on the service&apos;s own page, then enter it here.</source>
        <translation>Cree un token con este permiso en la página del servicio e introdúzcalo aquí.</translation>
    </message>
    <message>
        <source>Make it smaller, or go on without it.</source>
        <translation>Redúzcalo o siga sin él.</translation>
    </message>
    <message>
        <source>Make it writable, or name another one in SENDOFF_HOME, and start again.</source>
        <translation>Permita escribir en ella o indique otra en SENDOFF_HOME, y vuelva a empezar.</translation>
    </message>
    <message>
        <source>Make room on it, then go on.</source>
        <translation>Libere espacio en él y continúe.</translation>
    </message>
    <message>
        <source>Make room there or ask for more; small files may still go through.</source>
        <translation>Libere espacio allí o pida más; los archivos pequeños aún podrían pasar.</translation>
    </message>
    <message>
        <source>Make the folder named service in Sendoff&apos;s own folder writable, then try again.</source>
        <translation>Haga que se pueda escribir en la carpeta service, dentro de la carpeta de Sendoff, y vuelva a intentarlo.</translation>
    </message>
    <message>
        <source>Make the folder {folder} writable, or name another one in SENDOFF_HOME.</source>
        <translation>Permita escribir en la carpeta {folder} o indique otra en SENDOFF_HOME.</translation>
    </message>
    <message>
        <source>No package that is installed brings services of the kind {service}.</source>
        <translation>Ningún paquete instalado aporta servicios del tipo {service}.</translation>
    </message>
    <message>
        <source>No token is known here for the account {account}.</source>
        <translation>Aquí no se conoce ningún token para la cuenta {account}.</translation>
    </message>
    <message>
        <source>No token was entered.</source>
        <translation>No se introdujo ningún token.</translation>
    </message>
    <message>
        <source>Nothing can be written to it: start Sendoff again, which begins a new one.</source>
        <translation>Ya no se puede escribir en él: inicie Sendoff de nuevo, y empezará otro.</translation>
    </message>
    <message>
        <source>Nothing has to be done about it.</source>
        <translation>No hace falta hacer nada.</translation>
    </message>
    <message>
        <source>Nothing that the server confirmed is lost, and what did not end is under Unfinished. A support report helps to find the cause.</source>
        <translation>No se ha perdido nada de lo que confirmó el servidor, y lo que no terminó está en Sin terminar. Un informe de soporte ayuda a encontrar la causa.</translation>
    </message>
    <message>
        <source>Nothing that was named is a file that can be sent.</source>
        <translation>Nada de lo indicado es un archivo que se pueda enviar.</translation>
    </message>
    <message>
        <source>Nothing was changed. Put back a copy of the folder named service in Sendoff&apos;s own folder, or move it away to begin with an empty one.</source>
        <translation>No se cambió nada. Restaure una copia de la carpeta service, dentro de la carpeta de Sendoff, o llévela a otro lugar para empezar con una vacía.</translation>
    </message>
    <message>
        <source>Nothing was overwritten: decide which of the two is to stay.</source>
        <translation>No se sobrescribió nada: decida cuál de los dos se queda.</translation>
    </message>
    <message>
        <source>Nothing was sent. Choose another certificate file in the settings, or none.</source>
        <translation>No se envió nada. Elija otro archivo de certificado en la configuración, o ninguno.</translation>
    </message>
    <message>
        <source>Nothing was sent. Correct the variable or remove it, then start Sendoff again.</source>
        <translation>No se envió nada. Corrija la variable o quítela y vuelva a iniciar Sendoff.</translation>
    </message>
    <message>
        <source>Nothing was sent. If the clock of this computer is wrong, set it; if it is right, only those who run the service can renew the certificate.</source>
        <translation>No se envió nada. Si el reloj de este equipo está mal, póngalo en hora; si está bien, solo quienes gestionan el servicio pueden renovar el certificado.</translation>
    </message>
    <message>
        <source>Nothing was sent. If your organisation has its own certificates, choose its certificate file in the settings.</source>
        <translation>No se envió nada. Si su organización tiene certificados propios, elija su archivo de certificado en la configuración.</translation>
    </message>
    <message>
        <source>Nothing was sent. Look at the address of the account; if it is right, another server stands between, perhaps that of the network you are in.</source>
        <translation>No se envió nada. Revise la dirección de la cuenta; si es correcta, hay otro servidor de por medio, quizá el de la red en la que está.</translation>
    </message>
    <message>
        <source>Nothing was sent: correct the file, then save again.</source>
        <translation>No se envió nada: corrija el archivo y guarde de nuevo.</translation>
    </message>
    <message>
        <source>Nothing was sent: save again without naming it.</source>
        <translation>No se envió nada: guarde de nuevo sin nombrarlo.</translation>
    </message>
    <message>
        <source>Open a web browser to sign in to the network, or look at the address.</source>
        <translation>Abra un navegador para iniciar sesión en la red o revise la dirección.</translation>
    </message>
    <message>
        <source>Over plain HTTP everyone on the way to {host} could read your token.</source>
        <translation>Con HTTP sin cifrar, cualquiera en el camino hacia {host} podría leer su token.</translation>
    </message>
    <message>
        <source>Pack several into one archive, or use several records.</source>
        <translation>Agrupe varios en un archivo comprimido o use varios registros.</translation>
    </message>
    <message>
        <source>People on Windows cannot store a file under this name.</source>
        <translation>En Windows no se puede guardar un archivo con este nombre.</translation>
    </message>
    <message>
        <source>Save again to make a new record.</source>
        <translation>Guarde de nuevo para crear un registro nuevo.</translation>
    </message>
    <message>
        <source>Send fewer files at the same time, or allow more open files, then go on.</source>
        <translation>Envíe menos archivos a la vez o permita más archivos abiertos, y continúe.</translation>
    </message>
    <message>
        <source>Send it again: it does not count yet.</source>
        <translation>Envíelo de nuevo: todavía no cuenta.</translation>
    </message>
    <message>
        <source>Sendoff cannot use its own folder.</source>
        <translation>Sendoff no puede usar su propia carpeta.</translation>
    </message>
    <message>
        <source>Sendoff crashed when it ran last.</source>
        <translation>Sendoff se cerró por un fallo la última vez.</translation>
    </message>
    <message>
        <source>Sendoff has too many files open: it cannot open its journal of saves as well.</source>
        <translation>Sendoff tiene demasiados archivos abiertos: no puede abrir también su diario de guardados.</translation>
    </message>
    <message>
        <source>Sendoff has too many files open: it cannot open this one as well.</source>
        <translation>Sendoff tiene demasiados archivos abiertos: no puede abrir también este.</translation>
    </message>
    <message>
        <source>Sendoff may not write to its own folder.</source>
        <translation>Sendoff no tiene permiso para escribir en su propia carpeta.</translation>
    </message>
    <message>
        <source>Sendoff sends no token there: use the address that begins with https.</source>
        <translation>Sendoff no envía ningún token allí: use la dirección que empieza por https.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves cannot be used now.</source>
        <translation>El diario de guardados de Sendoff no se puede usar ahora.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves is damaged and was set aside.</source>
        <translation>El diario de guardados de Sendoff está dañado y se apartó.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves is damaged: nothing more can be written to it.</source>
        <translation>El diario de guardados de Sendoff está dañado: no se puede escribir más en él.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves was deleted or replaced while it was open.</source>
        <translation>El diario de guardados de Sendoff se borró o se reemplazó mientras estaba abierto.</translation>
    </message>
    <message>
        <source>Some files could not be sent.</source>
        <translation>No se pudieron enviar algunos archivos.</translation>
    </message>
    <message>
        <source>Something went wrong inside Sendoff.</source>
        <translation>Algo falló dentro de Sendoff.</translation>
    </message>
    <message>
        <source>Something went wrong inside the service.</source>
        <translation>Algo falló dentro del servicio.</translation>
    </message>
    <message>
        <source>Start Sendoff again: it keeps the damaged journal beside a new one. What the server has confirmed is safe there.</source>
        <translation>Vuelva a iniciar Sendoff: conserva el diario dañado junto a uno nuevo. Lo que el servidor ha confirmado está a salvo allí.</translation>
    </message>
    <message>
        <source>The account of this computer is always there and cannot be changed.</source>
        <translation>La cuenta de este equipo siempre está y no se puede cambiar.</translation>
    </message>
    <message>
        <source>The account {account} is not there.</source>
        <translation>La cuenta {account} no existe.</translation>
    </message>
    <message>
        <source>The address holds a user name or password: it must not.</source>
        <translation>La dirección contiene un nombre de usuario o una contraseña: no debe.</translation>
    </message>
    <message>
        <source>The address names no bucket: it has to end with /BUCKET or /BUCKET/PREFIX.</source>
        <translation>La dirección no nombra ningún bucket: debe terminar en /BUCKET o /BUCKET/PREFIJO.</translation>
    </message>
    <message>
        <source>The address that is kept for this record does not lead to its service.</source>
        <translation>La dirección guardada para este registro no lleva a su servicio.</translation>
    </message>
    <message>
        <source>The answer of {host} was cut off or not what the service should say.</source>
        <translation>La respuesta de {host} llegó cortada o no es la que el servicio debería dar.</translation>
    </message>
    <message>
        <source>The certificate of {host} begins on {date}; the clock of this computer says {today}.</source>
        <translation>El certificado de {host} empieza a valer el {date}; el reloj de este equipo dice {today}.</translation>
    </message>
    <message>
        <source>The certificate of {host} ended on {date}; the clock of this computer says {today}.</source>
        <translation>El certificado de {host} caducó el {date}; el reloj de este equipo dice {today}.</translation>
    </message>
    <message>
        <source>The clock of this computer differs too much from the one of the service.</source>
        <translation>El reloj de este equipo difiere demasiado del reloj del servicio.</translation>
    </message>
    <message>
        <source>The connection to {host} broke.</source>
        <translation>Se cortó la conexión con {host}.</translation>
    </message>
    <message>
        <source>The database of the records service of this computer is damaged.</source>
        <translation>La base de datos del servicio de registros de este equipo está dañada.</translation>
    </message>
    <message>
        <source>The disk of this computer is full.</source>
        <translation>El disco de este equipo está lleno.</translation>
    </message>
    <message>
        <source>The draft has a title and details of its own.</source>
        <translation>El borrador tiene su propio título y sus propios datos.</translation>
    </message>
    <message>
        <source>The drive reports an error while the file is read.</source>
        <translation>La unidad da un error al leer el archivo.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>No se puede leer el archivo.</translation>
    </message>
    <message>
        <source>The file has changed since it was chosen.</source>
        <translation>El archivo ha cambiado desde que se eligió.</translation>
    </message>
    <message>
        <source>The file has no name.</source>
        <translation>El archivo no tiene nombre.</translation>
    </message>
    <message>
        <source>The file is empty, and the service takes no empty files.</source>
        <translation>El archivo está vacío y el servicio no admite archivos vacíos.</translation>
    </message>
    <message>
        <source>The file is no longer there: it was moved, renamed or deleted.</source>
        <translation>El archivo ya no está: se movió, se renombró o se eliminó.</translation>
    </message>
    <message>
        <source>The file is too large for the service.</source>
        <translation>El archivo es demasiado grande para el servicio.</translation>
    </message>
    <message>
        <source>The file is too large: the service takes up to {limit}.</source>
        <translation>El archivo es demasiado grande: el servicio admite hasta {limit}.</translation>
    </message>
    <message>
        <source>The file of certificates {ca_file} cannot be read.</source>
        <translation>No se puede leer el archivo de certificados {ca_file}.</translation>
    </message>
    <message>
        <source>The file of certificates {ca_file} is not there.</source>
        <translation>El archivo de certificados {ca_file} no existe.</translation>
    </message>
    <message>
        <source>The file {ca_file} holds no certificates.</source>
        <translation>El archivo {ca_file} no contiene certificados.</translation>
    </message>
    <message>
        <source>The file&apos;s name is damaged: it holds bytes that are no letters.</source>
        <translation>El nombre del archivo está dañado: contiene bytes que no son letras.</translation>
    </message>
    <message>
        <source>The finalized record does not hold this file.</source>
        <translation>El registro finalizado no contiene este archivo.</translation>
    </message>
    <message>
        <source>The journal of saves was written by a newer version of Sendoff.</source>
        <translation>El diario de guardados lo escribió una versión más reciente de Sendoff.</translation>
    </message>
    <message>
        <source>The journal was left as it is: try again in a moment.</source>
        <translation>El diario se dejó como está: inténtelo de nuevo dentro de un momento.</translation>
    </message>
    <message>
        <source>The keychain of this computer did not answer.</source>
        <translation>El almacén de claves de este equipo no respondió.</translation>
    </message>
    <message>
        <source>The keychain of this computer does not answer, so the token cannot be read from it.</source>
        <translation>El almacén de claves de este equipo no responde, así que no se puede leer el token.</translation>
    </message>
    <message>
        <source>The keychain of this computer does not give the token.</source>
        <translation>El almacén de claves de este equipo no entrega el token.</translation>
    </message>
    <message>
        <source>The keychain of this computer does not keep the token.</source>
        <translation>El almacén de claves de este equipo no conserva el token.</translation>
    </message>
    <message>
        <source>The keychain of this computer is locked, so the token cannot be read from it.</source>
        <translation>El almacén de claves de este equipo está bloqueado, así que no se puede leer el token.</translation>
    </message>
    <message>
        <source>The keychain of this computer is locked.</source>
        <translation>El almacén de claves de este equipo está bloqueado.</translation>
    </message>
    <message>
        <source>The name has {length} bytes; the service takes {limit}.</source>
        <translation>El nombre tiene {length} bytes; el servicio admite {limit}.</translation>
    </message>
    <message>
        <source>The name has {length} characters; the service takes {limit}.</source>
        <translation>El nombre tiene {length} caracteres; el servicio admite {limit}.</translation>
    </message>
    <message>
        <source>The name holds characters that cannot be seen, such as line breaks.</source>
        <translation>El nombre contiene caracteres que no se ven, como saltos de línea.</translation>
    </message>
    <message>
        <source>The network drive with this file does not answer.</source>
        <translation>La unidad de red con este archivo no responde.</translation>
    </message>
    <message>
        <source>The path to this file is longer than this computer can open.</source>
        <translation>La ruta de este archivo es más larga de lo que este equipo puede abrir.</translation>
    </message>
    <message>
        <source>The proxy did not let the connection through.</source>
        <translation>El proxy no dejó pasar la conexión.</translation>
    </message>
    <message>
        <source>The proxy setting {name} cannot be understood.</source>
        <translation>No se entiende el ajuste de proxy {name}.</translation>
    </message>
    <message>
        <source>The proxy wants a user name and a password of its own.</source>
        <translation>El proxy pide un nombre de usuario y una contraseña propios.</translation>
    </message>
    <message>
        <source>The record is published: its files can be changed no more.</source>
        <translation>El registro está publicado: sus archivos ya no se pueden cambiar.</translation>
    </message>
    <message>
        <source>The record on the service does not hold {key} as it was sent.</source>
        <translation>El registro en el servicio no contiene {key} tal como se envió.</translation>
    </message>
    <message>
        <source>The record on the service is not as Sendoff left it.</source>
        <translation>El registro en el servicio no está como Sendoff lo dejó.</translation>
    </message>
    <message>
        <source>The record was deleted on the service.</source>
        <translation>El registro se eliminó en el servicio.</translation>
    </message>
    <message>
        <source>The records of this computer were written by a newer version of Sendoff.</source>
        <translation>Los registros de este equipo los escribió una versión más reciente de Sendoff.</translation>
    </message>
    <message>
        <source>The records service of this computer cannot use its folder.</source>
        <translation>El servicio de registros de este equipo no puede usar su carpeta.</translation>
    </message>
    <message>
        <source>The records service of this computer did not start in time.</source>
        <translation>El servicio de registros de este equipo no se inició a tiempo.</translation>
    </message>
    <message>
        <source>The records service of this computer did not start.</source>
        <translation>El servicio de registros de este equipo no se inició.</translation>
    </message>
    <message>
        <source>The records service of this computer did not start: the disk is full.</source>
        <translation>El servicio de registros de este equipo no se inició: el disco está lleno.</translation>
    </message>
    <message>
        <source>The repair of the draft {record} with the account {account} was cut off.</source>
        <translation>La reparación del borrador {record} con la cuenta {account} se interrumpió.</translation>
    </message>
    <message>
        <source>The save {run} is not in the journal.</source>
        <translation>El guardado {run} no está en el diario.</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>El servidor</translation>
    </message>
    <message>
        <source>The server holds a file under this name that cannot be compared with yours.</source>
        <translation>El servidor tiene con este nombre un archivo que no se puede comparar con el suyo.</translation>
    </message>
    <message>
        <source>The server holds other content under this name than your file.</source>
        <translation>El servidor tiene con este nombre un contenido distinto del de su archivo.</translation>
    </message>
    <message>
        <source>The server that answered as {host} has a certificate for {names}.</source>
        <translation>El servidor que respondió como {host} tiene un certificado para {names}.</translation>
    </message>
    <message>
        <source>The server took the file, but its list does not show it as whole.</source>
        <translation>El servidor aceptó el archivo, pero su lista no lo muestra completo.</translation>
    </message>
    <message>
        <source>The service asks for a pause: too many requests in a short time.</source>
        <translation>El servicio pide una pausa: demasiadas solicitudes en poco tiempo.</translation>
    </message>
    <message>
        <source>The service does not accept the token: it is missing, wrong or expired.</source>
        <translation>El servicio no acepta el token: falta, es incorrecto o ha caducado.</translation>
    </message>
    <message>
        <source>The service does not accept what was filled in.</source>
        <translation>El servicio no acepta lo que se ha rellenado.</translation>
    </message>
    <message>
        <source>The service does not take this file name.</source>
        <translation>El servicio no admite este nombre de archivo.</translation>
    </message>
    <message>
        <source>The service does not take this type of content.</source>
        <translation>El servicio no admite este tipo de contenido.</translation>
    </message>
    <message>
        <source>The service drops a space or a dot at the beginning or end of a name.</source>
        <translation>El servicio elimina un espacio o un punto al principio o al final de un nombre.</translation>
    </message>
    <message>
        <source>The service has damaged this file: it holds other content than it stored.</source>
        <translation>El servicio ha dañado este archivo: contiene algo distinto de lo que guardó.</translation>
    </message>
    <message>
        <source>The service has locked the record while it works on it.</source>
        <translation>El servicio ha bloqueado el registro mientras trabaja en él.</translation>
    </message>
    <message>
        <source>The service has lost or damaged files of this record, such as {key}.</source>
        <translation>El servicio ha perdido o dañado archivos de este registro, como {key}.</translation>
    </message>
    <message>
        <source>The service has lost this file: its content is gone there.</source>
        <translation>El servicio ha perdido este archivo: su contenido ya no está allí.</translation>
    </message>
    <message>
        <source>The service has moved to {location}.</source>
        <translation>El servicio se ha trasladado a {location}.</translation>
    </message>
    <message>
        <source>The service has no such record or file.</source>
        <translation>El servicio no tiene ese registro o archivo.</translation>
    </message>
    <message>
        <source>The service has seen this request before with other content.</source>
        <translation>El servicio ya recibió esta solicitud con otro contenido.</translation>
    </message>
    <message>
        <source>The service is closed for maintenance.</source>
        <translation>El servicio está cerrado por mantenimiento.</translation>
    </message>
    <message>
        <source>The service is too busy at the moment.</source>
        <translation>El servicio está demasiado ocupado en este momento.</translation>
    </message>
    <message>
        <source>The service keeps this file name for a description of its own.</source>
        <translation>El servicio reserva este nombre de archivo para una descripción propia.</translation>
    </message>
    <message>
        <source>The service may be down, or the address may be wrong: try again later.</source>
        <translation>Puede que el servicio esté caído o que la dirección sea incorrecta: inténtelo más tarde.</translation>
    </message>
    <message>
        <source>The service of this account shows no list of drafts.</source>
        <translation>El servicio de esta cuenta no muestra la lista de borradores.</translation>
    </message>
    <message>
        <source>The service refused, for a reason that Sendoff does not know.</source>
        <translation>El servicio lo rechazó por un motivo que Sendoff no conoce.</translation>
    </message>
    <message>
        <source>The service refused.</source>
        <translation>El servicio lo ha rechazado.</translation>
    </message>
    <message>
        <source>The service says: {text}</source>
        <translation>El servicio dice: {text}</translation>
    </message>
    <message>
        <source>The service takes no slash in a name.</source>
        <translation>El servicio no admite barras en un nombre.</translation>
    </message>
    <message>
        <source>The service takes up to {limit} files in one record.</source>
        <translation>El servicio admite hasta {limit} archivos en un registro.</translation>
    </message>
    <message>
        <source>The service was asked to do it, and has not done it.</source>
        <translation>Se le pidió al servicio que lo hiciera, y no lo ha hecho.</translation>
    </message>
    <message>
        <source>The service was at another point than Sendoff expected.</source>
        <translation>El servicio estaba en otro punto del que Sendoff esperaba.</translation>
    </message>
    <message>
        <source>The store has no such bucket.</source>
        <translation>El almacén no tiene ese bucket.</translation>
    </message>
    <message>
        <source>The system makes up this file while it is read: its size cannot be known.</source>
        <translation>El sistema genera este archivo mientras se lee: no se puede saber su tamaño.</translation>
    </message>
    <message>
        <source>The token is kept for this session only and must be entered again next time.</source>
        <translation>El token se conserva solo durante esta sesión y habrá que introducirlo la próxima vez.</translation>
    </message>
    <message>
        <source>The token may not create or change records: it may lack the scope {scope}.</source>
        <translation>El token no puede crear ni cambiar registros: quizá le falte el permiso {scope}.</translation>
    </message>
    <message>
        <source>The token may not publish records: it may lack the scope {scope}.</source>
        <translation>El token no puede publicar registros: quizá le falte el permiso {scope}.</translation>
    </message>
    <message>
        <source>The token of a bucket is its key id and secret key, with a colon between them.</source>
        <translation>El token de un bucket es el identificador de la clave y la clave secreta, separados por dos puntos.</translation>
    </message>
    <message>
        <source>The transfer stood still: nothing moved to {host} any more.</source>
        <translation>La transferencia se detuvo: ya no avanzaba nada hacia {host}.</translation>
    </message>
    <message>
        <source>The variable {name} names a file of certificates that is not there.</source>
        <translation>La variable {name} indica un archivo de certificados que no existe.</translation>
    </message>
    <message>
        <source>The variable {name} names a file that cannot be read or holds no certificates.</source>
        <translation>La variable {name} indica un archivo que no se puede leer o que no contiene certificados.</translation>
    </message>
    <message>
        <source>There is no server called {host}.</source>
        <translation>No hay ningún servidor llamado {host}.</translation>
    </message>
    <message>
        <source>There is no space left for you on the server.</source>
        <translation>No le queda espacio en el servidor.</translation>
    </message>
    <message>
        <source>These are more files than the service takes in one record.</source>
        <translation>Son más archivos de los que el servicio admite en un registro.</translation>
    </message>
    <message>
        <source>This belongs to Sendoff itself, with its tokens and its journal.</source>
        <translation>Esto pertenece al propio Sendoff, con sus tokens y su diario.</translation>
    </message>
    <message>
        <source>This cannot be a token: a token is one word of plain letters, digits and signs.</source>
        <translation>Esto no puede ser un token: un token es una sola palabra de letras sin acentos, cifras y signos.</translation>
    </message>
    <message>
        <source>This computer has no keychain.</source>
        <translation>Este equipo no tiene almacén de claves.</translation>
    </message>
    <message>
        <source>This computer has no network connection.</source>
        <translation>Este equipo no tiene conexión de red.</translation>
    </message>
    <message>
        <source>This file was chosen twice.</source>
        <translation>Este archivo se eligió dos veces.</translation>
    </message>
    <message>
        <source>This folder is empty, and services keep files only.</source>
        <translation>Esta carpeta está vacía, y los servicios solo guardan archivos.</translation>
    </message>
    <message>
        <source>This is a device, not a file with content.</source>
        <translation>Esto es un dispositivo, no un archivo con contenido.</translation>
    </message>
    <message>
        <source>This is a folder.</source>
        <translation>Esto es una carpeta.</translation>
    </message>
    <message>
        <source>This is a link to a folder whose files are there already.</source>
        <translation>Es un enlace a una carpeta cuyos archivos ya están.</translation>
    </message>
    <message>
        <source>This is a pipe, not a file with content.</source>
        <translation>Esto es una tubería, no un archivo con contenido.</translation>
    </message>
    <message>
        <source>This is a socket, not a file with content.</source>
        <translation>Esto es un socket, no un archivo con contenido.</translation>
    </message>
    <message>
        <source>This is no file with content.</source>
        <translation>No es un archivo con contenido.</translation>
    </message>
    <message>
        <source>This is not the address of a service.</source>
        <translation>No es la dirección de un servicio.</translation>
    </message>
    <message>
        <source>This link leads back to a folder that it is in.</source>
        <translation>Este enlace lleva de vuelta a una carpeta que lo contiene.</translation>
    </message>
    <message>
        <source>This link leads out of the folder that was chosen.</source>
        <translation>Este enlace lleva fuera de la carpeta elegida.</translation>
    </message>
    <message>
        <source>This service takes no record without files, and no file is chosen.</source>
        <translation>Este servicio no acepta registros sin archivos, y no se eligió ninguno.</translation>
    </message>
    <message>
        <source>This store ignores conditional writes: two programs could replace each other&apos;s files in a record.</source>
        <translation>Este almacén ignora las escrituras condicionales: dos programas podrían reemplazarse los archivos de un registro.</translation>
    </message>
    <message>
        <source>To add files, make a new version of it on the service&apos;s own page.</source>
        <translation>Para añadir archivos, cree una versión nueva en la página del servicio.</translation>
    </message>
    <message>
        <source>Try again later; if it stays so, show the report to those who run the service.</source>
        <translation>Inténtelo más tarde; si sigue así, muestre el informe a quienes administran el servicio.</translation>
    </message>
    <message>
        <source>Try again; if it stays so, the file service.log beside the records says more.</source>
        <translation>Vuelva a intentarlo; si sigue así, el archivo service.log, junto a los registros, dice más.</translation>
    </message>
    <message>
        <source>Two files from different folders have the name {key}.</source>
        <translation>Dos archivos de carpetas distintas tienen el nombre {key}.</translation>
    </message>
    <message>
        <source>Two files would be stored under the name {key}.</source>
        <translation>Dos archivos se guardarían con el nombre {key}.</translation>
    </message>
    <message>
        <source>Two names look the same and are spelt in two ways: {key}.</source>
        <translation>Dos nombres parecen iguales y se escriben de dos maneras: {key}.</translation>
    </message>
    <message>
        <source>Unlock the keychain, then go on; or enter the token again: it is then kept for this session only.</source>
        <translation>Desbloquee el almacén de claves y continúe; o introduzca el token de nuevo: entonces se conserva solo durante esta sesión.</translation>
    </message>
    <message>
        <source>Use that address in the account instead.</source>
        <translation>Use esa dirección en la cuenta.</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the journal as it is.</source>
        <translation>Use la versión más reciente: esta deja el diario como está.</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the records as they are.</source>
        <translation>Use la versión más reciente: esta deja los registros como están.</translation>
    </message>
    <message>
        <source>What the server has confirmed is safe: go on when the connection is back.</source>
        <translation>Lo que el servidor confirmó está a salvo: continúe cuando vuelva la conexión.</translation>
    </message>
    <message>
        <source>What the server has confirmed is safe: try again later.</source>
        <translation>Lo que el servidor confirmó está a salvo: inténtelo más tarde.</translation>
    </message>
    <message>
        <source>What was filled in is too large: the service takes up to {limit}.</source>
        <translation>Lo que se ha rellenado es demasiado grande: el servicio admite hasta {limit}.</translation>
    </message>
    <message>
        <source>What was repaired before stays repaired. Repair the draft again with the same files: what is missing is sent, and nothing twice.</source>
        <translation>Lo que ya se reparó queda reparado. Repare de nuevo el borrador con los mismos archivos: se envía lo que falta, y nada dos veces.</translation>
    </message>
    <message>
        <source>You are not allowed to read this file.</source>
        <translation>No tiene permiso para leer este archivo.</translation>
    </message>
    <message>
        <source>Your account is not allowed to do this on the service.</source>
        <translation>Su cuenta no tiene permiso para hacer esto en el servicio.</translation>
    </message>
    <message>
        <source>Your files and what the server has confirmed are safe; please send the report.</source>
        <translation>Sus archivos y lo que el servidor confirmó están a salvo; envíe el informe, por favor.</translation>
    </message>
    <message>
        <source>another address</source>
        <translation>otra dirección</translation>
    </message>
    <message>
        <source>another day</source>
        <translation>otro día</translation>
    </message>
    <message>
        <source>another name</source>
        <translation>otro nombre</translation>
    </message>
    <message>
        <source>of Sendoff</source>
        <translation>de Sendoff</translation>
    </message>
    <message>
        <source>of another file</source>
        <translation>de otro archivo</translation>
    </message>
    <message>
        <source>of the environment</source>
        <translation>del entorno</translation>
    </message>
    <message>
        <source>of this save</source>
        <translation>de este guardado</translation>
    </message>
    <message>
        <source>that was named</source>
        <translation>que se indicó</translation>
    </message>
    <message>
        <source>{field} are missing.</source>
        <translation>Falta indicar: {field}.</translation>
    </message>
    <message>
        <source>{field} cannot be used as it is.</source>
        <translation>{field} no se puede usar tal como está.</translation>
    </message>
    <message>
        <source>{field} cannot be used: the file is no valid JSON at line {line}, column {column}.</source>
        <translation>{field} no se puede usar: el archivo no es JSON válido en la línea {line}, columna {column}.</translation>
    </message>
    <message>
        <source>{field} cannot be used: the file must hold one JSON object, in braces.</source>
        <translation>{field} no se puede usar: el archivo debe contener un objeto JSON, entre llaves.</translation>
    </message>
    <message>
        <source>{field} is missing.</source>
        <translation>Falta indicar: {field}.</translation>
    </message>
    <message>
        <source>{field} is not accepted.</source>
        <translation>{field} no se acepta.</translation>
    </message>
    <message>
        <source>{field} must lie between {low} and {high}.</source>
        <translation>{field} debe estar entre {low} y {high}.</translation>
    </message>
    <message>
        <source>{field}: {text}</source>
        <translation>{field}: {text}</translation>
    </message>
    <message>
        <source>{host} could not prove who it is: its certificate is not trusted here.</source>
        <translation>{host} no pudo demostrar quién es: su certificado no es de confianza aquí.</translation>
    </message>
    <message>
        <source>{host} did not answer in time.</source>
        <translation>{host} no respondió a tiempo.</translation>
    </message>
    <message>
        <source>{host} does not accept connections.</source>
        <translation>{host} no acepta conexiones.</translation>
    </message>
    <message>
        <source>{host} sends the request on again and again.</source>
        <translation>{host} reenvía la solicitud una y otra vez.</translation>
    </message>
    <message>
        <source>{host} sends the request on, but not to a web address that can be followed.</source>
        <translation>{host} reenvía la solicitud, pero no a una dirección web que se pueda seguir.</translation>
    </message>
    <message>
        <source>{host} sends the request to another page of its own that is not the service&apos;s.</source>
        <translation>{host} reenvía la solicitud a otra página suya que no es la del servicio.</translation>
    </message>
    <message>
        <source>{key} and {other} differ in upper and lower case only.</source>
        <translation>{key} y {other} solo se diferencian en mayúsculas y minúsculas.</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Certificate file</source>
        <translation>Archivo de certificado</translation>
    </message>
    <message>
        <source>Closed until</source>
        <translation>Cerrado hasta</translation>
    </message>
    <message>
        <source>Creators</source>
        <translation>Autores</translation>
    </message>
    <message>
        <source>Data management plan</source>
        <translation>Plan de gestión de datos</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Conjunto de datos</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Descripción</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>Todo el mundo</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Figura</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Journal article</source>
        <translation>Artículo de revista</translation>
    </message>
    <message>
        <source>Kind of resource</source>
        <translation>Tipo de recurso</translation>
    </message>
    <message>
        <source>Kind of service</source>
        <translation>Tipo de servicio</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lección</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadatos</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Only people with access</source>
        <translation>Solo personas con acceso</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otro</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Fotografía</translation>
    </message>
    <message>
        <source>Poster</source>
        <translation>Póster</translation>
    </message>
    <message>
        <source>Preprint</source>
        <translation>Preprint</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>Presentación</translation>
    </message>
    <message>
        <source>Proxy address</source>
        <translation>Dirección del proxy</translation>
    </message>
    <message>
        <source>Publication</source>
        <translation>Publicación</translation>
    </message>
    <message>
        <source>Publication date</source>
        <translation>Fecha de publicación</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Editorial</translation>
    </message>
    <message>
        <source>Reason for closing</source>
        <translation>Motivo del cierre</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>Video or audio</source>
        <translation>Vídeo o audio</translation>
    </message>
    <message>
        <source>Who sees the files</source>
        <translation>Quién ve los archivos</translation>
    </message>
    <message>
        <source>Who sees the record</source>
        <translation>Quién ve el registro</translation>
    </message>
    <message>
        <source>Workflow</source>
        <translation>Flujo de trabajo</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>Measured</source>
        <translation>Medido</translation>
    </message>
    <message>
        <source>Name (stored as)</source>
        <translation>Se guarda como</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>{received} of {size}</source>
        <translation>{received} de {size}</translation>
    </message>
    <message>
        <source>{sent} sent, not yet confirmed</source>
        <translation>{sent} enviados, aún sin confirmar</translation>
    </message>
</context>
<context>
    <name>FilesPanel</name>
    <message numerus="yes">
        <source>%n file(s) removed</source>
        <translation>
            <numerusform>Se quitó %n archivo</numerusform>
            <numerusform>Se quitaron %n archivos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were in the list already</source>
        <translation>
            <numerusform>%n archivo ya estaba en la lista</numerusform>
            <numerusform>%n archivos ya estaban en la lista</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), {size}</source>
        <translation>
            <numerusform>%n archivo, {size}</numerusform>
            <numerusform>%n archivos, {size}</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>Add &amp;files</source>
        <translation>Añadir &amp;archivos</translation>
    </message>
    <message>
        <source>Add f&amp;older</source>
        <translation>Añadir ca&amp;rpeta</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Añadir archivos</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Añadir carpeta</translation>
    </message>
    <message>
        <source>Columns of the files</source>
        <translation>Columnas de los archivos</translation>
    </message>
    <message>
        <source>Drop files or folders here, or add them with the buttons above</source>
        <translation>Arrastre aquí archivos o carpetas, o añádalos con los botones de arriba</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Files of this save</source>
        <translation>Archivos de este guardado</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>Filtrar por nombre</translation>
    </message>
    <message>
        <source>Looking through folders…</source>
        <translation>Revisando las carpetas…</translation>
    </message>
    <message>
        <source>Not added, because it is not on this computer: {names}</source>
        <translation>No se añadió porque no está en este equipo: {names}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove the selected files</source>
        <translation>Quitar los archivos seleccionados</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Cambiar el nombre</translation>
    </message>
    <message>
        <source>This save has begun: files can be removed, but not added or renamed</source>
        <translation>Este guardado ya ha empezado: se pueden quitar archivos, pero no añadir ni cambiar de nombre</translation>
    </message>
    <message>
        <source>Undo removing files</source>
        <translation>Deshacer la eliminación de archivos</translation>
    </message>
    <message>
        <source>Use the su&amp;ggested names</source>
        <translation>Usar los nombres &amp;sugeridos</translation>
    </message>
    <message>
        <source>Use the suggested names</source>
        <translation>Usar los nombres sugeridos</translation>
    </message>
</context>
<context>
    <name>FilesQuestion</name>
    <message numerus="yes">
        <source>%n file(s) need your answer</source>
        <translation>
            <numerusform>%n archivo necesita su respuesta</numerusform>
            <numerusform>%n archivos necesitan su respuesta</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Leave these out</source>
        <translation>&amp;Dejar estos fuera</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Ahora no</translation>
    </message>
    <message>
        <source>&amp;Send again</source>
        <translation>&amp;Enviar de nuevo</translation>
    </message>
    <message>
        <source>Files in question</source>
        <translation>Archivos en cuestión</translation>
    </message>
    <message>
        <source>Sending again takes each file as it is on this computer now. Leaving out means that the record is completed without it.</source>
        <translation>Enviar de nuevo toma cada archivo tal como está ahora en este equipo. Dejarlo fuera significa que el registro se completa sin él.</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>1 byte</source>
        <translation>1 byte</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} min {seconds} s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
</context>
<context>
    <name>GeneralTab</name>
    <message>
        <source>Animations</source>
        <translation>Animaciones</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Choose files in the desktop&apos;s own dialog</source>
        <translation>Elegir archivos en el diálogo del propio escritorio</translation>
    </message>
    <message>
        <source>Closing while a save runs</source>
        <translation>Al cerrar durante un guardado</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>Continue in the background</source>
        <translation>Continuar en segundo plano</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Follow links that lead out of an added folder</source>
        <translation>Seguir los enlaces que salen de una carpeta añadida</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Send hidden files of desktops and tools, too</source>
        <translation>Enviar también los archivos ocultos de escritorios y herramientas</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>Detener y salir</translation>
    </message>
    <message>
        <source>Tell me when a save ends in the background</source>
        <translation>Avisar cuando termine un guardado en segundo plano</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Add a folder</source>
        <translation>Añadir una carpeta</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Añadir archivos</translation>
    </message>
    <message>
        <source>Cancel the running stage; the draft stays</source>
        <translation>Cancelar la etapa en curso; el borrador se conserva</translation>
    </message>
    <message>
        <source>Change the name under which a file is stored</source>
        <translation>Cambiar el nombre con el que se guarda un archivo</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>Cerrar los detalles</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Teclado</translation>
    </message>
    <message>
        <source>New save</source>
        <translation>Nuevo guardado</translation>
    </message>
    <message>
        <source>Remove the chosen files</source>
        <translation>Quitar los archivos elegidos</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>This help</source>
        <translation>Esta ayuda</translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation>Deshacer la eliminación</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Sin terminar</translation>
    </message>
</context>
<context>
    <name>MetadataForm</name>
    <message>
        <source>year-month-day</source>
        <translation>año-mes-día</translation>
    </message>
    <message>
        <source>{field} *</source>
        <translation>{field} *</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>New save</source>
        <translation>Nuevo guardado</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Configuración</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Sin terminar</translation>
    </message>
    <message numerus="yes">
        <source>Unfinished: %n save(s)</source>
        <translation>
            <numerusform>Sin terminar: %n guardado</numerusform>
            <numerusform>Sin terminar: %n guardados</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworkTab</name>
    <message>
        <source>Follow the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Further certificates (PEM file)</source>
        <translation>Otros certificados (archivo PEM)</translation>
    </message>
    <message>
        <source>Kept in the keychain</source>
        <translation>Guardada en el almacén de claves</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Proxy address</source>
        <translation>Dirección del proxy</translation>
    </message>
    <message>
        <source>Proxy password</source>
        <translation>Contraseña del proxy</translation>
    </message>
    <message>
        <source>Proxy user</source>
        <translation>Usuario del proxy</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>Este</translation>
    </message>
</context>
<context>
    <name>NewSavePage</name>
    <message>
        <source>&amp;Account</source>
        <translation>C&amp;uenta</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Guardar</translation>
    </message>
    <message>
        <source>&amp;Title *</source>
        <translation>&amp;Título *</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Cuenta</translation>
    </message>
    <message>
        <source>Accounts…</source>
        <translation>Cuentas…</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message numerus="yes">
        <source>Details (%n required field(s) missing)</source>
        <translation>
            <numerusform>Detalles (falta %n campo obligatorio)</numerusform>
            <numerusform>Detalles (faltan %n campos obligatorios)</numerusform>
        </translation>
    </message>
    <message>
        <source>Manage accounts</source>
        <translation>Gestionar las cuentas</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Title of the record</source>
        <translation>Título del registro</translation>
    </message>
    <message>
        <source>Waiting for the keychain of this computer: it may ask for its password in another window. You can also enter the token again, under Accounts.</source>
        <translation>Esperando al almacén de claves de este equipo: puede que pida su contraseña en otra ventana. También puede introducir el token de nuevo, en Cuentas.</translation>
    </message>
    <message>
        <source>What this record is about</source>
        <translation>De qué trata este registro</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>A draft may be left on the server, nobody could say yet. Going on or discarding looks first.</source>
        <translation>Puede que quede un borrador en el servidor; aún no se pudo saber. Al continuar o descartar se comprueba primero.</translation>
    </message>
    <message>
        <source>Another window or program of yours runs this save now.</source>
        <translation>Otra ventana o programa suyo está ejecutando ahora este guardado.</translation>
    </message>
    <message numerus="yes">
        <source>Confirmed by size: %n of {total} file(s).</source>
        <translation>
            <numerusform>Confirmado por tamaño: %n de {total} archivo.</numerusform>
            <numerusform>Confirmados por tamaño: %n de {total} archivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Draft discarded</source>
        <translation>Borrador descartado</translation>
    </message>
    <message>
        <source>Draft saved, ready to finalize</source>
        <translation>Borrador guardado, listo para finalizar</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrumpido</translation>
    </message>
    <message>
        <source>It can be followed and stopped there.</source>
        <translation>Se puede seguir y detener allí.</translation>
    </message>
    <message>
        <source>It may have been done: check again before anything else. Nothing will be done twice.</source>
        <translation>Puede que se haya hecho: compruebe de nuevo antes que nada. Nada se hará dos veces.</translation>
    </message>
    <message>
        <source>No list of saves holds this save any more: look at its record on the service. Record: {record}. Link: {link}</source>
        <translation>Ninguna lista contiene ya este guardado: vea su registro en el servicio. Registro: {record}. Enlace: {link}</translation>
    </message>
    <message>
        <source>Not all files could be sent</source>
        <translation>No se pudieron enviar todos los archivos</translation>
    </message>
    <message>
        <source>Not known yet whether it was done</source>
        <translation>Aún no se sabe si se hizo</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>No guardado</translation>
    </message>
    <message>
        <source>Nothing was published yet: finalize it when you are ready.</source>
        <translation>Aún no se ha publicado nada: finalícelo cuando quiera.</translation>
    </message>
    <message>
        <source>Nothing was published. A draft is on the server; whether it holds any of the files is not confirmed.</source>
        <translation>No se publicó nada. Hay un borrador en el servidor; no está confirmado que contenga alguno de los archivos.</translation>
    </message>
    <message>
        <source>Nothing was published. A draft without files is on the server.</source>
        <translation>No se publicó nada. En el servidor hay un borrador sin archivos.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing was published. Safe on the server: {safe} of %n file(s).</source>
        <translation>
            <numerusform>No se publicó nada. A salvo en el servidor: {safe} de %n archivo.</numerusform>
            <numerusform>No se publicó nada. A salvo en el servidor: {safe} de %n archivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was saved on the server. Your own files were not touched.</source>
        <translation>No se guardó nada en el servidor. Sus archivos no se han tocado.</translation>
    </message>
    <message>
        <source>Nothing was sent</source>
        <translation>No se envió nada</translation>
    </message>
    <message>
        <source>Running in another window</source>
        <translation>En curso en otra ventana</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>Sendoff ended before this save did.</source>
        <translation>Sendoff se cerró antes de que terminara este guardado.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenido</translation>
    </message>
    <message>
        <source>Stopped: the journal cannot be written</source>
        <translation>Detenido: no se puede escribir en el diario</translation>
    </message>
    <message>
        <source>The draft and its files were removed from the server.</source>
        <translation>El borrador y sus archivos se eliminaron del servidor.</translation>
    </message>
    <message>
        <source>The reason is not the same for all of them.</source>
        <translation>El motivo no es el mismo para todos.</translation>
    </message>
    <message>
        <source>The record could not be finalized</source>
        <translation>No se pudo finalizar el registro</translation>
    </message>
    <message>
        <source>The record could not be prepared</source>
        <translation>No se pudo preparar el registro</translation>
    </message>
    <message>
        <source>The record differs from what was sent</source>
        <translation>El registro difiere de lo enviado</translation>
    </message>
    <message>
        <source>The record is finalized on the server.</source>
        <translation>El registro está finalizado en el servidor.</translation>
    </message>
    <message>
        <source>The record is finalized.</source>
        <translation>El registro está finalizado.</translation>
    </message>
    <message>
        <source>The record is not there any more</source>
        <translation>El registro ya no está allí</translation>
    </message>
    <message>
        <source>The save ended without saying why.</source>
        <translation>El guardado terminó sin decir por qué.</translation>
    </message>
    <message>
        <source>The server was asked, and could not say how it ended.</source>
        <translation>Se preguntó al servidor y no pudo decir cómo terminó.</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while files were being sent.</source>
        <translation>La respuesta del servidor se perdió mientras se enviaban los archivos.</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while the record was being finalized.</source>
        <translation>La respuesta del servidor se perdió mientras se finalizaba el registro.</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while the record was being prepared.</source>
        <translation>La respuesta del servidor se perdió mientras se preparaba el registro.</translation>
    </message>
    <message>
        <source>The service has lost files</source>
        <translation>El servicio ha perdido archivos</translation>
    </message>
    <message>
        <source>The step goes on without Sendoff: check again to see how it ended.</source>
        <translation>El paso continúa sin Sendoff: compruebe de nuevo para ver cómo terminó.</translation>
    </message>
    <message>
        <source>This save was stopped by its time limit.</source>
        <translation>Este guardado se detuvo por su límite de tiempo.</translation>
    </message>
    <message>
        <source>This save was stopped when Sendoff was closed.</source>
        <translation>Este guardado se detuvo al cerrar Sendoff.</translation>
    </message>
    <message>
        <source>This save&apos;s files were taken out of your draft; the draft itself stays.</source>
        <translation>Los archivos de este guardado se retiraron de su borrador; el borrador se conserva.</translation>
    </message>
    <message numerus="yes">
        <source>Verified by checksum: %n of {total} file(s).</source>
        <translation>
            <numerusform>Verificado por suma de comprobación: %n de {total} archivo.</numerusform>
            <numerusform>Verificados por suma de comprobación: %n de {total} archivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>What this save put on the server is not there any more. Your own files were not touched.</source>
        <translation>Lo que este guardado puso en el servidor ya no está allí. Sus archivos no se han tocado.</translation>
    </message>
    <message>
        <source>You stopped this save.</source>
        <translation>Usted detuvo este guardado.</translation>
    </message>
    <message>
        <source>Your own files were not touched.</source>
        <translation>Sus archivos no se han tocado.</translation>
    </message>
</context>
<context>
    <name>OutcomeCard</name>
    <message>
        <source>&amp;New save</source>
        <translation>&amp;Nuevo guardado</translation>
    </message>
    <message>
        <source>Begin another save</source>
        <translation>Empezar otro guardado</translation>
    </message>
    <message>
        <source>Copy lin&amp;k</source>
        <translation>Copiar en&amp;lace</translation>
    </message>
    <message>
        <source>Copy the record&apos;s address</source>
        <translation>Copiar la dirección del registro</translation>
    </message>
    <message>
        <source>Detai&amp;ls</source>
        <translation>D&amp;etalles</translation>
    </message>
    <message>
        <source>Details of this save</source>
        <translation>Detalles de este guardado</translation>
    </message>
    <message>
        <source>Rec&amp;eipt</source>
        <translation>Rec&amp;ibo</translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>Guardar el recibo</translation>
    </message>
</context>
<context>
    <name>PeopleEdit</name>
    <message>
        <source>Add a &amp;person or organisation</source>
        <translation>Añadir una &amp;persona u organización</translation>
    </message>
    <message>
        <source>Add a person or organisation</source>
        <translation>Añadir una persona u organización</translation>
    </message>
</context>
<context>
    <name>PrivacyTab</name>
    <message>
        <source> days</source>
        <translation> días</translation>
    </message>
    <message>
        <source>Forget finished saves after</source>
        <translation>Olvidar los guardados terminados tras</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>Saves and receipts hold titles and the paths of your files. Tokens are kept in the keychain of this computer and nowhere else.</source>
        <translation>Los guardados y los recibos contienen títulos y las rutas de sus archivos. Los tokens se guardan en el almacén de claves de este equipo y en ningún otro sitio.</translation>
    </message>
</context>
<context>
    <name>RecordPresenter</name>
    <message numerus="yes">
        <source>%n file(s) saved</source>
        <translation>
            <numerusform>%n archivo guardado</numerusform>
            <numerusform>%n archivos guardados</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>Guardar el recibo</translation>
    </message>
    <message>
        <source>Where to save the copies</source>
        <translation>Dónde guardar las copias</translation>
    </message>
</context>
<context>
    <name>RecordViewer</name>
    <message>
        <source>&amp;Save a copy…</source>
        <translation>&amp;Guardar una copia…</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Preguntando al servicio…</translation>
    </message>
    <message>
        <source>Checksum</source>
        <translation>Suma de comprobación</translation>
    </message>
    <message>
        <source>Columns of the files</source>
        <translation>Columnas de los archivos</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Dañado</translation>
    </message>
    <message>
        <source>Different</source>
        <translation>Distinto</translation>
    </message>
    <message>
        <source>Files of this record</source>
        <translation>Archivos de este registro</translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>Incompleto</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Perdido</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Not from this save</source>
        <translation>No es de este guardado</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>Same size</source>
        <translation>Mismo tamaño</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Guardar una copia</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Veredicto</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Verificado</translation>
    </message>
</context>
<context>
    <name>RepairDialog</name>
    <message>
        <source>&amp;Look again</source>
        <translation>Mirar de &amp;nuevo</translation>
    </message>
    <message>
        <source>&amp;Repair</source>
        <translation>&amp;Reparar</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Preguntando al servicio…</translation>
    </message>
    <message>
        <source>Columns of the names</source>
        <translation>Columnas de los nombres</translation>
    </message>
    <message numerus="yes">
        <source>Draft {id} at {account}, compared with %n file(s) here.</source>
        <translation>
            <numerusform>Borrador {id} en {account}, comparado con %n archivo de aquí.</numerusform>
            <numerusform>Borrador {id} en {account}, comparado con %n archivos de aquí.</numerusform>
        </translation>
    </message>
    <message>
        <source>In the draft</source>
        <translation>En el borrador</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Mirar de nuevo</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Names in the draft and here</source>
        <translation>Nombres en el borrador y aquí</translation>
    </message>
    <message>
        <source>Nothing is overwritten unless you tick it: the draft&apos;s own content is lost then.</source>
        <translation>No se sobrescribe nada que no marque: en ese caso se pierde el contenido del borrador.</translation>
    </message>
    <message>
        <source>Repair draft</source>
        <translation>Reparar borrador</translation>
    </message>
    <message>
        <source>Repair the draft</source>
        <translation>Reparar el borrador</translation>
    </message>
    <message>
        <source>Repairing sends what is missing and removes what was never finished.</source>
        <translation>Al reparar se envía lo que falta y se quita lo que nunca se terminó.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Stop repairing</source>
        <translation>Detener la reparación</translation>
    </message>
    <message>
        <source>Stopped. What was repaired before stays repaired.</source>
        <translation>Detenido. Lo reparado hasta ahora se conserva.</translation>
    </message>
    <message>
        <source>The draft holds your files, and nothing unfinished.</source>
        <translation>El borrador contiene sus archivos y nada sin terminar.</translation>
    </message>
    <message>
        <source>{name}: {sent} of {size} sent, not yet confirmed</source>
        <translation>{name}: {sent} de {size} enviados, aún sin confirmar</translation>
    </message>
</context>
<context>
    <name>RunsModel</name>
    <message>
        <source>Nothing at {account}</source>
        <translation>Nada en {account}</translation>
    </message>
    <message>
        <source>On the server</source>
        <translation>En el servidor</translation>
    </message>
    <message>
        <source>Ready to finalize</source>
        <translation>Listo para finalizar</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Running in another window</source>
        <translation>En curso en otra ventana</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>Where it stopped</source>
        <translation>Dónde se detuvo</translation>
    </message>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) at {account}</source>
        <translation>
            <numerusform>{confirmed} de %n archivo en {account}</numerusform>
            <numerusform>{confirmed} de %n archivos en {account}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>&amp;Check with the server</source>
        <translation>Com&amp;probar con el servidor</translation>
    </message>
    <message>
        <source>&amp;Discard…</source>
        <translation>&amp;Descartar…</translation>
    </message>
    <message>
        <source>&amp;Forget this save…</source>
        <translation>&amp;Olvidar este guardado…</translation>
    </message>
    <message>
        <source>&amp;Open record</source>
        <translation>&amp;Abrir el registro</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Reanudar</translation>
    </message>
    <message>
        <source>Columns of the saves</source>
        <translation>Columnas de los guardados</translation>
    </message>
    <message>
        <source>Data (JSON)</source>
        <translation>Datos (JSON)</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>Nothing unfinished</source>
        <translation>Nada sin terminar</translation>
    </message>
    <message>
        <source>R&amp;eceipt</source>
        <translation>R&amp;ecibo</translation>
    </message>
    <message>
        <source>Re&amp;pair draft…</source>
        <translation>Reparar &amp;borrador…</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>&amp;Mostrar</translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>Guardar el recibo</translation>
    </message>
    <message>
        <source>Saves you complete appear here, with a receipt.</source>
        <translation>Los guardados que complete aparecerán aquí, con un recibo.</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabla (CSV)</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Sin terminar</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>Página web (HTML)</translation>
    </message>
</context>
<context>
    <name>Scenario</name>
    <message>
        <source>A body that moves has no limit in all: slow is no failure.</source>
        <translation>Un envío que avanza no tiene límite total: lento no es fallido.</translation>
    </message>
    <message>
        <source>A bounded number of tries, each from a fresh reader; the content is exact.</source>
        <translation>Un número limitado de intentos, cada uno leyendo de nuevo; el contenido es exacto.</translation>
    </message>
    <message>
        <source>A clear refusal is shown at once with its cause; once fixed, the same save continues.</source>
        <translation>Un rechazo claro se muestra enseguida, con su causa; una vez corregido, sigue el mismo guardado.</translation>
    </message>
    <message>
        <source>A draft is saved and finalized later</source>
        <translation>Un borrador se guarda y se finaliza después</translation>
    </message>
    <message>
        <source>A draft that is ready is listed, and finalizes in one step.</source>
        <translation>Un borrador listo aparece en la lista y se finaliza en un paso.</translation>
    </message>
    <message>
        <source>A file gets no answer and was not stored</source>
        <translation>Un archivo no recibe respuesta y no se almacenó</translation>
    </message>
    <message>
        <source>A file gets no answer, though it was stored</source>
        <translation>Un archivo no recibe respuesta, aunque se almacenó</translation>
    </message>
    <message>
        <source>A file is redirected to another address</source>
        <translation>Un archivo se redirige a otra dirección</translation>
    </message>
    <message>
        <source>A file is refused as too large while it is being sent</source>
        <translation>Se rechaza un archivo por demasiado grande mientras se envía</translation>
    </message>
    <message>
        <source>A file vanishes from your disk before it is sent</source>
        <translation>Un archivo desaparece del disco antes de enviarse</translation>
    </message>
    <message>
        <source>A gateway times out though the record was finalized</source>
        <translation>Una pasarela agota su tiempo aunque el registro se finalizó</translation>
    </message>
    <message>
        <source>A hint instead of Cancel; the limit passes, the upload continues, and is found.</source>
        <translation>Un aviso en lugar de Cancelar; pasa el límite, la subida sigue y se encuentra.</translation>
    </message>
    <message>
        <source>A lock that passes is waited for, visibly and with a cap.</source>
        <translation>Un bloqueo pasajero se espera, a la vista y con un tope.</translation>
    </message>
    <message>
        <source>A network login page answers in place of the service</source>
        <translation>Una página de acceso a la red responde en lugar del servicio</translation>
    </message>
    <message>
        <source>A new token is enough: no file and no record is made anew.</source>
        <translation>Basta un token nuevo: no se vuelve a crear ningún archivo ni registro.</translation>
    </message>
    <message>
        <source>A page for people is never taken for success; after the sign-in the save continues.</source>
        <translation>Una página para personas nunca se toma por éxito; tras el acceso, el guardado sigue.</translation>
    </message>
    <message>
        <source>A record without files</source>
        <translation>Un registro sin archivos</translation>
    </message>
    <message>
        <source>A redirect is not success, and the token goes to no other site.</source>
        <translation>Una redirección no es un éxito, y el token no va a ningún otro sitio.</translation>
    </message>
    <message>
        <source>A row with its reason; the other files go, and finalizing is held.</source>
        <translation>Una fila con su motivo; los demás archivos siguen y la finalización espera.</translation>
    </message>
    <message>
        <source>A short break is waited out without a word of failure.</source>
        <translation>Un corte breve se espera sin hablar de error.</translation>
    </message>
    <message>
        <source>A stopped save is discarded</source>
        <translation>Se descarta un guardado detenido</translation>
    </message>
    <message>
        <source>A success that cannot be understood is checked with the service.</source>
        <translation>Un éxito que no se entiende se comprueba con el servicio.</translation>
    </message>
    <message>
        <source>A timeout is not a failure: the service says it was done.</source>
        <translation>Un tiempo agotado no es un error: el servicio dice que se hizo.</translation>
    </message>
    <message>
        <source>After its restart it is asked, and says that it was done.</source>
        <translation>Tras su reinicio se le pregunta, y dice que se hizo.</translation>
    </message>
    <message>
        <source>After the limit a message says so; Resume continues when it is back.</source>
        <translation>Tras el límite, un mensaje lo dice; Reanudar sigue cuando vuelve.</translation>
    </message>
    <message>
        <source>After the time limit the service is asked first; only then is the request repeated.</source>
        <translation>Tras el límite se pregunta primero al servicio; solo entonces se repite la petición.</translation>
    </message>
    <message>
        <source>All files are safe; Retry finalization makes no new record and sends no file again.</source>
        <translation>Todos los archivos están a salvo; Reintentar la finalización no crea otro registro ni reenvía archivos.</translation>
    </message>
    <message>
        <source>An empty file, and a name with every kind of character</source>
        <translation>Un archivo vacío y un nombre con toda clase de caracteres</translation>
    </message>
    <message>
        <source>An upload that cannot be stopped succeeds late</source>
        <translation>Una subida que no se puede detener termina bien, pero tarde</translation>
    </message>
    <message>
        <source>Both are stored exactly, and shown as plain text.</source>
        <translation>Ambos se almacenan tal cual y se muestran como texto simple.</translation>
    </message>
    <message>
        <source>Bytes of a file are corrupted on the way</source>
        <translation>Bytes de un archivo se corrompen por el camino</translation>
    </message>
    <message>
        <source>Cancel in the middle of a file</source>
        <translation>Cancelar en medio de un archivo</translation>
    </message>
    <message>
        <source>Cancel while the record is prepared</source>
        <translation>Cancelar mientras se prepara el registro</translation>
    </message>
    <message>
        <source>Checksums show it, and what is stored in the end is what you have.</source>
        <translation>Las sumas lo revelan, y al final lo almacenado es lo que usted tiene.</translation>
    </message>
    <message>
        <source>Each call has a limit in all: a service that drips cannot hold you up.</source>
        <translation>Cada llamada tiene un límite total: un servicio que gotea no puede retenerle.</translation>
    </message>
    <message>
        <source>Finalizing is never repeated under another key.</source>
        <translation>La finalización nunca se repite con otra clave.</translation>
    </message>
    <message>
        <source>Finalizing takes a while as a job</source>
        <translation>La finalización tarda un rato como tarea</translation>
    </message>
    <message>
        <source>Going offline is no failure: Sendoff waits and continues.</source>
        <translation>Quedarse sin conexión no es un error: Sendoff espera y sigue.</translation>
    </message>
    <message>
        <source>Half an answer is no answer; one record is made.</source>
        <translation>Media respuesta no es respuesta; se crea un solo registro.</translation>
    </message>
    <message>
        <source>It is neither overwritten nor taken for yours.</source>
        <translation>No se sobrescribe ni se toma por suyo.</translation>
    </message>
    <message>
        <source>It is reported at once and not tried again and again; the small files are still sent.</source>
        <translation>Se dice enseguida y no se intenta una y otra vez; los archivos pequeños siguen.</translation>
    </message>
    <message>
        <source>It is started again, and the same save continues.</source>
        <translation>Se vuelve a iniciar y sigue el mismo guardado.</translation>
    </message>
    <message>
        <source>Killed in the middle of a large file</source>
        <translation>Terminado a la fuerza en medio de un archivo grande</translation>
    </message>
    <message>
        <source>Killed right after the record was created</source>
        <translation>Terminado a la fuerza justo tras crear el registro</translation>
    </message>
    <message>
        <source>Killed right after the record was finalized</source>
        <translation>Terminado a la fuerza justo tras finalizar el registro</translation>
    </message>
    <message>
        <source>Neither a parser&apos;s message nor a second publishing: the record is read.</source>
        <translation>Ni un mensaje del analizador ni una segunda publicación: se lee el registro.</translation>
    </message>
    <message>
        <source>No answer to the finalization, though it was done</source>
        <translation>Sin respuesta a la finalización, aunque se hizo</translation>
    </message>
    <message>
        <source>No answer to the finalization, which was not done</source>
        <translation>Sin respuesta a la finalización, que no se hizo</translation>
    </message>
    <message>
        <source>No answer to the new record, and nothing was created</source>
        <translation>Sin respuesta al registro nuevo, y no se creó nada</translation>
    </message>
    <message>
        <source>No answer to the new record, though it was created</source>
        <translation>Sin respuesta al registro nuevo, aunque se creó</translation>
    </message>
    <message>
        <source>Nothing more is written after Cancel, and what remains can be resumed or discarded.</source>
        <translation>Tras Cancelar no se escribe nada más, y lo que queda se puede reanudar o descartar.</translation>
    </message>
    <message>
        <source>Nothing reads as confirmed before the service&apos;s own word is there.</source>
        <translation>Nada figura como confirmado antes de que lo diga el propio servicio.</translation>
    </message>
    <message>
        <source>Nothing reads as done that does not agree, and nothing is finalized.</source>
        <translation>Nada que no coincida figura como hecho, y no se finaliza nada.</translation>
    </message>
    <message>
        <source>Nothing remains on the server, and your own files are not touched.</source>
        <translation>No queda nada en el servidor y sus archivos no se tocan.</translation>
    </message>
    <message>
        <source>One clear message, not one a file; Resume begins with a new draft.</source>
        <translation>Un solo mensaje claro, no uno por archivo; Reanudar empieza con un borrador nuevo.</translation>
    </message>
    <message>
        <source>One question for all files; those that are confirmed are not sent again.</source>
        <translation>Una pregunta para todos los archivos; los confirmados no se reenvían.</translation>
    </message>
    <message>
        <source>One record, each file once.</source>
        <translation>Un registro, cada archivo una vez.</translation>
    </message>
    <message>
        <source>Other content is already stored under a file&apos;s name</source>
        <translation>Ya hay otro contenido con el nombre de un archivo</translation>
    </message>
    <message>
        <source>Progress shows what has left this computer, not what was read from disk.</source>
        <translation>El progreso muestra lo que salió de este equipo, no lo leído del disco.</translation>
    </message>
    <message>
        <source>Quit in the middle of a file</source>
        <translation>Salir en medio de un archivo</translation>
    </message>
    <message>
        <source>Quit while the record is finalized</source>
        <translation>Salir mientras se finaliza el registro</translation>
    </message>
    <message>
        <source>Quit while the record is prepared</source>
        <translation>Salir mientras se prepara el registro</translation>
    </message>
    <message>
        <source>Sendoff ends in bounded time, and the next start offers to resume.</source>
        <translation>Sendoff termina en un tiempo limitado y el siguiente inicio ofrece reanudar.</translation>
    </message>
    <message>
        <source>Sendoff stops waiting, asks until it is settled, and says: saved.</source>
        <translation>Sendoff deja de esperar, pregunta hasta aclararlo y dice: guardado.</translation>
    </message>
    <message>
        <source>Silence after the last byte is noticed, and that one file is sent again.</source>
        <translation>El silencio tras el último byte se nota, y ese archivo se reenvía.</translation>
    </message>
    <message>
        <source>Someone else deletes the draft while files are sent</source>
        <translation>Alguien borra el borrador mientras se envían archivos</translation>
    </message>
    <message>
        <source>Something on the way doubles every request</source>
        <translation>Algo en el camino duplica cada petición</translation>
    </message>
    <message>
        <source>Stop and quit keeps what is confirmed and never asks a second time.</source>
        <translation>Detener y salir conserva lo confirmado y nunca pregunta otra vez.</translation>
    </message>
    <message>
        <source>The answer drips in, one byte now and then</source>
        <translation>La respuesta llega a gotas, un byte de vez en cuando</translation>
    </message>
    <message>
        <source>The answer is lost and the service cannot be asked</source>
        <translation>La respuesta se pierde y no se puede preguntar al servicio</translation>
    </message>
    <message>
        <source>The answer to the finalization is lost</source>
        <translation>Se pierde la respuesta a la finalización</translation>
    </message>
    <message>
        <source>The answer to the new record ends in its middle</source>
        <translation>La respuesta al registro nuevo se corta a la mitad</translation>
    </message>
    <message>
        <source>The answer to the new record is lost</source>
        <translation>Se pierde la respuesta al registro nuevo</translation>
    </message>
    <message>
        <source>The answer to the new record makes no sense</source>
        <translation>La respuesta al registro nuevo no tiene sentido</translation>
    </message>
    <message>
        <source>The break is waited out; the record is finalized once.</source>
        <translation>Se espera a que pase el corte; el registro se finaliza una vez.</translation>
    </message>
    <message>
        <source>The confirmation of a file is lost</source>
        <translation>Se pierde la confirmación de un archivo</translation>
    </message>
    <message>
        <source>The connection breaks before the record is created</source>
        <translation>La conexión se corta antes de crear el registro</translation>
    </message>
    <message>
        <source>The connection breaks twice in the middle of a file</source>
        <translation>La conexión se corta dos veces en medio de un archivo</translation>
    </message>
    <message>
        <source>The connection breaks when the record is finalized</source>
        <translation>La conexión se corta al finalizar el registro</translation>
    </message>
    <message>
        <source>The connection falls silent in the middle of a large file</source>
        <translation>La conexión enmudece en medio de un archivo grande</translation>
    </message>
    <message>
        <source>The early answer is read and shown as it is, not as a broken connection.</source>
        <translation>La respuesta temprana se lee y se muestra tal cual, no como una conexión rota.</translation>
    </message>
    <message>
        <source>The file ends up stored once, with the right content.</source>
        <translation>El archivo queda almacenado una vez, con el contenido correcto.</translation>
    </message>
    <message>
        <source>The job is followed to its end before anything reads done.</source>
        <translation>La tarea se sigue hasta el final antes de que algo figure como hecho.</translation>
    </message>
    <message>
        <source>The job that finalizes fails</source>
        <translation>La tarea que finaliza falla</translation>
    </message>
    <message>
        <source>The limit is named; once there is room again, Resume sends that file.</source>
        <translation>Se nombra el límite; cuando haya espacio, Reanudar envía ese archivo.</translation>
    </message>
    <message>
        <source>The link is slow, but it moves</source>
        <translation>La conexión es lenta, pero avanza</translation>
    </message>
    <message>
        <source>The network goes away and stays away</source>
        <translation>La red se va y no vuelve</translation>
    </message>
    <message>
        <source>The network goes away for a moment</source>
        <translation>La red se va un momento</translation>
    </message>
    <message>
        <source>The next start continues at the byte that the service has acknowledged.</source>
        <translation>El siguiente inicio sigue en el byte que el servicio ha reconocido.</translation>
    </message>
    <message>
        <source>The next start finds the record that the killed process never heard of: one record.</source>
        <translation>El siguiente inicio encuentra el registro del que el proceso terminado no supo: un solo registro.</translation>
    </message>
    <message>
        <source>The next start learns that it was done, and finalizes nothing again.</source>
        <translation>El siguiente inicio se entera de que se hizo y no finaliza nada otra vez.</translation>
    </message>
    <message>
        <source>The other files still go; the record is not finalized until you have decided.</source>
        <translation>Los demás archivos siguen; el registro no se finaliza hasta que usted decida.</translation>
    </message>
    <message>
        <source>The pause is kept, and the files are not sent again.</source>
        <translation>La pausa se respeta y los archivos no se reenvían.</translation>
    </message>
    <message>
        <source>The pause that the service asks for is kept, then the save continues.</source>
        <translation>Se respeta la pausa que pide el servicio y luego se sigue.</translation>
    </message>
    <message>
        <source>The quota is used up for one file</source>
        <translation>La cuota se agota para un archivo</translation>
    </message>
    <message>
        <source>The record is created after the time limit</source>
        <translation>El registro se crea después del límite de tiempo</translation>
    </message>
    <message>
        <source>The record is finalized after the time limit</source>
        <translation>El registro se finaliza después del límite de tiempo</translation>
    </message>
    <message>
        <source>The record is found by its marker and used: there is one record, not two.</source>
        <translation>El registro se encuentra por su marca y se usa: hay uno, no dos.</translation>
    </message>
    <message>
        <source>The record is still a draft, all files are safe, and it can be retried.</source>
        <translation>El registro sigue siendo un borrador, los archivos están a salvo y se puede reintentar.</translation>
    </message>
    <message>
        <source>The same request with the same key is answered as before: one intent, one record.</source>
        <translation>La misma petición con la misma clave recibe la misma respuesta: una intención, un registro.</translation>
    </message>
    <message>
        <source>The sending stops at once, the confirmed file stays, and Resume sends only the rest.</source>
        <translation>El envío se detiene enseguida, lo confirmado queda y Reanudar envía solo el resto.</translation>
    </message>
    <message>
        <source>The service asks for a pause between files</source>
        <translation>El servicio pide una pausa entre archivos</translation>
    </message>
    <message>
        <source>The service crashes before it has stored the record</source>
        <translation>El servicio se cae antes de almacenar el registro</translation>
    </message>
    <message>
        <source>The service crashes right after finalizing</source>
        <translation>El servicio se cae justo después de finalizar</translation>
    </message>
    <message>
        <source>The service does not read what is sent</source>
        <translation>El servicio no lee lo que se envía</translation>
    </message>
    <message>
        <source>The service is asked and says no; only then is Retry finalization offered.</source>
        <translation>Se pregunta al servicio y dice que no; solo entonces se ofrece Reintentar la finalización.</translation>
    </message>
    <message>
        <source>The service is overloaded when the record is created</source>
        <translation>El servicio está sobrecargado al crear el registro</translation>
    </message>
    <message>
        <source>The service is overloaded when the record is finalized</source>
        <translation>El servicio está sobrecargado al finalizar el registro</translation>
    </message>
    <message>
        <source>The service refuses one of three files</source>
        <translation>El servicio rechaza uno de tres archivos</translation>
    </message>
    <message>
        <source>The service refuses the new record</source>
        <translation>El servicio rechaza el registro nuevo</translation>
    </message>
    <message>
        <source>The service refuses to finalize</source>
        <translation>El servicio se niega a finalizar</translation>
    </message>
    <message>
        <source>The service reports other checksums than yours</source>
        <translation>El servicio indica otras sumas de comprobación</translation>
    </message>
    <message>
        <source>The service takes longer than you wait; asking again must not make a second record.</source>
        <translation>El servicio tarda más de lo que usted espera; volver a pedir no debe crear otro registro.</translation>
    </message>
    <message>
        <source>The service&apos;s database is locked for a moment</source>
        <translation>La base de datos del servicio está bloqueada un momento</translation>
    </message>
    <message>
        <source>The service&apos;s disk is full for one file</source>
        <translation>El disco del servicio está lleno para un archivo</translation>
    </message>
    <message>
        <source>The stall is noticed, the connection dropped, and the rest sent over a fresh one.</source>
        <translation>El atasco se nota, se deja la conexión y el resto va por una nueva.</translation>
    </message>
    <message>
        <source>The token expires before the record is finalized</source>
        <translation>El token caduca antes de finalizar el registro</translation>
    </message>
    <message>
        <source>The token expires in the middle of the batch</source>
        <translation>El token caduca en medio del lote</translation>
    </message>
    <message>
        <source>The token has expired before the start</source>
        <translation>El token ha caducado antes de empezar</translation>
    </message>
    <message>
        <source>There is no Cancel while the record is finalized</source>
        <translation>No hay Cancelar mientras se finaliza el registro</translation>
    </message>
    <message>
        <source>There is no upload step, and none is shown.</source>
        <translation>No hay paso de subida y no se muestra ninguno.</translation>
    </message>
    <message>
        <source>This step cannot be stopped, and says so; it ends as it would have.</source>
        <translation>Este paso no se puede detener y lo dice; termina como habría terminado.</translation>
    </message>
    <message>
        <source>Too many requests: all files wait as long as asked, and none fails.</source>
        <translation>Demasiadas peticiones: todos los archivos esperan lo pedido y ninguno falla.</translation>
    </message>
    <message>
        <source>Unknown is called unknown; Retry is not offered until it is settled.</source>
        <translation>Lo desconocido se llama desconocido; no se ofrece reintentar hasta aclararlo.</translation>
    </message>
    <message>
        <source>What cannot be stopped is written down as unknown, and checked next time.</source>
        <translation>Lo que no se puede detener se anota como desconocido y se comprueba la próxima vez.</translation>
    </message>
    <message>
        <source>You are asked once for a new token, and the save continues from there.</source>
        <translation>Se le pide una vez un token nuevo y el guardado sigue desde ahí.</translation>
    </message>
</context>
<context>
    <name>ScenarioPanel</name>
    <message numerus="yes">
        <source>%n of {total} scenario(s) ended as they must</source>
        <translation>
            <numerusform>%n de {total} escenarios terminó como debe</numerusform>
            <numerusform>%n de {total} escenarios terminaron como deben</numerusform>
        </translation>
    </message>
    <message>
        <source>Actual</source>
        <translation>Real</translation>
    </message>
    <message>
        <source>Break the connection</source>
        <translation>Cortar la conexión</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>A mano</translation>
    </message>
    <message>
        <source>Columns of the verdict</source>
        <translation>Columnas del veredicto</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Esperado</translation>
    </message>
    <message>
        <source>Expire the token</source>
        <translation>Caducar el token</translation>
    </message>
    <message>
        <source>Fill the disk</source>
        <translation>Llenar el disco</translation>
    </message>
    <message>
        <source>Heal everything</source>
        <translation>Repararlo todo</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Siguiente paso</translation>
    </message>
    <message>
        <source>Next: {step}</source>
        <translation>Siguiente: {step}</translation>
    </message>
    <message>
        <source>Nothing has been run yet.</source>
        <translation>Aún no se ha ejecutado nada.</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punto</translation>
    </message>
    <message>
        <source>Points of the verdict</source>
        <translation>Puntos del veredicto</translation>
    </message>
    <message>
        <source>Restart the service</source>
        <translation>Reiniciar el servicio</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>Ejecutar todos</translation>
    </message>
    <message>
        <source>Run this scenario</source>
        <translation>Ejecutar este escenario</translation>
    </message>
    <message>
        <source>Running {scenario}…</source>
        <translation>Ejecutando {scenario}…</translation>
    </message>
    <message>
        <source>Save as you like to a service of QA&apos;s own, and break it with the switches</source>
        <translation>Guarde como quiera en un servicio propio de QA y estropéelo con los interruptores</translation>
    </message>
    <message>
        <source>Save the report…</source>
        <translation>Guardar el informe…</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Escenario</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Escenarios</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Paso a paso</translation>
    </message>
    <message numerus="yes">
        <source>{scenario}: %n point(s) differ</source>
        <translation>
            <numerusform>{scenario}: %n punto difiere</numerusform>
            <numerusform>{scenario}: %n puntos difieren</numerusform>
        </translation>
    </message>
    <message>
        <source>{scenario}: as it must be</source>
        <translation>{scenario}: como debe ser</translation>
    </message>
</context>
<context>
    <name>ScenarioPresenter</name>
    <message>
        <source>Save the report</source>
        <translation>Guardar el informe</translation>
    </message>
    <message>
        <source>The scenarios cannot be run here.</source>
        <translation>Los escenarios no se pueden ejecutar aquí.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Accounts</source>
        <translation>Cuentas</translation>
    </message>
    <message>
        <source>General</source>
        <translation>General</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Configuración</translation>
    </message>
    <message>
        <source>Support &amp;report…</source>
        <translation>Informe de &amp;soporte…</translation>
    </message>
    <message>
        <source>This holds until Sendoff is closed: the settings could not be written to disk.</source>
        <translation>Esto vale hasta que se cierre Sendoff: no se pudo escribir la configuración en el disco.</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>Transferencias</translation>
    </message>
</context>
<context>
    <name>SignInDialog</name>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continuar</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Ahora no</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>&amp;Token</translation>
    </message>
    <message>
        <source>Continue with this token</source>
        <translation>Continuar con este token</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Ahora no</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>Iniciar sesión</translation>
    </message>
    <message>
        <source>Sign in to {account}</source>
        <translation>Iniciar sesión en {account}</translation>
    </message>
    <message>
        <source>The save waits here and continues with the new token.</source>
        <translation>El guardado espera aquí y continúa con el token nuevo.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>Checking with the server</source>
        <translation>Comprobando con el servidor</translation>
    </message>
    <message>
        <source>Finalizing the record</source>
        <translation>Finalizando el registro</translation>
    </message>
    <message>
        <source>Preparing the record</source>
        <translation>Preparando el registro</translation>
    </message>
    <message>
        <source>This step can&apos;t be stopped once it has begun. Closing the window won&apos;t undo it.</source>
        <translation>Este paso no se puede detener una vez iniciado. Cerrar la ventana no lo deshará.</translation>
    </message>
    <message>
        <source>Uploading attachments</source>
        <translation>Subiendo los archivos adjuntos</translation>
    </message>
</context>
<context>
    <name>StagePanel</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Cancel this stage</source>
        <translation>Cancelar esta etapa</translation>
    </message>
    <message>
        <source>Checks your draft; what is in it stays</source>
        <translation>Comprueba su borrador; lo que contiene se conserva</translation>
    </message>
    <message>
        <source>Completes the record once every file is confirmed</source>
        <translation>Completa el registro cuando todos los archivos están confirmados</translation>
    </message>
    <message>
        <source>Creates a draft with your title</source>
        <translation>Crea un borrador con su título</translation>
    </message>
    <message>
        <source>Sends the files; the server confirms each one</source>
        <translation>Envía los archivos; el servidor confirma cada uno</translation>
    </message>
    <message>
        <source>Stages of this save</source>
        <translation>Etapas de este guardado</translation>
    </message>
    <message>
        <source>Stopped on request</source>
        <translation>Detenido a petición</translation>
    </message>
    <message>
        <source>Stopping: nothing new is written, the server is asked once more</source>
        <translation>Deteniendo: no se escribe nada nuevo; se pregunta al servidor una vez más</translation>
    </message>
    <message>
        <source>Stops here; the draft stays and can be resumed</source>
        <translation>Se detiene aquí; el borrador se conserva y se puede reanudar</translation>
    </message>
    <message>
        <source>The draft is on the server</source>
        <translation>El borrador está en el servidor</translation>
    </message>
    <message>
        <source>The record is complete</source>
        <translation>El registro está completo</translation>
    </message>
    <message>
        <source>The server has not said yet how this ended</source>
        <translation>El servidor aún no ha dicho cómo terminó</translation>
    </message>
    <message>
        <source>Waiting for the server&apos;s answer</source>
        <translation>Esperando la respuesta del servidor</translation>
    </message>
    <message>
        <source>Waiting for you to sign in</source>
        <translation>Esperando a que inicie sesión</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>En marcha</translation>
    </message>
    <message>
        <source>last byte received {time} ago</source>
        <translation>último byte recibido hace {time}</translation>
    </message>
    <message>
        <source>last byte sent {time} ago</source>
        <translation>último byte enviado hace {time}</translation>
    </message>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) confirmed</source>
        <translation>
            <numerusform>{confirmed} de %n archivo confirmado</numerusform>
            <numerusform>{confirmed} de %n archivos confirmados</numerusform>
        </translation>
    </message>
    <message>
        <source>{reason} Next attempt in {time}</source>
        <translation>{reason} Próximo intento en {time}</translation>
    </message>
    <message>
        <source>{received} of {total} received by the server</source>
        <translation>{received} de {total} recibidos por el servidor</translation>
    </message>
    <message>
        <source>{sent} sent, not yet confirmed</source>
        <translation>{sent} enviados, aún sin confirmar</translation>
    </message>
</context>
<context>
    <name>StageRow</name>
    <message>
        <source>{stage}: {state}</source>
        <translation>{stage}: {state}</translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>Being processed</source>
        <translation>En proceso</translation>
    </message>
    <message>
        <source>Being removed</source>
        <translation>Se está eliminando</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Confirmado</translation>
    </message>
    <message>
        <source>Different content</source>
        <translation>Contenido distinto</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Borrador</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Error</translation>
    </message>
    <message>
        <source>Finalized</source>
        <translation>Finalizado</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>En curso</translation>
    </message>
    <message>
        <source>Left over, blocks publishing</source>
        <translation>Sobrante, impide publicar</translation>
    </message>
    <message>
        <source>Missing in the draft</source>
        <translation>Falta en el borrador</translation>
    </message>
    <message>
        <source>Never finished</source>
        <translation>Nunca terminado</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Sin empezar</translation>
    </message>
    <message>
        <source>Only in the draft</source>
        <translation>Solo en el borrador</translation>
    </message>
    <message>
        <source>Outcome not known</source>
        <translation>Resultado desconocido</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Leyendo</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>Enviando</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Omitido</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenido</translation>
    </message>
    <message>
        <source>The server could not say whether it was done.</source>
        <translation>El servidor no pudo decir si se hizo.</translation>
    </message>
    <message>
        <source>The server says that it was done.</source>
        <translation>El servidor dice que se hizo.</translation>
    </message>
    <message>
        <source>The server says that it was not done.</source>
        <translation>El servidor dice que no se hizo.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Este equipo</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En espera</translation>
    </message>
    <message>
        <source>Waiting for the server</source>
        <translation>Esperando al servidor</translation>
    </message>
    <message>
        <source>Whole and the same</source>
        <translation>Completo e igual</translation>
    </message>
</context>
<context>
    <name>SupportDialog</name>
    <message>
        <source>&amp;Include the names of files and folders</source>
        <translation>&amp;Incluir los nombres de archivos y carpetas</translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation>Final del registro de eventos</translation>
    </message>
    <message>
        <source>It holds no token, no password and nothing of the content of your files. It is saved on this computer only; you decide whom to send it to.</source>
        <translation>No contiene tokens, contraseñas ni nada del contenido de sus archivos. Solo se guarda en este equipo; usted decide a quién enviarlo.</translation>
    </message>
    <message>
        <source>Latest saves: stages, times, errors</source>
        <translation>Últimos guardados: etapas, tiempos, errores</translation>
    </message>
    <message>
        <source>Parts of the report</source>
        <translation>Partes del informe</translation>
    </message>
    <message>
        <source>Sa&amp;ve report…</source>
        <translation>&amp;Guardar el informe…</translation>
    </message>
    <message>
        <source>Saved: {path}</source>
        <translation>Guardado: {path}</translation>
    </message>
    <message>
        <source>Settings and addresses of accounts</source>
        <translation>Configuración y direcciones de las cuentas</translation>
    </message>
    <message>
        <source>Support report</source>
        <translation>Informe de soporte</translation>
    </message>
    <message>
        <source>Text of the chosen part</source>
        <translation>Texto de la parte elegida</translation>
    </message>
    <message>
        <source>The report could not be written. Choose another place, or free some space.</source>
        <translation>No se pudo escribir el informe. Elija otro lugar o libere espacio.</translation>
    </message>
    <message>
        <source>This is everything that the report holds</source>
        <translation>Esto es todo lo que contiene el informe</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versiones</translation>
    </message>
    <message>
        <source>Where the program crashed</source>
        <translation>Dónde falló el programa</translation>
    </message>
</context>
<context>
    <name>SupportPresenter</name>
    <message>
        <source>Save the support report</source>
        <translation>Guardar el informe de soporte</translation>
    </message>
</context>
<context>
    <name>TransferTab</name>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>As the service needs</source>
        <translation>Según necesite el servicio</translation>
    </message>
    <message>
        <source>Files at the same time</source>
        <translation>Archivos a la vez</translation>
    </message>
    <message>
        <source>Maximum rate</source>
        <translation>Velocidad máxima</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sin límite</translation>
    </message>
    <message>
        <source>Time for checking with the server</source>
        <translation>Tiempo para comprobar con el servidor</translation>
    </message>
    <message>
        <source>Time for finalizing</source>
        <translation>Tiempo para finalizar</translation>
    </message>
    <message>
        <source>Time for one request to the server</source>
        <translation>Tiempo para una consulta al servidor</translation>
    </message>
    <message>
        <source>Time for preparing the record</source>
        <translation>Tiempo para preparar el registro</translation>
    </message>
    <message>
        <source>Time for the answer after the last byte</source>
        <translation>Tiempo para la respuesta tras el último byte</translation>
    </message>
    <message>
        <source>Time to wait for a lost network</source>
        <translation>Tiempo de espera si se pierde la red</translation>
    </message>
    <message>
        <source>Time without any byte moving</source>
        <translation>Tiempo sin que se mueva ningún byte</translation>
    </message>
</context>
<context>
    <name>TroubleDialog</name>
    <message>
        <source>&amp;Copy report</source>
        <translation>Copiar in&amp;forme</translation>
    </message>
    <message>
        <source>&amp;Do not show again</source>
        <translation>No &amp;volver a mostrar</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Algo salió mal</translation>
    </message>
    <message>
        <source>Support &amp;report…</source>
        <translation>Informe de &amp;soporte…</translation>
    </message>
</context>
<context>
    <name>_PersonRow</name>
    <message>
        <source>Family name, or organisation</source>
        <translation>Apellidos u organización</translation>
    </message>
    <message>
        <source>Given name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>ORCID</source>
        <translation>ORCID</translation>
    </message>
    <message>
        <source>Remove this person</source>
        <translation>Quitar a esta persona</translation>
    </message>
</context>
</TS>
