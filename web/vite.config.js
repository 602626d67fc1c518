// Builds the page into one file, dist/viewer.html, with everything it needs in it.
import { readFileSync, renameSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = import.meta.dirname;

/** Puts the licences of the libraries into the page, as they ask for. */
function licences() {
  const text = ['three', 'uplot']
    .map((name) => `${name}\n\n${readFileSync(resolve(here, 'node_modules', name, 'LICENSE'), 'utf8').trim()}`)
    .join('\n\n')
    .replaceAll('--', '- -');
  return {
    name: 'scree-licences',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<head>', () => `<head>\n<!-- This page contains:\n\n${text}\n-->`),
    },
  };
}

/** The page is called viewer.html. */
function called(name) {
  let folder;
  return {
    name: 'scree-page-name',
    configResolved: (config) => { folder = resolve(config.root, config.build.outDir); },
    closeBundle: () => renameSync(resolve(folder, 'index.html'), resolve(folder, name)),
  };
}

export default defineConfig({
  root: here,
  logLevel: 'warn',
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), licences(), called('viewer.html')],
  build: {
    target: 'es2022',
    outDir: process.env.SCREE_WEB_OUT || 'dist',
    emptyOutDir: true,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
  },
});
