<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Confirm</name>
    <message numerus="yes">
        <source>The draft “{title}” and %n file(s) that are on the server will be deleted at {account}. The files on this computer stay.</source>
        <translation>
            <numerusform>The draft “{title}” and %n file that is on the server will be deleted at {account}. The files on this computer stay.</numerusform>
            <numerusform>The draft “{title}” and %n files that are on the server will be deleted at {account}. The files on this computer stay.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilesPanel</name>
    <message numerus="yes">
        <source>%n file(s) removed</source>
        <translation>
            <numerusform>%n file removed</numerusform>
            <numerusform>%n files removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were in the list already</source>
        <translation>
            <numerusform>%n file was in the list already</numerusform>
            <numerusform>%n files were in the list already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), {size}</source>
        <translation>
            <numerusform>%n file, {size}</numerusform>
            <numerusform>%n files, {size}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilesQuestion</name>
    <message numerus="yes">
        <source>%n file(s) need your answer</source>
        <translation>
            <numerusform>%n file needs your answer</numerusform>
            <numerusform>%n files need your answer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeptFormLine</name>
    <message numerus="yes">
        <source>Filled in last time and not sent: {title}, %n file(s)</source>
        <translation>
            <numerusform>Filled in last time and not sent: {title}, %n file</numerusform>
            <numerusform>Filled in last time and not sent: {title}, %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message numerus="yes">
        <source>Unfinished: %n save(s)</source>
        <translation>
            <numerusform>Unfinished: %n save</numerusform>
            <numerusform>Unfinished: %n saves</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NewSavePage</name>
    <message numerus="yes">
        <source>Details (%n required field(s) missing)</source>
        <translation>
            <numerusform>Details (%n required field missing)</numerusform>
            <numerusform>Details (%n required fields missing)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message numerus="yes">
        <source>Confirmed by size: %n of {total} file(s).</source>
        <translation>
            <numerusform>Confirmed by size: %n of {total} file.</numerusform>
            <numerusform>Confirmed by size: %n of {total} files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing was published. Safe on the server: {safe} of %n file(s).</source>
        <translation>
            <numerusform>Nothing was published. Safe on the server: {safe} of %n file.</numerusform>
            <numerusform>Nothing was published. Safe on the server: {safe} of %n files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Verified by checksum: %n of {total} file(s).</source>
        <translation>
            <numerusform>Verified by checksum: %n of {total} file.</numerusform>
            <numerusform>Verified by checksum: %n of {total} files.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecordPresenter</name>
    <message numerus="yes">
        <source>%n file(s) saved</source>
        <translation>
            <numerusform>%n file saved</numerusform>
            <numerusform>%n files saved</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RepairDialog</name>
    <message numerus="yes">
        <source>Draft {id} at {account}, compared with %n file(s) here.</source>
        <translation>
            <numerusform>Draft {id} at {account}, compared with %n file here.</numerusform>
            <numerusform>Draft {id} at {account}, compared with %n files here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsModel</name>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) at {account}</source>
        <translation>
            <numerusform>{confirmed} of %n file at {account}</numerusform>
            <numerusform>{confirmed} of %n files at {account}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScenarioPanel</name>
    <message numerus="yes">
        <source>%n of {total} scenario(s) ended as they must</source>
        <translation>
            <numerusform>%n of {total} scenarios ended as it must</numerusform>
            <numerusform>%n of {total} scenarios ended as they must</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{scenario}: %n point(s) differ</source>
        <translation>
            <numerusform>{scenario}: %n point differs</numerusform>
            <numerusform>{scenario}: %n points differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StagePanel</name>
    <message numerus="yes">
        <source>{confirmed} of %n file(s) confirmed</source>
        <translation>
            <numerusform>{confirmed} of %n file confirmed</numerusform>
            <numerusform>{confirmed} of %n files confirmed</numerusform>
        </translation>
    </message>
</context>
</TS>
