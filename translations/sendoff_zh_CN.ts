<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AccountDialog</name>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keep account</source>
        <translation>保留账户(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Service</source>
        <translation>服务(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>访问令牌(&amp;T)</translation>
    </message>
    <message>
        <source>Add an account</source>
        <translation>添加账户</translation>
    </message>
    <message>
        <source>Another {service} site</source>
        <translation>其他 {service} 站点</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>正在询问服务…</translation>
    </message>
    <message>
        <source>Edit the account</source>
        <translation>编辑账户</translation>
    </message>
    <message>
        <source>Leave empty to keep the current one</source>
        <translation>留空则保留现有访问令牌</translation>
    </message>
    <message>
        <source>Signed in as {name}.</source>
        <translation>已登录为 {name}。</translation>
    </message>
    <message>
        <source>T&amp;est connection</source>
        <translation>测试连接(&amp;E)</translation>
    </message>
    <message>
        <source>These plug-ins cannot be loaded: {names}</source>
        <translation>无法加载这些插件：{names}</translation>
    </message>
    <message>
        <source>What you call it</source>
        <translation>自定名称</translation>
    </message>
</context>
<context>
    <name>AccountsTab</name>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>正在询问服务…</translation>
    </message>
    <message>
        <source>Signed in as {name}.</source>
        <translation>已登录为 {name}。</translation>
    </message>
    <message>
        <source>The connection works.</source>
        <translation>连接正常。</translation>
    </message>
</context>
<context>
    <name>Action</name>
    <message>
        <source>Check again</source>
        <translation>重新核对</translation>
    </message>
    <message>
        <source>Correct the form</source>
        <translation>更正表单</translation>
    </message>
    <message>
        <source>Discard draft</source>
        <translation>丢弃草稿</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>无需操作</translation>
    </message>
    <message>
        <source>Open record</source>
        <translation>打开记录</translation>
    </message>
    <message>
        <source>Resume upload</source>
        <translation>继续上传</translation>
    </message>
    <message>
        <source>Retry finalization</source>
        <translation>重试完成</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>重新登录</translation>
    </message>
</context>
<context>
    <name>App</name>
    <message>
        <source>River levels, with a map and notes</source>
        <translation>河流水位，附地图和笔记</translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message>
        <source>&amp;Stay</source>
        <translation>留下(&amp;S)</translation>
    </message>
    <message>
        <source>A save is running</source>
        <translation>正在进行保存</translation>
    </message>
    <message>
        <source>It can continue in the background. If it is stopped, what the server has confirmed stays there, and Sendoff offers to resume next time.</source>
        <translation>保存可以在后台继续。如果停止，服务器已确认的内容会保留，下次启动时 Sendoff 会提示继续。</translation>
    </message>
    <message>
        <source>It can continue in the background. The current step can&apos;t be stopped: if you quit, Sendoff asks the server next time how it ended.</source>
        <translation>保存可以在后台继续。当前步骤无法停止：退出后，Sendoff 下次会向服务器询问结果。</translation>
    </message>
    <message>
        <source>Keep uploading in the &amp;background</source>
        <translation>在后台继续上传(&amp;B)</translation>
    </message>
    <message>
        <source>Stop and &amp;quit</source>
        <translation>停止并退出(&amp;Q)</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Show Sendoff</source>
        <translation>显示 Sendoff</translation>
    </message>
</context>
<context>
    <name>Confirm</name>
    <message>
        <source>&amp;Discard draft</source>
        <translation>丢弃草稿(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>忘记(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Take out</source>
        <translation>取出(&amp;T)</translation>
    </message>
    <message>
        <source>Discard the draft?</source>
        <translation>丢弃草稿？</translation>
    </message>
    <message>
        <source>Forget this save?</source>
        <translation>忘记本次保存？</translation>
    </message>
    <message>
        <source>Sendoff&apos;s own note of “{title}” is removed, with its receipt. Nothing is deleted at {account} or among your files.</source>
        <translation>将移除 Sendoff 关于“{title}”的记载及其回执。不会删除 {account} 上或本地的任何文件。</translation>
    </message>
    <message>
        <source>Take the files out again?</source>
        <translation>要把文件重新取出吗？</translation>
    </message>
    <message numerus="yes">
        <source>The draft “{title}” and %n file(s) that are on the server will be deleted at {account}. The files on this computer stay.</source>
        <translation>
            <numerusform>将在 {account} 删除草稿“{title}”及服务器上的 %n 个文件。本机上的文件会保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>What this save has put into the draft “{title}” will be deleted at {account}. The draft itself and the files on this computer stay.</source>
        <translation>本次保存放入草稿“{title}”的内容将从 {account} 删除。草稿本身和本机上的文件会保留。</translation>
    </message>
</context>
<context>
    <name>DetailsDrawer</name>
    <message>
        <source>Close &amp;details</source>
        <translation>关闭详细信息(&amp;W)</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>关闭详细信息</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy re&amp;port</source>
        <translation>复制报告(&amp;B)</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Report of this save, without secrets</source>
        <translation>本次保存的报告，不含机密</translation>
    </message>
</context>
<context>
    <name>DraftChooser</name>
    <message>
        <source>A new record</source>
        <translation>新记录</translation>
    </message>
    <message>
        <source>Attach to</source>
        <translation>附加到</translation>
    </message>
    <message>
        <source>List the drafts again</source>
        <translation>重新列出草稿</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>New record or existing draft</source>
        <translation>新记录或已有草稿</translation>
    </message>
    <message>
        <source>Repair draft…</source>
        <translation>修复草稿…</translation>
    </message>
    <message>
        <source>Repair the chosen draft</source>
        <translation>修复所选草稿</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>A draft of an earlier attempt came late and was left as it is: {record}.</source>
        <translation>先前一次尝试的草稿出现得较晚，已原样保留：{record}。</translation>
    </message>
    <message>
        <source>A draft of an earlier attempt came late; it was empty and was removed.</source>
        <translation>先前一次尝试的草稿出现得较晚；它是空的，已被移除。</translation>
    </message>
    <message>
        <source>A field</source>
        <translation>某个字段</translation>
    </message>
    <message>
        <source>A finalized record takes no files: keep your own files, and save them to a new record.</source>
        <translation>已完成的记录不再接收文件：请保留您自己的文件，并将其保存到新记录。</translation>
    </message>
    <message>
        <source>A new journal was begun; the old one was kept beside it.</source>
        <translation>已新建日志；旧日志保留在旁边。</translation>
    </message>
    <message>
        <source>A part of the name is empty or holds dots only.</source>
        <translation>名称的某一部分为空或只有点号。</translation>
    </message>
    <message>
        <source>A web page answered in place of the service: perhaps a network&apos;s login page, or the address is not the service&apos;s.</source>
        <translation>答复的是网页而不是服务：可能是网络登录页面，或地址不属于该服务。</translation>
    </message>
    <message>
        <source>An earlier attempt of this step is not over yet.</source>
        <translation>此步骤的先前尝试尚未结束。</translation>
    </message>
    <message>
        <source>Another process holds the records of this computer and does not answer.</source>
        <translation>另一个进程占用了本机的记录，且没有响应。</translation>
    </message>
    <message>
        <source>Another program holds Sendoff&apos;s journal of saves.</source>
        <translation>另一个程序占用了 Sendoff 的保存日志。</translation>
    </message>
    <message>
        <source>Another program holds this file.</source>
        <translation>另一个程序占用了此文件。</translation>
    </message>
    <message>
        <source>Another window or program of yours runs this save now.</source>
        <translation>另一个窗口或程序正在执行此次保存。</translation>
    </message>
    <message>
        <source>Ask the owner of the record, or use a token with more rights.</source>
        <translation>请联系记录的所有者，或使用权限更高的访问令牌。</translation>
    </message>
    <message>
        <source>Change them on the service&apos;s own page, then go on here without a change.</source>
        <translation>请在服务的页面上更改，然后在此不作更改地继续。</translation>
    </message>
    <message>
        <source>Check again to see how it ended.</source>
        <translation>请重新核对以查看结果。</translation>
    </message>
    <message>
        <source>Choose another account or add this one.</source>
        <translation>请选择其他账户，或添加此账户。</translation>
    </message>
    <message>
        <source>Choose at least one file, then save again.</source>
        <translation>请至少选择一个文件，然后再次保存。</translation>
    </message>
    <message>
        <source>Choose whether to send what is there now, or to leave them out.</source>
        <translation>请选择发送现有内容，或将其排除。</translation>
    </message>
    <message>
        <source>Close the other program, then try again.</source>
        <translation>请关闭另一个程序，然后重试。</translation>
    </message>
    <message>
        <source>Copy it again from the service&apos;s own page.</source>
        <translation>请从服务自己的页面重新复制。</translation>
    </message>
    <message>
        <source>Copy the address of its start page, such as https://example.org.</source>
        <translation>请复制其首页地址，例如 https://example.org。</translation>
    </message>
    <message>
        <source>Correct it, then save again: nothing is sent twice.</source>
        <translation>请更正后再次保存：任何内容都不会重复发送。</translation>
    </message>
    <message>
        <source>Desktops and tools leave this behind: it is sent only where you ask for it.</source>
        <translation>这是桌面环境和工具留下的：只有在要求时才会发送。</translation>
    </message>
    <message>
        <source>Each of them says why: send them again, or go on without them.</source>
        <translation>每个文件都注明了原因：请重新发送，或不含这些文件继续。</translation>
    </message>
    <message>
        <source>End the other process, then try again.</source>
        <translation>请结束该进程后重试。</translation>
    </message>
    <message>
        <source>Enter a new token: the save goes on where it was.</source>
        <translation>请输入新的访问令牌：保存将从原处继续。</translation>
    </message>
    <message>
        <source>Enter its token, then go on.</source>
        <translation>请输入其访问令牌，然后继续。</translation>
    </message>
    <message>
        <source>Enter them in the settings, under proxy; they are not your token.</source>
        <translation>请在设置的代理部分中输入；它们不是访问令牌。</translation>
    </message>
    <message>
        <source>Files have changed or gone since they were chosen.</source>
        <translation>有文件在选定之后已更改或消失。</translation>
    </message>
    <message>
        <source>Follow it there, or close that one first.</source>
        <translation>请在那里查看进展，或先将其关闭。</translation>
    </message>
    <message>
        <source>Give it another name here; your own file keeps its name.</source>
        <translation>请在此另取名称；本地文件名称不变。</translation>
    </message>
    <message>
        <source>Give one of them another name here; your own files keep theirs.</source>
        <translation>请在此为其中一个另取名称；本地文件名称不变。</translation>
    </message>
    <message>
        <source>It asks to wait {seconds} s.</source>
        <translation>它要求等待 {seconds} 秒。</translation>
    </message>
    <message>
        <source>It can be resumed or discarded.</source>
        <translation>可以继续，也可以丢弃。</translation>
    </message>
    <message>
        <source>It is never sent.</source>
        <translation>它永远不会被发送。</translation>
    </message>
    <message>
        <source>It is not sent; the other files are.</source>
        <translation>它不会被发送；其他文件会被发送。</translation>
    </message>
    <message>
        <source>It was not opened: look for the record on the service&apos;s own page.</source>
        <translation>未打开：请在该服务自己的页面上查找此记录。</translation>
    </message>
    <message>
        <source>It was not sent: choose it again, or go on without it.</source>
        <translation>未发送：请重新选择，或不含此文件继续。</translation>
    </message>
    <message>
        <source>It was not sent: choose whether to send what is there now.</source>
        <translation>未发送：请选择是否发送现有内容。</translation>
    </message>
    <message>
        <source>It was not sent: move it to a shorter path and choose it again, or leave it out.</source>
        <translation>它未被发送：请将其移到较短的路径并重新选择，或者不包含它。</translation>
    </message>
    <message>
        <source>It was stopped on request.</source>
        <translation>已按要求停止。</translation>
    </message>
    <message>
        <source>List the saves to see their names.</source>
        <translation>请列出各次保存以查看其名称。</translation>
    </message>
    <message>
        <source>Look at the address of the account and at your network connection.</source>
        <translation>请检查账户的地址和网络连接。</translation>
    </message>
    <message>
        <source>Look at the address of the account; if it is right, show the report to those who run the service.</source>
        <translation>请检查账户的地址；如果地址无误，请将报告提供给服务的管理者。</translation>
    </message>
    <message>
        <source>Look at the proxy in the settings.</source>
        <translation>请检查设置中的代理。</translation>
    </message>
    <message>
        <source>Look at the record on the service, then decide how to go on.</source>
        <translation>请查看服务上的记录，再决定如何继续。</translation>
    </message>
    <message>
        <source>Make a token with this scope on the service&apos;s own page, then enter it here.</source>
        <translation>请在服务的页面上创建具有此权限的访问令牌，然后在此输入。</translation>
    </message>
    <message>
        <source>Make it smaller, or go on without it.</source>
        <translation>请缩小该文件，或不含此文件继续。</translation>
    </message>
    <message>
        <source>Make it writable, or name another one in SENDOFF_HOME, and start again.</source>
        <translation>请允许写入该文件夹，或在 SENDOFF_HOME 中指定另一个，然后重新启动。</translation>
    </message>
    <message>
        <source>Make room on it, then go on.</source>
        <translation>请释放空间后继续。</translation>
    </message>
    <message>
        <source>Make room there or ask for more; small files may still go through.</source>
        <translation>请在那里释放空间或申请更多空间；小文件可能仍可发送。</translation>
    </message>
    <message>
        <source>Make the folder named service in Sendoff&apos;s own folder writable, then try again.</source>
        <translation>请将 Sendoff 自己的文件夹中名为 service 的文件夹设为可写，然后重试。</translation>
    </message>
    <message>
        <source>Make the folder {folder} writable, or name another one in SENDOFF_HOME.</source>
        <translation>请允许写入文件夹 {folder}，或在 SENDOFF_HOME 中指定另一个。</translation>
    </message>
    <message>
        <source>No package that is installed brings services of the kind {service}.</source>
        <translation>已安装的软件包均不提供 {service} 类型的服务。</translation>
    </message>
    <message>
        <source>No token is known here for the account {account}.</source>
        <translation>这里没有账户 {account} 的访问令牌。</translation>
    </message>
    <message>
        <source>No token was entered.</source>
        <translation>未输入访问令牌。</translation>
    </message>
    <message>
        <source>Nothing can be written to it: start Sendoff again, which begins a new one.</source>
        <translation>已无法写入该日志：请重新启动 Sendoff，它会新建一个。</translation>
    </message>
    <message>
        <source>Nothing has to be done about it.</source>
        <translation>无需为此做任何事。</translation>
    </message>
    <message>
        <source>Nothing that the server confirmed is lost, and what did not end is under Unfinished. A support report helps to find the cause.</source>
        <translation>服务器已确认的内容没有丢失，未结束的保存在“未完成”中。支持报告有助于找出原因。</translation>
    </message>
    <message>
        <source>Nothing that was named is a file that can be sent.</source>
        <translation>指定的内容中没有可以发送的文件。</translation>
    </message>
    <message>
        <source>Nothing was changed. Put back a copy of the folder named service in Sendoff&apos;s own folder, or move it away to begin with an empty one.</source>
        <translation>未作任何更改。请恢复 Sendoff 自己的文件夹中名为 service 的文件夹的副本，或将它移走，从空文件夹重新开始。</translation>
    </message>
    <message>
        <source>Nothing was overwritten: decide which of the two is to stay.</source>
        <translation>未覆盖任何内容：请决定保留哪一个。</translation>
    </message>
    <message>
        <source>Nothing was sent. Choose another certificate file in the settings, or none.</source>
        <translation>未发送任何内容。请在设置中选择其他证书文件，或不选。</translation>
    </message>
    <message>
        <source>Nothing was sent. Correct the variable or remove it, then start Sendoff again.</source>
        <translation>未发送任何内容。请更正或删除该变量，然后重新启动 Sendoff。</translation>
    </message>
    <message>
        <source>Nothing was sent. If the clock of this computer is wrong, set it; if it is right, only those who run the service can renew the certificate.</source>
        <translation>未发送任何内容。如果此计算机的时钟不准，请校正；如果准确，则只有服务的管理者能更新证书。</translation>
    </message>
    <message>
        <source>Nothing was sent. If your organisation has its own certificates, choose its certificate file in the settings.</source>
        <translation>未发送任何内容。如果所在机构使用自己的证书，请在设置中选择其证书文件。</translation>
    </message>
    <message>
        <source>Nothing was sent. Look at the address of the account; if it is right, another server stands between, perhaps that of the network you are in.</source>
        <translation>未发送任何内容。请检查账户的地址；如果地址无误，则中间有另一台服务器，可能是您所在网络的服务器。</translation>
    </message>
    <message>
        <source>Nothing was sent: correct the file, then save again.</source>
        <translation>未发送任何内容：请更正文件，然后再次保存。</translation>
    </message>
    <message>
        <source>Nothing was sent: save again without naming it.</source>
        <translation>未发送任何内容：请不指定它，再次保存。</translation>
    </message>
    <message>
        <source>Open a web browser to sign in to the network, or look at the address.</source>
        <translation>请打开浏览器登录网络，或检查地址。</translation>
    </message>
    <message>
        <source>Over plain HTTP everyone on the way to {host} could read your token.</source>
        <translation>使用未加密的 HTTP 时，通往 {host} 途中的任何人都能读取访问令牌。</translation>
    </message>
    <message>
        <source>Pack several into one archive, or use several records.</source>
        <translation>请将多个文件打包为一个压缩文件，或使用多个记录。</translation>
    </message>
    <message>
        <source>People on Windows cannot store a file under this name.</source>
        <translation>Windows 用户无法用此名称存储文件。</translation>
    </message>
    <message>
        <source>Save again to make a new record.</source>
        <translation>请再次保存以创建新记录。</translation>
    </message>
    <message>
        <source>Send fewer files at the same time, or allow more open files, then go on.</source>
        <translation>请减少同时发送的文件数，或允许打开更多文件，然后继续。</translation>
    </message>
    <message>
        <source>Send it again: it does not count yet.</source>
        <translation>请重新发送：目前尚不算数。</translation>
    </message>
    <message>
        <source>Sendoff cannot use its own folder.</source>
        <translation>Sendoff 无法使用自己的文件夹。</translation>
    </message>
    <message>
        <source>Sendoff crashed when it ran last.</source>
        <translation>Sendoff 上次运行时崩溃了。</translation>
    </message>
    <message>
        <source>Sendoff has too many files open: it cannot open its journal of saves as well.</source>
        <translation>Sendoff 打开的文件过多：无法再打开保存日志。</translation>
    </message>
    <message>
        <source>Sendoff has too many files open: it cannot open this one as well.</source>
        <translation>Sendoff 打开的文件过多：无法再打开此文件。</translation>
    </message>
    <message>
        <source>Sendoff may not write to its own folder.</source>
        <translation>Sendoff 无权写入自己的文件夹。</translation>
    </message>
    <message>
        <source>Sendoff sends no token there: use the address that begins with https.</source>
        <translation>Sendoff 不会向那里发送访问令牌：请使用以 https 开头的地址。</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves cannot be used now.</source>
        <translation>Sendoff 的保存日志现在无法使用。</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves is damaged and was set aside.</source>
        <translation>Sendoff 的保存日志已损坏，已另行存放。</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves is damaged: nothing more can be written to it.</source>
        <translation>Sendoff 的保存日志已损坏，无法继续写入。</translation>
    </message>
    <message>
        <source>Sendoff&apos;s journal of saves was deleted or replaced while it was open.</source>
        <translation>Sendoff 的保存日志在打开期间被删除或替换。</translation>
    </message>
    <message>
        <source>Some files could not be sent.</source>
        <translation>部分文件未能发送。</translation>
    </message>
    <message>
        <source>Something went wrong inside Sendoff.</source>
        <translation>Sendoff 内部出现问题。</translation>
    </message>
    <message>
        <source>Something went wrong inside the service.</source>
        <translation>服务内部出现问题。</translation>
    </message>
    <message>
        <source>Start Sendoff again: it keeps the damaged journal beside a new one. What the server has confirmed is safe there.</source>
        <translation>请重新启动 Sendoff：它会保留损坏的日志，并另建新日志。服务器已确认的内容在服务器上是安全的。</translation>
    </message>
    <message>
        <source>The account of this computer is always there and cannot be changed.</source>
        <translation>本机账户始终存在，不能更改。</translation>
    </message>
    <message>
        <source>The account {account} is not there.</source>
        <translation>账户 {account} 不存在。</translation>
    </message>
    <message>
        <source>The address holds a user name or password: it must not.</source>
        <translation>地址中含有用户名或密码：这是不允许的。</translation>
    </message>
    <message>
        <source>The address names no bucket: it has to end with /BUCKET or /BUCKET/PREFIX.</source>
        <translation>地址中没有存储桶：必须以 /存储桶 或 /存储桶/前缀 结尾。</translation>
    </message>
    <message>
        <source>The address that is kept for this record does not lead to its service.</source>
        <translation>为此记录保存的地址并不指向它的服务。</translation>
    </message>
    <message>
        <source>The answer of {host} was cut off or not what the service should say.</source>
        <translation>{host} 的答复被截断，或不是服务应有的内容。</translation>
    </message>
    <message>
        <source>The certificate of {host} begins on {date}; the clock of this computer says {today}.</source>
        <translation>{host} 的证书从 {date} 起生效；此计算机的时钟显示 {today}。</translation>
    </message>
    <message>
        <source>The certificate of {host} ended on {date}; the clock of this computer says {today}.</source>
        <translation>{host} 的证书已于 {date} 到期；此计算机的时钟显示 {today}。</translation>
    </message>
    <message>
        <source>The clock of this computer differs too much from the one of the service.</source>
        <translation>本机时钟与服务的时钟相差过大。</translation>
    </message>
    <message>
        <source>The connection to {host} broke.</source>
        <translation>与 {host} 的连接已中断。</translation>
    </message>
    <message>
        <source>The database of the records service of this computer is damaged.</source>
        <translation>本机记录服务的数据库已损坏。</translation>
    </message>
    <message>
        <source>The disk of this computer is full.</source>
        <translation>本机磁盘已满。</translation>
    </message>
    <message>
        <source>The draft has a title and details of its own.</source>
        <translation>该草稿有自己的标题和详细信息。</translation>
    </message>
    <message>
        <source>The drive reports an error while the file is read.</source>
        <translation>读取文件时驱动器报错。</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>无法读取文件。</translation>
    </message>
    <message>
        <source>The file has changed since it was chosen.</source>
        <translation>文件在选定之后已更改。</translation>
    </message>
    <message>
        <source>The file has no name.</source>
        <translation>文件没有名称。</translation>
    </message>
    <message>
        <source>The file is empty, and the service takes no empty files.</source>
        <translation>文件为空，而服务不接受空文件。</translation>
    </message>
    <message>
        <source>The file is no longer there: it was moved, renamed or deleted.</source>
        <translation>文件已不在：被移动、重命名或删除。</translation>
    </message>
    <message>
        <source>The file is too large for the service.</source>
        <translation>文件过大，服务不接受。</translation>
    </message>
    <message>
        <source>The file is too large: the service takes up to {limit}.</source>
        <translation>文件过大：服务最多接受 {limit}。</translation>
    </message>
    <message>
        <source>The file of certificates {ca_file} cannot be read.</source>
        <translation>无法读取证书文件 {ca_file}。</translation>
    </message>
    <message>
        <source>The file of certificates {ca_file} is not there.</source>
        <translation>证书文件 {ca_file} 不存在。</translation>
    </message>
    <message>
        <source>The file {ca_file} holds no certificates.</source>
        <translation>文件 {ca_file} 中没有证书。</translation>
    </message>
    <message>
        <source>The file&apos;s name is damaged: it holds bytes that are no letters.</source>
        <translation>文件名已损坏：含有不是文字的字节。</translation>
    </message>
    <message>
        <source>The finalized record does not hold this file.</source>
        <translation>已完成的记录中没有这个文件。</translation>
    </message>
    <message>
        <source>The journal of saves was written by a newer version of Sendoff.</source>
        <translation>保存日志由更新版本的 Sendoff 写入。</translation>
    </message>
    <message>
        <source>The journal was left as it is: try again in a moment.</source>
        <translation>日志保持原样：请稍后再试。</translation>
    </message>
    <message>
        <source>The keychain of this computer did not answer.</source>
        <translation>本机的钥匙串没有答复。</translation>
    </message>
    <message>
        <source>The keychain of this computer does not answer, so the token cannot be read from it.</source>
        <translation>本机的钥匙串没有响应，因此无法读取访问令牌。</translation>
    </message>
    <message>
        <source>The keychain of this computer does not give the token.</source>
        <translation>本机的钥匙串不提供访问令牌。</translation>
    </message>
    <message>
        <source>The keychain of this computer does not keep the token.</source>
        <translation>本机的钥匙串不保存访问令牌。</translation>
    </message>
    <message>
        <source>The keychain of this computer is locked, so the token cannot be read from it.</source>
        <translation>本机的钥匙串已锁定，因此无法读取访问令牌。</translation>
    </message>
    <message>
        <source>The keychain of this computer is locked.</source>
        <translation>本机的钥匙串已锁定。</translation>
    </message>
    <message>
        <source>The name has {length} bytes; the service takes {limit}.</source>
        <translation>名称有 {length} 字节；服务最多接受 {limit} 字节。</translation>
    </message>
    <message>
        <source>The name has {length} characters; the service takes {limit}.</source>
        <translation>名称有 {length} 个字符；服务最多接受 {limit} 个。</translation>
    </message>
    <message>
        <source>The name holds characters that cannot be seen, such as line breaks.</source>
        <translation>名称含有不可见字符，例如换行符。</translation>
    </message>
    <message>
        <source>The network drive with this file does not answer.</source>
        <translation>此文件所在的网络驱动器没有答复。</translation>
    </message>
    <message>
        <source>The path to this file is longer than this computer can open.</source>
        <translation>此文件的路径太长，本机无法打开。</translation>
    </message>
    <message>
        <source>The proxy did not let the connection through.</source>
        <translation>代理未放行此连接。</translation>
    </message>
    <message>
        <source>The proxy setting {name} cannot be understood.</source>
        <translation>无法理解代理设置 {name}。</translation>
    </message>
    <message>
        <source>The proxy wants a user name and a password of its own.</source>
        <translation>代理需要它自己的用户名和密码。</translation>
    </message>
    <message>
        <source>The record is published: its files can be changed no more.</source>
        <translation>记录已发布：其文件不能再更改。</translation>
    </message>
    <message>
        <source>The record on the service does not hold {key} as it was sent.</source>
        <translation>服务上的记录中的 {key} 与所发送的不一致。</translation>
    </message>
    <message>
        <source>The record on the service is not as Sendoff left it.</source>
        <translation>服务上的记录与 Sendoff 离开时不同。</translation>
    </message>
    <message>
        <source>The record was deleted on the service.</source>
        <translation>记录已在服务上被删除。</translation>
    </message>
    <message>
        <source>The records of this computer were written by a newer version of Sendoff.</source>
        <translation>本机的记录由更新版本的 Sendoff 写入。</translation>
    </message>
    <message>
        <source>The records service of this computer cannot use its folder.</source>
        <translation>本机的记录服务无法使用自己的文件夹。</translation>
    </message>
    <message>
        <source>The records service of this computer did not start in time.</source>
        <translation>本机的记录服务未能及时启动。</translation>
    </message>
    <message>
        <source>The records service of this computer did not start.</source>
        <translation>本机的记录服务未能启动。</translation>
    </message>
    <message>
        <source>The records service of this computer did not start: the disk is full.</source>
        <translation>本机的记录服务未能启动：磁盘已满。</translation>
    </message>
    <message>
        <source>The repair of the draft {record} with the account {account} was cut off.</source>
        <translation>使用账户 {account} 对草稿 {record} 的修复被中断。</translation>
    </message>
    <message>
        <source>The save {run} is not in the journal.</source>
        <translation>日志中没有保存 {run}。</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>The server holds a file under this name that cannot be compared with yours.</source>
        <translation>服务器上有一个同名文件，无法与您的文件比较。</translation>
    </message>
    <message>
        <source>The server holds other content under this name than your file.</source>
        <translation>服务器上同名文件的内容与本地文件不同。</translation>
    </message>
    <message>
        <source>The server that answered as {host} has a certificate for {names}.</source>
        <translation>以 {host} 名义应答的服务器所持证书属于 {names}。</translation>
    </message>
    <message>
        <source>The server took the file, but its list does not show it as whole.</source>
        <translation>服务器接收了文件，但其列表未显示文件完整。</translation>
    </message>
    <message>
        <source>The service asks for a pause: too many requests in a short time.</source>
        <translation>服务要求暂停：短时间内请求过多。</translation>
    </message>
    <message>
        <source>The service does not accept the token: it is missing, wrong or expired.</source>
        <translation>服务不接受访问令牌：缺失、错误或已过期。</translation>
    </message>
    <message>
        <source>The service does not accept what was filled in.</source>
        <translation>服务不接受所填内容。</translation>
    </message>
    <message>
        <source>The service does not take this file name.</source>
        <translation>服务不接受此文件名。</translation>
    </message>
    <message>
        <source>The service does not take this type of content.</source>
        <translation>服务不接受此类型的内容。</translation>
    </message>
    <message>
        <source>The service drops a space or a dot at the beginning or end of a name.</source>
        <translation>服务会去掉名称首尾的空格或点号。</translation>
    </message>
    <message>
        <source>The service has damaged this file: it holds other content than it stored.</source>
        <translation>服务损坏了此文件：现有内容与当初存储的不同。</translation>
    </message>
    <message>
        <source>The service has locked the record while it works on it.</source>
        <translation>服务正在处理该记录，已将其锁定。</translation>
    </message>
    <message>
        <source>The service has lost or damaged files of this record, such as {key}.</source>
        <translation>服务丢失或损坏了此记录的文件，例如 {key}。</translation>
    </message>
    <message>
        <source>The service has lost this file: its content is gone there.</source>
        <translation>服务丢失了此文件：其内容在那里已不存在。</translation>
    </message>
    <message>
        <source>The service has moved to {location}.</source>
        <translation>服务已迁移到{location}。</translation>
    </message>
    <message>
        <source>The service has no such record or file.</source>
        <translation>服务上没有这样的记录或文件。</translation>
    </message>
    <message>
        <source>The service has seen this request before with other content.</source>
        <translation>服务之前收到过此请求，但内容不同。</translation>
    </message>
    <message>
        <source>The service is closed for maintenance.</source>
        <translation>服务正在维护，暂停使用。</translation>
    </message>
    <message>
        <source>The service is too busy at the moment.</source>
        <translation>服务目前过于繁忙。</translation>
    </message>
    <message>
        <source>The service keeps this file name for a description of its own.</source>
        <translation>服务将此文件名保留用于自己的说明。</translation>
    </message>
    <message>
        <source>The service may be down, or the address may be wrong: try again later.</source>
        <translation>服务可能已停止，或地址有误：请稍后重试。</translation>
    </message>
    <message>
        <source>The service of this account shows no list of drafts.</source>
        <translation>此账户的服务不提供草稿列表。</translation>
    </message>
    <message>
        <source>The service refused, for a reason that Sendoff does not know.</source>
        <translation>服务拒绝了请求，Sendoff 不知其原因。</translation>
    </message>
    <message>
        <source>The service refused.</source>
        <translation>服务拒绝了请求。</translation>
    </message>
    <message>
        <source>The service says: {text}</source>
        <translation>服务说明：{text}</translation>
    </message>
    <message>
        <source>The service takes no slash in a name.</source>
        <translation>服务不接受名称中的斜杠。</translation>
    </message>
    <message>
        <source>The service takes up to {limit} files in one record.</source>
        <translation>服务的一个记录最多接受 {limit} 个文件。</translation>
    </message>
    <message>
        <source>The service was asked to do it, and has not done it.</source>
        <translation>已请求服务执行此操作，但服务没有执行。</translation>
    </message>
    <message>
        <source>The service was at another point than Sendoff expected.</source>
        <translation>服务所处的进度与 Sendoff 预期的不同。</translation>
    </message>
    <message>
        <source>The store has no such bucket.</source>
        <translation>存储中没有这个存储桶。</translation>
    </message>
    <message>
        <source>The system makes up this file while it is read: its size cannot be known.</source>
        <translation>系统在读取时才生成此文件：无法得知其大小。</translation>
    </message>
    <message>
        <source>The token is kept for this session only and must be entered again next time.</source>
        <translation>访问令牌仅在本次会话中保留，下次需重新输入。</translation>
    </message>
    <message>
        <source>The token may not create or change records: it may lack the scope {scope}.</source>
        <translation>该访问令牌不能创建或更改记录：可能缺少权限 {scope}。</translation>
    </message>
    <message>
        <source>The token may not publish records: it may lack the scope {scope}.</source>
        <translation>该访问令牌不能发布记录：可能缺少权限 {scope}。</translation>
    </message>
    <message>
        <source>The token of a bucket is its key id and secret key, with a colon between them.</source>
        <translation>存储桶的令牌由密钥 ID 和私有密钥组成，中间用冒号分隔。</translation>
    </message>
    <message>
        <source>The transfer stood still: nothing moved to {host} any more.</source>
        <translation>传输停滞：不再有数据发往 {host}。</translation>
    </message>
    <message>
        <source>The variable {name} names a file of certificates that is not there.</source>
        <translation>变量 {name} 指定的证书文件不存在。</translation>
    </message>
    <message>
        <source>The variable {name} names a file that cannot be read or holds no certificates.</source>
        <translation>变量 {name} 指定的文件无法读取或不含证书。</translation>
    </message>
    <message>
        <source>There is no server called {host}.</source>
        <translation>没有名为 {host} 的服务器。</translation>
    </message>
    <message>
        <source>There is no space left for you on the server.</source>
        <translation>服务器上已没有可用空间。</translation>
    </message>
    <message>
        <source>These are more files than the service takes in one record.</source>
        <translation>文件数超过了服务单个记录的上限。</translation>
    </message>
    <message>
        <source>This belongs to Sendoff itself, with its tokens and its journal.</source>
        <translation>这属于 Sendoff 本身，其中有它的访问令牌和日志。</translation>
    </message>
    <message>
        <source>This cannot be a token: a token is one word of plain letters, digits and signs.</source>
        <translation>这不可能是访问令牌：访问令牌由普通字母、数字和符号连续组成。</translation>
    </message>
    <message>
        <source>This computer has no keychain.</source>
        <translation>本机没有钥匙串。</translation>
    </message>
    <message>
        <source>This computer has no network connection.</source>
        <translation>本机没有网络连接。</translation>
    </message>
    <message>
        <source>This file was chosen twice.</source>
        <translation>此文件被选了两次。</translation>
    </message>
    <message>
        <source>This folder is empty, and services keep files only.</source>
        <translation>此文件夹为空，而服务只保存文件。</translation>
    </message>
    <message>
        <source>This is a device, not a file with content.</source>
        <translation>这是设备，而不是有内容的文件。</translation>
    </message>
    <message>
        <source>This is a folder.</source>
        <translation>这是文件夹。</translation>
    </message>
    <message>
        <source>This is a link to a folder whose files are there already.</source>
        <translation>这是指向某文件夹的链接，其中的文件已在列表中。</translation>
    </message>
    <message>
        <source>This is a pipe, not a file with content.</source>
        <translation>这是管道，而不是有内容的文件。</translation>
    </message>
    <message>
        <source>This is a socket, not a file with content.</source>
        <translation>这是套接字，而不是有内容的文件。</translation>
    </message>
    <message>
        <source>This is no file with content.</source>
        <translation>这不是有内容的文件。</translation>
    </message>
    <message>
        <source>This is not the address of a service.</source>
        <translation>这不是服务的地址。</translation>
    </message>
    <message>
        <source>This link leads back to a folder that it is in.</source>
        <translation>此链接指回它所在的文件夹。</translation>
    </message>
    <message>
        <source>This link leads out of the folder that was chosen.</source>
        <translation>此链接指向所选文件夹之外。</translation>
    </message>
    <message>
        <source>This service takes no record without files, and no file is chosen.</source>
        <translation>此服务不接受没有文件的记录，而您尚未选择任何文件。</translation>
    </message>
    <message>
        <source>This store ignores conditional writes: two programs could replace each other&apos;s files in a record.</source>
        <translation>此存储忽略条件写入：两个程序可能会互相替换记录中的文件。</translation>
    </message>
    <message>
        <source>To add files, make a new version of it on the service&apos;s own page.</source>
        <translation>如需添加文件，请在服务的页面上创建新版本。</translation>
    </message>
    <message>
        <source>Try again later; if it stays so, show the report to those who run the service.</source>
        <translation>请稍后重试；如果仍然如此，请将报告提供给服务的管理者。</translation>
    </message>
    <message>
        <source>Try again; if it stays so, the file service.log beside the records says more.</source>
        <translation>请重试；如果仍然如此，记录旁边的 service.log 文件中有更多说明。</translation>
    </message>
    <message>
        <source>Two files from different folders have the name {key}.</source>
        <translation>不同文件夹中的两个文件同名：{key}。</translation>
    </message>
    <message>
        <source>Two files would be stored under the name {key}.</source>
        <translation>两个文件将以同一名称存储：{key}。</translation>
    </message>
    <message>
        <source>Two names look the same and are spelt in two ways: {key}.</source>
        <translation>两个名称看起来相同但编码不同：{key}。</translation>
    </message>
    <message>
        <source>Unlock the keychain, then go on; or enter the token again: it is then kept for this session only.</source>
        <translation>请解锁钥匙串后继续；或重新输入访问令牌：它将仅在本次会话中保留。</translation>
    </message>
    <message>
        <source>Use that address in the account instead.</source>
        <translation>请在账户中改用该地址。</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the journal as it is.</source>
        <translation>请使用较新的版本：此版本不会改动日志。</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the records as they are.</source>
        <translation>请使用较新的版本：此版本不会改动记录。</translation>
    </message>
    <message>
        <source>What the server has confirmed is safe: go on when the connection is back.</source>
        <translation>服务器已确认的内容是安全的：连接恢复后请继续。</translation>
    </message>
    <message>
        <source>What the server has confirmed is safe: try again later.</source>
        <translation>服务器已确认的内容是安全的：请稍后重试。</translation>
    </message>
    <message>
        <source>What was filled in is too large: the service takes up to {limit}.</source>
        <translation>填写的内容过大：服务最多接受 {limit}。</translation>
    </message>
    <message>
        <source>What was repaired before stays repaired. Repair the draft again with the same files: what is missing is sent, and nothing twice.</source>
        <translation>先前已修复的内容仍然有效。请用相同的文件再次修复该草稿：只发送缺少的内容，不会重复发送。</translation>
    </message>
    <message>
        <source>You are not allowed to read this file.</source>
        <translation>没有读取此文件的权限。</translation>
    </message>
    <message>
        <source>Your account is not allowed to do this on the service.</source>
        <translation>该账户无权在服务上执行此操作。</translation>
    </message>
    <message>
        <source>Your files and what the server has confirmed are safe; please send the report.</source>
        <translation>本地文件和服务器已确认的内容都是安全的；请发送报告。</translation>
    </message>
    <message>
        <source>another address</source>
        <translation>其他地址</translation>
    </message>
    <message>
        <source>another day</source>
        <translation>另一天</translation>
    </message>
    <message>
        <source>another name</source>
        <translation>另一个名称</translation>
    </message>
    <message>
        <source>of Sendoff</source>
        <translation>（Sendoff 的文件夹）</translation>
    </message>
    <message>
        <source>of another file</source>
        <translation>另一个文件的名称</translation>
    </message>
    <message>
        <source>of the environment</source>
        <translation>（来自环境变量）</translation>
    </message>
    <message>
        <source>of this save</source>
        <translation>（本次保存的）</translation>
    </message>
    <message>
        <source>that was named</source>
        <translation>（所指定的）</translation>
    </message>
    <message>
        <source>{field} are missing.</source>
        <translation>缺少{field}。</translation>
    </message>
    <message>
        <source>{field} cannot be used as it is.</source>
        <translation>{field}不能按现状使用。</translation>
    </message>
    <message>
        <source>{field} cannot be used: the file is no valid JSON at line {line}, column {column}.</source>
        <translation>{field}无法使用：文件在第 {line} 行第 {column} 列处不是有效的 JSON。</translation>
    </message>
    <message>
        <source>{field} cannot be used: the file must hold one JSON object, in braces.</source>
        <translation>{field}无法使用：文件必须包含一个用大括号括起来的 JSON 对象。</translation>
    </message>
    <message>
        <source>{field} is missing.</source>
        <translation>缺少{field}。</translation>
    </message>
    <message>
        <source>{field} is not accepted.</source>
        <translation>{field}未被接受。</translation>
    </message>
    <message>
        <source>{field} must lie between {low} and {high}.</source>
        <translation>{field}必须介于 {low} 和 {high} 之间。</translation>
    </message>
    <message>
        <source>{field}: {text}</source>
        <translation>{field}：{text}</translation>
    </message>
    <message>
        <source>{host} could not prove who it is: its certificate is not trusted here.</source>
        <translation>{host} 无法证明身份：此处不信任其证书。</translation>
    </message>
    <message>
        <source>{host} did not answer in time.</source>
        <translation>{host} 未及时答复。</translation>
    </message>
    <message>
        <source>{host} does not accept connections.</source>
        <translation>{host} 不接受连接。</translation>
    </message>
    <message>
        <source>{host} sends the request on again and again.</source>
        <translation>{host} 反复转发请求。</translation>
    </message>
    <message>
        <source>{host} sends the request on, but not to a web address that can be followed.</source>
        <translation>{host}转发了请求，但目标不是可以访问的网址。</translation>
    </message>
    <message>
        <source>{host} sends the request to another page of its own that is not the service&apos;s.</source>
        <translation>{host} 将请求转到它自己的另一个页面，而该页面不属于此服务。</translation>
    </message>
    <message>
        <source>{key} and {other} differ in upper and lower case only.</source>
        <translation>{key} 与 {other} 仅大小写不同。</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Certificate file</source>
        <translation>证书文件</translation>
    </message>
    <message>
        <source>Closed until</source>
        <translation>封闭至</translation>
    </message>
    <message>
        <source>Creators</source>
        <translation>创建者</translation>
    </message>
    <message>
        <source>Data management plan</source>
        <translation>数据管理计划</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Journal article</source>
        <translation>期刊文章</translation>
    </message>
    <message>
        <source>Kind of resource</source>
        <translation>资源类型</translation>
    </message>
    <message>
        <source>Kind of service</source>
        <translation>服务类型</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Only people with access</source>
        <translation>仅有权限的人员</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Poster</source>
        <translation>海报</translation>
    </message>
    <message>
        <source>Preprint</source>
        <translation>预印本</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示文稿</translation>
    </message>
    <message>
        <source>Proxy address</source>
        <translation>代理地址</translation>
    </message>
    <message>
        <source>Publication</source>
        <translation>出版物</translation>
    </message>
    <message>
        <source>Publication date</source>
        <translation>发布日期</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>出版者</translation>
    </message>
    <message>
        <source>Reason for closing</source>
        <translation>封闭原因</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Video or audio</source>
        <translation>视频或音频</translation>
    </message>
    <message>
        <source>Who sees the files</source>
        <translation>谁能看到文件</translation>
    </message>
    <message>
        <source>Who sees the record</source>
        <translation>谁能看到记录</translation>
    </message>
    <message>
        <source>Workflow</source>
        <translation>工作流程</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Name (stored as)</source>
        <translation>名称（存储为）</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>{received} of {size}</source>
        <translation>{received}/{size}</translation>
    </message>
    <message>
        <source>{sent} sent, not yet confirmed</source>
        <translation>已发送 {sent}，尚未确认</translation>
    </message>
</context>
<context>
    <name>FilesPanel</name>
    <message numerus="yes">
        <source>%n file(s) removed</source>
        <translation>
            <numerusform>已移除 %n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were in the list already</source>
        <translation>
            <numerusform>%n 个文件已在列表中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), {size}</source>
        <translation>
            <numerusform>%n 个文件，{size}</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Add &amp;files</source>
        <translation>添加文件(&amp;F)</translation>
    </message>
    <message>
        <source>Add f&amp;older</source>
        <translation>添加文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Columns of the files</source>
        <translation>文件列</translation>
    </message>
    <message>
        <source>Drop files or folders here, or add them with the buttons above</source>
        <translation>将文件或文件夹拖放到此处，或用上方的按钮添加</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files of this save</source>
        <translation>本次保存的文件</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Looking through folders…</source>
        <translation>正在查看文件夹…</translation>
    </message>
    <message>
        <source>Not added, because it is not on this computer: {names}</source>
        <translation>未添加，因为不在本机上：{names}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the selected files</source>
        <translation>移除所选文件</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>This save has begun: files can be removed, but not added or renamed</source>
        <translation>此次保存已开始：可以移除文件，但不能添加或重命名</translation>
    </message>
    <message>
        <source>Undo removing files</source>
        <translation>撤销移除文件</translation>
    </message>
    <message>
        <source>Use the su&amp;ggested names</source>
        <translation>使用建议的名称(&amp;G)</translation>
    </message>
    <message>
        <source>Use the suggested names</source>
        <translation>使用建议的名称</translation>
    </message>
</context>
<context>
    <name>FilesQuestion</name>
    <message numerus="yes">
        <source>%n file(s) need your answer</source>
        <translation>
            <numerusform>%n 个文件需要处理</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Leave these out</source>
        <translation>排除这些文件(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>暂不(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Send again</source>
        <translation>重新发送(&amp;S)</translation>
    </message>
    <message>
        <source>Files in question</source>
        <translation>待处理的文件</translation>
    </message>
    <message>
        <source>Sending again takes each file as it is on this computer now. Leaving out means that the record is completed without it.</source>
        <translation>重新发送会使用文件在本机上的当前内容。排除则表示记录将不含该文件而完成。</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>1 byte</source>
        <translation>1 字节</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} 小时 {minutes} 分</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} 分 {seconds} 秒</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
</context>
<context>
    <name>GeneralTab</name>
    <message>
        <source>Animations</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Choose files in the desktop&apos;s own dialog</source>
        <translation>使用桌面自带的对话框选择文件</translation>
    </message>
    <message>
        <source>Closing while a save runs</source>
        <translation>保存进行中关闭时</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Continue in the background</source>
        <translation>在后台继续</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Follow links that lead out of an added folder</source>
        <translation>跟随指向所添加文件夹之外的链接</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Send hidden files of desktops and tools, too</source>
        <translation>同时发送桌面环境和工具的隐藏文件</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>Tell me when a save ends in the background</source>
        <translation>后台保存结束时通知</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Cancel the running stage; the draft stays</source>
        <translation>取消进行中的阶段；草稿保留</translation>
    </message>
    <message>
        <source>Change the name under which a file is stored</source>
        <translation>更改文件的存储名称</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>关闭详细信息</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>New save</source>
        <translation>新建保存</translation>
    </message>
    <message>
        <source>Remove the chosen files</source>
        <translation>移除所选文件</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>This help</source>
        <translation>此帮助</translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation>撤销移除</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>未完成</translation>
    </message>
</context>
<context>
    <name>MetadataForm</name>
    <message>
        <source>year-month-day</source>
        <translation>年-月-日</translation>
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
        <translation>历史记录</translation>
    </message>
    <message>
        <source>New save</source>
        <translation>新建保存</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>未完成</translation>
    </message>
    <message numerus="yes">
        <source>Unfinished: %n save(s)</source>
        <translation>
            <numerusform>未完成：%n 次保存</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworkTab</name>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Further certificates (PEM file)</source>
        <translation>其他证书（PEM 文件）</translation>
    </message>
    <message>
        <source>Kept in the keychain</source>
        <translation>保存在钥匙串中</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Proxy address</source>
        <translation>代理地址</translation>
    </message>
    <message>
        <source>Proxy password</source>
        <translation>代理密码</translation>
    </message>
    <message>
        <source>Proxy user</source>
        <translation>代理用户</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>指定代理</translation>
    </message>
</context>
<context>
    <name>NewSavePage</name>
    <message>
        <source>&amp;Account</source>
        <translation>账户(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Title *</source>
        <translation>标题(&amp;T) *</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Accounts…</source>
        <translation>账户…</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message numerus="yes">
        <source>Details (%n required field(s) missing)</source>
        <translation>
            <numerusform>详细信息（缺少 %n 个必填字段）</numerusform>
        </translation>
    </message>
    <message>
        <source>Manage accounts</source>
        <translation>管理账户</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Title of the record</source>
        <translation>记录的标题</translation>
    </message>
    <message>
        <source>Waiting for the keychain of this computer: it may ask for its password in another window. You can also enter the token again, under Accounts.</source>
        <translation>正在等待本机的钥匙串：它可能正在另一个窗口中询问密码。您也可以在“账户”中重新输入访问令牌。</translation>
    </message>
    <message>
        <source>What this record is about</source>
        <translation>此记录的内容</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>A draft may be left on the server, nobody could say yet. Going on or discarding looks first.</source>
        <translation>服务器上可能还有草稿，目前尚不能确定。继续或丢弃前会先查看。</translation>
    </message>
    <message>
        <source>Another window or program of yours runs this save now.</source>
        <translation>另一个窗口或程序正在执行此次保存。</translation>
    </message>
    <message numerus="yes">
        <source>Confirmed by size: %n of {total} file(s).</source>
        <translation>
            <numerusform>按大小确认：{total} 个文件中的 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Draft discarded</source>
        <translation>草稿已丢弃</translation>
    </message>
    <message>
        <source>Draft saved, ready to finalize</source>
        <translation>草稿已保存，可以完成</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>It can be followed and stopped there.</source>
        <translation>可以在那里查看进展或停止。</translation>
    </message>
    <message>
        <source>It may have been done: check again before anything else. Nothing will be done twice.</source>
        <translation>操作可能已完成：请先重新核对。任何操作都不会重复执行。</translation>
    </message>
    <message>
        <source>No list of saves holds this save any more: look at its record on the service. Record: {record}. Link: {link}</source>
        <translation>保存列表中已没有此项：请在服务上查看其记录。记录：{record}。链接：{link}</translation>
    </message>
    <message>
        <source>Not all files could be sent</source>
        <translation>部分文件未能发送</translation>
    </message>
    <message>
        <source>Not known yet whether it was done</source>
        <translation>尚不清楚是否已完成</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Nothing was published yet: finalize it when you are ready.</source>
        <translation>尚未发布任何内容：准备好后再完成即可。</translation>
    </message>
    <message>
        <source>Nothing was published. A draft is on the server; whether it holds any of the files is not confirmed.</source>
        <translation>尚未发布任何内容。服务器上有一份草稿；其中是否含有任何文件尚未确认。</translation>
    </message>
    <message>
        <source>Nothing was published. A draft without files is on the server.</source>
        <translation>尚未发布任何内容。服务器上有一份没有文件的草稿。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing was published. Safe on the server: {safe} of %n file(s).</source>
        <translation>
            <numerusform>尚未发布任何内容。%n 个文件中有 {safe} 个已安全存于服务器。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was saved on the server. Your own files were not touched.</source>
        <translation>服务器上未保存任何内容。本地文件未被改动。</translation>
    </message>
    <message>
        <source>Nothing was sent</source>
        <translation>未发送任何内容</translation>
    </message>
    <message>
        <source>Running in another window</source>
        <translation>正在另一个窗口中运行</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Sendoff ended before this save did.</source>
        <translation>Sendoff 在本次保存结束之前退出了。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopped: the journal cannot be written</source>
        <translation>已停止：无法写入日志</translation>
    </message>
    <message>
        <source>The draft and its files were removed from the server.</source>
        <translation>草稿及其文件已从服务器移除。</translation>
    </message>
    <message>
        <source>The reason is not the same for all of them.</source>
        <translation>各个文件的原因不尽相同。</translation>
    </message>
    <message>
        <source>The record could not be finalized</source>
        <translation>无法完成记录</translation>
    </message>
    <message>
        <source>The record could not be prepared</source>
        <translation>无法准备记录</translation>
    </message>
    <message>
        <source>The record differs from what was sent</source>
        <translation>记录与所发送的不一致</translation>
    </message>
    <message>
        <source>The record is finalized on the server.</source>
        <translation>记录已在服务器上完成。</translation>
    </message>
    <message>
        <source>The record is finalized.</source>
        <translation>记录已完成。</translation>
    </message>
    <message>
        <source>The record is not there any more</source>
        <translation>记录已不在那里</translation>
    </message>
    <message>
        <source>The save ended without saying why.</source>
        <translation>保存已结束，但没有说明原因。</translation>
    </message>
    <message>
        <source>The server was asked, and could not say how it ended.</source>
        <translation>已询问服务器，但它无法说明结果。</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while files were being sent.</source>
        <translation>发送文件时丢失了服务器的答复。</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while the record was being finalized.</source>
        <translation>完成记录时丢失了服务器的答复。</translation>
    </message>
    <message>
        <source>The server&apos;s answer was lost while the record was being prepared.</source>
        <translation>准备记录时丢失了服务器的答复。</translation>
    </message>
    <message>
        <source>The service has lost files</source>
        <translation>服务丢失了文件</translation>
    </message>
    <message>
        <source>The step goes on without Sendoff: check again to see how it ended.</source>
        <translation>该步骤会在没有 Sendoff 的情况下继续：请重新核对以查看结果。</translation>
    </message>
    <message>
        <source>This save was stopped by its time limit.</source>
        <translation>本次保存因超出时限而停止。</translation>
    </message>
    <message>
        <source>This save was stopped when Sendoff was closed.</source>
        <translation>本次保存在关闭 Sendoff 时停止。</translation>
    </message>
    <message>
        <source>This save&apos;s files were taken out of your draft; the draft itself stays.</source>
        <translation>本次保存的文件已从草稿中取出；草稿本身保留。</translation>
    </message>
    <message numerus="yes">
        <source>Verified by checksum: %n of {total} file(s).</source>
        <translation>
            <numerusform>按校验和验证：{total} 个文件中的 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>What this save put on the server is not there any more. Your own files were not touched.</source>
        <translation>此次保存放到服务器上的内容已不在那里。本地文件未被改动。</translation>
    </message>
    <message>
        <source>You stopped this save.</source>
        <translation>已手动停止本次保存。</translation>
    </message>
    <message>
        <source>Your own files were not touched.</source>
        <translation>本地文件未被改动。</translation>
    </message>
</context>
<context>
    <name>OutcomeCard</name>
    <message>
        <source>&amp;New save</source>
        <translation>新建保存(&amp;N)</translation>
    </message>
    <message>
        <source>Begin another save</source>
        <translation>开始另一次保存</translation>
    </message>
    <message>
        <source>Copy lin&amp;k</source>
        <translation>复制链接(&amp;L)</translation>
    </message>
    <message>
        <source>Copy the record&apos;s address</source>
        <translation>复制记录的地址</translation>
    </message>
    <message>
        <source>Detai&amp;ls</source>
        <translation>详细信息(&amp;D)</translation>
    </message>
    <message>
        <source>Details of this save</source>
        <translation>本次保存的详细信息</translation>
    </message>
    <message>
        <source>Rec&amp;eipt</source>
        <translation>回执(&amp;E)</translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>保存回执</translation>
    </message>
</context>
<context>
    <name>PeopleEdit</name>
    <message>
        <source>Add a &amp;person or organisation</source>
        <translation>添加个人或机构(&amp;P)</translation>
    </message>
    <message>
        <source>Add a person or organisation</source>
        <translation>添加个人或机构</translation>
    </message>
</context>
<context>
    <name>PrivacyTab</name>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>Forget finished saves after</source>
        <translation>忘记已结束的保存，时间超过</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Saves and receipts hold titles and the paths of your files. Tokens are kept in the keychain of this computer and nowhere else.</source>
        <translation>保存和回执含有标题和文件路径。访问令牌只保存在本机的钥匙串中。</translation>
    </message>
</context>
<context>
    <name>RecordPresenter</name>
    <message numerus="yes">
        <source>%n file(s) saved</source>
        <translation>
            <numerusform>已保存 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>保存回执</translation>
    </message>
    <message>
        <source>Where to save the copies</source>
        <translation>副本的保存位置</translation>
    </message>
</context>
<context>
    <name>RecordViewer</name>
    <message>
        <source>&amp;Save a copy…</source>
        <translation>另存副本(&amp;S)…</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>正在询问服务…</translation>
    </message>
    <message>
        <source>Checksum</source>
        <translation>校验和</translation>
    </message>
    <message>
        <source>Columns of the files</source>
        <translation>文件列</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Different</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>Files of this record</source>
        <translation>此记录的文件</translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Not from this save</source>
        <translation>不属于本次保存</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Same size</source>
        <translation>大小相同</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>另存副本</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>已验证</translation>
    </message>
</context>
<context>
    <name>RepairDialog</name>
    <message>
        <source>&amp;Look again</source>
        <translation>重新查看(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Repair</source>
        <translation>修复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Asking the service…</source>
        <translation>正在询问服务…</translation>
    </message>
    <message>
        <source>Columns of the names</source>
        <translation>名称列表的列</translation>
    </message>
    <message numerus="yes">
        <source>Draft {id} at {account}, compared with %n file(s) here.</source>
        <translation>
            <numerusform>{account} 上的草稿 {id}，与本机的 %n 个文件比较。</numerusform>
        </translation>
    </message>
    <message>
        <source>In the draft</source>
        <translation>草稿中</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Names in the draft and here</source>
        <translation>草稿中和本机上的名称</translation>
    </message>
    <message>
        <source>Nothing is overwritten unless you tick it: the draft&apos;s own content is lost then.</source>
        <translation>除非勾选，否则不会覆盖任何内容；勾选后草稿中原有的内容会丢失。</translation>
    </message>
    <message>
        <source>Repair draft</source>
        <translation>修复草稿</translation>
    </message>
    <message>
        <source>Repair the draft</source>
        <translation>修复草稿</translation>
    </message>
    <message>
        <source>Repairing sends what is missing and removes what was never finished.</source>
        <translation>修复会发送缺少的文件，并移除从未完成的条目。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stop repairing</source>
        <translation>停止修复</translation>
    </message>
    <message>
        <source>Stopped. What was repaired before stays repaired.</source>
        <translation>已停止。之前已修复的内容会保留。</translation>
    </message>
    <message>
        <source>The draft holds your files, and nothing unfinished.</source>
        <translation>草稿包含所选文件，没有未完成的内容。</translation>
    </message>
    <message>
        <source>{name}: {sent} of {size} sent, not yet confirmed</source>
        <translation>{name}：已发送 {sent}，共 {size}，尚未确认</translation>
    </message>
</context>
<context>
    <name>RunsModel</name>
    <message>
        <source>Nothing at {account}</source>
        <translation>{account}：没有内容</translation>
    </message>
    <message>
        <source>On the server</source>
        <translation>服务器上</translation>
    </message>
    <message>
        <source>Ready to finalize</source>
        <translation>可以完成</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Running in another window</source>
        <translation>正在另一个窗口中运行</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>停止时间</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Where it stopped</source>
        <translation>停止位置</translation>
    </message>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) at {account}</source>
        <translation>
            <numerusform>{account}：%n 个文件中的 {confirmed} 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>&amp;Check with the server</source>
        <translation>与服务器核对(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Discard…</source>
        <translation>丢弃(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Forget this save…</source>
        <translation>忘记本次保存(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Open record</source>
        <translation>打开记录(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续(&amp;R)</translation>
    </message>
    <message>
        <source>Columns of the saves</source>
        <translation>保存列</translation>
    </message>
    <message>
        <source>Data (JSON)</source>
        <translation>数据 (JSON)</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Nothing unfinished</source>
        <translation>没有未完成的保存</translation>
    </message>
    <message>
        <source>R&amp;eceipt</source>
        <translation>回执(&amp;E)</translation>
    </message>
    <message>
        <source>Re&amp;pair draft…</source>
        <translation>修复草稿(&amp;P)…</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>显示(&amp;H)</translation>
    </message>
    <message>
        <source>Save the receipt</source>
        <translation>保存回执</translation>
    </message>
    <message>
        <source>Saves you complete appear here, with a receipt.</source>
        <translation>完成的保存会显示在这里，并附有回执。</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>表格 (CSV)</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>网页 (HTML)</translation>
    </message>
</context>
<context>
    <name>Scenario</name>
    <message>
        <source>A body that moves has no limit in all: slow is no failure.</source>
        <translation>只要仍在传输就没有总时限：慢不等于失败。</translation>
    </message>
    <message>
        <source>A bounded number of tries, each from a fresh reader; the content is exact.</source>
        <translation>尝试次数有限，每次重新读取；内容准确无误。</translation>
    </message>
    <message>
        <source>A clear refusal is shown at once with its cause; once fixed, the same save continues.</source>
        <translation>明确的拒绝会立即连同原因说明；修正后继续同一次保存。</translation>
    </message>
    <message>
        <source>A draft is saved and finalized later</source>
        <translation>先保存草稿，稍后完成</translation>
    </message>
    <message>
        <source>A draft that is ready is listed, and finalizes in one step.</source>
        <translation>就绪的草稿会列出，一步即可完成。</translation>
    </message>
    <message>
        <source>A file gets no answer and was not stored</source>
        <translation>一个文件没有得到回应，也未存储</translation>
    </message>
    <message>
        <source>A file gets no answer, though it was stored</source>
        <translation>一个文件没有得到回应，但已存储</translation>
    </message>
    <message>
        <source>A file is redirected to another address</source>
        <translation>一个文件被重定向到其他地址</translation>
    </message>
    <message>
        <source>A file is refused as too large while it is being sent</source>
        <translation>发送过程中文件因过大被拒绝</translation>
    </message>
    <message>
        <source>A file vanishes from your disk before it is sent</source>
        <translation>一个文件在发送前从磁盘上消失</translation>
    </message>
    <message>
        <source>A gateway times out though the record was finalized</source>
        <translation>网关超时，但记录已完成</translation>
    </message>
    <message>
        <source>A hint instead of Cancel; the limit passes, the upload continues, and is found.</source>
        <translation>以提示代替“取消”；时限已过，上传继续，最终被找到。</translation>
    </message>
    <message>
        <source>A lock that passes is waited for, visibly and with a cap.</source>
        <translation>暂时的锁定会等待，可见且有上限。</translation>
    </message>
    <message>
        <source>A network login page answers in place of the service</source>
        <translation>网络登录页代替服务作出回应</translation>
    </message>
    <message>
        <source>A new token is enough: no file and no record is made anew.</source>
        <translation>只需新访问令牌：不会重新创建文件或记录。</translation>
    </message>
    <message>
        <source>A page for people is never taken for success; after the sign-in the save continues.</source>
        <translation>给人看的网页绝不当作成功；登录后保存继续。</translation>
    </message>
    <message>
        <source>A record without files</source>
        <translation>没有文件的记录</translation>
    </message>
    <message>
        <source>A redirect is not success, and the token goes to no other site.</source>
        <translation>重定向不算成功，访问令牌也不会发往其他站点。</translation>
    </message>
    <message>
        <source>A row with its reason; the other files go, and finalizing is held.</source>
        <translation>该行注明原因；其他文件照常发送，完成步骤暂缓。</translation>
    </message>
    <message>
        <source>A short break is waited out without a word of failure.</source>
        <translation>短暂中断会等待过去，不提失败。</translation>
    </message>
    <message>
        <source>A stopped save is discarded</source>
        <translation>丢弃一次已停止的保存</translation>
    </message>
    <message>
        <source>A success that cannot be understood is checked with the service.</source>
        <translation>无法理解的成功会与服务核对。</translation>
    </message>
    <message>
        <source>A timeout is not a failure: the service says it was done.</source>
        <translation>超时不是失败：服务说已经完成。</translation>
    </message>
    <message>
        <source>After its restart it is asked, and says that it was done.</source>
        <translation>重启后询问服务，它说已经完成。</translation>
    </message>
    <message>
        <source>After the limit a message says so; Resume continues when it is back.</source>
        <translation>超过时限后会显示消息；网络恢复后可继续。</translation>
    </message>
    <message>
        <source>After the time limit the service is asked first; only then is the request repeated.</source>
        <translation>超过时限后先询问服务，然后才重复请求。</translation>
    </message>
    <message>
        <source>All files are safe; Retry finalization makes no new record and sends no file again.</source>
        <translation>所有文件都安全；重试完成不会新建记录，也不会重发文件。</translation>
    </message>
    <message>
        <source>An empty file, and a name with every kind of character</source>
        <translation>一个空文件，以及含各种字符的名称</translation>
    </message>
    <message>
        <source>An upload that cannot be stopped succeeds late</source>
        <translation>无法停止的上传迟来地成功</translation>
    </message>
    <message>
        <source>Both are stored exactly, and shown as plain text.</source>
        <translation>两者都按原样存储，并以纯文本显示。</translation>
    </message>
    <message>
        <source>Bytes of a file are corrupted on the way</source>
        <translation>文件的字节在途中损坏</translation>
    </message>
    <message>
        <source>Cancel in the middle of a file</source>
        <translation>在一个文件发送途中取消</translation>
    </message>
    <message>
        <source>Cancel while the record is prepared</source>
        <translation>在准备记录时取消</translation>
    </message>
    <message>
        <source>Checksums show it, and what is stored in the end is what you have.</source>
        <translation>校验和会发现问题，最终存储的就是本地的内容。</translation>
    </message>
    <message>
        <source>Each call has a limit in all: a service that drips cannot hold you up.</source>
        <translation>每次调用都有总时限：滴漏式的服务不会一直拖住。</translation>
    </message>
    <message>
        <source>Finalizing is never repeated under another key.</source>
        <translation>完成步骤绝不会换一个键重复。</translation>
    </message>
    <message>
        <source>Finalizing takes a while as a job</source>
        <translation>完成步骤作为任务需要一些时间</translation>
    </message>
    <message>
        <source>Going offline is no failure: Sendoff waits and continues.</source>
        <translation>离线不是失败：Sendoff 会等待并继续。</translation>
    </message>
    <message>
        <source>Half an answer is no answer; one record is made.</source>
        <translation>半个回应不算回应；只创建一个记录。</translation>
    </message>
    <message>
        <source>It is neither overwritten nor taken for yours.</source>
        <translation>既不覆盖它，也不把它当作本地的文件。</translation>
    </message>
    <message>
        <source>It is reported at once and not tried again and again; the small files are still sent.</source>
        <translation>立即说明，不反复尝试；小文件照常发送。</translation>
    </message>
    <message>
        <source>It is started again, and the same save continues.</source>
        <translation>服务重新启动，同一次保存继续。</translation>
    </message>
    <message>
        <source>Killed in the middle of a large file</source>
        <translation>在大文件发送途中被强制终止</translation>
    </message>
    <message>
        <source>Killed right after the record was created</source>
        <translation>创建记录后立即被强制终止</translation>
    </message>
    <message>
        <source>Killed right after the record was finalized</source>
        <translation>完成记录后立即被强制终止</translation>
    </message>
    <message>
        <source>Neither a parser&apos;s message nor a second publishing: the record is read.</source>
        <translation>既不显示解析器的消息，也不再次发布：直接读取记录。</translation>
    </message>
    <message>
        <source>No answer to the finalization, though it was done</source>
        <translation>完成步骤没有回应，但已执行</translation>
    </message>
    <message>
        <source>No answer to the finalization, which was not done</source>
        <translation>完成步骤没有回应，也未执行</translation>
    </message>
    <message>
        <source>No answer to the new record, and nothing was created</source>
        <translation>新记录没有回应，也未创建任何内容</translation>
    </message>
    <message>
        <source>No answer to the new record, though it was created</source>
        <translation>新记录没有回应，但已创建</translation>
    </message>
    <message>
        <source>Nothing more is written after Cancel, and what remains can be resumed or discarded.</source>
        <translation>取消后不再写入；剩余部分可以继续或丢弃。</translation>
    </message>
    <message>
        <source>Nothing reads as confirmed before the service&apos;s own word is there.</source>
        <translation>在服务亲自确认之前，任何内容都不显示为已确认。</translation>
    </message>
    <message>
        <source>Nothing reads as done that does not agree, and nothing is finalized.</source>
        <translation>不一致的内容不会显示为已完成，也不会完成记录。</translation>
    </message>
    <message>
        <source>Nothing remains on the server, and your own files are not touched.</source>
        <translation>服务器上不留任何内容，本地文件不受影响。</translation>
    </message>
    <message>
        <source>One clear message, not one a file; Resume begins with a new draft.</source>
        <translation>一条清楚的消息，而非每个文件一条；继续时从新草稿开始。</translation>
    </message>
    <message>
        <source>One question for all files; those that are confirmed are not sent again.</source>
        <translation>所有文件只问一次；已确认的不再发送。</translation>
    </message>
    <message>
        <source>One record, each file once.</source>
        <translation>一个记录，每个文件一次。</translation>
    </message>
    <message>
        <source>Other content is already stored under a file&apos;s name</source>
        <translation>某个文件名下已有其他内容</translation>
    </message>
    <message>
        <source>Progress shows what has left this computer, not what was read from disk.</source>
        <translation>进度显示已离开本机的内容，而非从磁盘读取的内容。</translation>
    </message>
    <message>
        <source>Quit in the middle of a file</source>
        <translation>在一个文件发送途中退出</translation>
    </message>
    <message>
        <source>Quit while the record is finalized</source>
        <translation>在完成记录时退出</translation>
    </message>
    <message>
        <source>Quit while the record is prepared</source>
        <translation>在准备记录时退出</translation>
    </message>
    <message>
        <source>Sendoff ends in bounded time, and the next start offers to resume.</source>
        <translation>Sendoff 在限定时间内结束，下次启动时可继续。</translation>
    </message>
    <message>
        <source>Sendoff stops waiting, asks until it is settled, and says: saved.</source>
        <translation>Sendoff 停止等待，询问直到确定，然后说明：已保存。</translation>
    </message>
    <message>
        <source>Silence after the last byte is noticed, and that one file is sent again.</source>
        <translation>最后一个字节后的沉默会被发现，只重发那个文件。</translation>
    </message>
    <message>
        <source>Someone else deletes the draft while files are sent</source>
        <translation>发送文件时有人删除了草稿</translation>
    </message>
    <message>
        <source>Something on the way doubles every request</source>
        <translation>途中有东西把每个请求都重复一次</translation>
    </message>
    <message>
        <source>Stop and quit keeps what is confirmed and never asks a second time.</source>
        <translation>“停止并退出”保留已确认的内容，不会再问一次。</translation>
    </message>
    <message>
        <source>The answer drips in, one byte now and then</source>
        <translation>回应像滴水，偶尔来一个字节</translation>
    </message>
    <message>
        <source>The answer is lost and the service cannot be asked</source>
        <translation>回应丢失，且无法询问服务</translation>
    </message>
    <message>
        <source>The answer to the finalization is lost</source>
        <translation>完成步骤的回应丢失</translation>
    </message>
    <message>
        <source>The answer to the new record ends in its middle</source>
        <translation>新记录的回应中途断掉</translation>
    </message>
    <message>
        <source>The answer to the new record is lost</source>
        <translation>新记录的回应丢失</translation>
    </message>
    <message>
        <source>The answer to the new record makes no sense</source>
        <translation>新记录的回应无法理解</translation>
    </message>
    <message>
        <source>The break is waited out; the record is finalized once.</source>
        <translation>等待中断过去；记录只完成一次。</translation>
    </message>
    <message>
        <source>The confirmation of a file is lost</source>
        <translation>一个文件的确认丢失</translation>
    </message>
    <message>
        <source>The connection breaks before the record is created</source>
        <translation>创建记录前连接中断</translation>
    </message>
    <message>
        <source>The connection breaks twice in the middle of a file</source>
        <translation>一个文件发送途中连接两次中断</translation>
    </message>
    <message>
        <source>The connection breaks when the record is finalized</source>
        <translation>完成记录时连接中断</translation>
    </message>
    <message>
        <source>The connection falls silent in the middle of a large file</source>
        <translation>大文件发送途中连接没有动静</translation>
    </message>
    <message>
        <source>The early answer is read and shown as it is, not as a broken connection.</source>
        <translation>提前到来的回应如实读取并说明，而非当作连接中断。</translation>
    </message>
    <message>
        <source>The file ends up stored once, with the right content.</source>
        <translation>文件最终只存储一次，内容正确。</translation>
    </message>
    <message>
        <source>The job is followed to its end before anything reads done.</source>
        <translation>跟踪任务直到结束，之后才显示已完成。</translation>
    </message>
    <message>
        <source>The job that finalizes fails</source>
        <translation>负责完成的任务失败</translation>
    </message>
    <message>
        <source>The limit is named; once there is room again, Resume sends that file.</source>
        <translation>说明限额；有空间后，继续即可发送该文件。</translation>
    </message>
    <message>
        <source>The link is slow, but it moves</source>
        <translation>连接很慢，但仍在传输</translation>
    </message>
    <message>
        <source>The network goes away and stays away</source>
        <translation>网络中断且一直未恢复</translation>
    </message>
    <message>
        <source>The network goes away for a moment</source>
        <translation>网络短暂中断</translation>
    </message>
    <message>
        <source>The next start continues at the byte that the service has acknowledged.</source>
        <translation>下次启动从服务已确认的字节继续。</translation>
    </message>
    <message>
        <source>The next start finds the record that the killed process never heard of: one record.</source>
        <translation>下次启动会找到被终止的进程未曾得知的记录：只有一个记录。</translation>
    </message>
    <message>
        <source>The next start learns that it was done, and finalizes nothing again.</source>
        <translation>下次启动得知已经完成，不会再次完成。</translation>
    </message>
    <message>
        <source>The other files still go; the record is not finalized until you have decided.</source>
        <translation>其他文件照常发送；作出决定之前不会完成记录。</translation>
    </message>
    <message>
        <source>The pause is kept, and the files are not sent again.</source>
        <translation>遵守暂停，文件不再重发。</translation>
    </message>
    <message>
        <source>The pause that the service asks for is kept, then the save continues.</source>
        <translation>遵守服务要求的暂停，然后继续。</translation>
    </message>
    <message>
        <source>The quota is used up for one file</source>
        <translation>配额用尽，放不下一个文件</translation>
    </message>
    <message>
        <source>The record is created after the time limit</source>
        <translation>记录在时限之后才创建</translation>
    </message>
    <message>
        <source>The record is finalized after the time limit</source>
        <translation>记录在时限之后才完成</translation>
    </message>
    <message>
        <source>The record is found by its marker and used: there is one record, not two.</source>
        <translation>通过标记找到并使用该记录：只有一个，而非两个。</translation>
    </message>
    <message>
        <source>The record is still a draft, all files are safe, and it can be retried.</source>
        <translation>记录仍是草稿，所有文件安全，可以重试。</translation>
    </message>
    <message>
        <source>The same request with the same key is answered as before: one intent, one record.</source>
        <translation>同一请求用同一键得到同样的回应：一个意图，一个记录。</translation>
    </message>
    <message>
        <source>The sending stops at once, the confirmed file stays, and Resume sends only the rest.</source>
        <translation>发送立即停止，已确认的文件保留，继续时只发送其余部分。</translation>
    </message>
    <message>
        <source>The service asks for a pause between files</source>
        <translation>服务要求在文件之间暂停</translation>
    </message>
    <message>
        <source>The service crashes before it has stored the record</source>
        <translation>服务在存储记录之前崩溃</translation>
    </message>
    <message>
        <source>The service crashes right after finalizing</source>
        <translation>服务在完成之后立即崩溃</translation>
    </message>
    <message>
        <source>The service does not read what is sent</source>
        <translation>服务不读取发送的内容</translation>
    </message>
    <message>
        <source>The service is asked and says no; only then is Retry finalization offered.</source>
        <translation>询问服务，它说没有；这时才提供“重试完成”。</translation>
    </message>
    <message>
        <source>The service is overloaded when the record is created</source>
        <translation>创建记录时服务过载</translation>
    </message>
    <message>
        <source>The service is overloaded when the record is finalized</source>
        <translation>完成记录时服务过载</translation>
    </message>
    <message>
        <source>The service refuses one of three files</source>
        <translation>服务拒绝三个文件中的一个</translation>
    </message>
    <message>
        <source>The service refuses the new record</source>
        <translation>服务拒绝新记录</translation>
    </message>
    <message>
        <source>The service refuses to finalize</source>
        <translation>服务拒绝完成</translation>
    </message>
    <message>
        <source>The service reports other checksums than yours</source>
        <translation>服务报告的校验和与本地不同</translation>
    </message>
    <message>
        <source>The service takes longer than you wait; asking again must not make a second record.</source>
        <translation>服务所用时间超过等待时间；再次请求不得产生第二个记录。</translation>
    </message>
    <message>
        <source>The service&apos;s database is locked for a moment</source>
        <translation>服务的数据库暂时被锁定</translation>
    </message>
    <message>
        <source>The service&apos;s disk is full for one file</source>
        <translation>服务的磁盘已满，放不下一个文件</translation>
    </message>
    <message>
        <source>The stall is noticed, the connection dropped, and the rest sent over a fresh one.</source>
        <translation>发现停滞后放弃该连接，其余内容通过新连接发送。</translation>
    </message>
    <message>
        <source>The token expires before the record is finalized</source>
        <translation>访问令牌在完成记录之前过期</translation>
    </message>
    <message>
        <source>The token expires in the middle of the batch</source>
        <translation>访问令牌在一批文件中途过期</translation>
    </message>
    <message>
        <source>The token has expired before the start</source>
        <translation>访问令牌在开始之前已过期</translation>
    </message>
    <message>
        <source>There is no Cancel while the record is finalized</source>
        <translation>完成记录时没有“取消”</translation>
    </message>
    <message>
        <source>There is no upload step, and none is shown.</source>
        <translation>没有上传步骤，也不显示。</translation>
    </message>
    <message>
        <source>This step cannot be stopped, and says so; it ends as it would have.</source>
        <translation>此步骤无法停止并会说明；它照常结束。</translation>
    </message>
    <message>
        <source>Too many requests: all files wait as long as asked, and none fails.</source>
        <translation>请求过多：所有文件按要求等待，没有失败。</translation>
    </message>
    <message>
        <source>Unknown is called unknown; Retry is not offered until it is settled.</source>
        <translation>未知就说未知；确定之前不提供重试。</translation>
    </message>
    <message>
        <source>What cannot be stopped is written down as unknown, and checked next time.</source>
        <translation>无法停止的操作记为未知，下次核对。</translation>
    </message>
    <message>
        <source>You are asked once for a new token, and the save continues from there.</source>
        <translation>只需输入一次新访问令牌，保存从那里继续。</translation>
    </message>
</context>
<context>
    <name>ScenarioPanel</name>
    <message numerus="yes">
        <source>%n of {total} scenario(s) ended as they must</source>
        <translation>
            <numerusform>{total} 个场景中有 %n 个按预期结束</numerusform>
        </translation>
    </message>
    <message>
        <source>Actual</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Break the connection</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>Columns of the verdict</source>
        <translation>判定的列</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Expire the token</source>
        <translation>使访问令牌过期</translation>
    </message>
    <message>
        <source>Fill the disk</source>
        <translation>填满磁盘</translation>
    </message>
    <message>
        <source>Heal everything</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Next: {step}</source>
        <translation>下一步：{step}</translation>
    </message>
    <message>
        <source>Nothing has been run yet.</source>
        <translation>尚未运行任何场景。</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Points of the verdict</source>
        <translation>判定的各项</translation>
    </message>
    <message>
        <source>Restart the service</source>
        <translation>重启服务</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>全部运行</translation>
    </message>
    <message>
        <source>Run this scenario</source>
        <translation>运行此场景</translation>
    </message>
    <message>
        <source>Running {scenario}…</source>
        <translation>正在运行 {scenario}…</translation>
    </message>
    <message>
        <source>Save as you like to a service of QA&apos;s own, and break it with the switches</source>
        <translation>可随意保存到 QA 自己的服务，并用开关使其出错</translation>
    </message>
    <message>
        <source>Save the report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐步</translation>
    </message>
    <message numerus="yes">
        <source>{scenario}: %n point(s) differ</source>
        <translation>
            <numerusform>{scenario}：%n 处不符</numerusform>
        </translation>
    </message>
    <message>
        <source>{scenario}: as it must be</source>
        <translation>{scenario}：符合预期</translation>
    </message>
</context>
<context>
    <name>ScenarioPresenter</name>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>The scenarios cannot be run here.</source>
        <translation>此处无法运行场景。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Accounts</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Support &amp;report…</source>
        <translation>支持报告(&amp;R)…</translation>
    </message>
    <message>
        <source>This holds until Sendoff is closed: the settings could not be written to disk.</source>
        <translation>此更改在关闭 Sendoff 前有效：设置无法写入磁盘。</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
</context>
<context>
    <name>SignInDialog</name>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>暂不(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>访问令牌(&amp;T)</translation>
    </message>
    <message>
        <source>Continue with this token</source>
        <translation>使用此访问令牌继续</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Sign in to {account}</source>
        <translation>登录 {account}</translation>
    </message>
    <message>
        <source>The save waits here and continues with the new token.</source>
        <translation>保存在此等待，并将使用新的访问令牌继续。</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>访问令牌</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>Checking with the server</source>
        <translation>正在与服务器核对</translation>
    </message>
    <message>
        <source>Finalizing the record</source>
        <translation>正在完成记录</translation>
    </message>
    <message>
        <source>Preparing the record</source>
        <translation>正在准备记录</translation>
    </message>
    <message>
        <source>This step can&apos;t be stopped once it has begun. Closing the window won&apos;t undo it.</source>
        <translation>此步骤一旦开始便无法停止。关闭窗口也不会撤销它。</translation>
    </message>
    <message>
        <source>Uploading attachments</source>
        <translation>正在上传附件</translation>
    </message>
</context>
<context>
    <name>StagePanel</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel this stage</source>
        <translation>取消此阶段</translation>
    </message>
    <message>
        <source>Checks your draft; what is in it stays</source>
        <translation>检查所选草稿；其中的内容会保留</translation>
    </message>
    <message>
        <source>Completes the record once every file is confirmed</source>
        <translation>所有文件确认后完成记录</translation>
    </message>
    <message>
        <source>Creates a draft with your title</source>
        <translation>用所填标题创建草稿</translation>
    </message>
    <message>
        <source>Sends the files; the server confirms each one</source>
        <translation>发送文件；服务器逐个确认</translation>
    </message>
    <message>
        <source>Stages of this save</source>
        <translation>本次保存的各阶段</translation>
    </message>
    <message>
        <source>Stopped on request</source>
        <translation>已按要求停止</translation>
    </message>
    <message>
        <source>Stopping: nothing new is written, the server is asked once more</source>
        <translation>正在停止：不再写入新内容，再询问服务器一次</translation>
    </message>
    <message>
        <source>Stops here; the draft stays and can be resumed</source>
        <translation>在此停止；草稿保留，可以继续</translation>
    </message>
    <message>
        <source>The draft is on the server</source>
        <translation>草稿已在服务器上</translation>
    </message>
    <message>
        <source>The record is complete</source>
        <translation>记录已完整</translation>
    </message>
    <message>
        <source>The server has not said yet how this ended</source>
        <translation>服务器尚未说明结果</translation>
    </message>
    <message>
        <source>Waiting for the server&apos;s answer</source>
        <translation>正在等待服务器答复</translation>
    </message>
    <message>
        <source>Waiting for you to sign in</source>
        <translation>正在等待登录</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>正在处理</translation>
    </message>
    <message>
        <source>last byte received {time} ago</source>
        <translation>{time}前收到最后一个字节</translation>
    </message>
    <message>
        <source>last byte sent {time} ago</source>
        <translation>{time}前发送最后一个字节</translation>
    </message>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) confirmed</source>
        <translation>
            <numerusform>%n 个文件中已确认 {confirmed} 个</numerusform>
        </translation>
    </message>
    <message>
        <source>{reason} Next attempt in {time}</source>
        <translation>{reason} {time}后再次尝试</translation>
    </message>
    <message>
        <source>{received} of {total} received by the server</source>
        <translation>服务器已收到 {received}/{total}</translation>
    </message>
    <message>
        <source>{sent} sent, not yet confirmed</source>
        <translation>已发送 {sent}，尚未确认</translation>
    </message>
</context>
<context>
    <name>StageRow</name>
    <message>
        <source>{stage}: {state}</source>
        <translation>{stage}：{state}</translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>Being processed</source>
        <translation>正在处理</translation>
    </message>
    <message>
        <source>Being removed</source>
        <translation>正在移除</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Different content</source>
        <translation>内容不同</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Finalized</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Left over, blocks publishing</source>
        <translation>遗留文件，妨碍发布</translation>
    </message>
    <message>
        <source>Missing in the draft</source>
        <translation>草稿中缺少</translation>
    </message>
    <message>
        <source>Never finished</source>
        <translation>从未完成</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <source>Only in the draft</source>
        <translation>仅在草稿中</translation>
    </message>
    <message>
        <source>Outcome not known</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>正在发送</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The server could not say whether it was done.</source>
        <translation>服务器无法说明是否已完成。</translation>
    </message>
    <message>
        <source>The server says that it was done.</source>
        <translation>服务器表示已完成。</translation>
    </message>
    <message>
        <source>The server says that it was not done.</source>
        <translation>服务器表示未完成。</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Waiting for the server</source>
        <translation>等待服务器</translation>
    </message>
    <message>
        <source>Whole and the same</source>
        <translation>完整且相同</translation>
    </message>
</context>
<context>
    <name>SupportDialog</name>
    <message>
        <source>&amp;Include the names of files and folders</source>
        <translation>包含文件和文件夹的名称(&amp;I)</translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation>日志末尾</translation>
    </message>
    <message>
        <source>It holds no token, no password and nothing of the content of your files. It is saved on this computer only; you decide whom to send it to.</source>
        <translation>其中没有访问令牌、密码，也没有任何文件内容。报告只保存在本机，发给谁由本人决定。</translation>
    </message>
    <message>
        <source>Latest saves: stages, times, errors</source>
        <translation>最近的保存：阶段、时间、错误</translation>
    </message>
    <message>
        <source>Parts of the report</source>
        <translation>报告的各部分</translation>
    </message>
    <message>
        <source>Sa&amp;ve report…</source>
        <translation>保存报告(&amp;V)…</translation>
    </message>
    <message>
        <source>Saved: {path}</source>
        <translation>已保存：{path}</translation>
    </message>
    <message>
        <source>Settings and addresses of accounts</source>
        <translation>设置和账户地址</translation>
    </message>
    <message>
        <source>Support report</source>
        <translation>支持报告</translation>
    </message>
    <message>
        <source>Text of the chosen part</source>
        <translation>所选部分的文本</translation>
    </message>
    <message>
        <source>The report could not be written. Choose another place, or free some space.</source>
        <translation>无法写入报告。请选择其他位置或腾出空间。</translation>
    </message>
    <message>
        <source>This is everything that the report holds</source>
        <translation>报告的全部内容如下</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Where the program crashed</source>
        <translation>程序崩溃的位置</translation>
    </message>
</context>
<context>
    <name>SupportPresenter</name>
    <message>
        <source>Save the support report</source>
        <translation>保存支持报告</translation>
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
        <translation> 秒</translation>
    </message>
    <message>
        <source>As the service needs</source>
        <translation>按服务需要</translation>
    </message>
    <message>
        <source>Files at the same time</source>
        <translation>同时发送的文件数</translation>
    </message>
    <message>
        <source>Maximum rate</source>
        <translation>最高速率</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Time for checking with the server</source>
        <translation>与服务器核对的时限</translation>
    </message>
    <message>
        <source>Time for finalizing</source>
        <translation>完成记录的时限</translation>
    </message>
    <message>
        <source>Time for one request to the server</source>
        <translation>单次询问服务器的时限</translation>
    </message>
    <message>
        <source>Time for preparing the record</source>
        <translation>准备记录的时限</translation>
    </message>
    <message>
        <source>Time for the answer after the last byte</source>
        <translation>最后一个字节之后等待答复的时限</translation>
    </message>
    <message>
        <source>Time to wait for a lost network</source>
        <translation>网络中断后的等待时限</translation>
    </message>
    <message>
        <source>Time without any byte moving</source>
        <translation>没有数据传输的时限</translation>
    </message>
</context>
<context>
    <name>TroubleDialog</name>
    <message>
        <source>&amp;Copy report</source>
        <translation>复制报告(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Do not show again</source>
        <translation>不再显示(&amp;D)</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>出现问题</translation>
    </message>
    <message>
        <source>Support &amp;report…</source>
        <translation>支持报告(&amp;R)…</translation>
    </message>
</context>
<context>
    <name>_PersonRow</name>
    <message>
        <source>Family name, or organisation</source>
        <translation>姓氏或机构</translation>
    </message>
    <message>
        <source>Given name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>ORCID</source>
        <translation>ORCID</translation>
    </message>
    <message>
        <source>Remove this person</source>
        <translation>移除此人</translation>
    </message>
</context>
</TS>
