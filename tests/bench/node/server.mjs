// The official tus server with its file store: node server.mjs PORT FOLDER
import { Server } from '@tus/server'
import { FileStore } from '@tus/file-store'

const [port, directory] = process.argv.slice(2)
new Server({ path: '/files', datastore: new FileStore({ directory }) })
  .listen({ host: '127.0.0.1', port: Number(port) })
