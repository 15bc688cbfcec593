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
        <source>Another InvenioRDM site</source>
        <translation>其他 InvenioRDM 站点</translation>
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
        <source>Leave empty to keep the present one</source>
        <translation>留空则保留现有令牌</translation>
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
        <source>It can go on in the background. If it is stopped, what the server has confirmed stays there, and Sendoff offers to resume next time.</source>
        <translation>保存可以在后台继续。如果停止，服务器已确认的内容会保留，下次启动时 Sendoff 会提示继续。</translation>
    </message>
    <message>
        <source>It can go on in the background. The step at work can&apos;t be stopped: on quitting, Sendoff asks the server next time how it ended.</source>
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
    <message numerus="yes">
        <source>The draft “{title}” and %n file(s) that are on the server will be deleted at {account}. The files on this computer stay.</source>
        <translation>
            <numerusform>将在 {account} 删除草稿“{title}”及服务器上的 %n 个文件。本机上的文件会保留。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailsDrawer</name>
    <message>
        <source>Close detai&amp;ls</source>
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
    <name>Error</name>
    <message>
        <source>A field</source>
        <translation>某个字段</translation>
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
        <source>Check again to see how it ended.</source>
        <translation>请重新核对以查看结果。</translation>
    </message>
    <message>
        <source>Choose another account or add this one.</source>
        <translation>请选择其他账户，或添加此账户。</translation>
    </message>
    <message>
        <source>Choose whether to send what is there now, or to leave them out.</source>
        <translation>请选择发送现有内容，或将其排除。</translation>
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
        <source>Each of them says why: send them again, or go on without them.</source>
        <translation>每个文件都注明了原因：请重新发送，或不含这些文件继续。</translation>
    </message>
    <message>
        <source>Enter a new token: the save goes on where it was.</source>
        <translation>请输入新的访问令牌：保存将从原处继续。</translation>
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
        <source>It is not sent; the other files are.</source>
        <translation>它不会被发送；其他文件会被发送。</translation>
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
        <source>Look at the address of the account.</source>
        <translation>请检查账户的地址。</translation>
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
        <source>Make it smaller, or go on without it.</source>
        <translation>请缩小该文件，或不含此文件继续。</translation>
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
        <source>No token was entered.</source>
        <translation>未输入访问令牌。</translation>
    </message>
    <message>
        <source>Nothing was overwritten: decide which of the two is to stay.</source>
        <translation>未覆盖任何内容：请决定保留哪一个。</translation>
    </message>
    <message>
        <source>Nothing was sent. If your organisation has its own certificates, choose its certificate file in the settings.</source>
        <translation>未发送任何内容。如果所在机构使用自己的证书，请在设置中选择其证书文件。</translation>
    </message>
    <message>
        <source>Nothing was sent: close the other program, then try again.</source>
        <translation>未发送任何内容：请关闭另一个程序后重试。</translation>
    </message>
    <message>
        <source>Nothing was sent: make the folder writable, or choose another one.</source>
        <translation>未发送任何内容：请使文件夹可写，或选择其他文件夹。</translation>
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
        <source>Send it again: it does not count yet.</source>
        <translation>请重新发送：目前尚不算数。</translation>
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
        <source>Sendoff&apos;s journal of saves is damaged and was set aside.</source>
        <translation>Sendoff 的保存日志已损坏，已另行存放。</translation>
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
        <source>The answer of {host} was cut off or not what the service should say.</source>
        <translation>{host} 的答复被截断，或不是服务应有的内容。</translation>
    </message>
    <message>
        <source>The connection to {host} broke.</source>
        <translation>与 {host} 的连接已中断。</translation>
    </message>
    <message>
        <source>The disk of this computer is full.</source>
        <translation>本机磁盘已满。</translation>
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
        <source>The file&apos;s name is damaged: it holds bytes that are no letters.</source>
        <translation>文件名已损坏：含有不是文字的字节。</translation>
    </message>
    <message>
        <source>The journal of saves was written by a newer version of Sendoff.</source>
        <translation>保存日志由更新版本的 Sendoff 写入。</translation>
    </message>
    <message>
        <source>The keychain of this computer did not answer.</source>
        <translation>本机的钥匙串没有答复。</translation>
    </message>
    <message>
        <source>The keychain of this computer does not keep the token.</source>
        <translation>本机的钥匙串不保存访问令牌。</translation>
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
        <source>The record on the service is not as Sendoff left it.</source>
        <translation>服务上的记录与 Sendoff 离开时不同。</translation>
    </message>
    <message>
        <source>The record was deleted on the service.</source>
        <translation>记录已在服务上被删除。</translation>
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
        <source>The server holds other content under this name than your file.</source>
        <translation>服务器上同名文件的内容与本地文件不同。</translation>
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
        <source>The service has locked the record while it works on it.</source>
        <translation>服务正在处理该记录，已将其锁定。</translation>
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
        <source>The service may be down, or the address may be wrong: try again later.</source>
        <translation>服务可能已停止，或地址有误：请稍后重试。</translation>
    </message>
    <message>
        <source>The service refused, for a reason that Sendoff does not know.</source>
        <translation>服务拒绝了请求，Sendoff 不知其原因。</translation>
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
        <source>The token is kept for this session only and must be entered again next time.</source>
        <translation>访问令牌仅在本次会话中保留，下次需重新输入。</translation>
    </message>
    <message>
        <source>The transfer stood still: nothing moved to {host} any more.</source>
        <translation>传输停滞：不再有数据发往 {host}。</translation>
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
        <source>This cannot be a token: a token is one word of plain letters, digits and signs.</source>
        <translation>这不可能是访问令牌：令牌由普通字母、数字和符号连续组成。</translation>
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
        <source>This is a folder.</source>
        <translation>这是文件夹。</translation>
    </message>
    <message>
        <source>This is a link to a folder whose files are there already.</source>
        <translation>这是指向某文件夹的链接，其中的文件已在列表中。</translation>
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
        <source>Try again later; if it stays so, show the report to those who run the service.</source>
        <translation>请稍后重试；如果仍然如此，请将报告提供给服务的管理者。</translation>
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
        <source>Use that address in the account instead.</source>
        <translation>请在账户中改用该地址。</translation>
    </message>
    <message>
        <source>Use the newer version: this one leaves the journal as it is.</source>
        <translation>请使用较新的版本：此版本不会改动日志。</translation>
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
        <source>another name</source>
        <translation>另一个名称</translation>
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
        <source>{field} cannot be used as it is.</source>
        <translation>{field}不能按现状使用。</translation>
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
        <source>%n file(s), {size}</source>
        <translation>
            <numerusform>%n 个文件，{size}</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
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
        <source>Undo removing files</source>
        <translation>撤销移除文件</translation>
    </message>
    <message>
        <source>Use the s&amp;uggested names</source>
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
        <source>As the system</source>
        <translation>跟随系统</translation>
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
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Follow links that lead out of an added folder</source>
        <translation>跟随指向所添加文件夹之外的链接</translation>
    </message>
    <message>
        <source>Go on in the background</source>
        <translation>在后台继续</translation>
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
        <source>Cancel the stage at work; the draft stays</source>
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
        <source>As the system</source>
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
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Title *</source>
        <translation>标题(&amp;T) *</translation>
    </message>
    <message>
        <source>A&amp;ccount</source>
        <translation>账户(&amp;A)</translation>
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
        <source>What this record is about</source>
        <translation>此记录的内容</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
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
        <source>The draft and its files were removed from the server.</source>
        <translation>草稿及其文件已从服务器移除。</translation>
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
        <source>The record is finalized on the server.</source>
        <translation>记录已在服务器上完成。</translation>
    </message>
    <message>
        <source>The record is finalized.</source>
        <translation>记录已完成。</translation>
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
    <message numerus="yes">
        <source>Verified by checksum: %n of {total} file(s).</source>
        <translation>
            <numerusform>按校验和验证：{total} 个文件中的 %n 个。</numerusform>
        </translation>
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
        <source>Copy &amp;link</source>
        <translation>复制链接(&amp;L)</translation>
    </message>
    <message>
        <source>Copy the record&apos;s address</source>
        <translation>复制记录的地址</translation>
    </message>
    <message>
        <source>De&amp;tails</source>
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
    <name>RecordDesk</name>
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
        <source>Different</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>Files of this record</source>
        <translation>此记录的文件</translation>
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
        <source>Not whole</source>
        <translation>不完整</translation>
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
        <translation>开始时间</translation>
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
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
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
        <source>Go on with this token</source>
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
        <source>The save waits here and goes on with the new token.</source>
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
        <source>At work</source>
        <translation>正在处理</translation>
    </message>
    <message>
        <source>Cancel this stage</source>
        <translation>取消此阶段</translation>
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
        <source>Confirmed</source>
        <translation>已确认</translation>
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
        <source>Not begun</source>
        <translation>尚未开始</translation>
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
        <source>Fastest rate</source>
        <translation>最高速率</translation>
    </message>
    <message>
        <source>Files at the same time</source>
        <translation>同时发送的文件数</translation>
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
        <source>Time for one question to the server</source>
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
        <source>Something went wrong</source>
        <translation>出现问题</translation>
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
<context>
    <name>self.window</name>
    <message>
        <source>River levels, with a map and notes</source>
        <translation>河流水位，附地图和笔记</translation>
    </message>
</context>
</TS>
