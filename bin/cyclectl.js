#!/usr/bin/env node
// The door. It has no imports, so that an old Node meets this check before any dependency.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `cyclectl needs Node 22.19 or newer; this is ${process.version}. In a checkout, npx and npm run use the pinned Node.\n`,
  );
  process.exitCode = 1;
} else {
  await open();
}

async function open() {
  // With Node's own answer to this signal, every process of the user can open a debugger in this one.
  // --disable-sigusr1 is for who starts Node; a listener takes the place of the same handler.
  process.on('SIGUSR1', () => {});
  const { existsSync } = await import('node:fs');
  const source = new URL('../src/cli/main.ts', import.meta.url);
  const built = new URL('../dist/cli/main.js', import.meta.url);
  const [entry, ending] = existsSync(source) ? [source, 'ts'] : [built, 'js'];
  const { openCodeCache } = await import(new URL(`open-code-cache.${ending}`, entry).href);
  openCodeCache(process.env);
  const { runCli } = await import(entry.href);
  await runCli(process.argv.slice(2));
}
