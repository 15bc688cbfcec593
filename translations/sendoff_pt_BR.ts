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
        <source>Another InvenioRDM site</source>
        <translation>Outro site InvenioRDM</translation>
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
        <source>Leave empty to keep the present one</source>
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
        <source>It can go on in the background. If it is stopped, what the server has confirmed stays there, and Sendoff offers to resume next time.</source>
        <translation>Ele pode continuar em segundo plano. Se for interrompido, o que o servidor confirmou fica lá, e o Sendoff oferecerá retomá-lo da próxima vez.</translation>
    </message>
    <message>
        <source>It can go on in the background. The step at work can&apos;t be stopped: on quitting, Sendoff asks the server next time how it ended.</source>
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
    <message numerus="yes">
        <source>The draft “{title}” and %n file(s) that are on the server will be deleted at {account}. The files on this computer stay.</source>
        <translation>
            <numerusform>O rascunho “{title}” e %n arquivo que está no servidor serão excluídos em {account}. Os arquivos deste computador permanecem.</numerusform>
            <numerusform>O rascunho “{title}” e %n arquivos que estão no servidor serão excluídos em {account}. Os arquivos deste computador permanecem.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailsDrawer</name>
    <message>
        <source>Close detai&amp;ls</source>
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
    <name>Error</name>
    <message>
        <source>A field</source>
        <translation>Um campo</translation>
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
        <source>Check again to see how it ended.</source>
        <translation>Confira de novo para ver como terminou.</translation>
    </message>
    <message>
        <source>Choose another account or add this one.</source>
        <translation>Escolha outra conta ou adicione esta.</translation>
    </message>
    <message>
        <source>Choose whether to send what is there now, or to leave them out.</source>
        <translation>Escolha se quer enviar o que há agora ou deixá-los de fora.</translation>
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
        <source>Each of them says why: send them again, or go on without them.</source>
        <translation>Cada um diz por quê: envie-os de novo ou continue sem eles.</translation>
    </message>
    <message>
        <source>Enter a new token: the save goes on where it was.</source>
        <translation>Informe um novo token: o salvamento continua de onde estava.</translation>
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
        <source>It is not sent; the other files are.</source>
        <translation>Não é enviado; os outros arquivos são.</translation>
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
        <source>Look at the address of the account.</source>
        <translation>Verifique o endereço da conta.</translation>
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
        <source>Make it smaller, or go on without it.</source>
        <translation>Reduza-o ou continue sem ele.</translation>
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
        <source>No token was entered.</source>
        <translation>Nenhum token foi informado.</translation>
    </message>
    <message>
        <source>Nothing was overwritten: decide which of the two is to stay.</source>
        <translation>Nada foi sobrescrito: decida qual dos dois deve ficar.</translation>
    </message>
    <message>
        <source>Nothing was sent. If your organisation has its own certificates, choose its certificate file in the settings.</source>
        <translation>Nada foi enviado. Se a sua organização tem certificados próprios, escolha o arquivo de certificado nas configurações.</translation>
    </message>
    <message>
        <source>Nothing was sent: close the other program, then try again.</source>
        <translation>Nada foi enviado: feche o outro programa e tente de novo.</translation>
    </message>
    <message>
        <source>Nothing was sent: make the folder writable, or choose another one.</source>
        <translation>Nada foi enviado: permita gravar na pasta ou escolha outra.</translation>
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
        <source>Send it again: it does not count yet.</source>
        <translation>Envie-o de novo: ainda não conta.</translation>
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
        <source>Sendoff&apos;s journal of saves is damaged and was set aside.</source>
        <translation>O diário de salvamentos do Sendoff está danificado e foi posto de lado.</translation>
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
        <source>The answer of {host} was cut off or not what the service should say.</source>
        <translation>A resposta de {host} veio cortada ou não é a que o serviço deveria dar.</translation>
    </message>
    <message>
        <source>The connection to {host} broke.</source>
        <translation>A conexão com {host} caiu.</translation>
    </message>
    <message>
        <source>The disk of this computer is full.</source>
        <translation>O disco deste computador está cheio.</translation>
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
        <source>The file&apos;s name is damaged: it holds bytes that are no letters.</source>
        <translation>O nome do arquivo está danificado: contém bytes que não são letras.</translation>
    </message>
    <message>
        <source>The journal of saves was written by a newer version of Sendoff.</source>
        <translation>O diário de salvamentos foi gravado por uma versão mais nova do Sendoff.</translation>
    </message>
    <message>
        <source>The keychain of this computer did not answer.</source>
        <translation>O chaveiro deste computador não respondeu.</translation>
    </message>
    <message>
        <source>The keychain of this computer does not keep the token.</source>
        <translation>O chaveiro deste computador não guarda o token.</translation>
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
        <source>The record on the service is not as Sendoff left it.</source>
        <translation>O registro no serviço não está como o Sendoff o deixou.</translation>
    </message>
    <message>
        <source>The record was deleted on the service.</source>
        <translation>O registro foi excluído no serviço.</translation>
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
        <source>The server holds other content under this name than your file.</source>
        <translation>O servidor tem com este nome um conteúdo diferente do seu arquivo.</translation>
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
        <source>The service has locked the record while it works on it.</source>
        <translation>O serviço bloqueou o registro enquanto trabalha nele.</translation>
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
        <source>The service may be down, or the address may be wrong: try again later.</source>
        <translation>O serviço pode estar fora do ar, ou o endereço pode estar errado: tente mais tarde.</translation>
    </message>
    <message>
        <source>The service refused, for a reason that Sendoff does not know.</source>
        <translation>O serviço recusou, por um motivo que o Sendoff não conhece.</translation>
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
        <source>The token is kept for this session only and must be entered again next time.</source>
        <translation>O token é mantido só nesta sessão e precisará ser informado na próxima vez.</translation>
    </message>
    <message>
        <source>The transfer stood still: nothing moved to {host} any more.</source>
        <translation>A transferência parou: nada mais avançava para {host}.</translation>
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
        <source>This is a folder.</source>
        <translation>Isto é uma pasta.</translation>
    </message>
    <message>
        <source>This is a link to a folder whose files are there already.</source>
        <translation>É um link para uma pasta cujos arquivos já estão aqui.</translation>
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
        <source>Try again later; if it stays so, show the report to those who run the service.</source>
        <translation>Tente mais tarde; se continuar assim, mostre o relatório a quem administra o serviço.</translation>
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
        <source>Use that address in the account instead.</source>
        <translation>Use esse endereço na conta.</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the journal as it is.</source>
        <translation>Use a versão mais nova: esta deixa o diário como está.</translation>
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
        <source>another name</source>
        <translation>outro nome</translation>
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
        <source>{field} cannot be used as it is.</source>
        <translation>{field} não pode ser usado como está.</translation>
    </message>
    <message>
        <source>{field} is missing.</source>
        <translation>Falta {field}.</translation>
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
        <translation>Nome (armazenado como)</translation>
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
        <source>%n file(s), {size}</source>
        <translation>
            <numerusform>%n arquivo, {size}</numerusform>
            <numerusform>%n arquivos, {size}</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Remover</translation>
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
        <source>Undo removing files</source>
        <translation>Desfazer a remoção de arquivos</translation>
    </message>
    <message>
        <source>Use the s&amp;uggested names</source>
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
        <source>As the system</source>
        <translation>Como o sistema</translation>
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
        <source>Dark</source>
        <translation>Escuro</translation>
    </message>
    <message>
        <source>Follow links that lead out of an added folder</source>
        <translation>Seguir links que saem de uma pasta adicionada</translation>
    </message>
    <message>
        <source>Go on in the background</source>
        <translation>Continuar em segundo plano</translation>
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
        <source>Cancel the stage at work; the draft stays</source>
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
        <source>As the system</source>
        <translation>Como o sistema</translation>
    </message>
    <message>
        <source>Further certificates (PEM file)</source>
        <translation>Outros certificados (arquivo PEM)</translation>
    </message>
    <message>
        <source>Kept in the keychain</source>
        <translation>Guardado no chaveiro</translation>
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
        <source>&amp;Save</source>
        <translation>&amp;Salvar</translation>
    </message>
    <message>
        <source>&amp;Title *</source>
        <translation>&amp;Título *</translation>
    </message>
    <message>
        <source>A&amp;ccount</source>
        <translation>C&amp;onta</translation>
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
        <source>What this record is about</source>
        <translation>Do que trata este registro</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>Another window or program of yours runs this save now.</source>
        <translation>Outra janela ou outro programa seu está executando este salvamento agora.</translation>
    </message>
    <message numerus="yes">
        <source>Confirmed by size: %n of {total} file(s).</source>
        <translation>
            <numerusform>Confirmado pelo tamanho: %n de {total} arquivos.</numerusform>
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
        <translation>O Sendoff foi encerrado antes deste salvamento terminar.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Interrompido</translation>
    </message>
    <message>
        <source>The draft and its files were removed from the server.</source>
        <translation>O rascunho e seus arquivos foram removidos do servidor.</translation>
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
        <source>The record is finalized on the server.</source>
        <translation>O registro está finalizado no servidor.</translation>
    </message>
    <message>
        <source>The record is finalized.</source>
        <translation>O registro está finalizado.</translation>
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
    <message numerus="yes">
        <source>Verified by checksum: %n of {total} file(s).</source>
        <translation>
            <numerusform>Verificado pela soma de verificação: %n de {total} arquivos.</numerusform>
            <numerusform>Verificados pela soma de verificação: %n de {total} arquivos.</numerusform>
        </translation>
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
        <source>Copy &amp;link</source>
        <translation>Copiar &amp;link</translation>
    </message>
    <message>
        <source>Copy the record&apos;s address</source>
        <translation>Copiar o endereço do registro</translation>
    </message>
    <message>
        <source>De&amp;tails</source>
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
    <name>RecordDesk</name>
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
        <source>Different</source>
        <translation>Diferente</translation>
    </message>
    <message>
        <source>Files of this record</source>
        <translation>Arquivos deste registro</translation>
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
        <source>Not whole</source>
        <translation>Incompleto</translation>
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
        <source>&amp;Go on</source>
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
        <source>Go on with this token</source>
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
        <source>The save waits here and goes on with the new token.</source>
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
        <source>At work</source>
        <translation>Em andamento</translation>
    </message>
    <message>
        <source>Cancel this stage</source>
        <translation>Cancelar esta etapa</translation>
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
        <source>Confirmed</source>
        <translation>Confirmado</translation>
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
        <source>Not begun</source>
        <translation>Não iniciado</translation>
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
        <source>Fastest rate</source>
        <translation>Velocidade máxima</translation>
    </message>
    <message>
        <source>Files at the same time</source>
        <translation>Arquivos ao mesmo tempo</translation>
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
        <source>Time for one question to the server</source>
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
        <source>Something went wrong</source>
        <translation>Algo deu errado</translation>
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
<context>
    <name>self.window</name>
    <message>
        <source>River levels, with a map and notes</source>
        <translation>Níveis do rio, com um mapa e anotações</translation>
    </message>
</context>
</TS>
