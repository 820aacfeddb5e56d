import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createStaticResponse, type StaticResponse } from '#http/static-response.ts'
import type { BundleMessage, ConsoleBundle } from './bundle.ts'

const SOURCE = new URL('../../console/', import.meta.url)
const TYPES: { readonly [extension: string]: string } = { '.js': 'text/javascript', '.css': 'text/css' }
/** What the shell names, by the entry that it replaces. */
const ENTRIES = { main: 'main.tsx', worker: 'session/worker.ts', style: 'style.css' } as const

/** Bundles the console, sends it to the process that has started this one, and ends. */
const message = await bundle().then<BundleMessage, BundleMessage>(
  made => ({ made }),
  error => ({ reason: error instanceof Error ? error.message : String(error) }),
)
process.send?.(message, () => process.exit())

async function bundle(): Promise<ConsoleBundle> {
  // Here, so that its absence is a reason that is sent.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ in: fileURLToPath(new URL(file, SOURCE)), out })),
    outdir: 'console',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    ...{ bundle: true, splitting: true, minify: true, write: false, legalComments: 'none', logLevel: 'silent' },
    ...{ format: 'esm', target: 'es2023', jsx: 'automatic', jsxImportSource: 'preact' },
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const files = await Promise.all(
    Array.from(texts, async ([name, text]) => [name, await responseOf(extname(name), text)] as const),
  )
  const shell = fillShell(await readFile(new URL('shell.html', SOURCE), 'utf8'), [...texts.keys()])
  return { shell: await createStaticResponse('text/html; charset=utf-8', shell), files: new Map(files) }
}

function responseOf(extension: string, text: string): Promise<StaticResponse> {
  return createStaticResponse(`${TYPES[extension]}; charset=utf-8`, text)
}

/** `{main}` becomes the name of its file, relative to the page: that works below any path of a proxy. */
function fillShell(html: string, names: readonly string[]): string {
  return Object.keys(ENTRIES).reduce((text, entry) => {
    const file = names.find(name => name.startsWith(`${entry}-`))
    if (file === undefined) throw new Error(`the bundle has no file for ${entry}`)
    return text.replaceAll(`{${entry}}`, `console/${file}`)
  }, html)
}
