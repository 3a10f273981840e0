import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, expect, it } from 'vitest';
import { makeLongCanary } from '../canaries/register.ts';
import { listBlocks, readPages } from '../docs/read-pages.ts';
import { type InstalledPackage, installPackage } from './install-package.ts';

// A package of another team that installs cyclectl, and plans, applies and looks for drift from its own code.

const root = fileURLToPath(new URL('../..', import.meta.url));

let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
  await writeFile(join(installed.folder, 'package.json'), '{"name": "consumer", "type": "module"}');
  await writeConsumer('project');
}, 120_000);

/** Copies the quickstart, with a secret of its own, into the folder of the consumer. */
async function writeConsumer(name: string): Promise<void> {
  const directory = join(installed.folder, name);
  await rm(directory, { recursive: true, force: true });
  const isOfExample = (path: string) => !path.includes('.cyclectl');
  await cp(join(root, 'examples/quickstart'), directory, { recursive: true, filter: isOfExample });
  const key = makeLongCanary('a key of the consumer');
  await mkdir(join(directory, 'secrets'), { recursive: true });
  await writeFile(join(directory, 'secrets/northwind-crm-key.not-a-secret'), `${key}\n`);
}

/** The program of the page about the API, which readers copy. */
async function readExample(): Promise<string> {
  const page = await readFile(join(root, 'docs/reference/api.md'), 'utf8');
  const [, program] = /```ts consumer\n(.*?)```/s.exec(page) ?? [];
  if (program === undefined) throw new Error('docs/reference/api.md has no program of a consumer');
  return program;
}

async function run(file: string) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [file], {
    cwd: installed.folder,
    env: {},
    extendEnv: false,
    reject: false,
    timeout: 60_000,
  });
  return { exitCode, stdout, stderr };
}

async function check(...words: readonly string[]): Promise<string> {
  const args = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2024', ...words];
  const { stdout } = await execa(join(root, 'node_modules/.bin/tsc'), args, {
    cwd: installed.folder,
    reject: false,
  });
  return stdout;
}

it('the example of the reference runs, in TypeScript and in JavaScript, and ends by itself', async () => {
  const program = await readExample();
  await writeFile(join(installed.folder, 'example.ts'), program);
  const expected = {
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^planned contoso\nplanned northwind\n(?:.*\n)*applied\nin-sync\ndrift northwind/,
    ),
  };
  expect(await run('example.ts')).toEqual(expected);
  // Types are all that TypeScript has more.
  const { stripTypeScriptTypes } = await import('node:module');
  await writeFile(join(installed.folder, 'example.js'), stripTypeScriptTypes(program));
  await writeConsumer('project');
  expect(await run('example.js')).toEqual(expected);
});

it('the types are whole, for both ways to resolve them, without the types of any other package', async () => {
  const node = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const nodenext = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  await writeFile(join(installed.folder, 'example.ts'), await readExample());
  for (const how of [nodenext, bundler]) {
    expect(await check(...how, ...node, 'example.ts')).toBe('');
    expect(await check(...how, ...node, '--exactOptionalPropertyTypes', 'example.ts')).toBe('');
  }
  await writeFile(
    join(installed.folder, 'browserless.ts'),
    `import { apply, openProject, plan, type PlanResult } from 'cyclectl';
export async function review(directory: string): Promise<PlanResult['outcome']> {
  const project = await openProject({ directory });
  const result = await plan(project, { signal: new AbortController().signal });
  if (result.report.kind === 'plan') {
    for await (const account of result.report.accounts()) {
      if (account.kind === 'planned') account.plan.operations.map(({ does }) => does satisfies string);
    }
  }
  // @ts-expect-error An outcome of apply is no outcome of plan.
  if (result.outcome === 'applied') await apply(project, {});
  // @ts-expect-error Selections are of the project.
  await apply(project, { select: ['account=x'] });
  return result.outcome;
}
`,
  );
  for (const how of [nodenext, bundler]) {
    const words = ['--lib', 'es2024,dom', '--types', '', 'browserless.ts'];
    expect(await check(...how, ...words)).toBe('');
  }
});

it('every program of the documentation is checked by the types of the package', async () => {
  const programs = (await readPages()).flatMap((page) =>
    listBlocks(page)
      .filter(({ language }) => /^ts\b/.test(language))
      .map(({ text, line }) => ({ text, name: `${page.path.replaceAll(/\W/g, '-')}-${line}.ts` })),
  );
  expect(programs.length).toBeGreaterThan(6);
  for (const { name, text } of programs)
    await writeFile(join(installed.folder, name), `${text}\nexport {};\n`);
  const node = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const how = ['--module', 'nodenext', ...node, ...programs.map(({ name }) => name)];
  expect(await check(...how)).toBe('');
});

it('every document has its schema in the package', async () => {
  const program = `
    import { readFile } from 'node:fs/promises';
    for (const kind of ['report', 'output', 'plan', 'state', 'project']) {
      const url = import.meta.resolve('cyclectl/schemas/' + kind + '.schema.json');
      console.log(JSON.parse(await readFile(new URL(url), 'utf8')).$id);
    }`;
  await writeFile(join(installed.folder, 'schemas.js'), program);
  const { stdout, stderr } = await run('schemas.js');
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual(
    ['report', 'output', 'plan', 'state', 'project'].map(
      (kind) => `https://cyclectl.dev/schemas/v1/${kind}.schema.json`,
    ),
  );
});

it('a program that only imports the library loads little of it', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import('cyclectl');
    console.log(loaded.filter((url) => url.startsWith('file:')).join('\\n'));`;
  await writeFile(join(installed.folder, 'loaded.js'), program);
  const { stdout } = await run('loaded.js');
  const files = stdout.split('\n').map((url) => url.replace(/^.*\/dist\//, ''));
  expect(files.filter((file) => /plan|emulator|undici|yaml|start/.test(file))).toEqual([]);
  expect(files.length).toBeLessThan(6);
});
