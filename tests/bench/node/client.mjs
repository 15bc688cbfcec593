// Uploads files with tus-js-client and prints the seconds they took.
// node client.mjs, with {endpoint, token, paths, chunk, parallel} as JSON on standard input.
import fs from 'node:fs'
import path from 'node:path'
import * as tus from 'tus-js-client'

const { endpoint, token, paths, chunk, parallel } = JSON.parse(fs.readFileSync(0, 'utf8'))
const headers = token ? { Authorization: `Bearer ${token}` } : {}

function upload(file) {
  return new Promise((resolve, reject) => {
    const name = path.basename(file)
    new tus.Upload(fs.createReadStream(file), {
      endpoint, headers, chunkSize: chunk, uploadSize: fs.statSync(file).size,
      metadata: { key: name, filename: name }, onError: reject, onSuccess: resolve,
    }).start()
  })
}

async function worker(queue) {
  while (queue.length) await upload(queue.pop())
}

const queue = [...paths].reverse()
const began = performance.now()
await Promise.all(Array.from({ length: parallel }, () => worker(queue)))
console.log((performance.now() - began) / 1000)
