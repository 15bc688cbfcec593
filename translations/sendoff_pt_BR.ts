<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>AccountDialog</name>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Endereço</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>&amp;Keep account</source>
        <translation>&amp;Manter a conta</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nome</translation>
    </message>
    <message>
        <source>&amp;Service</source>
        <translation>&amp;Serviço</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>&amp;Token</translation>
    </message>
    <message>
        <source>Add an account</source>
        <translation>Adicionar uma conta</translation>
    </message>
    <message>
        <source>Another {service} site</source>
        <translation>Outro site {service}</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Consultando o serviço…</translation>
    </message>
    <message>
        <source>Edit the account</source>
        <translation>Editar a conta</translation>
    </message>
    <message>
        <source>Leave empty to keep the current one</source>
        <translation>Deixe vazio para manter o atual</translation>
    </message>
    <message>
        <source>Signed in as {name}.</source>
        <translation>Conectado como {name}.</translation>
    </message>
    <message>
        <source>T&amp;est connection</source>
        <translation>Test&amp;ar a conexão</translation>
    </message>
    <message>
        <source>These plug-ins cannot be loaded: {names}</source>
        <translation>Estes complementos não podem ser carregados: {names}</translation>
    </message>
    <message>
        <source>What you call it</source>
        <translation>Como você a chama</translation>
    </message>
</context>
<context>
    <name>AccountsTab</name>
    <message>
        <source>&amp;Add…</source>
        <translation>&amp;Adicionar…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>&amp;Editar…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Remover</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>&amp;Testar a conexão</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Contas</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Consultando o serviço…</translation>
    </message>
    <message>
        <source>Signed in as {name}.</source>
        <translation>Conectado como {name}.</translation>
    </message>
    <message>
        <source>The connection works.</source>
        <translation>A conexão funciona.</translation>
    </message>
</context>
<context>
    <name>Action</name>
    <message>
        <source>Check again</source>
        <translation>Conferir de novo</translation>
    </message>
    <message>
        <source>Correct the form</source>
        <translation>Corrigir o formulário</translation>
    </message>
    <message>
        <source>Discard draft</source>
        <translation>Descartar o rascunho</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nada a fazer</translation>
    </message>
    <message>
        <source>Open record</source>
        <translation>Abrir o registro</translation>
    </message>
    <message>
        <source>Resume upload</source>
        <translation>Retomar o envio</translation>
    </message>
    <message>
        <source>Retry finalization</source>
        <translation>Tentar finalizar de novo</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>Entrar de novo</translation>
    </message>
</context>
<context>
    <name>App</name>
    <message>
        <source>River levels, with a map and notes</source>
        <translation>Níveis do rio, com um mapa e anotações</translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message>
        <source>&amp;Stay</source>
        <translation>&amp;Ficar</translation>
    </message>
    <message>
        <source>A save is running</source>
        <translation>Um salvamento está em andamento</translation>
    </message>
    <message>
        <source>It can continue in the background. If it is stopped, what the server has confirmed stays there, and Sendoff offers to resume next time.</source>
        <translation>Ele pode continuar em segundo plano. Se for interrompido, o que o servidor confirmou fica lá, e o Sendoff oferecerá retomá-lo da próxima vez.</translation>
    </message>
    <message>
        <source>It can continue in the background. The current step can&apos;t be stopped: if you quit, Sendoff asks the server next time how it ended.</source>
        <translation>Ele pode continuar em segundo plano. A etapa em andamento não pode ser interrompida: ao sair, o Sendoff perguntará ao servidor da próxima vez como terminou.</translation>
    </message>
    <message>
        <source>Keep uploading in the &amp;background</source>
        <translation>Continuar enviando em se&amp;gundo plano</translation>
    </message>
    <message>
        <source>Stop and &amp;quit</source>
        <translation>&amp;Interromper e sair</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>Quit</source>
        <translation>Sair</translation>
    </message>
    <message>
        <source>Show Sendoff</source>
        <translation>Mostrar o Sendoff</translation>
    </message>
</context>
<context>
    <name>Confirm</name>
    <message>
        <source>&amp;Discard draft</source>
        <translation>&amp;Descartar o rascunho</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Esquecer</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Manter</translation>
    </message>
    <message>
        <source>&amp;Take out</source>
        <translation>&amp;Retirar</translation>
    </message>
    <message>
        <source>Discard the draft?</source>
        <translation>Descartar o rascunho?</translation>
    </message>
    <message>
        <source>Forget this save?</source>
        <translation>Esquecer este salvamento?</translation>
    </message>
    <message>
        <source>Sendoff&apos;s own note of “{title}” is removed, with its receipt. Nothing is deleted at {account} or among your files.</source>
        <translation>A anotação do Sendoff sobre “{title}” é removida, com o recibo. Nada é excluído em {account} nem entre os seus arquivos.</translation>
    </message>
    <message>
        <source>Take the files out again?</source>
        <translation>Retirar os arquivos de novo?</translation>
    </message>
    <message numerus="yes">
        <source>The draft “{title}” and %n file(s) that are on the server will be deleted at {account}. The files on this computer stay.</source>
        <translation>
            <numerusform>O rascunho “{title}” e %n arquivo que está no servidor serão excluídos em {account}. Os arquivos deste computador permanecem.</numerusform>
            <numerusform>O rascunho “{title}” e %n arquivos que estão no servidor serão excluídos em {account}. Os arquivos deste computador permanecem.</numerusform>
        </translation>
    </message>
    <message>
        <source>What this save has put into the draft “{title}” will be deleted at {account}. The draft itself and the files on this computer stay.</source>
        <translation>O que este salvamento colocou no rascunho “{title}” será excluído em {account}. O rascunho e os arquivos deste computador permanecem.</translation>
    </message>
</context>
<context>
    <name>DetailsDrawer</name>
    <message>
        <source>Close &amp;details</source>
        <translation>&amp;Fechar detalhes</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Fechar detalhes</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy re&amp;port</source>
        <translation>Copiar relatór&amp;io</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Copiar o relatório</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalhes</translation>
    </message>
    <message>
        <source>Report of this save, without secrets</source>
        <translation>Relatório deste salvamento, sem segredos</translation>
    </message>
</context>
<context>
    <name>DraftChooser</name>
    <message>
        <source>A new record</source>
        <translation>Um registro novo</translation>
    </message>
    <message>
        <source>Attach to</source>
        <translation>Anexar a</translation>
    </message>
    <message>
        <source>List the drafts again</source>
        <translation>Listar os rascunhos de novo</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Olhar de novo</translation>
    </message>
    <message>
        <source>New record or existing draft</source>
        <translation>Registro novo ou rascunho existente</translation>
    </message>
    <message>
        <source>Repair draft…</source>
        <translation>Reparar rascunho…</translation>
    </message>
    <message>
        <source>Repair the chosen draft</source>
        <translation>Reparar o rascunho escolhido</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>A draft of an earlier attempt came late and was left as it is: {record}.</source>
        <translation>Um rascunho de uma tentativa anterior chegou tarde e foi deixado como está: {record}.</translation>
    </message>
    <message>
        <source>A draft of an earlier attempt came late; it was empty and was removed.</source>
        <translation>Um rascunho de uma tentativa anterior chegou tarde; estava vazio e foi removido.</translation>
    </message>
    <message>
        <source>A field</source>
        <translation>Um campo</translation>
    </message>
    <message>
        <source>A finalized record takes no files: keep your own files, and save them to a new record.</source>
        <translation>Um registro finalizado não aceita arquivos: guarde os seus e salve-os em um novo registro.</translation>
    </message>
    <message>
        <source>A new journal was begun; the old one was kept beside it.</source>
        <translation>Um novo diário foi iniciado; o antigo foi mantido ao lado.</translation>
    </message>
    <message>
        <source>A part of the name is empty or holds dots only.</source>
        <translation>Uma parte do nome está vazia ou contém apenas pontos.</translation>
    </message>
    <message>
        <source>A web page answered in place of the service: perhaps a network&apos;s login page, or the address is not the service&apos;s.</source>
        <translation>Uma página da web respondeu no lugar do serviço: talvez a página de login de uma rede, ou o endereço não é o do serviço.</translation>
    </message>
    <message>
        <source>An earlier attempt of this step is not over yet.</source>
        <translation>Uma tentativa anterior desta etapa ainda não terminou.</translation>
    </message>
    <message>
        <source>Another process holds the records of this computer and does not answer.</source>
        <translation>Outro processo está usando os registros deste computador e não responde.</translation>
    </message>
    <message>
        <source>Another program holds Sendoff&apos;s journal of saves.</source>
        <translation>Outro programa está usando o diário de salvamentos do Sendoff.</translation>
    </message>
    <message>
        <source>Another program holds this file.</source>
        <translation>Outro programa está usando este arquivo.</translation>
    </message>
    <message>
        <source>Another window or program of yours runs this save now.</source>
        <translation>Outra janela ou outro programa seu está executando este salvamento agora.</translation>
    </message>
    <message>
        <source>Ask the owner of the record, or use a token with more rights.</source>
        <translation>Fale com o dono do registro ou use um token com mais permissões.</translation>
    </message>
    <message>
        <source>Change them on the service&apos;s own page, then go on here without a change.</source>
        <translation>Altere-os na página do serviço e continue aqui sem alterações.</translation>
    </message>
    <message>
        <source>Check again to see how it ended.</source>
        <translation>Confira de novo para ver como terminou.</translation>
    </message>
    <message>
        <source>Choose another account or add this one.</source>
        <translation>Escolha outra conta ou adicione esta.</translation>
    </message>
    <message>
        <source>Choose at least one file, then save again.</source>
        <translation>Escolha pelo menos um arquivo e salve de novo.</translation>
    </message>
    <message>
        <source>Choose whether to send what is there now, or to leave them out.</source>
        <translation>Escolha se quer enviar o que há agora ou deixá-los de fora.</translation>
    </message>
    <message>
        <source>Close the other program, then try again.</source>
        <translation>Feche o outro programa e tente de novo.</translation>
    </message>
    <message>
        <source>Copy it again from the service&apos;s own page.</source>
        <translation>Copie-o de novo da página do próprio serviço.</translation>
    </message>
    <message>
        <source>Copy the address of its start page, such as https://example.org.</source>
        <translation>Copie o endereço da página inicial, como https://example.org.</translation>
    </message>
    <message>
        <source>Correct it, then save again: nothing is sent twice.</source>
        <translation>Corrija e salve de novo: nada é enviado duas vezes.</translation>
    </message>
    <message>
        <source>Desktops and tools leave this behind: it is sent only where you ask for it.</source>
        <translation>É deixado por ambientes de trabalho e ferramentas: só é enviado se você pedir.</translation>
    </message>
    <message>
        <source>Each of them says why: send them again, or go on without them.</source>
        <translation>Cada um diz por quê: envie-os de novo ou continue sem eles.</translation>
    </message>
    <message>
        <source>End the other process, then try again.</source>
        <translation>Encerre o outro processo e tente novamente.</translation>
    </message>
    <message>
        <source>Enter a new token: the save goes on where it was.</source>
        <translation>Informe um novo token: o salvamento continua de onde estava.</translation>
    </message>
    <message>
        <source>Enter its token, then go on.</source>
        <translation>Informe o token dela e continue.</translation>
    </message>
    <message>
        <source>Enter them in the settings, under proxy; they are not your token.</source>
        <translation>Informe-os nas configurações, em proxy; eles não são o seu token.</translation>
    </message>
    <message>
        <source>Files have changed or gone since they were chosen.</source>
        <translation>Há arquivos que mudaram ou sumiram desde que foram escolhidos.</translation>
    </message>
    <message>
        <source>Follow it there, or close that one first.</source>
        <translation>Acompanhe-o lá ou feche aquela janela primeiro.</translation>
    </message>
    <message>
        <source>Give it another name here; your own file keeps its name.</source>
        <translation>Dê outro nome a ele aqui; seu arquivo mantém o nome.</translation>
    </message>
    <message>
        <source>Give one of them another name here; your own files keep theirs.</source>
        <translation>Dê outro nome a um deles aqui; seus arquivos mantêm os nomes.</translation>
    </message>
    <message>
        <source>It asks to wait {seconds} s.</source>
        <translation>Ele pede para aguardar {seconds} s.</translation>
    </message>
    <message>
        <source>It can be resumed or discarded.</source>
        <translation>Pode ser retomado ou descartado.</translation>
    </message>
    <message>
        <source>It is never sent.</source>
        <translation>Nunca é enviado.</translation>
    </message>
    <message>
        <source>It is not sent; the other files are.</source>
        <translation>Não é enviado; os outros arquivos são.</translation>
    </message>
    <message>
        <source>It was not opened: look for the record on the service&apos;s own page.</source>
        <translation>Ele não foi aberto: procure o registro na página do próprio serviço.</translation>
    </message>
    <message>
        <source>It was not sent: choose it again, or go on without it.</source>
        <translation>Não foi enviado: escolha-o de novo ou continue sem ele.</translation>
    </message>
    <message>
        <source>It was not sent: choose whether to send what is there now.</source>
        <translation>Não foi enviado: escolha se quer enviar o que há agora.</translation>
    </message>
    <message>
        <source>It was not sent: move it to a shorter path and choose it again, or leave it out.</source>
        <translation>Não foi enviado: mova-o para um caminho mais curto e escolha-o de novo, ou deixe-o de fora.</translation>
    </message>
    <message>
        <source>It was stopped on request.</source>
        <translation>Foi interrompido a pedido.</translation>
    </message>
    <message>
        <source>List the saves to see their names.</source>
        <translation>Liste os salvamentos para ver os nomes.</translation>
    </message>
    <message>
        <source>Look at the address of the account and at your network connection.</source>
        <translation>Verifique o endereço da conta e a conexão de rede.</translation>
    </message>
    <message>
        <source>Look at the address of the account; if it is right, show the report to those who run the service.</source>
        <translation>Verifique o endereço da conta; se estiver certo, mostre o relatório a quem administra o serviço.</translation>
    </message>
    <message>
        <source>Look at the proxy in the settings.</source>
        <translation>Verifique o proxy nas configurações.</translation>
    </message>
    <message>
        <source>Look at the record on the service, then decide how to go on.</source>
        <translation>Veja o registro no serviço e decida como continuar.</translation>
    </message>
    <message>
        <source>Make a token with this scope on the service&apos;s own page, then enter it here.</source>
        <translation>Crie um token com esta permissão na página do serviço e informe-o aqui.</translation>
    </message>
    <message>
        <source>Make it smaller, or go on without it.</source>
        <translation>Reduza-o ou continue sem ele.</translation>
    </message>
    <message>
        <source>Make it writable, or name another one in SENDOFF_HOME, and start again.</source>
        <translation>Permita a escrita nela ou indique outra em SENDOFF_HOME, e comece de novo.</translation>
    </message>
    <message>
        <source>Make room on it, then go on.</source>
        <translation>Libere espaço nele e continue.</translation>
    </message>
    <message>
        <source>Make room there or ask for more; small files may still go through.</source>
        <translation>Libere espaço lá ou peça mais; arquivos pequenos ainda podem passar.</translation>
    </message>
    <message>
        <source>Make the folder named service in Sendoff&apos;s own folder writable, then try again.</source>
        <translation>Permita a gravação na pasta service, dentro da pasta do Sendoff, e tente novamente.</translation>
    </message>
    <message>
        <source>Make the folder {folder} writable, or name another one in SENDOFF_HOME.</source>
        <translation>Permita a escrita na pasta {folder} ou indique outra em SENDOFF_HOME.</translation>
    </message>
    <message>
        <source>No package that is installed brings services of the kind {service}.</source>
        <translation>Nenhum pacote instalado fornece serviços do tipo {service}.</translation>
    </message>
    <message>
        <source>No token is known here for the account {account}.</source>
        <translation>Não há aqui nenhum token conhecido para a conta {account}.</translation>
    </message>
    <message>
        <source>No token was entered.</source>
        <translation>Nenhum token foi informado.</translation>
    </message>
    <message>
        <source>Nothing can be written to it: start Sendoff again, which begins a new one.</source>
        <translation>Não é mais possível gravar nele: inicie o Sendoff de novo, e ele começará outro.</translation>
    </message>
    <message>
        <source>Nothing has to be done about it.</source>
        <translation>Não é preciso fazer nada.</translation>
    </message>
    <message>
        <source>Nothing that the server confirmed is lost, and what did not end is under Unfinished. A support report helps to find the cause.</source>
        <translation>Nada do que o servidor confirmou se perdeu, e o que não terminou está em Inacabados. Um relatório de suporte ajuda a encontrar a causa.</translation>
    </message>
    <message>
        <source>Nothing that was named is a file that can be sent.</source>
        <translation>Nada do que foi indicado é um arquivo que possa ser enviado.</translation>
    </message>
    <message>
        <source>Nothing was changed. Put back a copy of the folder named service in Sendoff&apos;s own folder, or move it away to begin with an empty one.</source>
        <translation>Nada foi alterado. Restaure uma cópia da pasta service, dentro da pasta do Sendoff, ou mova-a para outro lugar para começar com uma vazia.</translation>
    </message>
    <message>
        <source>Nothing was overwritten: decide which of the two is to stay.</source>
        <translation>Nada foi sobrescrito: decida qual dos dois deve ficar.</translation>
    </message>
    <message>
        <source>Nothing was sent. Choose another certificate file in the settings, or none.</source>
        <translation>Nada foi enviado. Escolha outro arquivo de certificado nas configurações, ou nenhum.</translation>
    </message>
    <message>
        <source>Nothing was sent. Correct the variable or remove it, then start Sendoff again.</source>
        <translation>Nada foi enviado. Corrija a variável ou remova-a e inicie o Sendoff novamente.</translation>
    </message>
    <message>
        <source>Nothing was sent. If the clock of this computer is wrong, set it; if it is right, only those who run the service can renew the certificate.</source>
        <translation>Nada foi enviado. Se o relógio deste computador estiver errado, acerte-o; se estiver certo, só quem administra o serviço pode renovar o certificado.</translation>
    </message>
    <message>
        <source>Nothing was sent. If your organisation has its own certificates, choose its certificate file in the settings.</source>
        <translation>Nada foi enviado. Se a sua organização tem certificados próprios, escolha o arquivo de certificado nas configurações.</translation>
    </message>
    <message>
        <source>Nothing was sent. Look at the address of the account; if it is right, another server stands between, perhaps that of the network you are in.</source>
        <translation>Nada foi enviado. Confira o endereço da conta; se estiver certo, há outro servidor no meio, talvez o da rede em que você está.</translation>
    </message>
    <message>
        <source>Nothing was sent: correct the file, then save again.</source>
        <translation>Nada foi enviado: corrija o arquivo e salve de novo.</translation>
    </message>
    <message>
        <source>Nothing was sent: save again without naming it.</source>
        <translation>Nada foi enviado: salve de novo sem nomeá-lo.</translation>
    </message>
    <message>
        <source>Open a web browser to sign in to the network, or look at the address.</source>
        <translation>Abra um navegador para entrar na rede ou verifique o endereço.</translation>
    </message>
    <message>
        <source>Over plain HTTP everyone on the way to {host} could read your token.</source>
        <translation>Com HTTP sem criptografia, qualquer um no caminho até {host} poderia ler o seu token.</translation>
    </message>
    <message>
        <source>Pack several into one archive, or use several records.</source>
        <translation>Junte vários em um arquivo compactado ou use vários registros.</translation>
    </message>
    <message>
        <source>People on Windows cannot store a file under this name.</source>
        <translation>No Windows não é possível salvar um arquivo com este nome.</translation>
    </message>
    <message>
        <source>Save again to make a new record.</source>
        <translation>Salve de novo para criar um novo registro.</translation>
    </message>
    <message>
        <source>Send fewer files at the same time, or allow more open files, then go on.</source>
        <translation>Envie menos arquivos ao mesmo tempo ou permita mais arquivos abertos, e continue.</translation>
    </message>
    <message>
        <source>Send it again: it does not count yet.</source>
        <translation>Envie-o de novo: ainda não conta.</translation>
    </message>
    <message>
        <source>Sendoff cannot use its own folder.</source>
        <translation>O Sendoff não consegue usar a própria pasta.</translation>
    </message>
    <message>
        <source>Sendoff crashed when it ran last.</source>
        <translation>O Sendoff fechou por uma falha na última vez.</translation>
    </message>
    <message>
        <source>Sendoff has too many files open: it cannot open its journal of saves as well.</source>
        <translation>O Sendoff tem arquivos abertos demais: não consegue abrir também o diário de salvamentos.</translation>
    </message>
    <message>
        <source>Sendoff has too many files open: it cannot open this one as well.</source>
        <translation>O Sendoff tem arquivos abertos demais: não consegue abrir também este.</translation>
    </message>
    <message>
        <source>Sendoff may not write to its own folder.</source>
        <translation>O Sendoff não tem permissão para gravar na própria pasta.</translation>
    </message>
    <message>
        <source>Sendoff sends no token there: use the address that begins with https.</source>
        <translation>O Sendoff não envia token para lá: use o endereço que começa com https.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves cannot be used now.</source>
        <translation>O diário de salvamentos do Sendoff não pode ser usado agora.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves is damaged and was set aside.</source>
        <translation>O diário de salvamentos do Sendoff está danificado e foi posto de lado.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves is damaged: nothing more can be written to it.</source>
        <translation>O diário de salvamentos do Sendoff está danificado: nada mais pode ser gravado nele.</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves was deleted or replaced while it was open.</source>
        <translation>O diário de salvamentos do Sendoff foi excluído ou substituído enquanto estava aberto.</translation>
    </message>
    <message>
        <source>Some files could not be sent.</source>
        <translation>Alguns arquivos não puderam ser enviados.</translation>
    </message>
    <message>
        <source>Something went wrong inside Sendoff.</source>
        <translation>Algo deu errado dentro do Sendoff.</translation>
    </message>
    <message>
        <source>Something went wrong inside the service.</source>
        <translation>Algo deu errado dentro do serviço.</translation>
    </message>
    <message>
        <source>Start Sendoff again: it keeps the damaged journal beside a new one. What the server has confirmed is safe there.</source>
        <translation>Inicie o Sendoff novamente: ele guarda o diário danificado ao lado de um novo. O que o servidor confirmou está seguro lá.</translation>
    </message>
    <message>
        <source>The account of this computer is always there and cannot be changed.</source>
        <translation>A conta deste computador está sempre presente e não pode ser alterada.</translation>
    </message>
    <message>
        <source>The account {account} is not there.</source>
        <translation>A conta {account} não existe.</translation>
    </message>
    <message>
        <source>The address holds a user name or password: it must not.</source>
        <translation>O endereço contém um nome de usuário ou uma senha: não pode.</translation>
    </message>
    <message>
        <source>The address names no bucket: it has to end with /BUCKET or /BUCKET/PREFIX.</source>
        <translation>O endereço não nomeia nenhum bucket: ele deve terminar com /BUCKET ou /BUCKET/PREFIXO.</translation>
    </message>
    <message>
        <source>The address that is kept for this record does not lead to its service.</source>
        <translation>O endereço guardado para este registro não leva ao serviço dele.</translation>
    </message>
    <message>
        <source>The answer of {host} was cut off or not what the service should say.</source>
        <translation>A resposta de {host} veio cortada ou não é a que o serviço deveria dar.</translation>
    </message>
    <message>
        <source>The certificate of {host} begins on {date}; the clock of this computer says {today}.</source>
        <translation>O certificado de {host} começa a valer em {date}; o relógio deste computador diz {today}.</translation>
    </message>
    <message>
        <source>The certificate of {host} ended on {date}; the clock of this computer says {today}.</source>
        <translation>O certificado de {host} venceu em {date}; o relógio deste computador diz {today}.</translation>
    </message>
    <message>
        <source>The clock of this computer differs too much from the one of the service.</source>
        <translation>O relógio deste computador difere demais do relógio do serviço.</translation>
    </message>
    <message>
        <source>The connection to {host} broke.</source>
        <translation>A conexão com {host} caiu.</translation>
    </message>
    <message>
        <source>The database of the records service of this computer is damaged.</source>
        <translation>O banco de dados do serviço de registros deste computador está danificado.</translation>
    </message>
    <message>
        <source>The disk of this computer is full.</source>
        <translation>O disco deste computador está cheio.</translation>
    </message>
    <message>
        <source>The draft has a title and details of its own.</source>
        <translation>O rascunho tem título e dados próprios.</translation>
    </message>
    <message>
        <source>The drive reports an error while the file is read.</source>
        <translation>A unidade relata um erro ao ler o arquivo.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>O arquivo não pode ser lido.</translation>
    </message>
    <message>
        <source>The file has changed since it was chosen.</source>
        <translation>O arquivo mudou desde que foi escolhido.</translation>
    </message>
    <message>
        <source>The file has no name.</source>
        <translation>O arquivo não tem nome.</translation>
    </message>
    <message>
        <source>The file is empty, and the service takes no empty files.</source>
        <translation>O arquivo está vazio, e o serviço não aceita arquivos vazios.</translation>
    </message>
    <message>
        <source>The file is no longer there: it was moved, renamed or deleted.</source>
        <translation>O arquivo não está mais lá: foi movido, renomeado ou excluído.</translation>
    </message>
    <message>
        <source>The file is too large for the service.</source>
        <translation>O arquivo é grande demais para o serviço.</translation>
    </message>
    <message>
        <source>The file is too large: the service takes up to {limit}.</source>
        <translation>O arquivo é grande demais: o serviço aceita até {limit}.</translation>
    </message>
    <message>
        <source>The file of certificates {ca_file} cannot be read.</source>
        <translation>Não é possível ler o arquivo de certificados {ca_file}.</translation>
    </message>
    <message>
        <source>The file of certificates {ca_file} is not there.</source>
        <translation>O arquivo de certificados {ca_file} não existe.</translation>
    </message>
    <message>
        <source>The file {ca_file} holds no certificates.</source>
        <translation>O arquivo {ca_file} não contém certificados.</translation>
    </message>
    <message>
        <source>The file&apos;s name is damaged: it holds bytes that are no letters.</source>
        <translation>O nome do arquivo está danificado: contém bytes que não são letras.</translation>
    </message>
    <message>
        <source>The finalized record does not hold this file.</source>
        <translation>O registro finalizado não contém este arquivo.</translation>
    </message>
    <message>
        <source>The journal of saves was written by a newer version of Sendoff.</source>
        <translation>O diário de salvamentos foi gravado por uma versão mais nova do Sendoff.</translation>
    </message>
    <message>
        <source>The journal was left as it is: try again in a moment.</source>
        <translation>O diário ficou como está: tente de novo daqui a pouco.</translation>
    </message>
    <message>
        <source>The keychain of this computer did not answer.</source>
        <translation>O chaveiro deste computador não respondeu.</translation>
    </message>
    <message>
        <source>The keychain of this computer does not answer, so the token cannot be read from it.</source>
        <translation>O chaveiro deste computador não responde, por isso o token não pode ser lido.</translation>
    </message>
    <message>
        <source>The keychain of this computer does not give the token.</source>
        <translation>O chaveiro deste computador não fornece o token.</translation>
    </message>
    <message>
        <source>The keychain of this computer does not keep the token.</source>
        <translation>O chaveiro deste computador não guarda o token.</translation>
    </message>
    <message>
        <source>The keychain of this computer is locked, so the token cannot be read from it.</source>
        <translation>O chaveiro deste computador está bloqueado, por isso o token não pode ser lido.</translation>
    </message>
    <message>
        <source>The keychain of this computer is locked.</source>
        <translation>O chaveiro deste computador está bloqueado.</translation>
    </message>
    <message>
        <source>The name has {length} bytes; the service takes {limit}.</source>
        <translation>O nome tem {length} bytes; o serviço aceita {limit}.</translation>
    </message>
    <message>
        <source>The name has {length} characters; the service takes {limit}.</source>
        <translation>O nome tem {length} caracteres; o serviço aceita {limit}.</translation>
    </message>
    <message>
        <source>The name holds characters that cannot be seen, such as line breaks.</source>
        <translation>O nome contém caracteres que não se veem, como quebras de linha.</translation>
    </message>
    <message>
        <source>The network drive with this file does not answer.</source>
        <translation>A unidade de rede com este arquivo não responde.</translation>
    </message>
    <message>
        <source>The path to this file is longer than this computer can open.</source>
        <translation>O caminho deste arquivo é mais longo do que este computador consegue abrir.</translation>
    </message>
    <message>
        <source>The proxy did not let the connection through.</source>
        <translation>O proxy não deixou a conexão passar.</translation>
    </message>
    <message>
        <source>The proxy setting {name} cannot be understood.</source>
        <translation>A configuração de proxy {name} não pode ser entendida.</translation>
    </message>
    <message>
        <source>The proxy wants a user name and a password of its own.</source>
        <translation>O proxy pede um nome de usuário e uma senha próprios.</translation>
    </message>
    <message>
        <source>The record is published: its files can be changed no more.</source>
        <translation>O registro está publicado: os seus arquivos não podem mais ser alterados.</translation>
    </message>
    <message>
        <source>The record on the service does not hold {key} as it was sent.</source>
        <translation>O registro no serviço não contém {key} como foi enviado.</translation>
    </message>
    <message>
        <source>The record on the service is not as Sendoff left it.</source>
        <translation>O registro no serviço não está como o Sendoff o deixou.</translation>
    </message>
    <message>
        <source>The record was deleted on the service.</source>
        <translation>O registro foi excluído no serviço.</translation>
    </message>
    <message>
        <source>The records of this computer were written by a newer version of Sendoff.</source>
        <translation>Os registros deste computador foram gravados por uma versão mais nova do Sendoff.</translation>
    </message>
    <message>
        <source>The records service of this computer cannot use its folder.</source>
        <translation>O serviço de registros deste computador não consegue usar sua pasta.</translation>
    </message>
    <message>
        <source>The records service of this computer did not start in time.</source>
        <translation>O serviço de registros deste computador não iniciou a tempo.</translation>
    </message>
    <message>
        <source>The records service of this computer did not start.</source>
        <translation>O serviço de registros deste computador não iniciou.</translation>
    </message>
    <message>
        <source>The records service of this computer did not start: the disk is full.</source>
        <translation>O serviço de registros deste computador não iniciou: o disco está cheio.</translation>
    </message>
    <message>
        <source>The repair of the draft {record} with the account {account} was cut off.</source>
        <translation>O reparo do rascunho {record} com a conta {account} foi interrompido.</translation>
    </message>
    <message>
        <source>The save {run} is not in the journal.</source>
        <translation>O salvamento {run} não está no diário.</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>O servidor</translation>
    </message>
    <message>
        <source>The server holds a file under this name that cannot be compared with yours.</source>
        <translation>O servidor tem com este nome um arquivo que não pode ser comparado com o seu.</translation>
    </message>
    <message>
        <source>The server holds other content under this name than your file.</source>
        <translation>O servidor tem com este nome um conteúdo diferente do seu arquivo.</translation>
    </message>
    <message>
        <source>The server that answered as {host} has a certificate for {names}.</source>
        <translation>O servidor que respondeu como {host} tem um certificado para {names}.</translation>
    </message>
    <message>
        <source>The server took the file, but its list does not show it as whole.</source>
        <translation>O servidor aceitou o arquivo, mas sua lista não o mostra completo.</translation>
    </message>
    <message>
        <source>The service asks for a pause: too many requests in a short time.</source>
        <translation>O serviço pede uma pausa: solicitações demais em pouco tempo.</translation>
    </message>
    <message>
        <source>The service does not accept the token: it is missing, wrong or expired.</source>
        <translation>O serviço não aceita o token: está ausente, incorreto ou expirado.</translation>
    </message>
    <message>
        <source>The service does not accept what was filled in.</source>
        <translation>O serviço não aceita o que foi preenchido.</translation>
    </message>
    <message>
        <source>The service does not take this file name.</source>
        <translation>O serviço não aceita este nome de arquivo.</translation>
    </message>
    <message>
        <source>The service does not take this type of content.</source>
        <translation>O serviço não aceita este tipo de conteúdo.</translation>
    </message>
    <message>
        <source>The service drops a space or a dot at the beginning or end of a name.</source>
        <translation>O serviço remove um espaço ou um ponto no início ou no fim de um nome.</translation>
    </message>
    <message>
        <source>The service has damaged this file: it holds other content than it stored.</source>
        <translation>O serviço danificou este arquivo: o conteúdo não é o que foi armazenado.</translation>
    </message>
    <message>
        <source>The service has locked the record while it works on it.</source>
        <translation>O serviço bloqueou o registro enquanto trabalha nele.</translation>
    </message>
    <message>
        <source>The service has lost or damaged files of this record, such as {key}.</source>
        <translation>O serviço perdeu ou danificou arquivos deste registro, como {key}.</translation>
    </message>
    <message>
        <source>The service has lost this file: its content is gone there.</source>
        <translation>O serviço perdeu este arquivo: o conteúdo não está mais lá.</translation>
    </message>
    <message>
        <source>The service has moved to {location}.</source>
        <translation>O serviço mudou para {location}.</translation>
    </message>
    <message>
        <source>The service has no such record or file.</source>
        <translation>O serviço não tem esse registro ou arquivo.</translation>
    </message>
    <message>
        <source>The service has seen this request before with other content.</source>
        <translation>O serviço já recebeu esta solicitação com outro conteúdo.</translation>
    </message>
    <message>
        <source>The service is closed for maintenance.</source>
        <translation>O serviço está fechado para manutenção.</translation>
    </message>
    <message>
        <source>The service is too busy at the moment.</source>
        <translation>O serviço está ocupado demais no momento.</translation>
    </message>
    <message>
        <source>The service keeps this file name for a description of its own.</source>
        <translation>O serviço reserva este nome de arquivo para uma descrição própria.</translation>
    </message>
    <message>
        <source>The service may be down, or the address may be wrong: try again later.</source>
        <translation>O serviço pode estar fora do ar, ou o endereço pode estar errado: tente mais tarde.</translation>
    </message>
    <message>
        <source>The service of this account shows no list of drafts.</source>
        <translation>O serviço desta conta não mostra a lista de rascunhos.</translation>
    </message>
    <message>
        <source>The service refused, for a reason that Sendoff does not know.</source>
        <translation>O serviço recusou, por um motivo que o Sendoff não conhece.</translation>
    </message>
    <message>
        <source>The service refused.</source>
        <translation>O serviço recusou.</translation>
    </message>
    <message>
        <source>The service says: {text}</source>
        <translation>O serviço diz: {text}</translation>
    </message>
    <message>
        <source>The service takes no slash in a name.</source>
        <translation>O serviço não aceita barra em um nome.</translation>
    </message>
    <message>
        <source>The service takes up to {limit} files in one record.</source>
        <translation>O serviço aceita até {limit} arquivos em um registro.</translation>
    </message>
    <message>
        <source>The service was asked to do it, and has not done it.</source>
        <translation>Foi pedido ao serviço que fizesse isso, e ele não o fez.</translation>
    </message>
    <message>
        <source>The service was at another point than Sendoff expected.</source>
        <translation>O serviço estava em outro ponto, e não onde o Sendoff esperava.</translation>
    </message>
    <message>
        <source>The store has no such bucket.</source>
        <translation>O armazenamento não tem esse bucket.</translation>
    </message>
    <message>
        <source>The system makes up this file while it is read: its size cannot be known.</source>
        <translation>O sistema gera este arquivo durante a leitura: não é possível saber seu tamanho.</translation>
    </message>
    <message>
        <source>The token is kept for this session only and must be entered again next time.</source>
        <translation>O token é mantido só nesta sessão e precisará ser informado na próxima vez.</translation>
    </message>
    <message>
        <source>The token may not create or change records: it may lack the scope {scope}.</source>
        <translation>O token não pode criar nem alterar registros: talvez lhe falte a permissão {scope}.</translation>
    </message>
    <message>
        <source>The token may not publish records: it may lack the scope {scope}.</source>
        <translation>O token não pode publicar registros: talvez lhe falte a permissão {scope}.</translation>
    </message>
    <message>
        <source>The token of a bucket is its key id and secret key, with a colon between them.</source>
        <translation>O token de um bucket é o ID da chave e a chave secreta, separados por dois-pontos.</translation>
    </message>
    <message>
        <source>The transfer stood still: nothing moved to {host} any more.</source>
        <translation>A transferência parou: nada mais avançava para {host}.</translation>
    </message>
    <message>
        <source>The variable {name} names a file of certificates that is not there.</source>
        <translation>A variável {name} indica um arquivo de certificados que não existe.</translation>
    </message>
    <message>
        <source>The variable {name} names a file that cannot be read or holds no certificates.</source>
        <translation>A variável {name} indica um arquivo que não pode ser lido ou que não contém certificados.</translation>
    </message>
    <message>
        <source>There is no server called {host}.</source>
        <translation>Não há servidor chamado {host}.</translation>
    </message>
    <message>
        <source>There is no space left for you on the server.</source>
        <translation>Não há mais espaço para você no servidor.</translation>
    </message>
    <message>
        <source>These are more files than the service takes in one record.</source>
        <translation>São mais arquivos do que o serviço aceita em um registro.</translation>
    </message>
    <message>
        <source>This belongs to Sendoff itself, with its tokens and its journal.</source>
        <translation>Isto pertence ao próprio Sendoff, com seus tokens e seu diário.</translation>
    </message>
    <message>
        <source>This cannot be a token: a token is one word of plain letters, digits and signs.</source>
        <translation>Isto não pode ser um token: um token é uma só palavra de letras sem acento, dígitos e sinais.</translation>
    </message>
    <message>
        <source>This computer has no keychain.</source>
        <translation>Este computador não tem chaveiro.</translation>
    </message>
    <message>
        <source>This computer has no network connection.</source>
        <translation>Este computador não tem conexão de rede.</translation>
    </message>
    <message>
        <source>This file was chosen twice.</source>
        <translation>Este arquivo foi escolhido duas vezes.</translation>
    </message>
    <message>
        <source>This folder is empty, and services keep files only.</source>
        <translation>Esta pasta está vazia, e os serviços guardam apenas arquivos.</translation>
    </message>
    <message>
        <source>This is a device, not a file with content.</source>
        <translation>Isto é um dispositivo, não um arquivo com conteúdo.</translation>
    </message>
    <message>
        <source>This is a folder.</source>
        <translation>Isto é uma pasta.</translation>
    </message>
    <message>
        <source>This is a link to a folder whose files are there already.</source>
        <translation>É um link para uma pasta cujos arquivos já estão aqui.</translation>
    </message>
    <message>
        <source>This is a pipe, not a file with content.</source>
        <translation>Isto é um pipe, não um arquivo com conteúdo.</translation>
    </message>
    <message>
        <source>This is a socket, not a file with content.</source>
        <translation>Isto é um socket, não um arquivo com conteúdo.</translation>
    </message>
    <message>
        <source>This is no file with content.</source>
        <translation>Não é um arquivo com conteúdo.</translation>
    </message>
    <message>
        <source>This is not the address of a service.</source>
        <translation>Não é o endereço de um serviço.</translation>
    </message>
    <message>
        <source>This link leads back to a folder that it is in.</source>
        <translation>Este link leva de volta a uma pasta que o contém.</translation>
    </message>
    <message>
        <source>This link leads out of the folder that was chosen.</source>
        <translation>Este link leva para fora da pasta escolhida.</translation>
    </message>
    <message>
        <source>This service takes no record without files, and no file is chosen.</source>
        <translation>Este serviço não aceita registros sem arquivos, e nenhum foi escolhido.</translation>
    </message>
    <message>
        <source>This store ignores conditional writes: two programs could replace each other&apos;s files in a record.</source>
        <translation>Este armazenamento ignora gravações condicionais: dois programas poderiam substituir os arquivos um do outro em um registro.</translation>
    </message>
    <message>
        <source>To add files, make a new version of it on the service&apos;s own page.</source>
        <translation>Para adicionar arquivos, crie uma nova versão dele na página do serviço.</translation>
    </message>
    <message>
        <source>Try again later; if it stays so, show the report to those who run the service.</source>
        <translation>Tente mais tarde; se continuar assim, mostre o relatório a quem administra o serviço.</translation>
    </message>
    <message>
        <source>Try again; if it stays so, the file service.log beside the records says more.</source>
        <translation>Tente novamente; se continuar assim, o arquivo service.log, junto aos registros, diz mais.</translation>
    </message>
    <message>
        <source>Two files from different folders have the name {key}.</source>
        <translation>Dois arquivos de pastas diferentes têm o nome {key}.</translation>
    </message>
    <message>
        <source>Two files would be stored under the name {key}.</source>
        <translation>Dois arquivos seriam armazenados com o nome {key}.</translation>
    </message>
    <message>
        <source>Two names look the same and are spelt in two ways: {key}.</source>
        <translation>Dois nomes parecem iguais e são escritos de duas formas: {key}.</translation>
    </message>
    <message>
        <source>Unlock the keychain, then go on; or enter the token again: it is then kept for this session only.</source>
        <translation>Desbloqueie o chaveiro e continue; ou informe o token de novo: ele é então mantido só nesta sessão.</translation>
    </message>
    <message>
        <source>Use that address in the account instead.</source>
        <translation>Use esse endereço na conta.</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the journal as it is.</source>
        <translation>Use a versão mais nova: esta deixa o diário como está.</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the records as they are.</source>
        <translation>Use a versão mais nova: esta deixa os registros como estão.</translation>
    </message>
    <message>
        <source>What the server has confirmed is safe: go on when the connection is back.</source>
        <translation>O que o servidor confirmou está a salvo: continue quando a conexão voltar.</translation>
    </message>
    <message>
        <source>What the server has confirmed is safe: try again later.</source>
        <translation>O que o servidor confirmou está a salvo: tente mais tarde.</translation>
    </message>
    <message>
        <source>What was filled in is too large: the service takes up to {limit}.</source>
        <translation>O que foi preenchido é grande demais: o serviço aceita até {limit}.</translation>
    </message>
    <message>
        <source>What was repaired before stays repaired. Repair the draft again with the same files: what is missing is sent, and nothing twice.</source>
        <translation>O que já foi reparado continua reparado. Repare o rascunho de novo com os mesmos arquivos: o que falta é enviado, e nada duas vezes.</translation>
    </message>
    <message>
        <source>You are not allowed to read this file.</source>
        <translation>Você não tem permissão para ler este arquivo.</translation>
    </message>
    <message>
        <source>Your account is not allowed to do this on the service.</source>
        <translation>Sua conta não tem permissão para fazer isso no serviço.</translation>
    </message>
    <message>
        <source>Your files and what the server has confirmed are safe; please send the report.</source>
        <translation>Seus arquivos e o que o servidor confirmou estão a salvo; envie o relatório, por favor.</translation>
    </message>
    <message>
        <source>another address</source>
        <translation>outro endereço</translation>
    </message>
    <message>
        <source>another day</source>
        <translation>outro dia</translation>
    </message>
    <message>
        <source>another name</source>
        <translation>outro nome</translation>
    </message>
    <message>
        <source>of Sendoff</source>
        <translation>do Sendoff</translation>
    </message>
    <message>
        <source>of another file</source>
        <translation>de outro arquivo</translation>
    </message>
    <message>
        <source>of the environment</source>
        <translation>do ambiente</translation>
    </message>
    <message>
        <source>of this save</source>
        <translation>deste salvamento</translation>
    </message>
    <message>
        <source>that was named</source>
        <translation>que foi indicado</translation>
    </message>
    <message>
        <source>{field} are missing.</source>
        <translation>Falta informar: {field}.</translation>
    </message>
    <message>
        <source>{field} cannot be used as it is.</source>
        <translation>{field} não pode ser usado como está.</translation>
    </message>
    <message>
        <source>{field} cannot be used: the file is no valid JSON at line {line}, column {column}.</source>
        <translation>{field} não pode ser usado: o arquivo não é JSON válido na linha {line}, coluna {column}.</translation>
    </message>
    <message>
        <source>{field} cannot be used: the file must hold one JSON object, in braces.</source>
        <translation>{field} não pode ser usado: o arquivo deve conter um objeto JSON, entre chaves.</translation>
    </message>
    <message>
        <source>{field} is missing.</source>
        <translation>Falta informar: {field}.</translation>
    </message>
    <message>
        <source>{field} is not accepted.</source>
        <translation>{field} não é aceito.</translation>
    </message>
    <message>
        <source>{field} must lie between {low} and {high}.</source>
        <translation>{field} deve estar entre {low} e {high}.</translation>
    </message>
    <message>
        <source>{field}: {text}</source>
        <translation>{field}: {text}</translation>
    </message>
    <message>
        <source>{host} could not prove who it is: its certificate is not trusted here.</source>
        <translation>{host} não conseguiu provar quem é: seu certificado não é confiável aqui.</translation>
    </message>
    <message>
        <source>{host} did not answer in time.</source>
        <translation>{host} não respondeu a tempo.</translation>
    </message>
    <message>
        <source>{host} does not accept connections.</source>
        <translation>{host} não aceita conexões.</translation>
    </message>
    <message>
        <source>{host} sends the request on again and again.</source>
        <translation>{host} encaminha a solicitação repetidas vezes.</translation>
    </message>
    <message>
        <source>{host} sends the request on, but not to a web address that can be followed.</source>
        <translation>{host} encaminha a solicitação, mas não para um endereço da web que possa ser seguido.</translation>
    </message>
    <message>
        <source>{host} sends the request to another page of its own that is not the service&apos;s.</source>
        <translation>{host} encaminha a solicitação para outra página própria que não é a do serviço.</translation>
    </message>
    <message>
        <source>{key} and {other} differ in upper and lower case only.</source>
        <translation>{key} e {other} diferem apenas em maiúsculas e minúsculas.</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Certificate file</source>
        <translation>Arquivo de certificado</translation>
    </message>
    <message>
        <source>Closed until</source>
        <translation>Fechado até</translation>
    </message>
    <message>
        <source>Creators</source>
        <translation>Autores</translation>
    </message>
    <message>
        <source>Data management plan</source>
        <translation>Plano de gestão de dados</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Conjunto de dados</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Descrição</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Figura</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Arquivos</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagem</translation>
    </message>
    <message>
        <source>Journal article</source>
        <translation>Artigo de periódico</translation>
    </message>
    <message>
        <source>Kind of resource</source>
        <translation>Tipo de recurso</translation>
    </message>
    <message>
        <source>Kind of service</source>
        <translation>Tipo de serviço</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Aula</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licença</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadados</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Only people with access</source>
        <translation>Somente pessoas com acesso</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Outro</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>Poster</source>
        <translation>Pôster</translation>
    </message>
    <message>
        <source>Preprint</source>
        <translation>Preprint</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>Apresentação</translation>
    </message>
    <message>
        <source>Proxy address</source>
        <translation>Endereço do proxy</translation>
    </message>
    <message>
        <source>Publication</source>
        <translation>Publicação</translation>
    </message>
    <message>
        <source>Publication date</source>
        <translation>Data de publicação</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Editora</translation>
    </message>
    <message>
        <source>Reason for closing</source>
        <translation>Motivo do fechamento</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Relatório</translation>
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
        <translation>Vídeo ou áudio</translation>
    </message>
    <message>
        <source>Who sees the files</source>
        <translation>Quem vê os arquivos</translation>
    </message>
    <message>
        <source>Who sees the record</source>
        <translation>Quem vê o registro</translation>
    </message>
    <message>
        <source>Workflow</source>
        <translation>Fluxo de trabalho</translation>
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
        <translation>Salvo como</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
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
        <translation>{sent} enviados, ainda não confirmados</translation>
    </message>
</context>
<context>
    <name>FilesPanel</name>
    <message numerus="yes">
        <source>%n file(s) removed</source>
        <translation>
            <numerusform>%n arquivo removido</numerusform>
            <numerusform>%n arquivos removidos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were in the list already</source>
        <translation>
            <numerusform>%n arquivo já estava na lista</numerusform>
            <numerusform>%n arquivos já estavam na lista</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), {size}</source>
        <translation>
            <numerusform>%n arquivo, {size}</numerusform>
            <numerusform>%n arquivos, {size}</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Desfazer</translation>
    </message>
    <message>
        <source>Add &amp;files</source>
        <translation>Adicionar &amp;arquivos</translation>
    </message>
    <message>
        <source>Add f&amp;older</source>
        <translation>Adicionar &amp;pasta</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Adicionar arquivos</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Adicionar pasta</translation>
    </message>
    <message>
        <source>Columns of the files</source>
        <translation>Colunas dos arquivos</translation>
    </message>
    <message>
        <source>Drop files or folders here, or add them with the buttons above</source>
        <translation>Arraste arquivos ou pastas para cá, ou adicione-os com os botões acima</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Arquivos</translation>
    </message>
    <message>
        <source>Files of this save</source>
        <translation>Arquivos deste salvamento</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>Filtrar por nome</translation>
    </message>
    <message>
        <source>Looking through folders…</source>
        <translation>Examinando as pastas…</translation>
    </message>
    <message>
        <source>Not added, because it is not on this computer: {names}</source>
        <translation>Não adicionado, pois não está neste computador: {names}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Remover</translation>
    </message>
    <message>
        <source>Remove the selected files</source>
        <translation>Remover os arquivos selecionados</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renomear</translation>
    </message>
    <message>
        <source>This save has begun: files can be removed, but not added or renamed</source>
        <translation>Este salvamento já começou: é possível remover arquivos, mas não adicionar nem renomear</translation>
    </message>
    <message>
        <source>Undo removing files</source>
        <translation>Desfazer a remoção de arquivos</translation>
    </message>
    <message>
        <source>Use the su&amp;ggested names</source>
        <translation>&amp;Usar os nomes sugeridos</translation>
    </message>
    <message>
        <source>Use the suggested names</source>
        <translation>Usar os nomes sugeridos</translation>
    </message>
</context>
<context>
    <name>FilesQuestion</name>
    <message numerus="yes">
        <source>%n file(s) need your answer</source>
        <translation>
            <numerusform>%n arquivo precisa da sua resposta</numerusform>
            <numerusform>%n arquivos precisam da sua resposta</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Leave these out</source>
        <translation>&amp;Deixar estes de fora</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Agora não</translation>
    </message>
    <message>
        <source>&amp;Send again</source>
        <translation>&amp;Enviar de novo</translation>
    </message>
    <message>
        <source>Files in question</source>
        <translation>Arquivos em questão</translation>
    </message>
    <message>
        <source>Sending again takes each file as it is on this computer now. Leaving out means that the record is completed without it.</source>
        <translation>Enviar de novo usa cada arquivo como está agora neste computador. Deixar de fora significa que o registro é concluído sem ele.</translation>
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
        <translation>Animações</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Perguntar</translation>
    </message>
    <message>
        <source>Choose files in the desktop&apos;s own dialog</source>
        <translation>Escolher arquivos na caixa de diálogo do próprio ambiente</translation>
    </message>
    <message>
        <source>Closing while a save runs</source>
        <translation>Ao fechar durante um salvamento</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Cores</translation>
    </message>
    <message>
        <source>Continue in the background</source>
        <translation>Continuar em segundo plano</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Escuro</translation>
    </message>
    <message>
        <source>Follow links that lead out of an added folder</source>
        <translation>Seguir links que saem de uma pasta adicionada</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>Como o sistema</translation>
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
        <translation>Enviar também os arquivos ocultos de ambientes de trabalho e ferramentas</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>Interromper e sair</translation>
    </message>
    <message>
        <source>Tell me when a save ends in the background</source>
        <translation>Avisar quando um salvamento terminar em segundo plano</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Add a folder</source>
        <translation>Adicionar uma pasta</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Adicionar arquivos</translation>
    </message>
    <message>
        <source>Cancel the running stage; the draft stays</source>
        <translation>Cancelar a etapa em andamento; o rascunho permanece</translation>
    </message>
    <message>
        <source>Change the name under which a file is stored</source>
        <translation>Mudar o nome com que um arquivo é armazenado</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>Fechar os detalhes</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ajuda</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Histórico</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Teclado</translation>
    </message>
    <message>
        <source>New save</source>
        <translation>Novo salvamento</translation>
    </message>
    <message>
        <source>Remove the chosen files</source>
        <translation>Remover os arquivos escolhidos</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Salvar</translation>
    </message>
    <message>
        <source>This help</source>
        <translation>Esta ajuda</translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation>Desfazer a remoção</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Inacabados</translation>
    </message>
</context>
<context>
    <name>MetadataForm</name>
    <message>
        <source>year-month-day</source>
        <translation>ano-mês-dia</translation>
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
        <translation>Histórico</translation>
    </message>
    <message>
        <source>New save</source>
        <translation>Novo salvamento</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Configurações</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Inacabados</translation>
    </message>
    <message numerus="yes">
        <source>Unfinished: %n save(s)</source>
        <translation>
            <numerusform>Inacabados: %n salvamento</numerusform>
            <numerusform>Inacabados: %n salvamentos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworkTab</name>
    <message>
        <source>Follow the system</source>
        <translation>Como o sistema</translation>
    </message>
    <message>
        <source>Further certificates (PEM file)</source>
        <translation>Outros certificados (arquivo PEM)</translation>
    </message>
    <message>
        <source>Kept in the keychain</source>
        <translation>Guardada no chaveiro</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Nenhum</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Proxy address</source>
        <translation>Endereço do proxy</translation>
    </message>
    <message>
        <source>Proxy password</source>
        <translation>Senha do proxy</translation>
    </message>
    <message>
        <source>Proxy user</source>
        <translation>Usuário do proxy</translation>
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
        <translation>C&amp;onta</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Salvar</translation>
    </message>
    <message>
        <source>&amp;Title *</source>
        <translation>&amp;Título *</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Conta</translation>
    </message>
    <message>
        <source>Accounts…</source>
        <translation>Contas…</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalhes</translation>
    </message>
    <message numerus="yes">
        <source>Details (%n required field(s) missing)</source>
        <translation>
            <numerusform>Detalhes (falta %n campo obrigatório)</numerusform>
            <numerusform>Detalhes (faltam %n campos obrigatórios)</numerusform>
        </translation>
    </message>
    <message>
        <source>Manage accounts</source>
        <translation>Gerenciar as contas</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Salvar</translation>
    </message>
    <message>
        <source>Title of the record</source>
        <translation>Título do registro</translation>
    </message>
    <message>
        <source>Waiting for the keychain of this computer: it may ask for its password in another window. You can also enter the token again, under Accounts.</source>
        <translation>Aguardando o chaveiro deste computador: ele pode estar pedindo a senha em outra janela. Você também pode informar o token de novo, em Contas.</translation>
    </message>
    <message>
        <source>What this record is about</source>
        <translation>Do que trata este registro</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>A draft may be left on the server, nobody could say yet. Going on or discarding looks first.</source>
        <translation>Pode ter ficado um rascunho no servidor; ainda não foi possível saber. Ao continuar ou descartar, isso é conferido primeiro.</translation>
    </message>
    <message>
        <source>Another window or program of yours runs this save now.</source>
        <translation>Outra janela ou outro programa seu está executando este salvamento agora.</translation>
    </message>
    <message numerus="yes">
        <source>Confirmed by size: %n of {total} file(s).</source>
        <translation>
            <numerusform>Confirmado pelo tamanho: %n de {total} arquivo.</numerusform>
            <numerusform>Confirmados pelo tamanho: %n de {total} arquivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Draft discarded</source>
        <translation>Rascunho descartado</translation>
    </message>
    <message>
        <source>Draft saved, ready to finalize</source>
        <translation>Rascunho salvo, pronto para finalizar</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrompido</translation>
    </message>
    <message>
        <source>It can be followed and stopped there.</source>
        <translation>É possível acompanhá-lo e interrompê-lo lá.</translation>
    </message>
    <message>
        <source>It may have been done: check again before anything else. Nothing will be done twice.</source>
        <translation>Pode ter sido feito: confira de novo antes de qualquer outra coisa. Nada será feito duas vezes.</translation>
    </message>
    <message>
        <source>No list of saves holds this save any more: look at its record on the service. Record: {record}. Link: {link}</source>
        <translation>Nenhuma lista contém mais este salvamento: veja o registro dele no serviço. Registro: {record}. Link: {link}</translation>
    </message>
    <message>
        <source>Not all files could be sent</source>
        <translation>Nem todos os arquivos puderam ser enviados</translation>
    </message>
    <message>
        <source>Not known yet whether it was done</source>
        <translation>Ainda não se sabe se foi feito</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Não salvo</translation>
    </message>
    <message>
        <source>Nothing was published yet: finalize it when you are ready.</source>
        <translation>Nada foi publicado ainda: finalize quando quiser.</translation>
    </message>
    <message>
        <source>Nothing was published. A draft is on the server; whether it holds any of the files is not confirmed.</source>
        <translation>Nada foi publicado. Há um rascunho no servidor; não está confirmado se ele contém algum dos arquivos.</translation>
    </message>
    <message>
        <source>Nothing was published. A draft without files is on the server.</source>
        <translation>Nada foi publicado. Há um rascunho sem arquivos no servidor.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing was published. Safe on the server: {safe} of %n file(s).</source>
        <translation>
            <numerusform>Nada foi publicado. A salvo no servidor: {safe} de %n arquivo.</numerusform>
            <numerusform>Nada foi publicado. A salvo no servidor: {safe} de %n arquivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was saved on the server. Your own files were not touched.</source>
        <translation>Nada foi salvo no servidor. Seus arquivos não foram tocados.</translation>
    </message>
    <message>
        <source>Nothing was sent</source>
        <translation>Nada foi enviado</translation>
    </message>
    <message>
        <source>Running in another window</source>
        <translation>Em andamento em outra janela</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Salvo</translation>
    </message>
    <message>
        <source>Sendoff ended before this save did.</source>
        <translation>O Sendoff foi encerrado antes de este salvamento terminar.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Interrompido</translation>
    </message>
    <message>
        <source>Stopped: the journal cannot be written</source>
        <translation>Interrompido: não é possível gravar no diário</translation>
    </message>
    <message>
        <source>The draft and its files were removed from the server.</source>
        <translation>O rascunho e seus arquivos foram removidos do servidor.</translation>
    </message>
    <message>
        <source>The reason is not the same for all of them.</source>
        <translation>O motivo não é o mesmo para todos.</translation>
    </message>
    <message>
        <source>The record could not be finalized</source>
        <translation>Não foi possível finalizar o registro</translation>
    </message>
    <message>
        <source>The record could not be prepared</source>
        <translation>Não foi possível preparar o registro</translation>
    </message>
    <message>
        <source>The record differs from what was sent</source>
        <translation>O registro difere do que foi enviado</translation>
    </message>
    <message>
        <source>The record is finalized on the server.</source>
        <translation>O registro está finalizado no servidor.</translation>
    </message>
    <message>
        <source>The record is finalized.</source>
        <translation>O registro está finalizado.</translation>
    </message>
    <message>
        <source>The record is not there any more</source>
        <translation>O registro não está mais lá</translation>
    </message>
    <message>
        <source>The save ended without saying why.</source>
        <translation>O salvamento terminou sem dizer por quê.</translation>
    </message>
    <message>
        <source>The server was asked, and could not say how it ended.</source>
        <translation>O servidor foi consultado e não soube dizer como terminou.</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while files were being sent.</source>
        <translation>A resposta do servidor se perdeu enquanto os arquivos eram enviados.</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while the record was being finalized.</source>
        <translation>A resposta do servidor se perdeu enquanto o registro era finalizado.</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while the record was being prepared.</source>
        <translation>A resposta do servidor se perdeu enquanto o registro era preparado.</translation>
    </message>
    <message>
        <source>The service has lost files</source>
        <translation>O serviço perdeu arquivos</translation>
    </message>
    <message>
        <source>The step goes on without Sendoff: check again to see how it ended.</source>
        <translation>A etapa continua sem o Sendoff: confira de novo para ver como terminou.</translation>
    </message>
    <message>
        <source>This save was stopped by its time limit.</source>
        <translation>Este salvamento foi interrompido pelo limite de tempo.</translation>
    </message>
    <message>
        <source>This save was stopped when Sendoff was closed.</source>
        <translation>Este salvamento foi interrompido quando o Sendoff foi fechado.</translation>
    </message>
    <message>
        <source>This save&apos;s files were taken out of your draft; the draft itself stays.</source>
        <translation>Os arquivos deste salvamento foram retirados do seu rascunho; o rascunho permanece.</translation>
    </message>
    <message numerus="yes">
        <source>Verified by checksum: %n of {total} file(s).</source>
        <translation>
            <numerusform>Verificado pela soma de verificação: %n de {total} arquivo.</numerusform>
            <numerusform>Verificados pela soma de verificação: %n de {total} arquivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>What this save put on the server is not there any more. Your own files were not touched.</source>
        <translation>O que este salvamento colocou no servidor não está mais lá. Seus arquivos não foram tocados.</translation>
    </message>
    <message>
        <source>You stopped this save.</source>
        <translation>Você interrompeu este salvamento.</translation>
    </message>
    <message>
        <source>Your own files were not touched.</source>
        <translation>Seus arquivos não foram tocados.</translation>
    </message>
</context>
<context>
    <name>OutcomeCard</name>
    <message>
        <source>&amp;New save</source>
        <translation>&amp;Novo salvamento</translation>
    </message>
    <message>
        <source>Begin another save</source>
        <translation>Começar outro salvamento</translation>
    </message>
    <message>
        <source>Copy lin&amp;k</source>
        <translation>Copiar &amp;link</translation>
    </message>
    <message>
        <source>Copy the record&apos;s address</source>
        <translation>Copiar o endereço do registro</translation>
    </message>
    <message>
        <source>Detai&amp;ls</source>
        <translation>Detal&amp;hes</translation>
    </message>
    <message>
        <source>Details of this save</source>
        <translation>Detalhes deste salvamento</translation>
    </message>
    <message>
        <source>Rec&amp;eipt</source>
        <translation>Reci&amp;bo</translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>Salvar o recibo</translation>
    </message>
</context>
<context>
    <name>PeopleEdit</name>
    <message>
        <source>Add a &amp;person or organisation</source>
        <translation>Adicionar uma p&amp;essoa ou organização</translation>
    </message>
    <message>
        <source>Add a person or organisation</source>
        <translation>Adicionar uma pessoa ou organização</translation>
    </message>
</context>
<context>
    <name>PrivacyTab</name>
    <message>
        <source> days</source>
        <translation> dias</translation>
    </message>
    <message>
        <source>Forget finished saves after</source>
        <translation>Esquecer salvamentos concluídos após</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>Saves and receipts hold titles and the paths of your files. Tokens are kept in the keychain of this computer and nowhere else.</source>
        <translation>Os salvamentos e recibos contêm títulos e os caminhos dos seus arquivos. Os tokens ficam no chaveiro deste computador e em nenhum outro lugar.</translation>
    </message>
</context>
<context>
    <name>RecordPresenter</name>
    <message numerus="yes">
        <source>%n file(s) saved</source>
        <translation>
            <numerusform>%n arquivo salvo</numerusform>
            <numerusform>%n arquivos salvos</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>Salvar o recibo</translation>
    </message>
    <message>
        <source>Where to save the copies</source>
        <translation>Onde salvar as cópias</translation>
    </message>
</context>
<context>
    <name>RecordViewer</name>
    <message>
        <source>&amp;Save a copy…</source>
        <translation>&amp;Salvar uma cópia…</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Consultando o serviço…</translation>
    </message>
    <message>
        <source>Checksum</source>
        <translation>Soma de verificação</translation>
    </message>
    <message>
        <source>Columns of the files</source>
        <translation>Colunas dos arquivos</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Danificado</translation>
    </message>
    <message>
        <source>Different</source>
        <translation>Diferente</translation>
    </message>
    <message>
        <source>Files of this record</source>
        <translation>Arquivos deste registro</translation>
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
        <translation>Nome</translation>
    </message>
    <message>
        <source>Not from this save</source>
        <translation>Não é deste salvamento</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>Same size</source>
        <translation>Mesmo tamanho</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Salvar uma cópia</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Veredito</translation>
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
        <translation>&amp;Olhar de novo</translation>
    </message>
    <message>
        <source>&amp;Repair</source>
        <translation>&amp;Reparar</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Parar</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>Consultando o serviço…</translation>
    </message>
    <message>
        <source>Columns of the names</source>
        <translation>Colunas dos nomes</translation>
    </message>
    <message numerus="yes">
        <source>Draft {id} at {account}, compared with %n file(s) here.</source>
        <translation>
            <numerusform>Rascunho {id} em {account}, comparado com %n arquivo daqui.</numerusform>
            <numerusform>Rascunho {id} em {account}, comparado com %n arquivos daqui.</numerusform>
        </translation>
    </message>
    <message>
        <source>In the draft</source>
        <translation>No rascunho</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Olhar de novo</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>Names in the draft and here</source>
        <translation>Nomes no rascunho e aqui</translation>
    </message>
    <message>
        <source>Nothing is overwritten unless you tick it: the draft&apos;s own content is lost then.</source>
        <translation>Nada é sobrescrito se você não marcar: nesse caso, o conteúdo do rascunho se perde.</translation>
    </message>
    <message>
        <source>Repair draft</source>
        <translation>Reparar rascunho</translation>
    </message>
    <message>
        <source>Repair the draft</source>
        <translation>Reparar o rascunho</translation>
    </message>
    <message>
        <source>Repairing sends what is missing and removes what was never finished.</source>
        <translation>Ao reparar, envia-se o que falta e remove-se o que nunca foi concluído.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Stop repairing</source>
        <translation>Parar o reparo</translation>
    </message>
    <message>
        <source>Stopped. What was repaired before stays repaired.</source>
        <translation>Parado. O que já foi reparado permanece.</translation>
    </message>
    <message>
        <source>The draft holds your files, and nothing unfinished.</source>
        <translation>O rascunho contém os seus arquivos e nada inacabado.</translation>
    </message>
    <message>
        <source>{name}: {sent} of {size} sent, not yet confirmed</source>
        <translation>{name}: {sent} de {size} enviados, ainda não confirmados</translation>
    </message>
</context>
<context>
    <name>RunsModel</name>
    <message>
        <source>Nothing at {account}</source>
        <translation>Nada em {account}</translation>
    </message>
    <message>
        <source>On the server</source>
        <translation>No servidor</translation>
    </message>
    <message>
        <source>Ready to finalize</source>
        <translation>Pronto para finalizar</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Running in another window</source>
        <translation>Em andamento em outra janela</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Salvo</translation>
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
        <translation>Onde parou</translation>
    </message>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) at {account}</source>
        <translation>
            <numerusform>{confirmed} de %n arquivo em {account}</numerusform>
            <numerusform>{confirmed} de %n arquivos em {account}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>&amp;Check with the server</source>
        <translation>Con&amp;ferir com o servidor</translation>
    </message>
    <message>
        <source>&amp;Discard…</source>
        <translation>&amp;Descartar…</translation>
    </message>
    <message>
        <source>&amp;Forget this save…</source>
        <translation>&amp;Esquecer este salvamento…</translation>
    </message>
    <message>
        <source>&amp;Open record</source>
        <translation>&amp;Abrir o registro</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Retomar</translation>
    </message>
    <message>
        <source>Columns of the saves</source>
        <translation>Colunas dos salvamentos</translation>
    </message>
    <message>
        <source>Data (JSON)</source>
        <translation>Dados (JSON)</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Histórico</translation>
    </message>
    <message>
        <source>Nothing unfinished</source>
        <translation>Nada inacabado</translation>
    </message>
    <message>
        <source>R&amp;eceipt</source>
        <translation>Re&amp;cibo</translation>
    </message>
    <message>
        <source>Re&amp;pair draft…</source>
        <translation>Re&amp;parar rascunho…</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>&amp;Mostrar</translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>Salvar o recibo</translation>
    </message>
    <message>
        <source>Saves you complete appear here, with a receipt.</source>
        <translation>Os salvamentos concluídos aparecem aqui, com um recibo.</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabela (CSV)</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Inacabados</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>Página da web (HTML)</translation>
    </message>
</context>
<context>
    <name>Scenario</name>
    <message>
        <source>A body that moves has no limit in all: slow is no failure.</source>
        <translation>Um envio que avança não tem limite total: lento não é falha.</translation>
    </message>
    <message>
        <source>A bounded number of tries, each from a fresh reader; the content is exact.</source>
        <translation>Um número limitado de tentativas, cada uma lendo de novo; o conteúdo é exato.</translation>
    </message>
    <message>
        <source>A clear refusal is shown at once with its cause; once fixed, the same save continues.</source>
        <translation>Uma recusa clara é mostrada logo, com a causa; depois de corrigida, o mesmo salvamento continua.</translation>
    </message>
    <message>
        <source>A draft is saved and finalized later</source>
        <translation>Um rascunho é salvo e finalizado depois</translation>
    </message>
    <message>
        <source>A draft that is ready is listed, and finalizes in one step.</source>
        <translation>Um rascunho pronto aparece na lista e é finalizado em um passo.</translation>
    </message>
    <message>
        <source>A file gets no answer and was not stored</source>
        <translation>Um arquivo fica sem resposta e não foi armazenado</translation>
    </message>
    <message>
        <source>A file gets no answer, though it was stored</source>
        <translation>Um arquivo fica sem resposta, embora tenha sido armazenado</translation>
    </message>
    <message>
        <source>A file is redirected to another address</source>
        <translation>Um arquivo é redirecionado para outro endereço</translation>
    </message>
    <message>
        <source>A file is refused as too large while it is being sent</source>
        <translation>Um arquivo é recusado por ser grande demais enquanto é enviado</translation>
    </message>
    <message>
        <source>A file vanishes from your disk before it is sent</source>
        <translation>Um arquivo some do disco antes de ser enviado</translation>
    </message>
    <message>
        <source>A gateway times out though the record was finalized</source>
        <translation>Um gateway esgota o tempo embora o registro tenha sido finalizado</translation>
    </message>
    <message>
        <source>A hint instead of Cancel; the limit passes, the upload continues, and is found.</source>
        <translation>Um aviso em vez de Cancelar; o limite passa, o envio continua e é encontrado.</translation>
    </message>
    <message>
        <source>A lock that passes is waited for, visibly and with a cap.</source>
        <translation>Um bloqueio passageiro é aguardado, à vista e com um teto.</translation>
    </message>
    <message>
        <source>A network login page answers in place of the service</source>
        <translation>Uma página de login da rede responde no lugar do serviço</translation>
    </message>
    <message>
        <source>A new token is enough: no file and no record is made anew.</source>
        <translation>Basta um novo token: nenhum arquivo ou registro é criado de novo.</translation>
    </message>
    <message>
        <source>A page for people is never taken for success; after the sign-in the save continues.</source>
        <translation>Uma página para pessoas nunca é tomada por sucesso; após o login, o salvamento continua.</translation>
    </message>
    <message>
        <source>A record without files</source>
        <translation>Um registro sem arquivos</translation>
    </message>
    <message>
        <source>A redirect is not success, and the token goes to no other site.</source>
        <translation>Um redirecionamento não é sucesso, e o token não vai a nenhum outro site.</translation>
    </message>
    <message>
        <source>A row with its reason; the other files go, and finalizing is held.</source>
        <translation>Uma linha com o motivo; os outros arquivos seguem e a finalização aguarda.</translation>
    </message>
    <message>
        <source>A short break is waited out without a word of failure.</source>
        <translation>Uma interrupção curta é aguardada sem falar em falha.</translation>
    </message>
    <message>
        <source>A stopped save is discarded</source>
        <translation>Um salvamento interrompido é descartado</translation>
    </message>
    <message>
        <source>A success that cannot be understood is checked with the service.</source>
        <translation>Um sucesso que não se entende é conferido com o serviço.</translation>
    </message>
    <message>
        <source>A timeout is not a failure: the service says it was done.</source>
        <translation>Um tempo esgotado não é falha: o serviço diz que foi feito.</translation>
    </message>
    <message>
        <source>After its restart it is asked, and says that it was done.</source>
        <translation>Após reiniciar, ele é consultado e diz que foi feito.</translation>
    </message>
    <message>
        <source>After the limit a message says so; Resume continues when it is back.</source>
        <translation>Após o limite, uma mensagem diz isso; Retomar continua quando ela volta.</translation>
    </message>
    <message>
        <source>After the time limit the service is asked first; only then is the request repeated.</source>
        <translation>Após o limite, o serviço é consultado primeiro; só então o pedido é repetido.</translation>
    </message>
    <message>
        <source>All files are safe; Retry finalization makes no new record and sends no file again.</source>
        <translation>Todos os arquivos estão seguros; Tentar finalizar de novo não cria outro registro nem reenvia arquivos.</translation>
    </message>
    <message>
        <source>An empty file, and a name with every kind of character</source>
        <translation>Um arquivo vazio e um nome com todo tipo de caractere</translation>
    </message>
    <message>
        <source>An upload that cannot be stopped succeeds late</source>
        <translation>Um envio que não pode ser interrompido termina bem, mas tarde</translation>
    </message>
    <message>
        <source>Both are stored exactly, and shown as plain text.</source>
        <translation>Ambos são armazenados exatamente e mostrados como texto simples.</translation>
    </message>
    <message>
        <source>Bytes of a file are corrupted on the way</source>
        <translation>Bytes de um arquivo se corrompem no caminho</translation>
    </message>
    <message>
        <source>Cancel in the middle of a file</source>
        <translation>Cancelar no meio de um arquivo</translation>
    </message>
    <message>
        <source>Cancel while the record is prepared</source>
        <translation>Cancelar enquanto o registro é preparado</translation>
    </message>
    <message>
        <source>Checksums show it, and what is stored in the end is what you have.</source>
        <translation>As somas revelam, e o que fica armazenado no fim é o que você tem.</translation>
    </message>
    <message>
        <source>Each call has a limit in all: a service that drips cannot hold you up.</source>
        <translation>Cada chamada tem um limite total: um serviço que goteja não pode segurar você.</translation>
    </message>
    <message>
        <source>Finalizing is never repeated under another key.</source>
        <translation>A finalização nunca é repetida com outra chave.</translation>
    </message>
    <message>
        <source>Finalizing takes a while as a job</source>
        <translation>A finalização demora um pouco como tarefa</translation>
    </message>
    <message>
        <source>Going offline is no failure: Sendoff waits and continues.</source>
        <translation>Ficar sem conexão não é falha: o Sendoff espera e continua.</translation>
    </message>
    <message>
        <source>Half an answer is no answer; one record is made.</source>
        <translation>Meia resposta não é resposta; um só registro é criado.</translation>
    </message>
    <message>
        <source>It is neither overwritten nor taken for yours.</source>
        <translation>Ele não é sobrescrito nem tomado por seu.</translation>
    </message>
    <message>
        <source>It is reported at once and not tried again and again; the small files are still sent.</source>
        <translation>Isso é dito logo e não é tentado repetidas vezes; os arquivos pequenos seguem.</translation>
    </message>
    <message>
        <source>It is started again, and the same save continues.</source>
        <translation>Ele é iniciado de novo e o mesmo salvamento continua.</translation>
    </message>
    <message>
        <source>Killed in the middle of a large file</source>
        <translation>Encerrado à força no meio de um arquivo grande</translation>
    </message>
    <message>
        <source>Killed right after the record was created</source>
        <translation>Encerrado à força logo após criar o registro</translation>
    </message>
    <message>
        <source>Killed right after the record was finalized</source>
        <translation>Encerrado à força logo após finalizar o registro</translation>
    </message>
    <message>
        <source>Neither a parser&apos;s message nor a second publishing: the record is read.</source>
        <translation>Nem uma mensagem do analisador nem uma segunda publicação: o registro é lido.</translation>
    </message>
    <message>
        <source>No answer to the finalization, though it was done</source>
        <translation>Sem resposta à finalização, embora tenha sido feita</translation>
    </message>
    <message>
        <source>No answer to the finalization, which was not done</source>
        <translation>Sem resposta à finalização, que não foi feita</translation>
    </message>
    <message>
        <source>No answer to the new record, and nothing was created</source>
        <translation>Sem resposta ao novo registro, e nada foi criado</translation>
    </message>
    <message>
        <source>No answer to the new record, though it was created</source>
        <translation>Sem resposta ao novo registro, embora tenha sido criado</translation>
    </message>
    <message>
        <source>Nothing more is written after Cancel, and what remains can be resumed or discarded.</source>
        <translation>Após Cancelar nada mais é gravado, e o que resta pode ser retomado ou descartado.</translation>
    </message>
    <message>
        <source>Nothing reads as confirmed before the service&apos;s own word is there.</source>
        <translation>Nada aparece como confirmado antes que o próprio serviço o diga.</translation>
    </message>
    <message>
        <source>Nothing reads as done that does not agree, and nothing is finalized.</source>
        <translation>Nada que não coincida aparece como concluído, e nada é finalizado.</translation>
    </message>
    <message>
        <source>Nothing remains on the server, and your own files are not touched.</source>
        <translation>Nada resta no servidor, e os seus arquivos não são tocados.</translation>
    </message>
    <message>
        <source>One clear message, not one a file; Resume begins with a new draft.</source>
        <translation>Uma só mensagem clara, não uma por arquivo; Retomar começa com um novo rascunho.</translation>
    </message>
    <message>
        <source>One question for all files; those that are confirmed are not sent again.</source>
        <translation>Uma pergunta para todos os arquivos; os confirmados não são reenviados.</translation>
    </message>
    <message>
        <source>One record, each file once.</source>
        <translation>Um registro, cada arquivo uma vez.</translation>
    </message>
    <message>
        <source>Other content is already stored under a file&apos;s name</source>
        <translation>Já existe outro conteúdo com o nome de um arquivo</translation>
    </message>
    <message>
        <source>Progress shows what has left this computer, not what was read from disk.</source>
        <translation>O progresso mostra o que saiu deste computador, não o que foi lido do disco.</translation>
    </message>
    <message>
        <source>Quit in the middle of a file</source>
        <translation>Sair no meio de um arquivo</translation>
    </message>
    <message>
        <source>Quit while the record is finalized</source>
        <translation>Sair enquanto o registro é finalizado</translation>
    </message>
    <message>
        <source>Quit while the record is prepared</source>
        <translation>Sair enquanto o registro é preparado</translation>
    </message>
    <message>
        <source>Sendoff ends in bounded time, and the next start offers to resume.</source>
        <translation>O Sendoff encerra em tempo limitado, e o próximo início oferece retomar.</translation>
    </message>
    <message>
        <source>Sendoff stops waiting, asks until it is settled, and says: saved.</source>
        <translation>O Sendoff deixa de esperar, pergunta até esclarecer e diz: salvo.</translation>
    </message>
    <message>
        <source>Silence after the last byte is noticed, and that one file is sent again.</source>
        <translation>O silêncio após o último byte é notado, e só esse arquivo é reenviado.</translation>
    </message>
    <message>
        <source>Someone else deletes the draft while files are sent</source>
        <translation>Alguém apaga o rascunho enquanto arquivos são enviados</translation>
    </message>
    <message>
        <source>Something on the way doubles every request</source>
        <translation>Algo no caminho duplica cada pedido</translation>
    </message>
    <message>
        <source>Stop and quit keeps what is confirmed and never asks a second time.</source>
        <translation>Interromper e sair mantém o confirmado e nunca pergunta de novo.</translation>
    </message>
    <message>
        <source>The answer drips in, one byte now and then</source>
        <translation>A resposta chega aos pingos, um byte de vez em quando</translation>
    </message>
    <message>
        <source>The answer is lost and the service cannot be asked</source>
        <translation>A resposta se perde e o serviço não pode ser consultado</translation>
    </message>
    <message>
        <source>The answer to the finalization is lost</source>
        <translation>A resposta à finalização se perde</translation>
    </message>
    <message>
        <source>The answer to the new record ends in its middle</source>
        <translation>A resposta ao novo registro termina no meio</translation>
    </message>
    <message>
        <source>The answer to the new record is lost</source>
        <translation>A resposta ao novo registro se perde</translation>
    </message>
    <message>
        <source>The answer to the new record makes no sense</source>
        <translation>A resposta ao novo registro não faz sentido</translation>
    </message>
    <message>
        <source>The break is waited out; the record is finalized once.</source>
        <translation>A interrupção é aguardada; o registro é finalizado uma vez.</translation>
    </message>
    <message>
        <source>The confirmation of a file is lost</source>
        <translation>A confirmação de um arquivo se perde</translation>
    </message>
    <message>
        <source>The connection breaks before the record is created</source>
        <translation>A conexão cai antes de o registro ser criado</translation>
    </message>
    <message>
        <source>The connection breaks twice in the middle of a file</source>
        <translation>A conexão cai duas vezes no meio de um arquivo</translation>
    </message>
    <message>
        <source>The connection breaks when the record is finalized</source>
        <translation>A conexão cai ao finalizar o registro</translation>
    </message>
    <message>
        <source>The connection falls silent in the middle of a large file</source>
        <translation>A conexão silencia no meio de um arquivo grande</translation>
    </message>
    <message>
        <source>The early answer is read and shown as it is, not as a broken connection.</source>
        <translation>A resposta antecipada é lida e mostrada como é, não como uma conexão rompida.</translation>
    </message>
    <message>
        <source>The file ends up stored once, with the right content.</source>
        <translation>O arquivo fica armazenado uma vez, com o conteúdo certo.</translation>
    </message>
    <message>
        <source>The job is followed to its end before anything reads done.</source>
        <translation>A tarefa é acompanhada até o fim antes que algo apareça como concluído.</translation>
    </message>
    <message>
        <source>The job that finalizes fails</source>
        <translation>A tarefa que finaliza falha</translation>
    </message>
    <message>
        <source>The limit is named; once there is room again, Resume sends that file.</source>
        <translation>O limite é dito; quando houver espaço, Retomar envia esse arquivo.</translation>
    </message>
    <message>
        <source>The link is slow, but it moves</source>
        <translation>A conexão é lenta, mas avança</translation>
    </message>
    <message>
        <source>The network goes away and stays away</source>
        <translation>A rede cai e não volta</translation>
    </message>
    <message>
        <source>The network goes away for a moment</source>
        <translation>A rede cai por um momento</translation>
    </message>
    <message>
        <source>The next start continues at the byte that the service has acknowledged.</source>
        <translation>O próximo início continua no byte que o serviço reconheceu.</translation>
    </message>
    <message>
        <source>The next start finds the record that the killed process never heard of: one record.</source>
        <translation>O próximo início encontra o registro do qual o processo encerrado não soube: um só registro.</translation>
    </message>
    <message>
        <source>The next start learns that it was done, and finalizes nothing again.</source>
        <translation>O próximo início descobre que foi feito e não finaliza nada de novo.</translation>
    </message>
    <message>
        <source>The other files still go; the record is not finalized until you have decided.</source>
        <translation>Os outros arquivos seguem; o registro não é finalizado até você decidir.</translation>
    </message>
    <message>
        <source>The pause is kept, and the files are not sent again.</source>
        <translation>A pausa é respeitada, e os arquivos não são reenviados.</translation>
    </message>
    <message>
        <source>The pause that the service asks for is kept, then the save continues.</source>
        <translation>A pausa que o serviço pede é respeitada e depois continua.</translation>
    </message>
    <message>
        <source>The quota is used up for one file</source>
        <translation>A cota se esgota para um arquivo</translation>
    </message>
    <message>
        <source>The record is created after the time limit</source>
        <translation>O registro é criado depois do limite de tempo</translation>
    </message>
    <message>
        <source>The record is finalized after the time limit</source>
        <translation>O registro é finalizado depois do limite de tempo</translation>
    </message>
    <message>
        <source>The record is found by its marker and used: there is one record, not two.</source>
        <translation>O registro é encontrado pela marca e usado: há um, não dois.</translation>
    </message>
    <message>
        <source>The record is still a draft, all files are safe, and it can be retried.</source>
        <translation>O registro ainda é um rascunho, os arquivos estão seguros e pode-se tentar de novo.</translation>
    </message>
    <message>
        <source>The same request with the same key is answered as before: one intent, one record.</source>
        <translation>O mesmo pedido com a mesma chave recebe a mesma resposta: uma intenção, um registro.</translation>
    </message>
    <message>
        <source>The sending stops at once, the confirmed file stays, and Resume sends only the rest.</source>
        <translation>O envio para logo, o confirmado fica e Retomar envia só o resto.</translation>
    </message>
    <message>
        <source>The service asks for a pause between files</source>
        <translation>O serviço pede uma pausa entre arquivos</translation>
    </message>
    <message>
        <source>The service crashes before it has stored the record</source>
        <translation>O serviço cai antes de armazenar o registro</translation>
    </message>
    <message>
        <source>The service crashes right after finalizing</source>
        <translation>O serviço cai logo após finalizar</translation>
    </message>
    <message>
        <source>The service does not read what is sent</source>
        <translation>O serviço não lê o que é enviado</translation>
    </message>
    <message>
        <source>The service is asked and says no; only then is Retry finalization offered.</source>
        <translation>O serviço é consultado e diz que não; só então se oferece Tentar finalizar de novo.</translation>
    </message>
    <message>
        <source>The service is overloaded when the record is created</source>
        <translation>O serviço está sobrecarregado ao criar o registro</translation>
    </message>
    <message>
        <source>The service is overloaded when the record is finalized</source>
        <translation>O serviço está sobrecarregado ao finalizar o registro</translation>
    </message>
    <message>
        <source>The service refuses one of three files</source>
        <translation>O serviço recusa um de três arquivos</translation>
    </message>
    <message>
        <source>The service refuses the new record</source>
        <translation>O serviço recusa o novo registro</translation>
    </message>
    <message>
        <source>The service refuses to finalize</source>
        <translation>O serviço se recusa a finalizar</translation>
    </message>
    <message>
        <source>The service reports other checksums than yours</source>
        <translation>O serviço informa outras somas de verificação</translation>
    </message>
    <message>
        <source>The service takes longer than you wait; asking again must not make a second record.</source>
        <translation>O serviço demora mais do que você espera; pedir de novo não deve criar outro registro.</translation>
    </message>
    <message>
        <source>The service&apos;s database is locked for a moment</source>
        <translation>O banco de dados do serviço fica bloqueado por um momento</translation>
    </message>
    <message>
        <source>The service&apos;s disk is full for one file</source>
        <translation>O disco do serviço está cheio para um arquivo</translation>
    </message>
    <message>
        <source>The stall is noticed, the connection dropped, and the rest sent over a fresh one.</source>
        <translation>A parada é notada, a conexão é abandonada e o resto vai por uma nova.</translation>
    </message>
    <message>
        <source>The token expires before the record is finalized</source>
        <translation>O token expira antes de o registro ser finalizado</translation>
    </message>
    <message>
        <source>The token expires in the middle of the batch</source>
        <translation>O token expira no meio do lote</translation>
    </message>
    <message>
        <source>The token has expired before the start</source>
        <translation>O token expirou antes do início</translation>
    </message>
    <message>
        <source>There is no Cancel while the record is finalized</source>
        <translation>Não há Cancelar enquanto o registro é finalizado</translation>
    </message>
    <message>
        <source>There is no upload step, and none is shown.</source>
        <translation>Não há etapa de envio, e nenhuma é mostrada.</translation>
    </message>
    <message>
        <source>This step cannot be stopped, and says so; it ends as it would have.</source>
        <translation>Esta etapa não pode ser interrompida e diz isso; termina como terminaria.</translation>
    </message>
    <message>
        <source>Too many requests: all files wait as long as asked, and none fails.</source>
        <translation>Pedidos demais: todos os arquivos esperam o tempo pedido e nenhum falha.</translation>
    </message>
    <message>
        <source>Unknown is called unknown; Retry is not offered until it is settled.</source>
        <translation>O desconhecido é chamado desconhecido; não se oferece nova tentativa até esclarecer.</translation>
    </message>
    <message>
        <source>What cannot be stopped is written down as unknown, and checked next time.</source>
        <translation>O que não pode ser interrompido é anotado como desconhecido e conferido na próxima vez.</translation>
    </message>
    <message>
        <source>You are asked once for a new token, and the save continues from there.</source>
        <translation>Um novo token é pedido uma vez, e o salvamento continua dali.</translation>
    </message>
</context>
<context>
    <name>ScenarioPanel</name>
    <message numerus="yes">
        <source>%n of {total} scenario(s) ended as they must</source>
        <translation>
            <numerusform>%n de {total} cenários terminou como deve</numerusform>
            <numerusform>%n de {total} cenários terminaram como devem</numerusform>
        </translation>
    </message>
    <message>
        <source>Actual</source>
        <translation>Real</translation>
    </message>
    <message>
        <source>Break the connection</source>
        <translation>Cortar a conexão</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>À mão</translation>
    </message>
    <message>
        <source>Columns of the verdict</source>
        <translation>Colunas do veredito</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Esperado</translation>
    </message>
    <message>
        <source>Expire the token</source>
        <translation>Expirar o token</translation>
    </message>
    <message>
        <source>Fill the disk</source>
        <translation>Encher o disco</translation>
    </message>
    <message>
        <source>Heal everything</source>
        <translation>Consertar tudo</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Próximo passo</translation>
    </message>
    <message>
        <source>Next: {step}</source>
        <translation>Próximo: {step}</translation>
    </message>
    <message>
        <source>Nothing has been run yet.</source>
        <translation>Nada foi executado ainda.</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Ponto</translation>
    </message>
    <message>
        <source>Points of the verdict</source>
        <translation>Pontos do veredito</translation>
    </message>
    <message>
        <source>Restart the service</source>
        <translation>Reiniciar o serviço</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>Executar todos</translation>
    </message>
    <message>
        <source>Run this scenario</source>
        <translation>Executar este cenário</translation>
    </message>
    <message>
        <source>Running {scenario}…</source>
        <translation>Executando {scenario}…</translation>
    </message>
    <message>
        <source>Save as you like to a service of QA&apos;s own, and break it with the switches</source>
        <translation>Salve como quiser em um serviço próprio do QA e quebre-o com os interruptores</translation>
    </message>
    <message>
        <source>Save the report…</source>
        <translation>Salvar o relatório…</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Cenário</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Cenários</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Passo a passo</translation>
    </message>
    <message numerus="yes">
        <source>{scenario}: %n point(s) differ</source>
        <translation>
            <numerusform>{scenario}: %n ponto difere</numerusform>
            <numerusform>{scenario}: %n pontos diferem</numerusform>
        </translation>
    </message>
    <message>
        <source>{scenario}: as it must be</source>
        <translation>{scenario}: como deve ser</translation>
    </message>
</context>
<context>
    <name>ScenarioPresenter</name>
    <message>
        <source>Save the report</source>
        <translation>Salvar o relatório</translation>
    </message>
    <message>
        <source>The scenarios cannot be run here.</source>
        <translation>Os cenários não podem ser executados aqui.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Accounts</source>
        <translation>Contas</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Geral</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Rede</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidade</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Configurações</translation>
    </message>
    <message>
        <source>Support &amp;report…</source>
        <translation>Relatório de s&amp;uporte…</translation>
    </message>
    <message>
        <source>This holds until Sendoff is closed: the settings could not be written to disk.</source>
        <translation>Isto vale até o Sendoff ser fechado: as configurações não puderam ser gravadas no disco.</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>Transferências</translation>
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
        <translation>&amp;Agora não</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>&amp;Token</translation>
    </message>
    <message>
        <source>Continue with this token</source>
        <translation>Continuar com este token</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Agora não</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>Entrar</translation>
    </message>
    <message>
        <source>Sign in to {account}</source>
        <translation>Entrar em {account}</translation>
    </message>
    <message>
        <source>The save waits here and continues with the new token.</source>
        <translation>O salvamento espera aqui e continua com o novo token.</translation>
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
        <translation>Conferindo com o servidor</translation>
    </message>
    <message>
        <source>Finalizing the record</source>
        <translation>Finalizando o registro</translation>
    </message>
    <message>
        <source>Preparing the record</source>
        <translation>Preparando o registro</translation>
    </message>
    <message>
        <source>This step can&apos;t be stopped once it has begun. Closing the window won&apos;t undo it.</source>
        <translation>Esta etapa não pode ser interrompida depois de iniciada. Fechar a janela não a desfará.</translation>
    </message>
    <message>
        <source>Uploading attachments</source>
        <translation>Enviando os anexos</translation>
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
        <translation>Verifica o seu rascunho; o que há nele permanece</translation>
    </message>
    <message>
        <source>Completes the record once every file is confirmed</source>
        <translation>Conclui o registro quando todos os arquivos estiverem confirmados</translation>
    </message>
    <message>
        <source>Creates a draft with your title</source>
        <translation>Cria um rascunho com o seu título</translation>
    </message>
    <message>
        <source>Sends the files; the server confirms each one</source>
        <translation>Envia os arquivos; o servidor confirma cada um</translation>
    </message>
    <message>
        <source>Stages of this save</source>
        <translation>Etapas deste salvamento</translation>
    </message>
    <message>
        <source>Stopped on request</source>
        <translation>Interrompido a pedido</translation>
    </message>
    <message>
        <source>Stopping: nothing new is written, the server is asked once more</source>
        <translation>Interrompendo: nada novo é gravado; o servidor é consultado mais uma vez</translation>
    </message>
    <message>
        <source>Stops here; the draft stays and can be resumed</source>
        <translation>Para aqui; o rascunho permanece e pode ser retomado</translation>
    </message>
    <message>
        <source>The draft is on the server</source>
        <translation>O rascunho está no servidor</translation>
    </message>
    <message>
        <source>The record is complete</source>
        <translation>O registro está completo</translation>
    </message>
    <message>
        <source>The server has not said yet how this ended</source>
        <translation>O servidor ainda não disse como terminou</translation>
    </message>
    <message>
        <source>Waiting for the server&apos;s answer</source>
        <translation>Aguardando a resposta do servidor</translation>
    </message>
    <message>
        <source>Waiting for you to sign in</source>
        <translation>Aguardando você entrar</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Em andamento</translation>
    </message>
    <message>
        <source>last byte received {time} ago</source>
        <translation>último byte recebido há {time}</translation>
    </message>
    <message>
        <source>last byte sent {time} ago</source>
        <translation>último byte enviado há {time}</translation>
    </message>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) confirmed</source>
        <translation>
            <numerusform>{confirmed} de %n arquivo confirmado</numerusform>
            <numerusform>{confirmed} de %n arquivos confirmados</numerusform>
        </translation>
    </message>
    <message>
        <source>{reason} Next attempt in {time}</source>
        <translation>{reason} Próxima tentativa em {time}</translation>
    </message>
    <message>
        <source>{received} of {total} received by the server</source>
        <translation>{received} de {total} recebidos pelo servidor</translation>
    </message>
    <message>
        <source>{sent} sent, not yet confirmed</source>
        <translation>{sent} enviados, ainda não confirmados</translation>
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
        <translation>Em processamento</translation>
    </message>
    <message>
        <source>Being removed</source>
        <translation>Sendo removido</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Confirmado</translation>
    </message>
    <message>
        <source>Different content</source>
        <translation>Conteúdo diferente</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Concluído</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Rascunho</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Falhou</translation>
    </message>
    <message>
        <source>Finalized</source>
        <translation>Finalizado</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>Em andamento</translation>
    </message>
    <message>
        <source>Left over, blocks publishing</source>
        <translation>Sobra, impede a publicação</translation>
    </message>
    <message>
        <source>Missing in the draft</source>
        <translation>Falta no rascunho</translation>
    </message>
    <message>
        <source>Never finished</source>
        <translation>Nunca terminado</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Não iniciado</translation>
    </message>
    <message>
        <source>Only in the draft</source>
        <translation>Somente no rascunho</translation>
    </message>
    <message>
        <source>Outcome not known</source>
        <translation>Resultado desconhecido</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lendo</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>Enviando</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Ignorado</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Interrompido</translation>
    </message>
    <message>
        <source>The server could not say whether it was done.</source>
        <translation>O servidor não soube dizer se foi feito.</translation>
    </message>
    <message>
        <source>The server says that it was done.</source>
        <translation>O servidor diz que foi feito.</translation>
    </message>
    <message>
        <source>The server says that it was not done.</source>
        <translation>O servidor diz que não foi feito.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Este computador</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Aguardando</translation>
    </message>
    <message>
        <source>Waiting for the server</source>
        <translation>Aguardando o servidor</translation>
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
        <translation>&amp;Incluir os nomes de arquivos e pastas</translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation>Final do log</translation>
    </message>
    <message>
        <source>It holds no token, no password and nothing of the content of your files. It is saved on this computer only; you decide whom to send it to.</source>
        <translation>Ele não contém token, senha nem nada do conteúdo dos seus arquivos. É salvo somente neste computador; você decide a quem enviá-lo.</translation>
    </message>
    <message>
        <source>Latest saves: stages, times, errors</source>
        <translation>Últimos salvamentos: etapas, tempos, erros</translation>
    </message>
    <message>
        <source>Parts of the report</source>
        <translation>Partes do relatório</translation>
    </message>
    <message>
        <source>Sa&amp;ve report…</source>
        <translation>&amp;Salvar o relatório…</translation>
    </message>
    <message>
        <source>Saved: {path}</source>
        <translation>Salvo: {path}</translation>
    </message>
    <message>
        <source>Settings and addresses of accounts</source>
        <translation>Configurações e endereços das contas</translation>
    </message>
    <message>
        <source>Support report</source>
        <translation>Relatório de suporte</translation>
    </message>
    <message>
        <source>Text of the chosen part</source>
        <translation>Texto da parte escolhida</translation>
    </message>
    <message>
        <source>The report could not be written. Choose another place, or free some space.</source>
        <translation>Não foi possível gravar o relatório. Escolha outro lugar ou libere espaço.</translation>
    </message>
    <message>
        <source>This is everything that the report holds</source>
        <translation>Isto é tudo o que o relatório contém</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versões</translation>
    </message>
    <message>
        <source>Where the program crashed</source>
        <translation>Onde o programa falhou</translation>
    </message>
</context>
<context>
    <name>SupportPresenter</name>
    <message>
        <source>Save the support report</source>
        <translation>Salvar o relatório de suporte</translation>
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
        <translation>Conforme o serviço precisar</translation>
    </message>
    <message>
        <source>Files at the same time</source>
        <translation>Arquivos ao mesmo tempo</translation>
    </message>
    <message>
        <source>Maximum rate</source>
        <translation>Velocidade máxima</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sem limite</translation>
    </message>
    <message>
        <source>Time for checking with the server</source>
        <translation>Tempo para conferir com o servidor</translation>
    </message>
    <message>
        <source>Time for finalizing</source>
        <translation>Tempo para finalizar</translation>
    </message>
    <message>
        <source>Time for one request to the server</source>
        <translation>Tempo para uma consulta ao servidor</translation>
    </message>
    <message>
        <source>Time for preparing the record</source>
        <translation>Tempo para preparar o registro</translation>
    </message>
    <message>
        <source>Time for the answer after the last byte</source>
        <translation>Tempo para a resposta após o último byte</translation>
    </message>
    <message>
        <source>Time to wait for a lost network</source>
        <translation>Tempo de espera se a rede cair</translation>
    </message>
    <message>
        <source>Time without any byte moving</source>
        <translation>Tempo sem nenhum byte se mover</translation>
    </message>
</context>
<context>
    <name>TroubleDialog</name>
    <message>
        <source>&amp;Copy report</source>
        <translation>Copiar relatór&amp;io</translation>
    </message>
    <message>
        <source>&amp;Do not show again</source>
        <translation>&amp;Não mostrar novamente</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalhes</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Algo deu errado</translation>
    </message>
    <message>
        <source>Support &amp;report…</source>
        <translation>Relatório de s&amp;uporte…</translation>
    </message>
</context>
<context>
    <name>_PersonRow</name>
    <message>
        <source>Family name, or organisation</source>
        <translation>Sobrenome ou organização</translation>
    </message>
    <message>
        <source>Given name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>ORCID</source>
        <translation>ORCID</translation>
    </message>
    <message>
        <source>Remove this person</source>
        <translation>Remover esta pessoa</translation>
    </message>
</context>
</TS>
