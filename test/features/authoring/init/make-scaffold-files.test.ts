import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkScaffold } from '../../../../src/features/authoring/init/check-scaffold.ts';
import { makeScaffoldFiles } from '../../../../src/features/authoring/init/make-scaffold-files.ts';
import type {
  Scaffold,
  ScaffoldFile,
  ScaffoldTarget,
} from '../../../../src/features/authoring/init/scaffold.ts';
import { planFiles } from '../../../../src/reports/blocks/words/format-plan-commands.ts';

const schemas = {
  project: '{}',
  account: '{}',
  blueprint: '{}',
  fleet: '{}',
  policy: '{}',
  world: '{}',
};
const kit = { schemas, within: '', accounts: 1 };

function write(target: ScaffoldTarget, more: Partial<Scaffold> = {}): readonly ScaffoldFile[] {
  return makeScaffoldFiles({ name: 'customers', environment: 'prod', target, ...more }, kit);
}

function toRemote(account: { key: string; id: string } | null = null): ScaffoldTarget {
  return { kind: 'remote', baseUrl: 'https://api.example.com', accountHeader: null, account };
}

/** Takes the # off every line that has a key behind it. */
function uncomment(text: string): string {
  return text.replaceAll(/^( *)# ((?: {2})*(?:[a-z][a-zA-Z]*:(?: .*)?|# .*))$/gm, '$1$2');
}

function edit(files: readonly ScaffoldFile[], change: (text: string) => string) {
  return files.map((file) => ({ ...file, text: change(file.text) }));
}

describe('A starter', () => {
  const known = toRemote({ key: '2024', id: '0012' });

  it.each([
    ['on the embedded service', { kind: 'local' }],
    ['on a real service', known],
    ['without an account', toRemote()],
  ] as const)('%s validates, and has cyclectl.yaml as its last file', async (_, target) => {
    const files = write(target, { environment: '1e3', name: 'null' });
    expect(await checkScaffold(files)).toEqual([]);
    expect(files.at(-1)?.path).toBe('cyclectl.yaml');
  });

  it('keeps out of Git the file of each plan that a command proposes to save', () => {
    const saved = planFiles.map((file) => `/${file}`);
    const { text = '' } = write(known).find(({ path }) => path === '.gitignore') ?? {};
    expect(text.split('\n')).toEqual(['.cyclectl/', ...saved, '']);
  });

  it('shows only lines in its comments that may be written', async () => {
    const files = edit(write(known), uncomment);
    expect(await checkScaffold(files)).toEqual([]);
    const find = (name: string) => parse(files.find(({ path }) => path === name)?.text ?? '');
    const { service, ...environment } = find('cyclectl.yaml').spec.environments.prod;
    expect(Object.keys(service)).toEqual([
      'baseUrl',
      'authUrl',
      'contract',
      'accountHeader',
      'token',
    ]);
    expect(Object.keys(environment)).toEqual(['protect', 'store', 'limits']);
    expect(Object.keys(find('accounts/2024.yaml').spec)).toEqual([
      'id',
      'displayName',
      'timezone',
      'connectors',
      'cycles',
    ]);
  });

  it('without an account has a sample of one, which is a manifest under another name', async () => {
    const sample = write(toRemote()).find(({ path }) => path.endsWith('.sample'));
    const copy = { path: 'accounts/first.yaml', text: sample?.text ?? '' };
    expect(await checkScaffold([...write(toRemote()), copy])).toEqual([]);
  });

  it('with an answer that a manifest may not have does not validate', async () => {
    const found = await checkScaffold(
      write({ ...toRemote(), baseUrl: 'https://a: b\n#c' } as never),
    );
    expect(found.map(({ code, at }) => [code, at?.pointer])).toEqual([
      ['wrong-value', '/spec/environments/prod/service/baseUrl'],
    ]);
  });
});

it.each([
  [1, 10],
  [303, 19],
  [5_000, 160],
  [50_000, 360],
])('a workflow for %i accounts has a time limit of %i minutes', (accounts, minutes) => {
  const starter = { name: 'customers', environment: 'prod', target: toRemote() };
  const files = makeScaffoldFiles(starter, { ...kit, accounts });
  const workflow = files.find(({ path }) => path.startsWith('.github/'))?.text ?? '';
  const { jobs } = parse(workflow) as { jobs: Record<string, Record<string, unknown>> };
  expect(Object.values(jobs).map((job) => job['timeout-minutes'])).toEqual([minutes, minutes]);
});
