import { fileURLToPath } from 'node:url';
import { makePackage } from './package/make-package.ts';

// npm run build: makes the `dist` of the published package.

const packages = await makePackage(fileURLToPath(new URL('../dist', import.meta.url)));
process.stdout.write(`dist has the code of ${packages.length} packages\n`);
